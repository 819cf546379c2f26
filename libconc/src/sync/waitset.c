/* SPDX-License-Identifier: MIT */
/*
 * waitset: conc_waitset, waits for one of many members, at a cost that depends on how many are
 * ready.
 *
 * The idea. A member is registered with its channel, future or thread as the clause of a statement
 * of its own, with a selection word of its own (waiting.h). The registration lasts until the member
 * becomes ready. The partner that claims it then does not unpark a thread: it tells the set, which
 * hands the member's number to the first thread that waits, or puts it into the ring of ready
 * members. A member that was told is looked at again when a thread next comes to wait: it is told
 * again, or registered again. So a round costs two looks at the member that is ready, and none at
 * the others.
 *
 *              add, a look finds nothing          its partner claims it
 *     ┌─────────────────────────────────► ARMED ──────────────────────────┐
 *     │                                     ▲                             │
 *     │             its turn: a look ───────┤ finds nothing               ▼
 *   QUEUED ◄──────── and it is ready ────────┼──────────────────► TOLD ◄── or QUEUED, if no thread
 * waits ▲                                     │                     │
 *     └─────────────────────────────────────┴─────────────────────┘ the next thread that comes to
 * wait
 *
 *   ARMED     its selection is open, or a partner has claimed it and is about to tell the set
 *   QUEUED     in the ring conc_ready; it has been ready, and is looked at when its turn comes
 *   TOLD      in the ring conc_told; a future, a task or a thread leaves the set instead
 *
 * All of this happens under the set's lock. A look is under the lock of the member's resource,
 * inside the set's. A partner tells the set after it has left the resource's lock.
 *
 * Leaving. Whoever takes out an ARMED member closes its selection. If a partner has claimed it
 * already, the member is LEAVING and belongs to that partner, which frees it. conc_waitset_fini
 * waits for the last of them.
 *
 * Rejected: an element together with the number (a set of channels of different types; an element
 * would be lost in a set that ends); a registration that stays while the channel has elements (each
 * send would take the slow path); one ring, in which a thread looks at all members (the cost grows
 * with them).
 */
#include "conc/waitset.h"

#include <stdlib.h>

#include "conc/abi_waituntil.h"
#include "kernel/cancel.h"
#include "kernel/edge.h"
#include "kernel/waiting.h"
#include "port/stop.h"

enum state { ARMED, QUEUED, TOLD, LEAVING };

struct conc_waitset_member {
	/* its clause; the link in a ring while it is not ARMED */
	_Alignas(CONC_CACHE_LINE) struct conc_observer observer;
	conc_waitset *set;
	int number;
	enum state state;
	const struct conc_selectable *kind;
	void *resource;
	const char *where;
};

static struct conc_tiny_lock *lock_of(conc_waitset *s)
{
	_Static_assert(sizeof(struct conc_tiny_lock) == sizeof s->conc_lock, "lock");
	return (struct conc_tiny_lock *)(void *)&s->conc_lock;
}

static struct conc_waitset_member *member_of(struct conc_waiter *w)
{
	return (struct conc_waitset_member *)(void *)w;
}

/* ---- Under the lock ---- */

static void link_last(struct conc_waiter **ring, struct conc_waitset_member *m, enum state state)
{
	m->state = state;
	*ring = conc_waiter_list_link(*ring, &m->observer.waiter);
}

/* Frees m's number; m is ARMED no more, and in no ring. */
static void drop(conc_waitset *s, struct conc_waitset_member *m)
{
	s->conc_members[m->number] = NULL;
	if ((unsigned)m->number < s->conc_used) s->conc_used = (unsigned)m->number;
	s->conc_count--;
}

/* Returns whether m is ready. If not, it is ARMED. First without the lock of its resource. */
static bool look(struct conc_waitset_member *m)
{
	m->observer.waiter.result = CONC_WAIT_DONE;
	if (m->kind->attempt(m->resource, &m->observer.waiter, m->where)) return true;
	m->state = ARMED;
	/* relaxed: its partner finds m in the FIFO, whose lock publishes it */
	store_relaxed(&m->observer.selection.state, CONC_SELECTION_OPEN);
	/* GONE is not possible: nobody else knows m before it is queued */
	return m->kind->enlist(m->resource, &m->observer.waiter, true, m->where) ==
	       CONC_ENLIST_DONE;
}

/* A thread is told of m. If m is a channel that was closed, all that wait are: returns the ring of
 * the others, to be completed outside the lock. */
static struct conc_waiter *tell(conc_waitset *s, struct conc_waitset_member *m)
{
	struct conc_waiter *others = NULL;

	if (m->kind != &conc_channel_observer_selectable) {
		drop(s, m);
		free(m);
		return NULL;
	}
	if (m->observer.waiter.result == CONC_WAIT_CLOSED)
		others = conc_waiters_claim_all(&s->conc_waiters);
	for (struct conc_waiter *w = others; w; w = conc_waiters_next(others, w))
		*(int *)w->slot = m->number;
	link_last(&s->conc_told, m, TOLD);
	return others;
}

/* Takes the first member that is ready out of its ring; null: none is. */
static struct conc_waitset_member *take(conc_waitset *s)
{
	struct conc_waiter *w;

	while ((w = s->conc_told)) {
		s->conc_told = conc_waiter_list_unlink(w, w);
		link_last(&s->conc_ready, member_of(w), QUEUED);
	}
	while ((w = s->conc_ready)) {
		s->conc_ready = conc_waiter_list_unlink(w, w);
		if (look(member_of(w))) return member_of(w);
	}
	return NULL;
}

/* m has become ready: tells the first thread that waits. Returns the ring of those to be completed.
 */
static struct conc_waiter *becomes_ready(conc_waitset *s, struct conc_waitset_member *m)
{
	struct conc_waiter *w = conc_waiters_claim_first(&s->conc_waiters);

	if (!w) {
		link_last(&s->conc_ready, m, QUEUED);
		return NULL;
	}
	*(int *)w->slot = m->number;
	return conc_waiter_list_link(tell(s, m), w);
}

/* ---- Partners: m has been claimed ---- */

static void member_observed(struct conc_observer *observer)
{
	struct conc_waitset_member *m = (struct conc_waitset_member *)(void *)observer;
	conc_waitset *s = m->set;
	struct conc_waiter *told = NULL;

	conc_tiny_lock_acquire(lock_of(s));
	conc_edge_from(&s->conc_ready);
	if (m->state == LEAVING) {
		if (--s->conc_leaving == 0 && s->conc_end)
			told = conc_waiter_list_link(NULL, s->conc_end);
		free(m);
	} else told = becomes_ready(s, m);
	conc_tiny_lock_release(lock_of(s));
	conc_waiters_complete_all(told, CONC_WAIT_DONE);
}

/* ---- Members ---- */

/* Makes room for one more. Returns its number. */
static int number_for(conc_waitset *s, const char *where)
{
	unsigned number = s->conc_used, room = s->conc_room;
	struct conc_waitset_member **members;

	while (number < room && s->conc_members[number]) number++;
	s->conc_used = number + 1;
	if (number < room) return (int)number;
	room = room ? 2 * room : 16;
	members = room < INT32_MAX ? realloc(s->conc_members, room * sizeof *members) : NULL;
	if (!members) conc_stop(where, conc_thread_self(), "conc_waitset_add: no memory");
	for (unsigned i = number; i < room; i++) members[i] = NULL;
	s->conc_members = members;
	s->conc_room = room;
	return (int)number;
}

int conc_abi_waitset_add(conc_waitset *s, const struct conc_selectable *kind, void *member,
                         const char *where)
{
	struct conc_waitset_member *m =
	        aligned_alloc(_Alignof(struct conc_waitset_member), sizeof *m);
	struct conc_waiter *told = NULL;
	int number;

	if (!s || !member)
		conc_stop(where, conc_thread_self(), "conc_waitset_add of %s",
		          !s ? "a null set"
		          : kind == &conc_thread_selectable
		                  ? "a task or a thread that was never started"
		                  : "a null pointer");
	if (!m) conc_stop(where, conc_thread_self(), "conc_waitset_add: no memory");
	conc_operation_on(s, CHANGES, "adds to");
	conc_waiter_init(&m->observer.waiter, NULL, &m->observer.selection, 0);
	m->observer.waiter.nonblocking = true; /* it takes nothing */
	m->observer.selection.user = CONC_USER_OBSERVER;
	m->observer.observed = member_observed;
	m->set = s;
	m->kind = kind;
	m->resource = member;
	m->where = where;
	conc_tiny_lock_acquire(lock_of(s));
	number = m->number = number_for(s, where);
	s->conc_members[number] = m;
	s->conc_count++;
	if (look(m)) told = becomes_ready(s, m);
	conc_tiny_lock_release(lock_of(s));
	conc_waiters_complete_all(told, CONC_WAIT_DONE);
	return number;
}

/* Under the lock. */
static void take_out(conc_waitset *s, struct conc_waitset_member *m)
{
	struct conc_waiter **ring = m->state == QUEUED ? &s->conc_ready : &s->conc_told;

	drop(s, m);
	if (m->state != ARMED) {
		*ring = conc_waiter_list_unlink(*ring, &m->observer.waiter);
	} else if (conc_selection_close(&m->observer.selection)) {
		m->state = LEAVING;
		s->conc_leaving++;
		return;
	} else m->kind->delist(m->resource, &m->observer.waiter);
	free(m);
}

/* Enters the lock. Returns the member with this number. */
static struct conc_waitset_member *find(conc_waitset *s, int number, const char *where)
{
	struct conc_waitset_member *m = NULL;

	conc_tiny_lock_acquire(lock_of(s));
	if (number >= 0 && (unsigned)number < s->conc_room) m = s->conc_members[number];
	if (!m)
		conc_stop(where, conc_thread_self(), "conc_waitset %p has no member %d", (void *)s,
		          number);
	return m;
}

void conc_abi_waitset_remove(conc_waitset *s, int number, const char *where)
{
	conc_operation_on(s, CHANGES, "takes out of");
	take_out(s, find(s, number, where));
	conc_tiny_lock_release(lock_of(s));
}

void conc_abi_waitset_again(conc_waitset *s, int number, const char *where)
{
	struct conc_waitset_member *m;
	struct conc_waiter *told = NULL;

	conc_operation_on(s, CHANGES, "looks again at");
	m = find(s, number, where);
	if (m->state == TOLD) {
		s->conc_told = conc_waiter_list_unlink(s->conc_told, &m->observer.waiter);
		if (look(m)) told = becomes_ready(s, m);
	}
	conc_tiny_lock_release(lock_of(s));
	conc_waiters_complete_all(told, CONC_WAIT_DONE);
}

unsigned conc_waitset_count(conc_waitset *s)
{
	unsigned count;

	conc_operation_on(s, READS, "counts");
	conc_tiny_lock_acquire(lock_of(s));
	count = s->conc_count;
	conc_tiny_lock_release(lock_of(s));
	return count;
}

void conc_abi_waitset_fini(conc_waitset *s, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_waiter end;
	char name[128];

	conc_operation_on(s, CHANGES, "ends");
	conc_waiter_init(&end, self, NULL, 0);
	conc_tiny_lock_acquire(lock_of(s));
	if (s->conc_waiters)
		conc_stop(where, self, "end of a conc_waitset for which thread %s waits",
		          conc_thread_describe(s->conc_waiters->thread, name, sizeof name));
	for (unsigned i = 0; i < s->conc_room && s->conc_count; i++)
		if (s->conc_members[i]) take_out(s, s->conc_members[i]);
	if (s->conc_leaving) s->conc_end = &end;
	conc_tiny_lock_release(lock_of(s));
	if (s->conc_end) {
		conc_thread_waits(self, "conc_waitset", s, where, NULL);
		conc_waiter_wait(&end);
	}
	free(s->conc_members);
	*s = (conc_waitset){0};
}

/* ---- Waiting ---- */

static int waitset_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	conc_waitset *s = resource;
	struct conc_waitset_member *m;
	struct conc_waiter *others = NULL;
	int how = CONC_ENLIST_QUEUED;

	(void)where;
	conc_tiny_lock_acquire(lock_of(s));
	m = take(s);
	if (m && conc_waiter_claim(w)) {
		conc_edge_to(&s->conc_ready);
		if (w->queued) s->conc_waiters = conc_waiters_remove(s->conc_waiters, w);
		*(int *)w->slot = m->number;
		others = tell(s, m);
		how = CONC_ENLIST_DONE;
	} else if (m) {
		link_last(&s->conc_ready, m, QUEUED);
		how = CONC_ENLIST_GONE;
	} else if (queue) how = conc_waiters_enlist(&s->conc_waiters, w);
	conc_tiny_lock_release(lock_of(s));
	conc_waiters_complete_all(others, CONC_WAIT_DONE);
	return how;
}

/* Returns whether w was queued. */
static bool waitset_withdraw(void *resource, struct conc_waiter *w)
{
	conc_waitset *s = resource;
	bool queued;

	conc_tiny_lock_acquire(lock_of(s));
	queued = w->queued;
	if (queued) s->conc_waiters = conc_waiters_remove(s->conc_waiters, w);
	conc_tiny_lock_release(lock_of(s));
	return queued;
}

static void waitset_delist(void *resource, struct conc_waiter *w)
{
	waitset_withdraw(resource, w);
}

static bool waitset_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	struct conc_waiter plain;

	conc_waiter_init(&plain, NULL, NULL, 0);
	plain.slot = w->slot;
	return waitset_enlist(resource, &plain, false, where) == CONC_ENLIST_DONE;
}

const struct conc_selectable conc_waitset_selectable = {
        .operation = "conc_waitset",
        .enlist = waitset_enlist,
        .delist = waitset_delist,
        .attempt = waitset_attempt,
};

static bool receive(conc_waitset *s, int *number, const char *where, bool checked)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_waiter w;

	if (!s) conc_stop(where, self, "waits for a null conc_waitset");
	conc_operation_on(s, CHANGES, "waits for");
	conc_waiter_init(&w, self, NULL, 0);
	w.slot = number;
	if (waitset_enlist(s, &w, true, where) == CONC_ENLIST_DONE) return true;
	conc_thread_waits(self, "conc_waitset", s, where, NULL);
	if (!checked) return conc_waiter_wait(&w) == CONC_WAIT_DONE;
	return conc_waiter_wait_or_withdraw(&w, waitset_withdraw, s, CONC_NEVER) == CONC_WAIT_DONE;
}

int conc_waitset_receive(conc_waitset *s, const char *where)
{
	int number = 0;

	receive(s, &number, where, false);
	return number;
}

bool conc_waitset_receive_ok(conc_waitset *s, int *number, const char *where)
{
	return receive(s, number, where, true);
}

void(conc_waitset_remove)(conc_waitset *s, int number)
{
	conc_abi_waitset_remove(s, number, NULL);
}
void(conc_waitset_again)(conc_waitset *s, int number)
{
	conc_abi_waitset_again(s, number, NULL);
}
void(conc_waitset_fini)(conc_waitset *s)
{
	conc_abi_waitset_fini(s, NULL);
}
