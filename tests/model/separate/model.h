/* SPDX-License-Identifier: MIT */
/* separate: the operational semantics of SCOOP/Qs, executable.
 *
 * The rules are those of West, Nanz, Meyer: Efficient and Reasonable Object-Oriented Concurrency,
 * fig. 3, with reservations of several handlers (section 2.4) and queries that the client runs
 * (section 3.2), and what the reference says beyond the paper:
 * - Re-entry. Who reserves a handler again adds to the queue it has. Where a function was called in
 * between, or on the handler's own code, the calls run at once, after a synchronisation.
 * - require. The condition is looked at under the reservation. While it is false the reservation is
 * given up, and the client reserves again some time after a call that was not its own has been
 * carried out on one of the handlers: among waiters that have a handler in common, who came first
 * does so first.
 * - A spawned call is a process of its own. It has its queues when its client goes on, and begins when
 * it is synchronised with all its handlers; its calls on them run at once.
 * - Passive handlers. A call on one is run by its client, as a query is. When handlers change at
 * run time (BOTH), every call may be run either way.
 *
 * A state says all that is past and to come: what was executed on each handler, in its order, what
 * each client was answered, where each process is, and the queues of queues. */
#ifndef SEPARATE_MODEL_H
#define SEPARATE_MODEL_H

#include "program.h"
#include "world_sizes.h"

enum {
	SPAWNED_MAX = 3,
	SPAWNED = CLIENTS + HANDLERS,
	PROCESSES = SPAWNED + SPAWNED_MAX, /* the clients, the handlers, then spawned calls */
	QUEUES_MAX = 8,
	REQUESTS_MAX = 12,
	FRAMES_MAX = 5,
	HELD_MAX = 8,
};

enum mode { ACTIVE, PASSIVE, BOTH, MODES };

enum request_kind { CALL_ADD, CALL_SCRIPT, SYNC, END };

struct request {
	uint8_t kind, cell, value, number;
};

/* What a client has for itself in the queue of a handler. */
struct queue {
	uint8_t owner, count;
	struct request request[REQUESTS_MAX];
};

struct handler {
	struct queue queue[QUEUES_MAX];
	uint8_t count;
	uint8_t done_count;
	uint16_t done[DONE_MAX];
};

struct held {
	uint8_t fresh, shared, direct; /* masks of handlers */
	uint8_t frame;
};

struct frame {
	uint16_t pc;
	uint8_t cell, odd, ready; /* the cell of a script; ready: it has waited for what the
	                             instruction needs */
};

enum status { RUNNING, SYNCING, WAITING, WOKEN };

struct process {
	struct frame frame[FRAMES_MAX]; /* none: it has ended, or is a handler without work */
	struct held held[HELD_MAX];
	uint8_t depth, held_count;
	uint8_t status;
	uint8_t wants; /* SYNCING: with whom */
	uint8_t ticket;
	uint8_t answers;
	uint8_t answer[ANSWERS_MAX];
};

struct state {
	struct handler handler[HANDLERS];
	struct process process[PROCESSES];
	uint8_t value[CELLS];
	uint8_t tickets;
	uint8_t broken; /* a bound was passed, or something was done that stops the program */
};

struct model {
	const struct program *program;
	struct code code;
	enum mode mode;
};

void model_start(const struct model *m, struct state *s);

/* Ways in which process p may go on: 0: none. local: true if there is one, and it commutes with
 * whatever others may do meanwhile, so that nothing is missed if it is taken first. */
int model_ways(const struct model *m, const struct state *s, int p, bool *local);
void model_step(const struct model *m, struct state *s, int p, int way);

/* Has every client come to its end and every queue been served? */
bool model_ended(const struct state *s);

#endif
