// SPDX-License-Identifier: MIT
// After etcd#9446: a read transaction's buffer is reset while a range is read from it.
#include <conc.h>
#include "../race/race.h"

struct buffer { conc_rw_lock lock; int bucket[4]; };

static void reset(struct buffer *b)
{
	ORDERED(mutex (b->lock))
	for (int i = 0; i < 4; i++) b->bucket[i] = 0;
}

static int range(struct buffer *b)
{
	ORDERED(mutex (conc_reading(&b->lock)))
	return b->bucket[1];
}

int main(void)
{
	struct buffer b = { .bucket = { 0, 1 } };
	task(void) t = spawn reset(&b);
	task(int) u = spawn range(&b);
	join(t);
	return join(u) > 1;
}
