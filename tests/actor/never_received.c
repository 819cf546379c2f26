// SPDX-License-Identifier: MIT
// Messages whose actor has ended before their turn are named when the system stops.
#include <conc.h>
#include <stdio.h>

actor counter { long n; conc_semaphore *gate; };
message add { long by; };
message get { long at; };
receive (counter *self, add *m)
{
	self->n += m->by;
	if (!self->gate) return;
	conc_semaphore_wait(self->gate);
	return Finished;
}
receive (counter *self, get *m) { self->n += m->at; }

int main(void)
{
	conc_semaphore gate = { 0 };
	counter c = { 0, &gate }, all = { 0 };

	conc_actors_start(NULL);
	for (int i = 0; i < 3; i++)
		c | (add){ 1 } | (get){ 1 };
	c | finished_message;
	c | (add){ 2 };
	c | (add){ 3 };
	all | (add){ 1 };
	conc_semaphore_post(&gate);
	conc_actors_stop();
	printf("%ld %ld\n", c.n, all.n);
}
