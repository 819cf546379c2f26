/* SPDX-License-Identifier: MIT */
/*
 * watch: are the other ranks alive? A kernel thread of its own that calls no MPI, so that it can
 * also report that MPI does not return.
 *
 * It watches all hosts on rank 0, and rank 0 on a host:
 * - the end of a process on this machine (pidfd): at once;
 * - silence: mail threads send something every eighth of the time-out, whatever the behaviours do;
 * - SIGTERM, which mpirun sends when it has seen a rank end: the rank that does not report it is
 *   the lost one;
 * - how long MPI takes to start or to end.
 *
 * When a rank is lost the program reports the rank and the messages whose effects are lost, and
 * aborts. mpirun ends the others; if it does not, they see the end of rank 0 themselves.
 */
#ifndef CONC_MPI_WATCH_H
#define CONC_MPI_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The phases of the program. */
enum conc_mpi_phase {
	CONC_MPI_STARTING, /* in MPI_Init, or not all hosts have said hello */
	CONC_MPI_RUNNING,
	CONC_MPI_ENDING, /* in MPI_Finalize: all work is done */
	CONC_MPI_GONE,   /* MPI has ended: nothing is watched */
};

/* Called before MPI_Init. */
void conc_mpi_watch_start(void);
void conc_mpi_phase(enum conc_mpi_phase phase);
/* Called after MPI_Init. */
void conc_mpi_watch_ranks(int ranks);
/* A rank has said hello: its machine and process. here: it can be watched. Mail thread. */
void conc_mpi_watch_process(int peer, const char *host, int pid, bool here);

/* Mail thread of rank 0, after MPI_Finalize: waits until the hosts on this machine end. */
void conc_mpi_await_ends(void);

/* Time-out in ns; UINT64_MAX: none. */
uint64_t conc_mpi_timeout(void);

/* The mail thread: a piece has come from the rank; it says that it is alive; this thread is. */
void conc_mpi_heard(int peer);
void conc_mpi_alive(int peer);
void conc_mpi_beat(void);
/* The mail thread: SIGTERM has come. A host is to tell rank 0 that it is alive, rank 0 to ask all.
 * True once. */
bool conc_mpi_wants_sign(void);

/* ---- lost.c: how the program ends when a rank is lost ---- */

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
void conc_mpi_add(struct conc_mpi_words *words, const char *format, ...)
        __attribute__((format(printf, 2, 3)));
/* Adds that the rank (-1: unknown which) was lost, and on rank 0 what was lost with it. */
void conc_mpi_tell(struct conc_mpi_words *words, int peer, const char *why);
/* Writes the message and aborts; a host exits. conc_stop_begin was called before. */
_Noreturn void conc_mpi_stop(const struct conc_mpi_words *words);

/* Reports the rank (-1: unknown which), or all ranks that have a `why`, and ends the program. */
_Noreturn void conc_mpi_lost(int peer, const char *why);
_Noreturn void conc_mpi_stop_for_lost(void);
/* On rank 0: kills a silent rank on this machine, which mpirun --enable-recovery would leave. */
void conc_mpi_finish_off(const struct conc_mpi_peer *peer);

#endif
