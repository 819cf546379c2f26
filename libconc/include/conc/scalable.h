/* SPDX-License-Identifier: MIT */
/* Self-replicating actors: an actor with scalable behaviours is split by the runtime into replicas
 * that handle scalable messages in parallel, and merged again before an ordinary one.
 *
 * In the dialect: `scalable receive (words *self, line *m) { … }`, `export (words *self, words
 * *replica) { … }` and `import (words *self, words *replica) { … }`. Everybody else sees an
 * ordinary actor.
 *
 * Source: Ostrowski, Sakoda, Birman, Self-Replicating Objects for Multicore Platforms, §2.2.
 */
#ifndef CONC_SCALABLE_H
#define CONC_SCALABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conc/abi_scalable.h"
#include "conc/duration.h"

/* When there is to be another replica. */
enum conc_scaling_policy {
	CONC_SCALING_ADAPTIVE,   /* what is queued is worth it: number of calls times how long the
	                            last ones took */
	CONC_SCALING_AGGRESSIVE, /* all replicas are busy and there is one more call (the paper's)
	                          */
	CONC_SCALING_NEVER,
};

/* All-zero: the defaults. */
struct conc_scaling {
	enum conc_scaling_policy policy;
	unsigned replicas;  /* at most, beside the actor, which works as well; 0: one less than
	                       there are processors, and those on other ranks */
	conc_duration flow; /* work that may be queued for each replica, in time; more waits with
	                       the actor, which handles some itself; 0: 1ms */
	conc_duration interval; /* between incremental imports of a replica; 0: none, they are
	                           imported when they are done */
	conc_duration retry; /* after an incremental import that its parent was not ready for; 0: a
	                        quarter of interval */
	unsigned fan; /* replicas that import into one parent, the actor being the root; 0: 2 */
	conc_duration linger; /* how long replicas without work stay; 0: 100us */
	unsigned remote; /* of the replicas, at most so many on other ranks (with MPI); 0: one on
	                    each. Of no effect without MPI. */
};

/* Sums since the actor joined, or since the system started. Times in ns, of all threads together.
 */
struct conc_scaling_statistics {
	uint64_t splits;      /* times that the first replica was made */
	uint64_t replicas;    /* made */
	uint64_t most;        /* at one time */
	uint64_t merges;      /* replicas imported at their end, into the actor or one another */
	uint64_t incremental; /* imports of transient replicas */
	uint64_t refused;     /* incremental imports put off: the parent was not ready */
	uint64_t collapses;
	uint64_t calls;        /* scalable messages handled by replicas */
	uint64_t inline_calls; /* and by the actor itself */
	uint64_t remote_calls; /* of calls: on other ranks */
	uint64_t working, exporting, importing,
	        waiting; /* waiting: ordinary messages for the end */
};

/* Of one type, by name, for actors that have not joined; NULL: the system's again. config is
 * copied. */
#define conc_scaling_type(A, ...) conc_abi_scaling_type(&conc_type_##A, (__VA_ARGS__), CONC_HERE)

/* Of one actor, before its first send. */
#define conc_scaling_actor(actor, ...) \
	conc_abi_scaling_actor(&(actor)->conc_actor, (__VA_ARGS__), CONC_HERE)

/* False: the actor has not joined, or has no scalable behaviours. */
#define conc_scaling_statistics(actor, out) conc_abi_scaling_statistics(&(actor)->conc_actor, out)

/* In export, import and scalable behaviours: is that object a replica, and not the actor itself? */
#define conc_is_replica(actor) conc_abi_is_replica(&(actor)->conc_actor)

/* ---- serialize and deserialize ---- */

/* Appends size bytes. */
void conc_writer_put(conc_writer *out, const void *bytes, size_t size);
/* The next size bytes. Stops the program if there are fewer: what serialize wrote is not what
 * deserialize reads. */
void conc_reader_get(conc_reader *in, void *bytes, size_t size);
/* A string with its end; NULL is kept. What conc_reader_get_string yields is from malloc. */
void conc_writer_put_string(conc_writer *out, const char *string);
char *conc_reader_get_string(conc_reader *in);

#endif
