/* SPDX-License-Identifier: MIT */
/*
 * mutex: conc_mutex, and the core that conc_owner_lock shares with it.
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
 * A clause of a waituntil cannot be woken in order to lose: claiming it gives it the lock.
 *
 * Rejected: hand-off always (4-10 times slower under contention); an MCS queue (every waiter that
 * is not running stalls those behind it); spinning while the holder is parked; waking one waiter
 * per unlock (each waiter that loses costs two switches; WOKEN limits it to one).
 *
 * Invariants.
 * - Only the holder replaces itself in the state, except that any thread may take a free lock.
 * - QUEUED, WOKEN and HANDOFF change under the guard, or with the state when it is taken.
 * - At most one waiter is woken and undecided; it clears WOKEN when it takes the lock or queues.
 * - A lock with HANDOFF is never free.
 * - A thread that frees the lock while no other thread has a stake in it does not touch it
 *   afterwards, so the next holder may free its memory (release_to_waiter empties the queue first).
 */
#include "conc/duration.h"
#include "mutex_core.h"
#include "port/stop.h"

uintptr_t conc_abi_unlocked;

enum {
	PAUSE = 32,
	PAUSES = 64,                 /* conc_relax between two looks: first, most (25 ns each) */
	LOSSES = 8,                  /* times a waiter is overtaken before it is given the lock */
	PATIENCE = 10 * 1000 * 1000, /* nanoseconds it waits before it is given the lock */
	LOCK = 0,                    /* the only mode of waiters */
};

/* ---- Taking ---- */

/* Takes a free lock even if threads wait for it; keeps the flags except clear. Returns false if the
 * lock is held; *state is then its state. */
static bool mutex_take(struct conc_mutex *m, uintptr_t *state, struct conc_thread *self,
                       uintptr_t clear)
{
	while (!conc_lock_owner(*state))
		/* acquire: pairs with the release in conc_abi_mutex_unlock and release_… */
		if (cas_acquire(&m->conc_state, state, (*state & ~clear) | (uintptr_t)self)) {
			conc_edge_to(&m->conc_state);
			return true;
		}
	return false;
}

bool conc_mutex_core_try(struct conc_mutex *m, struct conc_thread *self)
{
	uintptr_t state = load_relaxed(&m->conc_state);

	return mutex_take(m, &state, self, 0);
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
static bool spin(struct conc_mutex *m, struct conc_thread *self)
{
	for (int pauses = PAUSE;; pauses *= 2) {
		uintptr_t state = load_relaxed(&m->conc_state);

		if (mutex_take(m, &state, self, 0)) return true;
		if (pauses > PAUSES || (state & CONC_LOCK_HANDOFF)) return false;
		if (!may_run(conc_lock_owner(state))) return false;
		for (int i = 0; i < pauses; i++) conc_relax();
	}
}

/* Takes the lock, or marks it so that its holder looks into the FIFO. Inside the guard. */
static bool take_or_mark(struct conc_mutex *m, struct conc_thread *self, uintptr_t clear,
                         uintptr_t set)
{
	uintptr_t state = load_relaxed(&m->conc_state);

	for (;;) {
		if (mutex_take(m, &state, self, clear)) return true;
		/* relaxed: the holder reads the marks with its release, then enters the guard */
		if (cas_relaxed(&m->conc_state, &state, (state & ~clear) | set)) return false;
	}
}

/* Takes the lock (true) or queues w. A waiter that was woken and lost goes back to the front. */
static bool take_or_queue(struct conc_mutex *m, struct conc_waiter *w, int losses)
{
	bool starving = losses >= LOSSES || (losses && conc_now() - w->since > PATIENCE);
	uintptr_t set = CONC_LOCK_QUEUED | (starving ? CONC_LOCK_HANDOFF : 0);
	uintptr_t clear = losses ? CONC_LOCK_WOKEN : 0;
	struct conc_waiter *head = conc_guard_enter(&m->conc_queue);
	bool taken = take_or_mark(m, w->thread, clear, set);

	if (!taken) head = losses ? conc_waiters_prepend(head, w) : conc_waiters_append(head, w);
	conc_guard_leave(&m->conc_queue, head);
	return taken;
}

void conc_mutex_core_lock(struct conc_mutex *m, struct conc_thread *self, const char *operation,
                          const char *where)
{
	struct conc_waiter w;

	if (spin(m, self)) return;
	conc_waiter_init(&w, self, NULL, LOCK);
	w.since = conc_now();
	for (int losses = 0; !take_or_queue(m, &w, losses); losses++) {
		conc_thread_waits(self, operation, m, where, conc_mutex_core_holder);
		if (conc_waiter_wait(&w) == CONC_WAIT_DONE) return;
	}
}

/* ---- Releasing ---- */

/* Chooses the next holder. Called by the holder inside the guard. False: no thread waits; QUEUED is
 * cleared, and the lock is still held. True: the lock is released; *next, unless null, is to be
 * completed with *result outside the guard. */
static bool release_to(struct conc_mutex *m, struct conc_waiter **head, struct conc_waiter **next,
                       int32_t *result)
{
	uintptr_t flags = load_relaxed(&m->conc_state) & CONC_LOCK_FLAGS;
	uintptr_t queued;

	if (!*head) {
		/* relaxed: inside the guard, and the lock stays held */
		and_relaxed(&m->conc_state, ~(uintptr_t)CONC_LOCK_QUEUED);
		return false;
	}
	*next = conc_waiters_claim_first(head);
	queued = *head ? CONC_LOCK_QUEUED : 0;
	*result = CONC_WAIT_DONE;
	if (!*next) {
		flags = CONC_LOCK_QUEUED | (flags & CONC_LOCK_WOKEN);
	} else if ((*next)->selection || (flags & CONC_LOCK_HANDOFF)) {
		flags = (uintptr_t)(*next)->thread | queued | (flags & CONC_LOCK_WOKEN);
	} else {
		flags = CONC_LOCK_WOKEN | queued;
		*result = CONC_WAIT_AGAIN;
	}
	/* release: publishes the critical section to the next holder's cas (take). No other thread
	 * can change the state meanwhile: marks need the guard, taking needs a free lock. */
	store_release(&m->conc_state, flags);
	return true;
}

/* Releases a lock with QUEUED through the guard. Returns false if no thread waits after all. */
static bool release_to_waiter(struct conc_mutex *m)
{
	struct conc_waiter *next = NULL, *head = conc_guard_enter(&m->conc_queue);
	int32_t result;
	bool released = release_to(m, &head, &next, &result);

	conc_guard_leave(&m->conc_queue, head);
	if (next) conc_waiter_complete(next, result);
	return released;
}

void conc_mutex_core_unlock(struct conc_mutex *m)
{
	uintptr_t state = load_relaxed(&m->conc_state);

	conc_edge_from(&m->conc_state);
	for (;;) {
		bool on_its_way = (state & CONC_LOCK_WOKEN) && !(state & CONC_LOCK_HANDOFF);

		if ((state & CONC_LOCK_QUEUED) && !on_its_way) {
			if (release_to_waiter(m)) return;
			state = load_relaxed(&m->conc_state);
			/* release: publishes the critical section to the next holder's cas (take)
			 */
		} else if (cas_release(&m->conc_state, &state, state & CONC_LOCK_FLAGS)) {
			return;
		}
	}
}

/* ---- Clauses of a statement ---- */

/* Takes the lock for w, or, if queue, marks it so that its holder looks for w. Inside the guard. */
static int clause_take_or_mark(struct conc_mutex *m, struct conc_waiter *w, bool queue)
{
	uintptr_t state = load_relaxed(&m->conc_state);
	bool taken = false;

	while (!taken) {
		if (conc_lock_owner(state)) {
			/* relaxed: the holder reads the mark with its release, then enters the
			 * guard */
			if (!queue || cas_relaxed(&m->conc_state, &state, state | CONC_LOCK_QUEUED))
				return CONC_ENLIST_QUEUED;
			continue;
		}
		if (!conc_selection_hold(w->selection)) return CONC_ENLIST_GONE;
		taken = mutex_take(m, &state, w->thread, 0);
		conc_selection_resolve(w->selection, taken ? w : NULL);
	}
	return CONC_ENLIST_DONE;
}

int conc_mutex_core_enlist(struct conc_mutex *m, struct conc_waiter *w, bool queue)
{
	struct conc_waiter *head = conc_guard_enter(&m->conc_queue);
	int done = clause_take_or_mark(m, w, queue);

	if (done == CONC_ENLIST_DONE && w->queued) head = conc_waiters_remove(head, w);
	else if (done == CONC_ENLIST_QUEUED && queue) done = conc_waiters_enlist(&head, w);
	conc_guard_leave(&m->conc_queue, head);
	return done;
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
	return conc_mutex_core_enlist(m, w, queue);
}

static void mutex_delist(void *resource, struct conc_waiter *w)
{
	conc_waiter_delist(&((struct conc_mutex *)resource)->conc_queue, w);
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
        .delist = mutex_delist,
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

/* In debug mode, records that the caller took m. */
static void mutex_note_locked(struct conc_mutex *m, const char *where)
{
	if (!conc_order_on()) return;
	conc_order_locked(m, where);
	/* relaxed: only the holder uses this flag */
	or_relaxed(&m->conc_state, CONC_LOCK_DEBUG);
}

void conc_abi_mutex_lock_slow(struct conc_mutex *m, const char *where)
{
	struct conc_thread *self = conc_thread_self();

	if (conc_mutex_core_holder(m) == self)
		conc_stop(where, self, "locks conc_mutex %p, which this thread holds already",
		          (void *)m);
	if (conc_order_on()) conc_order_locking(m, where);
	conc_mutex_core_lock(m, self, "conc_mutex", where);
	mutex_note_locked(m, where);
}

bool conc_abi_mutex_try_lock_slow(struct conc_mutex *m, const char *where)
{
	if (!conc_mutex_core_try(m, conc_thread_self())) return false;
	mutex_note_locked(m, where);
	return true;
}

void conc_abi_mutex_unlock_slow(struct conc_mutex *m, const char *where)
{
	uintptr_t state = load_relaxed(&m->conc_state);

	if (conc_lock_owner(state) != conc_thread_self())
		conc_lock_misuse("conc_mutex", m, conc_lock_owner(state), where);
	if (state & CONC_LOCK_DEBUG) {
		conc_order_unlocked(m);
		/* relaxed: only the holder uses this flag */
		and_relaxed(&m->conc_state, ~(uintptr_t)CONC_LOCK_DEBUG);
	}
	conc_mutex_core_unlock(m);
}

void(conc_mutex_lock)(conc_mutex *m)
{
	conc_abi_mutex_lock(m, NULL);
}
bool(conc_mutex_try_lock)(conc_mutex *m)
{
	return conc_abi_mutex_try_lock(m, NULL);
}
void(conc_mutex_unlock)(conc_mutex *m)
{
	conc_abi_mutex_unlock(m, NULL);
}
