/* SPDX-License-Identifier: MIT */
/* What -fconc-separate=none|dynamic|static|qoq emits, for measurements (separate_mode.c). */
#ifndef CONC_ABI_SEPARATE_MODE_H
#define CONC_ABI_SEPARATE_MODE_H

#include "conc/abi_separate.h"

/* Without the queue of queues: the client waits until it has the handlers for itself. */
void conc_abi_lock(struct conc_abi_reserved *reserved);
#define CONC_RESERVE_LOCKED(number, ...)   \
	CONC_RESERVE(number, __VA_ARGS__); \
	conc_abi_lock(conc_reserved_##number)
#define CONC_RESERVE_LOCKED_IN(number, outer, ...)   \
	CONC_RESERVE_IN(number, outer, __VA_ARGS__); \
	conc_abi_lock(conc_reserved_##number)

/* Without the dynamic flag: sends the handler a request even if the client is synchronised, and
 * waits for it. */
void conc_abi_round_trip(struct conc_abi_reserved *r, const char *where);
#define CONC_ROUND_TRIP(reserved, object) ((void)conc_abi_round_trip(reserved, CONC_HERE), object)

#endif
