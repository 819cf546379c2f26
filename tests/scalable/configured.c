// SPDX-License-Identifier: MIT
// Whose rules are set.
#include <conc.h>

actor words { long sum; };
actor counter { long n; };
message line { int n; };
typedef words same;

scalable receive (words *self, line *m) { self->sum += m->n; }
export (words *self, words *replica) { replica->sum = 0 * self->sum; }
import (words *self, words *replica) { self->sum += replica->sum, replica->sum = 0; }

int main(void)
{
	static const struct conc_scaling rules = { .replicas = 2, .flow = 5ms };
	struct conc_scaling_statistics statistics;
	words w = {}, *p = &w;
	counter c = {};
	conc_scaling_type(words, &rules);
	conc_scaling_type(words, NULL);
	conc_scaling_type( words , &(struct conc_scaling){ .policy = CONC_SCALING_NEVER, .fan = 2 });
	conc_scaling_actor(p, &rules);
	conc_scaling_actor(&c, NULL);
	(void)conc_is_replica(p);
	conc_scaling_type(counter, &rules);
	conc_scaling_type(line, &rules);
	conc_scaling_type(same, &rules);
	conc_scaling_type(int, &rules);
	conc_scaling_type(w, &rules);
	conc_scaling_actor(w, &rules);
	conc_scaling_actor(&w);
	conc_scaling_actor(&rules, &rules);
	conc_scaling_statistics(w, &statistics);
	return conc_is_replica(*p) || conc_is_replica(&rules);
}
