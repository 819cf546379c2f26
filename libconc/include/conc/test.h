/* SPDX-License-Identifier: MIT */
/* For tests of concurrent programs: assertions, and invariants that a seeded run checks.
 *
 * `concc -fconc-schedules` builds a program that runs under the schedule of a seed with
 * CONC_SCHEDULE=seed:N, or under N schedules with CONC_SCHEDULE=explore:N
 * (docs/reference/schedules.md). In any other program conc_test_assert is an assertion, and
 * invariants are never checked. */
#ifndef CONC_TEST_H
#define CONC_TEST_H

#include <stdbool.h>
#include <stdint.h>

#include "conc/abi_base.h"

/* void conc_test_assert(condition): if condition is false, stops the program with a message that
 * names it, the thread and, in a seeded run, the seed. NDEBUG does not switch it off. Any
 * thread. */
#define conc_test_assert(condition) \
	((condition) ? (void)0 : conc_abi_test_failed(#condition, CONC_HERE))

/* void conc_test_invariant(check, argument): from now on, each step of a seeded run (each atomic
 * operation, each access to shared memory) calls check(argument). If it returns false, the program
 * stops with a message. At most 16 at once.
 *
 *     bool (*check)(void *argument);    looks, but does not wait, lock or write
 */
#define conc_test_invariant(check, argument) \
	conc_abi_test_invariant(check, argument, #check, CONC_HERE)

/* Removes the invariant, if there is one. */
void conc_test_no_invariant(bool (*check)(void *argument), void *argument);

/* void conc_test_racy(&object): a data race on the object is meant, and not reported. For the
 * object's life, if it is on the heap. */
#define conc_test_racy(object) conc_abi_test_racy(object, sizeof *(object))

/* Returns the seed of this run, 0 if it has none. */
uint64_t conc_test_seed(void);

/* Prints each thread that waits for what nobody can do any more to standard error, and returns the
 * number of them (docs/reference/leaks.md). It waits, for at most a tenth of a second, until no
 * other thread runs or is in a blocking section; -EAGAIN: one still is. -ENOTSUP: a kernel thread
 * runs that libconc did not start, or a sanitizer; or there is no memory to search in. */
int conc_report_leaks(void);

/* ---- The rest of this file is not for users. ---- */

void conc_abi_test_failed(const char *condition, const char *where)
        __attribute__((__noreturn__, __cold__));
void conc_abi_test_racy(const volatile void *object, size_t size);
void conc_abi_test_invariant(bool (*check)(void *argument), void *argument, const char *name,
                             const char *where);

#endif
