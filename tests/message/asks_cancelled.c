// SPDX-License-Identifier: MIT
// Who asks an actor that ends before it answers is told: the future is cancelled.
#include <conc.h>
#include <stdio.h>

message get { future(long) *reply; };
message ask_both { struct { future(long) *here; future(int) *there; } in; };
message stop { int code; };
actor counter { long n; conc_semaphore *gate; };

receive (counter *self, get *m) { *m->reply << self->n; }
receive (counter *self, ask_both *m) { *m->in.here << self->n; }
receive (counter *self, stop *m) { (void)m; conc_semaphore_wait(self->gate); return Finished; }

int main(void)
{
	conc_semaphore gate = { 0 };
	future(long) before, behind, first, late;
	future(int) second;
	ask_both by_reference = { { &first, &second } };
	long n = 0;
	int i = 0;

	conc_actors_start(NULL);
	counter c = { 7, &gate };
	c | (get){ &before } | (stop){ 1 } | (get){ &behind } | &by_reference | (get){ 0 };
	waituntil (n << before) printf("answered: %ld\n", n);
	waituntil (n << behind) puts("never");
	or waituntil (timeout(5ms)) puts("not yet");
	conc_semaphore_post(&gate);
	printf("%d %d %d\n", n << behind, n << first, i << second);
	bool answered = true;
	waituntil (answered = n << behind) printf("%s\n", answered ? "answered" : "told");
	or waituntil (timeout(1h)) puts("never");
	printf("%d\n", conc_try_send(&c, (get){ &late }));
	printf("%d\n", conc_future_ready(&late) || conc_future_ready(&behind));
	conc_actors_stop();
}
