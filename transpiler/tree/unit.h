/* SPDX-License-Identifier: MIT */
/* One translation unit on its way through the passes. */
#ifndef CONCC_UNIT_H
#define CONCC_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "source/analysis.h"
#include "source/diagnostic.h"
#include "base/edit.h"
#include "word_shadowing.h"
#include "base/settings.h"
#include "syntax.h"

struct types;
struct operation;
struct send;
struct actor_call;
struct separate_statement;
struct separate_loop;
struct separate_use;

/* What join_regress knows of a join's operand. */
enum operand_kind { OPERAND_UNKNOWN, OPERAND_TASK, OPERAND_THREAD };

/* A use of the dialect, in source order. Nested constructs follow the enclosing one. */
struct construct {
	enum node_kind kind; /* NODE_call_expression: join(…); NODE_argument_list: conc_wait(…);
	                        NODE_identifier: void main(…); NODE_declaration: thread name; and
	                        _Conc_thread name; */
	TSNode node;
	int number; /* counts up through the unit, from 1 */
	enum operand_kind operand;
	bool broken;  /* a syntax error in it was reported: the passes skip it */
	bool covered; /* replaced together with the enclosing construct */
};

/* In the order of NODE_thread_definition … NODE_message_definition. */
enum kind_word { KIND_THREAD, KIND_MONITOR, KIND_ACTOR, KIND_MESSAGE };

/* destroy, export, import, serialize or deserialize (NAME *, …): the first one in the unit. */
struct kind_function {
	TSNode word; /* null node: none */
	bool is_static;
};
enum { KIND_FUNCTIONS = 5 };

/* A type declared with thread, monitor, actor or message, or a message that conc.h declares. */
struct kind {
	enum kind_word word;
	char *name;
	TSNode node, body;     /* null nodes for those of conc.h */
	const char *members;   /* of those of conc.h, in C; null for the unit's own */
	const char *base_name; /* inline base, or null */
	TSNode base_node;      /* the inline_base member */
	struct kind *base;     /* null: none, or not found (reported) */
	TSNode main;           /* void main(NAME *): definition, or declaration; null node: none */
	TSNode main_definition;
	bool main_is_static;
	struct kind_function functions[KIND_FUNCTIONS]; /* kind_function */
	bool in_main_file;
};

/* A parameter of a behaviour. */
struct behaviour_parameter {
	TSNode node, name; /* name: null node if it has none */
	struct kind *kind; /* null: not a kind, or not defined before */
	bool is_pointer;   /* to the type, not to a pointer */
	bool is_const;     /* the type that it points to */
};

/* A receive, destroy, export, import, serialize or deserialize of the unit: definition or
 * declaration. */
struct behaviour {
	enum node_kind kind;     /* NODE_receive_definition … NODE_deserialize_definition */
	TSNode node, word, body; /* body: null node in a declaration */
	TSNode scalable;         /* the word before 'receive'; null node if there is none */
	struct behaviour_parameter self, message; /* message: the second one */
	int parameter_count;
	bool is_static, in_main_file;
	bool good; /* without errors */
};

/* The locks that a mutex statement, or a function with mutex parameters, holds in its body. Noted by
 * the lowering of the statement, which comes before what is in the body. */
struct held_locks {
	TSNode body;
	int number;       /* of the construct that emitted CONC_HOLD; 0: there was an error */
	const char *lock; /* lock name; null: CONC_HOLD_MIXED */
	TSNode stays;     /* an operand that conc_wait cannot give up, or the null node */
	const char *why;
};

struct unit {
	const struct analysis *analysis;
	struct diagnostics *diagnostics;
	const struct settings *settings;
	struct edits *edits; /* the lowering */
	struct edits shadow; /* the shadow unit */
	struct syntax syntax;
	struct word_shadowing shadowing;
	struct types *types; /* null before the shadow unit was parsed */
	struct construct *constructs;
	size_t construct_count, construct_room;
	struct operation *operations;
	size_t operation_count, operation_room;
	TSNode *nested; /* function definitions in functions, outer ones first */
	size_t nested_count, nested_room;
	struct held_locks *held;
	size_t held_count, held_room;
	TSNode *raw; /* strings */
	size_t raw_count, raw_room;
	size_t function_end; /* of the outermost function that the walk is in, or was in last */
	struct send *sends;
	size_t send_count, send_room;
	struct actor_call *actor_calls;
	size_t actor_call_count, actor_call_room;
	struct separate_statement *separate_statements; /* stable once collected */
	size_t separate_statement_count;
	struct separate_use *separate_uses;
	size_t separate_use_count, separate_use_room;
	struct separate_loop *separate_loops;
	size_t separate_loop_count, separate_loop_room;
	struct kind *kinds; /* stable once collected */
	size_t kind_count, kind_room;
	struct behaviour *behaviours; /* in source order */
	size_t behaviour_count, behaviour_room;
	TSNode too_deep; /* a node below more than DEPTH_MAX others; null node: none */
	bool misread;    /* a dialect statement read as C; that was reported */
	bool doubtful;   /* the tree has no error, and yet it cannot be C: mutx (a) { … } */
	int number;      /* last number given to generated names */
	char **names;    /* generated ones that occur once, or outlive a pass */
	size_t name_count, name_room;
};

/* Walks the tree once and collects words, constructs and kinds. */
void unit_collect(struct unit *unit);
/* Do these ranges contain anything that unit_collect might keep, or that cannot be parsed? */
bool unit_looks_like_dialect(const char *text, size_t length, const TSRange *ranges, size_t count);
void unit_free(struct unit *unit);

/* Finds behaviours. A definition that only looks like one is plain C and no construct. */
void behaviours_collect(struct unit *unit);
/* Reports errors in them and in the kinds' functions. */
void behaviours_check(struct unit *unit);
/* Is the name declared by "actor counter;" or "_Conc_actor counter;"? */
bool is_forward_actor(const struct unit *unit, TSNode name);
/* Returns the word of "static receive (…)", which follows the specifiers. */
TSNode behaviour_word(TSNode node);
/* "receive", "destroy", … */
const char *behaviour_word_of(enum node_kind kind);
/* "words *self, words *replica"; heap copy */
char *behaviour_parameters(enum node_kind kind, const char *type);
/* Returns the word "scalable" before it; null node: none. */
TSNode scalable_specifier(TSNode behaviour);
/* Returns the first receive in the unit for exactly this pair, null if there is none. */
const struct behaviour *unit_receive(const struct unit *unit, const struct kind *actor,
                                     const struct kind *message);
/* Returns the behaviour of this node, or null. */
const struct behaviour *behaviour_of_node(const struct unit *unit, TSNode node);
/* Returns the behaviour whose body contains node, or null. */
const struct behaviour *behaviour_around(const struct unit *unit, TSNode node);

/* which: NODE_destroy_definition … NODE_deserialize_definition. */
static inline struct kind_function *kind_function(const struct kind *kind, enum node_kind which)
{
	return (struct kind_function *)&kind->functions[which - NODE_destroy_definition];
}
static inline bool kind_has(const struct kind *kind, enum node_kind which)
{
	return !ts_node_is_null(kind_function(kind, which)->word);
}

/* Does it have members besides its base? */
bool kind_has_members(const struct kind *kind);
/* Does it, or a base, have members? */
bool kind_has_state(const struct kind *kind);
/* Returns the first scalable receive of the kind itself, or null. */
const struct behaviour *kind_scalable(const struct unit *unit, const struct kind *kind);
/* Returns the type whose scaling a kind uses: itself, or a base; null if it has none. */
const struct kind *kind_scaling(const struct unit *unit, const struct kind *kind);
/* Do the kind's objects travel to other ranks? Only with -fconc-mpi. */
bool kind_travels(const struct unit *unit, const struct kind *kind);
/* Does it have serialize and deserialize; export and import? */
bool kind_has_serializers(const struct kind *kind);
bool kind_has_scaling(const struct kind *kind);
/* Returns the type whose serializers it uses; null: none, objects are copied. */
const struct kind *kind_server(const struct kind *kind);

struct kind *unit_kind(const struct unit *unit, const char *name, size_t length);
struct kind *unit_kind_of_node(const struct unit *unit, TSNode name);
const char *kind_word(const struct kind *kind);
/* Does it declare an actor type, also in a header? */
bool unit_has_actors(const struct unit *unit);
/* Does it include conc.h? */
bool unit_has_header(const struct unit *unit);
/* Does it use 'separate' anywhere, also in a header? */
bool unit_has_separate(const struct unit *unit);
/* Does its own text call a function of the library? */
bool unit_calls_library(const struct unit *unit);
/* "a" or "an", as the kind's word needs. */
static inline const char *kind_article(const struct kind *kind)
{
	return kind->word == KIND_ACTOR ? "an" : "a";
}
/* Returns the kind's hidden member, with its ';'. */
const char *kind_hidden(const struct kind *kind);
static inline bool kind_derives(const struct kind *kind, const struct kind *base)
{
	while (kind && kind != base) kind = kind->base;
	return kind != NULL;
}

/* Returns the next construct after `construct` inside outer, or null; start with outer. */
struct construct *unit_next_inside(const struct unit *unit, const struct construct *outer,
                                   const struct construct *construct);

/* Is the node this word, with or without _Conc_? */
bool node_is_word(const struct unit *unit, TSNode node, const char *word);
/* May the word at node belong to the dialect? */
bool node_is_dialect(const struct unit *unit, TSNode node);

/* Is the token in a system header? It may be null. */
bool is_system_token(const struct unit *unit, const struct token *token);
/* Is the node in a system header? */
bool is_system_text(const struct unit *unit, TSNode node);
/* Visits every node of the file-scope items outside system headers. */
void unit_each_own(const struct unit *unit, void (*look)(TSNode node, void *data), void *data);

/* Keeps a generated name as long as the unit; takes ownership of the heap copy. *first, unless
 * first is null: the name is new. */
const char *unit_name(struct unit *unit, char *name, bool *first);

/* Returns the analysis text of start..end, with runs of blanks and newlines made one space; heap
 * copy. */
char *unit_text(const struct unit *unit, size_t start, size_t end);
static inline char *node_text(const struct unit *unit, TSNode node)
{
	return unit_text(unit, node_start(node), node_end(node));
}
/* Is the node in an _Conc_unchecked block? */
bool unit_is_unchecked(const struct unit *unit, TSNode node);
/* Does the call name one of the functions in the list, "malloc calloc"? */
bool call_is_listed(const struct unit *unit, TSNode call, const char *names);
/* Arguments of "%.*s" for a node. */
#define NODE_ARG(unit, node) \
	(int)(node_end(node) - node_start(node)), (unit)->analysis->blank + node_start(node)

#define ERROR_AT(unit, node, ...)                                                             \
	diagnose((unit)->diagnostics, SEVERITY_ERROR, NULL, node_start(node), node_end(node), \
	         __VA_ARGS__)
#define WARNING_AT(unit, option, node, ...)                                                       \
	diagnose((unit)->diagnostics, SEVERITY_WARNING, option, node_start(node), node_end(node), \
	         __VA_ARGS__)
#define NOTE_AT(unit, node, ...)                                                             \
	diagnose((unit)->diagnostics, SEVERITY_NOTE, NULL, node_start(node), node_end(node), \
	         __VA_ARGS__)
/* Behind one of these: the repair, in place of the node. */
#define FIX_AT(unit, node, ...) \
	diagnose_fix((unit)->diagnostics, node_start(node), node_end(node), __VA_ARGS__)
#define ERROR_TOKEN(unit, token, ...)                                        \
	diagnose((unit)->diagnostics, SEVERITY_ERROR, NULL, (token)->offset, \
	         (token)->offset + (token)->length, __VA_ARGS__)
#define NOTE_TOKEN(unit, token, ...)                                        \
	diagnose((unit)->diagnostics, SEVERITY_NOTE, NULL, (token)->offset, \
	         (token)->offset + (token)->length, __VA_ARGS__)

/* Note at the name of a kind, unless conc.h declares it. */
#define NOTE_KIND(unit, kind, ...)     \
	(ts_node_is_null((kind)->node) \
	         ? (void)0             \
	         : NOTE_AT(unit, node_field((kind)->node, "name"), __VA_ARGS__))

/* Edits around nodes. Nesting is right automatically: of several insertions at one place, the outer
 * construct's is further out. An edit at the null node has no effect. */
void put_before(struct edits *edits, TSNode node, const char *format, ...)
        __attribute__((format(printf, 3, 4)));
void put_after(struct edits *edits, TSNode node, const char *format, ...)
        __attribute__((format(printf, 3, 4)));
void put_instead(struct edits *edits, TSNode node, const char *format, ...)
        __attribute__((format(printf, 3, 4)));
/* Replaces everything from the start of one node to the end of another. */
void put_over(struct edits *edits, TSNode first, TSNode last, const char *format, ...)
        __attribute__((format(printf, 4, 5)));
/* Inserts before the file-scope item that contains node: after the token before it. */
void put_before_item(struct unit *unit, TSNode node, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

/* Called after all other shadows. */
void nested_functions_shadow(struct unit *unit);
void raw_strings_shadow(struct unit *unit);
/* Returns the operand of "delete p;"; of "delete (p);" the list of arguments. */
TSNode deleted_operand(const struct construct *construct);
/* Returns the name that "thread worker;" declares. */
TSNode forward_name(const struct construct *construct);
/* Does an edit belong to start..end? An edit at one of its two ends may belong to a larger
 * construct. */
bool edit_belongs(const struct edit *edit, size_t start, size_t end);
/* Returns start..end with the edits made so far, of the shadow or the lowering; heap copy. */
char *edited_text(const struct unit *unit, const struct edits *edits, size_t start, size_t end);
/* Marks everything inside the construct as covered: types are written out as libclang has them. */
void cover_inner(struct unit *unit, const struct construct *construct);

/* Returns the statement expression whose value the statement is: ({ …; statement }); or the null
 * node. */
TSNode node_statement_value(TSNode statement);

/* Return the first and last token of a node, as nodes without children. */
TSNode first_token(TSNode node);
TSNode last_token(TSNode node);

#endif
