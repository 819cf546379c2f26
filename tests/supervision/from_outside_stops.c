// SPDX-License-Identifier: MIT
// An actor that is at work finds its supervisor itself.
#include <conc.h>

message item { int n; };
actor sink { int sum; };
receive (sink *self, item *m) { self->sum += m->n; }
actor boss { int failures; };
receive (boss *self, conc_failure *m) { self->failures += !m->given_up; }

int main(void)
{
	sink s; boss b;
	conc_actors_start(NULL);
	s | (item){ 1 };
	conc_supervise(&s, &b, NULL);
}
