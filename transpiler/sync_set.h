/* SPDX-License-Identifier: MIT */
/* Which synchronisations of separate statements are redundant, between its files: sync_set.c what
 * holds where, sync_alias.c which operands are on one handler, sync_report.c --report=sync. */
#ifndef CONCC_SYNC_SET_H
#define CONCC_SYNC_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "control_flow.h"
#include "separate.h"

struct unit;
struct text;

/* Sets removed and why of every use that would synchronise. After separate_classify. */
void sync_sets(struct unit *unit);
/* --report=sync: a line for each of them, and one with their number. */
void sync_report(struct unit *unit, struct text *out);

/* ---- handlers: sync_alias.c ---- */

/* Where the pointer in an operand comes from. */
struct sync_origin {
	enum {
		ORIGIN_VALUE,     /* anywhere */
		ORIGIN_PARAMETER, /* of the function; never assigned */
		ORIGIN_NEW        /* an evaluation of new separate without (with) */
	} kind;
	size_t id;       /* a place in the text; the same one: the same handler */
	size_t at;       /* where in the text it was obtained, at the latest */
	size_t function; /* where the function in which it was begins */
	bool restricted; /* parameter: restrict */
};

/* Does a declaration in the function hide what the name is elsewhere? */
bool sync_is_local(struct unit *unit, TSNode name);
/* jumps: a goto of the function may lead back over declarations. */
struct sync_origin sync_origin(struct unit *unit, const struct separate_operand *operand,
                               bool jumps);
/* Certainly on the same handler, certainly not. jumps: as above, of either's function. */
bool sync_same(const struct sync_origin *a, const struct sync_origin *b);
bool sync_distinct(const struct sync_origin *a, const struct sync_origin *b, bool jumps);

/* ---- reasons: sync_report.c ---- */

struct sync_reason {
	const struct separate_use *use;
	const struct flow_question *question; /* answered */
	const struct flow *flow;
	const struct separate_use *elsewhere; /* a call of another function, or null */
	const struct separate_operand *other; /* whose call cleared it, if that is another one */
	bool reserved;                        /* what cleared it is its own statement */
	bool required;                        /* what set it is a require */
};

/* A sentence, kept as long as the unit. */
const char *sync_why(struct unit *unit, const struct sync_reason *reason);

#endif
