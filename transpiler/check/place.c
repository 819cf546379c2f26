/* SPDX-License-Identifier: MIT */
/* Writes the places of expressions. A call or another expression that is no path is written as its
 * text: the same text is the same place, because a check would rather miss a mistake than report
 * one that is none. */
#include "place.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "types/variable.h"

static void text_without_blanks(const struct unit *unit, TSNode node, struct text *out)
{
	for (size_t i = node_start(node); i < node_end(node); i++)
		if (!isspace((unsigned char)unit->syntax.text[i]))
			text_add(out, unit->syntax.text + i, 1);
}

TSNode place_value(TSNode node)
{
	node = node_inner(node);
	while (node_type_is(node, "cast_expression")) node = node_inner(node_field(node, "value"));
	return node;
}

struct use {
	struct unit *unit;
	CXCursor variable;
	bool found;
};

static void look_for_use(TSNode node, void *data)
{
	struct use *use = data;
	if (!use->found && node_is(node, NODE_identifier))
		use->found = use->unit->types->clang->equalCursors(declaration_at(use->unit, node),
		                                                   use->variable);
}

/* Returns the value that a local pointer has all its life, or the null node. */
static TSNode only_value(struct unit *unit, CXCursor variable)
{
	if (unit->types->clang->getCursorKind(variable) != CXCursor_VarDecl ||
	    !cursor_is_automatic(unit, variable))
		return (TSNode){0};
	size_t at = cursor_offset(unit, variable);
	TSNode name = unit_node_at(unit, at, at + 1), holder = node_parent(name);
	while (node_is(holder, NODE_pointer_declarator) ||
	       node_is(holder, NODE_parenthesized_declarator))
		holder = node_parent(holder);
	if (!node_is(holder, NODE_init_declarator) || !variable_is_fixed(unit, variable))
		return (TSNode){0};
	TSNode value = place_value(node_field(holder, "value"));
	if (node_is(value, NODE_call_expression) || node_is(value, NODE_new_expression))
		return (TSNode){0}; /* two of the same text are two objects */
	struct use own = {unit, variable, false};
	node_each(value, look_for_use, &own);
	return own.found ? (TSNode){0} : value; /* node *p = p->next; */
}

static void index_of(struct unit *unit, TSNode index, struct text *place)
{
	index = node_inner(index);
	if (node_text_is(&unit->syntax, index, "0")) return; /* a[0] is *a */
	text_puts(place, "[");
	if (node_is(index, NODE_identifier)) place_of(unit, index, place);
	else text_without_blanks(unit, index, place);
	text_puts(place, "]");
}

void place_of(struct unit *unit, TSNode lvalue, struct text *place)
{
	lvalue = node_inner(lvalue);
	TSNode argument = node_field(lvalue, "argument");
	if (node_is(lvalue, NODE_identifier)) {
		CXCursor variable = declaration_at(unit, lvalue);
		if (unit->types->clang->Cursor_isNull(variable))
			text_without_blanks(unit, lvalue, place);
		else text_printf(place, "@%zu", cursor_offset(unit, variable));
	} else if (node_type_is(lvalue, "field_expression")) {
		if (node_has_operator(lvalue, "->")) place_pointed(unit, argument, place);
		else place_of(unit, argument, place);
		text_printf(place, ".%.*s", NODE_ARG(unit, node_field(lvalue, "field")));
	} else if (node_type_is(lvalue, "subscript_expression")) {
		place_pointed(unit, argument, place);
		index_of(unit, node_field(lvalue, "index"), place);
	} else if (node_is(lvalue, NODE_pointer_expression) && node_has_operator(lvalue, "*")) {
		place_pointed(unit, argument, place);
	} else {
		text_without_blanks(unit, lvalue, place);
	}
}

void place_pointed(struct unit *unit, TSNode pointer, struct text *place)
{
	pointer = place_value(pointer);
	if (node_takes_address(pointer)) {
		place_of(unit, node_field(pointer, "argument"), place);
		return;
	}
	if (node_is(pointer, NODE_identifier)) {
		CXCursor variable = declaration_at(unit, pointer);
		TSNode value = only_value(unit, variable);
		if (!ts_node_is_null(value) && !is_array_at(unit, pointer)) {
			place_pointed(unit, value, place);
			return;
		}
	}
	place_of(unit, pointer, place);
	if (!is_array_at(unit, pointer)) text_puts(place, "*");
}

char *place_of_operand(struct unit *unit, TSNode operand)
{
	struct text place = {0};
	CXType type = type_at(unit, operand);
	if (type_is_pointer(type)) place_pointed(unit, operand, &place);
	else place_of(unit, operand, &place);
	return place.bytes ? place.bytes : text_copy("", 0);
}

long place_root(const char *place)
{
	return *place == '@' ? strtol(place + 1, NULL, 10) : -1;
}

bool place_is_computed(const char *place)
{
	for (const char *at = strchr(place, '['); at; at = strchr(at + 1, '['))
		if (strspn(at + 1, "@0123456789") != strcspn(at + 1, "]")) return true;
	return false;
}

bool place_changes(struct unit *unit, const char *place, TSNode node)
{
	bool in_index = false;
	for (const char *at = place; *at; at++) {
		if (*at == '[' || *at == ']') in_index = *at == '[';
		if (*at != '@') continue;
		char *end;
		size_t offset = strtoul(at + 1, &end, 10);
		if (!in_index && *end != '*') continue;
		TSNode name = unit_node_at(unit, offset, offset + 1);
		if (variable_changes(unit, node, types_declaration(unit, name))) return true;
	}
	return false;
}

bool place_cut_at_index(char *place)
{
	for (char *at = strchr(place, '['); at; at = strchr(at + 1, '[')) {
		size_t digits = strspn(at + 1, "0123456789");
		if (digits && at[1 + digits] == ']') continue;
		*at = '\0';
		return true;
	}
	return false;
}
