/* SPDX-License-Identifier: MIT */
/*
 * mailbox: the bounded mailbox of an actor. mailbox.c has the idea.
 *
 * An envelope is a record on the heap. A token is a message in the executor's queue that stands for
 * the first envelope in the mailbox.
 */
#ifndef CONC_SRC_MAILBOX_H
#define CONC_SRC_MAILBOX_H

#include "actor.h"
#include "conc/actor.h"

struct conc_envelope {
	struct conc_envelope *next; /* inside the guard of its mailbox */
	bool control;
	_Alignas(16) struct conc_record record;
	/* then the message, or a pointer to it and room for a hash */
};

struct conc_mailbox {
	uintptr_t guard; /* its pointer: the FIFO of senders that wait */
	/* Inside the guard: */
	struct conc_mailbox_config config;
	struct conc_mailbox_statistics counts;
	struct conc_envelope *first, *last; /* FIFO */
	uint32_t users;                     /* number of: the actor, tokens, waiting senders */
	bool ended;
};

struct conc_mailbox_token {
	struct conc_mailbox *mailbox;
	struct conc_message conc_message;
};

/* The site of tokens. */
extern const struct conc_abi_site conc_mailbox_site __attribute__((visibility("hidden")));

enum conc_mailbox_verdict {
	CONC_MAILBOX_TOKEN, /* the envelope is in: the caller must send a token */
	CONC_MAILBOX_DONE,  /* dropped, or in with the token of a dropped envelope */
	CONC_MAILBOX_FULL,  /* the sender keeps the message */
	CONC_MAILBOX_ENDED, /* the actor has ended; the same */
};

/* For one actor. conc_mailbox_free is called when the actor's memory goes. */
struct conc_mailbox *conc_mailbox_new(const struct conc_mailbox_config *config, const char *where);
void conc_mailbox_set(struct conc_mailbox *mailbox, const struct conc_mailbox_config *config);

/* Puts a message in, by value or by reference. try: never waits, and never drops this message. */
enum conc_mailbox_verdict conc_mailbox_put(struct conc_mailbox *mailbox, struct conc_actor *actor,
                                           const struct conc_abi_site *site, void *message,
                                           enum conc_abi_record kind, bool try);

/* Takes out the oldest envelope, if any, and lets a waiting sender put its own in. The caller frees
 * the envelope. */
struct conc_envelope *conc_mailbox_next(struct conc_mailbox *mailbox);

/* The actor has ended; may be called again. Ends its envelopes unreceived, and wakes waiting
 * senders. */
void conc_mailbox_end(struct conc_mailbox *mailbox);
/* The actor lets go of the mailbox: no thread sends to it any more. The last user frees it. */
void conc_mailbox_free(struct conc_mailbox *mailbox);

#endif
