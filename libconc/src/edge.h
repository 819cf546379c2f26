/* SPDX-License-Identifier: MIT */
/* edge: what happens before what, told to ThreadSanitizer.
 *
 * The idea. In a build with CONC_RACES=1 (sanitizer.h) the sanitizer sees neither the library's
 * atomic operations nor its switches. So whoever carries out an operation that orders user threads
 * says so here: conc_edge_from(object) gives the object all that the caller has done so far,
 * conc_edge_to(object) takes what the object was given. docs/reference/memory_model.md has the
 * list; what is not in it makes no edge. In all other builds everything here is nothing.
 *
 * An object is an address. What stood there before may have left its own past, which would be an
 * edge too many; so where an object's memory is used again by others, and a later call may forget
 * what earlier ones gave, there is a cell, and conc_edge_only_from.
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

#include "sanitizer.h"

struct conc_thread;
struct conc_actor;
struct conc_stack;

#if CONC_TSAN
/* A fiber that has no past. */
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

/* As conc_edge_from; what others gave the cell is forgotten. */
static inline void conc_edge_only_from(conc_edge_cell *cell)
{
	__tsan_atomic8_store(cell, 0, __ATOMIC_RELEASE);
}

/* Gives to what from was given, and the caller takes nothing of it. */
void conc_edge_pass(const volatile void *from, const volatile void *to);

/* The caller's operation reads or writes the program's data, where the library does it. */
static inline void conc_edge_reads(const void *start, size_t size)
{
	if (size) __tsan_read_range((void *)(uintptr_t)start, size);
}

static inline void conc_edge_writes(void *start, size_t size)
{
	if (size) __tsan_write_range(start, size);
}

/* The stack has no past either. */
void conc_edge_fresh_stack(struct conc_stack *stack);

/* The caller's past, to be handed on by somebody else: taken by the last to have it. */
void *conc_edge_token(void *token);
void conc_edge_take(void *token);
void conc_edge_drop(void *token);

/* Behaviours of different actors are ordered by messages alone, also on one worker: runs one as a
 * fiber of its actor, on a stack that goes with it. */
void conc_edge_behave(const struct conc_actor *actor, const char *name, void (*run)(void *argument),
                      void *argument);

/* Variables of the calling kernel thread are nobody's race: its user threads use them in turn. */
void conc_edge_share_locals(void);

/* Descriptors of files: as the sanitizer's own read and write. */
void conc_edge_file_from(int file);
void conc_edge_file_to(int file);
#else
typedef struct {
} conc_edge_cell;

static inline void conc_edge_from(const volatile void *object)
{
	(void)object;
}
static inline void conc_edge_to(const volatile void *object)
{
	(void)object;
}
static inline void conc_edge_only_from(conc_edge_cell *cell)
{
	(void)cell;
}
static inline void conc_edge_pass(const volatile void *from, const volatile void *to)
{
	(void)from, (void)to;
}
static inline void conc_edge_reads(const void *start, size_t size)
{
	(void)start, (void)size;
}
static inline void conc_edge_writes(void *start, size_t size)
{
	(void)start, (void)size;
}
static inline void conc_edge_fresh_stack(struct conc_stack *stack)
{
	(void)stack;
}
static inline void conc_edge_share_locals(void) {}
static inline void conc_edge_file_from(int file)
{
	(void)file;
}
static inline void conc_edge_file_to(int file)
{
	(void)file;
}
#endif

#endif
