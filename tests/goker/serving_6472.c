// SPDX-License-Identifier: MIT
// After serving#6472: what is pending is counted up after the items are in the queue, whose readers count down.
#include <conc.h>
#include "../race/race.h"

enum { ITEMS = 2 };
struct state { int pending; };

static void process(channel(struct state *) *queue)
{
	struct state *s;
	s << *queue;
	__atomic_fetch_sub(&s->pending, 1, __ATOMIC_RELAXED);
}

static void probe(channel(struct state *) *queue, struct state *s)
{
	ORDERED(s->pending += ITEMS;)
	for (int i = 0; i < ITEMS; i++) *queue << s;
	BESIDE(s->pending += ITEMS;)
}

int main(void)
{
	static struct state s;
	channel(struct state *) queue = { ITEMS };
	task(void) t = spawn process(&queue), u = spawn process(&queue);
	probe(&queue, &s);
	join(t), join(u);
	return s.pending > ITEMS;
}
