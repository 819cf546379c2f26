/* SPDX-License-Identifier: MIT */
/* Descriptors: slabs, freelists, the end of a thread.
 *
 * A freed descriptor keeps its memory for good, so that a late access (a futex wake for a thread
 * that has gone on, the report) still finds a descriptor there.
 */
#include "thread.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "cancel.h"
#include "conc/thread.h"
#include "mutex_core.h"
#include "port/layout.h"
#include "port/os.h"
#include "port/sanitizer.h"
#include "port/stop.h"
#include "scheduler.h"

#define SLAB_THREADS 128u /* descriptors per slab */
#define BATCH 64u         /* descriptors moved between a processor and the common list */

struct slab {
	struct slab *next;
	_Alignas(CONC_CACHE_LINE) struct conc_thread threads[SLAB_THREADS];
};

const char conc_main_name[] = "main";

static struct {
	struct conc_tiny_lock lock;
	struct slab *slabs;       /* newest first; atomic */
	struct conc_thread *free; /* under the lock */
	uint32_t numbers;         /* under the lock */
} common;

/* The linker's names of the section are in the program only if something uses them. */
extern struct conc_layout __start_conc_layout[] __attribute__((visibility("hidden"))),
        __stop_conc_layout[] __attribute__((visibility("hidden")));
__attribute__((used, retain)) static struct conc_layout *const layout_bounds[] = {
        __start_conc_layout, __stop_conc_layout};

/* gdb takes its commands from this section, which is not loaded, where the user lets it:
 * docs/reference/debugging.md. The Makefile makes the file from libconc/inspect. */
__asm__(".pushsection .debug_gdb_scripts, \"MS\", %progbits, 1\n"
        ".byte 4\n"
        ".incbin \"conc-gdb.txt\"\n"
        ".byte 0\n"
        ".popsection");

CONC_LAYOUT(thread_layout) = {
        {"version", 2},
        {"slabs", (uintptr_t)&common.slabs},
        {"slab.threads", offsetof(struct slab, threads)},
        {"slab.count", SLAB_THREADS},
        CONC_LAYOUT_SIZE(thread),
        CONC_LAYOUT_AT(thread, context),
        CONC_LAYOUT_AT(thread, stack_low),
        CONC_LAYOUT_AT(thread, stack),
        CONC_LAYOUT_AT(thread, park),
        CONC_LAYOUT_AT(thread, blocking),
        CONC_LAYOUT_AT(thread, name),
        CONC_LAYOUT_AT(thread, started_at),
        CONC_LAYOUT_AT(thread, wait.operation),
        CONC_LAYOUT_AT(thread, wait.object),
        CONC_LAYOUT_AT(thread, wait.where),
        CONC_LAYOUT_AT(thread, wait.holder),
        CONC_LAYOUT_AT(thread, inline_parent),
        CONC_LAYOUT_AT(thread, number),
        CONC_LAYOUT_AT(thread, kind),
        CONC_LAYOUT_AT(thread, end),
        CONC_LAYOUT_AT(thread, held_count),
        CONC_LAYOUT_AT(thread, held),
        CONC_LAYOUT_AT(thread, delivery),
        CONC_LAYOUT_SIZE(held),
        CONC_LAYOUT_AT(held, lock),
        CONC_LAYOUT_AT(stack, low),
        CONC_LAYOUT_AT(stack, high),
        {"main_name", (uintptr_t)conc_main_name},
        {"holder.thread", (uintptr_t)conc_thread_itself},
        {"holder.lock", (uintptr_t)conc_mutex_core_holder},
};

/* Adds a slab to the common list. False if there is no memory. */
static bool new_slab(void)
{
	struct slab *slab = mmap(NULL, sizeof *slab, PROT_READ | PROT_WRITE,
	                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (slab == MAP_FAILED) return false;
	for (unsigned i = SLAB_THREADS; i-- > 0;) {
		slab->threads[i].number = common.numbers + i;
		slab->threads[i].next = common.free;
		common.free = &slab->threads[i];
	}
	common.numbers += SLAB_THREADS;
#if CONC_ASAN
	__lsan_register_root_region(slab, sizeof *slab); /* memory of live threads is no leak */
#endif
	conc_name_hook = conc_thread_describe;
	slab->next = common.slabs;
	/* release: pairs with conc_thread_each, which then sees a whole slab */
	store_release(&common.slabs, slab);
	return true;
}

/* Takes a batch of descriptors; if memory is short, one will do. Keeps their order, as
 * conc_thread_give_back does, so that the threads of a program are numbered from 1 as it makes
 * them. */
static __attribute__((noinline, cold)) void refill(struct conc_processor *p)
{
	struct conc_thread **end = &p->free;
	int saved = errno;

	conc_tiny_lock_acquire(&common.lock);
	while (p->free_count < BATCH && (common.free || new_slab())) {
		struct conc_thread *t = common.free;
		common.free = t->next;
		*end = t;
		end = &t->next;
		p->free_count++;
	}
	*end = NULL;
	conc_tiny_lock_release(&common.lock);
	if (!p->free) conc_stop(NULL, conc_thread_self_or_null(), "no memory for threads");
	/* a program that makes threads needs the watchdog; a program that only locks does not */
	if (p->current) conc_watchdog_active();
	errno = saved;
}

__attribute__((noinline)) void conc_thread_give_back(struct conc_processor *p, uint32_t keep)
{
	struct conc_thread *first = p->free, *last = first;

	if (p->free_count <= keep) return;
	for (; p->free_count > keep + 1; p->free_count--) last = last->next;
	p->free_count--;
	p->free = last->next;
	conc_tiny_lock_acquire(&common.lock);
	last->next = common.free;
	common.free = first;
	conc_tiny_lock_release(&common.lock);
}

/* Members that a thread seldom changes are zero in a free descriptor: code that changes one resets
 * it. The others are set here. */
struct conc_thread *conc_thread_new(struct conc_processor *p)
{
	struct conc_thread *t = p->free;

	if (CONC_UNLIKELY(!t)) {
		refill(p);
		t = p->free;
	}
	p->free = t->next;
	p->free_count--;
	t->context = NULL;
	/* relaxed: what is there came from an unpark of an earlier thread, too late */
	if (CONC_UNLIKELY(load_relaxed(&t->permit))) conc_permit_drop(t);
	/* relaxed: published by the push that makes the thread known */
	store_relaxed(&t->park, CONC_PARK_RUNNING);
	store_relaxed(&t->end, 0);
#if CONC_SCHEDULES
	t->fiber = NULL;
#endif
	conc_schedule_new_thread(t);
	return t;
}

void conc_thread_free(struct conc_processor *p, struct conc_thread *t)
{
	conc_edge_fresh(t, sizeof *t); /* lowered code counts the spin locks in it */
	store_relaxed(&t->kind, CONC_THREAD_FREE);
	store_relaxed(&t->cancel, 0);
	if (CONC_UNLIKELY(t->bounded)) conc_thread_bound(t, 0, 0);
	t->next = p->free;
	p->free = t;
	if (CONC_UNLIKELY(++p->free_count > 3 * BATCH)) conc_thread_give_back(p, 2 * BATCH);
}

void conc_own_modes(void)
{
	conc_thread_self()->own_modes = 1;
}

enum conc_band conc_abi_set_band(enum conc_band band, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	enum conc_band before = (enum conc_band)self->band;

	if (band != CONC_BAND_NORMAL && band != CONC_BAND_URGENT)
		conc_stop(where, self, "conc_set_band: there is no band %d", (int)band);
	self->band = (uint8_t)band;
	return before;
}

enum conc_band(conc_set_band)(enum conc_band band)
{
	return conc_abi_set_band(band, NULL);
}

void conc_thread_finish(struct conc_thread *t)
{
	if (t->locals) conc_local_free(t);
	t->held_count = 0; /* locks that it has not released stay locked */
	if (t->cached_queue) load_relaxed (&conc_cached_queue_hook)(t);
	if (t->pinned && t->owned) /* each such lock pins the thread */
		conc_stop(t->started_at, t,
		          "a thread ended while it held %u locks of libc that only it can unlock: "
		          "recursive or error-checking mutexes, write locks",
		          t->owned);
	if (t->pinned) conc_stop(t->started_at, t, "a thread ended while it was pinned");
	if (t->blocking) conc_stop(t->started_at, t, "a thread ended in a blocking section");
}

/* Sets the lock bit and returns the list, or CONC_ENDED, without the bit. */
static uintptr_t lock_waiters(struct conc_thread *t)
{
	uintptr_t seen = load_acquire(&t->end);
	unsigned turns = 0;

	while (seen != CONC_ENDED) {
		if (seen & 1) {
			conc_backoff(&turns);
			seen = load_acquire(&t->end);
		} else if (cas_acquire(&t->end, &seen, seen | 1)) {
			break;
		}
	}
	return seen;
}

/* Frees the descriptor of a thread that no handle refers to. */
static void free_record(struct conc_processor *p, struct conc_thread *t)
{
	if (CONC_UNLIKELY(t->scope != NULL)) conc_scope_leave(t);
	if (t->frame_size > CONC_FRAME_INLINE) free(t->frame);
	conc_thread_free(p, t);
}

static inline void thread_notify_waiters(struct conc_end_waiter *waiter)
{
	for (struct conc_end_waiter *next; waiter; waiter = next) {
		next = waiter->next;
		waiter->ended(waiter);
	}
}

/* Publishes the end while another thread registers for it, or detaches t. */
static __attribute__((noinline)) void end_contended(struct conc_processor *p, struct conc_thread *t,
                                                    uintptr_t seen)
{
	unsigned turns = 0;

	do {
		if (seen == CONC_DETACHED) {
			free_record(p, t);
			return;
		}
		if (seen & 1) {
			conc_backoff(&turns);
			seen &= ~(uintptr_t)1;
		}
	} while (!cas_acq_rel(&t->end, &seen, CONC_ENDED)); /* as below */
	thread_notify_waiters((struct conc_end_waiter *)seen);
}

void conc_thread_publish_end(struct conc_processor *p, struct conc_thread *t)
{
	/* acquire: pairs with conc_thread_detach, whose caller has made its last writes to t */
	uintptr_t seen = load_acquire(&t->end) & ~(uintptr_t)1; /* never past the lock bit */

	if (CONC_UNLIKELY(t->fork_root)) exit(0);
	/* acq_rel: release publishes the thread's result to threads that see it ended; acquire
	 * for the waiters that were registered */
	if (seen == CONC_DETACHED) free_record(p, t);
	else if (CONC_UNLIKELY(!cas_acq_rel(&t->end, &seen, CONC_ENDED))) end_contended(p, t, seen);
	else /* t may be gone */ thread_notify_waiters((struct conc_end_waiter *)seen);
}

void conc_thread_detach(struct conc_processor *p, struct conc_thread *t)
{
	uintptr_t seen = 0;

	/* acq_rel: release for conc_thread_publish_end; acquire if t has ended: its last writes */
	if (!cas_acq_rel(&t->end, &seen, CONC_DETACHED)) free_record(p, t);
}

bool conc_thread_has_ended(const struct conc_thread *t)
{
	/* acquire: pairs with conc_thread_publish_end */
	return load_acquire(&t->end) == CONC_ENDED;
}

bool conc_thread_end_register(struct conc_thread *t, struct conc_end_waiter *waiter)
{
	uintptr_t list = lock_waiters(t);

	if (list == CONC_ENDED) return false;
	waiter->next = (struct conc_end_waiter *)list;
	/* release: publishes waiter, and unlocks */
	store_release(&t->end, (uintptr_t)waiter);
	return true;
}

bool conc_thread_end_unregister(struct conc_thread *t, struct conc_end_waiter *waiter)
{
	uintptr_t list = lock_waiters(t);
	struct conc_end_waiter *first = (struct conc_end_waiter *)list, **link = &first;
	bool found;

	if (list == CONC_ENDED) return false;
	while (*link && *link != waiter) link = &(*link)->next;
	found = *link != NULL;
	if (found) *link = waiter->next;
	store_release(&t->end, (uintptr_t)first);
	return found;
}

struct joiner {
	struct conc_end_waiter waiter;
	struct conc_thread *thread;
};

static void joiner_ended(struct conc_end_waiter *waiter)
{
	struct joiner *joiner = (struct joiner *)(void *)waiter;

	conc_thread_unpark(joiner->thread);
}

struct conc_thread *conc_thread_itself(const void *object)
{
	return (struct conc_thread *)(uintptr_t)object;
}

void conc_thread_wait_end(struct conc_thread *self, struct conc_thread *t, const char *where)
{
	struct joiner joiner = {{NULL, joiner_ended}, self};

	if (t == self) conc_stop(where, self, "a thread joins itself");
	if (!conc_thread_end_register(t, &joiner.waiter)) return;
	conc_thread_waits(self, "join", t, where, conc_thread_itself);
	conc_thread_park(self);
}

struct conc_thread *conc_thread_self(void)
{
	return conc_processor_get()->current;
}

struct conc_thread *conc_self(void)
{
	return conc_processor_get()->current;
}

struct conc_thread *conc_thread_self_or_null(void)
{
	struct conc_processor *p = conc_processor_current();

	return p && p->current != &p->scheduler ? p->current : NULL;
}

char *conc_thread_describe(const struct conc_thread *t, char *buffer, size_t size)
{
	/* relaxed: the text is reached through it, so the address orders the two. In a seeded run
	 * describing a thread is no step: it is done in the middle of one. */
	const char *name = CONC_SCHEDULES ? t->name : load_relaxed(&t->name);

	if (name == conc_main_name) snprintf(buffer, size, "%s", name);
	else snprintf(buffer, size, "%s %u", name ? name : "?", t->number);
	return buffer;
}

/* The registry. */

void conc_thread_each(void (*visit)(struct conc_thread *t, void *argument), void *argument)
{
	/* acquire: pairs with new_slab */
	for (struct slab *s = load_acquire(&common.slabs); s; s = s->next)
		for (unsigned i = 0; i < SLAB_THREADS; i++)
			if (load_relaxed(&s->threads[i].kind) != CONC_THREAD_FREE)
				visit(&s->threads[i], argument);
}

void conc_thread_each_slab(void (*visit)(struct conc_thread *first, unsigned count))
{
	/* acquire: pairs with new_slab */
	for (struct slab *s = load_acquire(&common.slabs); s; s = s->next)
		visit(s->threads, SLAB_THREADS);
}

void conc_thread_slabs_locks(void (*change)(struct conc_tiny_lock *lock))
{
	change(&common.lock);
}

static void thread_forget(struct conc_thread *t, void *survivor)
{
	if (t != survivor)
		t->kind = CONC_THREAD_FREE; /* on no freelist: a handle may still refer to it */
}

void conc_thread_forget_others(struct conc_thread *survivor)
{
	conc_thread_each(thread_forget, survivor);
	if (survivor) conc_permit_forked(survivor);
}
