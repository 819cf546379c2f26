/* SPDX-License-Identifier: MIT */
/*
 * host: the objects on ranks other than 0.
 *
 * The idea. Each replica is an object and a user thread, which takes its mails in order: it makes
 * the messages of a batch one by one, runs the behaviour for each, and answers with a credit.
 * Replicas of all actors share the processors of the rank as threads do, so a replica that computes
 * long, sleeps or waits for a lock holds up no other.
 *
 *     OPEN ──► blank ──BATCH: handled, CREDIT──► has a state ──FETCH: STATE──► blank again, or gone
 *
 * A blank object is made from the bytes that OPEN brought, each time anew: the result of export
 * does not travel twice.
 *
 * Each replica has one message object, used for one message after the other: all-zero, made by
 * deserialize, ended by its type's destroy.
 */
#include "mail.h"

#include <stdlib.h>
#include <string.h>

#include "actor/executor.h"
#include "actor/message.h"
#include "kernel/park.h"
#include "kernel/thread.h"
#include "port/atomic.h"
#include "port/stop.h"
#include "scalable/scalable.h"
#include "scalable/scalable_remote.h"

struct hosted {
	const struct conc_abi_remote_type *type;
	uint64_t number;
	/* For its thread only: */
	struct conc_mpi_mail *opened; /* with the state of a blank object */
	void *object;
	void *message;       /* room for one message */
	size_t message_room; /* bytes */
	uint64_t calls;      /* handled since the object was blank */
	struct conc_tiny_lock lock;
	struct conc_mpi_mail *first, *last; /* under the lock */
	struct conc_thread *waiter;         /* under the lock: its thread, parked; or null */
};

/* For the mail thread only: replicas by number; null: none. */
static struct hosted **all;
static uint64_t room;
static uint32_t open_count; /* atomic: number of replicas */

bool conc_mpi_host_busy(void)
{
	return load_relaxed(&open_count) != 0; /* relaxed: decides only how often to look */
}

/* ---- objects ---- */

static void *mpi_host_allocate(size_t size)
{
	size_t rounded = (size + CONC_CACHE_LINE - 1) / CONC_CACHE_LINE * CONC_CACHE_LINE;
	void *memory = aligned_alloc(CONC_CACHE_LINE, rounded ? rounded : CONC_CACHE_LINE);

	if (!memory) conc_stop(NULL, NULL, "no memory for %zu bytes of a replica", size);
	return memory;
}

static struct conc_actor *head_of(const struct hosted *h)
{
	return (void *)((char *)h->object + h->type->conc_type->conc_header);
}

/* Makes the object blank, as scalable_import.c does. */
static void make_blank(struct hosted *h)
{
	struct conc_reader in = conc_mpi_reader(h->opened);

	memset(h->object, 0, h->type->conc_type->conc_size);
	conc_replica_head(head_of(h), h->type->conc_type);
	conc_deserialize(h->type, h->object, in.next, (size_t)(in.end - in.next));
	h->calls = 0;
}

/* ---- calls ---- */

static void *blank_message(struct hosted *h, const struct conc_abi_type *type)
{
	struct conc_message *head;

	if (h->message_room < type->conc_size) {
		free(h->message);
		h->message = mpi_host_allocate(type->conc_size);
		h->message_room = type->conc_size;
	}
	memset(h->message, 0, type->conc_size);
	head = (void *)((char *)h->message + type->conc_header);
	head->conc_type = type;
	return h->message;
}

static void handle(struct hosted *h, struct conc_reader *in)
{
	const struct conc_abi_remote_call *call;
	const void *bytes;
	uint64_t head[2];
	void *message;

	conc_reader_get(in, head, sizeof head);
	call = head[0] < UINT32_MAX ? conc_remote_call_at((uint32_t)head[0]) : NULL;
	bytes = conc_reader_take(in, head[1]);
	if (!call || !bytes) conc_stop(NULL, NULL, "a batch from rank 0 is damaged");
	message = blank_message(h, call->conc_message->conc_type);
	conc_deserialize(call->conc_message, message, bytes, head[1]);
	if (call->conc_run(head_of(h), message) != CONC_NODELETE)
		conc_stop(NULL, conc_thread_self(),
		          "the scalable behaviour of '%s' for '%s' ends its actor or fails, which "
		          "a replica cannot",
		          call->conc_actor->conc_type->conc_name,
		          call->conc_message->conc_type->conc_name);
	conc_object_destroy(message, call->conc_message->conc_type);
}

static void handle_batch(struct hosted *h, const struct conc_mpi_mail *mail)
{
	const struct conc_mpi_head *head = conc_mpi_head(mail);
	struct conc_reader in = conc_mpi_reader(mail);

	for (uint64_t i = 0; i < head->number; i++) handle(h, &in);
	h->calls += head->number;
	conc_mpi_post(0, CONC_MPI_CREDIT, h->number, head->number, head->bytes, NULL);
}

static void hand_over(struct hosted *h)
{
	struct conc_writer body = {0};

	conc_mpi_body(&body);
	conc_serialize(h->type, h->object, &body);
	conc_mpi_post(0, CONC_MPI_STATE, h->number, h->calls, 0, &body);
	conc_object_destroy(h->object, h->type->conc_type);
}

/* ---- the thread ---- */

static struct conc_mpi_mail *next_mail(struct hosted *h)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_mpi_mail *mail;

	for (;;) {
		conc_tiny_lock_acquire(&h->lock);
		mail = h->first;
		if (mail) h->first = mail->next;
		h->waiter = mail ? NULL : self;
		conc_tiny_lock_release(&h->lock);
		if (mail) return mail;
		conc_thread_waits(self, "messages to a replica", h, NULL, NULL);
		conc_thread_park(self);
	}
}

static void mpi_host_serve(void *frame)
{
	struct hosted *h = *(struct hosted **)frame;
	bool last = false;

	h->object = mpi_host_allocate(h->type->conc_type->conc_size);
	make_blank(h);
	while (!last) {
		struct conc_mpi_mail *mail = next_mail(h);

		if (conc_mpi_head(mail)->kind == CONC_MPI_FETCH) {
			last = conc_mpi_head(mail)->number != 0;
			hand_over(h);
			if (!last) make_blank(h);
		} else {
			handle_batch(h, mail);
		}
		conc_mpi_mail_free(mail);
	}
	conc_mpi_mail_free(h->opened);
	free(h->object);
	free(h->message);
	free(h);
	sub_relaxed(&open_count, 1u); /* relaxed: decides only how often to look */
}

/* ---- the mail thread ---- */

static void make_room(uint64_t number)
{
	uint64_t more = 2 * number + 16;
	struct hosted **table = realloc(all, more * sizeof *table);

	if (!table) conc_stop(NULL, NULL, "no memory for %llu replicas", (unsigned long long)more);
	memset(table + room, 0, (more - room) * sizeof *table);
	all = table;
	room = more;
}

static void open_replica(struct conc_mpi_mail *mail)
{
	const struct conc_mpi_head *head = conc_mpi_head(mail);
	struct hosted *h = calloc(1, sizeof *h);

	if (!h) conc_stop(NULL, NULL, "no memory for a replica");
	h->type = head->number < UINT32_MAX ? conc_remote_type_at((uint32_t)head->number) : NULL;
	if (!h->type) conc_stop(NULL, NULL, "rank 0 opens a replica of a type not known here");
	h->number = head->replica;
	h->opened = mail;
	if (head->replica >= room) make_room(head->replica);
	all[head->replica] = h;
	add_relaxed(&open_count, 1u); /* relaxed: decides only how often to look */
	conc_worker_spawn("replica", mpi_host_serve, h);
}

/* After a FETCH with last no mail comes for the replica, and its number may be used again. */
void conc_mpi_host_mail(struct conc_mpi_mail *mail)
{
	const struct conc_mpi_head *head = conc_mpi_head(mail);
	struct conc_thread *waiter;
	struct hosted *h;

	if (head->kind == CONC_MPI_OPEN) {
		open_replica(mail);
		return;
	}
	h = head->replica < room ? all[head->replica] : NULL;
	if (!h) conc_stop(NULL, NULL, "rank 0 speaks of a replica that is not here");
	if (head->kind == CONC_MPI_FETCH && head->number) all[head->replica] = NULL;
	mail->next = NULL;
	conc_tiny_lock_acquire(&h->lock);
	if (h->first) h->last->next = mail;
	else h->first = mail;
	h->last = mail;
	waiter = h->waiter;
	h->waiter = NULL;
	conc_tiny_lock_release(&h->lock);
	if (waiter) conc_thread_unpark(waiter);
}
