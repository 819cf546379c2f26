/* SPDX-License-Identifier: MIT */
/*
 * leaks: finds threads that wait for what nobody will ever do, also while others go on.
 *
 * The idea. A thread is *live* if it runs, is ready, or waits for something that may come from
 * outside: a time, a descriptor, a signal. Any other wait ends only by what some thread does. For a
 * lock and for a join that is one particular thread: the waiter is live if the holder is, or the
 * thread that it joins. For a channel, a future, a condition, a semaphore or a barrier it is any
 * thread that can reach the object: the waiter is live if there is a word that points to the object
 * in memory that a live thread can reach. If the wait can be cancelled, a word that is the waiter's
 * handle will do, too. What is not live in the end, the least fixed point of these rules, is
 * leaked: a member of that set could only be woken by another member. So a cycle of locks is one,
 * and so is a sender whose receiver has given up. It is what Go 1.26 finds with its collector
 * (Saioc et al., "Dynamic partial deadlock detection"); reach.c is what we have instead of one.
 *
 *     edges:  key ──it happens──► waiter is live            sorted by key
 *         an object's address    that memory is reached
 *         HANDLE | a thread      a word is its handle, and the program cancels by handles
 *         LIVE | a thread        it is live: a lock's holder, who is joined, who runs on top
 *         SCOPE | a scope        one of its children is live
 *
 * No false reports. The search only adds to what is live: a word that looks like a pointer is one,
 * a wait that is not in the table below is for something outside. Nobody runs meanwhile: a look
 * begins when all other threads wait, and takes all slots (conc_scheduler_hold). A timer that fires
 * nevertheless is found by the second look at its thread. If code runs that libconc cannot watch,
 * `blocking` or a kernel thread of the program's own, registers may hold the only pointer to
 * something, and there is no look.
 *
 * Rejected: reporting all that still wait at the end of main, as goleak does (a server that waits
 * for requests beside a ticker is none); signals that stop the kernel threads, as collectors do
 * (system calls of the program would fail with EINTR); a copy of the process by fork (registers of
 * other kernel threads are not in it).
 */
#include "leaks.h"

#include <string.h>

#include "conc/abi_clause.h"
#include "conc/abi_scope.h"
#include "conc/cancel.h"
#include "context.h"
#include "mutex_core.h"
#include "port/os.h"
#include "port/sanitizer.h"
#include "port/stop.h"
#include "reach.h"
#include "report.h"
#include "scheduler.h"
#include "waiting.h"

#define KIND(n) ((uintptr_t)(n) << 56)
#define LIVE KIND(1)
#define HANDLE KIND(2)
#define SCOPE KIND(3)

struct edge {
	uintptr_t key;
	struct conc_thread *waiter;
};

static struct {
	enum conc_look look;
	const struct conc_thread *caller; /* NULL: the watchdog */
	const struct conc_thread *main;
	struct edge *edges; /* NULL: they are only counted */
	size_t edge_count, edge_room;
	struct conc_thread **live; /* a stack: live, and not yet followed */
	size_t live_count, threads, waits;
	struct conc_leaks found;
	bool moved; /* a thread went on meanwhile */
} leaks;

#define L (&leaks)
#define SEARCH_STACK (16u << 10) /* bytes, at most, that the search uses */

/* Null if the program cancels nobody by a handle (cancel_handle.c). */
#pragma weak conc_abi_cancel
#pragma weak conc_abi_scope_tasks_end

/* ---- Edges ---- */

static void add_edge(uintptr_t key, struct conc_thread *waiter)
{
	if (L->edges && L->edge_count == L->edge_room) { /* a timer that fires changes the number */
		L->moved = true;
		return;
	}
	if (L->edges) L->edges[L->edge_count] = (struct edge){key, waiter};
	L->edge_count++;
}

/* Waits that end only by an operation on the object. A lock is there for the clauses of a
 * waituntil, and for one that readers hold. */
static bool is_for_object(const char *operation)
{
	static const char *const names[] = {
	        "send",           "receive",
	        "future",         "conc_condition",
	        "conc_semaphore", "conc_barrier",
	        "conc_mutex",     "conc_rw_lock (exclusive)",
	        "monitor",        "conc_rw_lock (shared)",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(operation, names[i])) return true;
	return false;
}

/* Adds the edges of a clause. False: it may take effect by itself. */
static bool add_clause(struct conc_thread *t, const struct conc_abi_clause *c)
{
	const struct conc_selectable *kind = c->conc_kind;

	if (kind == &conc_cancelled_selectable) return true; /* its handle has an edge already */
	if (kind == &conc_thread_selectable) add_edge(LIVE | (uintptr_t)c->conc_resource, t);
	else if (is_for_object(kind->operation)) add_edge((uintptr_t)c->conc_resource, t);
	else return false;
	return true;
}

static bool add_clauses(struct conc_thread *t, const struct conc_abi_waituntil *s)
{
	for (uint64_t left = s->conc_enabled & ~s->conc_ran; left; left &= left - 1)
		if (!add_clause(t, &s->conc_clauses[__builtin_ctzll(left)])) return false;
	return true;
}

/* Adds the edges of a wait for what a particular thread has. */
static bool add_holder(struct conc_thread *t)
{
	struct conc_thread *holder = t->wait.holder(t->wait.object);

	if (holder && holder != t) {
		add_edge(LIVE | (uintptr_t)holder, t);
		return true;
	}
	/* held by readers, whoever they are. A token or a lock that is free is on its way. */
	if (t->wait.operation == conc_separate_query || holder ||
	    t->wait.holder != conc_mutex_core_holder)
		return false;
	add_edge((uintptr_t)t->wait.object, t);
	return true;
}

static bool is_parked(const struct conc_thread *t)
{
	/* acquire: pairs with conc_thread_expire */
	uint32_t park = load_acquire(&t->park);

	return park == CONC_PARK_PARKED || park == CONC_PARK_PARKED_KERNEL;
}

/* Who has a handle may cancel t, and so may who knows its scope. */
static void add_cancellers(struct conc_thread *t)
{
	if (conc_abi_cancel || conc_abi_scope_tasks_end) add_edge(HANDLE | (uintptr_t)t, t);
	if (t->scope) add_edge((uintptr_t)t->scope, t);
}

/* Adds the edges of t's wait. False: it is live. */
static bool add_wait(struct conc_thread *t)
{
	const char *operation = load_relaxed(&t->wait.operation);

	if (load_relaxed(&t->timer.deadline) || !is_parked(t) || !operation) return false;
	if (t->cancellable) add_cancellers(t);
	if (t->wait.holder) return add_holder(t);
	if (operation == conc_waituntil_operation) return add_clauses(t, t->wait.object);
	if (!strcmp(operation, "scope")) add_edge(SCOPE | (uintptr_t)t->wait.object, t);
	else if (is_for_object(operation)) add_edge((uintptr_t)t->wait.object, t);
	else return false;
	return true;
}

static bool is_over(const struct conc_thread *t)
{
	return conc_thread_has_ended(t) || (t == L->main && L->look != CONC_LOOK_ASKED);
}

/* A heap sort, by key: libc's qsort may call malloc. */
static void sift_down(struct edge *edges, size_t at, size_t count)
{
	struct edge moved = edges[at];

	for (size_t child; (child = 2 * at + 1) < count; at = child) {
		if (child + 1 < count && edges[child].key < edges[child + 1].key) child++;
		if (moved.key >= edges[child].key) break;
		edges[at] = edges[child];
	}
	edges[at] = moved;
}

static void sort_edges(struct edge *edges, size_t count)
{
	for (size_t i = count / 2; i-- > 0;) sift_down(edges, i, count);
	for (size_t i = count; i-- > 1;) {
		struct edge largest = edges[0];
		edges[0] = edges[i];
		edges[i] = largest;
		sift_down(edges, 0, i);
	}
}

/* ---- What is live ---- */

static void make_live(struct conc_thread *t)
{
	if (t->leak & CONC_LEAK_IS_LIVE) return;
	t->leak |= CONC_LEAK_IS_LIVE;
	L->live[L->live_count++] = t;
}

/* The waiters behind the edges with keys in [from, to) are live. */
static void fire(uintptr_t from, uintptr_t to)
{
	size_t low = 0, high = L->edge_count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		if (L->edges[middle].key < from) low = middle + 1;
		else high = middle;
	}
	for (; low < L->edge_count && L->edges[low].key < to; low++)
		make_live(L->edges[low].waiter);
}

void conc_leaks_reached(uintptr_t from, uintptr_t to)
{
	fire(from, to);
}

void conc_leaks_reached_handle(struct conc_thread *t)
{
	fire(HANDLE | (uintptr_t)t, (HANDLE | (uintptr_t)t) + 1);
}

/* Follows what a live thread knows, and what waits for it. */
static void follow_thread(struct conc_thread *t)
{
	fire(LIVE | (uintptr_t)t, (LIVE | (uintptr_t)t) + 1);
	if (t->scope) fire(SCOPE | (uintptr_t)t->scope, (SCOPE | (uintptr_t)t->scope) + 1);
	conc_reach_stack_of(t);
	conc_reach_pointer(t->frame);
	conc_reach_words(t->inline_frame, t->inline_frame + sizeof t->inline_frame);
	conc_reach_pointer(t->locals);
	conc_reach_pointer(t->delivery);
	conc_reach_pointer(t->handler);
}

static void search(void)
{
	for (;;) {
		while (L->live_count > 0) follow_thread(L->live[--L->live_count]);
		conc_reach_search();
		if (L->live_count == 0) return;
	}
}

/* ---- A look ---- */

static void begin_thread(struct conc_thread *t, void *unused)
{
	(void)unused;
	t->leak &= CONC_LEAK_WAS_TOLD;
	L->threads++;
	if (t->kind == CONC_THREAD_MAIN) L->main = t;
}

/* A thread under another one on the same stack goes on when that one has ended. */
static void add_inline(struct conc_thread *t, void *unused)
{
	(void)unused;
	if (!t->inline_parent || is_over(t->inline_parent)) return;
	t->inline_parent->leak |= CONC_LEAK_IS_UNDER;
	add_edge(LIVE | (uintptr_t)t, t->inline_parent);
}

/* Adds what t waits for, once the edges are more than counted; if it does not wait, it is live. */
static void add_thread(struct conc_thread *t, void *unused)
{
	(void)unused;
	if (is_over(t) || (t->leak & CONC_LEAK_IS_UNDER)) return;
	if (add_wait(t)) L->waits++;
	else if (L->edges) make_live(t);
}

static void add_frames(struct conc_thread *t, void *unused)
{
	(void)unused;
	/* relaxed: after the hold. A main that has left has no context any more. */
	bool left = t == L->main && load_relaxed(&conc_scheduler.main_left);

	if (!is_over(t) && !(t->leak & CONC_LEAK_IS_UNDER) && t != L->caller && t->context && !left)
		conc_reach_frames(t, (uintptr_t)t->context);
}

static void all_edges(void)
{
	L->edge_count = 0;
	conc_thread_each(add_inline, NULL);
	conc_thread_each(add_thread, NULL);
}

/* False: there is no room. frames: where the caller's begin. Where nobody waits, nothing is
 * searched. */
static bool find_live(const void *frames)
{
	const char *here = __builtin_frame_address(0);
	struct conc_reach_part own[] = {{L, L + 1}, {here - SEARCH_STACK, frames}};
	struct edge *edges;
	/* what is on a user thread's stack below its frames is not followed anyway */
	bool is_apart = !L->caller || L->caller->kind == CONC_THREAD_FOREIGN;

	conc_thread_each(begin_thread, NULL);
	all_edges();
	if (L->waits == 0) return true;
	if (!conc_reach_begin(L->main != NULL, own, is_apart ? 2 : 1)) return false;
	L->live = conc_reach_room(L->threads * sizeof(*L->live));
	L->edge_room = L->edge_count + 1;
	edges = conc_reach_room(L->edge_room * sizeof(*edges));
	if (!L->live || !edges) return false;
	L->edges = edges;
	all_edges();
	sort_edges(L->edges, L->edge_count);
	conc_thread_each(add_frames, NULL);
	if (L->caller && !is_over(L->caller)) conc_reach_frames(L->caller, (uintptr_t)frames);
	if (L->look != CONC_LOOK_LAST || L->live_count > 0) conc_reach_roots();
	search();
	return true;
}

static void mark_leaked(struct conc_thread *t, void *unused)
{
	(void)unused;
	if (is_over(t) || (t->leak & CONC_LEAK_IS_LIVE)) return;
	if (!(t->leak & CONC_LEAK_IS_UNDER) && !is_parked(t)) {
		L->moved = true;
		return;
	}
	t->leak |= CONC_LEAK_IS_LEAKED;
	if (!(t->leak & CONC_LEAK_WAS_TOLD)) t->leak |= CONC_LEAK_IS_NEW, L->found.new_ones++;
	L->found.leaked++;
}

enum conc_look_result conc_leaks_look(enum conc_look what, const void *frames,
                                      struct conc_leaks *leaked)
{
	static bool said;
	enum conc_hold hold = CONC_HOLD_NEVER;
	uint64_t held;
	bool found, moved;

	if (!CONC_ASAN && !CONC_TSAN && !conc_valgrind_runs()) hold = conc_scheduler_hold(&held);
	if (hold != CONC_HELD) return hold == CONC_HOLD_LATER ? CONC_LOOK_NOT_YET : CONC_LOOK_NEVER;
	conc_schedule_forbid_switch(+1);
	leaks = (__typeof__(leaks)){.look = what, .caller = conc_thread_self_or_null()};
	found = find_live(frames);
	conc_reach_end();
	conc_timer_pending(); /* a timer that was about to fire has: it takes their lock */
	if (L->waits > 0 && found) conc_thread_each(mark_leaked, NULL);
	conc_schedule_forbid_switch(-1);
	*leaked = L->found;
	moved = L->moved; /* not later: then another caller may look */
	if (!conc_scheduler_let_go(held) || moved) return CONC_LOOK_NOT_YET;
	if (found) return CONC_LOOK_DONE;
	if (!said)
		conc_warn(NULL, NULL,
		          "no look for leaked threads: no memory to search in, or no /proc");
	said = true;
	return CONC_LOOK_NEVER;
}
