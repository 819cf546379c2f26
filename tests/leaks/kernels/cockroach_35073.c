// SPDX-License-Identifier: MIT
// After cockroach#35073: an outbox that fails to start leaves its channel full and does not tell the producers that
// nobody will receive. Two of them, a thread and main, wait for ever in their sends.
#include "go.h"

enum { ROWS = 16 };
enum status { NEED_MORE_ROWS, DRAIN_REQUESTED, CONSUMER_CLOSED };

struct outbox { _Atomic int status; channel(int) rows; };

static struct outbox box = { NEED_MORE_ROWS, { ROWS } };
static struct go_group pushers, outboxes;

static enum status push(struct outbox *o)
{
	enum status s = o->status;
	if (s == NEED_MORE_ROWS) o->rows << 0; /* stays */
	return s;
}

static void push_one(void)
{
	push(&box);
	go_done(&pushers);
}

static void run(void)
{
	go_done(&outboxes); // it fails at once
}

int main(void)
{
	for (int i = 0; i < ROWS; i++) push(&box);
	go_add(&pushers, 1);
	spawn push_one();
	go_add(&outboxes, 1);
	spawn run();
	go_wait(&outboxes);
	push(&box);
}
