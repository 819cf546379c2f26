// SPDX-License-Identifier: MIT
// Futures in scalable messages: the replica answers, or passes the future on, or keeps it until an ordinary message says so.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 200 };

struct kept { struct kept *next; future(long) *reply; };
actor square { struct other *other; struct kept *kept; };
actor other { long asked; };
message ask { long n; future(long) *reply; };
message later {};

receive (other *self, ask *m)
{
	self->asked++;
	*m->reply << m->n * m->n;
}
scalable receive (square *self, ask *m)
{
	if (m->n % 3 == 0) {
		*m->reply << m->n * m->n;
	} else if (m->n % 3 == 1) {
		*self->other | m;
	} else {
		struct kept *k = malloc(sizeof *k);
		*k = (struct kept){ self->kept, m->reply };
		self->kept = k;
	}
}
receive (square *self, later *m)
{
	for (struct kept *k; (k = self->kept); free(k)) {
		self->kept = k->next;
		*k->reply << 0L;
	}
}
export (square *self, square *replica) { replica->other = self->other; }
import (square *self, square *replica)
{
	for (struct kept *k; (k = replica->kept); self->kept = k) replica->kept = k->next, k->next = self->kept;
}

int main(void)
{
	long sum = 0, n;
	static future(long) replies[N];
	conc_scaling_type(square, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE });
	conc_actors_start(NULL);
	other o = {};
	square s = { &o };
	for (int i = 0; i < N; i++) s | (ask){ i, &replies[i] };
	s | (later){};
	for (int i = 0; i < N; i++) {
		n << replies[i];
		sum += n;
	}
	conc_actors_stop();
	printf("%ld, %ld asked\n", sum, o.asked);
}
