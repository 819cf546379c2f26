/* SPDX-License-Identifier: MIT */
/*
 * mail: the kernel thread that alone calls MPI, from MPI_Init to MPI_Finalize.
 *
 * The idea. User threads put mails into a list and park. The mail thread carries them, hands mails
 * that have come to master.c or host.c, and unparks. So MPI_THREAD_FUNNELED is enough, the least
 * level with threads: MPI takes no locks, no user thread waits in it, and a rank's signs of life do
 * not depend on its behaviours.
 *
 * Rejected: MPI calls by user threads under a lock (SERIALIZED: a call that takes long holds up a
 * processor, and a rank whose behaviours compute for minutes is silent); MPI_THREAD_MULTIPLE (locks
 * in every call, and the mode in which Open MPI 4.1's transports are tested least); MPI_Recv in a
 * thread that waits for mail (Open MPI waits by polling: an idle host would use a processor).
 *
 * MPI has no wait that costs nothing, so an idle mail thread looks, and sleeps between two looks:
 * not at all right after a mail, then 20 us, doubled up to IDLE_SLEEP (mail.c). A mail posted on
 * this rank wakes it at once. So idleness costs only the first mail after a pause, which is at most
 * IDLE_SLEEP late.
 *
 * Invariant. A posted mail belongs to the mail thread.
 */
#ifndef CONC_MPI_MAIL_H
#define CONC_MPI_MAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

struct conc_mpi_words;

/* Runs MPI_Init and exchanges first mails. False: this is the only rank; MPI is gone again. */
bool conc_mpi_start(void);
extern int conc_mpi_rank, conc_mpi_ranks; /* fixed after that */

/* Posts a mail. Any thread. Takes the memory of body, from conc_mpi_body; NULL: no body. */
void conc_mpi_post(int peer, enum conc_mpi_kind kind, uint64_t replica, uint64_t number,
                   uint64_t bytes, struct conc_writer *body);
/* Wakes the mail thread, which has something to look at. Also for signal handlers. */
void conc_mpi_nudge(void);

/* On rank 0: sends BYE to all and waits until MPI is gone. */
void conc_mpi_leave(void);

/* ---- master.c, host.c: the sides of rank 0 and of the others; for the mail thread ---- */

/* Take a mail that has come. */
void conc_mpi_master_mail(struct conc_mpi_mail *mail);
void conc_mpi_host_mail(struct conc_mpi_mail *mail);
/* Return whether a mail is expected: a thread waits for one, or there are replicas. */
bool conc_mpi_master_waits(void);
bool conc_mpi_host_busy(void);
/* Before there are hosts; when a host has said hello. */
void conc_mpi_master_start(int ranks);
void conc_mpi_master_host(int rank, uint32_t processors);

/* Adds lines about the calls that were given to the rank (-1: any) and not fetched. Any thread. */
void conc_mpi_master_report(int rank, struct conc_mpi_words *words);
extern const struct conc_remote_ops conc_mpi_ops;

/* ---- identity.c: what the first mail says; do two ranks run the same program? ---- */

struct conc_mpi_hello {
	uint64_t names;     /* conc_remote_fingerprint */
	uint64_t program;   /* hash of the executable's bytes */
	uint64_t processes; /* the PID namespace */
	int32_t pid;
	uint32_t processors;
	char boot[40], host[64]; /* boot id of the machine; its name */
};

const struct conc_mpi_hello *conc_mpi_identity(void);
/* Says how the other rank's program differs; NULL: it does not. */
const char *conc_mpi_differs(const struct conc_mpi_hello *other);
/* Returns whether the process of that rank can be watched from here. False if CONC_MPI_FAR is in
 * the environment: tests simulate other machines with it. */
bool conc_mpi_is_here(const struct conc_mpi_hello *other);

#endif
