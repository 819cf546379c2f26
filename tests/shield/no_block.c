#include <conc.h>

void f(void)
{
	shield conc_yield();
	shield (2s) conc_yield();
}
