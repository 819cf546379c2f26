/* SPDX-License-Identifier: MIT */
/* executor: queues, and workers that handle their messages. The protocols of sleeping and stopping
 * are in worker.c and executor.c, the protocol of stealing is in steal.c. */
#ifndef CONC_SRC_EXECUTOR_H
#define CONC_SRC_EXECUTOR_H

#include "actor_queue.h"
#include "conc/actor.h"
#include "kernel/scheduler.h"
#include "kernel/thread.h"
#include "port/os.h"

struct conc_worker {
	struct conc_executor *executor;
	uint32_t index;
	uint32_t first, count;         /* its slots */
	struct conc_queue *processing; /* atomic: what it handles or tries to claim */
	uint64_t looked;               /* atomic: when it last looked for work, conc_now() */
	uint32_t asleep;               /* atomic; under the executor's lock */
	uint32_t timed;                /* the same: its sleep has a deadline */
	uint32_t idle;                 /* atomic: rounds without work */
	bool missed;                   /* a queue of its own had another handler; owner only */
	uint64_t published;            /* when it last published all outboxes while busy */
	uint32_t random;
	struct conc_worker *next_sleeper; /* under the executor's lock */
	struct conc_thread *thread;       /* its thread; set before it sleeps */
	struct conc_chunk *rest;          /* chunks that the thread before has left */
	char *rest_at;                    /* where in the first one */
	struct conc_queue *rest_queue;
	uint64_t others; /* atomic; the owner counts: records that no behaviour received */
	struct conc_actors_statistics statistics; /* atomic; the owner counts, but for gulps (of
	                                             queues) and received (gulped - others) */
	_Alignas(CONC_CACHE_LINE) char apart[1];
};

/* A thread that waits for quiet; on its stack. Under the lock. */
struct conc_quiet_waiter {
	struct conc_thread *thread;
	struct conc_quiet_waiter *next;
	bool notified; /* it is in no list; its permit has come or will come */
};

struct conc_executor {
	struct conc_executor *next; /* in the list of stopped executors */
	uint32_t generation;
	uint32_t worker_count, queue_count, first_queue;
	struct conc_actors_config config;
	const char *where;         /* the place that started it */
	struct conc_queue **slots; /* atomic pointers; null: being swapped */
	struct conc_queue *queues;
	struct conc_worker *workers;

	_Alignas(CONC_CACHE_LINE) struct conc_tiny_lock lock;
	uint32_t sleeping;                 /* under the lock; atomic */
	uint32_t untimed;                  /* under the lock; atomic: sleepers without a deadline */
	uint32_t wakes;                    /* under the lock: times that a worker woke */
	uint32_t detached;                 /* under the lock; atomic: conc_worker_detach */
	uint32_t threads;                  /* under the lock: of workers, and detached */
	uint32_t stopping;                 /* atomic */
	struct conc_worker *sleepers;      /* under the lock */
	struct conc_quiet_waiter *waiters; /* under the lock: to tell when all is at rest */
	uint64_t ended;                    /* atomic: actors ended outside workers */
	uint64_t undelivered, dropped;     /* atomic; dropped: by mailboxes, without a token */
	uint64_t outside;                  /* atomic: messages received outside workers */
	uint64_t gulped_outside;           /* atomic: gulped by threads that then handed over */
	uint64_t joined;                   /* atomic: actors, by threads without an outbox */
	uint64_t self_sent;                /* atomic: records that the runtime has sent to itself */
	uint32_t awaited;                  /* atomic: threads that wait to stop it */
	uint32_t replicas;                 /* atomic: how many there are, without transient ones */
	struct conc_scalable *scalables;   /* under the lock: actors that were split */
	struct conc_scaling_statistics scaling; /* under the lock: of actors that have ended */
};

/* The system that conc_actors_start has started, or null; atomic. */
extern struct conc_executor *conc_actors_system __attribute__((visibility("hidden")));

/* Two threads each store, pass a barrier and load what the other stores. If one barrier is light
 * and the other heavy, at least one thread sees the other's store. Without membarrier both barriers
 * are an addition to one word. */
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

/* ---- actor_wake.c ---- */

/* Wakes the queue's worker if it sleeps, else a sleeper without a deadline, which may steal. */
void conc_executor_notify(struct conc_queue *queue);
void conc_worker_wake(struct conc_worker *w);
/* Reports whether no thread of the executor works. The caller holds the lock. */
bool conc_executor_is_at_rest(const struct conc_executor *ex);
/* Removes w from the sleepers. True: it was there, and a waker owes it an unpark. */
bool conc_executor_unsleep(struct conc_worker *w);
/* Under the lock: takes those that wait for quiet, if ex is at rest. Tell them after the lock. */
struct conc_quiet_waiter *conc_executor_waiters(struct conc_executor *ex);
void conc_executor_notify_quiet(struct conc_quiet_waiter *list);
/* If w has two queues with messages, wakes a sleeper without a deadline, which may steal. */
void conc_executor_wake_stealer(struct conc_worker *w);

/* ---- actor_join.c ---- */

/* Gives the actor a queue of the system, or of the executor it was placed in. Returns its ticket;
 * 0: no system is running. p: the caller's processor. site: of its first message. */
uint64_t conc_executor_join(struct conc_processor *p, struct conc_actor *actor,
                            const struct conc_abi_site *site);

/* The delivery of the behaviour that the calling thread is in, or null. */
static inline struct conc_delivery *conc_delivery_current(void)
{
	struct conc_thread *self = conc_thread_self_or_null();

	for (; self; self = self->inline_parent)
		if (self->delivery) return self->delivery;
	return NULL;
}

/* Returns whether the calling thread is in a behaviour of the actor. */
static inline bool conc_delivery_is_of(const struct conc_actor *actor)
{
	const struct conc_delivery *d = conc_delivery_current();

	return d && d->record && d->record->actor == actor;
}

/* Adds n to a counter of the caller's worker. */
static inline void conc_worker_count(uint64_t *counter, uint64_t n)
{
	/* relaxed: no other thread writes it, and readers accept any value */
	store_relaxed(counter, load_relaxed(counter) + n);
}

/* worker.c */
void conc_worker_main(void *frame);

/* delivery.c */
enum conc_round {
	CONC_ROUND_NOTHING,
	CONC_ROUND_WORKED,
	CONC_ROUND_GONE, /* another thread is the worker now; the caller must not touch w */
};
/* Handles the messages of a queue that w has claimed, up to a batch, and gives the claim back.
 * rest, at: the rest of a gulp, or null. */
enum conc_round conc_worker_run(struct conc_worker *w, struct conc_thread *self,
                                struct conc_queue *queue, struct conc_chunk *rest, char *at);
/* A behaviour has waited, or an actor was split: the executor is not quiet until it has left. */
void conc_worker_detach(struct conc_executor *ex);
/* A thread of the executor ends. The executor may be gone when this returns. */
void conc_worker_leave(struct conc_executor *ex, bool detached);
/* self, the calling thread, is about to wait. If it handles a message, or runs inline on the stack
 * of a thread that does, a new thread goes on as the worker. */
void conc_worker_hand_over(struct conc_thread *self);
/* Starts an internal user thread. frame: of the thread; it has the argument. */
void conc_worker_spawn(const char *name, void (*run)(void *frame), void *argument);

/* steal.c: steals a queue into one of w's slots. False: it did not. */
bool conc_worker_steal(struct conc_worker *w);

/* actor_statistics.c */
/* The system's counts are to be among those of the program, if anything is counted. */
void conc_actor_report_statistics(void);

void conc_actor_print_statistics(const struct conc_actors_statistics *s, const char *where);

#endif
