/* SPDX-License-Identifier: MIT */
/* User threads: functions for the calling thread and for all threads.
 *
 * Any kernel thread may call them; signal handlers may not; unless a prototype says otherwise. */
#ifndef CONC_THREAD_H
#define CONC_THREAD_H

#include <errno.h>
#include <fenv.h>
#include <stddef.h>

#include "conc/abi_base.h"
#include "conc/duration.h"

struct conc_thread;

/* Returns the calling user thread, never null. It is the same for the thread's whole life, whatever
 * kernel thread runs it, so the compiler may call it once per function. */
struct conc_thread *conc_self(void) __attribute__((__const__, __returns_nonnull__));

/* Lets other ready threads of this processor run first. */
void conc_yield(void);

/* Names the calling thread, in the manner of printf. Reports, dumps, debuggers, conctop and the
 * recorder then say "NAME NUMBER" with this name in the place of the type or function. The text is
 * copied; at most CONC_NAME_SIZE - 1 bytes of it count, in whole characters of UTF-8. A byte that
 * belongs to no printable character becomes '?'. An empty text gives the thread its first name
 * back. In a behaviour of an actor, or a call on a separate object, the thread that runs it is
 * named, which goes on to others. */
#define CONC_NAME_SIZE 48
void conc_set_name(const char *format, ...) __attribute__((__format__(__printf__, 1, 2)));

/* Returns the calling thread's name, without the number: what conc_set_name made of it, or its type
 * or function, "main", or "foreign" of a kernel thread that libconc did not start. The text stays
 * as it is until the thread ends or is named anew. */
const char *conc_get_name(void);

/* Returns the CPU time that the calling thread has used since the program's first call of this
 * function, which switches the counting on; of a kernel thread that libconc did not start, since
 * its start. Counting costs a look at the clock each time that a thread is left for another. Runs
 * of less than 100 us count by the wall clock. Under a seed: virtual time. */
conc_duration conc_cpu_time(void);

/* enum conc_band conc_set_band(enum conc_band band): from its next turn on, the calling thread is in
 * that band. A ready thread of CONC_BAND_URGENT runs before all of CONC_BAND_NORMAL, as soon as
 * some processor leaves the thread that it runs; none is interrupted. While another thread is ready
 * on a processor, at most 16 urgent ones run there in a row. Returns the band before. Threads start
 * in the band of their spawner. Under a seed, bands have no effect. */
enum conc_band { CONC_BAND_NORMAL, CONC_BAND_URGENT };
#define conc_set_band(band) conc_abi_set_band(band, CONC_HERE)
enum conc_band(conc_set_band)(enum conc_band band);
enum conc_band conc_abi_set_band(enum conc_band band, const char *where);

/* Sets the number of kernel threads that run user threads at once, not counting those in `blocking`
 * or asleep; 0 leaves it. Returns the number in force. Default: CONC_PROCESSORS, else the CPUs that
 * affinity and cgroup quota allow. */
unsigned conc_processors(unsigned n);

/* void conc_on_processor_start(void (*start)(unsigned processor)): has start called on each kernel
 * thread of libconc before it runs its first user thread, and now on the calling one, if that is
 * the initial one. For what belongs to a kernel thread: affinity, memory policy, counters, its
 * name. processor counts them from 0. There may be more than conc_processors() says, since another
 * one stands in for one in `blocking`; each is called for once, and runs until the process ends. In
 * fork's child it is called again, for the one that is left, with 0.
 *
 * Call it once, before the first other thread is started: later it stops the program. start must
 * return, and call nothing of libconc but conc_now: what waits, yields, spawns or sets a name stops
 * the program. */
#define conc_on_processor_start(start) conc_abi_on_processor_start(start, CONC_HERE)
void(conc_on_processor_start)(void (*start)(unsigned processor));
void conc_abi_on_processor_start(void (*start)(unsigned processor), const char *where);

/* Keep the calling user thread on its kernel thread, which then runs no other user thread. Calls
 * nest. Unpinning more often than pinning stops the program. */
void conc_pin(void);
void conc_unpin(void);

/* Sets the stack size in bytes of threads that start from now on; 0 leaves it. Rounded up to pages,
 * at least 16 KiB. Virtual memory: only touched pages count; the lowest page is a guard. A task
 * that runs on its joiner's stack has at least 5/8 of it. Returns the size in force. Default:
 * CONC_STACK_SIZE, else 256 KiB. */
size_t conc_stack_size(size_t size);

/* Writes to file which user threads there are, what each waits for, where, and who would have to
 * act: a line for each, or for all that wait for the same in the same place. It stops no thread, so
 * it is not of one moment. Signal handlers may call it, too. SIGQUIT has it written to standard
 * error, unless CONC_QUIT=0. */
void conc_dump(int file);

/* Storage per user thread. Each use has one key object, static and all zero. */
struct conc_local {
	void (*fini)(void *value); /* called at the thread's end, if not null */
};

/* Returns the calling thread's size bytes for key, zeroed at the first call, freed at the thread's
 * end, aligned for any type. All calls for one key must pass the same size. */
void *conc_local_get(struct conc_local *key, size_t size);

/* Call it before setting floating-point modes (rounding, traps, flushing). The calling thread then
 * has its own modes for life, and its switches cost some nanoseconds more. Threads start with the
 * default modes. The functions of <fenv.h> that set modes call it themselves (below); code that
 * writes mxcsr or fpcr directly must call it. */
void conc_own_modes(void);

#define fesetround(round) (conc_own_modes(), (fesetround)(round))
#define fesetenv(env) (conc_own_modes(), (fesetenv)(env))
#define feupdateenv(env) (conc_own_modes(), (feupdateenv)(env))
#define feholdexcept(env) (conc_own_modes(), (feholdexcept)(env))
#define feenableexcept(excepts) (conc_own_modes(), (feenableexcept)(excepts))
#define fedisableexcept(excepts) (conc_own_modes(), (fedisableexcept)(excepts))

/* Returns the address of the calling user thread's errno, which may change with each blocking
 * operation. */
int *conc_abi_errno(void);

#undef errno
#define errno (*conc_abi_errno())

#endif
