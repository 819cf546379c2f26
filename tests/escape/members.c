// SPDX-License-Identifier: MIT
// Members of actors that are used outside of their behaviours: each way to see that the actor may run.
// flags: -Werror=conc-escape
#include <conc.h>

actor counter { long n; int limit, unused; int at[4]; };
actor lasting { int done; };
actor chief { lasting *first; int seen; };
message add { long by; };
message refresh {};
message look { lasting *at; };

static void fill(counter *c) { c->limit = 7; }
static void fill_in(counter *c) { fill(c); }

receive (counter *self, add *m) { if (self->n < self->limit) self->at[self->n & 3] += self->n += m->by; }
receive (counter *self, refresh *m) { spawn fill_in(self); }
receive (lasting *self, add *m) { self->done += (int)m->by; }
receive (chief *self, look *m) { self->seen = self->first->done + m->at->done; }
receive (lasting *self, conc_failure *m) { lasting *failed = m->actor; self->done = failed->done; }

long read(counter *c) { *c | (add){ 1 }; return c->n; }
void changed(counter *c) { *c | (add){ 1 }; c->limit = 2; }
int element(counter *c) { *c | (add){ 1 }; return c->at[2]; }
long tried(counter *c) { return conc_try_send(c, (add){ 1 }) ? c->n : 0; }
long on_a_branch(counter *c, int n) { if (n) *c | (add){ 1 }; return c->n; }
void in_a_loop(counter *c) { for (;;) { if (c->n > 3) break; *c | (add){ 1 }; } }
long of_its_own(void) { static counter c; c | (add){ 1 }; return c.n; }
long other_name(counter *c) { counter *same = c; *c | (add){ 1 }; return same->n; }

static long peek(counter *c) { return c->n; }
long by_a_call(counter *c) { *c | (add){ 1 }; return peek(c); }

static long watch(counter *c) { return c->n + 1; }
long by_a_thread(void)
{
	static counter c;
	task(long) t = spawn watch(&c);
	c | (add){ 1 };
	return join(t);
}
