/* SPDX-License-Identifier: MIT */
/* The passes over constructs. Each lower_NAME.c opens with its picture, source → emitted C, and has
 * two halves: NAME_shadow replaces the construct in the shadow unit by plain C of the same types,
 * NAME_lower checks it and edits the author's text. Shadows are made inner constructs first,
 * lowerings outer first. */
#ifndef CONCC_LOWER_H
#define CONCC_LOWER_H

#include "types.h"
#include "unit.h"

struct text;

struct pass {
	enum node_kind kind;
	void (*shadow)(struct unit *unit, const struct construct *construct);
	void (*lower)(struct unit *unit, const struct construct *construct);
};

void kind_shadow(struct unit *unit, const struct construct *construct);
void monitor_lower(struct unit *unit, const struct construct *construct);
void forward_shadow(struct unit *unit, const struct construct *construct);
void forward_lower(struct unit *unit, const struct construct *construct);
void thread_lower(struct unit *unit, const struct construct *construct);
void main_shadow(struct unit *unit, const struct construct *construct);
void main_lower(struct unit *unit, const struct construct *construct);
void actor_lower(struct unit *unit, const struct construct *construct);
void message_lower(struct unit *unit, const struct construct *construct);
void receive_shadow(struct unit *unit, const struct construct *construct);
void receive_lower(struct unit *unit, const struct construct *construct);
/* destroy, export, import, serialize, deserialize */
void kind_function_shadow(struct unit *unit, const struct construct *construct);
void kind_function_lower(struct unit *unit, const struct construct *construct);
void disposition_shadow(struct unit *unit, const struct construct *construct);
void disposition_lower(struct unit *unit, const struct construct *construct);
void inline_shadow(struct unit *unit, const struct construct *construct);
void inline_lower(struct unit *unit, const struct construct *construct);
void mutex_shadow(struct unit *unit, const struct construct *construct);
void mutex_lower(struct unit *unit, const struct construct *construct);
void mutex_parameter_shadow(struct unit *unit, const struct construct *construct);
void mutex_parameter_lower(struct unit *unit, const struct construct *construct);
void impl_shadow(struct unit *unit, const struct construct *construct);
void impl_lower(struct unit *unit, const struct construct *construct);
void new_shadow(struct unit *unit, const struct construct *construct);
void new_lower(struct unit *unit, const struct construct *construct);
void delete_shadow(struct unit *unit, const struct construct *construct);
void delete_lower(struct unit *unit, const struct construct *construct);
void spawn_shadow(struct unit *unit, const struct construct *construct);
void spawn_lower(struct unit *unit, const struct construct *construct);
void task_shadow(struct unit *unit, const struct construct *construct);
void task_lower(struct unit *unit, const struct construct *construct);
void wait_shadow(struct unit *unit, const struct construct *construct);
void wait_lower(struct unit *unit, const struct construct *construct);
void channel_shadow(struct unit *unit, const struct construct *construct);
void channel_lower(struct unit *unit, const struct construct *construct);
void future_shadow(struct unit *unit, const struct construct *construct);
void future_lower(struct unit *unit, const struct construct *construct);
void join_shadow(struct unit *unit, const struct construct *construct);
void join_lower(struct unit *unit, const struct construct *construct);
void blocking_shadow(struct unit *unit, const struct construct *construct);
void blocking_lower(struct unit *unit, const struct construct *construct);
void scope_shadow(struct unit *unit, const struct construct *construct);
void scope_lower(struct unit *unit, const struct construct *construct);
void cancel_shadow(struct unit *unit, const struct construct *construct);
void cancel_lower(struct unit *unit, const struct construct *construct);
void waituntil_shadow(struct unit *unit, const struct construct *construct);
void waituntil_lower(struct unit *unit, const struct construct *construct);
void duration_shadow(struct unit *unit, const struct construct *construct);
void duration_lower(struct unit *unit, const struct construct *construct);
void separate_shadow(struct unit *unit, const struct construct *construct);
void separate_lower(struct unit *unit, const struct construct *construct);
void separate_of_shadow(struct unit *unit, const struct construct *construct);
void separate_of_lower(struct unit *unit, const struct construct *construct);
void separate_qualifier_shadow(struct unit *unit, const struct construct *construct);
void separate_qualifier_lower(struct unit *unit, const struct construct *construct);

/* After all other shadows. */
void nested_functions_shadow(struct unit *unit);
void raw_strings_shadow(struct unit *unit);

/* Finds the mains of thread types, and what is wrong with kinds. Before any shadow. */
void thread_mains(struct unit *unit);
void kind_check(struct unit *unit);

/* True if a guess about an operand of join was wrong: shadow and types have to be made again. */
bool join_regress(struct unit *unit);

/* What is found by type rather than by syntax: automatic objects, initialisers, copies, casts of
 * derived pointers, moves of tasks, monitors given to conc_wait, jumps. After types. */
void lower_objects(struct unit *unit);
void lower_initializers(struct unit *unit);
void lower_conversions(struct unit *unit);
void lower_tasks(struct unit *unit);
void lower_commas(struct unit *unit);
void lower_sends(struct unit *unit);
/* The uses of reserved objects. */
void lower_separates(struct unit *unit);
/* Last: what it moves has been lowered. */
void lower_operations(struct unit *unit);
void check_operations(struct unit *unit);
void check_sends(struct unit *unit);
/* False, and reported: it stands where none may. */
bool send_check_place(struct unit *unit, const struct send *send);
/* What is wrong with separate statements and separate pointers; the others are parts of it. */
void check_separates(struct unit *unit);
void check_separate_escapes(struct unit *unit);
void check_separate_plain(struct unit *unit);
void check_separate_conversions(struct unit *unit);
void check_separate_types(struct unit *unit);
/* Is it evaluated, and was no error reported about its operand? */
bool separate_use_counts(const struct unit *unit, const struct separate_use *use);
/* The use that a path through members and elements begins with; null: none. */
const struct separate_use *separate_use_at_root(const struct unit *unit, TSNode node);
/* Is it a name, or members of one? */
bool separate_is_path(TSNode node);
void separate_note_reserve(struct unit *unit, TSNode node);
/* Did a statement around it want to reserve it, in a way that is none? */
bool separate_reserved_badly(const struct unit *unit, TSNode node);
/* Was an error reported about what node is reached by? */
bool separate_reached_through(struct unit *unit, TSNode node);
/* False, and reported: it is of a kind that cannot be separate. */
bool check_separate_kind(struct unit *unit, TSNode node, const struct kind *kind);
/* Is it a call of a function of the library that takes a separate object? */
bool separate_takes_object(const struct unit *unit, TSNode call);
void check_futures(struct unit *unit);
void check_thread_locals(struct unit *unit);
/* Durations without a unit. */
void check_durations(struct unit *unit);
/* Addresses of automatic objects that other threads get. */
void check_automatic(struct unit *unit);
void check_copies(struct unit *unit);
/* The words of dispositions where they mean nothing. */
void check_dispositions(struct unit *unit);
/* Actor types that are split into replicas, and how they travel. */
void check_scalable(struct unit *unit);
/* What "delete p;" ends; of "delete (p);" the list of arguments. */
TSNode deleted_operand(const struct construct *construct);
void check_scalable_shared(struct unit *unit);
/* May its self be a replica? Then it has a body. */
bool behaviour_may_replicate(const struct behaviour *behaviour);
/* The variable, parameter or function that a name stands for; the null cursor: not known. */
CXCursor declaration_at(struct unit *unit, TSNode name);
/* A local variable that is not static, or a parameter. */
bool cursor_is_automatic(struct unit *unit, CXCursor cursor);
/* The name at the start of a path that stays in one object: x in x.at[3].next; null node: none. */
TSNode path_owner(struct unit *unit, TSNode path);
/* The name at the start of any path: self in self->first->next; null node: none. */
TSNode path_root(TSNode path);
/* Does anything in the body assign to it, or take its address? */
bool variable_changes(struct unit *unit, TSNode body, CXCursor variable);
bool is_array_at(struct unit *unit, TSNode node);
/* What may be a replica does not leave the behaviour; part of check_scalable. */
void check_scalable_selves(struct unit *unit);
/* "scalable" where it stands before something else; part of behaviours_check. */
void check_scalable_word(struct unit *unit, struct behaviour *behaviour);
void check_declarations(struct unit *unit);
void check_jumps(struct unit *unit);
void check_syntax(struct unit *unit);
/* "mutex (a, b) statement", for a word of the dialect; null for another. */
const char *construct_form(const char *word, size_t length);
/* Says what is wrong with a unit that could not be parsed; unit->shadow then is plain C for the
 * back end. False: nothing that can be told from its tokens. */
bool check_tokens(struct unit *unit);
/* Is a name in it that nobody declared nearly a word of the dialect? */
bool misspelt_names(struct unit *unit);
/* Names that nobody declared, in a unit with errors. */
void check_unknown_names(struct unit *unit);
/* Before the tree is judged: what it reports makes nonsense of the tree around it. */
void check_joiners(struct unit *unit);
/* An `or` or `and` that it reports. */
bool is_stray_joiner(const struct unit *unit, const struct token *token);
/* False after an error. Before everything that walks the tree by recursion. */
bool check_depth(struct unit *unit);

/* ---- shared between passes ---- */

/* The lock name of an object type ("conc_mutex", "FILE", …) for CONC_HOLD, null if it is not
 * lockable. *monitor: it is a monitor and its lock is CONC_MONITOR(pointer). */
const char *lock_name(struct unit *unit, CXType type, bool *monitor);
/* The impl of a trait ("lock", "select") for a type, by its canonical spelling; null: none. */
const struct construct *impl_of(struct unit *unit, const char *trait, const char *spelling);
/* Would it be two arguments to a macro? */
bool has_bare_comma(const struct unit *unit, TSNode node);
/* The name of task(result) in lowered code; its definition goes before item when it is the first
 * use. */
const char *task_type_name(struct unit *unit, CXType result, TSNode item);
/* As task_type_name, for channel(element) and future(element). */
const char *channel_type_name(struct unit *unit, CXType element, TSNode item);
const char *future_type_name(struct unit *unit, CXType element, TSNode item);
/* The generated name conc_PREFIX_MANGLED of a type made of another one. *first: it was not used
 * before. */
const char *generated_type_name(struct unit *unit, const char *prefix, CXType type, TSNode item,
                                bool *first);
/* Nothing inside the construct is lowered by itself: its types are written out as libclang knows
 * them. */
void cover_inner(struct unit *unit, const struct construct *construct);
/* How a type is written in lowered code, with task(R), channel(T), future(T) by their names; heap
 * copy. The macros of the ABI
 * wrap what they get in __typeof__, so that "int (*)(void)" serves too. */
char *lowered_type(struct unit *unit, CXType type, TSNode item);
/* May what stands in front of the item that holds node name the type? Else says so; what: "spawn".
 */
bool check_outside(struct unit *unit, CXType type, TSNode node, const char *what);
/* Does an edit stand in start..end? At its two ends may also stand what belongs to something larger
 * around it. */
bool edit_belongs(const struct edit *edit, size_t start, size_t end);
/* A stretch of text with the edits made so far, of the shadow or of the lowering; heap copy. */
char *edited_text(const struct unit *unit, const struct edits *edits, size_t start, size_t end);
/* Visits every task and channel in an object of that type, with the path to it ("" for itself).
 * False: there are arrays of them too large to visit. */
bool each_ended_member(struct unit *unit, CXType type,
                       void (*visit)(void *data, const char *path, CXType type), void *data);
/* What ends the channels in *conc_object, an object of that type; heap copy, null without any. */
char *ending_statements(struct unit *unit, CXType type, TSNode item);
/* The initialiser lists of channels and futures. */
void channel_initializer(struct unit *unit, TSNode list);
void future_initializer(struct unit *unit, TSNode list);
/* Does an initialiser list stand in another one? */
bool is_nested_list(TSNode list);
/* 0, NULL, through casts and parentheses. */
bool is_null_constant(const struct unit *unit, TSNode node);
/* An operand of a macro of ours, in parentheses if it has a comma that none protect. */
void protect_comma(struct unit *unit, TSNode operand);
/* Is it an lvalue whose address can be taken? */
bool is_addressable(struct unit *unit, TSNode node);
/* Does the identifier at the start of a parameter list name a thread type? */
struct kind *main_kind(const struct unit *unit, const struct construct *construct);
/* The name that "thread worker;" declares. */
TSNode forward_name(const struct construct *construct);
/* The start of a kind's definition: its typedef, unless it was declared before, and "struct". */
void put_head(struct unit *unit, const struct construct *construct, const struct kind *kind);
/* The structure that a kind is; false: an error in it was reported. */
bool kind_type(struct unit *unit, const struct kind *kind, CXType *out);
/* The descriptor of an actor or message type, which macro ("CONC_ACTOR_TYPE") defines, and what it
 * needs of destroy, export and import; more: further members, ", .conc_… = …". */
void put_kind_type(struct unit *unit, const struct construct *construct, const struct kind *kind,
                   const char *macro, const char *more);
/* The prototypes of a kind's export, import, serialize and deserialize, in the lowering and in the
 * shadow. */
void put_prototypes(const struct kind *kind, struct text *text);
/* What makes an actor type's scaling, before its descriptor: nothing, if it has none of its own. */
void put_scaling(const struct unit *unit, const struct kind *kind, struct text *text);
/* Behind a type's descriptor and a scalable receive: what it takes to travel. With -fconc-mpi. */
void put_remote(const struct unit *unit, const struct kind *kind, struct text *text);
char *remote_call(const struct unit *unit, const struct behaviour *behaviour); /* heap copy */
/* What travels is plain, or has a serialize and a deserialize. */
void check_remote(struct unit *unit, const struct kind *kind);
/* The type whose scaling a kind has: itself, or a base; null: it has none. */
const struct kind *kind_scaling(const struct unit *unit, const struct kind *kind);
/* Does it have members besides its base? */
bool kind_has_members(const struct kind *kind);
/* Does it, or a base? */
bool kind_has_state(const struct kind *kind);
/* The first scalable receive of the kind itself; null: none. */
const struct behaviour *kind_scalable(const struct unit *unit, const struct kind *kind);
/* Lowers the returns of a behaviour's body, in the shadow or in the text. */
void put_dispositions(struct unit *unit, struct edits *edits, TSNode body);
/* CONC_RECEIVE, CONC_SCALABLE_RECEIVE */
const char *receive_macro(const struct behaviour *behaviour);
/* Returns of something else than dispositions. */
void check_returns(struct unit *unit, const struct behaviour *behaviour);
/* Adds a hidden member to a kind. */
void put_hidden(struct unit *unit, const struct kind *kind, const char *member);
/* The number of the innermost scope statement whose block holds node; 0: none. */
int scope_number(const struct unit *unit, TSNode node);
/* Does the declaration stand inside item? An implicit one stands at the call. */
bool declared_in_item(struct unit *unit, CXCursor declaration, TSNode item);
/* A prototype that a second one of ours makes superfluous. */
bool is_bare_prototype(struct unit *unit, TSNode declaration);
/* The prototype of a function that item itself declares, to stand in front of it; nothing for one
 * that is declared before. */
void add_prototype(struct unit *unit, CXCursor declaration, TSNode item, struct text *out);
/* A type as it can stand in front of a name; takes it over. */
char *declarable(char *type);
/* A use that is an asynchronous call, by its reservation; and where it is all that is done under
 * one. */
void lower_separate_call(struct unit *unit, const struct separate_use *use, const char *reserved);
void lower_only_call(struct unit *unit, const struct separate_use *use);
/* The function definition around a node; null node at file scope. */
TSNode enclosing_function(TSNode node);
/* Ancestor-or-self statement block item: the declaration node of a declared name. */
TSNode declaration_of(TSNode name);

#endif
