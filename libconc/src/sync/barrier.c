/* SPDX-License-Identifier: MIT */
/*
 * barrier: conc_barrier.
 *
 * The idea. One guard protects the count of arrivals and the FIFO. The last thread to arrive takes
 * the others out in one step, so the next round may begin at once. Then, outside the guard, it
 * runs the hook and completes the other waiters. It does not touch the barrier after the hook: the
 * first thread that continues may destroy it.
 *
 * A clause of a statement is an arrival as long as its selection is open. A meeting needs all of
 * its statements or none: the last to arrive makes their selection words PENDING in the order of
 * their addresses, as for a pair (waiting.c). If one is gone it opens them again, and looks for
 * another arrival in its place. A plain waiter has no such word, and is always there.
 *
 * Rejected: a sense-reversing counter that all threads spin on (user threads outnumber processors);
 * claiming one after the other (a statement that was claimed for a meeting that does not take place
 * could choose nothing else).
 *
 * conc_arrived: the length of the FIFO.
 */
#include "conc/barrier.h"
#include "kernel/waiting.h"
#include "port/stop.h"

enum { OTHER, LAST }; /* the mode of a waiter: LAST: it has claimed the others, who are in slot */

void conc_barrier_init(conc_barrier *b, unsigned count, void (*hook)(conc_barrier *barrier))
{
	*b = (conc_barrier){.conc_count = count, .conc_hook = hook};
}

/* ---- Meeting, inside the guard ---- */

static uintptr_t place_of(const struct conc_waiter *w)
{
	return w->selection ? conc_schedule_order(w->selection) : 0;
}

/* Puts w into the chain, which is sorted. False: a clause of the same statement is there. */
static bool insert(void **chain, struct conc_waiter *w)
{
	struct conc_waiter *next;

	while ((next = *chain) && place_of(next) < place_of(w)) chain = &next->slot;
	if (next && w->selection && next->selection == w->selection) return false;
	w->slot = next;
	*chain = w;
	return true;
}

/* Makes a chain of mine and of the first `wanted` that can meet. Returns how many are missing. */
static unsigned gather(struct conc_waiter *head, struct conc_waiter *mine, unsigned wanted,
                       void **chain)
{
	mine->slot = NULL;
	*chain = mine;
	for (struct conc_waiter *w = head; w && wanted; w = conc_waiters_next(head, w))
		if (conc_waiter_is_open(w) && insert(chain, w)) wanted--;
	return wanted;
}

/* Makes every selection of the chain PENDING; or none, and returns the first that is gone. */
static struct conc_waiter *hold(void *chain)
{
	struct conc_waiter *gone = chain;

	while (gone && conc_selection_hold(gone->selection)) gone = gone->slot;
	for (struct conc_waiter *w = chain; gone && w != gone; w = w->slot)
		conc_selection_resolve(w->selection, NULL);
	return gone;
}

/* Claims mine and all others of a meeting in one step: DONE, with the ring of the others in
 * mine->slot. QUEUED: they are too few; GONE: another clause of mine's statement has been chosen.
 */
static int meet(struct conc_barrier *b, struct conc_waiter **head, struct conc_waiter *mine)
{
	struct conc_waiter *gone, *others = NULL;
	void *chain;

	if (b->conc_arrived + !mine->queued < b->conc_count) return CONC_ENLIST_QUEUED;
	do {
		if (gather(*head, mine, b->conc_count - 1, &chain)) return CONC_ENLIST_QUEUED;
		gone = hold(chain);
		if (gone == mine) return CONC_ENLIST_GONE;
	} while (gone);
	for (struct conc_waiter *w = chain, *next; w; w = next) {
		next = w->slot;
		if (w->queued) {
			*head = conc_waiters_remove(*head, w);
			b->conc_arrived--;
		}
		if (w != mine) {
			conc_waiter_list_link(others, w);
			others = w; /* the plain ones in the order in which they came */
		}
		conc_selection_resolve(w->selection, w);
	}
	conc_edge_to(&b->conc_queue);
	mine->slot = others;
	mine->mode = LAST;
	return CONC_ENLIST_DONE;
}

/* ---- Arriving ---- */

static int barrier_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	struct conc_barrier *b = resource;
	struct conc_waiter *head;
	bool counted;
	int done;

	if (!b->conc_count) conc_stop(where, w->thread, "conc_barrier %p has no count", resource);
	head = conc_guard_enter(&b->conc_queue);
	counted = w->queued;
	conc_edge_from(&b->conc_queue);
	done = meet(b, &head, w);
	if (done == CONC_ENLIST_QUEUED && queue) done = conc_waiters_enlist(&head, w);
	if (done == CONC_ENLIST_QUEUED && w->queued && !counted) b->conc_arrived++;
	conc_guard_leave(&b->conc_queue, head);
	return done;
}

/* Takes an arrival back, unless the meeting has taken place. Returns whether it did. */
static bool withdraw(void *resource, struct conc_waiter *w)
{
	struct conc_barrier *b = resource;
	struct conc_waiter *head = conc_guard_enter(&b->conc_queue);
	bool queued = w->queued;

	if (queued) {
		head = conc_waiters_remove(head, w);
		b->conc_arrived--;
	}
	conc_guard_leave(&b->conc_queue, head);
	return queued;
}

/* What the last to arrive does after the meeting. */
static void let_go(struct conc_barrier *b, struct conc_waiter *others)
{
	if (b->conc_hook) b->conc_hook(b);
	conc_waiters_complete_all(others, CONC_WAIT_DONE);
}

/* Returns 1 in the last to arrive, 0 in the others; with a deadline also an error. */
static int barrier_wait(struct conc_barrier *b, uint64_t deadline, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_waiter w;

	conc_waiter_init(&w, self, NULL, OTHER);
	if (barrier_enlist(b, &w, true, where) == CONC_ENLIST_DONE) {
		let_go(b, w.slot);
		return 1;
	}
	conc_thread_waits(self, "conc_barrier", b, where, NULL);
	if (deadline == CONC_NEVER) return conc_waiter_wait(&w);
	return conc_waiter_wait_or_withdraw(&w, withdraw, b, deadline);
}

bool conc_abi_barrier_wait(struct conc_barrier *b, const char *where)
{
	conc_operation_on(b, CHANGES, "waits at");
	return barrier_wait(b, CONC_NEVER, where);
}

int conc_abi_barrier_wait_for(struct conc_barrier *b, conc_duration d, const char *where)
{
	conc_operation_on(b, CHANGES, "waits at");
	return barrier_wait(b, conc_timer_deadline(d), where);
}

/* ---- Clauses of a statement ---- */

static void barrier_delist(void *resource, struct conc_waiter *w)
{
	withdraw(resource, w);
}

/* Only the last to arrive need not wait. */
static bool barrier_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	struct conc_waiter plain;

	conc_waiter_init(&plain, conc_thread_self(), NULL, OTHER);
	if (barrier_enlist(resource, &plain, false, where) != CONC_ENLIST_DONE) return false;
	w->slot = plain.slot;
	w->mode = LAST;
	return true;
}

static bool barrier_selected(void *resource, struct conc_waiter *w)
{
	if (w->mode == LAST) let_go(resource, w->slot);
	return true;
}

const struct conc_selectable conc_barrier_selectable = {
        .operation = "conc_barrier",
        .enlist = barrier_enlist,
        .delist = barrier_delist,
        .attempt = barrier_attempt,
        .selected = barrier_selected,
};
