/* SPDX-License-Identifier: MIT */
/*
 * message: what happens to a message beside being handled. message.c has the rules.
 *
 * A delivery is one record with a pointer to a message that was sent by reference.
 */
#ifndef CONC_SRC_MESSAGE_H
#define CONC_SRC_MESSAGE_H

#include "actor.h"

/* Has somebody to count deliveries of a message with that disposition? Finished does nothing to a
 * message, so nobody has to know when it is time for it. */
static inline bool conc_message_counts(uint8_t disposition)
{
	return disposition == CONC_DELETE || disposition == CONC_DESTROY;
}

/* size bytes for a message of that site, or for what holds it; stops the program if there is no
 * memory. From malloc. */
void *conc_message_allocate(size_t align, size_t size, const struct conc_abi_site *site);
/* A copy of a message by value that is the caller's. */
void *conc_message_copy(const struct conc_abi_site *site, const void *message);

/* A copy of a message has its bytes, but was not made by new. */
static inline enum conc_abi_made conc_message_made(const struct conc_message *m)
{
	if (m->conc_made < CONC_MADE_HERE_(0)) return (enum conc_abi_made)m->conc_made;
	return m->conc_made == CONC_MADE_HERE_(m) ? CONC_MADE_BY_NEW : CONC_MADE_OTHERWISE;
}

/* One more delivery. Whoever sees no holder is the only one who has the message: the holders of a
 * delivery are all that may send it while there are any. */
static inline void conc_message_hold(struct conc_message *m)
{
	/* relaxed: a holder of another delivery that sends it on publishes it with the record */
	if (CONC_LIKELY(load_relaxed(&m->conc_holders) == 0)) store_relaxed(&m->conc_holders, 1);
	else add_relaxed(&m->conc_holders, 1);
}

/* m is sent by reference. True: the delivery is counted, so its record is CONC_RECORD_COUNTED, and
 * conc_message_end ends it. */
static inline bool conc_message_begin(struct conc_message *m)
{
	/* relaxed: only delete reads it, which who has the message to himself calls */
	if (!load_relaxed(&m->conc_sent)) store_relaxed(&m->conc_sent, 1);
	/* relaxed: written before the first send, or in the behaviour that sends it on */
	if (CONC_LIKELY(!conc_message_counts(load_relaxed(&m->conc_disposition)))) return false;
	conc_message_hold(m);
	return true;
}

/* A counted delivery ends, with or without a behaviour. The last one disposes of the message. */
void conc_message_end(struct conc_message *m, const struct conc_abi_site *site);

/* Does a type, or a base of it, have a destroy? */
static inline bool conc_type_has_destroy(const struct conc_abi_type *type)
{
	while (type && !type->conc_destroy) type = type->conc_base;
	return type != NULL;
}

/* Behind a behaviour: ends the delivery of d, or the copy, that the record is. */
void conc_delivery_finish(struct conc_delivery *d, struct conc_record *record);

/* A delivery or a copy that no behaviour gets: who asks is told, and it ends. A large copy's memory
 * stays. True: somebody was told. */
bool conc_message_undelivered(void *message, const struct conc_abi_site *site,
                              enum conc_abi_record kind);

#endif
