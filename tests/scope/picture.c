#include <conc.h>

thread teller { int id; };
void main(teller *self) { self->id++; }

void f(int n);
int g(void);

void all(void)
{
	scope (s) {
		spawn f(1);
		task(int) t = spawn g();
		teller w = { .id = 2 };
		if (join(t) < 0) conc_cancel(s);
		conc_cancel(t);
		conc_cancel(w);
	}
	scope {
		for (int i = 0; i < 3; i++) spawn f(i);
	}
}
