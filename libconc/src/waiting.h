/* SPDX-License-Identifier: MIT */
/*
 * waiting: the one way in which a thread registers with what it waits for.
 *
 * The idea. A resource (lock, condition, channel, future …) has a FIFO of waiters behind its
 * guard (guard.h). A waiter is one thread's wish for one thing from one resource, and lives
 * on that thread's stack. Whoever makes the thing available, the *partner*, takes the waiter
 * out of the FIFO under the guard, does the waiter's operation for it (gives it the lock,
 * copies the element: wait morphing), leaves the guard, and unparks the thread, which finds
 * everything done and takes no guard again.
 *
 * A plain wait is one waiter. A statement with several clauses (waituntil) is several
 * waiters of one thread in several resources, of which one at a time may take effect. Its
 * waiters share a *race word*, and before a partner does anything for such a waiter it must
 * *claim* it by moving the word:
 *
 *              owner: conc_race_open
 *     CLOSED ───────────────────────────► OPEN ◄─────────────────┐
 *       ▲                                 │  │ ▲                 │
 *       │ owner: conc_race_close          │  │ └ either: gave up │ owner: conc_race_open
 *       └─────────────────────────────────┘  │   claiming a pair │ (the next round of `and`)
 *                                            │                   │
 *              a pair's claimer (the lower   ├─► PENDING ────────┤
 *              of two words); or the owner   │      │            │
 *                                            ▼      ▼            │
 *              a partner, or the owner:     CLAIMED(waiter) ─────┘
 *              conc_race_claim
 *
 *   CLOSED      the owner evaluates, polls, or runs a block: no clause may take effect, and
 *               partners pass the waiter by as if it were not in the FIFO
 *   OPEN        any clause may be claimed
 *   PENDING     two statements are about to pair; others wait a moment, since if the pairing
 *               fails the word is OPEN again and their own claim must not be lost
 *   CLAIMED w   w has the effect. If a partner claimed, the owner gets exactly one unpark,
 *               after the effect is complete; if the owner claimed, none.
 *
 * Who passed a CLOSED waiter by has changed its resource under that resource's guard; the
 * owner, after opening, looks at each resource again under the same guard: one of the two
 * sees the other. docs/protocols/waiting.md has the proof and the loop of a statement.
 *
 * Rejected: locking all resources of a statement (Go: its cost grows with clauses and with
 * the overlap of statements, and our resources are of many kinds); the thesis's retry when
 * both words of a pair are pending (it can livelock: here words are taken in address order);
 * waking losers to let them retry (each operation would take its guard twice).
 *
 * Invariants.
 * - queued <=> in its resource's FIFO; changed only under that resource's guard. A waiter that
 *   was claimed with others may still be linked to them: that ring is its partner's alone.
 * - A waiter is taken out by whoever claimed it, or by its owner.
 * - One claim by a partner, one conc_waiter_complete, one unpark, one park.
 * - A waiter and its race word are valid until the owner has parked for the claim, or has
 *   closed the race and taken all waiters out under their guards.
 */
#ifndef CONC_WAITING_H
#define CONC_WAITING_H

#include "guard.h"
#include "thread.h"

/* Values of a race word; any other is a pointer to the waiter that was claimed. */
enum { CONC_RACE_CLOSED = 0, CONC_RACE_OPEN = 1, CONC_RACE_PENDING = 2 };

/* One per statement with several clauses, on its owner's stack. */
struct conc_race {
	uintptr_t state; /* atomic; edges above */
};

struct conc_waiter {
	union {
		struct {
			/* ring: the FIFO, under the guard, or a partner's */
			struct conc_waiter *next, *previous;
		};
		struct conc_end_waiter end; /* a clause for the end of a thread: thread_end.c */
	};
	struct conc_thread *thread; /* fixed: the owner */
	struct conc_race *race;     /* fixed: the statement's; null: a plain wait */
	void *slot;     /* what the partner reads from or writes to; the resource says what */
	uint64_t since; /* conc_now() at the start, where the resource uses it; the owner */
	bool queued;    /* in the resource's FIFO; under the guard */
	bool at_once;   /* its statement has an else: it looks, and does not wait; the owner */
	int32_t mode;   /* which operation; the resource's own numbers; the owner */
	int32_t result; /* written by the partner before it completes, then read by the owner */
} __attribute__((aligned(16)));

/* Why a wait ended where the resource has no numbers of its own. */
enum {
	CONC_WAIT_DONE = 0,
	CONC_WAIT_AGAIN = 1,
	/* The operation did not take place: */
	CONC_WAIT_CLOSED = 2,    /* the channel is closed, the future cancelled */
	CONC_WAIT_CANCELLED = 3, /* the thread was cancelled */
};

static inline void conc_waiter_init(struct conc_waiter *w, struct conc_thread *self,
                                    struct conc_race *race, int32_t mode)
{
	*w = (struct conc_waiter){.thread = self, .race = race, .mode = mode};
}

/* ---- Rings ---- */

/* Puts w last in the ring that starts at head (null: empty); returns the new head. */
static inline struct conc_waiter *conc_ring_link(struct conc_waiter *head, struct conc_waiter *w)
{
	if (!head) return w->next = w->previous = w;
	w->next = head;
	w->previous = head->previous;
	head->previous->next = w;
	head->previous = w;
	return head;
}

/* Takes w out; returns the new head. */
static inline struct conc_waiter *conc_ring_unlink(struct conc_waiter *head, struct conc_waiter *w)
{
	struct conc_waiter *next = w->next;

	next->previous = w->previous;
	w->previous->next = next;
	if (next == w) return NULL;
	return head == w ? next : head;
}

/* ---- The FIFO: a ring; its head is the pointer kept in the guard. Under the guard. ---- */

/* Puts w last; returns the new head. */
static inline struct conc_waiter *conc_waiters_append(struct conc_waiter *head,
                                                      struct conc_waiter *w)
{
	w->queued = true;
	return conc_ring_link(head, w);
}

/* Puts w first; returns the new head, which is w. */
static inline struct conc_waiter *conc_waiters_prepend(struct conc_waiter *head,
                                                       struct conc_waiter *w)
{
	conc_waiters_append(head, w);
	return w;
}

/* Takes w out; returns the new head. */
static inline struct conc_waiter *conc_waiters_remove(struct conc_waiter *head,
                                                      struct conc_waiter *w)
{
	w->queued = false;
	return conc_ring_unlink(head, w);
}

/* The waiter behind w, or null at the end. */
static inline struct conc_waiter *conc_waiters_next(const struct conc_waiter *head,
                                                    const struct conc_waiter *w)
{
	return w->next == head ? NULL : w->next;
}

/* ---- Partners ---- */

/* Claims w for the caller, who must be inside the guard of w's resource, then takes w out
 * and completes it. False: w's statement does not wait now, pass it by. A plain waiter can
 * always be claimed. The statement's owner also claims its own clauses with it. */
bool conc_race_claim(struct conc_race *race, struct conc_waiter *w);

static inline bool conc_waiter_claim(struct conc_waiter *w)
{
	return !w->race || conc_race_claim(w->race, w);
}

/* Would a claim have a chance? A hint; exact for plain waiters, and for whether a partner has
 * claimed w itself. Inside the guard. */
static inline bool conc_waiter_is_open(const struct conc_waiter *w)
{
	uintptr_t state;

	if (!w->race) return true;
	/* relaxed: a hint; conc_race_claim decides */
	state = load_relaxed(&w->race->state);
	return state == CONC_RACE_OPEN || state == CONC_RACE_PENDING;
}

enum conc_pair { CONC_PAIR_BOTH, CONC_PAIR_MINE_GONE, CONC_PAIR_OTHER_GONE };

/* Claims mine (a clause of the caller, or its plain operation) and other (queued in the
 * resource whose guard the caller is inside) in one step, where an operation needs both
 * sides. BOTH: both are claimed. MINE_GONE: another clause of the caller has been claimed by
 * a partner: undo nothing, park. OTHER_GONE: pass other by. Never pairs a statement with
 * itself. */
enum conc_pair conc_waiter_claim_pair(struct conc_waiter *mine, struct conc_waiter *other);

/* Takes the first waiter that can be claimed out of the FIFO; null if there is none. */
struct conc_waiter *conc_waiters_claim_first(struct conc_waiter **head);

/* The same for waiters of one mode. */
struct conc_waiter *conc_waiters_claim_mode(struct conc_waiter **head, int32_t mode);

/* Takes all that can be claimed out of the FIFO, as a ring of their own (close, broadcast). */
struct conc_waiter *conc_waiters_claim_all(struct conc_waiter **head);

/* The same for all that wait: who is at_once is passed by (flush). */
struct conc_waiter *conc_waiters_claim_waiting(struct conc_waiter **head);

/* Ends the wait of a claimed waiter: its effect is complete. Outside the guard, once. The
 * waiter may be gone when it returns. */
static inline void conc_waiter_complete(struct conc_waiter *w, int32_t result)
{
	w->result = result;
	conc_edge_only_from(&w->thread->edge);
	conc_thread_unpark(w->thread); /* publishes result and slot to the owner's park */
}

/* Completes every waiter of a ring of claimed ones. */
void conc_waiters_complete_all(struct conc_waiter *head, int32_t result);

/* ---- Owners of a plain wait; conc_thread_waits (thread.h) says before what for ---- */

/* Parks until w is completed; returns its result. */
int32_t conc_waiter_wait(struct conc_waiter *w);

/* The same up to deadline (conc_now(); CONC_NEVER: none), or until the thread is cancelled
 * (cancel.h). -ETIMEDOUT or -ECANCELED if nobody claimed w: it is then out of the FIFO behind
 * guard, and the operation did not take place. */
int32_t conc_waiter_wait_until(struct conc_waiter *w, uintptr_t *guard, uint64_t deadline);

/* ---- Owners of a statement ---- */

/* Lets clauses be claimed from now on. The owner must then enlist each remaining clause
 * (again), to see what it was passed by for. */
void conc_race_open(struct conc_race *race);

/* OPEN → CLOSED. Null: closed; else the clause that was claimed by a partner: the owner
 * must park once for it. */
struct conc_waiter *conc_race_close(struct conc_race *race);

/* OPEN → PENDING, for an owner whose operation may still fail: false if the race is gone.
 * Then settle moves it to CLAIMED w, or back to OPEN with null. Neither waits, parks nor
 * enters a guard between the two. Both do nothing for a null race. */
bool conc_race_hold(struct conc_race *race);
void conc_race_settle(struct conc_race *race, struct conc_waiter *w);

/* Parks until a partner has completed a clause, and returns the clause. Null if deadline
 * (CONC_NEVER: none) passed first or the thread was cancelled before or meanwhile, which
 * *was_cancelled says; the race is then closed. */
struct conc_waiter *conc_race_wait(struct conc_race *race, struct conc_thread *self,
                                   uint64_t deadline, bool *was_cancelled);

/* How a statement's clauses talk to a kind of resource. One constant per kind. */
struct conc_selectable {
	const char *operation; /* for reports */
	/* The race is OPEN. Looks at the resource under its guard. If w's operation can take
	 * place now, claims w (the pair, where a partner is needed) and does it: DONE. If w's
	 * race is gone to another clause: GONE. Else queues w, unless it is queued already:
	 * QUEUED (conc_waiters_enlist is the last step). With queue false it does not queue: for
	 * polling, and `or else`. */
	int (*enlist)(void *resource, struct conc_waiter *w, bool queue, const char *where);
	/* Takes w out if it is queued. The race is closed, or claimed for another clause. */
	void (*delist)(void *resource, struct conc_waiter *w);
	/* Undoes the effect after the clause's block: unlocks. May be null. */
	void (*release)(void *resource, struct conc_waiter *w, const char *where);
	/* The first look of a statement: does w's operation if it can take place now, as a plain
	 * operation of the caller that never waits; true: done. Of w only slot, since and mode are
	 * set, and result, which is DONE: it has no race and is queued nowhere. Null: no such
	 * look, the statement enlists at once. */
	bool (*attempt)(void *resource, struct conc_waiter *w, const char *where);
	/* What the program stops with if w->result is CLOSED and it did not ask (`ok =`). */
	const char *closed;
	/* The owner, after w has taken effect and before its block; false: the block is not run.
	 * May be null. */
	bool (*selected)(void *resource, struct conc_waiter *w);
};

enum { CONC_ENLIST_QUEUED, CONC_ENLIST_DONE, CONC_ENLIST_GONE };

/* Inside the guard, the last step of enlist: w is last in the FIFO, unless it is in it already.
 * GONE if its race has been won: w itself may have been claimed between the opening and this
 * enlisting, where it was queued from the round before, and be linked into its partner's ring. */
static inline int conc_waiters_enlist(struct conc_waiter **head, struct conc_waiter *w)
{
	if (w->queued) return CONC_ENLIST_QUEUED;
	if (!conc_waiter_is_open(w)) return CONC_ENLIST_GONE;
	*head = conc_waiters_append(*head, w);
	return CONC_ENLIST_QUEUED;
}

/* delist for resources whose FIFO is the pointer in their guard. */
void conc_waiter_delist(uintptr_t *guard, struct conc_waiter *w);

extern const struct conc_selectable conc_mutex_selectable;
extern const struct conc_selectable conc_owner_lock_selectable;
extern const struct conc_selectable conc_rw_lock_selectable;
extern const struct conc_selectable conc_rw_reader_selectable;
extern const struct conc_selectable conc_semaphore_selectable;
extern const struct conc_selectable conc_thread_selectable; /* resource: struct conc_thread */
extern const struct conc_selectable conc_timeout_selectable;

#endif
