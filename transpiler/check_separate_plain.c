/* SPDX-License-Identifier: MIT */
/* Separate pointers and plain ones are not mixed, and what a separate one points to is used only
 * where it is reserved.
 *
 * Uses are found by a walk of the tree that asks for the type of whatever is dereferenced or
 * calculated with. Conversions are libclang's judgement, as it knows all places where C has one:
 * in the shadow a separate object lies in an address space of its own, and each of libclang's
 * errors about these is said here again, in the words of the dialect. In a block a reserved name
 * stands in the shadow for the pointer that is wanted, so there is none about what is right.
 *
 * Rejected: to repeat C's rules of conversion here; libclang's texts as they are, which speak of
 * the address space and of the shadow's names. */
#include <stdlib.h>
#include <string.h>

#include "lower.h"
#include "separate.h"
#include "text.h"

static bool is_path(TSNode node)
{
	while (node_type_is(node, "field_expression")) node = node_field(node, "argument");
	return node_is(node, NODE_identifier);
}

static void note_reserve(struct unit *unit, TSNode node)
{
	NOTE_AT(unit, node,
	        is_path(node) ? "reserve it: 'separate (%.*s) { … }'"
	                      : "reserve it: 'separate (name = %.*s) { … }'",
	        NODE_ARG(unit, node));
}

/* What a statement around it wanted to reserve, in a way that is none. */
static bool was_reserved_badly(const struct unit *unit, TSNode node)
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
	CXType type;
	return type_of(unit, node, &type) && type_is_separate(unit, type);
}

/* What node, which goes through a pointer, goes through; the null node: it does not. */
static TSNode gone_through(struct unit *unit, TSNode node)
{
	TSNode none = {0};
	if (node_type_is(node, "subscript_expression"))
		return node_bare(node_field(node, "argument"));
	if (node_is(node, NODE_pointer_expression))
		return node_type_is(node_field(node, "operator"), "*")
		               ? node_bare(node_field(node, "argument"))
		               : none;
	return node_type_is(node, "field_expression") &&
	                       node_text_is(&unit->syntax, node_field(node, "operator"), "->")
	               ? node_bare(node_field(node, "argument"))
	               : none;
}

/* Is there an error about what node is reached by? */
static bool is_reached_through(struct unit *unit, TSNode node)
{
	for (TSNode inner; !ts_node_is_null(node); node = inner) {
		inner = gone_through(unit, node);
		if (!ts_node_is_null(inner) && is_separate(unit, inner)) return true;
		if (ts_node_is_null(inner)) inner = node_bare(node_field(node, "argument"));
	}
	return false;
}

static void check_access(struct unit *unit, TSNode node)
{
	TSNode pointer = gone_through(unit, node);
	if (ts_node_is_null(pointer) || !is_separate(unit, pointer) || node_unevaluated(node) ||
	    is_reached_through(unit, pointer) || was_reserved_badly(unit, pointer))
		return;
	ERROR_AT(unit, node, "'%.*s' is not reserved here: what it points to is its handler's",
	         NODE_ARG(unit, pointer));
	note_reserve(unit, pointer);
}

static bool calculates(TSNode node)
{
	const char *operator= node_type(node_field(node, "operator"));
	if (node_is(node, NODE_binary_expression))
		return strcmp(operator, "+") == 0 || strcmp(operator, "-") == 0;
	if (node_is(node, NODE_assignment_expression))
		return strcmp(operator, "+=") == 0 || strcmp(operator, "-=") == 0;
	return node_type_is(node, "update_expression");
}

static void check_arithmetic(struct unit *unit, TSNode node)
{
	static const char *const fields[] = {"left", "right", "argument"};
	for (size_t i = 0; calculates(node) && i < sizeof fields / sizeof *fields; i++) {
		TSNode operand = node_field(node, fields[i]);
		const struct separate_use *use = separate_use_at(unit, node_bare(operand));
		if (ts_node_is_null(operand) || use || !is_separate(unit, operand)) continue;
		ERROR_AT(unit, node, "'%.*s' is separate: there is nothing before or behind it",
		         NODE_ARG(unit, operand));
		NOTE_AT(unit, operand, "it points to one object, which 'new separate' made");
		return;
	}
}

/* ---- casts ---- */

static void report_cast(struct unit *unit, TSNode node, TSNode value, bool to_separate)
{
	const struct separate_use *use = separate_use_at(unit, node_bare(value));
	if (to_separate) {
		ERROR_AT(unit, node, "a cast makes '%.*s' no separate object",
		         NODE_ARG(unit, value));
		NOTE_AT(unit, value,
		        "only what 'new separate' made is one; in code that its handler "
		        "runs 'separate_of(%.*s)' points to it",
		        NODE_ARG(unit, value));
	} else if (use) {
		ERROR_AT(unit, node, "'%.*s' is reserved: it cannot be cast to a plain pointer",
		         NODE_ARG(unit, value));
		NOTE_AT(unit, value, "where a plain pointer is wanted in the block, '%.*s' is one",
		        NODE_ARG(unit, value));
	} else {
		ERROR_AT(unit, node, "a cast does not make '%.*s' a plain pointer",
		         NODE_ARG(unit, value));
		note_reserve(unit, node_bare(value));
	}
}

static bool points_to_void(const struct unit *unit, CXType type)
{
	CXType pointee = unit->types->clang->getPointeeType(type);
	return type_canonical(unit, pointee).kind == CXType_Void;
}

/* To void * and back is all that a cast may do. */
static void check_cast(struct unit *unit, TSNode node)
{
	CXType to, from;
	TSNode value = node_field(node, "value");
	if (!node_type_is(node, "cast_expression") || !type_of(unit, node, &to) ||
	    !type_of(unit, value, &from))
		return;
	to = type_canonical(unit, to);
	from = type_canonical(unit, from);
	bool to_separate = type_is_separate(unit, to), from_separate = type_is_separate(unit, from);
	if (!type_is_pointer(to) || to_separate == from_separate ||
	    (!type_is_pointer(from) && !type_is_array(from)) || is_null_constant(unit, value) ||
	    (!to_separate && points_to_void(unit, to)) ||
	    (!from_separate && points_to_void(unit, from)))
		return;
	report_cast(unit, node, value, to_separate);
}

/* ---- conversions ---- */

static bool starts(const char *message, const char *with)
{
	return strncmp(message, with, strlen(with)) == 0;
}

/* A type that a message of libclang's names: 'stack_pointer' (aka 'struct stack *'). */
struct named {
	char *name; /* heap copy, in our words; null: it speaks of the shadow */
	bool separate;
};

static struct named named_type(const char *message, int which)
{
	static const char aka[] = " (aka '";
	const char *start = NULL, *end = message, *last;
	struct named named = {0};
	for (int i = 0; i <= which; i++) {
		start = end ? strchr(end, '\'') : NULL;
		end = last = start ? strchr(start + 1, '\'') : NULL;
		if (!end) return named;
		if (starts(++end, aka)) last = strchr(end + sizeof aka - 1, '\'');
		if (last >= end) end = last + 1;
	}
	const char *close = strchr(start + 1, '\'');
	char *whole = text_copy(start, (size_t)(end - start));
	named.separate = strstr(whole, "address_space") != NULL;
	free(whole);
	named.name = type_of_message(text_copy(start + 1, (size_t)(close - start - 1)));
	if (!strstr(named.name, "conc_")) return named;
	free(named.name);
	named.name = NULL;
	return named;
}

/* The node that libclang's last range underlines. */
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

/* What is said of one conversion. */
struct conversion {
	TSNode node;
	char *text;                 /* of the node */
	const char *message;        /* libclang's */
	struct named given, wanted; /* types */
};

static void report_reserved(struct unit *unit, const struct conversion *of,
                            const struct separate_use *use)
{
	char *written = type_written(unit, use->operand->type);
	ERROR_AT(unit, of->node, "'%s' is reserved: as a plain pointer it cannot be %s", of->text,
	         starts(of->message, "returning ") ? "returned" : "kept");
	NOTE_AT(unit, of->node, "outside the block it is a '%s'", written);
	free(written);
}

/* An argument of the function that a task runs. */
static TSNode spawned(TSNode node)
{
	int index;
	TSNode call = separate_argument(separate_place(node), &index);
	bool spawn = node_is(node_parent(call), NODE_spawn_expression);
	return spawn ? node_field(call, "function") : (TSNode){0};
}

static void report_plain(struct unit *unit, const struct conversion *of)
{
	TSNode task = spawned(of->node);
	ERROR_AT(unit, of->node, "'%s' is separate, and '%s' is wanted", of->text, of->wanted.name);
	if (strstr(of->wanted.name, "void *"))
		NOTE_AT(unit, of->node, "'(void *)%s' is its address, and nothing more", of->text);
	else if (!ts_node_is_null(task))
		NOTE_AT(unit, task, "let '%.*s' take a '%s', and reserve it there",
		        NODE_ARG(unit, task), of->given.name);
	else if (starts(of->message, "passing ")) note_reserve(unit, node_bare(of->node));
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
	else if (is_path(node_bare(of->node)))
		NOTE_AT(unit, of->node,
		        "only what 'new separate' made is separate; in code that its handler runs "
		        "'separate_of(%s)' points to it",
		        of->text);
	else NOTE_AT(unit, of->node, "only what 'new separate' made is separate");
}

static void report_nested(struct unit *unit, const struct conversion *of)
{
	ERROR_AT(unit, of->node, "'%s' is a '%s', and '%s' is wanted", of->text, of->given.name,
	         of->wanted.name);
	NOTE_AT(unit, of->node,
	        "one points to a pointer that is separate, the other to a plain one");
}

static void report_conversion(struct unit *unit, TSNode node, const char *message)
{
	static char unknown[] = "a pointer of the other sort";
	bool first = starts(message, "initializing ");
	struct conversion of = {node, node_text(unit, node), message, named_type(message, first),
	                        named_type(message, !first)};
	const struct separate_use *use = separate_use_at(unit, node_bare(node));
	char *given = of.given.name, *wanted = of.wanted.name;
	if (!given) of.given.name = unknown;
	if (!wanted) of.wanted.name = unknown;
	if (strstr(message, "nested")) report_nested(unit, &of);
	else if (use) report_reserved(unit, &of, use);
	else if (of.given.separate) report_plain(unit, &of);
	else report_separate(unit, &of);
	free(of.text);
	free(given);
	free(wanted);
}

static void report_branches(struct unit *unit, TSNode node)
{
	while (!ts_node_is_null(node) && !node_type_is(node, "conditional_expression"))
		node = node_parent(node);
	ERROR_AT(unit, node, "of what '?:' yields, one is separate and the other is not");
	NOTE_AT(unit, node, "'if' and 'else' keep them apart");
}

/* What a stub is given that stands for the function: the argument's error is its own. */
static bool spawns(TSNode node)
{
	if (node_is(node, NODE_expression_statement)) node = node_named_child(node, 0);
	return node_is(node, NODE_spawn_expression);
}

/* Other checks speak about what is sent, and about arguments of functions of the library. */
static bool is_checked_elsewhere(struct unit *unit, TSNode node)
{
	int index;
	TSNode place = separate_place(node), call = separate_argument(place, &index);
	const struct operation *operation = operation_at(unit, node_parent(place));
	return operation || node_unevaluated(node) || separate_takes_object(unit, call) ||
	       spawns(node) || was_reserved_badly(unit, node_bare(node)) ||
	       (node_takes_address(node) &&
	        separate_use_at(unit, node_bare(node_field(node, "argument")))) ||
	       is_reached_through(unit, node_bare(node));
}

static void report_function(struct unit *unit, CXDiagnostic diagnostic)
{
	size_t at =
	        types_offset(unit->types, unit->types->clang->getDiagnosticLocation(diagnostic));
	const struct token *token = analysis_token_at(unit->analysis, at);
	TSNode node =
	        ts_node_descendant_for_byte_range(unit->syntax.root, (uint32_t)at, (uint32_t)at);
	if (!token || separate_takes_object(unit, node_parent(node))) return;
	diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, at, at + token->length,
	         "a function cannot be separate");
	diagnose(unit->diagnostics, SEVERITY_NOTE, NULL, at, at + token->length,
	         "only data belong to a handler: a pointer to a function is a plain one");
}

static void check_diagnostic(struct unit *unit, CXDiagnostic diagnostic)
{
	char *message = types_take(unit, unit->types->clang->getDiagnosticSpelling(diagnostic));
	bool changes = strstr(message, "changes address space") != NULL,
	     branches = starts(message, "conditional operator") && strstr(message, "address space");
	TSNode node = changes || branches ? underlined(unit, diagnostic) : (TSNode){0};
	if (starts(message, "function type may not be qualified"))
		report_function(unit, diagnostic);
	else if (branches && !ts_node_is_null(node)) report_branches(unit, node);
	else if (changes && !ts_node_is_null(node) && !is_checked_elsewhere(unit, node))
		report_conversion(unit, node, message);
	free(message);
}

static void check_node(TSNode node, void *data)
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
	node_each(unit->syntax.root, check_node, unit);
	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diagnostic = clang->getDiagnostic(unit->types->unit, i);
		check_diagnostic(unit, diagnostic);
		clang->disposeDiagnostic(diagnostic);
	}
}
