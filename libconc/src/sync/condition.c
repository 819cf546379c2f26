/* SPDX-License-Identifier: MIT */
/*
 * condition: conc_condition.
 *
 * The idea. A waiter enters the FIFO before it gives up the lock, so a signal given under the lock
 * after that cannot miss it. A signal takes the first waiter out of the FIFO and unparks it; its
 * thread then takes the lock like any other.
 *
 * A clause of a statement is such a waiter; the statement gives up the lock and takes it again
 * (waituntil.c). With `and` the clause stays in the FIFO while another block runs. A signal is not
 * a state that the clause would find later, as it finds a free lock: so it is kept in the waiter.
 *
 * conc_signal_block does not only wake the waiter: it lends it the lock (mutex.c). The waiter says
 * with which lock it waits, in `since`. That has to be the signaller's: another could not come
 * back.
 *
 * Rejected: moving a signalled waiter from the condition's FIFO to the lock's without waking it:
 * since the lock allows barging, the waiter could wait for an unlock that never looks, and the lock
 * may be of a kind without a FIFO. A lock that the signaller still holds costs the waiter one more
 * park; conc_mutex spins while the signaller runs.
 */
#include "conc/abi_waituntil.h"
#include "conc/condition.h"
#include "kernel/mutex_core.h"
#include "port/stop.h"

/* The mode of a waiter. SIGNALLED: a clause that was signalled while its statement did not wait. */
enum { WAITS, SIGNALLED };

static void enqueue(struct conc_condition *c, struct conc_waiter *w)
{
	struct conc_waiter *head = conc_guard_enter(&c->conc_queue);

	conc_guard_leave(&c->conc_queue, conc_waiters_append(head, w));
}

/* A plain wait. */
struct waits {
	struct conc_waiter waiter;
	struct conc_abi_given_up given_up; /* waiter.since, as in a clause of a statement */
	const char *where;
};

static int wait(struct conc_condition *c, void *m, const struct conc_abi_lockable *lockable,
                uintptr_t info, uint64_t deadline, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct waits w;
	uint32_t depth;
	int result;

	conc_waiter_init(&w.waiter, self, NULL, WAITS);
	w.waiter.slot = (void *)info;
	w.waiter.since = (uintptr_t)&w.given_up;
	w.given_up.conc_lock = m;
	w.given_up.conc_lockable = lockable;
	w.where = where;
	enqueue(c, &w.waiter);
	depth = lockable->leave(m, where);
	conc_thread_waits(self, "conc_condition", c, where, NULL);
	if (deadline == CONC_NEVER) result = conc_waiter_wait(&w.waiter);
	else result = conc_waiter_wait_until(&w.waiter, &c->conc_queue, deadline);
	lockable->come_back(m, depth, where);
	return result;
}

void conc_abi_wait(struct conc_condition *c, void *m, const struct conc_abi_lockable *lockable,
                   uintptr_t info, const char *where)
{
	conc_operation_on(c, CHANGES, "waits for");
	wait(c, m, lockable, info, CONC_NEVER, where);
}

int conc_abi_wait_for(struct conc_condition *c, void *m, const struct conc_abi_lockable *lockable,
                      conc_duration d, const char *where)
{
	conc_operation_on(c, CHANGES, "waits for");
	return wait(c, m, lockable, 0, conc_timer_deadline(d), where);
}

/* Inside the guard: takes out the first waiter that can be claimed, and returns it. If there is
 * none, a clause whose statement does not wait now keeps the signal until it waits again (`and`).
 * *heard: somebody has it. */
static struct conc_waiter *give(struct conc_waiter **head, bool *heard)
{
	struct conc_waiter *w = conc_waiters_claim_mode(head, WAITS);

	*heard = w;
	for (struct conc_waiter *closed = *head; closed && !*heard;
	     closed = conc_waiters_next(*head, closed))
		if (closed->mode != SIGNALLED) {
			closed->mode = SIGNALLED;
			*heard = true;
		}
	return w;
}

/* Returns whether no thread waits. A look without the guard is enough: a thread that must be
 * signalled entered the FIFO before it released the lock, which the signaller has held since;
 * otherwise nothing orders the two. */
static bool nobody(const struct conc_condition *c)
{
	return load_relaxed(&c->conc_queue) == 0;
}

void conc_signal(conc_condition *c)
{
	struct conc_waiter *w, *head;
	bool heard;

	conc_operation_on(c, CHANGES, "signals");
	if (nobody(c)) {
		conc_schedule_signalled(c, false, __builtin_return_address(0));
		return;
	}
	head = conc_guard_enter(&c->conc_queue);
	w = give(&head, &heard);
	conc_guard_leave(&c->conc_queue, head);
	conc_schedule_signalled(c, heard, __builtin_return_address(0));
	if (w) conc_waiter_complete(w, CONC_WAIT_DONE);
}

void conc_broadcast(conc_condition *c)
{
	struct conc_waiter *all, *head;

	conc_operation_on(c, CHANGES, "wakes all of");
	if (nobody(c)) {
		conc_schedule_signalled(c, false, __builtin_return_address(0));
		return;
	}
	head = conc_guard_enter(&c->conc_queue);
	all = conc_waiters_claim_all(&head);
	for (struct conc_waiter *w = head; w; w = conc_waiters_next(head, w)) w->mode = SIGNALLED;
	conc_guard_leave(&c->conc_queue, head);
	conc_schedule_signalled(c, all || head, __builtin_return_address(0));
	conc_waiters_complete_all(all, CONC_WAIT_DONE);
}

/* ---- conc_signal_block ---- */

/* Has a thread given up exactly this lock? It may be the only one of a statement. */
static bool has_given_up(const struct conc_abi_given_up *g, const void *m,
                         const struct conc_abi_lockable *lockable)
{
	const struct conc_abi_lock_set *set = g->conc_lock;

	if (g->conc_lockable != &conc_abi_lockable_set)
		return g->conc_lock == m && g->conc_lockable == lockable;
	if (!set->kind)
		return set->count == 1 && set->operands[0].lock == m &&
		       set->operands[0].kind == lockable;
	return set->kind == lockable && set->locks[0] == m && set->locks[set->count - 1] == m;
}

/* As in reports. */
static const char *name_of(const struct conc_abi_lockable *lockable)
{
	if (lockable == &conc_abi_lockable_conc_owner_lock)
		return conc_owner_lock_selectable.operation;
	if (lockable == &conc_abi_lockable_conc_rw_lock) return conc_rw_lock_selectable.operation;
	return lockable->name;
}

static __attribute__((noreturn, cold)) void other_lock(const struct conc_waiter *w, const void *m,
                                                       const struct conc_abi_lockable *lockable,
                                                       const char *where)
{
	const struct conc_abi_given_up *g = (const void *)(uintptr_t)w->since;
	const char *there = w->selection
	                            ? ((const struct conc_abi_clause *)(const void *)w)->conc_where
	                            : ((const struct waits *)(const void *)w)->where;
	char thread[64];

	conc_thread_describe(w->thread, thread, sizeof(thread));
	if (!there) there = "?";
	if (g->conc_lockable == &conc_abi_lockable_set)
		conc_stop(where, conc_thread_self(),
		          "conc_signal_block with %s %p, but thread %s waits with several locks, "
		          "at %s",
		          name_of(lockable), m, thread, there);
	conc_stop(where, conc_thread_self(),
	          "conc_signal_block with %s %p, but thread %s waits with %s %p, at %s",
	          name_of(lockable), m, thread, name_of(g->conc_lockable), g->conc_lock, there);
}

void conc_abi_signal_block(struct conc_condition *c, void *m,
                           const struct conc_abi_lockable *lockable, const char *where)
{
	struct conc_waiter *w, *head;
	bool heard;

	conc_operation_on(c, CHANGES, "signals");
	if (conc_mutex_core_holder(m) != conc_thread_self())
		conc_stop(where, conc_thread_self(),
		          "conc_signal_block with %s %p, which this thread does not hold for "
		          "writing",
		          name_of(lockable), m);
	if (nobody(c)) {
		conc_schedule_signalled(c, false, __builtin_return_address(0));
		return;
	}
	head = conc_guard_enter(&c->conc_queue);
	w = give(&head, &heard);
	conc_guard_leave(&c->conc_queue, head);
	conc_schedule_signalled(c, heard, __builtin_return_address(0));
	if (!w) return;
	if (!has_given_up((const void *)(uintptr_t)w->since, m, lockable))
		other_lock(w, m, lockable, where);
	if (lockable == &conc_abi_lockable_conc_owner_lock) conc_owner_lock_lend(m, w, where);
	else conc_mutex_core_lend(m, w, name_of(lockable), where);
}

/* ---- conc_waiting, conc_front ---- */

/* Returns whether a thread waits that a signal would wake; *info is then its information. */
static bool front(struct conc_condition *c, uintptr_t *info)
{
	struct conc_waiter *head, *w;

	if (nobody(c)) return false;
	head = conc_guard_enter(&c->conc_queue);
	for (w = head; w && !conc_waiter_is_open(w); w = conc_waiters_next(head, w)) {
	}
	if (w) *info = (uintptr_t)w->slot;
	conc_guard_leave(&c->conc_queue, head);
	return w;
}

bool conc_waiting(conc_condition *c)
{
	uintptr_t info;

	conc_operation_on(c, SYNC, "looks at");
	return front(c, &info);
}

uintptr_t conc_abi_front(struct conc_condition *c, const char *where)
{
	uintptr_t info = 0;

	conc_operation_on(c, SYNC, "looks at");
	if (front(c, &info)) return info;
	conc_stop(where, conc_thread_self(), "conc_front of conc_condition %p: no thread waits",
	          (void *)c);
}

/* ---- Clauses of a statement ---- */

static bool condition_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	(void)resource, (void)w, (void)where;
	return false;
}

static int condition_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	struct conc_condition *c = resource;
	struct conc_waiter *head = conc_guard_enter(&c->conc_queue);
	int done = CONC_ENLIST_QUEUED;

	(void)where;
	if (w->queued && w->mode == SIGNALLED) {
		done = conc_waiter_claim(w) ? CONC_ENLIST_DONE : CONC_ENLIST_GONE;
		if (done == CONC_ENLIST_DONE) head = conc_waiters_remove(head, w);
	} else if (queue) {
		done = conc_waiters_enlist(&head, w);
	}
	conc_guard_leave(&c->conc_queue, head);
	return done;
}

/* A signal that it has kept goes to another. */
static void condition_delist(void *resource, struct conc_waiter *w)
{
	struct conc_condition *c = resource;
	struct conc_waiter *next = NULL, *head = conc_guard_enter(&c->conc_queue);
	bool heard;

	if (w->queued) {
		head = conc_waiters_remove(head, w);
		if (w->mode == SIGNALLED) next = give(&head, &heard);
	}
	conc_guard_leave(&c->conc_queue, head);
	if (next) conc_waiter_complete(next, CONC_WAIT_DONE);
}

const struct conc_selectable conc_condition_selectable = {
        .operation = "conc_condition",
        .enlist = condition_enlist,
        .delist = condition_delist,
        .attempt = condition_attempt,
};
