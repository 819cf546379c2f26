/* SPDX-License-Identifier: MIT */
/* For the programs here, which print the same on one rank and on many: under mpirun some calls must
 * have been handled elsewhere. */
#ifndef REMOTE_H
#define REMOTE_H

#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

static inline int rank(void) { const char *r = getenv("OMPI_COMM_WORLD_RANK"); return r ? atoi(r) : 0; }

static inline int ranks(void) { const char *n = getenv("OMPI_COMM_WORLD_SIZE"); return n ? atoi(n) : 1; }

/* Replicas wherever there may be one. */
static const struct conc_actors_config split_always = {.scaling = {.policy = CONC_SCALING_AGGRESSIVE}};

static unsigned long long handled_elsewhere;

/* Stops the system. */
static inline void stop_and_count(void)
{
	struct conc_actors_statistics counts;

	conc_actors_stop();
	conc_actors_statistics(&counts);
	handled_elsewhere += counts.scaling.remote_calls;
}

/* Exit status 9: it may have been too quick for that; run.sh then runs it again. */
static inline void expect_remote(void)
{
	if (ranks() == 1 || handled_elsewhere) return;
	fprintf(stderr, "no call was handled on another rank\n");
	fflush(stdout);
	_Exit(9);
}

/* Some microseconds. */
static inline void work(unsigned turns)
{
	for (volatile unsigned i = 0; i < turns; i++) {
	}
}

#endif
