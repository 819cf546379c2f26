// SPDX-License-Identifier: MIT
// Savina's ProdConsBoundedBuffer: P producers, C consumers and a manager with a buffer. The second half does without the
// manager: a mailbox with a limit is the buffer, a thread that sends into a full one waits.
//     producer_consumer [ITEMS [P [C]]]
#include <conc.h>
#include <stdio.h>
#include "size.h"

enum { BUFFER = 8 };

actor manager;
actor producer { manager *to; long next, left; };
actor consumer { manager *from; long sum, items; };
actor manager {
	long items[BUFFER];
	int front, count, promised;	// promised: places for items that producers have been told to make
	producer **full;	// who waits for a place, and who for an item
	consumer **empty;
	int waiting_producers, waiting_consumers, producing, consuming;
};

message produce {};
message ready { producer *who; };
message item { long value; };
message available { consumer *who; };
message bye {};

receive (producer *self, produce *m);
receive (consumer *self, item *m);

static void serve(manager *self)
{
	while (self->waiting_consumers && self->count) {
		self->empty[--self->waiting_consumers] | (item){ self->items[self->front] };
		self->front = (self->front + 1) % BUFFER;
		self->count--;
	}
	while (self->waiting_producers && self->count + self->promised < BUFFER) {
		self->full[--self->waiting_producers] | (produce){};
		self->promised++;
	}
	if (self->producing || self->count) return;
	while (self->waiting_consumers) {
		self->empty[--self->waiting_consumers] | finished_message;
		self->consuming--;
	}
}

receive (manager *self, ready *m)
{
	self->full[self->waiting_producers++] = m->who;
	serve(self);
}

receive (manager *self, item *m)
{
	self->promised--;
	self->items[(self->front + self->count++) % BUFFER] = m->value;
	conc_test_assert(self->count <= BUFFER);
	serve(self);
}

receive (manager *self, available *m)
{
	self->empty[self->waiting_consumers++] = m->who;
	serve(self);
	if (self->consuming == 0) return Finished;
}

receive (manager *self, bye *m)
{
	(void)m;
	self->promised--;
	self->producing--;
	serve(self);
	if (self->consuming == 0) return Finished;
}

receive (producer *self, produce *m)
{
	(void)m;
	if (self->left-- == 0) {
		self->to | (bye){};
		return Finished;
	}
	self->to | (item){ self->next++ } | (ready){ self };
}

receive (consumer *self, item *m)
{
	self->sum += m->value;
	self->items++;
	if (self->from) self->from | (available){ self };
}

static void with_a_manager(long items, int producers, int consumers)
{
	producer p[producers];
	consumer c[consumers], *idle[consumers];
	producer *waiting[producers];
	manager m = { .full = waiting, .empty = idle, .producing = producers, .consuming = consumers };
	long sum = 0, taken = 0, n = items * producers;
	conc_actors_start(NULL);
	for (int i = 0; i < consumers; i++) {
		c[i].from = &m;
		m | (available){ &c[i] };
	}
	for (int i = 0; i < producers; i++) {
		p[i].to = &m, p[i].next = i * items + 1, p[i].left = items;
		m | (ready){ &p[i] };
	}
	conc_actors_wait();
	conc_actors_stop();
	for (int i = 0; i < consumers; i++) sum += c[i].sum, taken += c[i].items;
	conc_test_assert(taken == n && sum == n * (n + 1) / 2);
}

static void send_items(consumer *to, long first, long items)
{
	for (long i = first; i < first + items; i++) to | (item){ i };
}

static void with_a_mailbox(long items, int producers)
{
	consumer c = {};
	long n = items * producers;
	struct conc_mailbox_statistics s;
	conc_actors_start(NULL);
	conc_mailbox_limit(&c, &(struct conc_mailbox_config){ .limit = BUFFER, .policy = CONC_MAILBOX_BLOCK });
	{
		task(void) t[producers];
		for (int i = 0; i < producers; i++) t[i] = spawn send_items(&c, i * items + 1, items);
	}
	conc_actors_stop();
	conc_test_assert(c.items == n && c.sum == n * (n + 1) / 2);
	conc_test_assert(conc_mailbox_statistics(&c, &s) && s.highest <= BUFFER && s.queued == 0);
	conc_test_assert(s.sent == (uint64_t)n && s.received == (uint64_t)n && s.dropped == 0);
}

int main(int argc, char **argv)
{
	long items = size_of_run(argc, argv, 1, 300, 5);
	int producers = (int)size_of_run(argc, argv, 2, 10, 3), consumers = (int)size_of_run(argc, argv, 3, 8, 2);
	with_a_manager(items, producers, consumers);
	with_a_mailbox(items, producers);
	puts("ok");
}
