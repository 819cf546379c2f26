/* SPDX-License-Identifier: MIT */
/* For tests of concurrent programs: assertions, and invariants that a seeded run checks.
 *
 * `concc -fconc-schedules` builds a program whose schedule CONC_SCHEDULE=seed:N fixes and
 * CONC_SCHEDULE=explore:N tries N of (docs/reference/schedules.md). In any other program
 * conc_test_assert is an assertion and an invariant is never checked.
 */
#ifndef CONC_TEST_H
#define CONC_TEST_H

#include <stdbool.h>
#include <stdint.h>

#include "conc/abi_base.h"

/* void conc_test_assert(condition): if condition is false, stops the program with a message
 * that names it, the thread and, in a seeded run, the seed. Is not switched off by NDEBUG. Any
 * thread. */
#define conc_test_assert(condition) \
	((condition) ? (void)0 : conc_abi_test_failed(#condition, CONC_HERE))

/* void conc_test_invariant(check, argument): from now on each step of a seeded run (each access
 * to memory that is shared, each atomic operation) calls check(argument), which must be true;
 * else the program stops with a message. At most 16 at once.
 *
 *     bool (*check)(void *argument);    looks, but does not wait, lock or write
 */
#define conc_test_invariant(check, argument) \
	conc_abi_test_invariant(check, argument, #check, CONC_HERE)

/* Ends that; nothing happens if there is no such invariant. */
void conc_test_no_invariant(bool (*check)(void *argument), void *argument);

/* The seed of this run; 0 if it has none. */
uint64_t conc_test_seed(void);

/* ---- The rest of this file is not for users. ---- */

void conc_abi_test_failed(const char *condition, const char *where)
        __attribute__((__noreturn__, __cold__));
void conc_abi_test_invariant(bool (*check)(void *argument), void *argument, const char *name,
                             const char *where);

#endif
