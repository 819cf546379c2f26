#include <conc.h>

monitor account { long balance; };

void g(account *a, int n)
{
	conc_cancel(n);
	conc_cancel(a);
	conc_cancel();
	scope (s) {
		conc_cancel(&s);
	}
}
