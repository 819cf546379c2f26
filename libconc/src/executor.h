/* SPDX-License-Identifier: MIT */
/* executor: queues, and workers that handle what is in them. The protocols of sleeping and stopping
 * are in executor.c and worker.c, that of stealing in steal.c. */
#ifndef CONC_SRC_EXECUTOR_H
#define CONC_SRC_EXECUTOR_H

#include "actor_queue.h"
#include "conc/actor.h"
#include "os.h"
#include "scheduler.h"
#include "thread.h"

struct conc_worker {
	struct conc_executor *executor;
	uint32_t index;
	uint32_t first, count;         /* its slots */
	struct conc_queue *processing; /* atomic: what it handles or is about to */
	uint64_t looked;               /* atomic: when it last looked for work, conc_now() */
	uint32_t asleep;               /* atomic; under the executor's lock */
	uint32_t timed;                /* under the same: it wakes by itself */
	uint32_t idle;                 /* atomic: rounds without work */
	bool missed;                   /* a queue of its own was in other hands; itself */
	uint64_t published;            /* when it last emptied everybody's outboxes, though busy */
	uint32_t random;
	struct conc_worker *next_sleeper; /* under the executor's lock */
	struct conc_thread *thread;       /* who works; set by itself before it sleeps */
	struct conc_chunk *rest;          /* what the thread before has left: chunks */
	char *rest_at;                    /* and where in the first one */
	struct conc_queue *rest_queue;
	uint64_t others; /* atomic: records that no behaviour got; the same */
	struct conc_actors_statistics statistics; /* atomic; its own counts, but for what queues and
	                                             others yield: gulps, received */
	_Alignas(CONC_CACHE_LINE) char apart[1];
};

/* Who waits for quiet; on its stack. Under the lock. */
struct conc_quiet_waiter {
	struct conc_thread *thread;
	struct conc_quiet_waiter *next;
	bool told; /* it is in no list, and its permit is there or comes */
};

struct conc_executor {
	struct conc_executor *next; /* of those that have stopped */
	uint32_t generation;
	uint32_t worker_count, queue_count, first_queue;
	struct conc_actors_config config;
	const char *where;         /* it was started */
	struct conc_queue **slots; /* atomic pointers; null: being swapped */
	struct conc_queue *queues;
	struct conc_worker *workers;

	_Alignas(CONC_CACHE_LINE) struct conc_tiny_lock lock;
	uint32_t sleeping; /* under the lock; atomic */
	uint32_t untimed;  /* under the lock; atomic: of those, without a deadline */
	uint32_t wakes;    /* under the lock: times that a worker woke */
	uint32_t detached; /* under the lock; atomic: behaviours that waited and still run */
	uint32_t threads;  /* under the lock: of workers, and detached ones */
	uint32_t stopping; /* atomic */
	struct conc_worker *sleepers;      /* under the lock */
	struct conc_quiet_waiter *waiters; /* under the lock: told when all is at rest */
	uint64_t ended;                    /* atomic: actors */
	uint64_t undelivered, dropped; /* atomic; dropped: by mailboxes, before it had a record */
	uint64_t outside;              /* atomic: messages received outside workers */
	uint64_t gulped_outside; /* atomic: and taken out of queues by threads that were workers */
	uint64_t joined;         /* atomic: actors, by threads that have no outbox */
	uint64_t told;           /* atomic: records that the runtime has sent to itself */
	uint32_t awaited;        /* atomic: how many wait to stop it */
	uint32_t replicas;       /* atomic: that there are, but for transient ones */
	struct conc_scalable *scalables;        /* under the lock: actors that were split */
	struct conc_scaling_statistics scaling; /* under the lock: of those that have ended */
};

/* The system that conc_actors_start has begun; atomic. */
extern struct conc_executor *conc_actors_system __attribute__((visibility("hidden")));

/* The two halves of an order between a store and a look at what somebody else has stored: of two
 * that do both, with different halves between, one at least sees the other's store. Where the
 * kernel has no membarrier both are an exchange of one word. */
static inline void conc_executor_light_barrier(void)
{
	conc_light_barrier();
	if (CONC_UNLIKELY(!conc_scheduler.heavy_barrier)) add_seq_cst(&conc_abi_workers_asleep, 0u);
}
static inline void conc_executor_heavy_barrier(void)
{
	if (CONC_LIKELY(conc_scheduler.heavy_barrier)) conc_os_heavy_barrier();
	else add_seq_cst(&conc_abi_workers_asleep, 0u);
}

/* Wakes the queue's worker if it sleeps. */
void conc_executor_notify(struct conc_queue *queue);
/* A worker wakes: it was, or is no more, in the list of sleepers. */
bool conc_executor_unsleep(struct conc_worker *w);
/* Under the lock: those that wait for quiet, if they are to look now; the caller tells them when it
 * has left the lock. */
struct conc_quiet_waiter *conc_executor_waiters(struct conc_executor *ex);
void conc_executor_tell(struct conc_quiet_waiter *list);
/* w has something to do: one that sleeps without a deadline may look whether to steal of it. */
void conc_executor_tempt(struct conc_worker *w);
/* Gives the actor a queue of the system, or of the executor it was placed in. Yields its ticket; 0:
 * no system is running. p: the caller's. site: of its first message. */
uint64_t conc_executor_join(struct conc_processor *p, struct conc_actor *actor,
                            const struct conc_abi_site *site);
/* Waits until no message is queued or being handled; with actors: and all have ended. */
void conc_executor_await(struct conc_executor *ex, bool actors, const char *where);
/* Sums up. */
void conc_executor_count(struct conc_executor *ex, struct conc_actors_statistics *out);

/* Counts n more; who works. */
static inline void conc_worker_count(uint64_t *counter, uint64_t n)
{
	/* relaxed: nobody else writes it, and who reads it takes what is there */
	store_relaxed(counter, load_relaxed(counter) + n);
}

/* worker.c */
void conc_worker_start(struct conc_worker *w);
void conc_worker_main(void *worker);

/* delivery.c */
enum conc_round {
	CONC_ROUND_NOTHING,
	CONC_ROUND_WORKED,
	CONC_ROUND_GONE, /* the role is another thread's: the caller has nothing more to do with w
	                  */
};
/* Handles what there is for a queue that w has claimed, up to a batch, and gives the claim back.
 * rest, at: what is left of a gulp, or null. */
enum conc_round conc_worker_run(struct conc_worker *w, struct conc_thread *self,
                                struct conc_queue *queue, struct conc_chunk *rest, char *at);
/* Something runs that is no worker, and must be over before the executor is quiet. */
void conc_worker_detach(struct conc_executor *ex);
/* A thread of the executor ends; the executor may be gone then. */
void conc_worker_leave(struct conc_executor *ex, bool detached);
/* The calling thread, which handles a message, or runs inline on the stack of one that does, is
 * about to wait: another one goes on as the worker. */
void conc_worker_hand_over(struct conc_thread *self);
/* Is the calling thread in a behaviour? Then what it handles. */
struct conc_delivery *conc_delivery_current(void);
/* Starts an internal user thread. */
void conc_worker_spawn(const char *name, void (*run)(void *argument), void *argument);

/* steal.c: true if a queue was stolen, which is in one of w's slots then. */
bool conc_worker_steal(struct conc_worker *w);

/* actor_statistics.c */
void conc_actor_print_statistics(const struct conc_actors_statistics *s, const char *where);

#endif
