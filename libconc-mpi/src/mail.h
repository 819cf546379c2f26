/* SPDX-License-Identifier: MIT */
/*
 * mail: the kernel thread that alone calls MPI, from MPI_Init to MPI_Finalize.
 *
 * The idea. User threads put mails into a list and park; the mail thread carries them, hands what
 * has come to master.c or host.c, and unparks. So MPI is asked for MPI_THREAD_FUNNELED, the least
 * there is: it takes no locks, nobody waits in it, and a rank's signs of life do not depend on what
 * its behaviours do.
 *
 * Rejected: MPI calls by user threads under a lock (SERIALIZED: a call that takes long holds up a
 * processor, and a rank whose behaviours compute for minutes is silent); MPI_THREAD_MULTIPLE (locks
 * in every call, and Open MPI 4.1's transports are least tested so); MPI_Recv in a thread that
 * waits for mail (Open MPI waits by polling: an idle host would use a processor).
 *
 * MPI has no wait that costs nothing, so an idle mail thread looks, and sleeps between two looks:
 * right after a mail not at all, then 20 us, doubled up to CONC_MPI_IDLE. What is posted on this
 * rank wakes it at once. So the price of idleness is paid by the first mail after a pause, at most
 * CONC_MPI_IDLE late.
 *
 * Invariant. A mail that was posted belongs to the mail thread.
 */
#ifndef CONC_MPI_MAIL_H
#define CONC_MPI_MAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

/* MPI_Init and the first mails. False: this is the only rank, and MPI is gone again. */
bool conc_mpi_start(void);
extern int conc_mpi_rank, conc_mpi_ranks; /* fixed then */

/* Any thread. body: as from conc_mpi_body, whose memory is taken; NULL: there is none. */
void conc_mpi_post(int peer, enum conc_mpi_kind kind, uint64_t replica, uint64_t number,
                   uint64_t bytes, struct conc_writer *body);
/* Wakes the mail thread: there is something to look at. Also signal handlers. */
void conc_mpi_nudge(void);

/* Rank 0: says BYE to all and waits until MPI is gone. */
void conc_mpi_leave(void);

/* ---- master.c, host.c: what has come, on the mail thread; mail is theirs ---- */

void conc_mpi_master_mail(struct conc_mpi_mail *mail);
void conc_mpi_host_mail(struct conc_mpi_mail *mail);

#endif
