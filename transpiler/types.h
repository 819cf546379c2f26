/* SPDX-License-Identifier: MIT */
/* Types: libclang's view of the shadow unit, found again by offsets of the analysis text.
 *
 * The shadow unit is the analysis text with each dialect construct replaced by plain C of the same
 * types (each lowering file has a NAME_shadow that says how). types_parse indexes every expression
 * and declaration of the user's own files by its extent, mapped back to the analysis text. */
#ifndef CONCC_TYPES_H
#define CONCC_TYPES_H

#include <stdbool.h>
#include <stddef.h>

#include "clang.h"
#include "unit.h"

/* A cursor of the shadow unit that stands for text of the author's. */
struct indexed {
	size_t start, end; /* extent, in the analysis text */
	size_t sequence;   /* order of the visit: parents before children */
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
	int *by_extent; /* indices into list, sorted by start, end, sequence */
	/* Types seen before, whether they hold an object with identity. */
	struct seen {
		CXCursor declaration;
		unsigned char flags;
	} * seen;
	size_t seen_count, seen_room;
};

/* Parses unit->shadow applied to the analysis text; an earlier result is replaced. */
void types_parse(struct unit *unit);
void types_free(struct unit *unit);

/* The type of the expression that node is. False if it is unknown (an error in it was reported). */
bool type_of(struct unit *unit, TSNode node, CXType *out);
/* As type_of; an unknown type is reported as an error at node, with libclang's reason where it has
 * one. */
bool type_demand(struct unit *unit, TSNode node, CXType *out);
/* The value of an integer constant expression; false: it is none. */
bool type_constant(struct unit *unit, TSNode node, long long *value);
/* The first entry whose extent is exactly start..end and which is no implicit cast; -1: none. */
int types_find(const struct types *types, size_t start, size_t end);
/* The declaration (variable, parameter, function) whose name is written at node; null cursor: none.
 */
CXCursor types_declaration(struct unit *unit, TSNode name);

CXType type_canonical(const struct unit *unit, CXType type);
bool type_is_pointer(CXType type);
/* It stands for a pointer to its first element; libclang gives it for a parameter that is one, too.
 */
bool type_is_array(CXType type);
/* Spelling without top-level qualifiers, heap copy. */
char *type_spelling(const struct unit *unit, CXType type);
/* As a person wrote it (typedefs kept; task(R), channel(T), future(T)), heap copy, for messages. */
char *type_written(const struct unit *unit, CXType type);
/* The same for a type as a message of libclang writes it; takes the heap copy over. */
char *type_of_message(char *spelling);
/* libclang's string as a heap copy; it is disposed of. */
char *types_take(const struct unit *unit, CXString string);
char *cursor_spelling(const struct unit *unit, CXCursor cursor);

/* The kind a type is, null if it is none; through no pointer. */
struct kind *type_kind(const struct unit *unit, CXType type);
/* What a type holds, itself included, through arrays and members but no pointers. */
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
/* Is it channel(T), future(T), through no pointer? Then *element is T. */
bool type_is_channel(const struct unit *unit, CXType type, CXType *element);
bool type_is_future(const struct unit *unit, CXType type, CXType *element);
/* The element type behind any number of array dimensions. */
CXType type_element(const struct unit *unit, CXType type);
/* "unsigned long" → "unsigned_long", "struct foo *" → "struct_foo_ptr"; heap copy. */
char *type_mangle(const char *spelling);

/* Reports libclang's first error inside start..end at its own place; false if there is none. */
bool types_report_error(struct unit *unit, size_t start, size_t end);
/* Reports an argument of start..end that libclang finds to be of the wrong type for its parameter.
 */
bool types_report_conversion(struct unit *unit, size_t start, size_t end);
/* libclang's first complaint at a node that `wanted` takes, errors and warnings; heap copy, or
 * null. It may speak of the shadow. */
char *types_message(struct unit *unit, TSNode node, bool wanted(const char *message));
/* Where in the analysis text the shadow has a location. */
size_t types_offset(const struct types *types, CXSourceLocation location);
/* The statement or file-scope item around a node. */
TSNode node_statement(TSNode node);

#endif
