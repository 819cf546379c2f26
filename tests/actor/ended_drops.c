/* SPDX-License-Identifier: MIT */
/* A system in which messages to actors that have ended are dropped: disposed of, in the sender, and counted; an ask is
 * cancelled; conc_try_send says no; the executor of an actor decides, not the sender's. */
#include <conc.h>
#include <stdio.h>

actor sink { int n; };
message plain { int n; };
message owner { conc_semaphore *gone; };
message question { future(int) *answer; };
message stop {};

destroy (sink *self) { printf("sink of %d\n", self->n); }
destroy (owner *self) { if (self->gone) conc_semaphore_post(self->gone); }
receive (sink *self, plain *m) { self->n += m->n; }
receive (sink *self, owner *m) { (void)self, (void)m; }
receive (sink *self, question *m) { *m->answer << self->n; }
receive (sink *self, stop *m) { (void)self, (void)m; return Finished; }

actor relay { sink *to; int times; };
receive (relay *self, plain *m)
{
	for (int i = 0; i < self->times; i++) self->to | m;
}

int main(void)
{
	struct conc_actors_config config = { .ended = CONC_ENDED_DROP };
	struct conc_mailbox_config box = { 1, CONC_MAILBOX_BLOCK };
	struct conc_actors_statistics s;
	conc_semaphore gone = { 0 };
	future(int) answer = {};
	bool ok = true;

	conc_actors_start(&config);
	{
		sink a = { 0 }, b = { 0 };
		relay r = { &a, 7 };
		conc_mailbox_limit(&b, &box);
		a | (plain){ 1 } | (stop){};
		b | (stop){};
		waituntil (a) { } and waituntil (b) { }

		a | (plain){ 2 };
		b | (plain){ 2 };
		owner *o = new owner { &gone };
		conc_set_disposition(o, Delete);
		a | o;
		conc_semaphore_wait(&gone);
		a | (owner){ &gone };
		b | (owner){ &gone };
		conc_semaphore_wait(&gone);
		conc_semaphore_wait(&gone);
		a | (question){ &answer };
		waituntil (ok = int value << answer) if (!ok) printf("no answer %d\n", value);
		printf("%d\n", conc_try_send(&a, ((plain){ 3 })));
		r | (plain){ 1 };
	}
	conc_actors_stop();
	conc_actors_statistics(&s);
	printf("%d undelivered, %d received\n", (int)s.undelivered, (int)s.received);
}
