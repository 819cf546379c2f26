// SPDX-License-Identifier: MIT
// CONC_MAILBOX_BLOCK: senders wait for room, whoever they are; nothing is lost, each one's order is kept.
#include <conc.h>
#include <stdio.h>

enum { SENDERS = 5, EACH = 200, LIMIT = 3 };

message item { int from, n; };
actor sink { int last[SENDERS], received, wrong; };
receive (sink *self, item *m)
{
	if (m->n != self->last[m->from] + 1) self->wrong++;
	self->last[m->from] = m->n;
	if (++self->received % 64 == 0) conc_sleep(10us);
}

message go { int from; };
actor source { sink *to; };
receive (source *self, go *m)		// a behaviour that waits for room
{
	for (int n = 1; n <= EACH; n++) self->to | (item){ m->from, n };
	return Finished;
}

thread feeder { sink *to; int from; };
void main(feeder *self)
{
	for (int n = 1; n <= EACH; n++) self->to | (item){ self->from, n };
}

int main(void)
{
	sink s;
	struct conc_mailbox_config config = { LIMIT, CONC_MAILBOX_BLOCK };
	struct conc_mailbox_statistics counts;

	conc_mailbox_limit(&s, &config);
	conc_actors_start(NULL);
	{
		source sources[2] = { { &s }, { &s } };
		for (int i = 0; i < 2; i++) sources[i] | (go){ i };
		feeder feeders[3] = { { &s, 2 }, { &s, 3 }, { &s, 4 } };
	}
	conc_actors_stop();
	printf("%d received, %d wrong\n", s.received, s.wrong);
	printf("%d\n", conc_mailbox_statistics(&s, &counts));
	printf("%d sent, %d received, %d queued\n", (int)counts.sent, (int)counts.received, (int)counts.queued);
	printf("%d dropped, %d failed, %s\n", (int)counts.dropped, (int)counts.failed,
	       counts.highest == LIMIT && counts.blocked > 0 ? "some waited" : "none waited");
}
