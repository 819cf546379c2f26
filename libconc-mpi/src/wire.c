/* SPDX-License-Identifier: MIT */
/* Moves pieces of mails by MPI. A window of a few pieces is on its way to each rank, so that a rank
 * that takes none does not fill MPI's memory. One piece at a time is received from each rank: its
 * pieces then need no numbers. Nothing here waits: a rank that is stopped in the middle of a piece
 * leaves a request that does not end, and watch.c finds that the rank is silent. */
#include "wire.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "conc/duration.h"
#include "port/stop.h"
#include "watch.h"

enum { MAGIC = 0xc0dc7a11, TAG = 1, WINDOW = 4 };

struct link {
	struct conc_mpi_mail *first, *last;  /* mails not yet wholly given to MPI */
	MPI_Request sending[WINDOW];         /* a ring; the oldest is at begin */
	struct conc_mpi_mail *whole[WINDOW]; /* the mail whose last piece it is; or null */
	unsigned begin, count;
	struct conc_mpi_mail *in; /* partly received; or null */
	MPI_Request receiving;    /* or MPI_REQUEST_NULL */
	size_t expected;          /* bytes of the piece that is coming */
	uint64_t sent_at;
	bool ended; /* BYE was the last */
};

static struct link *links;
static int link_count, receiving_count;

/* ---- mails ---- */

static void *mpi_wire_allocate(size_t size)
{
	void *memory = malloc(size);

	if (!memory) conc_stop(NULL, NULL, "no memory for a message of %zu bytes to a rank", size);
	return memory;
}

void conc_mpi_body(struct conc_writer *body)
{
	conc_writer_clear(body);
	memset(conc_writer_extend(body, sizeof(struct conc_mpi_head)), 0,
	       sizeof(struct conc_mpi_head));
}

struct conc_mpi_mail *conc_mpi_mail_new(int peer, const struct conc_mpi_head *head,
                                        struct conc_writer *body)
{
	struct conc_mpi_mail *mail = mpi_wire_allocate(sizeof *mail);

	*mail = (struct conc_mpi_mail){NULL, peer, body->bytes, body->used, 0};
	*conc_mpi_head(mail) = *head;
	conc_mpi_head(mail)->magic = MAGIC;
	conc_mpi_head(mail)->size = mail->size;
	*body = (struct conc_writer){0};
	return mail;
}

void conc_mpi_mail_free(struct conc_mpi_mail *mail)
{
	free(mail->bytes);
	free(mail);
}

/* ---- out ---- */

static void mpi_wire_check(int error, int peer)
{
	char text[MPI_MAX_ERROR_STRING];
	int length;

	if (error == MPI_SUCCESS) return;
	MPI_Error_string(error, text, &length);
	conc_mpi_lost(peer, text);
}

void conc_mpi_wire_start(int peers)
{
	links = mpi_wire_allocate((size_t)peers * sizeof *links);
	memset(links, 0, (size_t)peers * sizeof *links);
	link_count = peers;
	for (int i = 0; i < peers; i++) {
		links[i].receiving = MPI_REQUEST_NULL;
		links[i].sent_at = conc_now();
	}
}

void conc_mpi_wire_send(struct conc_mpi_mail *mail)
{
	struct link *l = &links[mail->peer];

	/* threads go on while the program ends; their mails would not be received then */
	if (l->ended) {
		conc_mpi_mail_free(mail);
		return;
	}
	l->ended = conc_mpi_head(mail)->kind == CONC_MPI_BYE;
	if (l->first) l->last->next = mail;
	else l->first = mail;
	l->last = mail;
}

static void send_piece(struct link *l, int peer)
{
	struct conc_mpi_mail *mail = l->first;
	size_t left = mail->size - mail->done;
	size_t size = left < CONC_MPI_PIECE ? left : CONC_MPI_PIECE;
	unsigned at = (l->begin + l->count++) % WINDOW;

	mpi_wire_check(MPI_Isend(mail->bytes + mail->done, (int)size, MPI_BYTE, peer, TAG,
	                         MPI_COMM_WORLD, &l->sending[at]),
	               peer);
	l->sent_at = conc_now();
	mail->done += size;
	l->whole[at] = size == left ? mail : NULL;
	if (size == left) l->first = mail->next;
}

static bool end_piece(struct link *l, int peer)
{
	int done = 0;

	mpi_wire_check(MPI_Test(&l->sending[l->begin], &done, MPI_STATUS_IGNORE), peer);
	if (!done) return false;
	if (l->whole[l->begin]) conc_mpi_mail_free(l->whole[l->begin]);
	l->begin = (l->begin + 1) % WINDOW;
	l->count--;
	return true;
}

static bool move_out(struct link *l, int peer)
{
	bool moved = false;

	while (l->count && end_piece(l, peer)) moved = true;
	for (; l->first && l->count < WINDOW; moved = true) send_piece(l, peer);
	return moved;
}

bool conc_mpi_wire_idle(int peer)
{
	return !links[peer].first && !links[peer].count;
}

bool conc_mpi_wire_sent(void)
{
	for (int i = 0; i < link_count; i++)
		if (!conc_mpi_wire_idle(i)) return false;
	return true;
}

uint64_t conc_mpi_wire_last(int peer)
{
	return links[peer].sent_at;
}

/* ---- in ---- */

/* Checks the first piece, and makes room for the rest. */
static void read_head(struct conc_mpi_mail *mail)
{
	const struct conc_mpi_head *head = conc_mpi_head(mail);
	char *bytes;

	if (mail->done < sizeof *head || head->magic != MAGIC || head->size < mail->done ||
	    head->kind >= CONC_MPI_KINDS)
		conc_stop(NULL, NULL,
		          "rank %d sent what is no message of libconc-mpi: is it another program?",
		          mail->peer);
	mail->size = head->size;
	bytes = realloc(mail->bytes, mail->size);
	if (!bytes) conc_stop(NULL, NULL, "no memory for %zu bytes of a rank", mail->size);
	mail->bytes = bytes;
}

static void begin_piece(int peer, MPI_Message *message, const MPI_Status *status)
{
	struct link *l = &links[peer];
	int count = 0;

	MPI_Get_count(status, MPI_BYTE, &count);
	l->expected = (size_t)count;
	if (!l->in) {
		l->in = mpi_wire_allocate(sizeof *l->in);
		*l->in = (struct conc_mpi_mail){NULL, peer, mpi_wire_allocate(l->expected + 1), 0,
		                                0};
	} else if (l->in->size - l->in->done < l->expected) {
		conc_stop(NULL, NULL, "rank %d sent more than it said", peer);
	}
	mpi_wire_check(
	        MPI_Imrecv(l->in->bytes + l->in->done, count, MPI_BYTE, message, &l->receiving),
	        peer);
	receiving_count++;
}

/* Looks for a new piece from the rank, or from any. Returns whether there is one. */
static bool probe(int source)
{
	MPI_Message message;
	MPI_Status status;
	int found = 0;

	mpi_wire_check(MPI_Improbe(source, TAG, MPI_COMM_WORLD, &found, &message, &status),
	               source == MPI_ANY_SOURCE ? -1 : source);
	if (found) begin_piece(status.MPI_SOURCE, &message, &status);
	return found;
}

static struct conc_mpi_mail *end_receive(struct link *l, int peer)
{
	struct conc_mpi_mail *mail = l->in;
	int done = 0;

	if (l->receiving == MPI_REQUEST_NULL) return NULL;
	mpi_wire_check(MPI_Test(&l->receiving, &done, MPI_STATUS_IGNORE), peer);
	if (!done) return NULL;
	receiving_count--;
	l->receiving = MPI_REQUEST_NULL;
	mail->done += l->expected;
	if (!mail->size) read_head(mail);
	conc_mpi_heard(peer);
	if (mail->done < mail->size) return NULL;
	l->in = NULL;
	return mail;
}

/* While a piece is coming from one rank the others are probed one by one. */
static bool begin_receive(void)
{
	bool moved = false;

	if (!receiving_count) return probe(MPI_ANY_SOURCE);
	for (int i = 0; i < link_count; i++)
		if (links[i].receiving == MPI_REQUEST_NULL) moved |= probe(i);
	return moved;
}

struct conc_mpi_mail *conc_mpi_wire_move(bool *moved)
{
	struct conc_mpi_mail *mail = NULL;

	*moved = false;
	for (int i = 0; i < link_count; i++) *moved |= move_out(&links[i], i);
	*moved |= begin_receive();
	for (int i = 0; receiving_count && !mail && i < link_count; i++)
		mail = end_receive(&links[i], i);
	*moved |= mail != NULL;
	return mail;
}
