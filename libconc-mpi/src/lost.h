/* SPDX-License-Identifier: MIT */
/* What watch.c knows of the other ranks, and how the program ends for one that is lost. */
#ifndef CONC_MPI_LOST_H
#define CONC_MPI_LOST_H

#include <stddef.h>
#include <stdint.h>

struct conc_mpi_peer {
	uint64_t heard;  /* atomic: conc_now() */
	uint32_t alive;  /* atomic: it has said so since SIGTERM */
	int pid, handle; /* atomic: handle: pidfd + 1; 0: not on this machine */
	const char *why; /* it is lost: the watch's; or null */
	char host[64];
};

extern struct conc_mpi_peer *conc_mpi_peers; /* by rank; atomic: published by the mail thread */

/* What is to be said; in one piece, so that lines of several ranks do not mix. */
struct conc_mpi_words {
	size_t used;
	char text[8192];
};
void conc_mpi_add(void *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* That the rank (-1: nobody knows which) was lost, and on rank 0 what with it. */
void conc_mpi_tell(struct conc_mpi_words *words, int peer, const char *why);
/* Says it and aborts; on a host it exits. conc_stop_begin was called before. */
_Noreturn void conc_mpi_stop(const struct conc_mpi_words *words);

/* For all that have a `why`. */
_Noreturn void conc_mpi_stop_for_lost(void);
/* One that is silent and on this machine is ended: with --enable-recovery mpirun would leave it. */
void conc_mpi_finish_off(const struct conc_mpi_peer *peer);

#endif
