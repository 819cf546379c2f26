/* SPDX-License-Identifier: MIT */
/* See watch.h.
 *
 *     STARTING ── all have said hello ──► RUNNING ── all have said bye ──► ENDING ──► GONE
 *        └ 10 s and 2 time-outs: stop       └ an end, silence: stop           └ a time-out: stop
 *
 * A process that was stopped, by a signal or a debugger, has heard nothing of the others meanwhile
 * and must not blame them: a watch that finds that it has slept too long begins to count anew.
 *
 * SIGTERM. mpirun sends it when it has seen a rank end, about a second before SIGKILL. A pidfd
 * tells of ranks on this machine long before. For the others: hosts are sent SIGTERM, too. A host
 * tells rank 0, which answers, and goes on for TELLING. A host that has not told within LISTENING
 * is lost. Rank 0 asks only late: MPI may not return from a send to a rank that is gone. If all are
 * alive the signal was meant for rank 0, and has its default effect. A program that handles SIGTERM
 * itself gets the signal; losses on other machines are then only in mpirun's own message. */
#define _GNU_SOURCE
#include "watch.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "conc/duration.h"
#include "mail.h"
#include "port/atomic.h"
#include "port/os.h"
#include "port/stop.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

#define STARTING (uint64_t) CONC_S(10) /* MPI_Init, with many ranks */
#define TELLING CONC_MS(700)
#define LISTENING CONC_MS(400)
#define LOST_LATE "a rank was lost while the program ended: no message's effects are lost"

struct conc_mpi_peer *conc_mpi_peers;
static uint32_t phase;      /* atomic: enum conc_mpi_phase */
static uint64_t since;      /* atomic: when the phase began */
static uint64_t beat;       /* atomic: when the mail thread was last in its loop */
static uint32_t wants_sign; /* atomic: the mail thread is to give or ask for a sign */
static uint32_t terminated; /* atomic: SIGTERM has come */
static int event = -1;      /* wakes the watch */

/* ---- calls of other threads ---- */

uint64_t conc_mpi_timeout(void)
{
	static uint64_t timeout; /* set by the first call, before there are threads */

	if (!timeout) {
		uint64_t seconds = conc_os_environment("CONC_MPI_TIMEOUT", 10);

		timeout = seconds && seconds < 1000000000 ? seconds * (uint64_t)CONC_S(1)
		                                          : UINT64_MAX;
	}
	return timeout;
}

static void wake(void)
{
	uint64_t one = 1;
	ssize_t ignored = write(event, &one, sizeof one);

	(void)ignored;
}

void conc_mpi_phase(enum conc_mpi_phase next)
{
	store_relaxed(&since, conc_now());
	store_relaxed(&beat, conc_now());
	/* release: pairs with the watch, which reads these after it */
	store_release(&phase, (uint32_t)next);
	wake();
}

/* relaxed, all: times that are compared with the clock, and a flag */
void conc_mpi_heard(int peer)
{
	store_relaxed(&conc_mpi_peers[peer].heard, conc_now());
}

void conc_mpi_alive(int peer)
{
	store_relaxed(&conc_mpi_peers[peer].alive, 1u);
}

void conc_mpi_beat(void)
{
	store_relaxed(&beat, conc_now());
}

bool conc_mpi_wants_sign(void)
{
	/* relaxed: a request, no data */
	return load_relaxed(&wants_sign) && exchange_relaxed(&wants_sign, 0u);
}

void conc_mpi_watch_process(int peer, const char *host, int pid, bool here)
{
	struct conc_mpi_peer *p = &conc_mpi_peers[peer];
	int handle = here ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;

	snprintf(p->host, sizeof p->host, "%s", host);
	/* release, both: pair with the watch, which then reads host */
	store_release(&p->pid, pid);
	store_release(&p->handle, handle + 1);
	wake();
}

/* ---- looking ---- */

static bool is_watched(int peer)
{
	return conc_mpi_rank ? peer == 0 : peer > 0;
}

static uint64_t period(void)
{
	uint64_t timeout = conc_mpi_timeout();

	return timeout / 8 < (uint64_t)CONC_S(1) ? timeout / 8 : (uint64_t)CONC_S(1);
}

/* Waits at most `time` ns until something happens. Marks ranks as lost whose process has ended. */
static void wait_for_events(uint64_t time)
{
	struct conc_mpi_peer *all =
	        load_acquire(&conc_mpi_peers); /* acquire: pairs with conc_mpi_watch_ranks */
	int n = all ? conc_mpi_ranks : 0;
	struct pollfd fds[n + 1];
	uint64_t drained;
	ssize_t ignored;

	for (int i = 0; i < n; i++)
		fds[i] = (struct pollfd){all[i].why ? -1 : load_acquire(&all[i].handle) - 1, POLLIN,
		                         0};
	fds[n] = (struct pollfd){event, POLLIN, 0};
	if (poll(fds, (nfds_t)n + 1, (int)(time / 1000000) + 1) <= 0) return;
	for (int i = 0; i < n; i++)
		if (fds[i].revents & POLLIN) all[i].why = "its process has ended";
	if (fds[n].revents & POLLIN) ignored = read(event, &drained, sizeof drained);
	(void)ignored;
}

static bool somebody_is_lost(void)
{
	for (int i = 0; i < conc_mpi_ranks; i++)
		if (conc_mpi_peers[i].why) return true;
	return false;
}

static void forgive(uint64_t now)
{
	store_relaxed(&beat, now);
	for (int i = 0; conc_mpi_peers && i < conc_mpi_ranks; i++)
		store_relaxed(&conc_mpi_peers[i].heard, now);
}

static void look_for_silence(uint64_t now)
{
	static char why[80];
	uint64_t timeout = conc_mpi_timeout();

	if (timeout == UINT64_MAX) return;
	snprintf(why, sizeof why, "nothing was heard of it for %llu s",
	         (unsigned long long)(timeout / (uint64_t)CONC_S(1)));
	/* `now` was read before these times */
	if (load_relaxed(&beat) + timeout < now)
		conc_mpi_lost(conc_mpi_rank, "MPI has not returned to this rank for that long");
	for (int i = 0; i < conc_mpi_ranks; i++)
		if (is_watched(i) && load_relaxed(&conc_mpi_peers[i].heard) + timeout < now)
			conc_mpi_peers[i].why = why;
}

/* ---- start and end ---- */

/* Ends the program in its first or last phase: nothing is known of ranks that are not there. */
static _Noreturn void stop_phase(const char *what)
{
	static struct conc_mpi_words words;

	conc_stop_begin();
	conc_mpi_add(&words, "conc: %s", what);
	if (load_relaxed(&phase) == CONC_MPI_STARTING) {
		conc_mpi_add(&words, ": no hello from%s", conc_mpi_peers ? "" : " MPI_Init");
		for (int i = 0; conc_mpi_peers && i < conc_mpi_ranks; i++)
			if (is_watched(i) && !load_relaxed(&conc_mpi_peers[i].pid))
				conc_mpi_add(&words, " rank %d", i);
	}
	conc_mpi_add(&words, "\n");
	conc_mpi_stop(&words);
}

static void look_at_clock(uint64_t now, enum conc_mpi_phase at)
{
	uint64_t timeout = conc_mpi_timeout();

	if (timeout == UINT64_MAX) return;
	if (at == CONC_MPI_STARTING && now - load_relaxed(&since) > STARTING + 2 * timeout)
		stop_phase("the ranks do not all start");
	if (at == CONC_MPI_ENDING && now - load_relaxed(&since) > timeout) stop_phase(LOST_LATE);
}

/* mpirun would wait for ever for a rank that was stopped right before its end. */
void conc_mpi_await_ends(void)
{
	for (int i = 0; i < conc_mpi_ranks; i++) {
		struct pollfd process = {conc_mpi_peers[i].handle - 1, POLLIN, 0};
		uint64_t timeout = conc_mpi_timeout();
		int most = timeout == UINT64_MAX ? -1 : (int)(timeout / 1000000);

		if (!is_watched(i) || !conc_mpi_peers[i].handle || poll(&process, 1, most))
			continue;
		conc_mpi_finish_off(&conc_mpi_peers[i]);
		stop_phase(LOST_LATE);
	}
}

/* ---- SIGTERM ---- */

static void on_terminate(int number)
{
	int saved = errno;

	(void)number;
	store_relaxed(&terminated, 1u); /* relaxed: the write in wake comes after it */
	wake();
	errno = saved;
}

static void die_of_it(void)
{
	signal(SIGTERM, SIG_DFL);
	kill(getpid(), SIGTERM);
	pause();
}

/* relaxed: written by the mail thread, and looked at again and again */
static int silent_ones(void)
{
	int silent = 0;

	for (int i = 0; i < conc_mpi_ranks; i++)
		silent += is_watched(i) && !load_relaxed(&conc_mpi_peers[i].alive);
	return silent;
}

static void ask(void)
{
	store_relaxed(&wants_sign, 1u);
	conc_mpi_nudge();
}

/* Waits for signs of life, or the end of a rank, up to LISTENING. Returns how many are silent. */
static int find_out(void)
{
	uint64_t began = conc_now(), time = 0;

	for (bool asked = false; !somebody_is_lost() && silent_ones();) {
		if (!asked && time > (uint64_t)LISTENING / 2) {
			ask();
			asked = true;
		}
		wait_for_events((uint64_t)CONC_MS(10));
		time = conc_now() - began;
		if (time > (uint64_t)LISTENING) break;
	}
	return silent_ones();
}

/* If the lost rank has stalled MPI itself, other ranks are silent as well. */
static _Noreturn void stop_for_silent(int silent)
{
	static struct conc_mpi_words words;

	conc_stop_begin();
	if (silent > 1)
		conc_mpi_add(&words,
		             "conc: mpirun ends the program: one of %d silent ranks was lost\n",
		             silent);
	for (int i = 0; i < conc_mpi_ranks; i++)
		if (is_watched(i) && !load_relaxed(&conc_mpi_peers[i].alive))
			conc_mpi_tell(&words, i,
			              silent > 1 ? "perhaps" : "mpirun ends the program");
	conc_mpi_stop(&words);
}

static void terminate(void)
{
	int silent;

	if (conc_mpi_rank) {
		uint64_t began = conc_now();

		ask();
		while (conc_now() - began < (uint64_t)TELLING) usleep(20000);
		if (load_relaxed(&phase) == CONC_MPI_RUNNING &&
		    load_relaxed(&conc_mpi_peers[0].heard) < began)
			conc_mpi_lost(0, "mpirun ends the program, and it is silent");
		die_of_it();
	}
	silent = find_out();
	if (somebody_is_lost()) conc_mpi_stop_for_lost();
	if (silent) stop_for_silent(silent);
	die_of_it();
}

/* ---- the thread ---- */

static void mpi_watch_poll(uint64_t slept)
{
	uint64_t now = conc_now();
	/* acquire: pairs with conc_mpi_phase */
	enum conc_mpi_phase at = (enum conc_mpi_phase)load_acquire(&phase);

	if (slept > 2 * period() + (uint64_t)CONC_MS(500)) {
		forgive(now);
		return;
	}
	look_at_clock(now, at);
	if (at != CONC_MPI_RUNNING) return;
	look_for_silence(now);
	if (somebody_is_lost()) conc_mpi_stop_for_lost();
}

static void *mpi_watch_loop(void *unused)
{
	(void)unused;
	/* acquire: as in mpi_watch_poll */
	while (load_acquire(&phase) != CONC_MPI_GONE) {
		uint64_t began = conc_now();

		wait_for_events(period());
		if (load_relaxed(&terminated)) terminate();
		mpi_watch_poll(conc_now() - began);
	}
	return NULL;
}

void conc_mpi_watch_start(void)
{
	int error;

	conc_mpi_timeout();
	store_relaxed(&since, conc_now());
	event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (event < 0) conc_stop(NULL, NULL, "eventfd: %s", strerror(errno));
	error = conc_os_thread_start(mpi_watch_loop, NULL, 0);
	if (error) conc_stop(NULL, NULL, "no kernel thread for MPI: %s", strerror(error));
}

void conc_mpi_watch_ranks(int ranks)
{
	struct conc_mpi_peer *all = calloc((size_t)ranks, sizeof *all);
	struct sigaction now;

	if (!all) conc_stop(NULL, NULL, "no memory for %d ranks", ranks);
	for (int i = 0; i < ranks; i++) all[i].heard = conc_now();
	/* release: pairs with wait_for_events */
	store_release(&conc_mpi_peers, all);
	if (ranks > 1 && !sigaction(SIGTERM, NULL, &now) && now.sa_handler == SIG_DFL) {
		now = (struct sigaction){.sa_handler = on_terminate, .sa_flags = SA_RESTART};
		sigaction(SIGTERM, &now, NULL);
	}
}
