// SPDX-License-Identifier: MIT
// CONC_MAILBOX_FAIL, and nobody asks whether it was sent.
#include <conc.h>

message item { int n; };
actor sink { conc_semaphore gate; };
receive (sink *self, item *m) { (void)m; conc_semaphore_wait(&self->gate); }

static sink s;

int main(void)
{
	struct conc_mailbox_config config = { 2, CONC_MAILBOX_FAIL };

	conc_mailbox_limit(&s, &config);
	conc_actors_start(NULL);
	s | (item){ 1 };
	while (conc_try_send(&s, (item){ 2 })) conc_sleep(10us);
	s | (item){ 3 };
}
