/* SPDX-License-Identifier: MIT */
/* Answers questions about variables for the checks of bodies: the variable that a name or a path
 * refers to, and whether a body changes it. libclang's declarations decide, so a name that is
 * declared again in a block is another variable. */
#include "variable.h"

#include <string.h>

CXCursor declaration_at(struct unit *unit, TSNode name)
{
	int found = types_find(unit->types, node_start(name), node_end(name));
	const struct clang *clang = unit->types->clang;
	return found < 0 ? clang->getNullCursor()
	                 : clang->getCursorReferenced(unit->types->list[found].cursor);
}

bool cursor_is_automatic(struct unit *unit, CXCursor cursor)
{
	const struct clang *clang = unit->types->clang;
	enum CX_StorageClass storage = clang->Cursor_getStorageClass(cursor);
	CXCursor around = clang->getCursorSemanticParent(cursor);
	return clang->getCursorKind(around) != CXCursor_TranslationUnit &&
	       storage != CX_SC_Static && storage != CX_SC_Extern;
}

bool is_array_at(struct unit *unit, TSNode node)
{
	CXType type;
	return type_of(unit, node, &type) && type_is_array(type_canonical(unit, type));
}

TSNode path_owner(struct unit *unit, TSNode path)
{
	for (path = node_bare(path); !node_is(path, NODE_identifier);) {
		TSNode argument = node_field(path, "argument");
		bool dot = node_type_is(path, "field_expression") &&
		           node_type_is(node_field(path, "operator"), ".");
		bool element =
		        node_type_is(path, "subscript_expression") && is_array_at(unit, argument);
		if (!dot && !element) return (TSNode){0};
		path = node_bare(argument);
	}
	return path;
}

TSNode path_root(TSNode path)
{
	for (path = node_bare(path); !ts_node_is_null(path) && !node_is(path, NODE_identifier);) {
		bool cast = node_type_is(path, "cast_expression");
		path = node_bare(node_field(path, cast ? "value" : "argument"));
	}
	return path;
}

/* Returns what the expression may change: x of x = …, x++, &x, x << c; null node: none. */
static TSNode changed_by(TSNode node)
{
	if (node_is(node, NODE_assignment_expression)) return node_field(node, "left");
	if (node_type_is(node, "update_expression") || node_takes_address(node))
		return node_field(node, "argument");
	if (node_is(node, NODE_binary_expression) &&
	    node_type_is(node_field(node, "operator"), "<<"))
		return node_field(node, "left");
	return (TSNode){0};
}

bool variable_changes(struct unit *unit, TSNode body, CXCursor variable)
{
	bool found = false;
	TSTreeCursor cursor = ts_tree_cursor_new(body);
	for (bool more = true; more && !found;) {
		TSNode node = node_bare(changed_by(ts_tree_cursor_current_node(&cursor)));
		found = node_is(node, NODE_identifier) &&
		        unit->types->clang->equalCursors(declaration_at(unit, node), variable);
		if (ts_tree_cursor_goto_first_child(&cursor)) continue;
		while (!ts_tree_cursor_goto_next_sibling(&cursor))
			if (!(more = ts_tree_cursor_goto_parent(&cursor))) break;
	}
	ts_tree_cursor_delete(&cursor);
	return found;
}

bool is_register(const struct unit *unit, TSNode name)
{
	const struct clang *clang = unit->types->clang;
	int found = types_find(unit->types, node_start(name), node_end(name));
	if (found < 0) return true;
	CXCursor declaration = clang->getCursorReferenced(unit->types->list[found].cursor);
	return clang->Cursor_getStorageClass(declaration) == CX_SC_Register;
}

bool is_bit_field(const struct unit *unit, TSNode member)
{
	const struct clang *clang = unit->types->clang;
	int found = types_find(unit->types, node_start(member), node_end(member));
	if (found < 0) return true;
	CXCursor field = clang->getCursorReferenced(unit->types->list[found].cursor);
	return clang->Cursor_isBitField(field);
}

static bool is_element_of_array(struct unit *unit, TSNode array)
{
	CXType type;
	if (!type_of(unit, array, &type)) return false;
	type = type_canonical(unit, type);
	return type_is_pointer(type) || type_element(unit, type).kind != type.kind;
}

bool is_addressable(struct unit *unit, TSNode node)
{
	const char *type = node_type(node);
	if (node_is(node, NODE_parenthesized_expression))
		return is_addressable(unit, node_named_child(node, 0));
	if (node_is(node, NODE_identifier)) return !is_register(unit, node);
	if (node_is(node, NODE_compound_literal_expression)) return true;
	if (strcmp(type, "pointer_expression") == 0)
		return strcmp(node_type(node_field(node, "operator")), "*") == 0;
	if (strcmp(type, "subscript_expression") == 0)
		return is_element_of_array(unit, node_field(node, "argument"));
	if (strcmp(type, "field_expression") != 0 || is_bit_field(unit, node)) return false;
	return strcmp(node_type(node_field(node, "operator")), "->") == 0 ||
	       is_addressable(unit, node_field(node, "argument"));
}

bool is_null_constant(const struct unit *unit, TSNode node)
{
	for (;;) {
		if (node_is(node, NODE_parenthesized_expression)) node = node_named_child(node, 0);
		else if (node_type_is(node, "cast_expression")) node = node_field(node, "value");
		else break;
	}
	return (node_is(node, NODE_number_literal) && node_text_is(&unit->syntax, node, "0")) ||
	       node_type_is(node, "null");
}
