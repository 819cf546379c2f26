/* SPDX-License-Identifier: MIT */
/* Reports futures that are read before anything can have fulfilled them. An automatic future whose
 * address nothing takes can only be fulfilled by its own function. If no line does so before the
 * read, and no loop or label leads back, the read waits for ever. All other cases are left to the
 * runtime, which detects the deadlock. */

#include "check.h"
#include "types/operation.h"

struct mentions {
	bool escapes;                          /* the future is used other than as an operand */
	const struct operation *read, *fulfil; /* the first of each, in the order of the text */
};

static void find_mentions(struct unit *unit, CXCursor variable, struct mentions *mentions)
{
	const struct types *types = unit->types;
	for (size_t i = 0; i < types->count; i++) {
		const struct indexed *entry = &types->list[i];
		if (entry->kind != CXCursor_DeclRefExpr ||
		    !types->clang->equalCursors(types->clang->getCursorReferenced(entry->cursor),
		                                variable))
			continue;
		bool operand = false;
		for (size_t k = 0; k < unit->operation_count && !operand; k++) {
			const struct operation *operation = &unit->operations[k];
			TSNode node = operation_resource(operation);
			bool read = operation->kind == OPERATION_READ;
			operand = (read || operation->kind == OPERATION_FULFIL) &&
			          node_is(node, NODE_identifier) &&
			          node_is_at(node, entry->start, entry->end);
			if (!operand) continue;
			if (read && !mentions->read) mentions->read = operation;
			if (!read && !mentions->fulfil) mentions->fulfil = operation;
		}
		mentions->escapes |= !operand;
	}
}

/* True if the read may be repeated: a loop is around it, or the function has a label. */
static bool may_repeat(TSNode function, TSNode node)
{
	for (TSNode at = node_parent(node); !ts_node_is_null(at) && !ts_node_eq(at, function);
	     at = node_parent(at))
		if (node_is_loop(at)) return true;
	bool label;
	TSTreeCursor cursor = ts_tree_cursor_new(function);
	do label = node_is(ts_tree_cursor_current_node(&cursor), NODE_labeled_statement);
	while (!label && cursor_next(&cursor));
	ts_tree_cursor_delete(&cursor);
	return label;
}

/* Reports an automatic future that only this function can reach if it is read before it is
 * fulfilled. */
static void check_future(struct unit *unit, const struct indexed *entry)
{
	const struct clang *clang = unit->types->clang;
	CXType element;
	enum CX_StorageClass storage = clang->Cursor_getStorageClass(entry->cursor);
	struct mentions mentions = {0};
	if (entry->parent < 0 || storage == CX_SC_Static || storage == CX_SC_Extern ||
	    !type_is_future(unit, clang->getCursorType(entry->cursor), &element))
		return;
	find_mentions(unit, entry->cursor, &mentions);
	const struct operation *read = mentions.read, *fulfil = mentions.fulfil;
	if (mentions.escapes || !read) return;
	if (fulfil && node_start(fulfil->node) < node_end(read->node)) return;
	TSNode function = enclosing_function(read->node);
	if (ts_node_is_null(function) || (fulfil && may_repeat(function, read->node))) return;
	ERROR_AT(unit, read->node, "'%.*s' is read before anything can have fulfilled it",
	         NODE_ARG(unit, read->right));
	if (fulfil) NOTE_AT(unit, fulfil->node, "it is fulfilled here at the earliest");
}

void check_futures(struct unit *unit)
{
	if (!unit->operation_count) return;
	for (size_t i = 0; i < unit->types->count; i++)
		if (unit->types->list[i].kind == CXCursor_VarDecl)
			check_future(unit, &unit->types->list[i]);
}
