/* SPDX-License-Identifier: MIT */
/* The passes over constructs. Each lower/NAME.c opens with its picture, source → emitted C, and has
 * two halves. NAME_shadow replaces the construct in the shadow unit by plain C of the same types.
 * NAME_lower checks it and edits the author's text. Shadows are made from inner constructs to outer
 * ones, lowerings from outer to inner. */
#ifndef CONCC_LOWER_H
#define CONCC_LOWER_H

#include "types/types.h"
#include "tree/unit.h"

struct text;

/* One half of a pass. */
typedef void construct_pass(struct unit *unit, const struct construct *construct);

struct pass {
	enum node_kind kind;
	construct_pass *shadow, *lower;
};

construct_pass kind_shadow, monitor_lower, thread_lower, actor_lower, message_lower;
construct_pass forward_shadow, forward_lower;
construct_pass main_shadow, main_lower;
construct_pass receive_shadow, receive_lower;
/* destroy, export, import, serialize, deserialize */
construct_pass kind_function_shadow, kind_function_lower;
construct_pass disposition_shadow, disposition_lower;
construct_pass inline_shadow, inline_lower;
construct_pass mutex_shadow, mutex_lower;
construct_pass mutex_parameter_shadow, mutex_parameter_lower, held_lower;
construct_pass guarded_lower;
construct_pass impl_shadow, impl_lower;
construct_pass new_shadow, new_lower;
construct_pass delete_shadow, delete_lower;
construct_pass spawn_shadow, spawn_lower;
construct_pass task_shadow, task_lower;
construct_pass wait_shadow, wait_lower;
construct_pass channel_shadow, channel_lower; /* channels and futures */
construct_pass join_shadow, join_lower;
construct_pass blocking_shadow, blocking_lower, shield_shadow, shield_lower;
construct_pass unchecked_shadow, unchecked_lower;
construct_pass scope_shadow, scope_lower;
construct_pass cancel_shadow, cancel_lower;
construct_pass waitset_shadow, waitset_lower;
construct_pass waituntil_shadow, waituntil_lower;
construct_pass duration_shadow, duration_lower;
construct_pass separate_lower; /* types/separate.h has its shadow, and the qualifier's */
construct_pass separate_of_shadow, separate_of_lower;
construct_pass separate_qualifier_lower;

/* Finds the mains of thread types; reports wrong kinds. Both run before any shadow. */
void thread_mains(struct unit *unit);
void kind_check(struct unit *unit);

/* True if a guess about an operand of join was wrong: shadow and types have to be made again. */
bool join_regress(struct unit *unit);

/* Passes that start from types rather than syntax: automatic objects, initialisers, casts of
 * derived pointers, moves of tasks, commas in macro arguments, sends. They run after types. */
void lower_objects(struct unit *unit);
void lower_initializers(struct unit *unit);
void lower_conversions(struct unit *unit);
void lower_tasks(struct unit *unit);
void lower_commas(struct unit *unit);
void lower_sends(struct unit *unit);
/* Lowers the uses of reserved objects. */
void lower_separates(struct unit *unit);
/* Runs last: the text that it moves must be lowered already. */
void lower_operations(struct unit *unit);
/* Reports Nodelete, Delete, Destroy and Finished where they are no dispositions. */
void check_dispositions(struct unit *unit);

/* ---- shared between passes ---- */

/* Returns the lock name of an object type ("conc_mutex", "FILE", …) for CONC_HOLD; null if it is
 * not lockable. Sets *monitor if it is a monitor, whose lock is CONC_MONITOR(pointer). */
const char *lock_name(struct unit *unit, CXType type, bool *monitor);
/* Returns the impl of a trait ("lock", "select") for a canonical type spelling, or null. */
const struct construct *impl_of(struct unit *unit, const char *trait, const char *spelling);
/* Would a macro take the node for two arguments? */
bool has_bare_comma(const struct unit *unit, TSNode node);
/* Calls that end the channels in *conc_object, of that type: ", f(…), g(…)". Heap copy; null if
 * there are no channels. */
char *ending_calls(struct unit *unit, CXType type, TSNode item);
/* Lower the initialiser lists of channels and futures. */
void channel_initializer(struct unit *unit, TSNode list);
void future_initializer(struct unit *unit, TSNode list);
/* Is the initialiser list inside another one? */
bool is_nested_list(TSNode list);
/* Needs the expression no parentheses behind a cast? */
bool may_follow_cast(const struct unit *unit, TSNode node);
/* Returns what is written before the lvalue to take its address; of *p it removes the '*'. */
const char *take_address(struct unit *unit, TSNode lvalue);
/* Puts parentheses around an operand of one of our macros if it has an unprotected comma. */
void protect_comma(struct unit *unit, TSNode operand);
/* Reports an operand of word ("timeout") that is no duration: no integer, or a bare number, which
 * would be nanoseconds. Returns whether it is one. */
bool duration_check(struct unit *unit, TSNode node, const char *word);
bool is_integer(const struct unit *unit, CXType type);
/* A separate statement that is a clause of a waituntil: writes the declarations in front of the
 * statement, and lowers its operands in place. */
struct separate_statement;
void separate_clause_declare(struct unit *unit, const struct separate_statement *statement,
                             struct text *out);
void separate_clause_operands(struct unit *unit, const struct separate_statement *statement);
/* Like type_demand, but after other errors, which may be the cause, it reports only libclang's. */
bool wait_type(struct unit *unit, TSNode node, CXType *out);

/* Writes the start of a kind's definition (the typedef, unless it was declared before; "struct")
 * and its hidden member. Returns the kind; null if its definition has no body. */
const struct kind *put_kind(struct unit *unit, const struct construct *construct);
/* Writes the descriptor of an actor or message type with macro ("CONC_ACTOR_TYPE"), and before it
 * the prototypes and functions that it names. more: further members, ", .conc_… = …". */
void put_kind_type(struct unit *unit, const struct construct *construct, const struct kind *kind,
                   const char *macro, const char *more);
/* Writes the prototypes of a kind's export, import, serialize and deserialize. */
void put_prototypes(const struct kind *kind, struct text *text);
/* Writes these prototypes and the kind's own scaling, if any. They precede the descriptor. */
void put_scaling(const struct unit *unit, const struct kind *kind, struct text *text);
/* With -fconc-mpi: writes the functions that carry a type, or the messages of a scalable receive,
 * to other ranks. remote_call returns a heap copy, empty without the option. */
void put_remote(const struct unit *unit, const struct kind *kind, struct text *text);
char *remote_call(const struct unit *unit, const struct behaviour *behaviour);
/* Lowers the words in all returns of a behaviour's body, in the shadow or in the text, but not in
 * functions nested in it. in_return: node is in a return, or the argument of a call. */
void put_dispositions(struct unit *unit, struct edits *edits, TSNode node, bool in_return);
/* Returns "CONC_RECEIVE" or "CONC_SCALABLE_RECEIVE". */
const char *receive_macro(const struct behaviour *behaviour);
/* Reports returned values in a behaviour's body that are no dispositions. */
void check_returns(struct unit *unit, TSNode body, const struct behaviour *behaviour);
/* Reports "'NODE' of type 'TYPE' PROBLEM". Returns false. */
bool report_type(struct unit *unit, TSNode node, CXType type, const char *problem);

/* Returns the first argument of a call; the null node: it has none. */
TSNode first_argument(const struct construct *construct);
/* Returns the name of an impl's type in lowered code. */
const char *impl_name(struct unit *unit, const struct construct *impl);
/* Returns the value of ".name = value" in the operations of an impl, or the null node. */
TSNode impl_operation(const struct unit *unit, TSNode operations, const char *name);
/* Returns the expression that the entry of this index casts implicitly: an unexposed expression
 * with one child of the same extent. Null: it is no such cast. */
const struct indexed *implicit_cast(const struct types *types, size_t index);
/* Returns the number of the innermost scope statement whose block holds node, or 0. */
int scope_number(const struct unit *unit, TSNode node);
/* lower_separate_call lowers an asynchronous call; reserved names its reservation.
 * lower_single_call lowers a statement whose block is a single such call. */
void lower_separate_call(struct unit *unit, const struct separate_use *use, const char *reserved);
void lower_single_call(struct unit *unit, const struct separate_use *use);
/* spawn separate: separate_lower_spawned puts head before the objects, and end behind the call;
 * lower_spawned_call is for a call without a task, and lower_spawned_type writes its type of
 * request, before the first item that needs it. */
void separate_lower_spawned(struct unit *unit, const struct separate_statement *statement,
                            const char *head, const char *end);
void lower_spawned_type(struct unit *unit, const struct separate_statement *statement);
void lower_spawned_call(struct unit *unit, const struct separate_statement *statement);

#endif
