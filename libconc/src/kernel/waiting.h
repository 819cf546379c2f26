/* SPDX-License-Identifier: MIT */
/*
 * waiting: how every thread registers with a resource that it waits for.
 *
 * The idea. A resource (lock, condition, channel, future …) has a FIFO of waiters behind its
 * guard (guard.h). A waiter stands for one operation of one thread on one resource, and lives on
 * that thread's stack. The *partner*, the thread that makes the operation possible, takes the
 * waiter out of the FIFO under the guard, does the operation for it (gives it the lock, copies the
 * element: wait morphing), leaves the guard, and unparks the waiter's thread, which finds
 * everything done and does not enter the guard again.
 *
 * A plain wait is one waiter. A statement with several clauses (waituntil) has a waiter for each;
 * one at a time may take effect. They share a *selection word*. Before a partner does anything for
 * such a waiter it must *claim* it by moving the word:
 *
 *              owner: conc_selection_open
 *     CLOSED ───────────────────────────► OPEN ◄─────────────────┐
 *       ▲                                 │  │ ▲                 │
 *       │ owner: conc_selection_close     │  │ └ either: gave up │ owner: conc_selection_open
 *       └─────────────────────────────────┘  │   claiming a pair │ (the next round of `and`)
 *                                            │                   │
 *              a pair's claimer (the lower   ├─► PENDING ────────┤
 *              of two words); or the owner   │      │            │
 *                                            ▼      ▼            │
 *              a partner, or the owner:     CLAIMED(waiter) ─────┘
 *              conc_selection_claim
 *
 *   CLOSED      the owner evaluates, polls, or runs a block: no clause may take effect, and
 *               partners pass the waiter by as if it were not in the FIFO
 *   OPEN        any clause may be claimed
 *   PENDING     two statements are about to pair; others wait a moment: if the pairing fails,
 *               the word is OPEN again, and their own claim must not be lost
 *   CLAIMED w   w takes effect. If a partner claimed it, the owner gets exactly one unpark,
 *               after the effect is complete; if the owner claimed it, none.
 *
 * A partner that passes a CLOSED waiter by changes the resource under its guard. The owner, after
 * opening, looks at each resource again under the same guard. So one of the two sees the other.
 * docs/protocols/waiting.md has the proof and the loop of a statement.
 *
 * Rejected: locking all resources of a statement (Go: the cost grows with the clauses and with
 * the overlap of statements, and our resources are of many kinds); the thesis's retry when both
 * words of a pair are pending (it can livelock; here words are taken in address order); waking
 * losers to let them retry (each operation would take its guard twice).
 *
 * Invariants.
 * - queued <=> in its resource's FIFO; changed only under that resource's guard. Waiters that were
 *   claimed together may still be linked: that ring belongs to their partner alone.
 * - Only the thread that claimed a waiter, or its owner, takes it out.
 * - One claim by a partner, one conc_waiter_complete, one unpark, one park.
 * - A waiter and its selection word are valid until the owner has parked for the claim, or has
 *   closed the selection and taken all waiters out under their guards.
 */
#ifndef CONC_WAITING_H
#define CONC_WAITING_H

#include "conc/abi_locks.h"
#include "conc/duration.h"
#include "guard.h"
#include "thread.h"

/* Values of a selection word; any other is a pointer to the waiter that was claimed. */
enum { CONC_SELECTION_CLOSED = 0, CONC_SELECTION_OPEN = 1, CONC_SELECTION_PENDING = 2 };

/* Functions of the program that register a clause (select.c) run while the selection is OPEN, and
 * may themselves wait for a lock. A permit that came meanwhile for the statement would end that
 * wait. So the owner says when it is in such a function, and a partner leaves the permit to it:
 *
 *           owner: conc_selection_enter_user
 *     OUT ─────────────────────────────► IN
 *      │ ◄─────────────────────────────── │
 *      │ owner: conc_selection_leave_user │
 *      │                                  │ a partner that completes a clause: the owner, when it
 *      │ a partner that completes a       │ leaves, gives itself the permit
 *      ▼ clause, and unparks              ▼
 *     DONE ◄──────────────────────────────┘      OUT again: owner, conc_selection_open
 *
 * OBSERVER, always: the waiter is an observer (below), and no thread parks for it.
 */
enum { CONC_USER_NONE, CONC_USER_OUT, CONC_USER_IN, CONC_USER_DONE, CONC_USER_OBSERVER };

/* One per statement with several clauses, on its owner's stack. */
struct conc_selection {
	uintptr_t state; /* atomic; transitions above */
	uint8_t user;    /* atomic; NONE: no clause is registered by a function of the program */
};

struct conc_waiter {
	union {
		struct {
			/* the ring of the FIFO, under the guard, or of a partner */
			struct conc_waiter *next, *previous;
		};
		struct conc_end_waiter end; /* a clause for the end of a thread: thread_end.c */
	};
	struct conc_thread *thread;       /* fixed: the owner */
	struct conc_selection *selection; /* fixed: the statement's; null: a plain wait */
	void *slot;     /* the partner reads from it or writes to it, as the resource says */
	uint64_t since; /* conc_now() at the start, if the resource uses it; the owner. Of a clause
	                   that releases: 1: it does not (waituntil.c) */
	bool queued;    /* in the resource's FIFO; under the guard */
	bool nonblocking; /* its statement has an else: it looks and does not wait; the owner */
	int32_t mode;     /* which operation, in the resource's own numbers; the owner */
	int32_t result;   /* written by the partner before it completes, then read by the owner */
} __attribute__((aligned(16)));

/* A clause for which no thread waits: completing it calls observed instead, once, outside of the
 * guard. Its owner opens the selection before each enlist; it is CLAIMED then, by the enlist or by
 * a partner. */
struct conc_observer {
	struct conc_waiter waiter; /* its selection is the one below; no thread */
	struct conc_selection selection;
	void (*observed)(struct conc_observer *observer); /* observer may be gone when it returns */
};

/* Why a wait ended, for resources without numbers of their own. */
enum {
	CONC_WAIT_DONE = 0,
	CONC_WAIT_AGAIN = 1,
	/* The operation did not take place: */
	CONC_WAIT_CLOSED = 2,    /* the channel is closed, the future cancelled */
	CONC_WAIT_CANCELLED = 3, /* the thread was cancelled */
};

static inline void conc_waiter_init(struct conc_waiter *w, struct conc_thread *self,
                                    struct conc_selection *selection, int32_t mode)
{
	*w = (struct conc_waiter){.thread = self, .selection = selection, .mode = mode};
}

/* ---- Circular lists ---- */

/* Puts w last in the circular list that starts at head (null: empty). Returns the new head. */
static inline struct conc_waiter *conc_waiter_list_link(struct conc_waiter *head,
                                                        struct conc_waiter *w)
{
	if (!head) return w->next = w->previous = w;
	w->next = head;
	w->previous = head->previous;
	head->previous->next = w;
	head->previous = w;
	return head;
}

/* Takes w out. Returns the new head. */
static inline struct conc_waiter *conc_waiter_list_unlink(struct conc_waiter *head,
                                                          struct conc_waiter *w)
{
	struct conc_waiter *next = w->next;

	next->previous = w->previous;
	w->previous->next = next;
	if (next == w) return NULL;
	return head == w ? next : head;
}

/* ---- The FIFO: a ring; its head is the pointer kept in the guard. Under the guard. ---- */

/* Puts w last. Returns the new head. */
static inline struct conc_waiter *conc_waiters_append(struct conc_waiter *head,
                                                      struct conc_waiter *w)
{
	w->queued = true;
	return conc_waiter_list_link(head, w);
}

/* Puts w first. Returns the new head, which is w. */
static inline struct conc_waiter *conc_waiters_prepend(struct conc_waiter *head,
                                                       struct conc_waiter *w)
{
	conc_waiters_append(head, w);
	return w;
}

/* Takes w out. Returns the new head. */
static inline struct conc_waiter *conc_waiters_remove(struct conc_waiter *head,
                                                      struct conc_waiter *w)
{
	w->queued = false;
	return conc_waiter_list_unlink(head, w);
}

/* Returns the waiter after w, or null at the end. */
static inline struct conc_waiter *conc_waiters_next(const struct conc_waiter *head,
                                                    const struct conc_waiter *w)
{
	return w->next == head ? NULL : w->next;
}

/* ---- Partners ---- */

/* Claims w for the caller, which is inside the guard of w's resource, and then takes w out and
 * completes it. False: w's statement does not wait now, so the caller passes w by. The statement's
 * owner also claims its own clauses with this. */
bool conc_selection_claim(struct conc_selection *selection, struct conc_waiter *w);

/* The same; a plain waiter can always be claimed. */
static inline bool conc_waiter_claim(struct conc_waiter *w)
{
	return !w->selection || conc_selection_claim(w->selection, w);
}

/* Returns whether a claim may succeed: a hint. It is exact for plain waiters, and false if a
 * partner has claimed w itself. Inside the guard. */
static inline bool conc_waiter_is_open(const struct conc_waiter *w)
{
	uintptr_t state;

	if (!w->selection) return true;
	/* relaxed: a hint; conc_selection_claim decides */
	state = load_relaxed(&w->selection->state);
	return state == CONC_SELECTION_OPEN || state == CONC_SELECTION_PENDING;
}

enum conc_pair { CONC_PAIR_BOTH, CONC_PAIR_MINE_GONE, CONC_PAIR_OTHER_GONE };

/* Claims mine (a clause of the caller, or its plain operation) and other (queued in the resource
 * whose guard the caller is inside) in one step, for operations that need both sides. MINE_GONE: a
 * partner has claimed another clause of the caller: undo nothing, park. OTHER_GONE: pass other by.
 * Never pairs a statement with itself. */
enum conc_pair conc_waiter_claim_pair(struct conc_waiter *mine, struct conc_waiter *other);

/* Takes the first waiter that can be claimed out of the FIFO; null if there is none. */
struct conc_waiter *conc_waiters_claim_first(struct conc_waiter **head);

/* The same for waiters of one mode. */
struct conc_waiter *conc_waiters_claim_mode(struct conc_waiter **head, int32_t mode);

/* Takes all that can be claimed out of the FIFO, as a ring of their own (close, broadcast). */
struct conc_waiter *conc_waiters_claim_all(struct conc_waiter **head);

/* The same, but passes waiters by that are nonblocking (flush). */
struct conc_waiter *conc_waiters_claim_waiting(struct conc_waiter **head);

/* w, whose selection has a user, is complete. Returns whether its thread needs no unpark: it is in
 * a function of the program and will take the permit itself, or w is an observer, which has been
 * called. */
bool conc_waiter_leave_permit(struct conc_waiter *w);

/* Ends the wait of a claimed waiter, whose effect is complete. Outside the guard, once. The waiter
 * may be gone when it returns. */
static inline void conc_waiter_complete(struct conc_waiter *w, int32_t result)
{
	w->result = result;
	/* relaxed: only asks whether it is NONE, which never changes while the selection is open */
	if (w->selection && CONC_UNLIKELY(load_relaxed(&w->selection->user)) &&
	    conc_waiter_leave_permit(w))
		return;
	conc_edge_only_from(&w->thread->edge);
	conc_thread_unpark(w->thread); /* publishes result and slot to the owner's park */
}

/* Completes every waiter of a ring of claimed waiters. */
void conc_waiters_complete_all(struct conc_waiter *head, int32_t result);

/* ---- Owners of a plain wait, which first call conc_thread_waits (thread.h) ---- */

/* Parks until w is completed. Returns its result. */
int32_t conc_waiter_wait(struct conc_waiter *w);

/* The same up to deadline (conc_now(); CONC_NEVER: none), or until the thread is cancelled
 * (cancel.h). Returns -ETIMEDOUT or -ECANCELED if no partner claimed w: w is then out of the FIFO
 * behind guard, and the operation did not take place. */
int32_t conc_waiter_wait_until(struct conc_waiter *w, uintptr_t *guard, uint64_t deadline);

/* The same for a resource that has more to put in order: withdraw(resource, w) takes w out of the
 * FIFO if it is queued, and returns whether it was. */
int32_t conc_waiter_wait_or_withdraw(struct conc_waiter *w,
                                     bool (*withdraw)(void *resource, struct conc_waiter *w),
                                     void *resource, uint64_t deadline);

/* ---- Owners of a statement ---- */

/* Lets clauses be claimed from now on. The owner must then enlist each remaining clause (again), to
 * see what partners that passed it by have changed. */
void conc_selection_open(struct conc_selection *selection);

/* OPEN → CLOSED. Null: closed; else the clause that a partner has claimed: the owner must park once
 * for it. */
struct conc_waiter *conc_selection_close(struct conc_selection *selection);

/* OPEN → PENDING, for an owner whose operation may still fail; false if the selection is gone. Then
 * resolve moves the word to CLAIMED w, or with null back to OPEN. In between the owner must not
 * wait, park or enter a guard. Both do nothing for a null selection. */
bool conc_selection_hold(struct conc_selection *selection);
void conc_selection_resolve(struct conc_selection *selection, struct conc_waiter *w);

/* Before a function of the program that registers a clause, while the selection may be OPEN. False:
 * a clause has been completed; the owner must not call the function, and parks. */
bool conc_selection_enter_user(struct conc_selection *selection);
/* After it. True: a clause was completed meanwhile; the owner has its permit, and parks. */
bool conc_selection_leave_user(struct conc_selection *selection, struct conc_thread *self);

/* Parks until a partner has completed a clause. Returns the clause; null, with the selection
 * closed, if deadline (CONC_NEVER: none) passed first or, if *cancelled is true before, the thread
 * was cancelled before or meanwhile. *cancelled says which. */
struct conc_waiter *conc_selection_wait(struct conc_selection *selection, struct conc_thread *self,
                                        uint64_t deadline, bool *cancelled);

/* The operations of one kind of resource for a statement's clauses. One constant per kind. */
struct conc_selectable {
	const char *operation; /* for reports */
	/* The selection is OPEN. Looks at the resource under its guard. If w's operation can take
	 * place now, claims w (the pair, if it needs a partner) and does it: DONE. If another
	 * clause has won the selection: GONE. Else queues w, unless it is queued already: QUEUED
	 * (conc_waiters_enlist is the last step). With queue false it does not queue: for
	 * polling, and `or else`. */
	int (*enlist)(void *resource, struct conc_waiter *w, bool queue, const char *where);
	/* Takes w out if it is queued. The selection is closed, or claimed for another clause. */
	void (*delist)(void *resource, struct conc_waiter *w);
	/* Undoes the effect after the clause's block: unlocks. May be null. */
	void (*release)(void *resource, struct conc_waiter *w, const char *where);
	/* The first look of a statement: does w's operation if it can take place now, as a plain
	 * operation of the caller that never waits. Returns whether it did. In w only slot, since,
	 * mode and result (DONE) are set: it has no selection and is queued nowhere. Null: there is
	 * no first look, and the statement enlists at once. */
	bool (*attempt)(void *resource, struct conc_waiter *w, const char *where);
	/* The message that stops the program if w->result is CLOSED without an `ok =`. */
	const char *closed;
	/* The owner calls it after w has taken effect, before its block. False: the block is not
	 * run. May be null. */
	bool (*selected)(void *resource, struct conc_waiter *w);
	/* The clause has a condition, which is tested when it has been chosen, and what comes to it
	 * while it is listed keeps others waiting: it is not listed while a block runs. */
	bool keeps;
};

enum { CONC_ENLIST_QUEUED, CONC_ENLIST_DONE, CONC_ENLIST_GONE };

/* The last step of enlist, inside the guard: puts w last in the FIFO, unless it is there already.
 * GONE if its selection has been won: if w was queued in the round before, a partner may have
 * claimed w itself since the opening, and linked it into its own ring. */
static inline int conc_waiters_enlist(struct conc_waiter **head, struct conc_waiter *w)
{
	if (w->queued) return CONC_ENLIST_QUEUED;
	if (!conc_waiter_is_open(w)) return CONC_ENLIST_GONE;
	*head = conc_waiters_append(*head, w);
	return CONC_ENLIST_QUEUED;
}

/* A delist for resources whose FIFO is the pointer in their guard. False: w was not queued. */
bool conc_waiter_delist(void *guard, struct conc_waiter *w);

#define DECLARE_SELECTABLE(name, object, lock, unlock, shared) \
	extern const struct conc_selectable name##_selectable;
CONC_ABI_SELECTABLE_LOCKS(DECLARE_SELECTABLE)
#undef DECLARE_SELECTABLE
extern const struct conc_selectable conc_thread_selectable; /* resource: struct conc_thread */
extern const struct conc_selectable conc_timeout_selectable;

/* ---- waituntil.c ---- */

/* Clause i has taken effect, and is to wait again: it is listed, and has not run. */
struct conc_abi_waituntil;
void conc_waituntil_again(struct conc_abi_waituntil *statement, unsigned i);
/* Its condition is true: its block comes next. */
void conc_waituntil_settle(struct conc_abi_waituntil *statement);

/* ---- waituntil.c, for kinds for which time makes the operation possible: ticker, limiter ----
 *
 * An enlist of such a kind that returns QUEUED has set w->since. The owner enlists w again at that
 * time, and if a partner completes w with CONC_WAIT_AGAIN, for which w stays in the FIFO. Their
 * clauses are in conc_abi_waituntil.conc_timeouts. */

/* Waits as a statement whose only clause is of such a kind. Returns 0, -ETIMEDOUT at deadline
 * (conc_now(); CONC_NEVER: none), or -ECANCELED. */
int conc_timed_wait(const struct conc_selectable *kind, void *resource, uint64_t deadline,
                    const char *where);

/* ---- waituntil.c, for reports ---- */

/* The conc_wait.operation of a thread in a statement; its conc_wait.object is the statement. */
extern const char conc_waituntil_operation[];

/* Adds what the statement waits for: " (receive, timeout)". Its thread must not run meanwhile. */
void conc_waituntil_describe(const void *statement, void (*add)(void *to, const char *text),
                             void *to);

#endif
