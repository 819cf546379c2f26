// SPDX-License-Identifier: MIT
// After serving#3068: who waits for a pool closes the channel to which another thread still sends work.
// Stops with: send on a closed channel
#include <conc.h>
#include "../race/race.h"

struct pool { channel(int) works; _Atomic int executed; };

static void work(struct pool *p)
{
	for (int piece; piece << p->works;) p->executed++;
}

static bool go(struct pool *p)
{
	BESIDE(p->works << 1; return true;)
	ORDERED(return p->works << 1;)
}

static void submit(struct pool *p)
{
	for (int i = 0; i < 5 && go(p); i++) conc_sleep(10ms);
}

static void wait_for(struct pool *p) { conc_close(&p->works); }

int main(void)
{
	static struct pool p = { .works = { 5 } };
	task(void) worker = spawn work(&p), client = spawn submit(&p);
	wait_for(&p);
	join(client), join(worker);
	return p.executed > 5;
}
