/* SPDX-License-Identifier: MIT */
/*
 * start: where a program becomes one of many ranks.
 *
 * The idea. The link has --wrap=main, so what the C start-up calls is __wrap_main, behind every
 * constructor, whatever the order of the link, and with nothing but main still to come. Rank 0 goes
 * on into the program's main; another rank stays here and serves until rank 0 is done.
 *
 * Rejected: a constructor in a library that is linked last (constructors of libraries behind it,
 * with a priority, or in what is opened later come behind it; it has no arguments); a main of our
 * own that calls the program's by another name (the program would have to be compiled for it).
 *
 * Without a launcher, which is known by its environment, MPI is not touched at all: MPI_Init alone
 * would take a second and start a daemon. The program is then as without this library.
 *
 * The end. exit, which return from main is, runs conc_mpi_leave behind all that the program has
 * registered with atexit. What does not go through exit (abort, _exit, conc_stop) does not say BYE;
 * mpirun and the hosts' own watch end the other ranks.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mail.h"
#include "master.h"
#include "scalable_remote.h"
#include "scheduler.h"

int __real_main(int count, char **arguments, char **environment);
int __wrap_main(int count, char **arguments, char **environment);

static pid_t process; /* that joined the ranks */

/* Started by mpirun, srun or another, and not alone? */
static bool is_launched(void)
{
	const char *size = getenv("OMPI_COMM_WORLD_SIZE");

	if (size) return strcmp(size, "1") != 0;
	return getenv("PMIX_RANK") || getenv("PMI_RANK");
}

/* Registered twice: who calls exit while another thread is in it goes on with the next, and waits
 * there. */
static void leave(void)
{
	if (getpid() == process) conc_mpi_leave();
}

/* A behaviour on a host has called exit: that is for rank 0 to do, which then ends this rank. Who calls
 * exit while others wait here comes here, too: exit carries out each registration once, so each
 * call makes another, and some are there before. */
static void pass_exit(int status, void *unused)
{
	if (!conc_mpi_rank || getpid() != process) return;
	on_exit(pass_exit, unused);
	fflush(NULL);
	conc_mpi_post(0, CONC_MPI_EXIT, 0, (uint64_t)status, 0, NULL);
	for (;;) pause();
}

static void forget(void)
{
	conc_remote_ops = NULL;
}

static void serve(void)
{
	for (;;) pause(); /* the mail thread ends the process */
}

int __wrap_main(int count, char **arguments, char **environment)
{
	if (is_launched()) {
		process = getpid();
		conc_remote_seal();
		conc_scheduler_start(); /* here: workers get this thread's signal mask */
		/* before behaviours run here */
		for (int i = 0; i < 8; i++) on_exit(pass_exit, NULL);
		if (conc_mpi_start()) {
			if (conc_mpi_rank) serve();
			conc_remote_ops = &conc_mpi_ops;
			pthread_atfork(NULL, NULL, forget);
			atexit(leave);
			atexit(leave);
		}
	}
	return __real_main(count, arguments, environment);
}
