/* SPDX-License-Identifier: MIT */
/*
 * wire: mails between ranks, and the only file that moves them with MPI.
 *
 * A mail is a head and a body of any size. It travels in pieces of at most CONC_MPI_PIECE bytes,
 * those to one rank one after another, so that neither the int of MPI's counts nor a body of
 * gigabytes keeps a rank from being heard: every piece is a sign of life.
 *
 * Invariant. All but conc_mpi_mail_new and …_free are called on the mail thread (mail.h).
 */
#ifndef CONC_MPI_WIRE_H
#define CONC_MPI_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "serial.h"

enum conc_mpi_kind {
	CONC_MPI_HELLO, /* both ways: struct conc_mpi_hello */
	CONC_MPI_OPEN,  /* to a host: a replica; number: its type; body: the state of a blank one */
	CONC_MPI_BATCH, /* to a host: number calls; body: each its number, its size, its message */
	CONC_MPI_FETCH, /* to a host: what it has; number: 1: and it ends */
	CONC_MPI_STATE, /* from a host: the same; number: calls in it */
	CONC_MPI_CREDIT, /* from a host: a batch of number calls and `bytes` was handled */
	CONC_MPI_PING,   /* both ways: a sign of life; number 1: ALIVE is wanted */
	CONC_MPI_ALIVE,  /* from a host: rank 0 asked, or it was sent SIGTERM */
	CONC_MPI_EXIT,   /* from a host: a behaviour called exit(number) */
	CONC_MPI_BYE,    /* to a host: it is over; from a host: understood */
	CONC_MPI_KINDS,
};

struct conc_mpi_head {
	uint32_t magic, kind;
	uint64_t size; /* of head and body */
	uint64_t replica, number, bytes;
};

/* A mail that is sent or received; its bytes begin with the head. */
struct conc_mpi_mail {
	struct conc_mpi_mail *next;
	int peer;
	char *bytes;
	size_t size, done; /* done: given to MPI, or received */
};

enum { CONC_MPI_PIECE = 256 << 10 };

/* With body's memory, which begins with room for the head; body is empty then. */
struct conc_mpi_mail *conc_mpi_mail_new(int peer, const struct conc_mpi_head *head,
                                        struct conc_writer *body);
void conc_mpi_mail_free(struct conc_mpi_mail *mail);
/* Makes body ready for a mail: with room for the head. */
void conc_mpi_body(struct conc_writer *body);

static inline struct conc_mpi_head *conc_mpi_head(const struct conc_mpi_mail *mail)
{
	return (struct conc_mpi_head *)(void *)mail->bytes;
}

static inline struct conc_reader conc_mpi_reader(const struct conc_mpi_mail *mail)
{
	return (struct conc_reader){mail->bytes + sizeof(struct conc_mpi_head),
	                            mail->bytes + mail->size, NULL};
}

/* ---- the mail thread ---- */

void conc_mpi_wire_start(int peers);
void conc_mpi_wire_send(struct conc_mpi_mail *mail);
/* Moves what can be moved. Yields the mail that has come, which is the caller's, or null; *moved:
 * it did anything. */
struct conc_mpi_mail *conc_mpi_wire_move(bool *moved);
/* Nothing is on its way out. */
bool conc_mpi_wire_sent(void);
/* Nothing is on its way to that rank, and conc_now() when a piece was last sent there. */
bool conc_mpi_wire_idle(int peer);
uint64_t conc_mpi_wire_last(int peer);

#endif
