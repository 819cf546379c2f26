/* SPDX-License-Identifier: MIT */
/*
 * lock_cycle: threads that wait for each other's locks or ends for ever, found while others run.
 *
 * The watchdog looks now and then. A thread is looked at that waits for a lock that has an owner,
 * or for the end of a thread, and has done so since the look before: such waits end by nothing but
 * the release, or the end. Whose lock it is, is read from the lock, which may be gone if the wait
 * is over by now: so it is copied by a system call that does not fault, and the copy counts only if
 * the thread still is in the same wait.
 *
 * Certain. The cycle is followed twice. A thread whose `lock_waits` is the same both times has not
 * run in between, so it has neither taken nor released anything: all the edges were there at one
 * moment between the two, and a cycle of them stays. Not handlers: their owner is noted by who
 * passes the token on, before it is passed on.
 */
#include "lock_cycle.h"

#include <string.h>

#include "conc/lock.h"
#include "os.h"
#include "report.h"
#include "separate.h"
#include "thread.h"

enum { LENGTH_MAX = 64 };

/* In a wait that has lasted since the look before, for what has an owner. */
static bool is_stuck(const struct conc_thread *t)
{
	/* acquire: pairs with conc_thread_waits; the others may be a later wait's, which lock_waits
	 * tells */
	const char *operation = load_acquire(&t->wait.operation);
	struct conc_thread *(*holder)(const void *) = load_relaxed(&t->wait.holder);

	return operation && holder && holder != conc_handler_holder &&
	       load_relaxed(&t->lock_waits) == t->lock_waits_seen;
}

/* For whom t waits, if that is another thread that is stuck as well; else null. */
static struct conc_thread *next_of(struct conc_thread *t)
{
	/* relaxed: is_stuck tells whether they are what it waits for */
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

/* The length of the cycle that t is in, 0: none. */
static unsigned length(struct conc_thread *t)
{
	struct conc_thread *at = t;

	for (unsigned n = 1; n <= LENGTH_MAX; n++) {
		at = next_of(at);
		if (!at || at == t) return at ? n : 0;
	}
	return 0;
}

static void look(struct conc_thread *t, void *unused)
{
	unsigned n = is_stuck(t) ? length(t) : 0;

	(void)unused;
	if (n && length(t) == n) conc_report_cycle(t);
}

/* After the look: the edges are those of this one's waits. */
static void note(struct conc_thread *t, void *unused)
{
	(void)unused;
	t->lock_waits_seen = load_relaxed(&t->lock_waits);
}

void conc_lock_cycle_look(void)
{
	if (conc_schedule_on()) return; /* the end of a seeded run finds it */
	conc_thread_each(look, NULL);
	conc_thread_each(note, NULL);
}
