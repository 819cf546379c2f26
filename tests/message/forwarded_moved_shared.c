// SPDX-License-Identifier: MIT
// A message goes on as it came: a copy by value, itself by reference. Its disposition is carried out
// once, after the last of its deliveries.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { MANY = 500 };

message parcel { long n; };
message letter { long n; char *text; };
message registered { inline letter; int *receipt; };

static long parcels, letters, registereds;

destroy (parcel *self) { __atomic_fetch_add(&parcels, self->n, __ATOMIC_RELAXED); }
destroy (letter *self)
{
	__atomic_fetch_add(&letters, self->n, __ATOMIC_RELAXED);
	free(self->text);
}
destroy (registered *self)
{
	__atomic_fetch_add(&registereds, self->n, __ATOMIC_RELAXED);
	*self->receipt += 1;
	free(self->receipt);
}

actor office { office *next, *branch; long seen; bool slow; };

static void work(office *self, long n)
{
	self->seen += n;
	if (self->slow && self->seen % 5 == 0) conc_sleep(1us);
}

receive (office *self, parcel *m)
{
	work(self, m->n);
	if (self->next) self->next | m;		// moves: one destroy in the end
}

receive (office *self, letter *m)
{
	work(self, m->n);
	if (self->next) self->next | m;
	if (self->branch) self->branch | m;	// shared
}

receive (office *self, registered *m)
{
	work(self, m->n);
	if (self->next) self->next | m;
	if (self->branch) self->branch | m;
}

int main(void)
{
	office last, left = { .next = &last, .slow = true }, right = { .next = &last };
	office first = { .next = &left, .branch = &right, .slow = true };

	conc_actors_start(NULL);
	for (int i = 0; i < MANY; i++) {
		registered *r = new registered { { 1, malloc(3) }, calloc(1, sizeof(int)) };
		letter *l = new letter { 1, malloc(5) };
		conc_set_disposition(r, Delete);
		conc_set_disposition(l, Delete);
		first | r | l | (parcel){ 1 };
	}
	conc_actors_stop();
	printf("%ld, %ld and %ld, %ld\n", first.seen, left.seen, right.seen, last.seen);
	printf("%ld parcels, %ld letters, of them %ld registered\n", parcels, letters, registereds);
}
