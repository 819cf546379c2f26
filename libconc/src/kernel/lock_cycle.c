/* SPDX-License-Identifier: MIT */
/*
 * lock_cycle: finds threads that wait for each other's locks or ends for ever, while others run.
 *
 * The watchdog looks now and then. It looks at a thread that waits for a lock that has an owner, or
 * for the end of a thread, and has been in that wait since the look before: only the release or the
 * end can end such a wait. The lock itself tells its owner, but it may be gone if the wait is
 * already over. So the watchdog copies it by a system call that does not fault. The copy counts
 * only if the thread is still in the same wait.
 *
 * No false reports. The watchdog follows the cycle twice. A thread whose `lock_waits` is the same
 * both times has not run in between, so it has neither taken nor released anything. All the edges
 * existed at one moment between the two, and a cycle of them stays. Handlers are left out: the
 * thread that passes a handler's token on records the new owner before it passes the token.
 */
#include <string.h>

#include "conc/lock.h"
#include "port/os.h"
#include "report.h"
#include "thread.h"

enum { LENGTH_MAX = 64 };

const char conc_separate_query[] = "a query on a handler";

/* Returns whether t has waited since the look before for something with an owner. */
static bool is_stuck(const struct conc_thread *t)
{
	/* acquire: pairs with conc_thread_waits; lock_waits tells if the rest is of a later wait */
	const char *operation = load_acquire(&t->wait.operation);
	struct conc_thread *(*holder)(const void *) = load_relaxed(&t->wait.holder);

	return operation && holder && operation != conc_separate_query &&
	       load_relaxed(&t->lock_waits) == t->lock_waits_seen;
}

/* Returns the thread that t waits for if that is another stuck thread, else null. */
static struct conc_thread *next_of(struct conc_thread *t)
{
	/* relaxed: is_stuck tells whether they belong to the present wait */
	struct conc_thread *(*holder)(const void *) = load_relaxed(&t->wait.holder);
	const void *object = load_relaxed(&t->wait.object);
	union {
		struct conc_mutex mutex;
		struct conc_owner_lock owner;
		struct conc_rw_lock rw;
	} copy;
	struct conc_thread *next;

	if (!is_stuck(t)) return NULL;
	if (holder == conc_thread_itself) {
		next = conc_thread_itself(object);
	} else {
		memset(&copy, 0, sizeof copy);
		if (!conc_os_peek(object, &copy, sizeof copy)) return NULL;
		next = holder(&copy);
	}
	return next && next != t && is_stuck(t) && is_stuck(next) ? next : NULL;
}

/* Returns the length of the cycle that t is in, 0 if there is none of at most LENGTH_MAX. */
static unsigned length(struct conc_thread *t)
{
	struct conc_thread *at = t;

	for (unsigned n = 1; n <= LENGTH_MAX; n++) {
		at = next_of(at);
		if (!at || at == t) return at ? n : 0;
	}
	return 0;
}

static void lock_cycle_visit(struct conc_thread *t, void *unused)
{
	unsigned n = is_stuck(t) ? length(t) : 0;

	(void)unused;
	if (n && length(t) == n) conc_report_cycle(t);
}

/* Records t's waits, for the next look. */
static void lock_cycle_note(struct conc_thread *t, void *unused)
{
	(void)unused;
	t->lock_waits_seen = load_relaxed(&t->lock_waits);
}

void conc_lock_cycle_look(void)
{
	if (conc_schedule_on()) return; /* the end of a seeded run finds the cycle */
	conc_thread_each(lock_cycle_visit, NULL);
	conc_thread_each(lock_cycle_note, NULL);
}
