/* SPDX-License-Identifier: MIT */
/*
 * waituntil: the statement that waits for one of several operations (conc/abi_waituntil.h).
 *
 * The idea. A round chooses one clause. It first tries each clause as a plain operation that does
 * not wait (attempt), without a selection word or a registration; the waiter only says which
 * operation. Only if none can take place, the round opens the selection and enlists each clause
 * with its resource, which looks once more under its guard; then the thread parks. waiting.h has
 * the protocol. A statement with `and` keeps its clauses enlisted, with the selection closed, while
 * a block runs, and enlists them again in the next round, so they keep their places.
 *
 *     round:  release the lock of the block before
 *             nothing listed yet: attempt each ──one took effect──► chosen
 *             else enabled, all others removed or refused ────────► else / none
 *             open; enlist each ──DONE──► chosen, GONE or none ──park──► chosen
 *               ▲               └─a deadline has passed, close──► its timeout
 *               └─ the time of a clause of a timed kind has come ── park
 *             `or` only: delist the others
 *             a clause waits for a condition: its lock is left before the park, and taken again
 *             here
 *
 * The deadline is the thread's own timer, which is gone when park returns.
 *
 * Rejected: enlisting at once (each clause would cost two guards even if the first clause is
 * ready); a tree of clauses in the runtime (the completion test is generated C).
 *
 * Invariants.
 * - Between rounds, and while the program's code runs, the selection is CLOSED or CLAIMED; but it
 *   is OPEN in functions that register a clause (select.c).
 * - listed: may be in its resource's FIFO. If none is, no other thread knows the statement.
 * - held: at most one, released before the statement waits again.
 */
#include <errno.h>
#include <stdlib.h>

#include "cancel.h"
#include "conc/abi_clause.h"
#include "conc/abi_waituntil.h"
#include "port/layout.h"
#include "port/stop.h"
#include "processor.h"
#include "waiting.h"
#include "statistics.h"

#define SAME(member)                                                      \
	_Static_assert(offsetof(struct conc_abi_clause, conc_##member) == \
	                       offsetof(struct conc_waiter, member),      \
	               #member)
SAME(next);
SAME(previous);
SAME(thread);
SAME(selection);
SAME(slot);
SAME(since);
SAME(queued);
SAME(nonblocking);
SAME(mode);
SAME(result);
_Static_assert(offsetof(struct conc_abi_clause, conc_kind) == sizeof(struct conc_waiter), "size");
_Static_assert(_Alignof(struct conc_abi_clause) == _Alignof(struct conc_waiter), "alignment");
_Static_assert(offsetof(struct conc_abi_waituntil, conc_selection) ==
                               offsetof(struct conc_selection, state) &&
                       offsetof(struct conc_abi_waituntil, conc_user) ==
                               offsetof(struct conc_selection, user),
               "selection");

typedef struct conc_abi_waituntil statement;

static struct conc_selection *selection_of(statement *s)
{
	return (struct conc_selection *)(void *)s;
}

static struct conc_waiter *waiter_of(statement *s, unsigned i)
{
	return (struct conc_waiter *)(void *)&s->conc_clauses[i];
}

static uint64_t bit(unsigned i)
{
	return (uint64_t)1 << i;
}

/* The other clauses in conc_timeouts are of kinds for which time makes the operation possible. */
static bool is_timeout(const statement *s, unsigned i)
{
	return s->conc_clauses[i].conc_kind == &conc_timeout_selectable;
}

/* ---- Order ---- */

static uint32_t random_below(uint32_t n)
{
	if (conc_schedule_on()) return conc_schedule_random(n);
	return (uint32_t)((uint64_t)conc_random_next(&conc_processor_get()->random) * n >> 32);
}

/* Takes a clause out of *left: the first, or a random one if fair. */
static inline __attribute__((always_inline)) unsigned take_next(uint64_t *left, bool fair)
{
	uint64_t from = *left;
	unsigned i;

	if (fair)
		for (uint32_t skip = random_below((uint32_t)__builtin_popcountll(from)); skip;
		     skip--)
			from &= from - 1;
	i = (unsigned)__builtin_ctzll(from);
	*left &= ~bit(i);
	return i;
}

/* ---- Choosing ---- */

/* Notes that clause i has taken effect. */
static void choose(statement *s, unsigned i)
{
	struct conc_abi_clause *c = &s->conc_clauses[i];
	const struct conc_selectable *kind = c->conc_kind;

	s->conc_ran |= bit(i);
	s->conc_listed &= ~bit(i);
	s->conc_chosen = (int8_t)i;
	if (CONC_UNLIKELY(c->conc_result != CONC_WAIT_DONE) && !(s->conc_checked >> i & 1))
		conc_stop(c->conc_where, conc_thread_self(), "%s", kind->closed);
	if (kind->release && !c->conc_since) s->conc_held = (int8_t)i;
	if (CONC_UNLIKELY(kind->selected != NULL) &&
	    !kind->selected(c->conc_resource, waiter_of(s, i)))
		s->conc_chosen = CONC_CHOSE_UNRUN_;
}

enum look { TAKEN, NOTHING, BLIND };

/* The first look: tries each clause of left as an operation that does not wait. */
static inline __attribute__((always_inline)) enum look attempt(statement *s, uint64_t left,
                                                               bool fair)
{
	while (left) {
		unsigned i = take_next(&left, fair);
		struct conc_abi_clause *c = &s->conc_clauses[i];

		if (CONC_UNLIKELY(!c->conc_kind->attempt)) return BLIND;
		if (!c->conc_kind->attempt(c->conc_resource, waiter_of(s, i), c->conc_where))
			continue;
		choose(s, i);
		return TAKEN;
	}
	return NOTHING;
}

/* ---- Taking back ---- */

static void waituntil_release(statement *s)
{
	int i = s->conc_held;
	struct conc_abi_clause *c;

	if (i < 0) return;
	c = &s->conc_clauses[i];
	s->conc_held = -1;
	c->conc_kind->release(c->conc_resource, waiter_of(s, (unsigned)i), c->conc_where);
}

/* Takes the listed clauses of mask out. The selection is not open. */
static void waituntil_delist(statement *s, uint64_t mask)
{
	for (mask &= s->conc_listed; mask; mask &= mask - 1) {
		unsigned i = (unsigned)__builtin_ctzll(mask);
		struct conc_abi_clause *c = &s->conc_clauses[i];

		s->conc_listed &= ~bit(i);
		c->conc_kind->delist(c->conc_resource, waiter_of(s, i));
	}
}

void conc_abi_waituntil_leave(statement *s)
{
	conc_operation_on(s, SYNC, "looks at the clauses");
	waituntil_release(s);
	waituntil_delist(s, s->conc_listed);
}

/* Initialises the members that a first look does not need. */
static void waituntil_start(statement *s)
{
	struct conc_thread *self;
	uint64_t now;

	if (s->conc_started) return;
	s->conc_started = true;
	self = conc_thread_self();
	for (uint64_t left = s->conc_enabled; left; left &= left - 1) {
		unsigned i = (unsigned)__builtin_ctzll(left);
		struct conc_waiter *w = waiter_of(s, i);

		w->thread = self;
		w->selection = selection_of(s);
		w->queued = false;
		w->nonblocking = s->conc_else;
		if (!s->conc_clauses[i].conc_kind->attempt) s->conc_user = CONC_USER_OUT;
	}
	if (!s->conc_timeouts) return;
	now = conc_now();
	for (uint64_t left = s->conc_timeouts; left; left &= left - 1) {
		unsigned i = (unsigned)__builtin_ctzll(left);
		struct conc_waiter *w = waiter_of(s, i);

		/* a timeout's since was its duration; now it is its deadline */
		if (is_timeout(s, i))
			w->since =
			        w->since < CONC_NEVER - 1 - now ? now + w->since : CONC_NEVER - 1;
	}
}

void conc_waituntil_again(statement *s, unsigned i)
{
	waituntil_start(s);
	s->conc_ran &= ~bit(i);
	s->conc_listed |= bit(i);
	s->conc_held = -1;
}

/* Returns the timed clause of mask with the earliest deadline; -1 if there is none. */
static int earliest(statement *s, uint64_t mask)
{
	int first = -1;

	for (mask &= s->conc_timeouts; mask; mask &= mask - 1) {
		int i = __builtin_ctzll(mask);

		if (first < 0 || s->conc_clauses[i].conc_since < s->conc_clauses[first].conc_since)
			first = i;
	}
	return first;
}

/* ---- Waiting ---- */

const char conc_waituntil_operation[] = "waituntil";

/* Returns the clause for a thread that is cancelled: cancelled(), else the first that asks whether
 * it took place, else -1: the statement waits on. */
static int if_cancelled(const statement *s, uint64_t left)
{
	uint64_t checked = left & s->conc_checked;

	for (uint64_t mask = left; mask; mask &= mask - 1) {
		int i = __builtin_ctzll(mask);
		if (s->conc_clauses[i].conc_kind == &conc_cancelled_selectable) return i;
	}
	return checked ? __builtin_ctzll(checked) : -1;
}

/* Returns what a wait for a condition gives up. */
static struct conc_abi_given_up *given_up(const statement *s)
{
	return (struct conc_abi_given_up *)(uintptr_t)s->conc_clauses[s->conc_waits].conc_since;
}

/* Gives up the lock of a wait for a condition. The clauses are enlisted: a signal that is given
 * under the lock from now on does not miss them. */
static void waituntil_leave_lock(statement *s, const char *where)
{
	struct conc_abi_given_up *g;

	if (CONC_LIKELY(s->conc_waits < 0) || s->conc_left) return;
	g = given_up(s);
	g->conc_depth = g->conc_lockable->leave(g->conc_lock, where);
	s->conc_left = true;
}

/* Takes it again, if the statement has waited. */
static void waituntil_take_lock(statement *s, const char *where)
{
	const struct conc_abi_given_up *g;

	if (CONC_LIKELY(!s->conc_left)) return;
	s->conc_left = false;
	g = given_up(s);
	g->conc_lockable->come_back(g->conc_lock, g->conc_depth, where);
}

enum { LOOK_AGAIN = -5 }; /* beside the values of conc_chosen */

/* Has a partner completed w, of a timed kind, only for it to look again? */
static bool looks_again(struct conc_waiter *w)
{
	if (CONC_LIKELY(w->result != CONC_WAIT_AGAIN)) return false;
	w->result = CONC_WAIT_DONE;
	return true;
}

/* Parks until a clause of left has taken effect, and returns it; or until one wants to be looked at
 * again. */
static int park(statement *s, uint64_t left, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	int timed = earliest(s, left), giving_up = if_cancelled(s, left);
	uint64_t deadline = timed < 0 ? CONC_NEVER : s->conc_clauses[timed].conc_since;
	struct conc_waiter *w;
	bool cancelled = giving_up >= 0; /* may be */

	/* the macro that waits is after the last block: report the first clause's place */
	if (left) where = s->conc_clauses[__builtin_ctzll(left)].conc_where;
	waituntil_leave_lock(s, where);
	conc_thread_waits(self, conc_waituntil_operation, s, where, NULL);
	w = conc_selection_wait(selection_of(s), self, deadline, &cancelled);
	if (w && looks_again(w)) return LOOK_AGAIN;
	if (w) return (int)((const struct conc_abi_clause *)(const void *)w - s->conc_clauses);
	if (!cancelled) return is_timeout(s, (unsigned)timed) ? timed : LOOK_AGAIN;
	if (s->conc_checked >> giving_up & 1) {
		waituntil_delist(s, bit((unsigned)giving_up)); /* nobody has claimed it */
		s->conc_clauses[giving_up].conc_result = CONC_WAIT_CANCELLED;
	}
	return giving_up;
}

static int waituntil_enlist(statement *s, unsigned i, bool queue)
{
	struct conc_abi_clause *c = &s->conc_clauses[i];

	if (is_timeout(s, i)) { /* chosen if its deadline has passed */
		if (c->conc_since > conc_now()) return CONC_ENLIST_QUEUED;
		return conc_selection_close(selection_of(s)) ? CONC_ENLIST_GONE : CONC_ENLIST_DONE;
	}
	s->conc_listed |= bit(i);
	return c->conc_kind->enlist(c->conc_resource, waiter_of(s, i), queue, c->conc_where);
}

/* Returns whether left has several clauses. An else is then right only after all were enlisted at
 * one time: in looks one by one, a clause may become ready after its look while another, still to
 * be looked at, ceases to be ready. */
static bool is_several(const statement *s, uint64_t left)
{
	int clauses = __builtin_popcountll(left & ~s->conc_timeouts);

	for (left &= s->conc_timeouts; left; left &= left - 1)
		clauses += !is_timeout(s, (unsigned)__builtin_ctzll(left));
	return clauses > 1;
}

/* Opens the selection and looks at each clause of all under its guard. Then waits, or closes the
 * selection if there is an else. Returns the clause, a value of conc_chosen, or LOOK_AGAIN. */
static int wait_for_one(statement *s, uint64_t all, bool fair, const char *where)
{
	uint64_t left = all;
	bool queue = !s->conc_else || is_several(s, all);
	int how = CONC_ENLIST_QUEUED;
	unsigned i = 0;

	/* clauses without a first look are enlisted anew in each round */
	for (uint64_t mask = s->conc_user ? s->conc_listed : 0; mask; mask &= mask - 1) {
		unsigned old = (unsigned)__builtin_ctzll(mask);

		if (!s->conc_clauses[old].conc_kind->attempt) waituntil_delist(s, bit(old));
	}
	conc_selection_open(selection_of(s));
	while (left && how == CONC_ENLIST_QUEUED) {
		i = take_next(&left, fair);
		how = waituntil_enlist(s, i, queue);
	}
	if (how == CONC_ENLIST_DONE) return (int)i;
	if (how == CONC_ENLIST_GONE) return park(s, 0, where);
	if (s->conc_else && !conc_selection_close(selection_of(s))) return CONC_CHOSE_ELSE_;
	return park(s, all, where);
}

/* Before the block of a clause, or behind the last: takes back the others that are not to stay. */
void conc_waituntil_settle(statement *s)
{
	if (!s->conc_and || s->conc_else) {
		waituntil_delist(s, s->conc_listed);
		return;
	}
	for (uint64_t mask = s->conc_listed; mask; mask &= mask - 1) {
		unsigned i = (unsigned)__builtin_ctzll(mask);

		if (s->conc_clauses[i].conc_kind->keeps) waituntil_delist(s, bit(i));
	}
}

static __attribute__((noinline)) void wait_slow(statement *s, uint64_t left, bool fair,
                                                const char *where)
{
	int chosen;

	waituntil_start(s);
	do chosen = wait_for_one(s, left, fair, where);
	while (chosen == LOOK_AGAIN);
	if (chosen >= 0) s->conc_listed &= ~bit((unsigned)chosen);
	/* it is not sure yet: if its condition is false the others wait on */
	if (chosen < 0 || !s->conc_clauses[chosen].conc_kind->keeps) conc_waituntil_settle(s);
	waituntil_take_lock(s, where);
	if (chosen >= 0) choose(s, (unsigned)chosen);
	else s->conc_chosen = (int8_t)chosen;
}

static inline __attribute__((always_inline)) void wait_until(statement *s, bool fair,
                                                             const char *where)
{
	uint64_t left = s->conc_enabled & ~s->conc_ran;
	enum look look = BLIND;

	conc_operation_on(s, SYNC, "looks at the clauses");
	for (uint64_t all = CONC_SCHEDULES ? left : 0; all; all &= all - 1)
		conc_operation_touches(s->conc_clauses[__builtin_ctzll(all)].conc_resource,
		                       CHANGES);
	if (CONC_UNLIKELY(s->conc_held >= 0)) waituntil_release(s);
	if (CONC_UNLIKELY(s->conc_and && s->conc_timeouts)) waituntil_start(s);
	if (CONC_LIKELY(!s->conc_listed)) look = attempt(s, left, fair);
	if (look == TAKEN) return;
	if (look == BLIND || (left && (!s->conc_else || is_several(s, left)))) {
		wait_slow(s, left, fair, where);
		return;
	}
	/* no clause of left could take place, and none will */
	s->conc_chosen = s->conc_else ? CONC_CHOSE_ELSE_ : CONC_CHOSE_NONE_;
}

/* For the statistics: a look at the clauses, and the clause that it chose. */
static __attribute__((noinline, cold)) void wait_until_counted(statement *s, bool fair,
                                                               const char *where)
{
	wait_until(s, fair, where);
	conc_statistics_count(conc_waituntil_operation, where, 1);
	if (s->conc_chosen >= 0)
		conc_statistics_count("waituntil clause",
		                      s->conc_clauses[s->conc_chosen].conc_where, 1);
	else if (s->conc_chosen == CONC_CHOSE_ELSE_)
		conc_statistics_count("waituntil else", where, 1);
}

void conc_abi_wait_until(statement *s, const char *where)
{
	if (CONC_UNLIKELY(conc_statistics_on)) wait_until_counted(s, false, where);
	else wait_until(s, false, where);
}

void conc_abi_wait_until_fair(statement *s, const char *where)
{
	if (CONC_UNLIKELY(conc_statistics_on)) wait_until_counted(s, true, where);
	else wait_until(s, true, where);
}

static bool timeout_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	(void)where;
	/* once started, since is the deadline */
	return ((statement *)resource)->conc_started ? w->since <= conc_now() : w->since == 0;
}

const struct conc_selectable conc_timeout_selectable = {
        .operation = "timeout",
        .attempt = timeout_attempt,
};

void conc_abi_timeout_clause(statement *s, unsigned i, conc_duration duration, const char *where)
{
	conc_abi_clause(s, i, &conc_timeout_selectable, s, NULL, where);
	s->conc_timeouts |= bit(i);
	s->conc_clauses[i].conc_since = duration > 0 ? (uint64_t)duration : 0;
}

int conc_timed_wait(const struct conc_selectable *kind, void *resource, uint64_t deadline,
                    const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_selection selection = {CONC_SELECTION_CLOSED, CONC_USER_NONE};
	struct conc_waiter w;
	bool won, cancelled;

	conc_waiter_init(&w, self, &selection, 0);
	if (kind->attempt(resource, &w, where)) return 0;
	do {
		conc_selection_open(&selection);
		if (kind->enlist(resource, &w, true, where) == CONC_ENLIST_DONE) return 0;
		conc_thread_waits(self, kind->operation, resource, where, NULL);
		cancelled = true; /* may be */
		won = conc_selection_wait(&selection, self, w.since < deadline ? w.since : deadline,
		                          &cancelled);
		if (won && !looks_again(&w)) return 0;
	} while (won || (!cancelled && w.since <= deadline));
	kind->delist(resource, &w);
	return cancelled ? -ECANCELED : -ETIMEDOUT;
}

static bool cancelled_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	(void)resource, (void)w, (void)where;
	return conc_thread_is_cancelled(conc_thread_self());
}

static int cancelled_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	(void)queue;
	if (!cancelled_attempt(resource, w, where)) return CONC_ENLIST_QUEUED;
	return conc_selection_close(w->selection) ? CONC_ENLIST_GONE : CONC_ENLIST_DONE;
}

/* No resource has the clause in a list: the canceller ends the whole wait. */
static void cancelled_delist(void *resource, struct conc_waiter *w)
{
	(void)resource, (void)w;
}

const struct conc_selectable conc_cancelled_selectable = {
        .operation = "cancelled",
        .enlist = cancelled_enlist,
        .delist = cancelled_delist,
        .attempt = cancelled_attempt,
};

void conc_abi_waituntil_two_locks(const char *where)
{
	conc_stop(where, conc_thread_self(),
	          "waituntil waits for conditions with two locks: all of one statement have the "
	          "same");
}

void conc_abi_waituntil_null(const char *where)
{
	conc_stop(where, conc_thread_self(), "waituntil on a null pointer");
}

/* Makes room for an element that a clause sends and that is too large for a user thread's stack
 * (256 KiB by default; an element may be a megabyte). The value is evaluated at the clause's head
 * and may change before the clause takes effect, so it is copied. */
void *conc_abi_waituntil_keep(size_t size, size_t align, const char *where)
{
	void *memory = NULL;

	if (align < sizeof(void *)) align = sizeof(void *);
	if (posix_memalign(&memory, align, size) == 0) return memory;
	conc_stop(where, conc_thread_self(), "waituntil: no memory for an element of %zu bytes",
	          size);
}

/* The cleanup of the variable that points to it. */
void conc_abi_waituntil_forget(void *slot)
{
	free(*(void **)slot);
}

CONC_LAYOUT(waituntil_layout) = {
        {"waituntil", (uintptr_t)conc_waituntil_operation},
        {"waituntil.clauses", offsetof(statement, conc_clauses)},
        {"waituntil.enabled", offsetof(statement, conc_enabled)},
        {"waituntil.ran", offsetof(statement, conc_ran)},
        {"clause", sizeof(struct conc_abi_clause)},
        {"clause.kind", offsetof(struct conc_abi_clause, conc_kind)},
        {"clause.resource", offsetof(struct conc_abi_clause, conc_resource)},
        {"clause.where", offsetof(struct conc_abi_clause, conc_where)},
        CONC_LAYOUT_AT(selectable, operation),
};

void conc_waituntil_describe(const void *object, void (*add)(void *to, const char *text), void *to)
{
	const statement *s = object;
	uint64_t left = s->conc_enabled & ~s->conc_ran;

	for (const char *before = " ("; left; left &= left - 1, before = ", ") {
		add(to, before);
		add(to, s->conc_clauses[__builtin_ctzll(left)].conc_kind->operation);
	}
	add(to, ")");
}
