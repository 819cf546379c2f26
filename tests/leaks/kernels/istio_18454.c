// SPDX-License-Identifier: MIT
// After istio#18454: a loop receives from a timer, and when the timer is reset it also empties the timer's channel. If
// it has received before, the channel is empty already and the loop waits for ever. The thread that resets the timer
// fills its channel with one more reset and waits for the loop.
// The timer is reset for the first time after the loop has received from it, and again when the loop waits.
#include "go.h"

enum { EVENTS = 8 };

struct timer { channel(int) c; _Atomic bool fired; };

static struct timer *timer;
static channel(int) reset = { 1 }, events = { EVENTS }, strategy_context, processor_context;
static conc_mutex state;
static _Atomic bool received;
static int resets;

static void fire(struct timer *t)
{
	conc_sleep(1ns);
	t->fired = true;
	t->c << 1;
}

static void event_loop(void)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (got << timer->c) received = true;
		or waituntil (got << reset) {
			if (timer->fired) got << timer->c; /* stays */
			timer->fired = false;
			spawn fire(timer);
		}
		or waituntil (open = got << strategy_context) return;
	}
}

static void start_timer(void)
{
	timer = new struct timer { .c = { 1 } };
	spawn fire(timer);
	spawn event_loop();
}

static void on_change(void)
{
	conc_mutex_lock(&state);
	if (timer) {
		conc_mutex_unlock(&state);
		if (resets++) go_until_waits(1, "event_loop", "receive");
		else while (!received) conc_yield();
		reset << 1; /* stays */
		return;
	}
	start_timer();
	conc_mutex_unlock(&state);
}

static void process(void)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (open = got << processor_context) break;
		or waituntil (got << events) on_change();
	}
	conc_close(&strategy_context);
}

int main(void)
{
	for (int i = 0; i < EVENTS; i++) events << 1;
	spawn process();
	go_until_waits(1, "event_loop", "receive");
	go_until_waits(1, "process", "send");
	go_until_left(2);
	conc_close(&processor_context);
}
