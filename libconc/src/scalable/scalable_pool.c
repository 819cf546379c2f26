/* SPDX-License-Identifier: MIT */
/*
 * scalable_pool: pieces that wait for a replica, and replicas that wait for a piece.
 *
 * One lock covers both. It is taken twice for each piece, which is some tens of microseconds of
 * work. So no replica is idle while there is a piece: a replica that finds none is listed under the
 * same hold of the lock, and a push takes a replica out of the list.
 *
 * Rejected: a deque for each replica with stealing (the handler is the only producer, so all takers
 * meet at its end anyhow); a lock-free ring (a piece is long enough).
 */
#include <stdlib.h>

#include "kernel/scheduler.h"
#include "port/stop.h"
#include "scalable.h"

enum { LONG = 20000 /* ns of a call */ };

static struct conc_piece *new_piece(struct conc_scalable *s)
{
	struct conc_piece *piece = s->free_pieces;

	if (CONC_LIKELY(piece != NULL)) {
		s->free_pieces = piece->next;
		return piece;
	}
	piece = malloc(sizeof *piece);
	if (!piece) conc_stop(NULL, NULL, "no memory for the messages of a split actor");
	return piece;
}

void conc_piece_pool_list_idle(struct conc_scalable *s, struct conc_replica *r)
{
	r->idle = true;
	r->next = s->idle;
	s->idle = r;
	s->idlers++;
}

void conc_piece_pool_unlist_idle(struct conc_scalable *s, struct conc_replica *r)
{
	struct conc_replica **link = &s->idle;

	while (*link != r) link = &(*link)->next;
	*link = r->next;
	r->idle = false;
	s->idlers--;
}

bool conc_piece_pool_push(struct conc_scalable *s, const struct conc_piece *given)
{
	struct conc_replica *idle;
	struct conc_piece *piece;

	conc_tiny_lock_acquire(&s->lock);
	piece = new_piece(s);
	*piece = *given;
	piece->next = NULL;
	if (s->last) s->last->next = piece;
	else s->first = piece;
	s->last = piece;
	/* relaxed: without the lock it is read as an estimate */
	store_relaxed(&s->queued, s->queued + piece->count);
	idle = s->idle;
	if (idle) conc_piece_pool_unlist_idle(s, idle);
	conc_tiny_lock_release(&s->lock);
	if (!idle) return true;
	conc_thread_unpark(idle->thread);
	/* otherwise it would wait, ready on this processor, for the handler's next call */
	if (conc_scalable_average(s) > LONG) conc_scheduler_wake();
	return false;
}

struct conc_piece *conc_piece_pool_take(struct conc_scalable *s)
{
	struct conc_piece *piece = s->first;

	if (!piece) return NULL;
	s->first = piece->next;
	if (!s->first) s->last = NULL;
	store_relaxed(&s->queued, s->queued - piece->count);
	return piece;
}

void conc_piece_pool_free(struct conc_scalable *s, struct conc_piece *piece)
{
	piece->next = s->free_pieces;
	s->free_pieces = piece;
}

void conc_piece_pool_stop_lingering(struct conc_scalable *s)
{
	struct conc_replica *idle = NULL;

	conc_tiny_lock_acquire(&s->lock);
	if (s->idlers && s->idlers == s->alive && !s->asked) idle = s->idle;
	if (idle) conc_piece_pool_unlist_idle(s, idle);
	conc_tiny_lock_release(&s->lock);
	if (idle) conc_thread_unpark(idle->thread);
}

void conc_piece_pool_wake_all(struct conc_scalable *s)
{
	struct conc_replica *list, *next;

	conc_tiny_lock_acquire(&s->lock);
	list = s->idle;
	s->idle = NULL;
	s->idlers = 0;
	for (struct conc_replica *r = list; r; r = r->next) r->idle = false;
	conc_tiny_lock_release(&s->lock);
	for (; list; list = next) {
		next = list->next;
		conc_thread_unpark(list->thread);
	}
}
