/* SPDX-License-Identifier: MIT */
/*
 * scalable_remote: replicas on other ranks, as the runtime sees them.
 * docs/protocols/scalable_mpi.md has the mails between the ranks.
 *
 * The idea. A replica on another rank is a local replica whose thread ships calls instead of
 * running them, and at the end fetches the state that they made. A carrier plugs in here:
 * libconc-mpi, the only part that knows MPI. Types and calls are registered before main, and known
 * by a number that is the same on all ranks: the place in the order of registration. The link fixes
 * that order, and all ranks run the same executable (they compare it when they start).
 *
 * Invariants.
 * - Nothing is registered after conc_remote_seal, which is called before main, so the registry is
 *   read without a lock. Types and calls of libraries opened later are handled locally.
 * - A call is shipped only if its site names the very types that were registered with it: an object
 *   of a derived type would be cut off.
 * - One user thread at a time uses a struct conc_remote.
 */
#ifndef CONC_SRC_SCALABLE_REMOTE_H
#define CONC_SRC_SCALABLE_REMOTE_H

#include <stdbool.h>
#include <stdint.h>

#include "conc/abi_scalable.h"

/* ---- the carrier ---- */

struct conc_remote; /* a replica on another rank */

/* All are called on user threads; none blocks a processor. The loss of a rank stops the program. */
struct conc_remote_ops {
	/* Number of ranks that host replicas. */
	unsigned (*ranks)(void);
	/* blank: the exported local replica, whose state travels. NULL: no rank is free. */
	struct conc_remote *(*open)(const struct conc_abi_remote_type *type, void *blank);
	/* Appends a call to the batch, and ships a full batch. May wait until the rank has run some
	 * of its calls. The message may be freed when this returns. */
	void (*run)(struct conc_remote *remote, const struct conc_abi_remote_call *call,
	            void *message);
	/* Ships the batch. */
	void (*flush)(struct conc_remote *remote);
	/* Waits until all calls have run there, and deserialises their state into `into`, which is
	 * all-zero but for its header. The replica there is blank again, or, with last, gone. */
	void (*fetch)(struct conc_remote *remote, void *into, bool last);
	/* Calls given to run and not yet known to be handled. */
	uint64_t (*outstanding)(struct conc_remote *remote);
};

/* Set before main. NULL: there are no other ranks, as in fork's child. */
extern const struct conc_remote_ops *conc_remote_ops;

/* ---- the registry ---- */

/* Ends the registration. Called before main, after all constructors. */
void conc_remote_seal(void);
/* Hash of all names and sizes, in their order. */
uint64_t conc_remote_fingerprint(void);

/* NULL: not registered, so handled locally. */
const struct conc_abi_remote_call *conc_remote_call_of(const struct conc_abi_site *site);
const struct conc_abi_remote_type *conc_remote_type_of(const struct conc_abi_type *type);

/* Numbers, the same on all ranks; UINT32_MAX: not registered. …_at: NULL if there are not so
 * many. */
uint32_t conc_remote_call_number(const struct conc_abi_remote_call *call);
uint32_t conc_remote_type_number(const struct conc_abi_remote_type *type);
uint32_t conc_remote_call_count(void);
const struct conc_abi_remote_call *conc_remote_call_at(uint32_t number);
const struct conc_abi_remote_type *conc_remote_type_at(uint32_t number);

#endif
