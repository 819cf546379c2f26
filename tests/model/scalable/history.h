/* SPDX-License-Identifier: MIT */
/* history: what was sent to actors with scalable behaviours, what their ordinary messages have
 * seen, and whether an actor that knows no replicas could have behaved so.
 *
 * The idea. The model is the sequential program: an actor handles one message after another, in an
 * order that extends what happened before what. A message of the history knows whose sends came
 * before its own, by whatever way; an ordinary one has written down how many of each scalable
 * message the actor's state contains, and the state's value. From the ordinary messages, which have
 * an order of their own, follows where each scalable one must stand; then the messages are handled
 * once more, one after another, and the values must be the same. Scalable ones commute among
 * themselves, but not with ordinary ones: those change the factor that what is added later is
 * multiplied by.
 *
 * Rejected: all outcomes, as for separate (explore.c): with a hundred messages there are too many.
 */
#ifndef SCALABLE_HISTORY_H
#define SCALABLE_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	HISTORY_IDS = 256, /* messages, at most; a burst is one */
	HISTORY_WORDS = HISTORY_IDS / 64,
	HISTORY_ACTORS = 48
};

/* Messages whose sends came before. */
struct past {
	uint64_t bits[HISTORY_WORDS];
};

static inline void past_join(struct past *into, const struct past *from)
{
	for (int i = 0; i < HISTORY_WORDS; i++) into->bits[i] |= from->bits[i];
}
static inline void past_add(struct past *past, int id)
{
	past->bits[id / 64] |= UINT64_C(1) << id % 64;
}
static inline bool past_has(const struct past *past, int id)
{
	return past->bits[id / 64] >> id % 64 & 1;
}

/* What an ordinary message, or the end, finds. */
struct view {
	uint16_t seen[HISTORY_IDS]; /* of each scalable message */
	uint64_t sum, factor;
};

struct event {
	int actor;
	bool scalable, sent;
	bool ends;           /* the actor ended with it */
	uint32_t count;      /* records; of ordinary ones 1 */
	uint32_t handled;    /* atomic */
	struct past past;    /* when it was sent */
	uint32_t begin, end; /* real time of the send, or 0 */
	int position;        /* ordinary and handled: the how manyth of its actor, from 1 */
	struct view *view;   /* ordinary and handled */
};

struct history {
	struct event event[HISTORY_IDS];
	struct view *last[HISTORY_ACTORS]; /* when all is over; null: there is no such actor */
};

/* How the state goes on; the program does the same. */
static inline uint64_t fold_weight(int id)
{
	return (uint64_t)id * id + 1;
}
static inline uint64_t fold_scalable(uint64_t factor, int id)
{
	return fold_weight(id) * factor;
}
static inline void fold_ordinary(uint64_t *sum, uint64_t *factor, int id)
{
	*sum = *sum * 31 + (uint64_t)id;
	*factor = *factor * 3 + (uint64_t)id;
}

/* Moves what from has to into. */
void view_move(struct view *into, struct view *from);
bool view_is_blank(const struct view *view);

/* Null: an actor without replicas could have behaved so; else what it could not have done. */
const char *history_check(const struct history *history);

#endif
