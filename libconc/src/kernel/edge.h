/* SPDX-License-Identifier: MIT */
/* edge: tells a race detector what happens before what.
 *
 * The idea. The detector is ThreadSanitizer in a build with CONC_RACES=1 (sanitizer.h), and
 * schedules/race.c in seeded runs (CONC_SCHEDULES=1). It sees neither the library's atomic
 * operations nor its switches. So an operation that orders user threads reports that here.
 * conc_edge_from(object) gives the object all that the caller has done so far (its past);
 * conc_edge_to(object) takes what the object was given. docs/reference/memory_model.md lists the
 * edges; there are no others. In all other builds these functions do nothing.
 *
 * An object is an address. An earlier object there may have left its past, which would be an extra
 * edge. So an object whose memory is reused, and in which a later call may forget what earlier
 * calls gave, has a cell for conc_edge_only_from.
 *
 * Rejected: an instrumented library with AnnotateIgnoreSyncBegin around its entries (its accesses
 * to the program's data, and to records that user code fills inline, then race with them); edges by
 * the switch (every race of two threads of one processor is then hidden).
 */
#ifndef CONC_SRC_EDGE_H
#define CONC_SRC_EDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "port/sanitizer.h"
#include "port/schedule.h"

struct conc_thread;
struct conc_actor;
struct conc_stack;
struct conc_processor;

#if CONC_TSAN
/* Returns a new fiber for t; with CONC_RACES=1 it has no past. */
void *conc_fiber_new(const struct conc_thread *t);
#endif

#if CONC_RACES
typedef unsigned char conc_edge_cell;

void __tsan_acquire(void *object);
void __tsan_release(void *object);
void __tsan_read_range(void *start, unsigned long size);
void __tsan_write_range(void *start, unsigned long size);
void __tsan_atomic8_store(volatile unsigned char *cell, unsigned char value, int order);

static inline void conc_edge_from(const volatile void *object)
{
	__tsan_release((void *)(uintptr_t)object);
}

static inline void conc_edge_to(const volatile void *object)
{
	__tsan_acquire((void *)(uintptr_t)object);
}

/* As conc_edge_from, but the cell forgets what it was given before. */
static inline void conc_edge_only_from(conc_edge_cell *cell)
{
	__tsan_atomic8_store(cell, 0, __ATOMIC_RELEASE);
}

/* t, the caller, has another name. */
void conc_fiber_name(const struct conc_thread *t);

/* Gives `to` what `from` was given. The caller takes nothing. */
void conc_edge_pass(const volatile void *from, const volatile void *to);

/* Report that the library reads or writes the program's data for the caller. */
static inline void conc_edge_reads(const void *start, size_t size)
{
	if (size) __tsan_read_range((void *)(uintptr_t)start, size);
}

static inline void conc_edge_writes(void *start, size_t size)
{
	if (size) __tsan_write_range(start, size);
}

/* Makes the sanitizer forget the stack's past. Discards its contents. */
void conc_edge_fresh_stack(struct conc_stack *stack);

/* A token holds a thread's past, for another thread to hand on. conc_edge_token stores the caller's
 * past in token, or in a new one (null if there is no memory). take gives the caller that past and
 * frees the token, unless null; drop only frees it. */
void *conc_edge_token(void *token);
void conc_edge_take(void *token);
void conc_edge_drop(void *token);

/* Runs a behaviour as a fiber of its actor, on a stack that belongs to the fiber: only messages
 * order behaviours of different actors, even on one worker. */
void conc_edge_behave(const struct conc_actor *actor, const char *name, void (*run)(void *argument),
                      void *argument);

/* Excludes the calling kernel thread's thread-local variables from race reports: its user threads
 * use them in turn. */
void conc_edge_share_locals(void);

/* Edges of a file descriptor, as in the sanitizer's own write (from) and read (to). */
void conc_edge_file_from(int file);
void conc_edge_file_to(int file);
#elif CONC_SCHEDULES
typedef unsigned char conc_edge_cell;

/* Does this run look for races? What follows is called only then. */
extern bool conc_edge_on;

void conc_edge_take_from(const volatile void *object);
void conc_edge_take_last(const volatile void *object);
void conc_edge_give_to(const volatile void *object, bool only);
void conc_edge_give_on(const volatile void *from, const volatile void *to);
void conc_edge_copy(const volatile void *from, const volatile void *to, size_t size);
void conc_edge_note(const volatile void *start, size_t size, bool writes);
void conc_edge_frees(const volatile void *start, size_t size, const char *where);
void conc_edge_name(const void *memory, const void *object, const char *where);
void conc_edge_read_at(const volatile void *start, size_t size, const char *where);
void conc_edge_forget(const volatile void *start, size_t size);
void conc_edge_forget_below(const volatile void *low);
void conc_edge_pass_file(int file, bool to);
void conc_edge_locked(const volatile void *object);
void conc_edge_unlocks(const volatile void *object);
void conc_edge_leaves(const volatile void *object);

#define CONC_EDGE(call) (conc_edge_on ? call : (void)0)
#define conc_edge_from(object) CONC_EDGE(conc_edge_give_to(object, false))
#define conc_edge_to(object) CONC_EDGE(conc_edge_take_from(object))
#define conc_edge_only_from(cell) CONC_EDGE(conc_edge_give_to(cell, true))
#define conc_edge_last_to(object) CONC_EDGE(conc_edge_take_last(object))
#define conc_edge_pass(from, to) CONC_EDGE(conc_edge_give_on(from, to))
#define conc_edge_reads(start, size) CONC_EDGE(conc_edge_note(start, size, false))
#define conc_edge_writes(start, size) CONC_EDGE(conc_edge_note(start, size, true))
#define conc_edge_fresh_stack(stack) \
	CONC_EDGE(conc_edge_forget((stack)->low, (size_t)((stack)->high - (stack)->low)))
#define conc_edge_share_locals() ((void)0)
#define conc_edge_file_from(file) CONC_EDGE(conc_edge_pass_file(file, false))
#define conc_edge_file_to(file) CONC_EDGE(conc_edge_pass_file(file, true))
#define conc_edge_lock(lock) CONC_EDGE(conc_edge_locked(lock))
#define conc_edge_unlock(lock) CONC_EDGE(conc_edge_unlocks(lock))
#define conc_edge_left(lock) CONC_EDGE(conc_edge_leaves(lock))

/* The same as above. */
void *conc_edge_token(void *token);
void conc_edge_take(void *token);
void conc_edge_drop(void *token);
/* Runs what is ordered by itself, whichever thread runs it: the next after the one before, which
 * object gives its past. kind and name say what it is. */
void conc_edge_run(const volatile void *object, const char *kind, const char *name,
                   void (*run)(void *argument), void *argument);
#define conc_edge_behave(actor, name, run, argument) \
	conc_edge_run(actor, "actor", name, run, argument)

/* memory, from malloc, holds an object that the program made at where: for reports. */
#define conc_edge_made(memory, object, where) CONC_EDGE(conc_edge_name(memory, object, where))
/* The program deletes memory at where, and may still use it. */
#define conc_edge_free(start, size, where) CONC_EDGE(conc_edge_frees(start, size, where))
/* The program uses an object of that memory at where, by an operation of the library. */
#define conc_edge_uses(start, size, where) CONC_EDGE(conc_edge_read_at(start, size, where))
/* Memory that the library uses again, and that the program reads and writes, begins anew. */
#define conc_edge_fresh(start, size) CONC_EDGE(conc_edge_forget(start, size))
/* The same for the stack below the caller's frame, down to low. */
#define conc_edge_fresh_below(low) CONC_EDGE(conc_edge_forget_below(low))
/* The library has copied records, which give on pasts. */
#define conc_edge_moved(from, to, size) CONC_EDGE(conc_edge_copy(from, to, size))

/* Around the life of t: it begins with what t->edge was given. Its end is between end_begin and
 * end_end, in which it still acts, although another thread may have its descriptor. */
void conc_edge_begin(struct conc_thread *t);
void conc_edge_end_begin(struct conc_processor *p, struct conc_thread *t);
void conc_edge_end_end(struct conc_processor *p);
#else
typedef struct {
} conc_edge_cell;

#define conc_edge_from(object) ((void)(object))
#define conc_edge_to(object) ((void)(object))
#define conc_edge_only_from(cell) ((void)(cell))
#define conc_edge_pass(from, to) ((void)(from), (void)(to))
#define conc_edge_reads(start, size) ((void)(start), (void)(size))
#define conc_edge_writes(start, size) ((void)(start), (void)(size))
#define conc_edge_fresh_stack(stack) ((void)(stack))
#define conc_edge_share_locals() ((void)0)
#define conc_edge_file_from(file) ((void)(file))
#define conc_edge_file_to(file) ((void)(file))
#endif

#if !CONC_SCHEDULES
/* As conc_edge_to, for an object that nobody takes from again. */
#define conc_edge_last_to(object) conc_edge_to(object)
/* The edges of a lock; left: a reader has left it, which gives its past elsewhere. */
#define conc_edge_lock(lock) conc_edge_to(lock)
#define conc_edge_unlock(lock) conc_edge_from(lock)
#define conc_edge_left(lock) ((void)(lock))
#define conc_edge_free(start, size, where) ((void)(start), (void)(size), (void)(where))
#define conc_edge_uses(start, size, where) ((void)(start), (void)(size), (void)(where))
#define conc_edge_made(memory, object, where) ((void)(memory), (void)(object), (void)(where))
#define conc_edge_fresh(start, size) ((void)(start), (void)(size))
#define conc_edge_fresh_below(low) ((void)(low))
#define conc_edge_moved(from, to, size) ((void)(from), (void)(to), (void)(size))
#define conc_edge_begin(t) conc_edge_to(&(t)->edge)
#define conc_edge_end_begin(p, t) ((void)(p), (void)(t))
#define conc_edge_end_end(p) ((void)(p))
#endif

/* Does a build report edges? */
#define CONC_EDGES (CONC_RACES || CONC_SCHEDULES)

#endif
