/* SPDX-License-Identifier: MIT */
/*
 * thread_end: the end of a thread or task as a clause of waituntil.
 *
 * The idea. The waiters for the end of a thread are in its `end` word (thread.h). The kernel
 * thread on which the thread ended tells each of them once, outside any lock. Telling a clause
 * claims it like any other; if its statement does not wait then, the clause is passed by, and
 * finds the thread ended when it is enlisted again.
 *
 * Unlike a partner inside a guard, the teller still touches the waiter after the thread has ended.
 * So `queued` is atomic here, and the teller's last access clears it. An owner that finds its
 * clause no longer registered but not yet told waits for that.
 *
 *     owner: queued, register ──► registered ──owner: unregister──► not queued
 *                                     └─ the end ─► told: claims or passes by; queued = false
 *
 * No end is missed. Telling begins with the swap of `end` to ENDED, and registering is a swap of
 * the same word after the selection was opened: the later of the two sees the earlier.
 */
#include "conc/abi_waituntil.h"
#include "port/os.h"
#include "port/stop.h"
#include "waiting.h"

/* Called when the thread has ended: tells the clause. */
static void ended(struct conc_end_waiter *end)
{
	struct conc_waiter *w = (struct conc_waiter *)(void *)end;
	bool claimed = conc_waiter_claim(w);

	/* release: pairs with thread_end_delist. The owner may then free w if it was not claimed;
	 * if it was, the owner still has to park. */
	store_release(&w->queued, false);
	if (claimed) conc_waiter_complete(w, CONC_WAIT_DONE);
}

/* acquire: pairs with the release in ended; once w has been told, no other thread touches it */
static void thread_end_delist(void *resource, struct conc_waiter *w)
{
	unsigned turns = 0;

	if (!load_acquire(&w->queued)) return;
	if (conc_thread_end_unregister(resource, &w->end)) {
		store_relaxed(&w->queued, false);
		return;
	}
	while (load_acquire(&w->queued)) conc_backoff(&turns); /* it will be told */
}

static bool enroll(struct conc_thread *thread, struct conc_waiter *w)
{
	w->end.ended = ended;
	store_relaxed(&w->queued, true); /* published by the swap that registers */
	if (conc_thread_end_register(thread, &w->end)) return true;
	store_relaxed(&w->queued, false);
	return false;
}

/* Registers w anew, which orders this look after the opening of the selection. */
static int thread_end_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	(void)where;
	thread_end_delist(resource, w);
	if (queue ? enroll(resource, w) : !conc_thread_has_ended(resource))
		return CONC_ENLIST_QUEUED;
	if (!conc_selection_claim(w->selection, w)) return CONC_ENLIST_GONE;
	conc_edge_to(&((struct conc_thread *)resource)->edge);
	return CONC_ENLIST_DONE;
}

static bool thread_end_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	struct conc_thread *thread = resource;

	(void)w, (void)where;
	if (!conc_thread_has_ended(thread)) return false;
	conc_edge_to(&thread->edge);
	return true;
}

const struct conc_selectable conc_thread_selectable = {
        .operation = "the end of a thread",
        .enlist = thread_end_enlist,
        .delist = thread_end_delist,
        .attempt = thread_end_attempt,
};

struct conc_thread *conc_abi_thread_of(const struct conc_thread_object *object, const char *where)
{
	if (!object) conc_abi_waituntil_null(where);
	if (!object->thread)
		conc_stop(where, conc_thread_self(),
		          "waituntil on a thread that was never started");
	return object->thread;
}

void conc_abi_end_clause(struct conc_abi_waituntil *wait, unsigned clause,
                         struct conc_thread *thread, const char *where)
{
	if (!thread) conc_stop(where, conc_thread_self(), "waituntil on an empty task");
	if (thread == conc_thread_self())
		conc_stop(where, thread, "waituntil on the end of the waiting thread itself");
	conc_abi_clause(wait, clause, &conc_thread_selectable, thread, NULL, where);
}
