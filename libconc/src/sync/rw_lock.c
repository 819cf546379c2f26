/* SPDX-License-Identifier: MIT */
/*
 * rw_lock: conc_rw_lock, one writer or any number of readers. The protocol is that of mutex.c.
 *
 * Rejected: recording who reads, as monitors do: a thread may unlock what another has locked for
 * reading.
 */
#include "kernel/mutex_core.h"
#include "kernel/statistics.h"
#include "port/stop.h"

static struct conc_thread *holder(const struct conc_rw_lock *l)
{
	return conc_mutex_core_holder(&l->conc_mutex);
}

/* In debug mode, records that the caller has taken l. */
static void rw_lock_note_locked(struct conc_rw_lock *l, int32_t mode, const char *where)
{
	if (!conc_order_on()) return;
	conc_held_add(conc_thread_self(), l, where);
	/* relaxed: the flag is the writer's own; it keeps the unlock off the fast path */
	if (mode == CONC_LOCK_WRITE) or_relaxed(&l->conc_mutex.conc_state, CONC_LOCK_DEBUG);
}

static int rw_lock_wait(struct conc_rw_lock *l, int32_t mode, uint64_t deadline, const char *where)
{
	static const char *const operations[] = {
	        [CONC_LOCK_WRITE] = "conc_rw_lock (exclusive)",
	        [CONC_LOCK_READ] = "conc_rw_lock (shared)",
	};
	struct conc_thread *self = conc_thread_self();
	int result;

	if (holder(l) == self)
		conc_stop(where, self, "locks conc_rw_lock %p, which this thread holds already",
		          (void *)l);
	if (conc_order_on()) conc_order_locking(l, where);
	if (conc_order_on() && mode == CONC_LOCK_READ) conc_order_reading(l, where);
	result =
	        conc_mutex_core_lock(&l->conc_mutex, self, mode, deadline, operations[mode], where);
	if (!result) rw_lock_note_locked(l, mode, where);
	return result;
}

static bool rw_lock_try(struct conc_rw_lock *l, int32_t mode, const char *where)
{
	bool taken = conc_mutex_core_try(&l->conc_mutex, conc_thread_self(), mode);

	if (taken) rw_lock_note_locked(l, mode, where);
	return taken;
}

static void rw_lock_leave(struct conc_rw_lock *l)
{
	if (conc_order_on()) {
		conc_held_remove(conc_thread_self(), l);
		/* relaxed: the flag is the writer's own */
		and_relaxed(&l->conc_mutex.conc_state, ~(uintptr_t)CONC_LOCK_DEBUG);
	}
	conc_mutex_core_unlock(&l->conc_mutex);
}

/* ---- Clauses of a statement ---- */

static int write_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	(void)where;
	return conc_mutex_core_enlist(resource, w, CONC_LOCK_WRITE, queue);
}

static int read_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	(void)where;
	return conc_mutex_core_enlist(resource, w, CONC_LOCK_READ, queue);
}

CONC_RELEASE_AND_ATTEMPT(write, rw_lock_try_lock, rw_lock_unlock)

static void read_release(void *resource, struct conc_waiter *w, const char *where)
{
	(void)w;
	conc_abi_rw_lock_read_unlock(resource, where);
}

static bool read_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	w->mode = CONC_LOCK_READ;
	return conc_abi_rw_lock_try_read_lock(resource, where);
}

const struct conc_selectable conc_rw_lock_selectable = {
        .operation = "conc_rw_lock (exclusive)",
        .enlist = write_enlist,
        .delist = conc_mutex_core_delist,
        .selected = conc_mutex_core_selected,
        .release = write_release,
        .attempt = write_attempt,
};

const struct conc_selectable conc_rw_reader_selectable = {
        .operation = "conc_rw_lock (shared)",
        .enlist = read_enlist,
        .delist = conc_mutex_core_delist,
        .selected = conc_mutex_core_selected,
        .release = read_release,
        .attempt = read_attempt,
};

/* ---- conc_rw_lock ---- */

void conc_abi_rw_lock_lock_slow(struct conc_rw_lock *l, const char *where)
{
	rw_lock_wait(l, CONC_LOCK_WRITE, CONC_NEVER, where);
}

int conc_abi_rw_lock_lock_for_slow(struct conc_rw_lock *l, conc_duration d, const char *where)
{
	return rw_lock_wait(l, CONC_LOCK_WRITE, conc_timer_deadline(d), where);
}

bool conc_abi_rw_lock_try_lock_slow(struct conc_rw_lock *l, const char *where)
{
	return rw_lock_try(l, CONC_LOCK_WRITE, where);
}

void conc_abi_rw_lock_unlock_slow(struct conc_rw_lock *l, const char *where)
{
	if (holder(l) != conc_thread_self()) {
		if (conc_lock_readers(load_relaxed(&l->conc_mutex.conc_state)))
			conc_stop(where, conc_thread_self(),
			          "unlocks conc_rw_lock %p, which is held for reading", (void *)l);
		conc_lock_misuse("conc_rw_lock", l, holder(l), where);
	}
	rw_lock_leave(l);
}

void conc_abi_rw_lock_read_lock_slow(struct conc_rw_lock *l, const char *where)
{
	if (CONC_UNLIKELY(conc_order_on() || conc_statistics_on ||
	                  !conc_mutex_core_try(&l->conc_mutex, NULL, CONC_LOCK_READ)))
		rw_lock_wait(l, CONC_LOCK_READ, CONC_NEVER, where);
}

int conc_abi_rw_lock_read_lock_for_slow(struct conc_rw_lock *l, conc_duration d, const char *where)
{
	return rw_lock_wait(l, CONC_LOCK_READ, conc_timer_deadline(d), where);
}

bool conc_abi_rw_lock_try_read_lock_slow(struct conc_rw_lock *l, const char *where)
{
	return rw_lock_try(l, CONC_LOCK_READ, where);
}

void conc_abi_rw_lock_read_unlock_slow(struct conc_rw_lock *l, const char *where)
{
	if (!conc_lock_readers(load_relaxed(&l->conc_mutex.conc_state))) {
		if (holder(l))
			conc_stop(where, conc_thread_self(),
			          "read-unlocks conc_rw_lock %p, which is held for writing",
			          (void *)l);
		conc_lock_misuse("conc_rw_lock", l, NULL, where);
	}
	rw_lock_leave(l);
}

CONC_LOCK_FUNCTIONS(conc_rw_lock, rw_lock_lock, rw_lock_try_lock, rw_lock_unlock)
CONC_LOCK_FUNCTIONS(conc_rw_lock, rw_lock_read_lock, rw_lock_try_read_lock, rw_lock_read_unlock)
CONC_LIMIT_FUNCTION(conc_rw_lock, rw_lock_lock)
CONC_LIMIT_FUNCTION(conc_rw_lock, rw_lock_read_lock)
