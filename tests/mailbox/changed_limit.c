// SPDX-License-Identifier: MIT
// A behaviour may give its actor a limit, and another one, while messages are on their way.
#include <conc.h>
#include <stdio.h>

message item { int n; };
message limit { size_t limit; enum conc_mailbox_policy policy; };
actor sink { int received, last; };
receive (sink *self, item *m)
{
	if (m->n > self->last) self->received++;
	self->last = m->n;
}
receive (sink *self, limit *m)
{
	struct conc_mailbox_config config = { m->limit, m->policy };
	conc_mailbox_limit(self, &config);
}

int main(void)
{
	sink s;
	struct conc_mailbox_statistics counts;
	int n = 0;

	conc_actors_start(NULL);
	printf("%d\n", conc_mailbox_statistics(&s, &counts));
	for (int round = 0; round < 30; round++) {
		for (int i = 0; i < 20; i++) s | (item){ ++n };
		s | (limit){ (size_t)(round % 5), CONC_MAILBOX_BLOCK };
	}
	conc_actors_stop();
	printf("%d received, the last was %d\n", s.received, s.last);
	printf("%d", conc_mailbox_statistics(&s, &counts));
	printf(", %zu queued\n", counts.queued);
}
