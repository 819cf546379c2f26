/* SPDX-License-Identifier: MIT */
/* Types: libclang's view of the shadow unit, looked up by offsets of the analysis text.
 *
 * The shadow unit is the analysis text with each dialect construct replaced by plain C of the same
 * types (the NAME_shadow function of each lowering file does it). types_parse indexes every
 * expression and declaration outside system headers by its extent, mapped back to the analysis
 * text. */
#ifndef CONCC_TYPES_H
#define CONCC_TYPES_H

#include "clang.h"
#include "tree/unit.h"

/* A cursor of the shadow unit, and its place in the analysis text. */
struct indexed {
	size_t start, end; /* extent, in the analysis text */
	int parent;        /* index of the enclosing entry, or -1 */
	CXCursor cursor;
	enum CXCursorKind kind;
};

struct types {
	const struct clang *clang;
	CXIndex index;
	CXTranslationUnit unit;
	struct edited shadow;
	struct indexed *list; /* in visiting order */
	size_t count, room;
	int *by_extent; /* indices into list, sorted by start, end, index */
	/* The HOLDS_… flags of structures and unions seen before. */
	struct seen {
		CXCursor declaration;
		unsigned char flags;
	} * seen;
	size_t seen_count, seen_room;
	/* Local variables, and whether their function changes them: variable_is_fixed. */
	struct fixed {
		size_t at;
		bool fixed;
	} * fixed;
	size_t fixed_count, fixed_room;
	char **said; /* by type_said */
	size_t said_count, said_room;
};

/* Applies unit->shadow to the analysis text and parses the result; replaces an earlier one. */
void types_parse(struct unit *unit);
void types_free(struct unit *unit);
/* As types_parse, for a unit that is no valid C: libclang may crash on it. Returns false then, and
 * there are no types. */
bool types_parse_broken(struct unit *unit);

/* Finds the type of the expression at node. False: it is unknown, for example after an error. */
bool type_of(struct unit *unit, TSNode node, CXType *out);
/* Returns its canonical type; of kind CXType_Invalid: unknown. */
CXType type_at(struct unit *unit, TSNode node);
/* As type_of, but reports an unknown type, by libclang's error in the statement if there is one. */
bool type_demand(struct unit *unit, TSNode node, CXType *out);
/* Evaluates a signed integer constant expression; false: it is none. */
bool type_constant(struct unit *unit, TSNode node, long long *value);
/* Returns the index of the first expression whose extent is exactly start..end, skipping implicit
 * casts; -1: none. */
int types_find(const struct types *types, size_t start, size_t end);
/* Returns the declaration (variable, parameter, function, member) whose name is at node; null
 * cursor: none. */
CXCursor types_declaration(struct unit *unit, TSNode name);

CXType type_canonical(const struct unit *unit, CXType type);
bool type_is_pointer(CXType type);
bool type_is_void_pointer(const struct unit *unit, CXType type);
bool type_is_function(CXType type);
/* Is it an array? libclang also gives an array type to a parameter that is declared as one. */
bool type_is_array(CXType type);
/* Spelling without top-level qualifiers, heap copy. */
char *type_spelling(const struct unit *unit, CXType type);
/* As the author wrote it, for messages: with typedefs, task(R), channel(T); heap copy. */
char *type_written(const struct unit *unit, CXType type);
/* The same, which lives as long as the types. */
const char *type_said(struct unit *unit, CXType type);
/* The same for a type from a message of libclang; takes ownership of the heap copy. */
char *type_of_message(char *spelling);
/* Returns a heap copy of libclang's string and disposes of the string. */
char *types_take(const struct unit *unit, CXString string);
char *cursor_spelling(const struct unit *unit, CXCursor cursor);

/* Returns the kind of a type, null if it has none; through no pointer. */
struct kind *type_kind(const struct unit *unit, CXType type);
/* Finds the structure type of a kind; false: its errors were reported. */
bool kind_type(struct unit *unit, const struct kind *kind, CXType *out);
/* Flags of what a type holds: itself, array elements and members, but nothing behind a pointer. */
enum {
	HOLDS_THREAD = 1,
	HOLDS_MONITOR = 2,
	HOLDS_TASK = 4,
	HOLDS_LOCK = 8,
	HOLDS_CHANNEL = 16,
	HOLDS_FUTURE = 32,
	HOLDS_ACTOR = 64,
	HOLDS_MESSAGE = 128, /* a plain value, but with hidden state */
	HOLDS_IDENTITY = HOLDS_THREAD | HOLDS_MONITOR | HOLDS_CHANNEL | HOLDS_FUTURE | HOLDS_ACTOR
};
unsigned type_holds(struct unit *unit, CXType type);
/* Is it task(R)? Then *result is R. */
bool type_is_task(const struct unit *unit, CXType type, CXType *result);
bool type_is_waitset(const struct unit *unit, CXType type);
/* Is it channel(T), future(T), through no pointer? Then *element is T. */
bool type_is_channel(const struct unit *unit, CXType type, CXType *element);
bool type_is_future(const struct unit *unit, CXType type, CXType *element);
/* Returns the element type, through any number of array dimensions. */
CXType type_element(const struct unit *unit, CXType type);
/* "unsigned long" → "unsigned_long", "struct foo *" → "struct_foo_ptr"; heap copy. */
char *type_mangle(const char *spelling);

/* Reports libclang's first error inside start..end at its own place; false if there is none. */
bool types_report_error(struct unit *unit, size_t start, size_t end);
/* Reports libclang's "incompatible …" message for the argument at start..end; false: none. */
bool types_report_conversion(struct unit *unit, size_t start, size_t end);
/* Returns libclang's first error or warning inside node that `wanted` accepts; heap copy, or null.
 * It may mention shadow types. */
char *types_message(struct unit *unit, TSNode node, bool wanted(const char *message));
/* Returns the offset in the analysis text of a location in the shadow, or of a cursor's. */
size_t types_offset(const struct types *types, CXSourceLocation location);
size_t cursor_offset(const struct unit *unit, CXCursor cursor);
/* ---- Types in lowered code: type_name.c ---- */

/* Returns a type as lowered code writes it, with the names of task(R), channel(T), future(T); heap
 * copy. The macros of the ABI wrap it in __typeof__, so "int (*)(void)" works too. */
char *lowered_type(struct unit *unit, CXType type, TSNode item);
/* Returns the name of task(result) in lowered code. At the first use, puts its definition before
 * item. */
const char *task_type_name(struct unit *unit, CXType result, TSNode item);
/* As task_type_name, for channel(element) and future(element). */
const char *channel_type_name(struct unit *unit, CXType element, TSNode item);
const char *future_type_name(struct unit *unit, CXType element, TSNode item);
/* Returns the generated name conc_PREFIX_MANGLED of a type made from `type`. *first: it is new. */
const char *generated_type_name(struct unit *unit, const char *prefix, CXType type, TSNode item,
                                bool *first);
/* Can code before the item around node name the type? If not, reports an error; what: "spawn". */
bool check_outside(struct unit *unit, CXType type, TSNode node, const char *what);
/* Visits every task and channel in an object of this type, with the path to it ("" for the object).
 * False: it holds arrays that are not visited, of tasks or too large. */
bool each_ended_member(struct unit *unit, CXType type,
                       void (*visit)(void *data, const char *path, CXType type), void *data);

/* Returns the smallest node that covers start..end. */
TSNode unit_node_at(const struct unit *unit, size_t start, size_t end);
/* Returns the innermost statement, or file-scope item, around a node. */
TSNode node_statement(TSNode node);

#endif
