/* SPDX-License-Identifier: MIT */
/* Self-replicating actors: the runtime splits an actor with scalable behaviours into replicas that
 * handle scalable messages in parallel, and merges them before an ordinary message.
 *
 * In the dialect: `scalable receive (words *self, line *m) { … }`, `export (words *self, words
 * *replica) { … }` and `import (words *self, words *replica) { … }`. To its clients it is an
 * ordinary actor.
 *
 * Source: Ostrowski, Sakoda, Birman, Self-Replicating Objects for Multicore Platforms, §2.2. */
#ifndef CONC_SCALABLE_H
#define CONC_SCALABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conc/abi_scalable.h"
#include "conc/duration.h"

/* When to make another replica. */
enum conc_scaling_policy {
	CONC_SCALING_ADAPTIVE,   /* if the queued work is worth it: number of calls times length of
	                            the last ones */
	CONC_SCALING_AGGRESSIVE, /* if all replicas are busy and one more call is queued (the
	                            paper's) */
	CONC_SCALING_NEVER,
};

/* All-zero: the defaults. */
struct conc_scaling {
	enum conc_scaling_policy policy;
	unsigned replicas;      /* maximum, beside the actor, which works as well; 0: the processors
	                           less one, plus one on each other rank */
	conc_duration flow;     /* work that may be queued for each replica, in time; the rest stays
	                           with the actor, which handles some itself; 0: 1ms */
	conc_duration interval; /* between incremental imports of a replica; 0: none, only at its
	                           end */
	conc_duration retry; /* until the next attempt if the parent was not ready; 0: a quarter of
	                        interval */
	unsigned fan;        /* replicas that import into one parent; the actor is the root; 0: 2 */
	conc_duration linger; /* how long replicas without work stay; 0: 100us */
	unsigned remote;      /* maximum of the replicas on other ranks; 0: one on each. No effect
	                         without MPI. */
};

/* Sums since the actor joined, or since the system started. Times in ns, of all threads
 * together. */
struct conc_scaling_statistics {
	uint64_t splits;      /* how often a first replica was made */
	uint64_t replicas;    /* made */
	uint64_t most;        /* at one time */
	uint64_t merges;      /* replicas imported at their end, into the actor or another one */
	uint64_t incremental; /* imports of transient replicas */
	uint64_t refused;     /* incremental imports put off: parent not ready */
	uint64_t collapses;
	uint64_t calls;        /* scalable messages handled by replicas */
	uint64_t inline_calls; /* by the actor itself */
	uint64_t remote_calls; /* those of calls on other ranks */
	uint64_t working, exporting, importing,
	        waiting; /* waiting: of ordinary messages for the merge */
};

/* Configures one type, by name, for actors that have not joined; NULL: as the system again. config
 * is copied. */
#define conc_scaling_type(A, ...) conc_abi_scaling_type(&conc_type_##A, (__VA_ARGS__), CONC_HERE)

/* Configures one actor, before its first send. */
#define conc_scaling_actor(actor, ...) \
	conc_abi_scaling_actor(&(actor)->conc_actor, (__VA_ARGS__), CONC_HERE)

/* Returns false if the actor has not joined or has no scalable behaviours. */
#define conc_scaling_statistics(actor, out) conc_abi_scaling_statistics(&(actor)->conc_actor, out)

/* In export, import and scalable behaviours: is this object a replica, not the actor itself? */
#define conc_is_replica(actor) conc_abi_is_replica(&(actor)->conc_actor)

/* ---- serialize and deserialize ---- */

/* Appends size bytes. */
void conc_writer_put(conc_writer *out, const void *bytes, size_t size);
/* Reads the next size bytes. Stops the program if there are fewer: serialize and deserialize do not
 * match. */
void conc_reader_get(conc_reader *in, void *bytes, size_t size);
/* A string with its terminating null; NULL stays NULL. conc_reader_get_string allocates with
 * malloc. */
void conc_writer_put_string(conc_writer *out, const char *string);
char *conc_reader_get_string(conc_reader *in);

#endif
