/* SPDX-License-Identifier: MIT */
/*
 * scalable_remote: replicas on other ranks, as the runtime sees them.
 * docs/protocols/scalable_mpi.md has what goes between the ranks.
 *
 * The idea. A replica on another rank is a local replica whose thread, instead of running calls,
 * ships them, and at the end fetches the state that they made. Who carries them plugs in here:
 * libconc-mpi, which alone knows MPI. What a program registers before main, types and calls, is
 * known by a number that is the same on all ranks: its place in the order of registration, which is
 * that of the link, since all ranks run the same executable (they compare that when they start).
 *
 * Invariants.
 * - Nothing is registered once conc_remote_seal was called, before main: so all of it is read
 *   without a lock. What a library opened later registers is handled locally.
 * - A call is only shipped whose site names the very types that were registered with it: what
 * derives from them would be cut off.
 * - One user thread at a time uses a struct conc_remote.
 */
#ifndef CONC_SRC_SCALABLE_REMOTE_H
#define CONC_SRC_SCALABLE_REMOTE_H

#include <stdbool.h>
#include <stdint.h>

#include "conc/abi_scalable.h"

/* ---- who carries ---- */

struct conc_remote; /* a replica on another rank */

/* All are called on user threads; none blocks a processor. A rank that is lost stops the program.
 */
struct conc_remote_ops {
	/* That host replicas now. */
	unsigned (*ranks)(void);
	/* blank: the exported local replica, whose state travels. NULL: no rank is free. */
	struct conc_remote *(*open)(const struct conc_abi_remote_type *type, void *blank);
	/* Appends to the batch; ships full ones. May wait until the rank has done some of what it
	 * has. message can go when this returns. */
	void (*run)(struct conc_remote *remote, const struct conc_abi_remote_call *call,
	            void *message);
	/* Ships what is batched. */
	void (*flush)(struct conc_remote *remote);
	/* Waits until all calls are done there; then their state is deserialised into `into`, which
	 * is all-zero but for its header, and the one there is blank again, or, with last, gone. */
	void (*fetch)(struct conc_remote *remote, void *into, bool last);
	/* Calls given to run and not yet known to be handled. */
	uint64_t (*outstanding)(struct conc_remote *remote);
};

/* Set before main and never again; NULL: there are no other ranks. */
extern const struct conc_remote_ops *conc_remote_ops;

/* Set before any replica is here: that of a rank which only hosts replicas; else 0. */
extern int conc_remote_rank;

/* ---- what is registered ---- */

/* Before main, behind all constructors. */
void conc_remote_seal(void);
/* Of all names and sizes, in their order. */
uint64_t conc_remote_fingerprint(void);

/* NULL: not registered, so it is handled locally. */
const struct conc_abi_remote_call *conc_remote_call_of(const struct conc_abi_site *site);
const struct conc_abi_remote_type *conc_remote_type_of(const struct conc_abi_type *type);

/* Numbers, the same on all ranks, UINT32_MAX if it is not registered; at: NULL if there are not so
 * many. */
uint32_t conc_remote_call_number(const struct conc_abi_remote_call *call);
uint32_t conc_remote_type_number(const struct conc_abi_remote_type *type);
uint32_t conc_remote_call_count(void);
const struct conc_abi_remote_call *conc_remote_call_at(uint32_t number);
const struct conc_abi_remote_type *conc_remote_type_at(uint32_t number);

#endif
