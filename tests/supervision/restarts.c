// SPDX-License-Identifier: MIT
// An actor that has failed is told to its supervisor, made new, and goes on with its next message.
#include <conc.h>
#include <stdio.h>

message job { int n; };
actor worker { int jobs, began; };
receive (worker *self, job *m)
{
	if (m->n < 0) return conc_fail(-m->n);
	self->jobs++;
}

actor boss { int failures, status; unsigned restarts; void *who; };
receive (boss *self, conc_failure *m)
{
	self->who = m->actor;
	self->failures++;
	self->status = 10 * self->status + m->status;
	self->restarts = m->restarts;
	if (m->given_up) puts("never");
}

static void again(void *actor)
{
	worker *w = actor;
	w->began++;
	w->jobs = 0;
}

int main(void)
{
	worker w, plain, other;
	boss b;
	struct conc_supervision rules = { .restarts = 3, .within = 10s, .backoff = 1ms, .backoff_max = 2ms, .restart = again };
	struct conc_supervision as_it_was = { .restarts = 1 };

	conc_supervise(&w, &b, &rules);
	conc_supervise(&plain, &b, &as_it_was);
	conc_actors_start(NULL);
	w | (job){ 1 } | (job){ -1 } | (job){ 2 } | (job){ -2 } | (job){ 3 } | (job){ -3 } | (job){ 4 } | (job){ 5 };
	for (int i = 0; i < 10; i++) other | (job){ i };
	conc_actors_stop();
	printf("%d jobs after %d restarts; %d failures, %d, %u\n", w.jobs, w.began, b.failures, b.status, b.restarts);
	printf("%d %d\n", other.jobs, b.who == &w);
	conc_actors_start(NULL);
	worker p;
	boss c;
	conc_supervise(&p, &c, &as_it_was);
	p | (job){ 1 } | (job){ -4 } | (job){ 2 };
	conc_actors_stop();
	printf("%d jobs, %d\n", p.jobs, c.status);
}
