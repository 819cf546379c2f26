/* SPDX-License-Identifier: MIT */
/* Actors: objects that handle messages one at a time, on threads of their executor.
 *
 * In the dialect: `actor counter { long n; }; message add { long by; }; receive (counter *self, add
 * *m) { self->n += m->by; }` and `c | (add){2};`. For plain C, `concc --emit-header` prints the
 * send functions of a unit.
 *
 * Any kernel thread may call everything here, unless a prototype says otherwise; signal handlers
 * may not. */
#ifndef CONC_ACTOR_H
#define CONC_ACTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conc/abi_actor.h"
#include "conc/duration.h"
#include "conc/scalable.h"

/* From which worker an idle worker steals a queue. */
enum conc_stealing {
	CONC_STEAL_LONGEST, /* the worker that has gone longest without looking for work */
	CONC_STEAL_RANDOM,
	CONC_STEAL_NONE,
};

/* What a send to an actor that has ended does. Its memory must still be there. conc_try_send
 * returns false in both cases. */
enum conc_ended_policy {
	CONC_ENDED_STOP, /* stops the program */
	CONC_ENDED_DROP, /* the message is disposed of, and counted as undelivered */
};

/* Sets the policy of one actor type, by name; types derived from it have it as well, unless they
 * have their own. It counts for all actors of the type, at once, and before that of their system or
 * executor. */
#define conc_ended_type(A, policy) conc_abi_ended_type(&conc_type_##A, policy, CONC_HERE)

/* All-zero: the defaults. */
struct conc_actors_config {
	unsigned workers; /* user threads that handle messages; 0: one per processor */
	unsigned queues;  /* of all workers together, at least one each; 0: one for a single worker,
	                     else 16 each, or fewer if that exceeds 1024. At most 4095 in a
	                     program. */
	enum conc_stealing stealing;
	unsigned batch; /* messages of one queue handled before the next one's turn; 0: 1024 */
	conc_duration steal_interval; /* how long an idle worker sleeps before it looks again at the
	                                 queues of busy ones; it doubles up to 32 times that, or
	                                 more with more than 31 workers; 0: 100us */
	struct conc_scaling scaling;  /* for actors with scalable behaviours, unless the type or
	                                 object has its own */
	unsigned replicas;            /* maximum for all actors together; 0: no limit */
	enum conc_ended_policy ended; /* for its actors, unless their type has its own */
};

/* Each worker counts for itself; the sums are made when they are read or the system stops. Sums
 * read while it runs belong to no single moment. */
struct conc_actors_statistics {
	uint64_t created;      /* actors that have joined */
	uint64_t ended;        /* actors that have ended */
	uint64_t sent;         /* messages */
	uint64_t received;     /* messages handled by a behaviour */
	uint64_t undelivered;  /* messages to ended actors, or dropped by a full mailbox */
	uint64_t gulps;        /* how often a worker took all of a queue */
	uint64_t gulped;       /* messages in them: gulped / gulps is the average gulp size */
	uint64_t missed_gulps; /* another worker was still handling the queue */
	uint64_t steal_attempts;
	uint64_t steal_empty; /* failed: the victim had no queue worth taking */
	uint64_t steal_swaps; /* failed: another thief was quicker */
	uint64_t steals;
	uint64_t stolen;      /* messages in them: stolen / steals is the average steal size */
	uint64_t handed_over; /* behaviours that blocked, so that another thread took over the
	                         worker */
	uint64_t sleeps;      /* of workers */
	struct conc_scaling_statistics scaling; /* of all actors with scalable behaviours */
};

/* Begins a system. Takes a struct conc_actors_config *, or NULL for the defaults. Stops the program
 * if a system is running, or if there are fewer queues than workers. */
#define conc_actors_start(...) conc_abi_actors_start((__VA_ARGS__), CONC_HERE)

/* Waits until no message is queued or being handled, then ends every actor (as Finished does) and
 * the system. It stops the program if a behaviour calls it. Return from main does the same. */
#define conc_actors_stop() conc_abi_actors_stop(CONC_HERE)

/* Waits until every actor that has joined has ended, and no message is queued or being handled. The
 * system goes on: stop it afterwards. */
#define conc_actors_wait() conc_abi_actors_wait(CONC_HERE)
/* The same for at most limit, a conc_duration; zero or less: only looks. Returns 0; -ETIMEDOUT or,
 * if the thread was cancelled, -ECANCELED: then nothing has changed. */
#define conc_actors_wait_for(limit) conc_abi_actors_wait_for(limit, CONC_HERE)

/* Stores the counters of the running system, or of the last one, in *out. With CONC_STATS=1 each
 * stop prints them. */
void conc_actors_statistics(struct conc_actors_statistics *out);

/* An executor beside, or instead of, the system: workers and queues for the actors that are placed
 * in it before their first send. */
typedef struct conc_executor conc_executor;
#define conc_executor_new(...) conc_abi_executor_new((__VA_ARGS__), CONC_HERE)
#define conc_executor_place(executor, actor) \
	conc_abi_executor_place(executor, &(actor)->conc_actor, CONC_HERE)
#define conc_executor_wait(executor) conc_abi_executor_wait(executor, CONC_HERE)
#define conc_executor_wait_for(executor, limit) \
	conc_abi_executor_wait_for(executor, limit, CONC_HERE)
/* Like conc_actors_stop; also frees the executor. */
#define conc_executor_stop(executor) conc_abi_executor_stop(executor, CONC_HERE)
void conc_executor_statistics(conc_executor *executor, struct conc_actors_statistics *out);

/* Sets what happens to a message sent by reference when the last behaviour that received it has
 * returned. Call it before the message is sent, or in a behaviour on the message that it
 * handles. */
#define conc_set_disposition(message, disposition) \
	conc_abi_set_disposition(&(message)->conc_message, disposition)

/* ---- bounded mailboxes ---- */

/* What a send to a full mailbox does. Control messages (delete_message and so on, conc_failure,
 * conc_end, and types whose base is conc_control) do not count and always go in. */
enum conc_mailbox_policy {
	CONC_MAILBOX_BLOCK,       /* the sender waits */
	CONC_MAILBOX_FAIL,        /* conc_try_send returns false; `a | m` stops the program */
	CONC_MAILBOX_DROP_NEWEST, /* the message is disposed of */
	CONC_MAILBOX_DROP_OLDEST, /* the oldest message in the mailbox is disposed of */
};

struct conc_mailbox_config {
	size_t limit; /* messages sent whose behaviour has not begun; 0: no limit */
	enum conc_mailbox_policy policy;
};

struct conc_mailbox_statistics {
	uint64_t sent, received, dropped, failed,
	        blocked;        /* messages; blocked: sends that waited */
	size_t queued, highest; /* now; the most at one time */
};

/* Before the actor's first send, or in a behaviour of the actor. */
#define conc_mailbox_limit(actor, ...) \
	conc_abi_mailbox_limit(&(actor)->conc_actor, (__VA_ARGS__), CONC_HERE)
/* Returns false if the actor's mailbox has no limit. */
#define conc_mailbox_statistics(actor, out) conc_abi_mailbox_statistics(&(actor)->conc_actor, out)

/* ---- supervision ---- */

struct conc_supervision {
	unsigned restarts;            /* at most this many */
	conc_duration within;         /* within this time; 0: ever */
	conc_duration backoff;        /* the wait before a restart; doubles with each further one */
	conc_duration backoff_max;    /* maximum of backoff; 0: none */
	void (*restart)(void *actor); /* initialises the fields anew; NULL: they stay as they are */
};

/* `return conc_fail(status);` in a behaviour: the actor has failed. Its supervisor receives a
 * conc_failure. Then the actor waits for its back-off, restarts and goes on with its next message,
 * or, after too many restarts, is ended. Without a supervisor it is ended with a warning. status:
 * any number, for the supervisor. */
conc_disposition conc_fail(int status);

/* conc_supervise(&actor, &supervisor, &rules) in the dialect; supervisor's type must receive
 * conc_failure. The rules are copied; NULL: all zero, so the first failure ends the actor. Before
 * the actor's first send, or in a behaviour of the actor. */

/* ---- watching the end of others ---- */

/* conc_watch(&actor, &watcher) in the dialect; watcher's type must receive conc_end. When the actor
 * ends, the watcher receives a conc_end: behind all that the actor has sent it, and at once if the
 * actor has ended. One for each call, and any number of watchers. A watcher that ends watches no
 * more. Anywhere, at any time; both actors' memory must be there until the call returns. Does not
 * block. */

/* Takes one conc_watch of the two back. Returns false if there is none whose conc_end has not been
 * sent. The actor's memory may be gone. Looks through all that the watcher watches. */
#define conc_unwatch(actor, watcher) \
	conc_abi_unwatch(CONC_ACTOR_AT_(actor), CONC_ACTOR_AT_(watcher), CONC_HERE)

#endif
