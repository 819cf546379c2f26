#include <conc.h>

int f(int);

int g(void)
{
	task(int) t = spawn f(1);
	join t;
	return join t + 1;
}
