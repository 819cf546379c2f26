/* SPDX-License-Identifier: MIT */
/* A behaviour that waited (delivery.c: defer, admit, let_go and what is between them; free_cold of
 * actor_end.c): the actor is held while its thread and the worker's new one go on. Its messages are handled
 * once each, in order, never two at a time, each seeing what was done before; who waits behind a fence frees
 * the actor, and nobody touches it then.
 *
 * With NOTE something that the runtime sends to itself comes last (scalable.c): it knows what the actor has for being split,
 * which is told when the actor ends, and through that the actor, which may be gone.
 *
 * Thread 0 has returned from the behaviour, DOES what that has said, and lets the actor go. Thread 1 is the
 * worker, which comes to MESSAGES more records and, with FENCE, to a fence, for which thread 2 waits. */
// scale: atomic.h s/^#define conc_light_barrier.*//
// scale: delivery.c s/	__builtin_memcpy(cold->last->end, record, size)/	copy(cold->last->end, record)/
// options: --disable-spin-assume
// take: actor_end.c free_cold conc_actor_retire
// scale: scalable.c s/let_go(/leave_scalable(/
// take: chunk.c conc_chunk_is_shared
// take: scalable.c leave_scalable conc_scalable_address conc_scalable_addressed
// take: delivery.c let_go_of_chunk put_aside defer pass_fence admit_note admit run_aside
// take: delivery.c run_list_aside take_aside let_go
// case: one -DMESSAGES=1 -DDOES=CONC_NODELETE
// case: two -DMESSAGES=2 -DDOES=CONC_NODELETE
// case: mailbox -DMESSAGES=1 -DDOES=CONC_NODELETE -DMAILBOX
// case: fence -DMESSAGES=0 -DDOES=CONC_NODELETE -DFENCE
// case: message_and_fence -DMESSAGES=1 -DDOES=CONC_NODELETE -DFENCE
// case: fence_and_note -DMESSAGES=0 -DDOES=CONC_NODELETE -DFENCE -DNOTE
// case: message_and_note -DMESSAGES=1 -DDOES=CONC_FINISHED -DNOTE
// case: finished -DMESSAGES=1 -DDOES=CONC_FINISHED -DFENCE
// case: deleted -DMESSAGES=1 -DDOES=CONC_DELETE
// mutant: delivery.c s/	if (held) put_aside(cold, record);/	if (held) (void)put_aside;/
// mutant: delivery.c s/	} else if (load_acquire(&record->actor->conc_ticket) & CONC_TICKET_HELD \&\&/	} else if (false \&\&/
// mutant: delivery.c s/	} else if (load_acquire(&record->actor->conc_ticket) & CONC_TICKET_HELD \&\&/	} else if ((load_acquire(\&record->actor->conc_ticket) \& (CONC_TICKET_HELD | CONC_TICKET_ENDED)) == CONC_TICKET_HELD \&\&/
// mutant: delivery.c s/	held = load_acquire(&record->actor->conc_ticket) & CONC_TICKET_HELD \&\&/	load_relaxed(\&conc_scalable)->addressed(s); held = load_acquire(\&record->actor->conc_ticket) \& CONC_TICKET_HELD \&\&/;s/^	load_relaxed(&conc_scalable)->addressed(s);$//
// mutant: delivery.c s/	if (d->worker) conc_thread_unpark(fence->thread);/	if (true) conc_thread_unpark(fence->thread);/
// mutant: delivery.c s/	if (d->fence) conc_thread_unpark(d->fence->thread);//
// mutant: delivery.c s/	if (chunk) return chunk;//
// mutant: delivery.c s/	store_release(&actor->conc_ticket, ticket);/	store_relaxed(\&actor->conc_ticket, ticket);/
// mutant: delivery.c s/	cold->first = cold->last = NULL;//
// mutant: delivery.c s/	ticket &= ~CONC_TICKET_HELD;//
// mutant: delivery.c s/	if (d->reclaim) conc_actor_retire_by_record(actor, queue);/	(void)queue;/
// mutant: actor_end.c s/^	conc_tiny_lock_acquire(&cold->lock);//;s/^	conc_tiny_lock_release(&cold->lock);//
#include "actor_world.h"

#include <scalable.h>
#include <watch.h>

#define TICKET UINT64_C(1)

struct record {
	struct conc_record head;
	uint64_t value;
};

static struct conc_executor executor;
static struct conc_worker worker;
static struct conc_queue queue;
static struct conc_processor processors[3];
static _Thread_local struct conc_processor *mine;
static struct conc_thread deleter;
static struct conc_fence *fence; /* not on a stack: its address has kinds in it */
static struct conc_actor *actor;
static struct conc_abi_site site;
static struct conc_actor *retired_by_record; /* atomic */
static uint64_t seen;                     /* plain: of the actor: what it has handled */
static uint64_t lost;                     /* atomic: undelivered */

static struct conc_processor *conc_processor_current(void)
{
	return mine;
}

static void copy(char *to, const struct conc_record *from)
{
	struct record *t = (struct record *)(void *)to;

	t->head.actor = from->actor;
	t->head.site = from->site;
	t->value = ((const struct record *)(const void *)from)->value;
}

struct conc_chunk *conc_chunk_new_slow(void)
{
	struct conc_chunk *chunk = malloc(sizeof(struct conc_chunk) + 2 * sizeof(struct record));

	chunk->users = 0;
	return chunk;
}

void conc_chunk_free_slow(struct conc_chunk *chunk)
{
	(void)chunk;
}

void conc_outbox_publish_all(struct conc_processor *p)
{
	(void)p;
}

void conc_stop(const char *where, const struct conc_thread *thread, const char *format, ...)
{
	(void)where, (void)thread, (void)format;
	assert(!"conc_stop");
	abort();
}

struct conc_thread *conc_thread_self(void)
{
	return NULL;
}

void conc_thread_unpark(struct conc_thread *thread)
{
	assert(exchange_acq_rel(&thread->park, CONC_PARK_NOTIFIED) != CONC_PARK_NOTIFIED);
}

/* watch.c: nobody waits for the end. */
void conc_watch_take(struct conc_ends *ends, uint8_t why, int status, struct conc_ends *to_tell)
{
	(void)ends, (void)to_tell;
}

void conc_watch_tell_slow(struct conc_ends *to_tell)
{
	(void)to_tell;
}

static void handle(struct conc_record *record)
{
	uint64_t value = ((struct record *)(void *)record)->value;

	assert(value == seen + 1);
	seen = value;
}

void conc_record_undelivered(struct conc_record *record, struct conc_queue *q)
{
	(void)record, (void)q;
	add_relaxed(&lost, 1u);
}

/* As conc_actor_end of actor_end.c. */
void conc_actor_end(struct conc_actor *a, conc_disposition how, const struct conc_abi_site *s,
                    struct conc_delivery *d, struct conc_queue *q);
void conc_actor_retire_by_record(struct conc_actor *a, struct conc_queue *q)
{
	(void)q;
	store_release(&retired_by_record, a);
}

void conc_actor_check_record(struct conc_record *record)
{
	(void)record;
}

void conc_delivery_finish(struct conc_delivery *d, struct conc_record *record)
{
	(void)d, (void)record;
}

static conc_disposition call(struct conc_delivery *d, struct conc_record *record, void *message)
{
	(void)message;
	d->record = record;
	handle(record);
	return CONC_NODELETE;
}

void conc_mailbox_free(struct conc_mailbox *mailbox)
{
	(void)mailbox;
}

/* ---- notes ---- */

struct note {
	struct conc_scalable *scalable;
};

struct conc_actor conc_runtime_actor = {.conc_ticket = CONC_TICKET_SCALABLE};
static struct conc_scalable *scalable; /* of the actor; or null */
static uint64_t noted;                 /* plain: of the actor */

static bool admit_scalable(struct conc_delivery *d, struct conc_record *record)
{
	if (conc_record_kind(record) == CONC_RECORD_FENCE || ((struct record *)(void *)record)->value < 100) return true;
	if (!(load_relaxed(&record->actor->conc_ticket) & CONC_TICKET_ENDED)) noted++;
	(void)d;
	return false;
}

#define call_recorded(d, record, message) call(d, record, message)
#include <taken.c>

static const struct conc_scalable_operations operations = {
        .admit = admit_scalable, .address = conc_scalable_address, .addressed = conc_scalable_addressed};
const struct conc_scalable_operations *conc_scalable = &operations;

static void end_scalable(struct conc_scalable *s)
{
	if (!s) return;
	conc_tiny_lock_acquire(&s->lock);
	s->ended = true;
	leave_scalable(s);
}

void conc_actor_end(struct conc_actor *a, conc_disposition how, const struct conc_abi_site *s,
                    struct conc_delivery *d, struct conc_queue *q)
{
	(void)s;
	store_release(&a->conc_ticket, load_relaxed(&a->conc_ticket) | CONC_TICKET_ENDED);
	end_scalable(scalable);
	if (how != CONC_DELETE) return;
	if (d->worker) conc_actor_retire(a, q);
	else d->reclaim = true;
}

/* ---- threads ---- */

static void detached(void)
{
	struct conc_delivery d = {.executor = &executor, .held = actor};

	assert(seen == 0);
	seen = 1; /* the behaviour itself */
	if (DOES != CONC_NODELETE) conc_actor_end(actor, DOES, NULL, &d, &queue);
	let_go(&d, &queue);
}

static void come_to(struct conc_delivery *d, uintptr_t kind, uint64_t value)
{
	struct record *record = malloc(sizeof *record);

	record->head.actor = actor;
	record->head.site = kind;
	record->value = value;
	/* as run_chunk */
	if ((load_acquire(&actor->conc_ticket) != TICKET ||
	     conc_record_kind(&record->head) == CONC_RECORD_FENCE) &&
	    !admit(d, &record->head, &queue))
		return;
	handle(&record->head);
}

#ifdef NOTE
static void come_to_note(struct conc_delivery *d)
{
	struct record *record = malloc(sizeof *record);

	record->head.actor = &conc_runtime_actor;
	record->head.site = (uintptr_t)&site;
	record->value = (uint64_t)(uintptr_t)scalable;
	assert(!admit(d, &record->head, &queue));
}
#endif

static void work(void)
{
	struct conc_delivery d = {.executor = &executor, .worker = &worker};
	struct conc_actor *dead;

	for (uint64_t i = 0; i < MESSAGES; i++) come_to(&d, (uintptr_t)&site, i + 2);
#ifdef FENCE
	come_to(&d, (uintptr_t)fence | CONC_RECORD_FENCE, 0);
#endif
#ifdef NOTE
	come_to_note(&d);
#endif
	dead = load_acquire(&retired_by_record);
	if (dead) {
		conc_actor_retire(dead, &queue);
		free(dead);
	}
}

static void wait_and_delete(void)
{
#ifdef FENCE
	if (load_acquire(&deleter.park) != CONC_PARK_NOTIFIED) conc_relax(1);
	if (actor->conc_cold) free_cold(actor->conc_cold);
	free(actor);
#endif
}

static void *delivery_run(void *processor)
{
	mine = processor;
	if (mine == &processors[0]) detached();
	else if (mine == &processors[1]) work();
	else wait_and_delete();
	return NULL;
}

int main(void)
{
	pthread_t threads[3];
	bool ends = DOES != CONC_NODELETE;

	fence = malloc(sizeof *fence);
	fence->thread = &deleter;
	site.conc_size = sizeof(uint64_t);
	actor = malloc(sizeof *actor);
	actor->conc_ticket = TICKET | CONC_TICKET_HELD;
	actor->conc_cold = malloc(sizeof *actor->conc_cold);
	actor->conc_cold->lock.word = 0;
	actor->conc_cold->first = actor->conc_cold->last = NULL;
	actor->conc_cold->mailbox = NULL;
	actor->conc_cold->supervisor = NULL;
	actor->conc_cold->scaling = NULL;
	actor->conc_cold->scalable = NULL;
#ifdef NOTE
	actor->conc_ticket |= CONC_TICKET_SCALABLE;
	scalable = malloc(sizeof *scalable);
	scalable->lock.word = 0;
	scalable->actor = actor;
	scalable->users = 2;
	scalable->ended = false;
	scalable->spare = NULL;
	scalable->free_pieces = NULL;
	scalable->places = NULL;
#endif
#ifdef MAILBOX
	actor->conc_ticket |= CONC_TICKET_SPECIAL;
	actor->conc_cold->mailbox = (struct conc_mailbox *)(void *)&executor;
#endif
	for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, delivery_run, &processors[i]);
	for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
	assert(ends ? lost == MESSAGES : lost == 0 && seen == MESSAGES + 1);
	if (DOES == CONC_DELETE) assert(retired_by_record == actor);
#if !defined FENCE
	if (!ends) assert(!(actor->conc_ticket & CONC_TICKET_HELD) && !actor->conc_cold->first);
#endif
	return 0;
}
