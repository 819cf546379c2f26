// SPDX-License-Identifier: MIT
// Too many restarts: the actor is ended, and who asks it is told.
#include <conc.h>
#include <stdio.h>

message job { int n; };
message ask { future(int) *reply; };
actor worker { int jobs; };
static conc_semaphore gate;
receive (worker *self, job *m)
{
	if (m->n < 0) return conc_fail(-m->n);
	if (self->jobs++ == 0) conc_semaphore_wait(&gate);
}
receive (worker *self, ask *m) { *m->reply << self->jobs; }

actor boss { int failures; size_t used; char text[400]; };
receive (boss *self, conc_failure *m)
{
	self->used += (size_t)snprintf(self->text + self->used, sizeof self->text - self->used,
	                               "%s has failed with %d, %u restarts%s\n", m->type, m->status, m->restarts,
	                               m->given_up ? ", given up" : "");
	return ++self->failures == 4 ? Finished : Nodelete;
}

int main(void)
{
	worker w, x;
	boss b;
	struct conc_supervision rules = { .restarts = 2 };
	future(int) jobs;
	int n;

	conc_supervise(&w, &b, &rules);
	conc_supervise(&x, &b, NULL);
	conc_actors_start(NULL);
	w | (job){ 1 } | (job){ -1 } | (job){ -2 } | (job){ 2 } | (job){ -3 } | (ask){ &jobs };
	conc_semaphore_post(&gate);
	printf("%s\n", (n << jobs) ? "answered" : "told");
	printf("%d jobs\n", w.jobs);
	x | (job){ -4 };
	conc_actors_wait();
	conc_actors_stop();
	printf("%s", b.text);
}
