// SPDX-License-Identifier: MIT
// After kubernetes#25331: a watch that fails cancels its context and then sends the error as its result. Who stopped it
// does not receive any more, so the watch waits for ever.
#include "go.h"

struct watch { channel(int) context, results, errors; };

static void stop(struct watch *w)
{
	w->errors << 1;
	conc_close(&w->context);
}

static void run(struct watch *w)
{
	go_unused bool open;
	int error;
	waituntil (error << w->errors) {
		conc_close(&w->context);
		w->results << error; /* stays */
	}
	or waituntil (open = error << w->context) {}
}

go_test
{
	struct watch *w = new struct watch {};
	spawn run(w);
	spawn stop(w);
	go_until_waits(1, "run", "send");
	go_until_left(1);
}

int main(void) { test(); }
