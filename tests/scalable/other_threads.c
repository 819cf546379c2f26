// SPDX-License-Identifier: MIT
// Senders of every kind: user threads, tasks, behaviours, handlers of separate objects, kernel threads that libconc did not
// start, pinned threads; and behaviours that call separate objects and enter monitors.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

enum { EACH = 200 };

typedef struct { long sum; } store;
static void put(store *s, long n) { s->sum += n; }

monitor total { long sum; };
static void tally(total * mutex t, long n) { t->sum += n; }

actor adder { separate store *store; total *total; long sum; };
message add { long n; };
scalable receive (adder *self, add *m)
{
	self->sum += m->n;
	tally(self->total, m->n);
	if (m->n % 10 == 0) separate (self->store) put(self->store, m->n);
}
export (adder *self, adder *replica) { replica->store = self->store, replica->total = self->total; }
import (adder *self, adder *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}

static void send_all(adder *to)
{
	for (int i = 0; i < EACH; i++) *to | (add){ i };
}

thread sender { adder *to; };
void main(sender *self) { send_all(self->to); }

static void pinned(adder *to)
{
	conc_pin();
	send_all(to);
	conc_unpin();
}

static void *foreign(void *to)
{
	send_all(to);
	return NULL;
}

actor relay { adder *to; };
message go {};
receive (relay *self, go *m) { send_all(self->to); }

typedef struct { long sent; } client;
static long sent(const client *c) { return c->sent; }
static adder *known;
static void work(client *c)
{
	send_all(known);
	c->sent += EACH;
}

int main(void)
{
	total t = {};
	separate store *s = new separate store {};
	separate client *c = new separate client {};
	adder a = { s, &t };
	known = &a;
	conc_actors_start(&(struct conc_actors_config){ .scaling = { .policy = CONC_SCALING_AGGRESSIVE, .replicas = 3 } });
	{
		relay r = { &a };
		sender own = { &a };
		pthread_t kernel;
		if (pthread_create(&kernel, NULL, foreign, &a)) return 1;
		scope {
			spawn send_all(&a);
			spawn pinned(&a);
			separate (c) work(c);
			r | (go){};
		}
		blocking { pthread_join(kernel, NULL); }
		separate (c) if (sent(c) != EACH) return 1;
		delete c;
	}
	conc_actors_stop();
	long stored;
	separate (s) stored = s->sum;
	delete s;
	printf("%ld %ld %ld\n", a.sum, t.sum, stored);
}
