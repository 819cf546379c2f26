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

/* Reports that the rank (-1: unknown which) is lost, and aborts; a host exits. */
_Noreturn void conc_mpi_lost(int peer, const char *why);

#endif
