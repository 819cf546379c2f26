/* SPDX-License-Identifier: MIT */
/* edge: tells ThreadSanitizer what happens before what.
 *
 * The idea. In a build with CONC_RACES=1 (sanitizer.h) the sanitizer sees neither the library's
 * atomic operations nor its switches. So an operation that orders user threads reports that here.
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

#include <stddef.h>
#include <stdint.h>

#include "port/sanitizer.h"

struct conc_thread;
struct conc_actor;
struct conc_stack;

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

#endif
