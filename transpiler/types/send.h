/* SPDX-License-Identifier: MIT */
/* Sends: `a | m` whose first operand is an actor, and calls that take actors and messages. */
#ifndef CONCC_SEND_H
#define CONCC_SEND_H

#include "clang.h"
#include "tree/syntax.h"

struct unit;
struct kind;
struct behaviour;

enum send_state {
	SEND_UNKNOWN, /* the operands' types are not known yet */
	SEND_NONE,    /* an | of integers, or without an actor; a channel's conc_try_send */
	SEND_ACTOR
};

/* One message of a send. */
struct send_step {
	TSNode node;    /* the | expression, with the chain before it; or the call */
	TSNode sign;    /* | itself; null node in a call */
	TSNode message; /* the operand */
};

/* a | m1 | m2, or conc_try_send(&a, m). */
struct send {
	enum send_state state;
	TSNode node;
	TSNode actor; /* the operand that receives */
	bool call;
	bool shadowed;           /* the shadow has it as a send */
	bool tried;              /* shadowed once as a guess, because no type was known */
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

/* An operand of a send. */
struct send_operand {
	enum {
		OPERAND_OTHER,
		OPERAND_OBJECT,  /* an object of a kind */
		OPERAND_POINTER, /* a pointer to an object */
		OPERAND_ARRAY,   /* an array of objects */
		OPERAND_INDIRECT /* a pointer to a pointer to an object */
	} form;
	const struct kind *kind; /* an actor or a message; null for OTHER */
	bool is_const;           /* the object is const or volatile */
	bool ready;              /* a ready-made message by its bare name */
	CXType type;             /* unless it is ready */
};

/* How a message gets to an actor. */
enum send_form { SEND_VALUE, SEND_REFERENCE, SEND_FORWARD, SEND_READY };
struct delivery {
	enum send_form form;
	const struct behaviour *receive; /* null for a ready-made message that every actor takes */
	const struct kind *actor, *message; /* the receive's; without a receive, the operands' */
	const struct kind *given;           /* the operand's */
	bool bare;                          /* the operand is a ready-made message's name */
};

/* Can the unit contain sends? False in a unit without actors. */
bool sends_possible(const struct unit *unit);
/* Collect a node that may be a send, or such a call. Called for outer nodes first. */
void sends_add_binary(struct unit *unit, TSNode node);
void sends_add_call(struct unit *unit, TSNode node);
void sends_free(struct unit *unit);
/* Edits the shadow, before the shadows of constructs, which copy text out of it. */
void sends_shadow(struct unit *unit);
/* Finds sends by their types. True if a guess was wrong: shadow and types must be made again. */
bool sends_found(struct unit *unit);

/* Returns the chain at node, through parentheses; null: it is no send. */
const struct send *send_at(const struct unit *unit, TSNode node);
/* Is this call a send to an actor, or may it be one? If so, it is no operation on a channel. */
bool sends_has_call(const struct unit *unit, TSNode node);
/* Is start..end an operand of a send? check/send.c checks operands. */
bool send_is_operand(const struct unit *unit, size_t start, size_t end);
/* Describes an operand. False: its type is not known. */
bool send_operand(struct unit *unit, TSNode node, struct send_operand *operand);
/* Is node the message parameter of the behaviour around it? */
bool send_is_parameter(struct unit *unit, TSNode node);
/* Returns the receive for these static types, of the nearest actor type first; null: none. */
const struct behaviour *send_receive(const struct unit *unit, const struct kind *actor,
                                     const struct kind *message);
/* Is it delete_message, destroy_message or finished_message? */
bool is_ready_made(const struct kind *kind);
/* Finds how the step's message gets to an actor of this kind. False: it cannot. */
bool send_delivery(struct unit *unit, const struct kind *actor, const struct send_step *step,
                   struct delivery *delivery);

#endif
