// SPDX-License-Identifier: MIT
// An actor that others may send to changes its limit itself.
#include <conc.h>

message item { int n; };
actor sink { int sum; };
receive (sink *self, item *m) { self->sum += m->n; }

int main(void)
{
	struct conc_mailbox_config config = { 1, CONC_MAILBOX_FAIL };
	sink s;
	conc_actors_start(NULL);
	s | (item){ 1 };
	conc_mailbox_limit(&s, &config);
}
