// SPDX-License-Identifier: MIT
// Bases: a derived actor without members of its own takes over scalable behaviours, export and import; one with members has its
// own; one makes a scalable behaviour of its base an ordinary one; a derived one adds scalable behaviours to a base with
// ordinary ones only.
#include <conc.h>
#include <stdio.h>

enum { N = 500 };

message add { long n; };
message print { const char *name; future(int) *done; };

actor adder { long sum; };
scalable receive (adder *self, add *m) { self->sum += m->n; }
receive (adder *self, print *m) { *m->done << printf("%s: %ld\n", m->name, self->sum); }
export (adder *self, adder *replica) { (void)self, (void)replica; }
import (adder *self, adder *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}

actor same { inline adder; };

actor scaled { inline adder; long factor, count; };
scalable receive (scaled *self, add *m) { self->sum += self->factor * m->n, self->count++; }
receive (scaled *self, print *m) { *m->done << printf("%s: %ld of %ld\n", m->name, self->sum, self->count); }
export (scaled *self, scaled *replica) { replica->factor = self->factor; }
import (scaled *self, scaled *replica)
{
	self->sum += replica->sum, self->count += replica->count;
	replica->sum = replica->count = 0;
}

actor ordered { inline adder; long last, wrong; };
receive (ordered *self, add *m)
{
	self->wrong += m->n != self->last++;
	self->sum += m->n;
}
receive (ordered *self, print *m) { *m->done << printf("%s: %ld, %ld wrong\n", m->name, self->sum, self->wrong); }
export (ordered *self, ordered *replica) { (void)self, (void)replica; }
import (ordered *self, ordered *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}

actor plain { long n; };
message one {};
receive (plain *self, print *m) { *m->done << printf("%s: %ld\n", m->name, self->n); }
actor counting { inline plain; };
scalable receive (counting *self, one *m) { self->n++; }
export (counting *self, counting *replica) { (void)self, (void)replica; }
import (counting *self, counting *replica)
{
	self->n += replica->n;
	replica->n = 0;
}

int main(void)
{
	conc_actors_start(&(struct conc_actors_config){ .workers = 1, .scaling = { .policy = CONC_SCALING_AGGRESSIVE } });
	adder a = {};
	same b = {};
	scaled c = { { 0 }, 3 };
	ordered d = {};
	counting e = {};
	adder *as_base = (adder *)&c;
	for (int i = 0; i < N; i++) {
		a | (add){ i };
		b | (add){ i };
		c | (add){ i };
		d | (add){ i };
		e | (one){};
		if (i % 2) as_base | (add){ 0 };	// the base's behaviour on the derived actor, which may have replicas
	}
	future(int) done[6] = {};
	int printed;
	a | (print){ "a", &done[0] };
	printed << done[0];
	b | (print){ "b", &done[1] };
	printed << done[1];
	c | (print){ "c", &done[2] };
	printed << done[2];
	as_base | (print){ "c as its base", &done[3] };
	printed << done[3];
	d | (print){ "d", &done[4] };
	printed << done[4];
	e | (print){ "e", &done[5] };
	printed << done[5];
	conc_actors_stop();
	return printed <= 0;
}
