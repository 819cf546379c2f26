// SPDX-License-Identifier: MIT
// Supervision of a scalable actor: an ordinary behaviour fails between scalable messages; the actor is whole when it begins
// again, and splits again. A replica does not fail; it tells its actor to. Given up, it is at its end with all imported.
#include <conc.h>
#include <stdio.h>

enum { N = 300 };

actor worker { struct worker *whole; long done, lives, last; };
message work { int n; };
message broken { int n; };
receive (worker *self, broken *m) { return conc_fail((int)(self->last = m->n)); }
scalable receive (worker *self, work *m)
{
	self->done++;
	if (m->n % 100 == 99) *self->whole | (broken){ m->n };
}
export (worker *self, worker *replica) { replica->whole = self->whole; }
import (worker *self, worker *replica)
{
	self->done += replica->done;
	replica->done = 0;
}

static void again(void *actor) { ((worker *)actor)->lives++; }

actor chief { long failures, sum, given_up; };
receive (chief *self, conc_failure *m)
{
	self->failures++;
	self->sum += m->status;
	self->given_up += m->given_up;
}

int main(void)
{
	chief c = {};
	worker w = { &w }, tired = { &tired };
	conc_scaling_type(worker, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE });
	conc_supervise(&w, &c, &(struct conc_supervision){ .restarts = 10, .backoff = 10us, .restart = again });
	conc_supervise(&tired, &c, NULL);
	conc_actors_start(NULL);
	for (int i = 0; i < N; i++) w | (work){ i };
	for (int i = 0; i < 99; i++) tired | (work){ i };
	tired | (broken){ 1000 };
	conc_actors_stop();
	printf("%ld done, %ld restarts; %ld done\n", w.done, w.lives, tired.done);
	printf("%ld failures, %ld, %ld given up\n", c.failures, c.sum, c.given_up);
}
