// SPDX-License-Identifier: MIT
// What a full mailbox does with one message more, by each policy; control messages always go.
#include <conc.h>
#include <stdio.h>

message item { int n; };
message urgent { inline conc_control; int n; };
static int destroyed;
destroy (item *self) { __atomic_fetch_add(&destroyed, self->n, __ATOMIC_RELAXED); }

actor sink { conc_semaphore *began, *gate; };
receive (sink *self, item *m)
{
	printf(" %d", m->n);
	if (m->n) return;
	conc_semaphore_post(self->began);
	conc_semaphore_wait(self->gate);
}
receive (sink *self, urgent *m) { (void)self; printf(" urgent %d", m->n); }

static void run(const char *name, enum conc_mailbox_policy policy)
{
	conc_semaphore began = { 0 }, gate = { 0 };
	struct conc_mailbox_config config = { 2, policy };
	struct conc_mailbox_statistics counts;
	sink s = { &began, &gate };
	item tried[5] = { { 0 }, { 1 }, { 2 }, { 3 }, { 4 } };
	int sent = 0;

	printf("%s:", name);
	destroyed = 0;
	conc_mailbox_limit(&s, &config);
	conc_actors_start(NULL);
	s | (item){ 0 };
	conc_semaphore_wait(&began);		// it is being handled: it is not in the mailbox
	for (int n = 1; n <= 4; n++) {
		conc_set_disposition(&tried[n], Destroy);
		sent = 10 * sent + conc_try_send(&s, &tried[n]);
	}
	s | (urgent){ .n = 5 };
	if (policy == CONC_MAILBOX_DROP_NEWEST || policy == CONC_MAILBOX_DROP_OLDEST) s | (item){ 6 };
	conc_mailbox_statistics(&s, &counts);
	conc_semaphore_post(&gate);
	s | finished_message;
	conc_actors_wait();
	conc_actors_stop();
	printf("\n  tried %04d, %d queued, %d dropped, %d failed, destroyed %d\n", sent, (int)counts.queued,
	       (int)counts.dropped, (int)counts.failed, destroyed);
}

int main(void)
{
	run("block", CONC_MAILBOX_BLOCK);
	run("fail", CONC_MAILBOX_FAIL);
	run("drop newest", CONC_MAILBOX_DROP_NEWEST);
	run("drop oldest", CONC_MAILBOX_DROP_OLDEST);
}
