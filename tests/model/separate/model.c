/* SPDX-License-Identifier: MIT */
/* The rules. Names in capitals are those of the paper's fig. 3. */
#include "model.h"

#include <string.h>

enum { APPENDED = 0x80 }; /* in frame.ready, of a switch */

static struct frame *frame_of(struct process *p)
{
	return &p->frame[p->depth - 1];
}

static const struct frame *top(const struct process *p)
{
	return &p->frame[p->depth - 1];
}

static int handler_of(const struct model *m, int cell)
{
	return m->program->handler_of[cell];
}

static bool is_own(int p, int handler)
{
	return p == CLIENTS + handler;
}

/* ---- the queues ---- */

/* The last occurrence of the client: the one that it adds to. */
static struct queue *queue_of(struct state *s, int handler, int p)
{
	struct handler *h = &s->handler[handler];

	for (int i = h->count; i-- > 0;)
		if (h->queue[i].owner == p) return &h->queue[i];
	s->broken = true;
	return &h->queue[0];
}

static void add_request(struct state *s, int handler, int p, struct request r)
{
	struct queue *q = queue_of(s, handler, p);

	if (q->count == REQUESTS_MAX) s->broken = true;
	else q->request[q->count++] = r;
}

static void add_queue(struct state *s, int handler, int p)
{
	struct handler *h = &s->handler[handler];

	if (h->count == QUEUES_MAX) s->broken = true;
	else h->queue[h->count++].owner = (uint8_t)p;
}

/* SEPARATE, for all handlers of the mask in one step. */
static void add_queues(struct state *s, unsigned mask, int p)
{
	for (int h = 0; h < HANDLERS; h++)
		if (mask >> h & 1) add_queue(s, h, p);
}

/* quiet: of a block that has called nothing. */
static void add_ends(struct state *s, unsigned mask, int p, bool quiet)
{
	for (int h = 0; h < HANDLERS; h++)
		if (mask >> h & 1)
			add_request(s, h, p, (struct request){.kind = END, .value = quiet});
}

/* ---- what is executed ---- */

static void note(struct state *s, int handler, int what)
{
	struct handler *h = &s->handler[handler];

	if (h->done_count == DONE_MAX) s->broken = true;
	else h->done[h->done_count++] = (uint16_t)what;
}

/* A call on the handler has been carried out, or a block has ended, of whoever does not wait for a
 * condition. */
static void wake(struct state *s, int handler)
{
	for (int i = 0; i < PROCESSES; i++) {
		struct process *w = &s->process[i];
		if (w->status == WAITING && w->held[w->held_count - 1].fresh >> handler & 1)
			w->status = WOKEN;
	}
}

static void carry_out(struct state *s, int handler, int number)
{
	if (number) note(s, handler, number);
	wake(s, handler);
}

static void add(const struct model *m, struct state *s, int cell, int value, int number)
{
	s->value[cell] = (uint8_t)(s->value[cell] + value);
	carry_out(s, handler_of(m, cell), number);
}

static void answer(const struct model *m, struct state *s, struct process *p, int value)
{
	struct frame *f = frame_of(p);

	f->odd = value & 1;
	if (f->cell == SELF && p >= &s->process[SPAWNED]) return; /* nobody asked */
	if (f->cell != SELF) note(s, handler_of(m, f->cell), ANSWER + value);
	else if (p->answers == ANSWERS_MAX) s->broken = true;
	else p->answer[p->answers++] = (uint8_t)value;
}

static void enter(const struct model *m, struct state *s, struct process *p, int script, int cell)
{
	if (p->depth == FRAMES_MAX) {
		s->broken = true;
		return;
	}
	p->frame[p->depth++] = (struct frame){.pc = m->code.start[script], .cell = (uint8_t)cell};
}

/* ---- reservations ---- */

static unsigned all_of(const struct held *held)
{
	return held->fresh | held->shared | held->direct;
}

/* How the function that runs has the handler; null: it does not. */
static const struct held *held_here(const struct process *p, int handler)
{
	for (int i = p->held_count; i-- > 0 && p->held[i].frame == p->depth;)
		if (all_of(&p->held[i]) >> handler & 1) return &p->held[i];
	return NULL;
}

static bool held_before(const struct process *p, int handler)
{
	for (int i = 0; i < p->held_count; i++)
		if (all_of(&p->held[i]) >> handler & 1) return true;
	return false;
}

static struct held reservation(const struct model *m, const struct process *p, int number,
                               unsigned cells)
{
	struct held held = {.frame = p->depth};

	for (int c = 0; c < CELLS; c++) {
		int h = handler_of(m, c);
		unsigned bit = 1u << h;
		const struct held *here;
		if (!(cells >> c & 1) || all_of(&held) & bit) continue;
		here = held_here(p, h);
		if (is_own(number, h) || (here ? (here->direct & bit) != 0 : held_before(p, h)))
			held.direct |= (uint8_t)bit;
		else if (here) held.shared |= (uint8_t)bit;
		else held.fresh |= (uint8_t)bit;
	}
	return held;
}

static void reserve(const struct model *m, struct state *s, int number, unsigned cells)
{
	struct process *p = &s->process[number];
	struct held held = reservation(m, p, number, cells);

	if (p->held_count == HELD_MAX) {
		s->broken = true;
		return;
	}
	p->held[p->held_count++] = held;
	add_queues(s, held.fresh, number);
}

static void spawn(const struct model *m, struct state *s, const struct instruction *i)
{
	int number = SPAWNED;
	struct process *p;
	unsigned mask = 0;

	while (number < PROCESSES && s->process[number].depth) number++;
	if (number == PROCESSES) {
		s->broken = true;
		return;
	}
	p = &s->process[number];
	for (int c = 0; c < CELLS; c++)
		if (i->cell >> c & 1) mask |= 1u << handler_of(m, c);
	p->frame[p->depth++] = (struct frame){.pc = i->target, .cell = SELF};
	p->held[p->held_count++] = (struct held){
	        .fresh = (uint8_t)mask, .direct = (uint8_t)mask, .frame = p->depth};
	add_queues(s, mask, number);
}

static void release(struct state *s, int number)
{
	struct process *p = &s->process[number];
	struct held *held = &p->held[--p->held_count];

	add_ends(s, held->fresh, number, false);
	*held = (struct held){0};
}

/* The condition was false. */
static void give_up(struct state *s, int number)
{
	struct process *p = &s->process[number];
	const struct held *held = &p->held[p->held_count - 1];

	if (held->shared | held->direct) s->broken = true;
	add_ends(s, held->fresh, number, true);
	p->status = WAITING;
	if (!p->ticket) p->ticket = ++s->tickets;
}

/* Those who came before, and have been woken, reserve first. */
static bool may_retry(const struct state *s, const struct process *p)
{
	for (int i = 0; i < PROCESSES; i++) {
		const struct process *w = &s->process[i];
		if (w->status == WOKEN && w->ticket < p->ticket &&
		    w->held[w->held_count - 1].fresh & p->held[p->held_count - 1].fresh)
			return false;
	}
	return true;
}

/* ---- instructions ---- */

static bool is_call(const struct instruction *i)
{
	return i->op == OP_ADD || i->op == OP_SEND;
}

/* The cell that an instruction is about. */
static int cell_of(const struct process *p, const struct instruction *i)
{
	return i->cell == SELF ? top(p)->cell : i->cell;
}

/* Is it logged, if one may choose? */
static bool is_logged(const struct model *m, const struct process *p, const struct instruction *i)
{
	int h;

	if (!is_call(i) || i->cell == SELF) return false;
	h = handler_of(m, i->cell);
	return !(held_here(p, h)->direct >> h & 1);
}

/* The handlers with whom a process synchronises before it executes the instruction itself. */
static unsigned needs(const struct model *m, const struct process *p, int number,
                      const struct instruction *i)
{
	unsigned mask = 0;

	if (i->op == OP_REQUIRE || i->op == OP_GATHER) mask = all_of(&p->held[p->held_count - 1]);
	else if (i->op >= OP_ADD && i->op <= OP_ASK && i->cell != SELF)
		mask = 1u << handler_of(m, i->cell);
	if (i->op == OP_MOVE) mask |= 1u << handler_of(m, i->other);
	if (number >= CLIENTS && number < SPAWNED) mask &= ~(1u << (number - CLIENTS));
	return mask & ~(unsigned)top(p)->ready;
}

/* QUERY: release is at the end of the queue; SYNC is the other half, in run. */
static void ask_for(struct state *s, int number, int handler)
{
	add_request(s, handler, number, (struct request){.kind = SYNC});
	s->process[number].status = SYNCING;
	s->process[number].wants = (uint8_t)handler;
}

/* CALL */
static void log_call(const struct model *m, struct state *s, int number,
                     const struct instruction *i)
{
	add_request(s, handler_of(m, i->cell), number,
	            (struct request){i->op == OP_ADD ? CALL_ADD : CALL_SCRIPT, i->cell, i->value,
	                             i->number});
}

static void move(const struct model *m, struct state *s, const struct instruction *i)
{
	s->value[i->cell]--;
	s->value[i->other]++;
	carry_out(s, handler_of(m, i->cell), i->number);
	if (handler_of(m, i->cell) != handler_of(m, i->other))
		carry_out(s, handler_of(m, i->other), i->number);
}

static void call_script(const struct model *m, struct state *s, struct process *p, int script,
                        int cell, int number)
{
	carry_out(s, handler_of(m, cell), number);
	enter(m, s, p, script, cell);
}

/* What p executes itself, synchronised where it must be. */
static void execute(const struct model *m, struct state *s, int number, const struct instruction *i)
{
	struct process *p = &s->process[number];
	int cell = cell_of(p, i);

	switch (i->op) {
	case OP_ADD:
		add(m, s, cell, i->value, i->number);
		break;
	case OP_GET:
		carry_out(s, handler_of(m, cell), i->number);
		answer(m, s, p, s->value[cell]);
		break;
	case OP_READ:
		answer(m, s, p, s->value[cell]);
		break;
	case OP_WRITE:
		s->value[cell] = i->value;
		carry_out(s, handler_of(m, cell), 0);
		break;
	case OP_MOVE:
		move(m, s, i);
		answer(m, s, p, s->value[i->other]);
		break;
	case OP_SEND:
	case OP_ASK:
		call_script(m, s, p, i->value, cell, i->number);
		break;
	default:
		break;
	}
}

static void leave(struct process *p)
{
	p->frame[--p->depth] = (struct frame){0};
}

/* A switch is a reservation, of which the synchronisation is all. */
static void step_switch(const struct model *m, struct state *s, int number,
                        const struct instruction *i, int way)
{
	struct frame *f = frame_of(&s->process[number]);
	int h = handler_of(m, i->cell);

	if (!f->ready && way == 0) f->pc++;
	else if (!f->ready) {
		add_queue(s, h, number);
		f->ready = APPENDED;
	} else if (f->ready == APPENDED) ask_for(s, number, h);
	else {
		add_ends(s, 1u << h, number, true);
		f->ready = 0;
		f->pc++;
	}
}

static void step_require(struct state *s, int number, const struct instruction *i)
{
	struct process *p = &s->process[number];

	frame_of(p)->ready = 0;
	if (s->value[i->cell] < i->value) {
		give_up(s, number);
		return;
	}
	p->ticket = 0;
	frame_of(p)->pc++;
}

static void step_running(const struct model *m, struct state *s, int number, int way)
{
	struct process *p = &s->process[number];
	struct frame *f = frame_of(p);
	const struct instruction *i = &m->code.at[f->pc];
	unsigned need = needs(m, p, number, i);

	if (i->op == OP_SWITCH) {
		step_switch(m, s, number, i, way);
		return;
	}
	if (is_logged(m, p, i) && !f->ready &&
	    (m->mode == ACTIVE || (m->mode == BOTH && way == 0))) {
		f->pc++;
		log_call(m, s, number, i);
		return;
	}
	if (need) {
		ask_for(s, number, __builtin_ctz(need));
		return;
	}
	if (i->op == OP_REQUIRE) {
		step_require(s, number, i);
		return;
	}
	f->ready = 0;
	f->pc++;
	switch (i->op) {
	case OP_RESERVE:
		reserve(m, s, number, i->cell);
		break;
	case OP_RELEASE:
		release(s, number);
		break;
	case OP_SPAWN:
		spawn(m, s, i);
		break;
	case OP_GATHER:
		break;
	case OP_JUMP:
		f->pc = i->target;
		break;
	case OP_UNLESS_ODD:
		if (!f->odd) f->pc = i->target;
		break;
	case OP_END:
		leave(p);
		break;
	default:
		execute(m, s, number, i);
	}
}

/* RUN, END, and SYNC with whom waits. */
static void run(const struct model *m, struct state *s, int handler)
{
	struct handler *h = &s->handler[handler];
	struct queue *q = &h->queue[0];
	struct request r = q->request[0];
	struct process *client = &s->process[q->owner];

	memmove(&q->request[0], &q->request[1], sizeof q->request - sizeof q->request[0]);
	q->request[REQUESTS_MAX - 1] = (struct request){0};
	q->count--;
	switch (r.kind) {
	case CALL_ADD:
		add(m, s, r.cell, r.value, r.number);
		break;
	case CALL_SCRIPT:
		call_script(m, s, &s->process[CLIENTS + handler], r.value, r.cell, r.number);
		break;
	case SYNC:
		frame_of(client)->ready |= (uint8_t)(1u << handler);
		client->status = RUNNING;
		client->wants = 0;
		break;
	default:
		if (!r.value) wake(s, handler);
		memmove(&h->queue[0], &h->queue[1], sizeof h->queue - sizeof h->queue[0]);
		h->queue[--h->count] = (struct queue){0};
	}
}

/* ---- what may happen ---- */

void model_start(const struct model *m, struct state *s)
{
	memset(s, 0, sizeof *s);
	for (int c = 0; c < m->program->clients; c++) enter(m, s, &s->process[c], c, SELF);
}

static int ways_running(const struct model *m, const struct process *p, int number, bool *local)
{
	const struct frame *f = top(p);
	const struct instruction *i = &m->code.at[f->pc];

	if (i->op == OP_SPAWN) *local = false;
	if (i->op == OP_RESERVE && reservation(m, p, number, i->cell).fresh) *local = false;
	if (i->op == OP_SWITCH && m->mode == BOTH && !f->ready) {
		*local = false;
		return 2;
	}
	return m->mode == BOTH && is_logged(m, p, i) && !f->ready ? 2 : 1;
}

int model_ways(const struct model *m, const struct state *s, int number, bool *local)
{
	const struct process *p = &s->process[number];

	*local = true;
	if (p->status == SYNCING || p->status == WAITING) return 0;
	if (p->status == WOKEN) {
		*local = false;
		return may_retry(s, p);
	}
	if (p->depth) return ways_running(m, p, number, local);
	if (number < CLIENTS || number >= SPAWNED) return 0;
	return s->handler[number - CLIENTS].count && s->handler[number - CLIENTS].queue[0].count;
}

void model_step(const struct model *m, struct state *s, int number, int way)
{
	struct process *p = &s->process[number];

	if (p->status == WOKEN) {
		add_queues(s, p->held[p->held_count - 1].fresh, number);
		p->status = RUNNING;
	} else if (p->depth) step_running(m, s, number, way);
	else run(m, s, number - CLIENTS);
}

bool model_ended(const struct state *s)
{
	for (int i = 0; i < PROCESSES; i++)
		if (s->process[i].depth) return false;
	for (int h = 0; h < HANDLERS; h++)
		if (s->handler[h].count) return false;
	return true;
}
