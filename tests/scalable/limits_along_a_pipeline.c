// SPDX-License-Identifier: MIT
// Scalable actors one behind the other, with mailboxes of a few messages whose senders wait: replicas wait for room, and go on.
#include <conc.h>
#include <stdio.h>

enum { N = 600, STAGES = 4 };

actor stage { struct stage *next; long count, sum; };
message item { long n; };
scalable receive (stage *self, item *m)
{
	self->count++;
	self->sum += m->n;
	if (self->next) *self->next | (item){ m->n + 1 };
}
export (stage *self, stage *replica) { replica->next = self->next; }
import (stage *self, stage *replica)
{
	self->count += replica->count, self->sum += replica->sum;
	replica->count = replica->sum = 0;
}

static void source(stage *to)
{
	for (int i = 0; i < N; i++) *to | (item){ i };
}

int main(void)
{
	stage stages[STAGES] = {};
	for (int i = 0; i < STAGES; i++) {
		if (i + 1 < STAGES) stages[i].next = &stages[i + 1];
		conc_mailbox_limit(&stages[i], &(struct conc_mailbox_config){ 3, CONC_MAILBOX_BLOCK });
		conc_scaling_actor(&stages[i], &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .replicas = (unsigned)i + 1 });
	}
	conc_actors_start(NULL);
	scope {
		for (int i = 0; i < 3; i++) spawn source(&stages[0]);
	}
	conc_actors_stop();
	for (int i = 0; i < STAGES; i++) printf("%ld %ld\n", stages[i].count, stages[i].sum);
}
