/* SPDX-License-Identifier: MIT */
/* Finds the redundant synchronisations of separate statements. This header is shared by sync_set.c
 * (what holds at each place), sync_alias.c (which operands are on one handler), sync_loop.c (what
 * can stand before a loop) and sync_report.c (--report=sync). */
#ifndef CONCC_SYNC_SET_H
#define CONCC_SYNC_SET_H

#include "control_flow.h"
#include "types/separate.h"

struct unit;
struct text;

/* Sets removed of every use that would synchronise, and why for --report=sync. Call it after
 * separate_classify. */
void sync_sets(struct unit *unit);
/* Writes --report=sync: a line for each synchronisation, and one with their number. */
void sync_report(struct unit *unit, struct text *out);

/* ---- handlers: sync_alias.c ---- */

/* The origin of an operand's pointer. */
struct sync_origin {
	enum {
		ORIGIN_VALUE,     /* unknown */
		ORIGIN_PARAMETER, /* a parameter that is never assigned */
		ORIGIN_NEW        /* an evaluation of new separate without (with) */
	} kind;
	size_t id;       /* a place in the text; equal ids mean the same handler */
	size_t at;       /* the latest place in the text where it was obtained */
	size_t function; /* start of the function that obtains it */
	bool restricted; /* a parameter declared restrict */
};

/* True if a declaration in a function hides the name's meaning at file scope. */
bool sync_is_local(struct unit *unit, TSNode name);
/* jumps: a goto of the function may jump back over declarations. */
struct sync_origin sync_origin(struct unit *unit, const struct separate_operand *operand,
                               bool jumps);
/* True if they are certainly on different handlers. jumps: as above, for either's function. */
bool sync_distinct(const struct sync_origin *a, const struct sync_origin *b, bool jumps);

/* ---- loops: sync_loop.c ---- */

/* The caller sets the first four members: what the events mean for a handler (control_flow.h). */
struct sync_loop {
	struct unit *unit;
	void *data;
	bool (*event)(void *data, TSNode node);
	enum flow_effect (*effect)(void *data, TSNode event);
	TSNode loop;
	TSNode condition; /* under which the loop synchronises; null node: always */
};

/* Returns whether there is a loop in body before which the use can be synchronised. The function has
 * no labels. */
bool sync_loop_find(struct sync_loop *in, TSNode use, TSNode body);

/* ---- reasons: sync_report.c ---- */

struct sync_reason {
	const struct separate_use *use;
	const struct flow_question *question; /* with its answer */
	const struct flow *flow;
	const struct separate_use *elsewhere; /* a call in another function, or null */
	const struct separate_operand *other; /* another operand, whose call cleared it, or null */
	bool reserved;                        /* cleared by a separate statement */
	bool required;                        /* set by a require */
};

/* Returns a sentence that lives as long as the unit. */
const char *sync_why(struct unit *unit, const struct sync_reason *reason);
/* The same for a use that is synchronised before the loop. */
const char *sync_before(struct unit *unit, TSNode loop, const struct separate_use *use);

#endif
