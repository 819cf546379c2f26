/* SPDX-License-Identifier: MIT */
/*
 * mutex: conc_mutex, and the core that conc_owner_lock and conc_rw_lock share with it.
 *
 * The idea. One word says who holds the lock. Taking and releasing a lock that no thread waits for
 * is one compare-and-swap each, inline (conc/mutex.h). A thread that finds it held spins while the
 * holder is running, then queues and parks. Unlocking wakes the first waiter *and* frees the lock,
 * so that any running thread may take it (barging): a hand-off would leave the lock idle for as
 * long as a switch takes. Barging starves waiters. So a waiter that lost the race too often, or
 * waited 10 ms, sets HANDOFF, and the next unlock gives the lock to it directly. Not sooner: if
 * hundreds of threads are ready, a woken thread gets its turn after some milliseconds, and a lock
 * given away for so long makes every thread that needs it wait too, until all wait.
 *
 *   state = holder | flags (mutex_core.h)
 *
 *        0 ──lock: cas──► T ──unlock: cas──► 0                              the fast paths
 *        T ──waiter, guard──► T|QUEUED ──T unlocks, guard──► WOKEN[|QUEUED], first unparked
 *        flags ──anybody: cas──► U|flags                                             barging
 *        U|WOKEN ──the woken, guard──► U|QUEUED[|HANDOFF], first in the FIFO again      lost
 *        T|WOKEN|… ──T unlocks──► WOKEN|…           one is on its way already: wake no other
 *        T|QUEUED|HANDOFF ──T unlocks, guard──► W[|QUEUED], W unparked              hand-off
 *
 * Readers. Of a conc_owner_lock and a conc_rw_lock any number of readers may be the holder: the
 * state is then SHARED and their number. While QUEUED is not set, a reader joins without the guard;
 * else only inside it, and only if no writer waits in the FIFO. The last reader releases the lock
 * as a writer does. A reader that waits is not woken to try again: it is given the lock, with all
 * readers up to the next writer.
 *
 *        0 ──reader: cas──► SHARED|1 ──cas──► SHARED|2 ──cas──► SHARED|1 ──cas──► 0
 *        SHARED|n ──writer, guard──► SHARED|n|QUEUED ──last reader, guard──► WOKEN[|QUEUED]
 *        T|QUEUED ──T unlocks, guard──► SHARED|n[|QUEUED], n readers unparked
 *
 * A clause of a waituntil cannot be woken in order to lose: claiming it gives it the lock.
 *
 * Lending. conc_signal_block gives the lock to the thread L that it signals, and gets it back when
 * L gives it up. Meanwhile the lender T is the first in the FIFO, and HANDOFF does the rest. L may
 * lend the lock in turn: lenders come back last in, first out.
 *
 *        T|flags ──T lends, guard──► L|QUEUED|HANDOFF[|WOKEN]
 *        L|QUEUED|HANDOFF ──L unlocks, guard──► T[|QUEUED[|HANDOFF]], T unparked
 *
 * So in front of the FIFO are those to whom an unlock gives the lock whatever else it does:
 * lenders, then at most one starving waiter. The slot of such a waiter is not null.
 *
 * Rejected: hand-off always (4-10 times slower under contention); an MCS queue (every waiter that
 * is not running stalls those behind it); spinning while the holder is parked; waking one waiter
 * per unlock (each waiter that loses costs two switches; WOKEN limits it to one); readers counted
 * per processor (a writer would look at all counts; the shared word is the price of the size).
 *
 * For the sanitizer a writer gives its past to conc_state and a reader to conc_queue. So a reader
 * gets the writers' past, and a writer that of all holders.
 *
 * Invariants.
 * - Only the holder replaces itself in the state, except that any thread may take a free lock.
 * - QUEUED, WOKEN and HANDOFF change under the guard, or with the state when it is taken.
 * - At most one waiter is woken and undecided; it clears WOKEN when it takes the lock or queues.
 * - A lock with HANDOFF is never free. It has HANDOFF exactly if the first waiter has a slot.
 * - While a lock is held and QUEUED, other threads become readers of it only inside the guard.
 * - A thread that frees the lock while no other thread has a stake in it does not touch it
 *   afterwards, so the next holder may free its memory (release_to_waiter empties the queue first).
 */
#include "conc/duration.h"
#include "mutex_core.h"
#include "port/stop.h"
#include "statistics.h"

uintptr_t conc_abi_unlocked;

enum {
	PAUSE = 32,
	PAUSES = 64,                 /* conc_relax between two looks: first, most */
	LOSSES = 8,                  /* times a waiter is overtaken before it is given the lock */
	PATIENCE = 10 * 1000 * 1000, /* nanoseconds it waits before it is given the lock */
};

/* ---- Taking ---- */

#define SHARED ((uintptr_t)CONC_LOCK_SHARED)
#define READER ((uintptr_t)CONC_LOCK_READER)

/* Returns the state after self has taken the lock in the mode, or 0 if it cannot take it now. A
 * free lock is taken even if threads wait for it. join: readers are joined even if threads wait. */
static uintptr_t granted(uintptr_t state, const struct conc_thread *self, int32_t mode, bool join)
{
	bool is_free = !(state & ~(uintptr_t)CONC_LOCK_FLAGS);

	if (mode == CONC_LOCK_WRITE) return is_free ? state | (uintptr_t)self : 0;
	if (is_free || ((state & SHARED) && (join || !(state & CONC_LOCK_QUEUED))))
		return (state | SHARED) + READER;
	return 0;
}

/* For the sanitizer: what the holders before have given. */
static void edges_to(const struct conc_mutex *m, int32_t mode)
{
	conc_edge_lock(&m->conc_state);
	if (mode == CONC_LOCK_WRITE) conc_edge_to(&m->conc_queue);
}

/* Takes the lock as granted says; keeps the flags except clear. If it cannot, returns false; *state
 * is then the lock's state. */
static bool mutex_take(struct conc_mutex *m, uintptr_t *state, struct conc_thread *self,
                       int32_t mode, bool join, uintptr_t clear)
{
	uintptr_t to;

	while ((to = granted(*state & ~clear, self, mode, join)))
		/* acquire: pairs with the release in conc_abi_mutex_unlock and release_to */
		if (cas_acquire(&m->conc_state, state, to)) {
			edges_to(m, mode);
			return true;
		}
	return false;
}

bool conc_mutex_core_try(struct conc_mutex *m, struct conc_thread *self, int32_t mode)
{
	uintptr_t state = load_relaxed(&m->conc_state);

	conc_operation_touches(m, CHANGES);
	return mutex_take(m, &state, self, mode, false, 0);
}

/* Returns whether the holder may be running. Descriptors are never given back, so this one may be
 * read even if its thread has gone. Nothing orders the read after the making of the descriptor, but
 * it only decides whether to spin: ThreadSanitizer need not know. */
__attribute__((noinline, no_sanitize("thread"))) static bool
may_run(const struct conc_thread *owner)
{
	return load_relaxed(&owner->park) == CONC_PARK_RUNNING;
}

/* Looks at the lock a few times, about 2.5 us in all, and takes it if it is free. Looks are rare
 * because each takes the cache line from the holder, which can finish many short critical sections
 * meanwhile: a look after each pause halves the throughput of two threads. */
static bool spin(struct conc_mutex *m, struct conc_thread *self, int32_t mode)
{
	for (int pauses = PAUSE;; pauses *= 2) {
		uintptr_t state = load_relaxed(&m->conc_state);
		const struct conc_thread *owner;

		if (mutex_take(m, &state, self, mode, false, 0)) return true;
		owner = conc_lock_owner(state);
		if (pauses > PAUSES || (state & CONC_LOCK_HANDOFF)) return false;
		/* a writer cannot know the readers; a reader is behind a writer that waits for them
		 */
		if (owner ? !may_run(owner) : mode == CONC_LOCK_READ) return false;
		conc_relax(pauses);
	}
}

/* Inside the guard: returns whether w is a reader behind a writer that waits. A clause that is
 * already in the FIFO is not behind waiters that came later. */
static bool reader_is_behind(const struct conc_waiter *head, const struct conc_waiter *w)
{
	if (w->mode == CONC_LOCK_WRITE) return false;
	for (const struct conc_waiter *o = head; o && o != w; o = conc_waiters_next(head, o))
		if (o->mode == CONC_LOCK_WRITE && conc_waiter_is_open(o)) return true;
	return false;
}

/* Inside the guard: takes the lock, or marks it so that its holder looks into the FIFO. */
static bool take_or_mark(struct conc_mutex *m, const struct conc_waiter *w, bool join,
                         uintptr_t clear, uintptr_t set)
{
	uintptr_t state = load_relaxed(&m->conc_state);

	for (;;) {
		if (mutex_take(m, &state, w->thread, w->mode, join, clear)) return true;
		/* relaxed: the holder reads the marks with its release, then enters the guard */
		if (cas_relaxed(&m->conc_state, &state, (state & ~clear) | set)) return false;
	}
}

/* Inside the guard: puts w, which was woken and lost, in front again, behind those to whom the lock
 * is given. Returns the new head. */
static struct conc_waiter *requeue(struct conc_waiter *head, struct conc_waiter *w)
{
	struct conc_waiter *after = head;

	while (after && after->slot) after = conc_waiters_next(head, after);
	if (after == head) return conc_waiters_prepend(head, w);
	conc_waiters_append(after ? after : head, w); /* last in the ring that starts at after */
	return head;
}

/* Takes the lock (true) or queues w. */
static bool take_or_queue(struct conc_mutex *m, struct conc_waiter *w, int losses)
{
	bool starving = losses >= LOSSES || (losses && conc_now() - w->since > PATIENCE);
	uintptr_t set = CONC_LOCK_QUEUED | (starving ? CONC_LOCK_HANDOFF : 0);
	uintptr_t clear = losses ? CONC_LOCK_WOKEN : 0;
	struct conc_waiter *head = conc_guard_enter(&m->conc_queue);
	bool taken = take_or_mark(m, w, !reader_is_behind(head, w), clear, set);

	if (starving) w->slot = m;
	if (!taken) head = losses ? requeue(head, w) : conc_waiters_append(head, w);
	conc_guard_leave(&m->conc_queue, head);
	return taken;
}

/* ---- Waiting ---- */

/* Inside the guard: claims the readers that wait ahead of the first writer. Returns their number.
 */
static uintptr_t claim_readers(struct conc_waiter **head, struct conc_waiter **claimed)
{
	uintptr_t count = 0;

	for (struct conc_waiter *w = *head, *after; w; w = after) {
		after = conc_waiters_next(*head, w);
		if (w->mode == CONC_LOCK_WRITE && conc_waiter_is_open(w)) break;
		if (w->mode == CONC_LOCK_WRITE || !conc_waiter_claim(w)) continue;
		*head = conc_waiters_remove(*head, w);
		*claimed = conc_waiter_list_link(*claimed, w);
		count++;
	}
	return count;
}

/* Takes w out if it is queued, and returns whether it was: its thread gives up. A writer that gives
 * up may have kept readers from joining those that hold the lock. One that was to be given the lock
 * is first. */
static bool withdraw(void *resource, struct conc_waiter *w)
{
	struct conc_mutex *m = resource;
	struct conc_waiter *claimed = NULL, *head = conc_guard_enter(&m->conc_queue);
	uintptr_t state = load_relaxed(&m->conc_state);
	bool queued = w->queued;

	/* relaxed: the flag orders nothing */
	if (head == w && (state & CONC_LOCK_HANDOFF))
		and_relaxed(&m->conc_state, ~(uintptr_t)CONC_LOCK_HANDOFF);
	if (queued) {
		head = conc_waiters_remove(head, w);
		/* The last reader cannot leave meanwhile: with QUEUED and without WOKEN it has to
		 * enter the guard. With WOKEN a writer is on its way, and readers stay behind it.
		 * acquire: as in mutex_take */
		if (conc_lock_readers(state) && !(state & CONC_LOCK_WOKEN))
			add_acquire(&m->conc_state, claim_readers(&head, &claimed) * READER);
	}
	conc_guard_leave(&m->conc_queue, head);
	conc_waiters_complete_all(claimed, CONC_WAIT_DONE);
	return queued;
}

int conc_mutex_core_lock(struct conc_mutex *m, struct conc_thread *self, int32_t mode,
                         uint64_t deadline, const char *operation, const char *where)
{
	bool limited = deadline != CONC_NEVER;
	struct conc_waiter w;
	int result = CONC_WAIT_AGAIN;

	if (limited) conc_operation_touches(m, CHANGES);
	else conc_operation_touches(m, LOCKS);
	if (CONC_UNLIKELY(conc_statistics_on)) {
		conc_statistics_count(operation, where, 1);
		if (conc_mutex_core_try(m, self, mode)) return 0;
		conc_statistics_contended(operation, where);
	}
	if (spin(m, self, mode)) return 0;
	conc_waiter_init(&w, self, NULL, mode);
	w.since = conc_now();
	for (int losses = 0; result != CONC_WAIT_DONE && !take_or_queue(m, &w, losses); losses++) {
		/* a cycle of threads that wait with a limit is no deadlock: it names no holder */
		conc_thread_waits(self, operation, m, where,
		                  limited ? NULL : conc_mutex_core_holder);
		result = limited ? conc_waiter_wait_or_withdraw(&w, withdraw, m, deadline)
		                 : conc_waiter_wait(&w);
		if (result < 0) return result;
		if (!limited && result != CONC_WAIT_DONE) conc_operation_touches(m, LOCKS);
	}
	edges_to(m, mode);
	return 0;
}

/* Returns HANDOFF if the first waiter is to be given the lock. Inside the guard. */
static uintptr_t handoff(const struct conc_waiter *head)
{
	return head && head->slot ? CONC_LOCK_HANDOFF : 0;
}

/* ---- Releasing ---- */

/* Chooses the next holder. Called by a holder inside the guard. False: the lock is still held,
 * because no thread waits (QUEUED is then cleared) or another reader has joined. True: it is
 * released; the claimed are to be completed with *result outside the guard. */
static bool release_to(struct conc_mutex *m, struct conc_waiter **head,
                       struct conc_waiter **claimed, int32_t *result)
{
	/* acquire: pairs with the release of the readers that left before. The store below is not
	 * part of their release sequence; it hands on what they did. */
	uintptr_t state = load_acquire(&m->conc_state), next = state & CONC_LOCK_WOKEN;
	struct conc_waiter *first;

	if (conc_lock_readers(state) > 1) return false;
	if (!*head) {
		/* relaxed: inside the guard, and the lock stays held */
		and_relaxed(&m->conc_state, ~(uintptr_t)CONC_LOCK_QUEUED);
		return false;
	}
	first = conc_waiters_claim_first(head);
	if (first) *claimed = conc_waiter_list_link(NULL, first);
	if (first && first->mode == CONC_LOCK_READ) {
		next |= SHARED + READER * (1 + claim_readers(head, claimed));
	} else if (first && (first->selection || (state & CONC_LOCK_HANDOFF))) {
		next |= (uintptr_t)first->thread | handoff(*head);
	} else if (first) {
		next = CONC_LOCK_WOKEN;
		*result = CONC_WAIT_AGAIN;
	}
	/* release: publishes the critical section to the next holder's cas (mutex_take). No other
	 * thread can change the state meanwhile: marks need the guard, as do readers that join
	 * while QUEUED is set, and taking needs a free lock. */
	store_release(&m->conc_state, next | (*head ? CONC_LOCK_QUEUED : 0));
	return true;
}

/* Releases a lock with QUEUED through the guard. False: as in release_to. */
static bool release_to_waiter(struct conc_mutex *m)
{
	struct conc_waiter *claimed = NULL, *head = conc_guard_enter(&m->conc_queue);
	int32_t result = CONC_WAIT_DONE;
	bool released = release_to(m, &head, &claimed, &result);

	conc_guard_leave(&m->conc_queue, head);
	conc_waiters_complete_all(claimed, result);
	return released;
}

void conc_mutex_core_unlock(struct conc_mutex *m)
{
	uintptr_t state = load_relaxed(&m->conc_state);

	if (state & SHARED) {
		conc_operation_touches(m, CHANGES);
		conc_edge_from(&m->conc_queue);
		conc_edge_left(&m->conc_state);
	} else {
		conc_operation_touches(m, UNLOCKS);
		conc_edge_unlock(&m->conc_state);
	}
	for (;;) {
		bool last = conc_lock_readers(state) <= 1;
		bool on_its_way = (state & CONC_LOCK_WOKEN) && !(state & CONC_LOCK_HANDOFF);

		if (last && (state & CONC_LOCK_QUEUED) && !on_its_way) {
			if (release_to_waiter(m)) return;
			state = load_relaxed(&m->conc_state);
			/* release: publishes the critical section to the next holder's cas
			 * (mutex_take), and a reader's to the last reader (release_to) */
		} else if (cas_release(&m->conc_state, &state,
		                       last ? state & CONC_LOCK_FLAGS & ~SHARED : state - READER)) {
			return;
		}
	}
}

/* ---- Lending ---- */

/* In debug mode, records that the caller has m. */
static void mutex_note_locked(struct conc_mutex *m, const char *where)
{
	if (!conc_order_on()) return;
	conc_held_add(conc_thread_self(), m, where);
	/* relaxed: only the holder uses this flag */
	or_relaxed(&m->conc_state, CONC_LOCK_DEBUG);
}

/* The caller has been given m by another's unlock or lending. */
static void has_been_given(struct conc_mutex *m, const char *where)
{
	conc_operation_touches(m, LOCKS);
	edges_to(m, CONC_LOCK_WRITE);
	mutex_note_locked(m, where);
}

bool conc_mutex_core_lent(struct conc_mutex *m, const char *where)
{
	if (conc_mutex_core_holder(m) != conc_thread_self()) return false;
	if (conc_order_on()) conc_order_locking(m, where);
	has_been_given(m, where);
	return true;
}

void conc_mutex_core_lend(struct conc_mutex *m, struct conc_waiter *to, const char *operation,
                          const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_waiter w, *head;
	uintptr_t state;

	conc_operation_touches(m, UNLOCKS);
	conc_edge_unlock(&m->conc_state);
	if (CONC_UNLIKELY(conc_statistics_on)) {
		conc_statistics_count(operation, where, 1);
		conc_statistics_contended(operation, where);
	}
	conc_waiter_init(&w, self, NULL, CONC_LOCK_WRITE);
	w.slot = m;
	head = conc_guard_enter(&m->conc_queue);
	state = load_relaxed(&m->conc_state);
	if (state & CONC_LOCK_DEBUG) conc_held_remove(self, m);
	/* No other thread can change the state meanwhile (release_to). relaxed: nobody takes the
	 * lock from this state. The completion publishes the critical section to the borrower, and
	 * its unlock to the others. */
	store_relaxed(&m->conc_state, (uintptr_t)to->thread | (state & CONC_LOCK_WOKEN) |
	                                      CONC_LOCK_QUEUED | CONC_LOCK_HANDOFF);
	conc_guard_leave(&m->conc_queue, conc_waiters_prepend(head, &w));
	conc_waiter_complete(to, CONC_WAIT_DONE);
	if (conc_order_on()) conc_order_locking(m, where);
	conc_thread_waits(self, operation, m, where, conc_mutex_core_holder);
	conc_waiter_wait(&w);
	has_been_given(m, where);
}

/* ---- Clauses of a statement ---- */

/* Takes the lock for w, or, if queue, marks it so that its holder looks for w. Inside the guard. */
static int clause_take_or_mark(struct conc_mutex *m, struct conc_waiter *w, bool join, bool queue)
{
	uintptr_t state = load_relaxed(&m->conc_state);
	bool taken = false;

	while (!taken) {
		if (!granted(state, w->thread, w->mode, join)) {
			/* relaxed: the holder reads the mark with its release, then enters the
			 * guard */
			if (!queue || cas_relaxed(&m->conc_state, &state, state | CONC_LOCK_QUEUED))
				return CONC_ENLIST_QUEUED;
			continue;
		}
		if (!conc_selection_hold(w->selection)) return CONC_ENLIST_GONE;
		taken = mutex_take(m, &state, w->thread, w->mode, join, 0);
		conc_selection_resolve(w->selection, taken ? w : NULL);
	}
	return CONC_ENLIST_DONE;
}

int conc_mutex_core_enlist(struct conc_mutex *m, struct conc_waiter *w, int32_t mode, bool queue)
{
	struct conc_waiter *head = conc_guard_enter(&m->conc_queue);
	int done;

	w->mode = mode; /* inside the guard: w may be queued, where others read it */
	done = clause_take_or_mark(m, w, !reader_is_behind(head, w), queue);
	if (done == CONC_ENLIST_DONE && w->queued) head = conc_waiters_remove(head, w);
	else if (done == CONC_ENLIST_QUEUED && queue) done = conc_waiters_enlist(&head, w);
	conc_guard_leave(&m->conc_queue, head);
	return done;
}

bool conc_mutex_core_selected(void *resource, struct conc_waiter *w)
{
	edges_to(resource, w->mode);
	return true;
}

void conc_mutex_core_delist(void *resource, struct conc_waiter *w)
{
	withdraw(resource, w);
}

static __attribute__((noreturn, cold)) void holds_already(void *lock, const char *where)
{
	conc_stop(where, conc_thread_self(), "waituntil on conc_mutex %p, which this thread holds",
	          lock);
}

static int mutex_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	struct conc_mutex *m = resource;
	/* acquire: pairs with the release in release_to. A clause that was queued may have been
	 * given the lock since its selection was opened; its claim came before that. */
	uintptr_t state = load_acquire(&m->conc_state);

	if (conc_lock_owner(state) == w->thread && conc_waiter_is_open(w)) holds_already(m, where);
	return conc_mutex_core_enlist(m, w, CONC_LOCK_WRITE, queue);
}

static void mutex_release(void *resource, struct conc_waiter *w, const char *where)
{
	(void)w;
	conc_abi_mutex_unlock(resource, where);
}

static bool mutex_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	(void)w;
	if (conc_abi_mutex_try_lock(resource, where)) return true;
	if (conc_mutex_core_holder(resource) == conc_thread_self()) holds_already(resource, where);
	return false;
}

const struct conc_selectable conc_mutex_selectable = {
        .operation = "conc_mutex",
        .enlist = mutex_enlist,
        .delist = conc_mutex_core_delist,
        .selected = conc_mutex_core_selected,
        .release = mutex_release,
        .attempt = mutex_attempt,
};

/* ---- Reports ---- */

struct conc_thread *conc_mutex_core_holder(const void *m)
{
	/* relaxed: a hint, or compared with the caller, which knows its own stores */
	return conc_lock_owner(load_relaxed(&((const struct conc_mutex *)m)->conc_state));
}

void conc_lock_misuse(const char *kind, const void *lock, struct conc_thread *owner,
                      const char *where)
{
	char name[64];

	if (!owner)
		conc_stop(where, conc_thread_self(), "unlocks %s %p, which is not locked", kind,
		          lock);
	conc_stop(where, conc_thread_self(), "unlocks %s %p, which thread %s holds", kind, lock,
	          conc_thread_describe(owner, name, sizeof(name)));
}

/* ---- conc_mutex ---- */

static int mutex_wait(struct conc_mutex *m, uint64_t deadline, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	int result;

	if (conc_mutex_core_holder(m) == self)
		conc_stop(where, self, "locks conc_mutex %p, which this thread holds already",
		          (void *)m);
	if (conc_order_on()) conc_order_locking(m, where);
	result = conc_mutex_core_lock(m, self, CONC_LOCK_WRITE, deadline, "conc_mutex", where);
	if (!result) mutex_note_locked(m, where);
	return result;
}

void conc_abi_mutex_lock_slow(struct conc_mutex *m, const char *where)
{
	mutex_wait(m, CONC_NEVER, where);
}

int conc_abi_mutex_lock_for_slow(struct conc_mutex *m, conc_duration d, const char *where)
{
	return mutex_wait(m, conc_timer_deadline(d), where);
}

bool conc_abi_mutex_try_lock_slow(struct conc_mutex *m, const char *where)
{
	if (!conc_mutex_core_try(m, conc_thread_self(), CONC_LOCK_WRITE)) return false;
	mutex_note_locked(m, where);
	return true;
}

void conc_abi_mutex_unlock_slow(struct conc_mutex *m, const char *where)
{
	uintptr_t state = load_relaxed(&m->conc_state);

	if (conc_lock_owner(state) != conc_thread_self())
		conc_lock_misuse("conc_mutex", m, conc_lock_owner(state), where);
	if (state & CONC_LOCK_DEBUG) {
		conc_held_remove(conc_thread_self(), m);
		/* relaxed: only the holder uses this flag */
		and_relaxed(&m->conc_state, ~(uintptr_t)CONC_LOCK_DEBUG);
	}
	conc_mutex_core_unlock(m);
}

CONC_LOCK_FUNCTIONS(conc_mutex, mutex_lock, mutex_try_lock, mutex_unlock)
CONC_LIMIT_FUNCTION(conc_mutex, mutex_lock)
