/* SPDX-License-Identifier: MIT */
/*
 * message: copies, disposal and deliveries of messages. message.c has the rules.
 *
 * A delivery is one record with a pointer to a message that was sent by reference.
 */
#ifndef CONC_SRC_MESSAGE_H
#define CONC_SRC_MESSAGE_H

#include "actor.h"

/* Are deliveries of a message with this disposition counted? Nodelete and Finished do nothing to a
 * message, so they need no count. */
static inline bool conc_message_counts(uint8_t disposition)
{
	return disposition == CONC_DELETE || disposition == CONC_DESTROY;
}

/* Returns size bytes from malloc for a message of this site, or an envelope with it. Stops the
 * program if there is no memory. */
void *conc_message_allocate(size_t align, size_t size, const struct conc_abi_site *site);
/* Returns a copy of a message by value, which the caller owns. */
void *conc_message_copy(const struct conc_abi_site *site, const void *message);

/* A copy of a message made by new has its bytes, but was not made by new. */
static inline enum conc_abi_made conc_message_made(const struct conc_message *m)
{
	if (m->conc_made < CONC_MADE_HERE_(0)) return (enum conc_abi_made)m->conc_made;
	return m->conc_made == CONC_MADE_HERE_(m) ? CONC_MADE_BY_NEW : CONC_MADE_OTHERWISE;
}

/* Counts one more delivery. A sender that sees no holder is the only thread that has the message:
 * while there are holders, only they may send it. */
static inline void conc_message_hold(struct conc_message *m)
{
	/* relaxed: the record of a holder that sends the message on publishes the count */
	if (CONC_LIKELY(load_relaxed(&m->conc_holders) == 0)) store_relaxed(&m->conc_holders, 1);
	else add_relaxed(&m->conc_holders, 1);
}

/* m is sent by reference. True: the delivery is counted, so its record is CONC_RECORD_COUNTED, and
 * conc_message_end ends it. */
static inline bool conc_message_begin(struct conc_message *m)
{
	/* relaxed: only delete reads it, whose caller alone has the message */
	if (!load_relaxed(&m->conc_sent)) store_relaxed(&m->conc_sent, 1);
	/* relaxed: written before the first send, or in the behaviour that sends m on */
	if (CONC_LIKELY(!conc_message_counts(load_relaxed(&m->conc_disposition)))) return false;
	conc_message_hold(m);
	return true;
}

/* Ends a counted delivery, received or not. The last one disposes of the message. */
void conc_message_end(struct conc_message *m, const struct conc_abi_site *site);

/* Ends record after its behaviour: the counted delivery, or the copy of the message. */
void conc_delivery_finish(struct conc_delivery *d, struct conc_record *record);

/* Ends a delivery or a copy that no behaviour receives, and cancels its asks. Does not free the
 * memory of a large copy. Returns whether an ask was cancelled. */
bool conc_message_undelivered(void *message, const struct conc_abi_site *site,
                              enum conc_abi_record kind);

#endif
