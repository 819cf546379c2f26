// SPDX-License-Identifier: MIT
// flags: -Wno-unused-variable
#include <conc.h>

actor counter { long n; };
actor boss { int failures; };
actor late_boss { int failures; };
message add { long by; };
message sub { long by; };
message owner { void *owned; };
destroy (owner *m) { (void)m; }
receive (counter *self, owner *m);
receive (counter *self, add *m) { self->n += m->by; }
receive (boss *self, add *m) { (void)self; (void)m; }

void f(counter *p, boss *b, late_boss *l, const counter *fixed, int x, void *any, add *some, const add *frozen)
{
	counter c = {};
	add one = {1};
	channel(add) adds = {1};
	struct conc_supervision rules = {};
	struct conc_mailbox_config box = {};
	bool ok = conc_try_send(&adds, one);
	ok = conc_try_send(c, one);
	ok = conc_try_send(&c, (sub){1});
	ok = conc_try_send(&c, x);
	ok = conc_try_send(&c, (owner){NULL});
	ok = conc_try_send(fixed, one);
	ok = conc_try_send(any, one);
	ok = conc_try_send(some, one);
	ok = conc_try_send(&c, &adds);
	ok = conc_try_send(&adds, c);
	ok = conc_try_send(&c);
	ok = conc_try_send(unknown, one);
	ok = conc_try_send(&c, unknown);
	conc_supervise(&c, b, &rules);
	conc_supervise(c, &one, &rules);
	conc_supervise(fixed, any, &rules);
	conc_supervise(p, l, &rules);
	conc_supervise(p, l);
	conc_set_disposition(one, Delete);
	conc_set_disposition(p, Delete);
	conc_set_disposition(frozen, Delete);
	conc_set_disposition(any, Delete);
	conc_set_disposition(finished_message, Delete);
	conc_mailbox_limit(c, &box);
	conc_mailbox_limit(some, &box);
	conc_mailbox_statistics(&x, NULL);
	conc_executor_place(NULL, c);
	conc_executor_place(NULL, &one);
	x = sizeof(conc_try_send(&c, one));
}

receive (late_boss *self, conc_failure *m) { (void)m; self->failures++; }
