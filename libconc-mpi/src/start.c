/* SPDX-License-Identifier: MIT */
/*
 * start: where a program becomes one of many ranks.
 *
 * The idea. The link has --wrap=main, so the C start-up calls __wrap_main: after every constructor,
 * whatever the order of the link, with only main still to come. Rank 0 goes on into the program's
 * main. Another rank stays here and serves until rank 0 is done.
 *
 * Rejected: a constructor in a library that is linked last (constructors of libraries behind it,
 * with a priority, or in libraries opened later run after it; it has no arguments); a main of our
 * own that calls the program's by another name (the program would have to be compiled for it).
 *
 * Without a launcher, which its environment variables show, MPI is not touched at all: MPI_Init
 * alone would take a second and start a daemon. The program is then as without this library.
 *
 * The end. exit, also by a return from main, runs conc_mpi_leave after all that the program has
 * registered with atexit. An end without exit (abort, _exit, conc_stop) sends no BYE; mpirun and
 * the hosts' own watch end the other ranks.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/scheduler.h"
#include "mail.h"
#include "scalable/scalable_remote.h"

int __real_main(int count, char **arguments, char **environment);
int __wrap_main(int count, char **arguments, char **environment);

static pid_t process; /* the process that joined the ranks */

/* Returns whether mpirun, srun or another launcher has started the program, and not alone. */
static bool is_launched(void)
{
	const char *size = getenv("OMPI_COMM_WORLD_SIZE");

	if (size) return strcmp(size, "1") != 0;
	return getenv("PMIX_RANK") || getenv("PMI_RANK");
}

/* Registered twice: a thread that calls exit while another is in it goes on with the next, and
 * waits there. */
static void mpi_start_leave(void)
{
	if (getpid() == process) conc_mpi_leave();
}

/* A behaviour on a host has called exit. Rank 0 calls it instead, and then ends this rank. A thread
 * that calls exit while others wait here comes here, too: exit runs each registration once, so each
 * call makes another, and some are made in advance. */
static void pass_exit(int status, void *unused)
{
	if (!conc_mpi_rank || getpid() != process) return;
	on_exit(pass_exit, unused);
	fflush(NULL);
	conc_mpi_post(0, CONC_MPI_EXIT, 0, (uint64_t)status, 0, NULL);
	for (;;) pause();
}

static void mpi_start_forget(void)
{
	conc_remote_ops = NULL;
}

int __wrap_main(int count, char **arguments, char **environment)
{
	if (is_launched()) {
		process = getpid();
		conc_remote_seal();
		conc_scheduler_start(); /* here: workers inherit this thread's signal mask */
		/* before behaviours run here */
		for (int i = 0; i < 8; i++) on_exit(pass_exit, NULL);
		if (conc_mpi_start()) {
			while (conc_mpi_rank) pause(); /* the mail thread ends the process */
			conc_remote_ops = &conc_mpi_ops;
			pthread_atfork(NULL, NULL, mpi_start_forget);
			atexit(mpi_start_leave);
			atexit(mpi_start_leave);
		}
	}
	return __real_main(count, arguments, environment);
}
