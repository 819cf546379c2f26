/* SPDX-License-Identifier: MIT */
/* The checks of a unit. Each check/NAME.c begins with what it reports. */
#ifndef CONCC_CHECK_H
#define CONCC_CHECK_H

#include "types/types.h"
#include "tree/unit.h"

struct separate_use;
struct diagnostic_options;
struct text;

void check_operations(struct unit *unit);
void check_sends(struct unit *unit);
/* Checks separate statements and pointers, with the other check_separate functions. */
void check_separates(struct unit *unit);
void check_separate_escapes(struct unit *unit);
void check_separate_plain(struct unit *unit);
void check_separate_types(struct unit *unit);
/* True if the use is evaluated and its operand has no error. */
bool separate_use_counts(const struct unit *unit, const struct separate_use *use);
/* Returns the use that a path through members and elements begins with, or null. */
const struct separate_use *separate_use_at_root(const struct unit *unit, TSNode node);
/* Returns false, with an error, if the kind cannot be separate. */
bool check_separate_kind(struct unit *unit, TSNode node, const struct kind *kind);
/* True if call is of a library function that takes a separate object. */
bool separate_takes_object(const struct unit *unit, TSNode call);
void check_tasks(struct unit *unit);
void check_thread_locals(struct unit *unit);
/* Warns about durations without a unit. */
void check_durations(struct unit *unit);
/* Warns about addresses of automatic objects that other threads get. */
void check_automatic(struct unit *unit);
/* Warns about data that is used without its lock. */
void check_guarded(struct unit *unit);
/* Warns about what is used after it was handed on, and about members of actors. */
void check_escapes(struct unit *unit);
/* Warns about data that threads use at once without a lock, if check_escapes did not. summaries:
 * gets what other units have to know, for check_program; or null. */
void check_shared(struct unit *unit, struct text *summaries);
/* Warns about data that threads of several units use at once. text: what check_shared has given for
 * the units, one after the other; it is changed. *trouble: what is wrong with it, or null. Returns
 * the number of errors. */
int check_program(char *text, size_t length, const struct diagnostic_options *options,
                  const char **trouble);
/* Warns about waits that go on in a thread that is cancelled. */
void check_cancel(struct unit *unit);
/* Reports what -fconc-safe refuses, after the other checks of data. */
void check_safety(struct unit *unit);
void check_copies(struct unit *unit);
void check_declarations(struct unit *unit);
/* Checks actor types that are split into replicas, and how they travel. */
void check_scalable(struct unit *unit);
void check_scalable_shared(struct unit *unit);
/* True if its self may be a replica. Then it has a body. */
bool behaviour_may_replicate(const struct behaviour *behaviour);
/* Checks that replicas do not leave the behaviour; part of check_scalable. */
void check_scalable_selves(struct unit *unit);
/* Reports `scalable` on what cannot be scalable; part of behaviours_check. False: it was. */
bool check_scalable_word(struct unit *unit, const struct behaviour *behaviour);
void check_jumps(struct unit *unit);
void check_syntax(struct unit *unit);
/* Returns the form of a word's construct, "mutex (a, b) statement", or null. */
const char *construct_form(const char *word, size_t length);
/* Reports errors in the tokens of a unit that could not be parsed; unit->shadow then is plain C for
 * the back end. False: none found. */
bool check_tokens(struct unit *unit);
/* True if an undeclared name is, or nearly is, a word of the dialect. */
bool misspelt_names(struct unit *unit);
/* Reports undeclared names in a unit with errors. */
void check_unknown_names(struct unit *unit);
/* Returns false after an error. Runs before all recursive walks of the tree. */
bool check_depth(struct unit *unit);

/* Ranges of the analysis text, each covered by an error that concc has reported. */
struct spans {
	struct span {
		size_t start, end;
	} * list; /* the caller frees it */
	size_t count, room;
};

/* token_reader.c: reads a unit that the parser could not parse, from its tokens. Reports incomplete
 * constructs and sets unit->shadow to the edits that make the unit plain C. spoken receives the
 * ranges that these errors cover. */
void tokens_read(struct unit *unit, struct spans *spoken);

#endif
