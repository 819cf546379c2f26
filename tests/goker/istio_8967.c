// SPDX-License-Identifier: MIT
// After istio#8967: a source that is stopped forgets the channel that its thread waits for.
#include <conc.h>
#include "../race/race.h"

struct source { channel(int) *done; };

static int run(struct source *s)
{
	int got = 0;
	channel(int) *done = s->done;
	if (done) (void)(got << *done);
	return got;
}

int main(void)
{
	channel(int) done = {};
	static struct source s;
	s.done = &done;
	task(int) t = spawn run(&s);
	conc_close(&done);
	ORDERED(join(t);)
	s.done = NULL;
	ORDERED(if (0)) join(t);
}
