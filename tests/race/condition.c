// SPDX-License-Identifier: MIT
// Who is signalled sees what the signaller did before; a signal that nobody waits for orders nothing.
#include <conc.h>
#include "race.h"

static int waits, go;
int x;
static conc_mutex m;
static conc_condition c;

static void f(void)
{
	mutex (m) {
		waits = 1;
		ORDERED(while (!go) conc_wait(&c, &m);)
	}
	x = 1;
}

int main(void)
{
	task(void) t = spawn f();
	for (int seen = 0; !seen; conc_yield()) mutex (m) seen = waits;
	x = 2;
	mutex (m) {
		go = 1;
		conc_signal(&c);
	}
	join(t);
}
