/* SPDX-License-Identifier: MIT */
/* outbox.h and outbox.c with the inline half of a send, the inboxes of actor_queue.c, and gulp of
 * delivery.c: each record comes out once, whole, and in the order in which it was sent, whoever takes
 * it out of the outbox meanwhile, and when its sender has moved to another processor.
 *
 * One queue. A sender fills the outbox of its processor; others publish it; a worker takes the
 * inbox, then the outbox of the processor it is on. A record is three words, a chunk has room for
 * two. */
// scale: atomic.h s/^#define conc_light_barrier.*//
// scale: actor.h s/((uint32_t)CONC_ABI_QUEUES)/2/
// scale: chunk.h s/CONC_CHUNK_BYTES = 4096/CONC_CHUNK_BYTES = 80/
// scale: actor_queue.c s/move(room(/copy(room(/
// options: --disable-spin-assume
// take: actor_queue.c link_chunk room conc_queue_append conc_queue_gulp
// take: outbox.c conc_outbox_take conc_outbox_give open_chunk list conc_outbox_room conc_outbox_unlist
// take: outbox.c conc_outbox_empty empty_all notify_all conc_outbox_publish_all outbox_publish_from
// take: delivery.c gulp
// case: taken -DSENT=3 -DFIRST="send(1,3)" -DSECOND="publish(0)"
// case: taken_no_barrier -DSENT=2 -DFIRST="send(1,2)" -DSECOND="publish(0)" -DHEAVY=false
// case: taken_twice -DSENT=2 -DFIRST="send(1,2)" -DSECOND="publish(0)" -DTHIRD="publish(0)"
// case: own -DSENT=3 -DFIRST="send_and_work()" -DSECOND="publish(0)"
// case: own_no_barrier -DSENT=3 -DFIRST="send_and_work()" -DSECOND="publish(0)" -DHEAVY=false
// case: moved -DSENT=2 -DFIRST="leave(true)" -DSECOND="arrive(false)" -DTHIRD="publish(0)"
// case: taken_over -DSENT=2 -DFIRST="leave(false)" -DSECOND="arrive(true)"
// case: taken_over_by_two -DSENT=2 -DFIRST="leave(false)" -DSECOND="arrive(true)" -DTHIRD="publish(0)"
// case: taken_over_no_barrier -DSENT=2 -DFIRST="leave(false)" -DSECOND="arrive(true)" -DTHIRD="publish(0)" -DHEAVY=false
// case: published_there -DSENT=2 -DFIRST="leave(true)" -DSECOND="arrive(false)" -DTHIRD="publish(1)"
// mutant: outbox.h s/	conc_light_barrier(); \/\* pairs with the heavy barrier of conc_outbox_take \*\///
// mutant: outbox.h s/if (CONC_LIKELY(!load_acquire(&box->taken))) return true;/return true;/
// mutant: outbox.h s/if (CONC_LIKELY(entered)) store_release(&box->busy, 0);/if (entered) store_relaxed(\&box->busy, 0);/
// mutant: outbox.h s/fresh->begin = entry->start = entry->next/fresh->begin = entry->next/
// mutant: outbox.h s/		entry->last->end = entry->next;//
// mutant: outbox.h s/load_acquire(&p->outbox->count)/load_relaxed(\&p->outbox->count)/
// mutant: outbox.c s/	conc_os_heavy_barrier();//;s/store_seq_cst(&box->taken, 1)/store_relaxed(\&box->taken, 1)/
// mutant: outbox.c s/while (load_seq_cst(&box->busy)) conc_backoff(&turns);//
// mutant: outbox.c s/store_release(&box->taken, 0)/store_relaxed(\&box->taken, 0)/
// mutant: outbox.c s/	conc_tiny_lock_acquire(&box->lock);//;s/	conc_tiny_lock_release(&box->lock);//
// mutant: outbox.c s/		conc_outbox_unlist(entry);//
// mutant: outbox.c s/	entry->limit = NULL;//
// mutant: outbox.c s/entry->last->next = chunk;/;/
// mutant: outbox.c s/			entry->first = entry->last = chunk;/;/
// mutant: outbox.c s/!load_acquire(&box->count)/!load_relaxed(\&box->count)/
// mutant: outbox.c s/store_release(&box->count, count)/store_relaxed(\&box->count, count)/
// mutant: actor_queue.c s/	conc_tiny_lock_acquire(&queue->lock);//;s/	conc_tiny_lock_release(&queue->lock);//
// mutant: actor_queue.c s/	else copy(room(p, queue, size), begin, size);//
// mutant: actor_queue.c s/	queue->first = queue->last = NULL;//
// mutant: delivery.c s/if (CONC_UNLIKELY(load_acquire(&queue->full))) return conc_queue_gulp(queue);/if (false) ;/
#include "actor_world.h"

enum { AT_ONCE = 2 };
#define NUMBER 1
#define TICKET UINT64_C(1)

struct record {
	struct conc_actor *actor;
	uintptr_t site;
	uint64_t value;
};

static struct conc_queue queue;
struct conc_queue *conc_queues[CONC_QUEUES_MAX];
static struct conc_processor processors[4]; /* the last one is main's */
static struct conc_outbox boxes[2];
static _Thread_local struct conc_processor *mine;
static uint64_t seen;  /* plain: what was handled last; one handles at a time */
static uint32_t moved; /* atomic: the sender has left its processor */

static struct conc_processor *conc_processor_current(void)
{
	return mine;
}

static void copy(char *to, const char *from, size_t size)
{
	for (; size >= sizeof(struct record); size -= sizeof(struct record)) {
		struct record *t = (struct record *)(void *)to;
		const struct record *f = (const struct record *)(const void *)from;
		t->actor = f->actor;
		t->site = f->site;
		t->value = f->value;
		to += sizeof(struct record);
		from += sizeof(struct record);
	}
}

struct conc_chunk *conc_chunk_new_slow(void)
{
	struct conc_chunk *chunk = malloc(CONC_CHUNK_BYTES);

	chunk->users = 0;
	return chunk;
}

void conc_chunk_free_slow(struct conc_chunk *chunk)
{
	(void)chunk;
}

void conc_executor_notify(struct conc_queue *q)
{
	assert(q == &queue);
}

void conc_backoff(unsigned *turns)
{
	(void)turns;
	conc_relax(1);
}

uint64_t conc_now(void)
{
	return 0;
}

void conc_abi_actor_notify(uint64_t ticket)
{
	(void)ticket;
	assert(!"nobody sleeps");
}

void conc_outbox_publish_all(struct conc_processor *p);

#include <taken.c>

static void fill(struct record *record, uint64_t value)
{
	record->actor = NULL;
	record->site = 0;
	record->value = value;
}

/* As put of actor_send.c. */
static void send_slowly(uint64_t value)
{
	struct conc_outbox *box = mine->outbox;
	bool entered = conc_outbox_enter(box);
	struct conc_outbox_entry *entry = &box->entries[NUMBER];

	entry->ticket = TICKET;
	fill((struct record *)(void *)conc_outbox_room(mine, box, entry, sizeof(struct record)),
	     value);
	conc_outbox_leave(box, entered);
}

static void send(uint64_t from, uint64_t to)
{
	struct conc_abi_outbox *box = (struct conc_abi_outbox *)(void *)mine->outbox;

	for (uint64_t value = from; value <= to; value++) {
		char *record = conc_abi_outbox_enter(box, TICKET, sizeof(struct record));

		if (!record) {
			send_slowly(value);
			continue;
		}
		fill((struct record *)(void *)record, value);
		conc_abi_outbox_leave(box, TICKET);
	}
}

static void handle(struct conc_chunk *chunk)
{
	struct conc_chunk *next;

	for (; chunk; chunk = next) {
		for (char *at = chunk->begin; at < chunk->end; at += sizeof(struct record)) {
			uint64_t value = ((struct record *)(void *)at)->value;
			assert(value == seen + 1);
			seen = value;
		}
		next = chunk->next;
		conc_chunk_free(mine, chunk);
	}
}

/* The worker on the caller's processor. */
static void work(int times)
{
	struct conc_chunk *chunk;

	while (times-- > 0 && (chunk = gulp(&queue, mine))) handle(chunk);
}

static void publish(int whose)
{
	outbox_publish_from(&processors[whose]);
}

static void send_and_work(void)
{
	send(1, 2);
	work(1);
	send(3, 3);
	work(2);
}

/* A thread that is the sender leaves its processor; or, unpublished, an actor's queue was let go.
 */
static void leave(bool published)
{
	send(1, 1);
	if (published) conc_outbox_publish(mine);
	/* release: as the scheduler, or conc_queue_release */
	store_release(&moved, 1);
}

/* Or it was taken over. */
static void arrive(bool over)
{
	if (!load_acquire(&moved)) conc_relax(1);
	if (over) publish(0);
	send(2, 2);
	work(2);
}

static void *delivery_run(void *processor)
{
	mine = processor;
	if (mine == &processors[0]) FIRST;
	else if (mine == &processors[1]) SECOND;
#ifdef THIRD
	else THIRD;
#endif
	return NULL;
}

int main(void)
{
	pthread_t threads[3];
	int count = 2;

#ifdef THIRD
	count = 3;
#endif
	conc_queues[NUMBER] = &queue;
	queue.number = NUMBER;
	queue.ticket = TICKET;
	for (int i = 0; i < 2; i++) {
		processors[i].outbox = &boxes[i];
		boxes[i].taken = !HEAVY;
	}
	for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, delivery_run, &processors[i]);
	for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
	mine = &processors[3];
	handle(conc_queue_gulp(&queue));
	for (int i = 0; i < 2; i++) {
		/* nobody's any more */
		mine = &processors[i];
		handle(conc_outbox_gulp(mine, NUMBER));
		conc_outbox_publish(mine);
		assert(!boxes[i].count && !boxes[i].entries[NUMBER].listed);
		assert(!boxes[i].entries[NUMBER].limit);
	}
	assert(!queue.first && !conc_queue_gulp(&queue));
	(void)send, (void)send_and_work, (void)leave, (void)arrive, (void)publish;
#ifdef SENT
	assert(seen == SENT);
#endif
	return 0;
}
