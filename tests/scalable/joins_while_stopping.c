// SPDX-License-Identifier: MIT
// The first actor with scalable behaviours joins while its executor is being stopped already: it is
// forgotten with it, and the next one of the same shape begins without its calls.
#include <conc.h>
#include <stdio.h>

enum { CALLS = 1000 };

actor counter { long n; };
message one { int by; };
actor late { counter *to; };
message go { int n; };

scalable receive (counter *self, one *m) { self->n += m->by; }
export (counter *self, counter *replica) { replica->n = 0; (void)self; }
import (counter *self, counter *replica) { self->n += replica->n; }

receive (late *self, go *m)
{
	conc_sleep(20ms);
	for (int i = 0; i < m->n; i++) *self->to | (one){ 1 };
}

int main(void)
{
	for (int round = 0; round < 2; round++) {
		struct conc_actors_statistics s;
		conc_executor *ex = conc_executor_new(NULL);
		counter *c = new counter {};
		late *l = new late { c };
		conc_executor_place(ex, c);
		conc_executor_place(ex, l);
		conc_executor_statistics(ex, &s);
		printf("%d ", (int)(s.scaling.inline_calls + s.scaling.calls));
		*l | (go){ CALLS };
		conc_executor_stop(ex);
		printf("%ld\n", c->n);
		delete l;
		delete c;
	}
}
