// SPDX-License-Identifier: MIT
// Messages that scalable behaviours send on: by value, what they own moves along; by reference, one object to several actors and
// several times to the same one, whose replicas may have it at once; large ones, and with a disposition that a behaviour gives.
// Each is disposed of once, behind the last.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 150 };

static long owned, ended;

message parcel { char *text; int hops; };
destroy (parcel *self)
{
	if (self->text) __atomic_fetch_sub(&owned, 1, __ATOMIC_RELAXED);
	free(self->text);
}
message sheet { long n; char filled[2000]; };
destroy (sheet *self) { __atomic_fetch_add(&ended, self->n > 0, __ATOMIC_RELAXED); }
message shared { long n; };
destroy (shared *self) { __atomic_fetch_add(&ended, self->n > 0, __ATOMIC_RELAXED); }

actor hop { struct hop *next; struct hop *twice; long n; };
scalable receive (hop *self, parcel *m);
scalable receive (hop *self, sheet *m);
scalable receive (hop *self, shared *m);

scalable receive (hop *self, parcel *m)
{
	self->n += m->text[0] == '3';
	if (self->next) *self->next | m;
}
scalable receive (hop *self, sheet *m)
{
	self->n += m->n == m->filled[1999];
	if (self->next) *self->next | m;
}
scalable receive (hop *self, shared *m)
{
	self->n += m->n;
	if (self->twice) {
		conc_set_disposition(m, Delete);
		*self->twice | m | m;
		*self->next | m;
	}
}
export (hop *self, hop *replica) { replica->next = self->next, replica->twice = self->twice; }
import (hop *self, hop *replica)
{
	self->n += replica->n;
	replica->n = 0;
}

int main(void)
{
	hop last = {}, middle = { &last }, first = { &middle, &last };
	conc_actors_start(&(struct conc_actors_config){ .scaling = { .policy = CONC_SCALING_AGGRESSIVE, .replicas = 3 } });
	for (int i = 0; i < N; i++) {
		__atomic_fetch_add(&owned, 1, __ATOMIC_RELAXED);
		char *text = malloc(2);
		text[0] = '3';
		first | (parcel){ text, 0 };
		first | (sheet){ .n = 7, .filled = { [1999] = 7 } };
		sheet *s = new sheet { .n = 8, .filled = { [1999] = 8 } };
		conc_set_disposition(s, Delete);
		first | s | new shared { 1 };
	}
	conc_actors_stop();
	printf("%ld %ld %ld, %ld owned, %ld ended\n", first.n, middle.n, last.n, owned, ended);
}
