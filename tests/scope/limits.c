#include <conc.h>

static int n;
static void f(void);
static int g(void);

void heads(int late, struct conc_scope *t)
{
	bool ok;
	struct { bool bit : 1; } bits;
	scope (3) { }
	scope (s, n) { }
	scope (timeout(10)) { }
	scope (timeout(n)) { }
	scope (timeout("soon")) { }
	scope (timeout(1s, 2s)) { }
	scope (late = timeout(1s)) { }
	scope (bits.bit = timeout(1s)) { }
	scope (ok = deadline(3.5)) { }
	scope (ok += timeout(1s)) { }
	spawn (n) f();
	spawn (*t) f();
	task(int) u = spawn (t) g();
}
