/* SPDX-License-Identifier: MIT */
/* The lock expression is a path. Its first name is a member beside the guarded one, or else a
 * variable. The shadow has no guarded specifiers, so libclang does not read the expression: names
 * are looked up here. */
#include "guard.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "place.h"
#include "types/variable.h"

struct guard guard_of(TSNode specifier)
{
	struct guard guard = {.specifier = specifier, .lock = node_field(specifier, "lock")};
	TSNode holder = node_parent(specifier), declarator = {0};
	TSNode item = node_is(holder, NODE_init_declarator) ? node_parent(holder) : holder;
	bool member = node_is(item, NODE_field_declaration);
	if (!member && !node_is(item, NODE_declaration)) return guard;
	TSNode declarators[64];
	int count = node_fields(holder, "declarator", declarators, 64);
	for (int i = 0; i < count && i < 64; i++)
		if (node_start(declarators[i]) < node_start(specifier)) declarator = declarators[i];
	if (ts_node_is_null(declarator) || node_is(declarator, NODE_function_declarator))
		return guard;
	guard.name = declarator_name(declarator);
	if (member) guard.members = node_parent(item);
	return guard;
}

void guards_collect(const struct unit *unit, struct guards *guards)
{
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind == NODE_guarded_specifier)
			*GROW(guards->list, guards->count, guards->room) =
			        guard_of(unit->constructs[i].node);
}

const struct guard *guard_at(struct unit *unit, const struct guards *guards, TSNode node)
{
	if (!guards->count) return NULL;
	CXCursor declared = declaration_at(unit, node);
	if (unit->types->clang->Cursor_isNull(declared)) return NULL;
	size_t at = cursor_offset(unit, declared);
	for (size_t i = 0; i < guards->count; i++)
		if (node_start(guards->list[i].name) == at) return &guards->list[i];
	return NULL;
}

/* Returns the member's declaration among the direct members, or the null node. */
static TSNode member_named(const struct unit *unit, TSNode members, TSNode name)
{
	TSNode declarators[64];
	for (uint32_t i = 0; i < node_named_child_count(members); i++) {
		TSNode item = node_named_child(members, i);
		int count = node_fields(item, "declarator", declarators, 64);
		for (int d = 0; d < count && d < 64; d++) {
			TSNode declared = declarator_name(declarators[d]);
			if (same_text(unit->syntax.text, declared, name)) return declared;
		}
	}
	return (TSNode){0};
}

/* Returns the variable that is visible at the specifier, or the null cursor. */
static CXCursor variable_named(struct unit *unit, const struct guard *guard, TSNode name)
{
	const struct types *types = unit->types;
	CXCursor found = types->clang->getNullCursor();
	for (size_t i = 0; i < types->count; i++) {
		const struct indexed *entry = &types->list[i];
		if ((entry->kind != CXCursor_VarDecl && entry->kind != CXCursor_ParmDecl) ||
		    entry->start >= node_start(guard->specifier))
			continue;
		char *spelling = cursor_spelling(unit, entry->cursor);
		bool same = node_text_is(&unit->syntax, name, spelling);
		free(spelling);
		if (!same) continue;
		size_t at = cursor_offset(unit, entry->cursor);
		TSNode around = enclosing_function(unit_node_at(unit, at, at + 1));
		if (ts_node_is_null(around) || node_is_inside(guard->specifier, around))
			found = entry->cursor;
	}
	return found;
}

struct search {
	struct unit *unit;
	TSNode name;
	CXCursor found;
};

static enum CXVisitorResult visit_field(CXCursor field, CXClientData data)
{
	struct search *search = data;
	char *spelling = cursor_spelling(search->unit, field);
	bool same = node_text_is(&search->unit->syntax, search->name, spelling);
	free(spelling);
	if (same) search->found = field;
	return same ? CXVisit_Break : CXVisit_Continue;
}

static bool type_of_path(struct unit *unit, const struct guard *guard, TSNode path, CXType *type)
{
	const struct clang *clang = unit->types->clang;
	path = node_inner(path);
	if (node_is(path, NODE_identifier)) {
		TSNode member = member_named(unit, guard->members, path);
		CXCursor declared = ts_node_is_null(member) ? variable_named(unit, guard, path)
		                                            : types_declaration(unit, member);
		*type = clang->getCursorType(declared);
		return !clang->Cursor_isNull(declared);
	}
	if (ts_node_is_null(node_field(path, "argument")) ||
	    !type_of_path(unit, guard, node_field(path, "argument"), type))
		return false;
	if (node_is(path, NODE_pointer_expression)) {
		if (node_takes_address(path)) return true; /* of the lock */
		*type = clang->getPointeeType(type_canonical(unit, *type));
		return type->kind != CXType_Invalid;
	}
	if (!node_type_is(path, "field_expression")) return false;
	if (node_has_operator(path, "->"))
		*type = clang->getPointeeType(type_canonical(unit, *type));
	struct search search = {unit, node_field(path, "field"), clang->getNullCursor()};
	clang->Type_visitFields(type_canonical(unit, *type), visit_field, &search);
	*type = clang->getCursorType(search.found);
	return !clang->Cursor_isNull(search.found);
}

bool guard_lock_type(struct unit *unit, const struct guard *guard, CXType *type)
{
	return type_of_path(unit, guard, guard->lock, type);
}

static void place_of_path(struct unit *unit, const struct guard *guard, TSNode path,
                          const char *object, struct text *place)
{
	path = node_inner(path);
	if (node_is(path, NODE_identifier)) {
		if (!ts_node_is_null(member_named(unit, guard->members, path)))
			text_printf(place, "%s.%.*s", object, NODE_ARG(unit, path));
		else
			text_printf(place, "@%zu",
			            cursor_offset(unit, variable_named(unit, guard, path)));
		return;
	}
	place_of_path(unit, guard, node_field(path, "argument"), object, place);
	if (node_type_is(path, "field_expression"))
		text_printf(place, "%s.%.*s", node_has_operator(path, "->") ? "*" : "",
		            NODE_ARG(unit, node_field(path, "field")));
	else if (!node_takes_address(path)) text_puts(place, "*");
}

void guard_place(struct unit *unit, const struct guard *guard, const char *object,
                 struct text *place)
{
	CXType type;
	if (!guard_lock_type(unit, guard, &type)) return;
	place_of_path(unit, guard, guard->lock, object, place);
	if (type_is_pointer(type_canonical(unit, type))) text_puts(place, "*");
}
