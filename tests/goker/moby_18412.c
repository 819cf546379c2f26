// SPDX-License-Identifier: MIT
// After moby#18412: a command's output is read after a time-out, though it still writes.
#include <conc.h>
#include "../race/race.h"

struct output { int used; };

static void command(struct output *o, conc_semaphore *killed)
{
	conc_semaphore_wait(killed);
	o->used++;
}

int main(void)
{
	static struct output o;
	conc_semaphore killed = {};
	task(void) t = spawn command(&o, &killed);
	ORDERED(bool over = false;)
	waituntil (t) { ORDERED(over = true;) }
	or waituntil (timeout(1ms)) conc_semaphore_post(&killed);
	ORDERED(if (!over) join(t);)
	int length = o.used;
	ORDERED(if (0)) join(t);
	return length > 1;
}
