/* SPDX-License-Identifier: MIT */
/* Checks that separate objects are used only where they are reserved, and that no cast makes a
 * separate pointer a plain one. A walk of the tree looks at the types of operands that are
 * dereferenced, calculated with or cast; in a block a reserved name is a plain pointer wherever it
 * is dereferenced. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "check.h"
#include "types/operation.h"
#include "types/separate.h"
#include "types/variable.h"

static bool separate_is_path(TSNode node)
{
	while (node_type_is(node, "field_expression")) node = node_field(node, "argument");
	return node_is(node, NODE_identifier);
}

static void separate_note_reserve(struct unit *unit, TSNode node)
{
	NOTE_AT(unit, node,
	        separate_is_path(node) ? "reserve it: 'separate (%.*s) { … }'"
	                               : "reserve it: 'separate (name = %.*s) { … }'",
	        NODE_ARG(unit, node));
}

/* A statement around node tries to reserve it in an invalid form. */
static bool separate_reserved_badly(const struct unit *unit, TSNode node)
{
	bool found = false;
	char *text = node_text(unit, node);
	for (size_t i = 0; i < unit->separate_statement_count; i++) {
		const struct separate_statement *statement = &unit->separate_statements[i];
		if (!node_is_inside(node, statement->body)) continue;
		for (size_t k = 0; k < statement->operand_count; k++)
			found |= !statement->operands[k].good &&
			         node_text_is(&unit->syntax, statement->operands[k].value, text);
	}
	free(text);
	return found;
}

/* ---- uses ---- */

static bool is_separate(struct unit *unit, TSNode node)
{
	return type_is_separate(unit, type_at(unit, node));
}

/* Returns the pointer that node dereferences, or the null node. */
static TSNode gone_through(TSNode node)
{
	bool through = node_type_is(node, "subscript_expression");
	if (node_is(node, NODE_pointer_expression)) through = node_has_operator(node, "*");
	if (node_type_is(node, "field_expression")) through = node_has_operator(node, "->");
	return through ? node_bare(node_field(node, "argument")) : (TSNode){0};
}

/* A separate pointer on the way has an error of its own. */
static bool separate_reached_through(struct unit *unit, TSNode node)
{
	for (TSNode inner; !ts_node_is_null(node); node = inner) {
		inner = gone_through(node);
		if (!ts_node_is_null(inner) && is_separate(unit, inner)) return true;
		if (ts_node_is_null(inner)) inner = node_bare(node_field(node, "argument"));
	}
	return false;
}

static void check_access(struct unit *unit, TSNode node)
{
	TSNode pointer = gone_through(node);
	if (ts_node_is_null(pointer) || !is_separate(unit, pointer) || node_unevaluated(node) ||
	    separate_reached_through(unit, pointer) || separate_reserved_badly(unit, pointer))
		return;
	ERROR_AT(unit, node, "'%.*s' is not reserved here: what it points to is its handler's",
	         NODE_ARG(unit, pointer));
	separate_note_reserve(unit, pointer);
}

static void check_arithmetic(struct unit *unit, TSNode node)
{
	static const char *const fields[] = {"left", "right", "argument"};
	static const char *const operators[] = {"+", "-", "+=", "-=", "++", "--", NULL};
	bool calculates = node_type_in(node_field(node, "operator"), operators) &&
	                  (node_is(node, NODE_binary_expression) ||
	                   node_is(node, NODE_assignment_expression) ||
	                   node_type_is(node, "update_expression"));
	for (size_t i = 0; calculates && i < sizeof fields / sizeof *fields; i++) {
		TSNode operand = node_field(node, fields[i]);
		if (ts_node_is_null(operand) || separate_use_at(unit, node_bare(operand)) ||
		    !is_separate(unit, operand))
			continue;
		ERROR_AT(unit, node, "'%.*s' is separate: there is nothing before or behind it",
		         NODE_ARG(unit, operand));
		NOTE_AT(unit, operand, "it points to one object, which 'new separate' made");
		return;
	}
}

/* ---- casts ---- */

static void report_cast(struct unit *unit, TSNode node, TSNode value, bool to_separate)
{
	if (to_separate) {
		ERROR_AT(unit, node, "a cast makes '%.*s' no separate object",
		         NODE_ARG(unit, value));
		NOTE_AT(unit, value,
		        "only what 'new separate' made is one; in code that its handler "
		        "runs 'separate_of(%.*s)' points to it",
		        NODE_ARG(unit, value));
	} else if (separate_use_at(unit, node_bare(value))) {
		ERROR_AT(unit, node, "'%.*s' is reserved: it cannot be cast to a plain pointer",
		         NODE_ARG(unit, value));
		NOTE_AT(unit, value, "where a plain pointer is wanted in the block, '%.*s' is one",
		        NODE_ARG(unit, value));
	} else {
		ERROR_AT(unit, node, "a cast does not make '%.*s' a plain pointer",
		         NODE_ARG(unit, value));
		separate_note_reserve(unit, node_bare(value));
	}
}

static bool points_to_void(const struct unit *unit, CXType type)
{
	return type_canonical(unit, unit->types->clang->getPointeeType(type)).kind == CXType_Void;
}

/* Only casts to void * and back are allowed. */
static void check_cast(struct unit *unit, TSNode node)
{
	TSNode value = node_field(node, "value");
	if (!node_type_is(node, "cast_expression")) return;
	CXType to = type_at(unit, node), from = type_at(unit, value);
	bool to_separate = type_is_separate(unit, to), from_separate = type_is_separate(unit, from);
	if (!type_is_pointer(to) || to_separate == from_separate ||
	    (!type_is_pointer(from) && !type_is_array(from)) || is_null_constant(unit, value) ||
	    (!to_separate && points_to_void(unit, to)) ||
	    (!from_separate && points_to_void(unit, from)))
		return;
	report_cast(unit, node, value, to_separate);
}

/* ---- conversions ---- */

/* libclang finds where separate and plain pointers are mixed, as it knows all places where C has a
 * conversion. In the shadow a separate object is in an address space of its own, and each of
 * libclang's complaints about these is repeated here in the words of the dialect. In a block a
 * reserved name becomes, in the shadow, the pointer that is wanted, so correct code causes no
 * complaint. The lowered code has plain pointers only: no compiler finds what is missed here.
 *
 * Rejected: repeating C's rules of conversion here. */

/* A type that a message of libclang's names: 'stack_pointer' (aka 'struct stack *'). */
struct named {
	char *name;  /* in our words; null: it names the shadow's types, or there is none */
	char *plain; /* the type without `separate`, a function pointer as the function */
	bool separate;
};

static void named_free(struct named *named)
{
	free(named->name);
	free(named->plain);
}

static struct named named_type(const char *message, int which)
{
	static const char aka[] = " (aka '";
	struct named named = {0};
	const char *start = NULL, *close = message, *last = NULL, *end = message;
	for (int i = 0; i <= which; i++) {
		start = strchr(end, '\'');
		close = start ? strchr(++start, '\'') : NULL;
		if (!close) return named;
		last = text_starts(close + 1, aka) ? close + sizeof aka : start;
		end = strchr(last, '\'') + 1;
	}
	named.name = type_of_message(text_copy(start, (size_t)(close - start)));
	named.plain = type_of_message(text_copy(last, (size_t)(end - 1 - last)));
	named.separate = strstr(named.plain, "separate ") != NULL;
	static const char *const dropped[] = {"separate ", "(*)"};
	for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
		for (char *found; (found = strstr(named.plain, dropped[i]));)
			memmove(found, found + strlen(dropped[i]),
			        strlen(found + strlen(dropped[i])) + 1);
	if (!strstr(named.name, "conc_")) return named;
	free(named.name);
	named.name = NULL;
	return named;
}

/* Returns the node that libclang's last range underlines, or the null node. */
static TSNode underlined(const struct unit *unit, CXDiagnostic diagnostic)
{
	const struct clang *clang = unit->types->clang;
	unsigned count = clang->getDiagnosticNumRanges(diagnostic);
	if (!count) return (TSNode){0};
	CXSourceRange range = clang->getDiagnosticRange(diagnostic, count - 1);
	size_t start = types_offset(unit->types, clang->getRangeStart(range)),
	       end = types_offset(unit->types, clang->getRangeEnd(range));
	return ts_node_named_descendant_for_byte_range(unit->syntax.root, (uint32_t)start,
	                                               (uint32_t)end);
}

/* A conversion that libclang complains about. */
struct conversion {
	TSNode node;
	char *text;                 /* of the node */
	const char *message;        /* libclang's */
	struct named given, wanted; /* types */
};

static void report_reserved(struct unit *unit, const struct conversion *of,
                            const struct separate_use *use)
{
	ERROR_AT(unit, of->node, "'%s' is reserved: as a plain pointer it cannot be %s", of->text,
	         text_starts(of->message, "returning ") ? "returned" : "kept");
	NOTE_AT(unit, of->node, "outside the block it is a '%s'",
	        type_said(unit, use->operand->type));
}

static void report_plain(struct unit *unit, const struct conversion *of)
{
	int index;
	TSNode call = separate_argument(separate_place(of->node), &index);
	bool spawned = node_is(node_parent(call), NODE_spawn_expression);
	TSNode task = spawned ? node_field(call, "function") : (TSNode){0};
	ERROR_AT(unit, of->node, "'%s' is separate, and '%s' is wanted", of->text, of->wanted.name);
	if (strstr(of->wanted.name, "void *"))
		NOTE_AT(unit, of->node, "'(void *)%s' is its address, and nothing more", of->text);
	else if (!ts_node_is_null(task))
		NOTE_AT(unit, task, "let '%.*s' take a '%s', and reserve it there",
		        NODE_ARG(unit, task), of->given.name);
	else if (text_starts(of->message, "passing "))
		separate_note_reserve(unit, node_bare(of->node));
	else
		NOTE_AT(unit, of->node, "it remains a '%s', and is reserved where it is used",
		        of->given.name);
}

static void report_separate(struct unit *unit, const struct conversion *of)
{
	const struct separate_use *use = separate_use_at_root(unit, of->node);
	ERROR_AT(unit, of->node, "'%s' is not separate, and '%s' is wanted", of->text,
	         of->wanted.name);
	if (use)
		NOTE_AT(unit, of->node,
		        "it points into the object of '%s': only what 'new separate' made is "
		        "separate",
		        use->operand->text);
	else if (strstr(of->given.name, "void *"))
		NOTE_AT(unit, of->node,
		        "where it came from a separate pointer, a cast gives that back");
	else if (separate_is_path(node_bare(of->node)))
		NOTE_AT(unit, of->node,
		        "only what 'new separate' made is separate; in code that its handler runs "
		        "'separate_of(%s)' points to it",
		        of->text);
	else NOTE_AT(unit, of->node, "only what 'new separate' made is separate");
}

static void check_conversion(struct unit *unit, TSNode node, const char *message)
{
	static const char unknown[] = "pointer of the other sort";
	bool first = strstr(message, "initializing '") || strstr(message, " assigning to '"),
	     changes = strstr(message, "changes address space") != NULL;
	struct conversion of = {node, node_text(unit, node), message, named_type(message, first),
	                        named_type(message, !first)};
	if (!of.given.name) of.given.name = text_copy(unknown, sizeof unknown - 1);
	if (!of.wanted.name) of.wanted.name = text_copy(unknown, sizeof unknown - 1);
	/* To the C compiler types that differ only in `separate` are the same. */
	bool same = of.given.plain && of.wanted.plain &&
	            of.given.separate + of.wanted.separate > 0 &&
	            strcmp(of.given.plain, of.wanted.plain) == 0;
	const struct separate_use *use = separate_use_at(unit, node_bare(node));
	if (!changes && !same) { /* the compiler reports it */
	} else if (!strstr(message, "of pointer")) {
		ERROR_AT(unit, node, "'%s' is a '%s', and '%s' is wanted", of.text, of.given.name,
		         of.wanted.name);
		NOTE_AT(unit, node,
		        "what they point to, take or yield is separate in one and plain in the "
		        "other");
	} else if (use) report_reserved(unit, &of, use);
	else if (of.given.separate) report_plain(unit, &of);
	else report_separate(unit, &of);
	named_free(&of.given);
	named_free(&of.wanted);
	free(of.text);
}

/* True if another check reports it, as for sends and for arguments of library functions. */
static bool is_checked_elsewhere(struct unit *unit, TSNode node)
{
	int index;
	TSNode place = separate_place(node), call = separate_argument(place, &index);
	/* the shadow of a spawn repeats the call: the argument has its own error */
	TSNode spawn = node_is(node, NODE_expression_statement) ? node_named_child(node, 0) : node;
	return operation_at(unit, node_parent(place)) || node_unevaluated(node) ||
	       separate_takes_object(unit, call) || node_is(spawn, NODE_spawn_expression) ||
	       separate_reserved_badly(unit, node_bare(node)) ||
	       (node_takes_address(node) &&
	        separate_use_at(unit, node_bare(node_field(node, "argument")))) ||
	       separate_reached_through(unit, node_bare(node));
}

/* ---- declarations ---- */

static void report_at(struct unit *unit, enum severity severity, size_t at, const char *message)
{
	const struct token *token = analysis_token_at(unit->analysis, at);
	diagnose(unit->diagnostics, severity, NULL, at, token ? at + token->length : at + 1, "%s",
	         message);
}

static bool is_declaration(enum CXCursorKind kind)
{
	return kind == CXCursor_FunctionDecl || kind == CXCursor_VarDecl ||
	       kind == CXCursor_TypedefDecl;
}

static bool is_alike(struct unit *unit, CXCursor one, CXCursor other)
{
	const struct clang *clang = unit->types->clang;
	char *first = type_spelling(unit, clang->getCursorType(one)),
	     *second = type_spelling(unit, clang->getCursorType(other));
	bool alike = strcmp(first, second) == 0;
	free(first);
	free(second);
	return alike && !clang->equalTypes(type_canonical(unit, clang->getCursorType(one)),
	                                   type_canonical(unit, clang->getCursorType(other)));
}

/* void f(separate stack *); void f(stack *); are one function to the C compiler. */
static void check_declared_again(struct unit *unit, size_t at)
{
	const struct indexed *again = unit->types->list, *end = again + unit->types->count;
	while (again < end &&
	       !(is_declaration(again->kind) && cursor_offset(unit, again->cursor) == at))
		again++;
	if (again == end) return;
	char *name = cursor_spelling(unit, again->cursor);
	for (const struct indexed *entry = unit->types->list; entry < again; entry++) {
		if (!is_declaration(entry->kind)) continue;
		char *other = cursor_spelling(unit, entry->cursor);
		bool conflicts =
		        strcmp(name, other) == 0 && is_alike(unit, entry->cursor, again->cursor);
		free(other);
		if (!conflicts) continue;
		report_at(unit, SEVERITY_ERROR, at,
		          "what is separate here is plain where this was declared before, or the "
		          "other way round");
		report_at(unit, SEVERITY_NOTE, cursor_offset(unit, entry->cursor),
		          "it is declared here");
		break;
	}
	free(name);
}

static void check_diagnostic(struct unit *unit, CXDiagnostic diagnostic)
{
	const struct clang *clang = unit->types->clang;
	char *message = types_take(unit, clang->getDiagnosticSpelling(diagnostic));
	size_t at = types_offset(unit->types, clang->getDiagnosticLocation(diagnostic));
	TSNode node = underlined(unit, diagnostic), here = unit_node_at(unit, at, at);
	if (text_starts(message, "function type may not be qualified")) {
		if (!separate_takes_object(unit, node_parent(here))) {
			report_at(unit, SEVERITY_ERROR, at, "a function cannot be separate");
			report_at(unit, SEVERITY_NOTE, at,
			          "only data belong to a handler: a pointer to a function is a "
			          "plain one");
		}
	} else if (text_starts(message,
	                       "compound literal in function scope may not be qualified")) {
		if (unit->analysis->blank[at] == '(') { /* else the values of new */
			report_at(unit, SEVERITY_ERROR, at,
			          "a compound literal cannot be separate");
			report_at(unit, SEVERITY_NOTE, at, "make the object with 'new separate'");
		}
	} else if (text_starts(message, "conflicting types for ") ||
	           text_starts(message, "redefinition of ") ||
	           text_starts(message, "typedef redefinition ")) {
		check_declared_again(unit, at);
	} else if (ts_node_is_null(node)) { /* not about an expression */
	} else if (text_starts(message, "conditional operator") &&
	           strstr(message, "address space")) {
		while (!ts_node_is_null(node) && !node_type_is(node, "conditional_expression"))
			node = node_parent(node);
		ERROR_AT(unit, node, "of what '?:' yields, one is separate and the other is not");
		NOTE_AT(unit, node, "'if' and 'else' keep them apart");
	} else if ((strstr(message, "changes address space") ||
	            text_starts(message, "incompatible pointer types ") ||
	            text_starts(message, "incompatible function pointer types ")) &&
	           !is_checked_elsewhere(unit, node)) {
		check_conversion(unit, node, message);
	}
	free(message);
}

static void separate_plain_check_node(TSNode node, void *data)
{
	struct unit *unit = data;
	check_access(unit, node);
	check_arithmetic(unit, node);
	check_cast(unit, node);
}

void check_separate_plain(struct unit *unit)
{
	const struct clang *clang = unit->types->clang;
	unsigned count = clang->getNumDiagnostics(unit->types->unit);
	node_each(unit->syntax.root, separate_plain_check_node, unit);
	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diagnostic = clang->getDiagnostic(unit->types->unit, i);
		check_diagnostic(unit, diagnostic);
		clang->disposeDiagnostic(diagnostic);
	}
}
