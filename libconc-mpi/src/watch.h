/* SPDX-License-Identifier: MIT */
/*
 * watch: are the other ranks alive? A kernel thread of its own that calls no MPI, so that it can
 * also say that MPI does not return.
 *
 * What it looks at, on rank 0 for all hosts, on a host for rank 0:
 * - the end of a process on this machine (pidfd): at once;
 * - silence: mail threads say something every eighth of the time-out, whatever the behaviours do;
 * - SIGTERM, which mpirun sends when it has seen a rank end: who does not tell that he got it, is
 * it;
 * - how long a phase that MPI is in, start or end, takes.
 *
 * A rank is lost: the program says so and which messages' effects are lost, and aborts; mpirun ends
 * the others, and if it does not, they see the end of rank 0 themselves.
 */
#ifndef CONC_MPI_WATCH_H
#define CONC_MPI_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Where the program is. */
enum conc_mpi_phase {
	CONC_MPI_STARTING, /* in MPI_Init, or not all hosts have said hello */
	CONC_MPI_RUNNING,
	CONC_MPI_ENDING, /* in MPI_Finalize: everything is done */
	CONC_MPI_GONE,   /* out of it: nothing is looked at */
};

/* Before MPI_Init. */
void conc_mpi_watch_start(void);
void conc_mpi_phase(enum conc_mpi_phase phase);
/* MPI_Init has returned. */
void conc_mpi_watch_ranks(int ranks);
/* It has said hello: where and as what it runs; here: it can be looked at from here. Mail thread.
 */
void conc_mpi_watch_process(int peer, const char *host, int pid, bool here);

/* The mail thread of rank 0, behind MPI_Finalize: waits until the hosts on this machine have ended.
 */
void conc_mpi_await_ends(void);

/* Time-out in ns; UINT64_MAX: none. */
uint64_t conc_mpi_timeout(void);

/* The mail thread: something has come; that rank says that it is alive; the own one is. */
void conc_mpi_heard(int peer);
void conc_mpi_alive(int peer);
void conc_mpi_beat(void);
/* The mail thread: SIGTERM has come. A host tells rank 0 that it is alive, rank 0 asks all. True
 * once. */
bool conc_mpi_wants_sign(void);

/* That rank (or -1: nobody knows which) is lost: says so and aborts. On a host: exits. */
_Noreturn void conc_mpi_lost(int peer, const char *why);

#endif
