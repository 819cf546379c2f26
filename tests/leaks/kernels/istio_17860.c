// SPDX-License-Identifier: MIT
// After istio#17860: an agent that is restarted starts a process, whose end a thread reports through a channel. The
// agent's loop, the only one to receive, has left because its context was cancelled: two processes' threads wait for
// ever. The loop runs for the first time after it was cancelled, which a goroutine may do.
#include "go.h"

struct agent { conc_mutex m; channel(int) status, context; int epoch, active; bool (*is_live)(void); };

static bool never_live(void) { return false; }

static void run(struct agent *a)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (open = got << a->context) return;
		or waituntil (got << a->status) {
			mutex (a->m)
				if (!--a->active) return;
		}
	}
}

static void run_wait(struct agent *a, int epoch)
{
	a->status << epoch; /* stays */
}

static void wait_until_live(struct agent *a)
{
	uint64_t deadline = conc_now() + 100us;
	if (!a->active) return;
	while (!a->is_live()) {
		waituntil (timeout(deadline - conc_now())) return;
		or waituntil (timeout(30us)) {}
	}
}

static void restart(struct agent *a)
{
	mutex (a->m) {
		wait_until_live(a);
		a->active++;
		spawn run_wait(a, ++a->epoch);
	}
}

go_test
{
	struct agent *a = new struct agent { .is_live = never_live };
	restart(a);
	spawn restart(a);
	conc_close(&a->context);
	spawn run(a);
	go_until_waits(2, "run_wait", "send");
	go_until_left(2);
}

int main(void) { test(); }
