#include <conc.h>

void f(int n)
{
	shield (2) { }
	shield (n) { }
	shield ("2s") { }
	shield (missing) { }
	goto in;
	shield { in: ; }
}
