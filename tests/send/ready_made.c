// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic -Wno-shadow
#include <conc.h>
#include <stdio.h>

/* Messages that every actor takes, by their bare names; types with receives of their own; names that mean something else. */
static _Atomic int destroyed, last_words;	// of several actors
actor plain { int n; };
actor careful { int n; };
actor more_careful { inline careful; };
message add { int by; };
destroy (plain *self) { (void)self; destroyed++; }
destroy (careful *self) { (void)self; destroyed += 100; }
receive (plain *self, add *m) { self->n += m->by; }
receive (careful *self, add *m) { self->n += m->by; }
receive (careful *self, finished_message *m) { (void)m; last_words += self->n; return Finished; }
receive (careful *self, delete_message *m) { (void)m; last_words += 10 * self->n; return Delete; }
#define STOP finished_message

static void named(plain *p)
{
	add finished_message = {4};
	p | finished_message;
	{
		enum { delete_message = 3 };
		int flags = 4 | delete_message;
		p | (add){flags};
	}
	p | (_Conc_destroy_message);
}

int main(void)
{
	conc_actors_start(NULL);
	plain a = {}, b = {}, *c = new plain {};
	careful d = {}, *e = new careful {};
	more_careful f = {}, *g = new more_careful {};
	a | (add){1} | finished_message;
	named(&b);
	c | (add){1} | delete_message;
	d | (add){2} | STOP;
	e | (add){3} | delete_message;
	f | (add){4} | (finished_message);
	printf("%d", conc_try_send(g, (add){5}) + conc_try_send(g, delete_message));
	plain h = {};
	printf("%d\n", conc_try_send(&h, STOP));
	conc_actors_wait();
	conc_actors_stop();
	printf("%d %d, %d destroyed, last words %d\n", a.n, b.n, destroyed, last_words);
}
