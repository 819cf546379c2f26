// SPDX-License-Identifier: MIT
// CONC_MAILBOX_FAIL, and nobody asks whether it was sent.
#include <conc.h>

message item { int n; };
actor sink { conc_semaphore began, gate; };
receive (sink *self, item *m)
{
	if (m->n == 1) conc_semaphore_post(&self->began);
	conc_semaphore_wait(&self->gate);
}

static sink s;

int main(void)
{
	struct conc_mailbox_config config = { 2, CONC_MAILBOX_FAIL };

	conc_mailbox_limit(&s, &config);
	conc_actors_start(NULL);
	s | (item){ 1 };
	conc_semaphore_wait(&s.began);
	s | (item){ 2 } | (item){ 3 };
	s | (item){ 4 };
}
