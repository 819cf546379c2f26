// SPDX-License-Identifier: MIT
// After cockroach#35931: a flow that is cancelled sends an error to each of its inbound streams. One of them is full
// and its reader has not started, so the canceller, which is main, waits for ever.
#include "go.h"

enum { STREAMS = 2 };

struct row_channel { channel(int) data; };
struct flow { struct row_channel *inbound[STREAMS]; };

static conc_mutex registry;
static struct row_channel left = { { 1 } }, right = { { 1 } };
static struct flow flow = { { &left, &right } };

static void push(struct row_channel *r)
{
	r->data << 1; /* stays */
}

static void cancel(struct flow *f)
{
	struct row_channel *pending[STREAMS];
	mutex (registry)
		for (int i = 0; i < STREAMS; i++) pending[i] = f->inbound[i];
	for (int i = 0; i < STREAMS; i++) push(pending[i]);
}

int main(void)
{
	push(&left);
	cancel(&flow);
}
