/* SPDX-License-Identifier: MIT */
/* Actors: objects that handle messages one at a time, on threads of their executor.
 *
 * In the dialect: `actor counter { long n; }; message add { long by; };
 * receive (counter *self, add *m) { self->n += m->by; }` and `c | (add){2};`. The send functions of
 * a unit, for plain C, are printed by `concc --emit-header`.
 *
 * Unless a prototype says otherwise: any kernel thread, not in a signal handler.
 */
#ifndef CONC_ACTOR_H
#define CONC_ACTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conc/abi_actor.h"
#include "conc/duration.h"
#include "conc/scalable.h"

/* Who an idle worker steals a queue from. */
enum conc_stealing {
	CONC_STEAL_LONGEST, /* the worker that has gone longest without looking for work */
	CONC_STEAL_RANDOM,
	CONC_STEAL_NONE,
};

/* All-zero: the defaults. */
struct conc_actors_config {
	unsigned workers; /* user threads that handle messages; 0: one per processor */
	unsigned queues;  /* of all workers together, at least one for each; 0: one if there
	                     is one worker, else 16 for each, or fewer if that were more than
	                     1024. At most 4095 in a program. */
	enum conc_stealing stealing;
	unsigned batch; /* messages of one queue handled before the next one's turn; 0: 1024 */
	conc_duration steal_interval; /* how long an idle worker sleeps between two looks at the
	                                 queues of busy ones: at first; it doubles to 32 times that,
	                                 or more if there are more than 31 workers; 0: 100us */
	struct conc_scaling scaling;  /* of actors with scalable behaviours whose type or object
	                                 has no rules of its own */
	unsigned replicas;            /* of all actors together, at most; 0: no limit */
};

/* Counted by each worker for itself; added up when they are asked for or the system stops, so that
 * what is read while it runs is of no one moment. */
struct conc_actors_statistics {
	uint64_t created;      /* actors that have joined */
	uint64_t ended;        /* and those that have ended */
	uint64_t sent;         /* messages */
	uint64_t received;     /* handled by a behaviour */
	uint64_t undelivered;  /* their actor had ended; dropped by a full mailbox */
	uint64_t gulps;        /* times that a worker took all of a queue */
	uint64_t gulped;       /* messages in them: gulped / gulps is the average gulp size */
	uint64_t missed_gulps; /* another worker was still handling the queue */
	uint64_t steal_attempts;
	uint64_t steal_empty; /* failed: the victim had no queue worth taking */
	uint64_t steal_swaps; /* failed: another thief was quicker */
	uint64_t steals;
	uint64_t stolen;      /* messages in them: stolen / steals is the average steal size */
	uint64_t handed_over; /* behaviours that blocked, so that another thread took the worker
	                         over */
	uint64_t sleeps;      /* of workers */
	struct conc_scaling_statistics scaling; /* of all actors with scalable behaviours */
};

/* Begins a system. config: NULL for the defaults. Stops the program if a system is running, or if
 * there are fewer queues than workers. */
#define conc_actors_start(...) conc_abi_actors_start((__VA_ARGS__), CONC_HERE)

/* Waits until no message is queued or being handled, then ends every actor (as Finished does) and
 * the system. Not from a behaviour: it stops the program. Return from main does the same. */
#define conc_actors_stop() conc_abi_actors_stop(CONC_HERE)

/* Waits until every actor that has joined has ended, and no message is queued or being handled.
 * The system goes on: stop it after that. */
#define conc_actors_wait() conc_abi_actors_wait(CONC_HERE)

/* What the running system has counted, or the last one that ran. CONC_STATS=1 prints the same at
 * each stop. */
void conc_actors_statistics(struct conc_actors_statistics *out);

/* An executor of its own beside, or instead of, the system: workers and queues for the actors that
 * are placed in it before their first send. */
typedef struct conc_executor conc_executor;
#define conc_executor_new(...) conc_abi_executor_new((__VA_ARGS__), CONC_HERE)
#define conc_executor_place(executor, actor) \
	conc_abi_executor_place(executor, &(actor)->conc_actor, CONC_HERE)
#define conc_executor_wait(executor) conc_abi_executor_wait(executor, CONC_HERE)
/* As conc_actors_stop; the executor is gone then. */
#define conc_executor_stop(executor) conc_abi_executor_stop(executor, CONC_HERE)
void conc_executor_statistics(conc_executor *executor, struct conc_actors_statistics *out);

/* What happens to a message sent by reference when the last behaviour that received it has
 * returned. Called before it is sent, or by a behaviour on the message that it handles. */
#define conc_set_disposition(message, disposition) \
	conc_abi_set_disposition(&(message)->conc_message, disposition)

/* ---- bounded mailboxes ---- */

/* What a send to a full mailbox does. Control messages (delete_message and so on, and types whose
 * base is conc_control) do not count and always go. */
enum conc_mailbox_policy {
	CONC_MAILBOX_BLOCK,       /* the sender waits */
	CONC_MAILBOX_FAIL,        /* conc_try_send yields false; `a | m` stops the program */
	CONC_MAILBOX_DROP_NEWEST, /* the message is disposed of */
	CONC_MAILBOX_DROP_OLDEST, /* the oldest one in the mailbox is */
};

struct conc_mailbox_config {
	size_t limit; /* messages sent and not yet handled; 0: no limit */
	enum conc_mailbox_policy policy;
};

struct conc_mailbox_statistics {
	uint64_t sent, received, dropped, failed,
	        blocked;        /* messages; blocked: sends that waited */
	size_t queued, highest; /* now; the most there were */
};

/* Before the actor's first send, or by a behaviour of its own. */
#define conc_mailbox_limit(actor, ...) \
	conc_abi_mailbox_limit(&(actor)->conc_actor, (__VA_ARGS__), CONC_HERE)
/* False if the actor's mailbox has no limit. */
#define conc_mailbox_statistics(actor, out) conc_abi_mailbox_statistics(&(actor)->conc_actor, out)

/* ---- supervision ---- */

struct conc_supervision {
	unsigned restarts;         /* at most so many */
	conc_duration within;      /* in that time; 0: ever */
	conc_duration backoff;     /* the wait before a restart, doubled by each that follows */
	conc_duration backoff_max; /* at most that; 0: no bound */
	void (*restart)(
	        void *actor); /* makes the actor's fields new; NULL: they stay as they are */
};

/* `return conc_fail(status);` in a behaviour: the actor has failed. Its supervisor is sent a
 * conc_failure; then it is restarted after the back-off and goes on with its next message, or, when
 * there were too many restarts, ended. Without a supervisor: a warning, and it is ended. status:
 * any number, for the supervisor. */
conc_disposition conc_fail(int status);

/* conc_supervise(&actor, &supervisor, &rules) in the dialect: supervisor's type receives
 * conc_failure. rules are copied; NULL: all zero, so that a failure ends the actor. Before the
 * actor's first send, or by a behaviour of its own. */

#endif
