// SPDX-License-Identifier: MIT
// A register_select that waits for a lock, while another clause of the statement is selected: the lock keeps out whom it
// keeps out, and the statement is woken once.
#include <conc.h>
#include <stdio.h>

struct bell { conc_mutex lock; conc_select *waiting; bool rung, entered; };

static bool bell_register(struct bell *b, conc_select *clause)
{
	mutex (b->lock) {
		b->entered = true;
		if (b->rung && conc_claim(clause)) return true;
		b->waiting = clause;
	}
	return false;
}

static void bell_unregister(struct bell *b, conc_select *clause)
{
	if (!conc_selected(clause)) mutex (b->lock) b->waiting = NULL;
}

impl select for struct bell { .register_select = bell_register, .unregister_select = bell_unregister };

static void ring(struct bell *b)
{
	conc_select *selected = NULL;
	mutex (b->lock) {
		b->rung = true;
		if (b->waiting && conc_claim(b->waiting)) selected = b->waiting;
		if (selected) b->waiting = NULL;
	}
	if (selected) conc_complete(selected);
}

static bool is_waiting(struct bell *b) { mutex (b->lock) return b->waiting; }

// Holds the second bell's lock, rings the first one, and looks whether anybody came in.
static void keep(struct bell *first, struct bell *second, conc_semaphore *held)
{
	mutex (second->lock) {
		conc_semaphore_post(held);
		while (!is_waiting(first)) conc_yield();
		conc_sleep(1ms);	// by now the statement waits for the lock
		ring(first);
		conc_sleep(1ms);
		if (second->entered) puts("the lock was held, and somebody came in");
	}
}

int main(void)
{
	for (int round = 0; round < 2; round++) {
		struct bell first = {0}, second = {0}, third = {0};
		conc_semaphore held = {0};
		task(void) keeper = spawn keep(&first, &second, &held);
		conc_semaphore_wait(&held);
		if (round == 0) {
			waituntil (first) puts("first");
			or waituntil (second) puts("second");
			or waituntil (third) puts("third");
		} else {
			waituntil (first) { puts("first"); ring(&third); }
			and waituntil (second) puts("second");
			and waituntil (third) { puts("third"); ring(&second); }
		}
	}
	return 0;
}
