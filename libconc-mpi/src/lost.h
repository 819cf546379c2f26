/* SPDX-License-Identifier: MIT */
/* What watch.c knows of the other ranks, and how the program ends when one is lost. */
#ifndef CONC_MPI_LOST_H
#define CONC_MPI_LOST_H

#include <stddef.h>
#include <stdint.h>

struct conc_mpi_peer {
	uint64_t heard;  /* atomic: conc_now() when it was last heard of */
	uint32_t alive;  /* atomic: since SIGTERM it has said that it is alive */
	int pid, handle; /* atomic; handle: pidfd + 1; 0: not on this machine */
	const char *why; /* why it is lost, or null; for the watch only */
	char host[64];
};

extern struct conc_mpi_peer *conc_mpi_peers; /* by rank; atomic: published by the mail thread */

/* A message, written in one piece so that lines of several ranks do not mix. */
struct conc_mpi_words {
	size_t used;
	char text[8192];
};
void conc_mpi_add(void *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds that the rank (-1: unknown which) was lost, and on rank 0 what was lost with it. */
void conc_mpi_tell(struct conc_mpi_words *words, int peer, const char *why);
/* Writes the message and aborts; a host exits. conc_stop_begin was called before. */
_Noreturn void conc_mpi_stop(const struct conc_mpi_words *words);

/* Reports all ranks that have a `why`, and ends the program. */
_Noreturn void conc_mpi_stop_for_lost(void);
/* On rank 0: kills a silent rank on this machine, which mpirun --enable-recovery would leave. */
void conc_mpi_finish_off(const struct conc_mpi_peer *peer);

#endif
