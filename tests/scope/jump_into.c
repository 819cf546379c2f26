#include <conc.h>

void f(int n);

void g(int n)
{
	if (n) goto inside;
	scope {
		spawn f(n);
	inside:
		f(n);
	}
}
