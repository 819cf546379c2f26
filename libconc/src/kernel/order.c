/* SPDX-License-Identifier: MIT */
/*
 * order: the locks that each thread holds; with CONC_DEBUG=1, the order in which they are taken.
 *
 * The idea. A thread that takes lock B while it holds A has shown the order A → B. The program's
 * orders are the edges of a graph over lock addresses. Each edge has the two source lines that were
 * seen first. A new edge A → B is an inversion if B already leads to A: two threads can then wait
 * for each other, whether or not they did this time. It is reported once, when it is added.
 *
 * Operands of one mutex statement are taken in address order, so inversions come from nested
 * statements and from locks taken by hand. try_lock shows no order, since it does not wait.
 *
 * When off, nothing comes here: conc_abi_unlocked (conc/mutex.h) is 0 and the fast paths see free
 * locks. When on, it is a value that no lock has, so every operation takes the slow paths, which
 * call here.
 *
 * Rejected: classes of locks by the line that initialises them (ours have no initialisation). An
 * address may be used for another lock later. `delete` calls conc_order_forget, which removes the
 * edges of locks in that memory. A lock on a stack keeps its edges, so two short-lived objects at
 * the same places taken in both orders may be reported although they never met.
 *
 * One lock protects everything here: debug mode may be slow.
 */
#include <stdlib.h>

#include "conc/abi_mutex.h"
#include "mutex_core.h"
#include "port/os.h"
#include "port/stop.h"

enum { BUCKETS = 1024 };

/* A lock that was seen, with edges to the locks that were taken while it was held. */
struct node {
	struct node *next; /* in its bucket */
	const void *lock;
	struct edge *edges;
	unsigned visited; /* number of the last search that visited it */
};

struct edge {
	struct edge *next; /* of the same node */
	struct node *to;
	const char *from_where, *to_where; /* where the two locks were taken */
};

bool conc_order_records;

static struct conc_tiny_lock guard; /* protects all variables below */
static struct node *buckets[BUCKETS];
static unsigned search;

/* Before the program's own constructors. */
__attribute__((constructor(101))) static void order_init(void)
{
	conc_order_records = conc_os_environment("CONC_DEBUG", 0);
	if (conc_order_records) conc_abi_unlocked = CONC_LOCK_NEVER;
}

static void *lock_order_allocate(size_t size)
{
	void *p = calloc(1, size);

	if (!p) conc_stop(NULL, NULL, "out of memory for CONC_DEBUG");
	return p;
}

/* ---- The locks that a thread holds ---- */

void conc_held_grow(struct conc_thread *self, const char *where)
{
	uint32_t room = self->held_room ? 2 * self->held_room : 8;
	struct conc_held *held = realloc(self->held, room * sizeof *held);

	if (!held) conc_stop(where, self, "out of memory for the list of locks held");
	self->held = held;
	self->held_room = room;
}

const struct conc_held *conc_held_find(const struct conc_thread *self, const void *lock)
{
	for (uint32_t i = self->held_count; i-- > 0;)
		if (self->held[i].lock == lock) return &self->held[i];
	return NULL;
}

bool conc_held_remove_inner(struct conc_thread *self, const void *lock)
{
	for (uint32_t i = self->held_count; i-- > 0;) {
		if (self->held[i].lock != lock) continue;
		self->held_count--;
		for (; i < self->held_count; i++) self->held[i] = self->held[i + 1];
		return true;
	}
	return false;
}

/* ---- The graph ---- */

static struct node *find_or_add(const void *lock)
{
	uint64_t hash = (uint64_t)(uintptr_t)lock * 0x9E3779B97F4A7C15u;
	struct node **bucket = &buckets[hash >> 54], *n = *bucket;

	while (n && n->lock != lock) n = n->next;
	if (n) return n;
	n = lock_order_allocate(sizeof(*n));
	n->lock = lock;
	n->next = *bucket;
	return *bucket = n;
}

static struct edge *edge_to(const struct node *from, const struct node *to)
{
	struct edge *e = from->edges;

	while (e && e->to != to) e = e->next;
	return e;
}

/* Returns the first edge of a path from one lock to another, or null. The recursion is as deep as
 * the longest chain of nested locks that was seen. */
static struct edge *path(struct node *from, const struct node *to)
{
	if (from->visited == search) return NULL;
	from->visited = search;
	for (struct edge *e = from->edges; e; e = e->next)
		if (e->to == to || path(e->to, to)) return e;
	return NULL;
}

/* ---- Recording ---- */

static const char *place(const char *where)
{
	return where ? where : "?";
}

/* Adds held → lock. If that is an inversion, returns true and copies the way back's first edge. */
static bool lock_order_add(const struct conc_held *held, const void *lock, const char *where,
                           struct edge *back)
{
	struct node *from = find_or_add(held->lock), *to = find_or_add(lock);
	struct edge *e, *old;

	if (from == to || edge_to(from, to)) return false;
	search++;
	old = path(to, from);
	e = lock_order_allocate(sizeof(*e));
	*e = (struct edge){from->edges, to, held->where, where};
	from->edges = e;
	if (old) *back = *old;
	return old;
}

/* A writer that comes in between waits for the first read lock, and the second read lock for the
 * writer. Warns once per lock: its node then has an edge to itself. */
void conc_order_reading(const void *lock, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	const struct conc_held *h = conc_held_find(self, lock);
	struct node *n;
	struct edge *e;
	bool told;

	if (!h) return;
	conc_tiny_lock_acquire(&guard);
	n = find_or_add(lock);
	told = edge_to(n, n);
	if (!told) {
		e = lock_order_allocate(sizeof(*e));
		*e = (struct edge){n->edges, n, where, where};
		n->edges = e;
	}
	conc_tiny_lock_release(&guard);
	if (told) return;
	conc_warn(where, self,
	          "locks %p for reading, which this thread reads already (at %s): a writer "
	          "that comes in between waits for this thread, and this thread for it",
	          (void *)(uintptr_t)lock, place(h->where));
}

void conc_order_locking(const void *lock, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct edge back = {0};
	bool inverted;

	if (conc_held_find(self, lock)) return; /* locked again: shows no order */
	for (uint32_t i = self->held_count; i-- > 0;) {
		const struct conc_held *h = &self->held[i];

		conc_tiny_lock_acquire(&guard);
		inverted = lock_order_add(h, lock, where, &back);
		conc_tiny_lock_release(&guard);
		if (!inverted) continue;
		conc_warn(where, self,
		          "locks taken in the opposite order of %s: here %p (at %s), then %p (at "
		          "%s); there %p (at %s), then %p (at %s)",
		          place(back.to_where), (void *)(uintptr_t)h->lock, place(h->where),
		          (void *)(uintptr_t)lock, place(where), (void *)(uintptr_t)lock,
		          place(back.from_where), (void *)(uintptr_t)back.to->lock,
		          place(back.to_where));
	}
}

void conc_abi_order_locked(const void *lock, const char *where)
{
	if (!conc_order_on()) return;
	conc_order_locking(lock, where);
	conc_held_add(conc_thread_self(), lock, where);
}

void conc_abi_order_unlocked(const void *lock)
{
	if (conc_order_on()) conc_held_remove(conc_thread_self(), lock);
}

void conc_abi_check_held(const void *lock, const char *where)
{
	struct conc_thread *self = conc_thread_self();

	if (conc_order_on() && !conc_held_find(self, lock))
		conc_stop(where, self, "the caller of this function does not hold lock %p", lock);
}

/* ---- Forgetting ---- */

static bool inside(const struct node *n, const void *start, size_t size)
{
	return (uintptr_t)n->lock - (uintptr_t)start < size;
}

static void drop_edges(struct node *n, const void *start, size_t size, bool all)
{
	for (struct edge **link = &n->edges, *e; (e = *link);) {
		if (all || inside(e->to, start, size)) {
			*link = e->next;
			free(e);
		} else {
			link = &e->next;
		}
	}
}

void conc_order_forget(const void *start, size_t size)
{
	if (!conc_order_on()) return;
	conc_tiny_lock_acquire(&guard);
	for (int i = 0; i < BUCKETS; i++)
		for (struct node *n = buckets[i]; n; n = n->next)
			drop_edges(n, start, size, inside(n, start, size));
	conc_tiny_lock_release(&guard);
}

/* ---- fork ---- */

void conc_order_graph_locks(void (*change)(struct conc_tiny_lock *lock))
{
	change(&guard);
}
