/* SPDX-License-Identifier: MIT */
/* The last words: one write to descriptor 2, from a buffer, without allocation. */
#define _GNU_SOURCE
#include "watch.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "mail.h"
#include "port/atomic.h"
#include "port/stop.h"

#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif

void conc_mpi_add(struct conc_mpi_words *words, const char *format, ...)
{
	size_t left = sizeof words->text - words->used;
	va_list list;
	int length;

	va_start(list, format);
	length = vsnprintf(words->text + words->used, left, format, list);
	va_end(list);
	if (length > 0) words->used += (size_t)length < left ? (size_t)length : left - 1;
}

static void describe(struct conc_mpi_words *words, int peer)
{
	if (peer < 0) {
		conc_mpi_add(words, "a rank");
		return;
	}
	conc_mpi_add(words, "rank %d", peer);
	/* acquire: pairs with conc_mpi_watch_process */
	if (load_acquire(&conc_mpi_peers[peer].pid))
		conc_mpi_add(words, " (process %d on %s)", load_relaxed(&conc_mpi_peers[peer].pid),
		             conc_mpi_peers[peer].host);
}

void conc_mpi_tell(struct conc_mpi_words *words, int peer, const char *why)
{
	conc_mpi_add(words, "conc: ");
	if (conc_mpi_rank) conc_mpi_add(words, "rank %d: ", conc_mpi_rank);
	describe(words, peer);
	conc_mpi_add(words, " was lost: %s\n", why);
	if (!conc_mpi_rank) conc_mpi_master_report(peer, words);
}

/* When this rank has ended so, mpirun ends the others. */
_Noreturn void conc_mpi_stop(const struct conc_mpi_words *words)
{
	ssize_t ignored = write(STDERR_FILENO, words->text, words->used);

	(void)ignored;
	if (conc_mpi_rank) _exit(1);
	signal(SIGABRT, SIG_DFL);
	abort();
}

_Noreturn void conc_mpi_lost(int peer, const char *why)
{
	static struct conc_mpi_words words; /* only one thread gets here */

	conc_stop_begin();
	conc_mpi_tell(&words, peer, why);
	conc_mpi_stop(&words);
}

/* A pidfd, so that no other process with the same number is hit. */
void conc_mpi_finish_off(const struct conc_mpi_peer *p)
{
	if (!conc_mpi_rank && p->handle)
		syscall(SYS_pidfd_send_signal, p->handle - 1, SIGKILL, NULL, 0);
}

_Noreturn void conc_mpi_stop_for_lost(void)
{
	static struct conc_mpi_words words;

	conc_stop_begin();
	for (int i = 0; i < conc_mpi_ranks; i++) {
		if (!conc_mpi_peers[i].why) continue;
		conc_mpi_tell(&words, i, conc_mpi_peers[i].why);
		conc_mpi_finish_off(&conc_mpi_peers[i]);
	}
	conc_mpi_stop(&words);
}
