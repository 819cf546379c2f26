/* SPDX-License-Identifier: MIT */
/*
 * mailbox: the bounded mailbox of an actor. mailbox.c has the idea.
 *
 * A letter is a record of its own, on the heap; a token is a message without content that stands
 * for the next letter in the actor's queue.
 */
#ifndef CONC_SRC_MAILBOX_H
#define CONC_SRC_MAILBOX_H

#include "actor.h"
#include "conc/actor.h"

struct conc_letter {
	struct conc_letter *next; /* inside the guard of its mailbox */
	bool control;
	_Alignas(16) struct conc_record record;
	/* the message, or a pointer to it and a hash */
};

struct conc_mailbox {
	uintptr_t guard; /* its pointer: the FIFO of senders that wait */
	/* Inside the guard: */
	struct conc_mailbox_config config;
	struct conc_mailbox_statistics counts;
	struct conc_letter *first, *last; /* FIFO */
	uint32_t users;                   /* the actor, each token, each sender that waits */
	bool ended;
};

struct conc_mailbox_token {
	struct conc_mailbox *mailbox;
	struct conc_message conc_message;
};

/* What a token is sent with. */
extern const struct conc_abi_site conc_mailbox_site __attribute__((visibility("hidden")));

enum conc_mailbox_verdict {
	CONC_MAILBOX_TOKEN, /* the letter lies there: a token is to be sent */
	CONC_MAILBOX_DONE,  /* nothing more is to be done: dropped, or in the place of one that was
	                     */
	CONC_MAILBOX_FULL,  /* the message is still the sender's */
	CONC_MAILBOX_ENDED, /* the actor has ended; the same */
};

/* For one actor, whose memory lets go of it with conc_mailbox_free. */
struct conc_mailbox *conc_mailbox_new(const struct conc_mailbox_config *config, const char *where);
void conc_mailbox_set(struct conc_mailbox *mailbox, const struct conc_mailbox_config *config);

/* Puts a message in, by value or by reference. try: never waits, and never drops the message
 * itself. */
enum conc_mailbox_verdict conc_mailbox_put(struct conc_mailbox *mailbox, struct conc_actor *actor,
                                           const struct conc_abi_site *site, void *message,
                                           enum conc_abi_record kind, bool try);

/* Takes the oldest letter out, if there is one, and lets a sender that waits put its own in. Who
 * handles it frees it. */
struct conc_letter *conc_mailbox_next(struct conc_mailbox *mailbox);

/* The actor has ended, or does so again: what lies in it is not received; senders that wait are
 * told. */
void conc_mailbox_end(struct conc_mailbox *mailbox);
/* Nobody sends to the actor any more. */
void conc_mailbox_free(struct conc_mailbox *mailbox);

#endif
