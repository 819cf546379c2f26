// SPDX-License-Identifier: MIT
// An actor cannot wait for room that only it can make.
#include <conc.h>

message item { int n; };
actor sink { int sum; };
receive (sink *self, item *m)
{
	self->sum += m->n;
	self | (item){ 1 } | (item){ 2 };
}

int main(void)
{
	sink s;
	struct conc_mailbox_config config = { 1, CONC_MAILBOX_BLOCK };

	conc_mailbox_limit(&s, &config);
	conc_actors_start(NULL);
	s | (item){ 0 };
	conc_actors_stop();
}
