/* SPDX-License-Identifier: MIT */
/*
 * rw_lock: conc_rw_lock, one writer or any number of readers.
 *
 * The idea. One word: 0 when free; a writer's descriptor; or SHARED and the number of readers above
 * the flags. QUEUED says that the FIFO may hold a waiter. While it is set, every arrival and the
 * last departure go through the guard, and the leaving thread gives the lock to the first waiter,
 * or to the first readers up to the next writer. So no thread is woken only to try again.
 *
 *   0 ──writer: cas──► T ──T: cas──► 0            0 ──reader: cas──► SHARED|1 ──cas──► SHARED|2 …
 *   held ──waiter, guard──► held|QUEUED ──last to leave, guard──► given to who waits first
 *
 * Writers take precedence only in that a reader queues behind a waiting writer. They do not
 * overtake readers that came first: a stream of writers would shut those out.
 *
 * Rejected: readers counted per processor (a writer would look at all counts; the shared word of a
 * read-mostly lock is the price of its size); recording who reads (a list per thread).
 *
 * For the sanitizer a writer gives its past to conc_state and a reader to conc_queue. So a reader
 * gets the writers' past, and a writer that of all holders.
 *
 * Invariants. While QUEUED is set, only a thread inside the guard adds a reader. QUEUED is set
 * whenever the FIFO is not empty. The FIFO of a free lock with QUEUED has only clauses whose
 * statements do not wait now.
 */
#include "kernel/mutex_core.h"
#include "port/stop.h"

enum { EXCLUSIVE, SHARED_MODE };

#define READER ((uintptr_t)CONC_LOCK_FLAGS + 1)
#define SHARED ((uintptr_t)CONC_LOCK_SHARED)
#define QUEUED ((uintptr_t)CONC_LOCK_QUEUED)

static uintptr_t readers(uintptr_t state)
{
	return state & SHARED ? state / READER : 0;
}

static struct conc_thread *writer(uintptr_t state)
{
	return state & SHARED ? NULL : conc_lock_owner(state);
}

static struct conc_thread *holder(const void *lock)
{
	return writer(load_relaxed(&((const struct conc_rw_lock *)lock)->conc_state));
}

/* ---- Taking ---- */

static void edges_to(const struct conc_rw_lock *l, int32_t mode)
{
	conc_edge_to(&l->conc_state);
	if (mode == EXCLUSIVE) conc_edge_to(&l->conc_queue);
}

/* Returns the state after granting mode now, or 0 if it cannot be. ahead: readers must queue. */
static uintptr_t granted(uintptr_t state, int32_t mode, struct conc_thread *self, bool ahead)
{
	if (mode == EXCLUSIVE) return state & ~QUEUED ? 0 : state | (uintptr_t)self;
	return writer(state) || ahead ? 0 : (state | SHARED) + READER;
}

/* Takes the lock if mode can be granted. *state is the last state seen. */
static bool rw_lock_take(struct conc_rw_lock *l, uintptr_t *state, int32_t mode,
                         struct conc_thread *self, bool ahead)
{
	uintptr_t to;

	while ((to = granted(*state, mode, self, ahead)))
		/* acquire: pairs with the release of the holders before */
		if (cas_acquire(&l->conc_state, state, to)) {
			edges_to(l, mode);
			return true;
		}
	return false;
}

/* Takes the lock without the guard. A reader may not pass QUEUED; a writer may take a free lock. */
static bool rw_lock_try(struct conc_rw_lock *l, int32_t mode, struct conc_thread *self)
{
	uintptr_t to, state = load_relaxed(&l->conc_state);

	while ((to = granted(state, mode, self, state & QUEUED))) /* acquire: as in rw_lock_take */
		if (cas_acquire(&l->conc_state, &state, to)) {
			edges_to(l, mode);
			return true;
		}
	return false;
}

/* Inside the guard: takes the lock for w, or sets QUEUED so that the last holder looks for w. */
static int take_or_mark(struct conc_rw_lock *l, struct conc_waiter *w, bool ahead, bool queue)
{
	uintptr_t state = load_relaxed(&l->conc_state);

	for (;;) {
		bool taken;

		if (!granted(state, w->mode, w->thread, ahead)) {
			/* relaxed: the leaving thread reads QUEUED with its release, then enters
			 * the guard */
			if (!queue || cas_relaxed(&l->conc_state, &state, state | QUEUED))
				return CONC_ENLIST_QUEUED;
			continue;
		}
		if (!conc_selection_hold(w->selection)) return CONC_ENLIST_GONE;
		taken = rw_lock_take(l, &state, w->mode, w->thread, ahead);
		conc_selection_resolve(w->selection, taken ? w : NULL);
		if (taken) return CONC_ENLIST_DONE;
	}
}

/* Returns whether self is a reader behind a waiting writer. A clause that is already in the FIFO is
 * not behind waiters that came later. */
static bool reader_is_behind(const struct conc_waiter *head, const struct conc_waiter *self)
{
	if (self->mode == EXCLUSIVE) return false;
	for (const struct conc_waiter *w = head; w && w != self; w = conc_waiters_next(head, w))
		if (w->mode == EXCLUSIVE && conc_waiter_is_open(w)) return true;
	return false;
}

static int rw_lock_enlist(struct conc_rw_lock *l, struct conc_waiter *w, int32_t mode, bool queue)
{
	struct conc_waiter *head = conc_guard_enter(&l->conc_queue);
	int done;

	w->mode = mode; /* inside the guard: w may be queued, where others read it */
	done = take_or_mark(l, w, reader_is_behind(head, w), queue);
	if (done == CONC_ENLIST_DONE && w->queued) head = conc_waiters_remove(head, w);
	else if (done == CONC_ENLIST_QUEUED && queue) done = conc_waiters_enlist(&head, w);
	conc_guard_leave(&l->conc_queue, head);
	return done;
}

/* In debug mode, records that the caller has taken l. */
static void rw_lock_note_locked(struct conc_rw_lock *l, int32_t mode, const char *where)
{
	if (!conc_order_on()) return;
	conc_order_locked(l, where);
	/* relaxed: the flag is the writer's own; it keeps the unlock off the fast path */
	if (mode == EXCLUSIVE) or_relaxed(&l->conc_state, CONC_LOCK_DEBUG);
}

static void lock_slow(struct conc_rw_lock *l, int32_t mode, const char *operation,
                      const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_waiter w;

	if (holder(l) == self)
		conc_stop(where, self, "locks conc_rw_lock %p, which this thread holds already",
		          (void *)l);
	if (conc_order_on()) conc_order_locking(l, where);
	if (conc_order_on() && mode != EXCLUSIVE) conc_order_reading(l, where);
	conc_waiter_init(&w, self, NULL, mode);
	if (!rw_lock_try(l, mode, self) &&
	    rw_lock_enlist(l, &w, mode, true) == CONC_ENLIST_QUEUED) {
		conc_thread_waits(self, operation, l, where, holder);
		conc_waiter_wait(&w);
		edges_to(l, mode);
	}
	rw_lock_note_locked(l, mode, where);
}

/* ---- Releasing ---- */

/* Inside the guard: claims the readers that wait ahead of the first writer; returns how many. */
static uintptr_t claim_readers(struct conc_waiter **head, struct conc_waiter **claimed)
{
	uintptr_t count = 0;

	for (struct conc_waiter *w = *head, *after; w; w = after) {
		after = conc_waiters_next(*head, w);
		if (w->mode == EXCLUSIVE && conc_waiter_is_open(w)) break;
		if (w->mode == EXCLUSIVE || !conc_waiter_claim(w)) continue;
		*head = conc_waiters_remove(*head, w);
		*claimed = conc_waiter_list_link(*claimed, w);
		count++;
	}
	return count;
}

/* Inside the guard, for the last holder: claims the next holders, one writer or all readers up to
 * the next waiting writer. Returns the new state. */
static uintptr_t claim_next(struct conc_waiter **head, struct conc_waiter **claimed)
{
	struct conc_waiter *first = conc_waiters_claim_first(head);

	*claimed = NULL;
	if (!first) return 0;
	*claimed = conc_waiter_list_link(NULL, first);
	if (first->mode == EXCLUSIVE) return (uintptr_t)first->thread;
	return SHARED + READER + claim_readers(head, claimed) * READER;
}

/* Inside the guard, for the last holder: gives a lock with QUEUED to the next holders. Returns
 * false if the FIFO is empty: QUEUED is cleared, and the lock is still held. */
static bool pass_on(struct conc_rw_lock *l, struct conc_waiter **head, struct conc_waiter **claimed)
{
	uintptr_t state;

	if (!*head) {
		/* relaxed: the holder releases later */
		and_relaxed(&l->conc_state, ~QUEUED);
		return false;
	}
	state = claim_next(head, claimed);
	/* release: publishes the critical section to the next holder: to the claimed through their
	 * unpark, to others through the cas in rw_lock_take. No other thread can change the state
	 * meanwhile: adding a reader needs the guard, taking needs a free lock. */
	store_release(&l->conc_state, state | (*head ? QUEUED : 0));
	return true;
}

/* Returns whether the caller is the only holder. Other readers may join or leave meanwhile. */
static bool alone(uintptr_t state)
{
	return readers(state) <= 1;
}

/* Leaves a lock with QUEUED through the guard. Returns false if the caller must look again. */
static bool leave_slow(struct conc_rw_lock *l)
{
	struct conc_waiter *claimed = NULL, *head = conc_guard_enter(&l->conc_queue);
	/* acquire: pairs with the release of the readers that left before. The store in pass_on is
	 * not part of their release sequence; it hands on what they did. */
	bool left = alone(load_acquire(&l->conc_state)) && pass_on(l, &head, &claimed);

	conc_guard_leave(&l->conc_queue, head);
	conc_waiters_complete_all(claimed, CONC_WAIT_DONE);
	return left;
}

/* Releases l, which the caller holds in either mode. */
static void rw_lock_leave(struct conc_rw_lock *l)
{
	uintptr_t state = load_relaxed(&l->conc_state);

	conc_edge_from(state & SHARED ? &l->conc_queue : &l->conc_state);
	for (;;) {
		if (alone(state) && (state & QUEUED)) {
			if (leave_slow(l)) return;
			state = load_relaxed(&l->conc_state);
			/* acq_rel: publishes the critical section to the next writer (take), also
			 * through readers that leave later, each of which acquires what this one
			 * released */
		} else if (cas_acq_rel(&l->conc_state, &state, alone(state) ? 0 : state - READER)) {
			return;
		}
	}
}

/* ---- Clauses of a statement ---- */

/* Takes w out. A writer that gives up may have kept readers from joining the current readers. */
static void rw_lock_delist(void *resource, struct conc_waiter *w)
{
	struct conc_rw_lock *l = resource;
	struct conc_waiter *claimed = NULL, *head = conc_guard_enter(&l->conc_queue);

	if (w->queued) {
		head = conc_waiters_remove(head, w);
		if (readers(load_relaxed(&l->conc_state)))
			/* acquire: as in rw_lock_take. With QUEUED set, the last reader cannot
			 * leave */
			add_acquire(&l->conc_state, claim_readers(&head, &claimed) * READER);
	}
	conc_guard_leave(&l->conc_queue, head);
	conc_waiters_complete_all(claimed, CONC_WAIT_DONE);
}

static int write_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	(void)where;
	return rw_lock_enlist(resource, w, EXCLUSIVE, queue);
}

static int read_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	(void)where;
	return rw_lock_enlist(resource, w, SHARED_MODE, queue);
}

static void write_release(void *resource, struct conc_waiter *w, const char *where)
{
	(void)w;
	conc_abi_rw_lock_unlock(resource, where);
}

static void read_release(void *resource, struct conc_waiter *w, const char *where)
{
	(void)w;
	conc_abi_rw_lock_read_unlock(resource, where);
}

static bool write_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	(void)w;
	return conc_abi_rw_lock_try_lock(resource, where);
}

static bool read_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	(void)w;
	return conc_abi_rw_lock_try_read_lock(resource, where);
}

const struct conc_selectable conc_rw_lock_selectable = {
        .operation = "conc_rw_lock (exclusive)",
        .enlist = write_enlist,
        .delist = rw_lock_delist,
        .release = write_release,
        .attempt = write_attempt,
};

const struct conc_selectable conc_rw_reader_selectable = {
        .operation = "conc_rw_lock (shared)",
        .enlist = read_enlist,
        .delist = rw_lock_delist,
        .release = read_release,
        .attempt = read_attempt,
};

/* ---- conc_rw_lock ---- */

void conc_abi_rw_lock_lock_slow(struct conc_rw_lock *l, const char *where)
{
	lock_slow(l, EXCLUSIVE, "conc_rw_lock (exclusive)", where);
}

bool conc_abi_rw_lock_try_lock_slow(struct conc_rw_lock *l, const char *where)
{
	bool taken = rw_lock_try(l, EXCLUSIVE, conc_thread_self());

	if (taken) rw_lock_note_locked(l, EXCLUSIVE, where);
	return taken;
}

void conc_abi_rw_lock_unlock_slow(struct conc_rw_lock *l, const char *where)
{
	if (holder(l) != conc_thread_self()) {
		if (readers(load_relaxed(&l->conc_state)))
			conc_stop(where, conc_thread_self(),
			          "unlocks conc_rw_lock %p, which is held for reading", (void *)l);
		conc_lock_misuse("conc_rw_lock", l, holder(l), where);
	}
	if (conc_order_on()) conc_order_unlocked(l);
	rw_lock_leave(l);
}

void conc_abi_rw_lock_read_lock(struct conc_rw_lock *l, const char *where)
{
	if (CONC_UNLIKELY(conc_order_on() || !rw_lock_try(l, SHARED_MODE, NULL)))
		lock_slow(l, SHARED_MODE, "conc_rw_lock (shared)", where);
}

bool conc_abi_rw_lock_try_read_lock(struct conc_rw_lock *l, const char *where)
{
	bool taken = rw_lock_try(l, SHARED_MODE, NULL);

	if (taken) rw_lock_note_locked(l, SHARED_MODE, where);
	return taken;
}

void conc_abi_rw_lock_read_unlock(struct conc_rw_lock *l, const char *where)
{
	uintptr_t state = load_relaxed(&l->conc_state);

	if (!readers(state)) {
		if (writer(state))
			conc_stop(where, conc_thread_self(),
			          "read-unlocks conc_rw_lock %p, which is held for writing",
			          (void *)l);
		conc_lock_misuse("conc_rw_lock", l, NULL, where);
	}
	if (conc_order_on()) conc_order_unlocked(l);
	rw_lock_leave(l);
}

void(conc_rw_lock_lock)(conc_rw_lock *l)
{
	conc_abi_rw_lock_lock(l, NULL);
}
bool(conc_rw_lock_try_lock)(conc_rw_lock *l)
{
	return conc_abi_rw_lock_try_lock(l, NULL);
}
void(conc_rw_lock_unlock)(conc_rw_lock *l)
{
	conc_abi_rw_lock_unlock(l, NULL);
}
void(conc_rw_lock_read_lock)(conc_rw_lock *l)
{
	conc_abi_rw_lock_read_lock(l, NULL);
}
bool(conc_rw_lock_try_read_lock)(conc_rw_lock *l)
{
	return conc_abi_rw_lock_try_read_lock(l, NULL);
}
void(conc_rw_lock_read_unlock)(conc_rw_lock *l)
{
	conc_abi_rw_lock_read_unlock(l, NULL);
}
