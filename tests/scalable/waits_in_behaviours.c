// SPDX-License-Identifier: MIT
// Scalable behaviours that wait: for channels, futures of another actor, locks, sleep, a descriptor, children of their own. The
// other replicas and other actors go on; nothing is lost. None waits for what another message to the same actor would bring:
// which of them is handled first is not said.
#include <conc.h>
#include <stdio.h>
#include <unistd.h>

enum { EACH = 12 };

actor oracle { long asked; };
message question { long n; future(long) *answer; };
receive (oracle *self, question *m)
{
	self->asked++;
	*m->answer << m->n * m->n;
}

monitor safe { long n; };
static void put(safe * mutex s, long n) { s->n += n; }

static void child(channel(long) *to, long n) { *to << n; }

actor waiter { oracle *oracle; safe *safe; channel(long) *numbers; int in; long sum; };
message from_channel {};
message asks { long n; };
message locks { long n; };
message sleeps { long n; };
message reads {};
message spawns { long n; };

scalable receive (waiter *self, from_channel *m)
{
	long n;
	n << *self->numbers;
	self->sum += n;
}
scalable receive (waiter *self, asks *m)
{
	future(long) f = {};
	long n;
	*self->oracle | (question){ m->n, &f };
	n << f;
	self->sum += n;
}
scalable receive (waiter *self, locks *m) { put(self->safe, m->n); }
scalable receive (waiter *self, sleeps *m)
{
	conc_sleep(1ms);
	self->sum += m->n;
}
scalable receive (waiter *self, reads *m)
{
	char c;
	if (conc_read(self->in, &c, 1) == 1) self->sum += c - '0';
}
scalable receive (waiter *self, spawns *m)
{
	channel(long) back = {};
	long n;
	scope {
		spawn child(&back, m->n);
		spawn child(&back, 1);
		for (int i = 0; i < 2; i++) {
			waituntil (n << back) self->sum += n;
			or waituntil (timeout(1h)) self->sum = -1000000;
		}
	}
}
export (waiter *self, waiter *replica)
{
	replica->oracle = self->oracle, replica->safe = self->safe;
	replica->numbers = self->numbers, replica->in = self->in;
}
import (waiter *self, waiter *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}

int main(void)
{
	oracle o = {};
	safe s = {};
	channel(long) numbers = {};
	int ends[2];
	if (pipe(ends)) return 1;
	waiter w = { &o, &s, &numbers, ends[0] };
	conc_scaling_actor(&w, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 3 });
	conc_actors_start(NULL);
	long wanted = 0;
	for (int i = 0; i < EACH; i++) {
		w | (from_channel){} | (asks){ i } | (locks){ i } | (sleeps){ i } | (reads){} | (spawns){ i };
		wanted += i + i * i + i + i + 7 + i + 1;
	}
	for (int i = 0; i < EACH; i++)
		if (write(ends[1], "7", 1) != 1) return 1;
	for (long i = 0; i < EACH; i++) numbers << i;
	conc_actors_stop();
	printf("%ld asked, %ld, %ld\n", o.asked, w.sum + s.n, wanted - w.sum - s.n);
	close(ends[0]), close(ends[1]);
}
