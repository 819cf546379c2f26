/* SPDX-License-Identifier: MIT */
/*
 * master: replicas on other ranks, as rank 0 sees them.
 *
 * The idea. A remote replica is a number here and an object there. Its calls are serialised into a
 * batch as they come. A batch is shipped when it is full or on request. The host handles batches in
 * order and answers each with a credit. At most CREDIT_BYTES are on their way to one replica, so a
 * slow host does not fill memory, and the runtime, which sees how much is outstanding, gives its
 * work to others.
 *
 *     given ──run──► batched ──full, flush──► shipped ──credit──► handled ──fetch──► here
 *
 * Calls that were given and not fetched are counted for each replica and call: they are what is
 * lost with a rank.
 *
 * Invariants.
 * - One user thread at a time uses a replica. The mail thread touches only `handled`, `credited`
 *   and what is under the replica's lock.
 * - A fetched state says how many calls are in it: as many as were given.
 */
#include "mail.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/thread.h"
#include "port/atomic.h"
#include "port/stop.h"
#include "scalable/scalable_remote.h"
#include "watch.h"

enum { BATCH_BYTES = 64 << 10, CREDIT_BYTES = 4 * BATCH_BYTES, PER_PROCESSOR = 4 };

struct conc_remote {
	const struct conc_abi_remote_type *type;
	int rank;
	uint32_t number; /* its index in remotes */
	/* For the thread that uses it: */
	struct conc_writer batch; /* empty, or with a head */
	uint64_t batched;         /* calls in the batch */
	uint64_t shipped;         /* bytes, since it was opened */
	uint64_t given;           /* atomic, written by its user: calls, since it was opened */
	uint64_t fetched;         /* calls whose state was fetched */
	uint64_t *counts;         /* atomic, likewise: by call number, since the last fetch */
	/* For the mail thread: */
	uint64_t handled, credited; /* atomic: calls; bytes */
	struct conc_tiny_lock lock;
	struct conc_thread *waiter;  /* under the lock: waits for a credit or the state; or null */
	struct conc_mpi_mail *state; /* under the lock: the state that has come; or null */
};

struct host {
	uint32_t replicas, room;
};

static struct conc_tiny_lock lock;   /* for remotes, remote_room, hosts */
static struct conc_remote **remotes; /* by number; null: free */
static uint32_t remote_room;
static struct host *hosts; /* by rank */
static int host_count;     /* all ranks, with rank 0; fixed before main */
static uint32_t waiters;   /* atomic: threads that wait for a mail */

/* ---- hosts ---- */

void conc_mpi_master_start(int ranks)
{
	hosts = calloc((size_t)ranks, sizeof *hosts);
	if (!hosts) conc_stop(NULL, NULL, "no memory for %d ranks", ranks);
	host_count = ranks;
}

void conc_mpi_master_host(int rank, uint32_t processors)
{
	hosts[rank].room = PER_PROCESSOR * (processors ? processors : 1);
}

bool conc_mpi_master_waits(void)
{
	return load_relaxed(&waiters) != 0; /* relaxed: decides only how often to look */
}

static unsigned ranks(void)
{
	return (unsigned)host_count - 1;
}

/* Returns the host with the fewest replicas; 0: all are full. The caller holds the lock. */
static int choose(void)
{
	int best = 0;

	for (int i = 1; i < host_count; i++)
		if (hosts[i].replicas < hosts[i].room &&
		    (!best || hosts[i].replicas < hosts[best].replicas))
			best = i;
	return best;
}

/* ---- the table ---- */

static bool grow(void)
{
	uint32_t room = remote_room ? 2 * remote_room : 16;
	struct conc_remote **table = realloc(remotes, room * sizeof *table);

	if (!table) return false;
	memset(table + remote_room, 0, (room - remote_room) * sizeof *table);
	remotes = table;
	remote_room = room;
	return true;
}

/* Finds a host and a number for r. Returns false if there is none. */
static bool mpi_master_enter(struct conc_remote *r)
{
	uint32_t free = 0;

	conc_tiny_lock_acquire(&lock);
	r->rank = choose();
	while (free < remote_room && remotes[free]) free++;
	if (r->rank && (free < remote_room || grow())) {
		remotes[free] = r;
		r->number = free;
		hosts[r->rank].replicas++;
	} else {
		r->rank = 0;
	}
	conc_tiny_lock_release(&lock);
	return r->rank != 0;
}

static void mpi_master_leave(struct conc_remote *r)
{
	conc_tiny_lock_acquire(&lock);
	remotes[r->number] = NULL;
	hosts[r->rank].replicas--;
	conc_tiny_lock_release(&lock);
}

static void mpi_master_release(struct conc_remote *r)
{
	conc_writer_free(&r->batch);
	free(r->counts);
	free(r);
}

/* ---- open ---- */

static struct conc_remote *mpi_master_make(const struct conc_abi_remote_type *type)
{
	struct conc_remote *r = calloc(1, sizeof *r);

	if (!r) return NULL;
	r->type = type;
	r->counts = calloc(conc_remote_call_count() + 1, sizeof *r->counts);
	if (r->counts && mpi_master_enter(r)) return r;
	mpi_master_release(r);
	return NULL;
}

static struct conc_remote *open_replica(const struct conc_abi_remote_type *type, void *blank)
{
	uint32_t number = conc_remote_type_number(type);
	struct conc_writer body = {0};
	struct conc_remote *r;

	if (conc_remote_type_at(number) != type) return NULL;
	r = mpi_master_make(type);
	if (!r) return NULL;
	conc_mpi_body(&body);
	conc_serialize(type, blank, &body);
	conc_mpi_post(r->rank, CONC_MPI_OPEN, r->number, number, 0, &body);
	return r;
}

/* ---- run ---- */

/* Parks until enough(r). One unpark comes for each time that a waiter is registered. */
static void mpi_master_await(struct conc_remote *r, const char *what,
                             bool (*enough)(struct conc_remote *r))
{
	struct conc_thread *self = conc_thread_self();
	bool done;

	add_relaxed(&waiters, 1u); /* relaxed: decides only how often to look */
	for (;;) {
		conc_tiny_lock_acquire(&r->lock);
		done = enough(r);
		r->waiter = done ? NULL : self;
		conc_tiny_lock_release(&r->lock);
		if (done) break;
		conc_thread_waits(self, what, r, NULL, NULL);
		conc_thread_park(self);
	}
	sub_relaxed(&waiters, 1u);
}

/* The caller holds the lock. relaxed: the mail thread writes it under the lock */
static bool has_credit(struct conc_remote *r)
{
	uint64_t outstanding = r->shipped - load_relaxed(&r->credited);

	return outstanding == 0 || outstanding + r->batch.used <= CREDIT_BYTES;
}

static void ship(struct conc_remote *r)
{
	uint64_t size = r->batch.used;

	if (r->shipped - load_relaxed(&r->credited) + size > CREDIT_BYTES)
		mpi_master_await(r, "a rank to handle messages", has_credit);
	r->shipped += size;
	conc_mpi_post(r->rank, CONC_MPI_BATCH, r->number, r->batched, size, &r->batch);
	r->batched = 0;
}

/* A call in a batch: its number and the message's size, 8 bytes each, then the message. */
static void mpi_master_run(struct conc_remote *r, const struct conc_abi_remote_call *call,
                           void *message)
{
	uint64_t head[2] = {conc_remote_call_number(call), 0};
	size_t at;

	if (!r->batched) conc_mpi_body(&r->batch);
	at = r->batch.used;
	conc_writer_extend(&r->batch, sizeof head);
	conc_serialize(call->conc_message, message, &r->batch);
	head[1] = r->batch.used - at - sizeof head;
	memcpy(r->batch.bytes + at, head, sizeof head);
	r->batched++;
	/* relaxed: read for statistics, and when a rank is lost */
	store_relaxed(&r->given, r->given + 1);
	store_relaxed(&r->counts[head[0]], r->counts[head[0]] + 1);
	if (r->batch.used >= BATCH_BYTES) ship(r);
}

static void flush(struct conc_remote *r)
{
	if (r->batched) ship(r);
}

static uint64_t outstanding(struct conc_remote *r)
{
	/* relaxed: a hint */
	return load_relaxed(&r->given) - load_relaxed(&r->handled);
}

/* ---- fetch ---- */

static bool has_state(struct conc_remote *r)
{
	return r->state != NULL;
}

static void take_state(struct conc_remote *r, void *into)
{
	struct conc_mpi_mail *mail = r->state;
	struct conc_reader in = conc_mpi_reader(mail);

	if (conc_mpi_head(mail)->number != r->given - r->fetched)
		conc_stop(NULL, conc_thread_self(),
		          "rank %d has handled %llu of %llu messages to a replica of '%s'", r->rank,
		          (unsigned long long)conc_mpi_head(mail)->number,
		          (unsigned long long)(r->given - r->fetched),
		          r->type->conc_type->conc_name);
	conc_deserialize(r->type, into, in.next, (size_t)(in.end - in.next));
	r->state = NULL;
	conc_mpi_mail_free(mail);
}

static void fetch(struct conc_remote *r, void *into, bool last)
{
	flush(r);
	conc_mpi_post(r->rank, CONC_MPI_FETCH, r->number, last, 0, NULL);
	mpi_master_await(r, "the state of a replica on another rank", has_state);
	take_state(r, into);
	r->fetched = r->given;
	for (uint32_t i = 0; i < conc_remote_call_count(); i++) store_relaxed(&r->counts[i], 0);
	if (!last) return;
	mpi_master_leave(r);
	mpi_master_release(r);
}

const struct conc_remote_ops conc_mpi_ops = {
        .ranks = ranks,
        .open = open_replica,
        .run = mpi_master_run,
        .flush = flush,
        .fetch = fetch,
        .outstanding = outstanding,
};

/* ---- the mail thread ---- */

/* Returns the mail's replica. It exists: its user takes the last state only after this. */
static struct conc_remote *mpi_master_find(const struct conc_mpi_mail *mail)
{
	uint64_t number = conc_mpi_head(mail)->replica;
	struct conc_remote *r;

	conc_tiny_lock_acquire(&lock);
	r = number < remote_room ? remotes[number] : NULL;
	conc_tiny_lock_release(&lock);
	if (!r || r->rank != mail->peer)
		conc_stop(NULL, NULL, "rank %d speaks of a replica that it has not", mail->peer);
	return r;
}

void conc_mpi_master_mail(struct conc_mpi_mail *mail)
{
	const struct conc_mpi_head *head = conc_mpi_head(mail);
	struct conc_remote *r = mpi_master_find(mail);
	bool state = head->kind == CONC_MPI_STATE;
	struct conc_thread *waiter;

	conc_tiny_lock_acquire(&r->lock);
	if (state) {
		r->state = mail;
	} else {
		/* relaxed: decisions about credit are made under the lock */
		store_relaxed(&r->handled, r->handled + head->number);
		store_relaxed(&r->credited, r->credited + head->bytes);
	}
	waiter = r->waiter;
	r->waiter = NULL;
	conc_tiny_lock_release(&r->lock);
	if (waiter) conc_thread_unpark(waiter);
	if (!state) conc_mpi_mail_free(mail);
}

/* ---- a rank is lost ---- */

static bool report_one(const struct conc_remote *r, struct conc_mpi_words *words)
{
	const char *before = "";

	for (uint32_t i = 0; i < conc_remote_call_count(); i++) {
		/* relaxed: a call that is about to be given is not given yet */
		uint64_t count = load_relaxed(&r->counts[i]);

		if (!count) continue;
		if (!*before)
			conc_mpi_add(words,
			             "conc: lost are the effects of these messages to actor '%s': ",
			             r->type->conc_type->conc_name);
		conc_mpi_add(words, "%s%llu '%s'", before, (unsigned long long)count,
		             conc_remote_call_at(i)->conc_message->conc_type->conc_name);
		before = ", ";
	}
	if (*before) conc_mpi_add(words, "\n");
	return *before != '\0';
}

void conc_mpi_master_report(int rank, struct conc_mpi_words *words)
{
	bool any = false;

	conc_tiny_lock_acquire(&lock);
	for (uint32_t i = 0; i < remote_room; i++)
		if (remotes[i] && (rank < 0 || remotes[i]->rank == rank))
			any |= report_one(remotes[i], words);
	conc_tiny_lock_release(&lock);
	if (!any) conc_mpi_add(words, "conc: it had no messages whose effects could be lost\n");
}
