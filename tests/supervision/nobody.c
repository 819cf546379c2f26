// SPDX-License-Identifier: MIT
// An actor that fails and has no supervisor, or one that has ended, is ended with a warning.
#include <conc.h>
#include <stdio.h>

message job { int n; };
actor worker { int jobs; };
receive (worker *self, job *m)
{
	if (m->n) return conc_fail(m->n);
	self->jobs++;
}
actor boss { int failures; };
receive (boss *self, conc_failure *m) { (void)m; self->failures++; }

int main(void)
{
	worker w, x;
	boss b;
	struct conc_supervision rules = { .restarts = 5 };

	conc_supervise(&x, &b, &rules);
	conc_actors_start(NULL);
	b | finished_message;
	w | (job){ 0 } | (job){ 7 };
	for (struct conc_actors_statistics now = { 0 }; now.ended < 2; conc_sleep(10us)) conc_actors_statistics(&now);
	x | (job){ 0 } | (job){ 8 };
	conc_actors_wait();
	conc_actors_stop();
	printf("%d %d %d\n", w.jobs, x.jobs, b.failures);
}
