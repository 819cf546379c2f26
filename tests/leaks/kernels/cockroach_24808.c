// SPDX-License-Identifier: MIT
// After cockroach#24808: the compactor's channel has room for one suggestion. It already holds one when the compactor
// starts and makes its own, before there is a thread that receives. Main waits for ever.
#include "go.h"

static channel(int) stop_channel, suggestions = { 1 };

static void work(void)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (open = got << stop_channel) return;
		or waituntil (got << suggestions) {}
	}
}

static void start(void)
{
	suggestions << 1; /* stays */
	spawn work();
}

int main(void)
{
	suggestions << 1;
	start();
	conc_close(&stop_channel);
}
