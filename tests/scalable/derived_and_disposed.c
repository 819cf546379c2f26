// SPDX-License-Identifier: MIT
// Messages by reference in scalable behaviours, of the very type and of derived ones, with every disposition; one message to
// several actors. Each is disposed of once, when its last behaviour has returned, in whichever replica that is.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };

static long deleted, destroyed, owned;

message item { long n; };
message owner { inline item; char *text; };
destroy (owner *self)
{
	__atomic_fetch_add(&deleted, 1, __ATOMIC_RELAXED);
	__atomic_fetch_sub(&owned, self->text != NULL, __ATOMIC_RELAXED);
	free(self->text);
}
message marked { inline item; };
destroy (marked *self) { __atomic_fetch_add(&destroyed, self->n ? 1 : 0, __ATOMIC_RELAXED); }
message parcel { char *text; };
destroy (parcel *self)
{
	__atomic_fetch_sub(&owned, 1, __ATOMIC_RELAXED);
	free(self->text);
}

actor reader { long n; };
scalable receive (reader *self, item *m) { self->n += m->n; }
scalable receive (reader *self, parcel *m) { self->n += m->text[0] - '0'; }
export (reader *self, reader *replica) { (void)self, (void)replica; }
import (reader *self, reader *replica)
{
	self->n += replica->n;
	replica->n = 0;
}

// Gives what it gets to two others.
actor post { reader *to; };
receive (post *self, item *m)
{
	self->to[0] | m;
	self->to[1] | m;
}

static char *text(void)
{
	char *t = malloc(8);
	__atomic_fetch_add(&owned, 1, __ATOMIC_RELAXED);
	t[0] = '3', t[1] = 0;
	return t;
}

int main(void)
{
	reader r[3] = {};
	post p = { r };
	static item kept[N];
	static marked marks[N];
	conc_scaling_type(reader, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE });
	conc_actors_start(NULL);
	for (int i = 0; i < N; i++) {
		owner *o = new owner { { 1 }, text() };
		conc_set_disposition(o, Delete);
		r[0] | o;

		kept[i].n = 10;
		r[0] | &kept[i];

		marks[i].n = 100;
		conc_set_disposition(&marks[i], Destroy);
		r[1] | &marks[i];

		owner *both = new owner { { 1000 }, NULL };
		conc_set_disposition(both, Delete);
		p | both;
		r[2] | (parcel){ text() };	// by value, with a destroy
	}
	conc_actors_stop();
	printf("%ld %ld %ld\n", r[0].n, r[1].n, r[2].n);
	printf("%ld deleted, %ld destroyed, %ld still owned\n", deleted, destroyed, owned);
}
