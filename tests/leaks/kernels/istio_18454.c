// SPDX-License-Identifier: MIT
// After istio#18454: a loop receives from a timer, and when the timer is reset it also empties the timer's channel. If
// it has received before, the channel is empty already and the loop waits for ever. The thread that resets the timer
// fills its channel with one more reset and waits for the loop.
// The timer is reset for the first time after the loop has received from it, and again when the loop waits.
#include "go.h"

enum { EVENTS = 8 };

struct timer { channel(int) c; _Atomic bool fired; };

struct strategy { conc_mutex m; struct timer *timer; channel(int) reset, context; };
struct processor { struct strategy strategy; channel(int) events, context; };

static _Atomic bool received;
static int resets;

static void fire(struct timer *t)
{
	conc_sleep(1ns);
	t->fired = true;
	t->c << 1;
}

static void event_loop(struct strategy *s)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (got << s->timer->c) received = true;
		or waituntil (got << s->reset) {
			if (s->timer->fired) got << s->timer->c; /* stays */
			s->timer->fired = false;
			spawn fire(s->timer);
		}
		or waituntil (open = got << s->context) return;
	}
}

static void start_timer(struct strategy *s)
{
	s->timer = new struct timer { .c = { 1 } };
	spawn fire(s->timer);
	spawn event_loop(s);
}

static void on_change(struct strategy *s)
{
	conc_mutex_lock(&s->m);
	if (s->timer) {
		conc_mutex_unlock(&s->m);
		if (resets++) go_until_waits(1, "event_loop", "receive");
		else while (!received) conc_yield();
		s->reset << 1; /* stays */
		return;
	}
	start_timer(s);
	conc_mutex_unlock(&s->m);
}

static void process(struct processor *p)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (open = got << p->context) break;
		or waituntil (got << p->events) on_change(&p->strategy);
	}
	conc_close(&p->strategy.context);
}

go_test
{
	struct processor *p = new struct processor { .strategy = { .reset = { 1 } }, .events = { EVENTS } };
	for (int i = 0; i < EVENTS; i++) p->events << 1;
	spawn process(p);
	go_until_waits(1, "event_loop", "receive");
	go_until_waits(1, "process", "send");
	go_until_left(2);
	conc_close(&p->context);
}

int main(void) { test(); }
