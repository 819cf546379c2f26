/* SPDX-License-Identifier: MIT */
/* Answers questions about variables for the checks of bodies: the variable that a name or a path
 * refers to, and whether a body changes it. libclang's declarations decide, so a name that is
 * declared again in a block is another variable. */
#include "variable.h"

#include "base/text.h"

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
	/* by its number in other versions it would be another kind */
	return !clang->isTranslationUnit(clang->getCursorKind(around)) && storage != CX_SC_Static &&
	       storage != CX_SC_Extern;
}

bool is_array_at(struct unit *unit, TSNode node)
{
	return type_is_array(type_at(unit, node));
}

bool is_part(struct unit *unit, TSNode node)
{
	if (node_type_is(node, "field_expression")) return node_has_operator(node, ".");
	return node_type_is(node, "subscript_expression") &&
	       is_array_at(unit, node_field(node, "argument"));
}

TSNode path_owner(struct unit *unit, TSNode path)
{
	path = node_bare(path);
	while (is_part(unit, path)) path = node_bare(node_field(path, "argument"));
	return node_is(path, NODE_identifier) ? path : (TSNode){0};
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
	if (node_is(node, NODE_binary_expression) && node_has_operator(node, "<<"))
		return node_field(node, "left");
	return (TSNode){0};
}

bool variable_changes(struct unit *unit, TSNode body, CXCursor variable)
{
	bool found = false;
	TSTreeCursor cursor = ts_tree_cursor_new(body);
	do {
		TSNode node = node_bare(changed_by(ts_tree_cursor_current_node(&cursor)));
		found = node_is(node, NODE_identifier) &&
		        unit->types->clang->equalCursors(declaration_at(unit, node), variable);
	} while (!found && cursor_next(&cursor));
	ts_tree_cursor_delete(&cursor);
	return found;
}

bool variable_is_fixed(struct unit *unit, CXCursor variable)
{
	struct types *types = unit->types;
	size_t at = cursor_offset(unit, variable);
	for (size_t i = 0; i < types->fixed_count; i++)
		if (types->fixed[i].at == at) return types->fixed[i].fixed;
	TSNode function = enclosing_function(unit_node_at(unit, at, at + 1));
	bool fixed = !ts_node_is_null(function) && !variable_changes(unit, function, variable);
	*GROW(types->fixed, types->fixed_count, types->fixed_room) = (struct fixed){at, fixed};
	return fixed;
}

bool is_register(struct unit *unit, TSNode name)
{
	return types_find(unit->types, node_start(name), node_end(name)) < 0 ||
	       unit->types->clang->Cursor_getStorageClass(declaration_at(unit, name)) ==
	               CX_SC_Register;
}

bool is_bit_field(struct unit *unit, TSNode member)
{
	return types_find(unit->types, node_start(member), node_end(member)) < 0 ||
	       unit->types->clang->Cursor_isBitField(declaration_at(unit, member));
}

bool is_addressable(struct unit *unit, TSNode node)
{
	node = node_bare(node);
	TSNode argument = node_field(node, "argument"), operator= node_field(node, "operator");
	if (node_is(node, NODE_identifier)) return !is_register(unit, node);
	if (node_is(node, NODE_compound_literal_expression)) return true;
	if (node_is(node, NODE_pointer_expression)) return node_type_is(operator, "*");
	if (node_type_is(node, "subscript_expression")) {
		CXType type = type_at(unit, argument);
		return type_is_pointer(type) || type_element(unit, type).kind != type.kind;
	}
	if (!node_type_is(node, "field_expression") || is_bit_field(unit, node)) return false;
	return node_type_is(operator, "->") || is_addressable(unit, argument);
}

bool is_null_constant(const struct unit *unit, TSNode node)
{
	node = node_bare(node);
	while (node_type_is(node, "cast_expression")) node = node_bare(node_field(node, "value"));
	return (node_is(node, NODE_number_literal) && node_text_is(&unit->syntax, node, "0")) ||
	       node_type_is(node, "null");
}
