/* SPDX-License-Identifier: MIT */
/*
 * wire: mails between ranks, and the only file that moves them with MPI.
 *
 * A mail is a head and a body of any size. It travels in pieces of at most CONC_MPI_PIECE bytes,
 * those to one rank one after another. So a body may exceed the int of MPI's counts, and gigabytes
 * do not make a rank silent: every piece is a sign of life.
 *
 * Invariant. The functions of the last section are called on the mail thread only (mail.h).
 */
#ifndef CONC_MPI_WIRE_H
#define CONC_MPI_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scalable/serial.h"

enum conc_mpi_kind {
	CONC_MPI_HELLO, /* both ways: struct conc_mpi_hello */
	CONC_MPI_OPEN,  /* to a host: opens a replica; number: its type's; body: the blank object */
	CONC_MPI_BATCH, /* to a host: number calls; body: number, size and message of each */
	CONC_MPI_FETCH, /* to a host: asks for the state; number 1: the replica ends */
	CONC_MPI_STATE, /* from a host: the state; number: calls in it */
	CONC_MPI_CREDIT, /* from a host: a batch of `number` calls and `bytes` was handled */
	CONC_MPI_PING,   /* both ways: a sign of life; number 1: ALIVE is wanted */
	CONC_MPI_ALIVE,  /* from a host: rank 0 asked, or it was sent SIGTERM */
	CONC_MPI_EXIT,   /* from a host: a behaviour called exit(number) */
	CONC_MPI_BYE,    /* to a host: the program ends; from a host: the answer */
	CONC_MPI_KINDS,
};

struct conc_mpi_head {
	uint32_t magic, kind;
	uint64_t size; /* bytes of head and body */
	uint64_t replica, number, bytes;
};

/* A mail that is sent or received; its bytes begin with the head. */
struct conc_mpi_mail {
	struct conc_mpi_mail *next;
	int peer;
	char *bytes;
	size_t size, done; /* done: bytes given to MPI, or received */
};

enum { CONC_MPI_PIECE = 256 << 10 };

/* Makes a mail of body's memory, which begins with room for the head; body is empty then. */
struct conc_mpi_mail *conc_mpi_mail_new(int peer, const struct conc_mpi_head *head,
                                        struct conc_writer *body);
void conc_mpi_mail_free(struct conc_mpi_mail *mail);
/* Empties body and makes room for the head of a mail. */
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
/* Moves what can be moved. Returns a mail that has come, now the caller's, or null. *moved: whether
 * anything was done. */
struct conc_mpi_mail *conc_mpi_wire_move(bool *moved);
/* Returns whether nothing is on its way out. */
bool conc_mpi_wire_sent(void);
/* Whether nothing is on its way to the rank; conc_now() when a piece was last sent there. */
bool conc_mpi_wire_idle(int peer);
uint64_t conc_mpi_wire_last(int peer);

#endif
