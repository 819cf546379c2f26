/* SPDX-License-Identifier: MIT */
/* Sends: `a | m` whose operands' types make it one, and calls that take actors and messages. */
#ifndef CONCC_SEND_H
#define CONCC_SEND_H

#include <stdbool.h>
#include <stddef.h>

#include "clang.h"
#include "syntax.h"

struct unit;
struct kind;
struct behaviour;

enum send_state {
	SEND_UNKNOWN, /* what the operands are is not known yet */
	SEND_NONE,    /* an | of integers, or of what is no actor; a channel's conc_try_send */
	SEND_ACTOR
};

/* One message of a send. */
struct send_step {
	TSNode node;    /* the |, with all that stands before it in the chain; or the call */
	TSNode sign;    /* | itself; null node in a call */
	TSNode message; /* the operand */
};

/* a | m1 | m2, or conc_try_send(&a, m). */
struct send {
	enum send_state state;
	TSNode node;
	TSNode actor; /* the operand that receives */
	bool call;
	bool shadowed; /* it stands in the shadow as if it were a send */
	bool tried;    /* that was a guess because nothing was known, and it did not help */
	struct send_step *steps; /* in the order in which they are sent */
	size_t step_count, step_room;
};

/* A call of another function of the library that takes actors or messages. */
struct actor_call {
	const struct actor_function {
		const char *name;
		const char *wants; /* a letter for each argument: a: pointer to an actor, m: to a
		                      message, t: &conc_type_NAME of an actor, x: anything */
	} * of;
	TSNode node, arguments[3];
	int argument_count;
};

/* What an operand is to a send. */
struct send_operand {
	enum {
		OPERAND_OTHER,
		OPERAND_OBJECT,  /* of a kind */
		OPERAND_POINTER, /* to one */
		OPERAND_ARRAY,   /* of them */
		OPERAND_INDIRECT /* a pointer to a pointer to one */
	} form;
	const struct kind *kind; /* an actor or a message; null for OTHER */
	bool is_const;           /* what would be changed is const or volatile */
	bool ready;              /* a message by its bare name */
	CXType type;             /* unless it is ready */
};

/* How a message gets to an actor. */
enum send_form { SEND_VALUE, SEND_REFERENCE, SEND_FORWARD, SEND_READY };
struct delivery {
	enum send_form form;
	const struct behaviour *receive; /* null for a ready-made message that every actor takes */
	const struct kind *actor,
	        *message;         /* of the receive; of the operands where there is none */
	const struct kind *given; /* the operand's */
	bool bare;                /* the operand is a ready-made message's name */
};

/* Finds what may be a send: nothing in a unit without actors. Called for each node that can be one,
 * outer ones first. */
bool sends_possible(const struct unit *unit);
void sends_add_binary(struct unit *unit, TSNode node);
void sends_add_call(struct unit *unit, TSNode node);
void sends_free(struct unit *unit);
/* Before the shadows of constructs, which copy text out of the shadow. */
void sends_shadow(struct unit *unit);
/* True if types show that a guess was wrong: shadow and types have to be made again. */
bool sends_found(struct unit *unit);

/* The chain that node is, through parentheses, if it is a send; else null. */
const struct send *send_at(const struct unit *unit, TSNode node);
/* Is this call a send to an actor, or may it be one? Then it is no operation on a channel. */
bool sends_has_call(const struct unit *unit, TSNode node);
/* Is it an operand of a send? check_send.c says what it may be. */
bool send_is_operand(const struct unit *unit, size_t start, size_t end);
/* What an operand is. False: its type is not known. */
bool send_operand(struct unit *unit, TSNode node, struct send_operand *operand);
/* Is it the message parameter of the behaviour around it? */
bool send_is_parameter(struct unit *unit, TSNode node);
/* The receive for static types, the nearest actor type first: null, if there is none. */
const struct behaviour *send_receive(const struct unit *unit, const struct kind *actor,
                                     const struct kind *message);
/* Is it delete_message, destroy_message or finished_message? */
bool is_ready_made(const struct kind *kind);
/* How the step's message goes to an actor of this kind. False: there is no way. */
bool send_delivery(struct unit *unit, const struct kind *actor, const struct send_step *step,
                   struct delivery *delivery);

#endif
