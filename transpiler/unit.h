/* SPDX-License-Identifier: MIT */
/* One translation unit on its way through the passes. */
#ifndef CONCC_UNIT_H
#define CONCC_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis.h"
#include "diagnostic.h"
#include "edit.h"
#include "operation.h"
#include "scope.h"
#include "send.h"
#include "separate.h"
#include "settings.h"
#include "syntax.h"

struct types;

/* What join_regress has learnt of a join's operand. */
enum operand_kind { OPERAND_UNKNOWN, OPERAND_TASK, OPERAND_THREAD };

/* A use of the dialect, in source order; nested ones follow the one around them. */
struct construct {
	enum node_kind kind; /* NODE_call_expression: join(…); NODE_argument_list: conc_wait(…);
	                        NODE_identifier: void main(…); NODE_declaration: thread name; and
	                        _Conc_thread name; */
	TSNode node;
	int number; /* counts up through the unit, from 1 */
	enum operand_kind operand;
	bool broken;  /* a syntax error in it was reported: the passes leave it alone */
	bool covered; /* what stands there is replaced with the construct around it */
};

enum { DEPTH_MAX = 20000 };

enum kind_word { KIND_THREAD, KIND_MONITOR, KIND_ACTOR, KIND_MESSAGE };

/* destroy, export, import, serialize or deserialize (NAME *, …): the first in the unit. */
struct kind_function {
	TSNode word; /* null node: none */
	bool is_static;
};
enum { KIND_FUNCTIONS = 5 };

/* A type declared with thread, monitor, actor or message; and the messages that conc.h declares. */
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
	TSNode node, name; /* name: null node without one */
	struct kind *kind; /* null: the type is none, or is not defined before */
	bool is_pointer;   /* to the type, not to a pointer */
	bool is_const;     /* what it points to */
};

/* A receive, destroy, export, import, serialize or deserialize of the unit, definition or
 * declaration. */
struct behaviour {
	enum node_kind kind;     /* NODE_receive_definition … NODE_deserialize_definition */
	TSNode node, word, body; /* body: null node of a declaration */
	TSNode scalable;         /* the word before 'receive'; null node without it */
	struct behaviour_parameter self, message; /* message: the second one */
	int parameter_count;
	bool is_static, in_main_file;
	bool good; /* nothing is wrong with it */
};

struct unit {
	const struct analysis *analysis;
	struct diagnostics *diagnostics;
	const struct settings *settings;
	struct edits *edits; /* the lowering */
	struct edits shadow; /* the shadow unit */
	struct syntax syntax;
	struct scope scope;
	struct types *types; /* null before the shadow unit was parsed */
	struct construct *constructs;
	size_t construct_count, construct_room;
	struct operation *operations;
	size_t operation_count, operation_room;
	TSNode *nested; /* function definitions in functions, outer ones first */
	size_t nested_count, nested_room;
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
	struct kind *kinds; /* stable once collected */
	size_t kind_count, kind_room;
	struct behaviour *behaviours; /* in source order */
	size_t behaviour_count, behaviour_room;
	TSNode too_deep; /* a node below more than DEPTH_MAX others; null node: none */
	bool misread;    /* a statement of the dialect that reads as C; the author was told */
	int number;      /* last number given to generated names */
	char **names;    /* generated ones that must stand once, or outlive a pass */
	size_t name_count, name_room;
};

/* Walks the tree once: words, constructs, kinds. */
void unit_collect(struct unit *unit);
/* Is there anything in these ranges of the text that unit_collect might keep, or that cannot be
 * read? */
bool unit_looks_like_dialect(const char *text, size_t length, const TSRange *ranges, size_t count);
void unit_free(struct unit *unit);

/* Finds behaviours; what only looks like one is plain C and no construct. */
void behaviours_collect(struct unit *unit);
/* Says what is wrong with them, and with the kinds' functions. */
void behaviours_check(struct unit *unit);
/* Is the name declared by "actor counter;" or "_Conc_actor counter;"? */
bool is_forward_actor(const struct unit *unit, TSNode name);
/* The word of "static receive (…)", which stands behind what is said of it. */
TSNode behaviour_word(TSNode node);
/* "receive", "destroy", … */
const char *behaviour_word_of(enum node_kind kind);
/* "words *self, words *replica"; heap copy */
char *behaviour_parameters(enum node_kind kind, const char *type);
/* The word "scalable" in front of it; null node without. */
TSNode scalable_specifier(TSNode behaviour);
/* The first receive in the unit for exactly this pair, null if there is none. */
const struct behaviour *unit_receive(const struct unit *unit, const struct kind *actor,
                                     const struct kind *message);
/* The behaviour that node is. */
const struct behaviour *behaviour_of_node(const struct unit *unit, TSNode node);
/* The behaviour whose body holds node; null: none. */
const struct behaviour *behaviour_around(const struct unit *unit, TSNode node);

/* Of NODE_destroy_definition … NODE_deserialize_definition. */
static inline struct kind_function *kind_function(const struct kind *kind, enum node_kind which)
{
	return (struct kind_function *)&kind->functions[which - NODE_destroy_definition];
}
static inline bool kind_has(const struct kind *kind, enum node_kind which)
{
	return !ts_node_is_null(kind_function(kind, which)->word);
}

struct kind *unit_kind(const struct unit *unit, const char *name, size_t length);
struct kind *unit_kind_of_node(const struct unit *unit, TSNode name);
const char *kind_word(const struct kind *kind);
/* Does it declare an actor type, also in a header? */
bool unit_has_actors(const struct unit *unit);
/* Does it say 'separate' anywhere, also in a header? */
/* Does it include conc.h? */
bool unit_has_header(const struct unit *unit);
bool unit_has_separate(const struct unit *unit);
/* "a" or "an", as the word wants it. */
static inline const char *kind_article(const struct kind *kind)
{
	return kind->word == KIND_ACTOR ? "an" : "a";
}
/* The kind's hidden member, with its ';'. */
const char *kind_hidden(const struct kind *kind);
static inline bool kind_derives(const struct kind *kind, const struct kind *base)
{
	while (kind && kind != base) kind = kind->base;
	return kind != NULL;
}

/* The next construct behind `construct` that stands in it, or null; start with the outer one. */
struct construct *unit_next_inside(const struct unit *unit, const struct construct *outer,
                                   const struct construct *construct);

/* Does the node stand in a header of the system's? */
bool is_system_text(const struct unit *unit, TSNode node);
/* Visits every node of the file-scope items that do not stand in headers of the system's, which are
 * most of many a unit. */
void unit_each_own(const struct unit *unit, void (*look)(TSNode node, void *data), void *data);

/* Keeps a generated name as long as the unit; takes the heap copy over. *first, unless it is null:
 * there was no such name yet. */
const char *unit_name(struct unit *unit, char *name, bool *first);

/* Text of a node in the analysis text, as a heap copy with runs of blanks and newlines made one
 * space. */
char *unit_text(const struct unit *unit, size_t start, size_t end);
static inline char *node_text(const struct unit *unit, TSNode node)
{
	return unit_text(unit, node_start(node), node_end(node));
}
/* "%.*s" for a node. */
#define NODE_ARG(unit, node) \
	(int)(node_end(node) - node_start(node)), (unit)->analysis->blank + node_start(node)

/* Error, warning, note at a node. */
#define ERROR_AT(unit, node, ...)                                                             \
	diagnose((unit)->diagnostics, SEVERITY_ERROR, NULL, node_start(node), node_end(node), \
	         __VA_ARGS__)
#define WARNING_AT(unit, option, node, ...)                                                       \
	diagnose((unit)->diagnostics, SEVERITY_WARNING, option, node_start(node), node_end(node), \
	         __VA_ARGS__)
#define NOTE_AT(unit, node, ...)                                                             \
	diagnose((unit)->diagnostics, SEVERITY_NOTE, NULL, node_start(node), node_end(node), \
	         __VA_ARGS__)

/* Note at the name of a kind, unless conc.h declares it. */
#define NOTE_KIND(unit, kind, ...)     \
	(ts_node_is_null((kind)->node) \
	         ? (void)0             \
	         : NOTE_AT(unit, node_field((kind)->node, "name"), __VA_ARGS__))

/* Edits around nodes. Nesting comes right by itself: of several insertions at one place the outer
 * construct's stands further out. Around the null node nothing is put. */
void put_before(struct edits *edits, TSNode node, const char *format, ...)
        __attribute__((format(printf, 3, 4)));
void put_after(struct edits *edits, TSNode node, const char *format, ...)
        __attribute__((format(printf, 3, 4)));
void put_instead(struct edits *edits, TSNode node, const char *format, ...)
        __attribute__((format(printf, 3, 4)));
/* In place of everything from the start of one node to the end of another. */
void put_over(struct edits *edits, TSNode first, TSNode last, const char *format, ...)
        __attribute__((format(printf, 4, 5)));
/* In front of the file-scope item that holds node: behind the token before it. */
void put_before_item(struct unit *unit, TSNode node, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

/* The statement expression whose value it is: ({ …; statement }); or the null node. */
TSNode node_statement_value(TSNode statement);

/* The first and last token of a node, as nodes without children. */
TSNode first_token(TSNode node);
TSNode last_token(TSNode node);

#endif
