// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>

/* A behaviour's message goes on as it came: a copy if it came by value, the message itself if it came by reference. */
actor end { long sum, same; const void *kept; };
actor relay { relay *next; end *end; int passed; };
actor splitter { end *ends[3]; };
message parcel { long weight; char room[200]; };
message heavy { inline parcel; long more; };
static int gone;
// One came by reference: the last relay may be the last to hold it, while the other, a copy, ends behind `end`.
destroy (heavy *m) { __atomic_add_fetch(&gone, (int)m->weight, __ATOMIC_RELAXED); }

receive (end *self, parcel *m) { self->sum += m->weight; self->same += m == self->kept; }
receive (relay *self, parcel *m)
{
	self->passed++;
	if (self->next) self->next | m;
	else self->end | m;
}
receive (relay *self, const heavy *m)
{
	self->passed++;
	if (self->next) self->next | (m);
	else if (!conc_try_send(self->end, m)) puts("refused");
}
receive (splitter *self, parcel *m)
{
	for (int i = 0; i < 2; i++) *self->ends[i] | m;
	m->weight++;
	self->ends[2] | *m | m;
}

int main(void)
{
	conc_actors_start(NULL);
	parcel lasting = {1000};
	heavy *h = new heavy {{50}, 1};
	conc_set_disposition(h, Delete);
	end e = {.kept = &lasting}, v[3] = {};
	relay r[3] = {{NULL, &e}, {&r[0], NULL}, {&r[1], NULL}};
	splitter s = {{&v[0], &v[1], &v[2]}};
	parcel moving = {1};
	for (int i = 0; i < 3; i++) {
		r[2] | moving | (parcel){10};
		moving.weight = 2;
	}
	r[2] | &lasting | h | (heavy){{60}, 2};
	s | (parcel){100};
	conc_actors_stop();
	printf("%ld, %ld the same, passed %d %d %d, split %ld %ld %ld, gone %d\n", e.sum, e.same, r[0].passed, r[1].passed,
	       r[2].passed, v[0].sum, v[1].sum, v[2].sum, gone);
}
