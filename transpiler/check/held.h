/* SPDX-License-Identifier: MIT */
/* Which locks are held at a place in a function. */
#ifndef CONCC_HELD_H
#define CONCC_HELD_H

#include "live.h"

enum held {
	HELD_NOT,
	HELD_UNSURE,  /* on some paths, its pointer may have changed, or a lock has no path */
	HELD_READING, /* other readers may hold it, too */
	HELD_WRITING
};

/* How the lock with this place is held at a node of the function. Where a place is no lock's own
 * but that of a monitor, the monitor's lock is meant. */
enum held lock_held(struct live *live, int function, const char *place, TSNode at);
/* Returns the mutex or held qualifier of a parameter, by its name, or the null node. */
TSNode lock_qualifier(TSNode parameter_name);
/* Returns the lock that an operand of a mutex statement names: &l of conc_reading(&l). */
TSNode lock_operand(const struct unit *unit, TSNode operand, bool *reading);
/* What a call of a function that locks does with its first argument. */
enum lock_call { LOCK_CALL_NONE, LOCK_CALL_LOCKS, LOCK_CALL_UNLOCKS, LOCK_CALL_TRIES };
enum lock_call lock_call(const struct unit *unit, TSNode call);
/* Does the function only lock, or only unlock, for its caller? One that calls itself may be taken
 * for one that does neither. */
enum lock_call lock_half(struct live *live, int function);

#endif
