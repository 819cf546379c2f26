// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>

/* Sends in the blocks of other constructs, and other constructs in the operands of sends. */
monitor account { long balance; };
actor counter { long n; account *into; channel(long) *out; };
message add { long by; };
message get { future(long) *reply; };
message later { conc_duration after; long by; };

receive (counter *self, later *m);
receive (counter *self, add *m)
{
	mutex (self->into) { self->into->balance += m->by; *self | (later){1us, m->by}; }
}
receive (counter *self, get *m) { *m->reply << self->n; }
receive (counter *self, later *m)
{
	conc_sleep(m->after);
	self->n += m->by;
	if (self->out) *self->out << self->n;
}

thread sender { counter *to; int first; };
void main(sender *self)
{
	for (int i = 0; i < 10; i++) self->to | (add){self->first + i};
}

static long three(long x) { return x + 2; }
static counter *same(counter *c) { return c; }
static void send(counter *c, add what) { c | what; }

int main(void)
{
	account shared = {0};
	channel(long) out = {100};
	channel(counter *) actors = {2};
	future(long) total = {};
	conc_mutex lock = {};
	counter c = {.into = &shared, .out = &out}, *p;
	conc_actors_start(NULL);
	{
		sender senders[2] = {{&c, 100}, {&c, 200}};
	}
	task(void) t = spawn send(&c, (add){7});
	actors << &c;
	task(counter *) found = spawn same(&c);
	mutex (lock, shared) { c | (add){shared.balance * 0}; join(found) | (add){1}; }
	task(long) sum = spawn three(1);
	conc_receive(&actors) | (add){join(sum)} | (later){.after = 1ms * 2, .by = 3s / 1000000000};
	join(t);
	waituntil (lock) { c | (add){10}; }
	waituntil (timeout(1us)) { c | (add){20}; }
	or waituntil (p << actors) { p | (add){30000}; }
	scope { spawn send(&c, (add){40}); same(&c) | (add){50}; }
	blocking { c | (add){60}; }
	c | (add){({ task(long) u = spawn three(({ c | (add){1}; 3; })); join(u); })};
	long last = 0;
	for (int i = 0; i < 32; i++) last << out;
	c | (get){&total};
	long n;
	n << total;
	conc_actors_stop();
	printf("%ld %ld %ld\n", n, last, shared.balance);
}
