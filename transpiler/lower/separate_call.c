/* SPDX-License-Identifier: MIT */
/* separate (s, t) { push(s, 1); push(t, 2); }
 * separate (s) push(s, 3);
 *   →
 * CONC_CALL_TYPE(push, stack *, int);                                    (before the item)
 * { CONC_RESERVE(1, s, t); { conc_call_push(conc_reserved_1, s, 1);
 *   conc_call_push(conc_reserved_1 + 1, t, 2); } }
 * conc_single_call_push(CONC_HERE, s, 3);
 *
 * spawn separate (s, t) move(s, t, 5);  →  CONC_SPAWN_SEPARATE(move, (s, t), s, t, 5);
 *
 * Each function that is called in the unit has one type of request, with the function's parameters,
 * so arguments convert as in a call. */

#include "types/separate.h"

#include <stdlib.h>
#include <string.h>

#include "lower.h"
#include "types/operation.h"
#include "types/prototype.h"
#include "base/text.h"

/* The parameters of a function as CONC_CALL_TYPE takes them, and in the four forms that
 * CONC_CALL_TYPE_LONG takes. */
struct parameters {
	struct text types, declared, names, requests, members;
};

enum { SHORT = 8 }; /* parameters of CONC_CALL_TYPE */

static void add_parameter(struct parameters *parameters, const char *type, int number)
{
	const char *comma = number > 1 ? ", " : "",
	           *space = type[strlen(type) - 1] == '*' ? "" : " ";
	text_printf(&parameters->types, "%s%s", comma, type);
	text_printf(&parameters->declared, "%s%s%sconc_%d", comma, type, space, number);
	text_printf(&parameters->names, "%sconc_%d", comma, number);
	text_printf(&parameters->requests, "%sconc_request.conc_%d", comma, number);
	text_printf(&parameters->members, " %s%sconc_%d;", type, space, number);
}

/* A parameter that is declared as a function is a pointer to it. */
static char *parameter_type(struct unit *unit, CXType type, TSNode item)
{
	CXType canonical = type_canonical(unit, type);
	char *written = declarable(lowered_type(unit, type, item));
	if (canonical.kind != CXType_FunctionProto && canonical.kind != CXType_FunctionNoProto)
		return written;
	char *pointer = text_format("%s *", written);
	free(written);
	return pointer;
}

static void write_call_type(struct unit *unit, CXCursor declaration, const char *name, TSNode item)
{
	const struct clang *clang = unit->types->clang;
	CXType type = clang->getCursorType(declaration);
	struct parameters parameters = {0};
	struct text prototype = {0};
	int count = clang->getNumArgTypes(type);
	add_prototype(unit, declaration, item, &prototype);
	for (int i = 0; i < count; i++) {
		char *written = parameter_type(unit, clang->getArgType(type, (unsigned)i), item);
		add_parameter(&parameters, written, i + 1);
		free(written);
	}
	const char *before = prototype.bytes ? prototype.bytes : "";
	if (count <= SHORT)
		put_before_item(unit, item, "%sCONC_CALL_TYPE(%s, %s);", before, name,
		                parameters.types.bytes);
	else
		put_before_item(unit, item, "%sCONC_CALL_TYPE_LONG(%s, (%s), (%s), (%s),%s);",
		                before, name, parameters.declared.bytes, parameters.names.bytes,
		                parameters.requests.bytes, parameters.members.bytes);
	text_free(&parameters.types);
	text_free(&parameters.declared);
	text_free(&parameters.names);
	text_free(&parameters.requests);
	text_free(&parameters.members);
	text_free(&prototype);
}

/* Emits the request type once in a unit. */
static void put_call_type(struct unit *unit, TSNode call)
{
	struct separate_callee callee = separate_callee(unit, call);
	char *name = cursor_spelling(unit, callee.declaration);
	bool first;
	unit_name(unit, text_format("conc_call_%s", name), &first);
	if (first) write_call_type(unit, callee.declaration, name, node_top_level(call));
	free(name);
}

static TSNode callee_name(TSNode call)
{
	TSNode function = node_field(call, "function");
	while (node_is(function, NODE_parenthesized_expression))
		function = node_named_child(function, 0);
	return function;
}

static TSNode opening(TSNode call)
{
	return node_token(node_field(call, "arguments"), "(");
}

void lower_separate_call(struct unit *unit, const struct separate_use *use, const char *reserved)
{
	TSNode call = use->expression;
	put_call_type(unit, call);
	put_instead(unit->edits, node_field(call, "function"), "conc_call_%.*s",
	            NODE_ARG(unit, callee_name(call)));
	put_after(unit->edits, opening(call), "%s, ", reserved);
}

void lower_spawned_type(struct unit *unit, const struct separate_statement *statement)
{
	TSNode node = statement->construct->node;
	if (!node_value_is_kept(unit, node) && !scope_number(unit, node))
		put_call_type(unit, statement->body);
}

void lower_spawned_call(struct unit *unit, const struct separate_statement *statement)
{
	char *head = text_format("CONC_SPAWN_SEPARATE(%.*s, (",
	                         NODE_ARG(unit, callee_name(statement->body)));
	separate_lower_spawned(unit, statement, head, "");
	free(head);
}

static bool has_newline(const struct unit *unit, size_t start, size_t end)
{
	return memchr(unit->analysis->blank + start, '\n', end - start) != NULL;
}

/* Replaces the text before the call, and its function's name: in one edit if that is one line. */
static void lower_opening(struct unit *unit, const struct separate_statement *statement)
{
	TSNode call = statement->single_call, function = node_field(call, "function"),
	       first = first_token(statement->construct->node), body = statement->body,
	       last = node_is(body, NODE_compound_statement)
	                      ? first_token(body)
	                      : node_token(statement->construct->node, ")");
	if (!has_newline(unit, node_start(first), node_end(function))) {
		put_over(unit->edits, first, function, "conc_single_call_%.*s",
		         NODE_ARG(unit, callee_name(call)));
		return;
	}
	put_over(unit->edits, first, last, "%s", "");
	put_instead(unit->edits, function, "conc_single_call_%.*s",
	            NODE_ARG(unit, callee_name(call)));
}

void lower_single_call(struct unit *unit, const struct separate_use *use)
{
	const struct separate_statement *statement = use->operand->statement;
	TSNode call = statement->single_call, body = statement->body;
	put_call_type(unit, call);
	lower_opening(unit, statement);
	put_after(unit->edits, opening(call), "CONC_HERE, ");
	if (node_is(body, NODE_compound_statement))
		put_over(unit->edits, last_token(node_parent(call)), last_token(body), ";");
}
