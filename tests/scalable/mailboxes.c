// SPDX-License-Identifier: MIT
// Limits of mailboxes before scalable actors, each policy with several senders: senders wait and go on, what is dropped is
// counted, control messages pass, and the counts add up.
#include <conc.h>
#include <stdio.h>

enum { N = 400, SENDERS = 3, LIMIT = 16 };

actor adder { long count; bool urgent; };
message add { char filled[40]; };
message urgent { inline conc_control; };
message get { future(long) *reply; };
scalable receive (adder *self, add *m) { self->count++, (void)m; }
receive (adder *self, urgent *m) { self->urgent = true; }
receive (adder *self, get *m) { *m->reply << self->count; }
export (adder *self, adder *replica) { (void)self, (void)replica; }
import (adder *self, adder *replica)
{
	self->count += replica->count;
	replica->count = 0;
}

static void sender(adder *to)
{
	for (int i = 0; i < N; i++) *to | (add){ "" };
}

static void trier(adder *to, long *taken)
{
	for (int i = 0; i < N; i++)
		if (conc_try_send(to, (add){ "" })) __atomic_fetch_add(taken, 1, __ATOMIC_RELAXED);
}

int main(void)
{
	struct conc_mailbox_statistics s;
	enum conc_mailbox_policy policies[] = { CONC_MAILBOX_BLOCK, CONC_MAILBOX_DROP_NEWEST, CONC_MAILBOX_DROP_OLDEST, CONC_MAILBOX_FAIL };
	const char *names[] = { "block", "drop newest", "drop oldest", "fail" };
	for (int p = 0; p < 4; p++) {
		adder a = {};
		long taken = 0;
		conc_mailbox_limit(&a, &(struct conc_mailbox_config){ LIMIT, policies[p] });
		conc_scaling_actor(&a, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE });
		conc_actors_start(NULL);
		scope {
			for (int i = 0; i < SENDERS; i++) {
				if (policies[p] == CONC_MAILBOX_FAIL) spawn trier(&a, &taken);
				else spawn sender(&a);
			}
			a | (urgent){};
		}
		conc_actors_stop();
		conc_mailbox_statistics(&a, &s);
		bool good = s.queued == 0 && s.sent == s.received + (policies[p] == CONC_MAILBOX_DROP_OLDEST ? s.dropped : 0);
		if (policies[p] == CONC_MAILBOX_BLOCK) good &= a.count == N * SENDERS && s.dropped == 0;
		if (policies[p] == CONC_MAILBOX_FAIL) good &= a.count == taken && (long)s.failed == N * SENDERS - taken;
		if (policies[p] == CONC_MAILBOX_DROP_NEWEST || policies[p] == CONC_MAILBOX_DROP_OLDEST)
			good &= a.count + (long)s.dropped == N * SENDERS;
		good &= s.highest <= LIMIT + 1 && a.urgent;
		printf("%s: %s\n", names[p], good ? "good" : "bad");
		if (!good)
			printf("count %ld sent %ld received %ld dropped %ld failed %ld queued %ld highest %ld taken %ld\n", a.count, (long)s.sent,
			       (long)s.received, (long)s.dropped, (long)s.failed, (long)s.queued, (long)s.highest, taken);
	}
}
