/* SPDX-License-Identifier: MIT */
/* Variables as the checks of bodies ask for them: what a name stands for, which variable a path is
 * a part of, whether anything changes one. By libclang's declarations, so that a name that is
 * declared again in a block is another one. */
#include "lower.h"

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

/* x = …, x++, &x, c >> x and … << x: what is changed, or may be. */
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
