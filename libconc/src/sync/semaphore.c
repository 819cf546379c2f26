/* SPDX-License-Identifier: MIT */
/*
 * semaphore: conc_semaphore.
 *
 * The idea. A count of units; while there are any, taking or giving a unit is one compare-and-swap.
 * -1 says that there are none and that the FIFO may hold a waiter. Then post gives its unit
 * directly to the first waiter, so units cannot be stolen from waiting threads.
 *
 *   n ──wait: cas──► n-1 … 0 ──waiter, guard──► -1 ──post, guard──► -1, first unparked
 *                                               -1 ──post, guard, nobody to claim──► 1
 *
 * A semaphore may be destroyed as soon as the wait that takes the unit of the last post returns. So
 * a post that finds the FIFO empty takes the -1 back inside the guard, leaves, and starts over: it
 * does not touch the semaphore after its unit can be taken.
 */
#include "kernel/mutex_core.h"
#include "port/stop.h"

enum { WAITERS = -1 };

void conc_semaphore_init(conc_semaphore *s, unsigned units)
{
	*s = (conc_semaphore){.conc_count = units};
}

/* Takes a unit if there is one; *count is the last count seen. */
static bool semaphore_take(struct conc_semaphore *s, intptr_t *count)
{
	while (*count > 0) /* acquire: pairs with the release of a post */
		if (cas_acquire(&s->conc_count, count, *count - 1)) {
			conc_edge_to(&s->conc_count);
			return true;
		}
	return false;
}

bool conc_abi_semaphore_try_wait(struct conc_semaphore *s, const char *where)
{
	intptr_t count;

	(void)where;
	conc_operation_on(s, CHANGES, "tries");
	count = load_relaxed(&s->conc_count);
	return semaphore_take(s, &count);
}

/* Inside the guard: takes a unit for w, or sets -1 so that a post looks for w. */
static int take_or_mark(struct conc_semaphore *s, struct conc_waiter *w, bool queue)
{
	intptr_t count = load_relaxed(&s->conc_count);

	for (;;) {
		bool taken;

		if (count <= 0) {
			/* relaxed: a post reads the mark, then enters the guard */
			if (!queue || count == WAITERS ||
			    cas_relaxed(&s->conc_count, &count, WAITERS))
				return CONC_ENLIST_QUEUED;
			continue;
		}
		if (!conc_selection_hold(w->selection)) return CONC_ENLIST_GONE;
		taken = semaphore_take(s, &count);
		conc_selection_resolve(w->selection, taken ? w : NULL);
		if (taken) return CONC_ENLIST_DONE;
	}
}

static int semaphore_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	struct conc_semaphore *s = resource;
	struct conc_waiter *head = conc_guard_enter(&s->conc_queue);
	int done = take_or_mark(s, w, queue);

	(void)where;
	if (done == CONC_ENLIST_DONE && w->queued) head = conc_waiters_remove(head, w);
	else if (done == CONC_ENLIST_QUEUED && queue) done = conc_waiters_enlist(&head, w);
	conc_guard_leave(&s->conc_queue, head);
	return done;
}

static int semaphore_wait(struct conc_semaphore *s, uint64_t deadline, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_waiter w;

	conc_operation_touches(s, CHANGES);
	conc_waiter_init(&w, self, NULL, 0);
	if (semaphore_enlist(s, &w, true, where) == CONC_ENLIST_DONE) return 0;
	conc_thread_waits(self, "conc_semaphore", s, where, NULL);
	if (deadline == CONC_NEVER) return conc_waiter_wait(&w);
	return conc_waiter_wait_until(&w, &s->conc_queue, deadline);
}

void conc_abi_semaphore_wait_slow(struct conc_semaphore *s, const char *where)
{
	semaphore_wait(s, CONC_NEVER, where);
}

int conc_abi_semaphore_wait_for_slow(struct conc_semaphore *s, conc_duration d, const char *where)
{
	return semaphore_wait(s, conc_timer_deadline(d), where);
}

/* Inside the guard: claims and returns the waiter that gets the unit. *given: the unit is given
 * away. Only the caller can change the count of -1: others need the guard or a positive count. */
static struct conc_waiter *give(struct conc_semaphore *s, struct conc_waiter **head, bool *given)
{
	struct conc_waiter *w = conc_waiters_claim_first(head);

	*given = w || *head;
	/* release: pairs with the acquire in semaphore_take. A closed clause looks again when it
	 * opens. */
	if (!w) store_release(&s->conc_count, *head ? 1 : 0);
	return w;
}

static bool post_slow(struct conc_semaphore *s)
{
	struct conc_waiter *w = NULL, *head = conc_guard_enter(&s->conc_queue);
	bool given = false;

	if (load_relaxed(&s->conc_count) == WAITERS) w = give(s, &head, &given);
	conc_guard_leave(&s->conc_queue, head);
	if (w) conc_waiter_complete(w, CONC_WAIT_DONE);
	return given;
}

void conc_abi_semaphore_post_slow(struct conc_semaphore *s, const char *where)
{
	intptr_t count = load_relaxed(&s->conc_count);

	conc_operation_touches(s, CHANGES);
	conc_edge_from(&s->conc_count);
	for (;;) {
		if (count == WAITERS) {
			if (post_slow(s)) return;
			count = load_relaxed(&s->conc_count);
			continue;
		}
		if (count < 0 || count >= INTPTR_MAX / 2)
			conc_stop(where, conc_thread_self(), "conc_semaphore %p has %td units",
			          (void *)s, (ptrdiff_t)count);
		/* release: pairs with the acquire in semaphore_take */
		if (cas_release(&s->conc_count, &count, count + 1)) return;
	}
}

static void semaphore_delist(void *resource, struct conc_waiter *w)
{
	conc_waiter_delist(&((struct conc_semaphore *)resource)->conc_queue, w);
}

CONC_RELEASE_AND_ATTEMPT(semaphore, semaphore_try_wait, semaphore_post)

const struct conc_selectable conc_semaphore_selectable = {
        .operation = "conc_semaphore",
        .enlist = semaphore_enlist,
        .delist = semaphore_delist,
        .release = semaphore_release,
        .attempt = semaphore_attempt,
};

CONC_LOCK_FUNCTIONS(conc_semaphore, semaphore_wait, semaphore_try_wait, semaphore_post)
CONC_LIMIT_FUNCTION(conc_semaphore, semaphore_wait)

void(conc_semaphore_lock)(conc_semaphore *s)
{
	conc_abi_semaphore_wait(s, NULL);
}
bool(conc_semaphore_try_lock)(conc_semaphore *s)
{
	return conc_abi_semaphore_try_wait(s, NULL);
}
void(conc_semaphore_unlock)(conc_semaphore *s)
{
	conc_abi_semaphore_post(s, NULL);
}
