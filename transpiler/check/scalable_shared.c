/* SPDX-License-Identifier: MIT */
/* Warns about what replicas share, or do not share, probably by mistake.
 *
 * A variable that all replicas share, written by a scalable receive, an export or an import, is a
 * data race that one object of the actor's never had. A channel or future in the actor that a
 * scalable receive uses is another one in each replica.
 *
 * The check sees what the body itself writes to a variable of static storage, or to a part of it,
 * outside of any mutex statement and waituntil, and where it has not asked conc_is_replica. It does
 * not look into called functions, or at writes through pointers, and does not see what
 * conc_mutex_lock protects: hence a warning. */
#include "check.h"
#include "types/operation.h"
#include "types/variable.h"

static bool is_atomic(struct unit *unit, TSNode node)
{
	return type_at(unit, node).kind == CXType_Atomic;
}

/* True if path is a member, which each replica has: self->x, self->x.y, self->x[i]. */
static bool is_member(struct unit *unit, const struct behaviour *behaviour, TSNode path)
{
	path = node_bare(path);
	while (is_part(unit, path)) path = node_bare(node_field(path, "argument"));
	bool through = node_type_is(path, "field_expression") ||
	               (node_is(path, NODE_pointer_expression) && !node_takes_address(path));
	return through && unit->types->clang->equalCursors(
	                          declaration_at(unit, node_bare(node_field(path, "argument"))),
	                          types_declaration(unit, behaviour->self.name));
}

/* A lock in the object is another one in each replica; one that a member points to is not. */
static bool is_own(struct unit *unit, const struct behaviour *behaviour, TSNode operand)
{
	CXType type;
	TSNode path = node_bare(operand);
	if (node_takes_address(path)) path = node_field(path, "argument");
	else if (!type_of(unit, path, &type) || type_is_pointer(type_canonical(unit, type)))
		return false;
	return is_member(unit, behaviour, path);
}

static bool is_protected(struct unit *unit, const struct behaviour *behaviour, TSNode node)
{
	enum { ENOUGH = 32 };
	TSNode operands[ENOUGH];
	for (; node_is_inside(node, behaviour->body); node = node_parent(node)) {
		if (node_is(node, NODE_waituntil_statement)) return true;
		if (!node_is(node, NODE_mutex_statement)) continue;
		int count = node_fields(node, "operand", operands, ENOUGH);
		if (count == 0 || count > ENOUGH) return true;
		for (int i = 0; i < count; i++)
			if (!is_own(unit, behaviour, operands[i])) return true;
	}
	return false;
}

static bool is_asked(const struct unit *unit, const struct behaviour *behaviour, TSNode node)
{
	static const char *const names[] = {"conc_is_replica", "conc_abi_is_replica", NULL};
	bool found = false;
	for (; node_is_inside(node, behaviour->body) && !found; node = node_parent(node)) {
		TSNode condition = node_field(node, "condition");
		if (ts_node_is_null(condition)) continue;
		TSTreeCursor cursor = ts_tree_cursor_new(condition);
		do found = node_text_in(&unit->syntax, ts_tree_cursor_current_node(&cursor), names);
		while (!found && cursor_next(&cursor));
		ts_tree_cursor_delete(&cursor);
	}
	return found;
}

static void check_written(struct unit *unit, const struct behaviour *behaviour, TSNode target)
{
	const struct clang *clang = unit->types->clang;
	TSNode name = path_owner(unit, target);
	if (ts_node_is_null(name) || is_protected(unit, behaviour, target) ||
	    is_asked(unit, behaviour, target))
		return;
	CXCursor variable = declaration_at(unit, name);
	if (clang->Cursor_isNull(variable) || clang->getCursorKind(variable) != CXCursor_VarDecl ||
	    cursor_is_automatic(unit, variable) ||
	    clang->getCursorTLSKind(variable) != CXTLS_None || is_atomic(unit, target) ||
	    is_atomic(unit, name))
		return;
	WARNING_AT(unit, "conc-scalable", target,
	           "'%.*s' is shared by all replicas, which may write it at the same time: put it "
	           "into the actor, or write it under a lock that they share",
	           NODE_ARG(unit, target));
}

static void check_resource(struct unit *unit, const struct operation *operation)
{
	const struct behaviour *behaviour = behaviour_around(unit, operation->node);
	TSNode resource = node_bare(operation_resource(operation));
	bool address = node_takes_address(resource);
	if (!behaviour || ts_node_is_null(behaviour->scalable) ||
	    !behaviour_may_replicate(behaviour) || (operation->pointer && !address))
		return;
	if (address) resource = node_bare(node_field(resource, "argument"));
	if (!is_member(unit, behaviour, resource) || is_asked(unit, behaviour, operation->node))
		return;
	WARNING_AT(unit, "conc-scalable", resource,
	           "'%.*s' is another one in each replica, which nobody else knows: have a pointer "
	           "to the actor's in a member that export copies",
	           NODE_ARG(unit, resource));
}

void check_scalable_shared(struct unit *unit)
{
	for (size_t i = 0; i < unit->behaviour_count; i++) {
		const struct behaviour *behaviour = &unit->behaviours[i];
		if (!behaviour_may_replicate(behaviour)) continue;
		TSTreeCursor cursor = ts_tree_cursor_new(behaviour->body);
		do { /* x = …, x.n += …, x[i]++ */
			TSNode node = ts_tree_cursor_current_node(&cursor), target = {0};
			if (node_is(node, NODE_assignment_expression))
				target = node_field(node, "left");
			else if (node_type_is(node, "update_expression"))
				target = node_field(node, "argument");
			if (!ts_node_is_null(target)) check_written(unit, behaviour, target);
		} while (cursor_next(&cursor));
		ts_tree_cursor_delete(&cursor);
	}
	for (size_t i = 0; i < unit->operation_count; i++) {
		enum operation_kind kind = unit->operations[i].kind;
		if (kind == OPERATION_SEND || kind == OPERATION_RECEIVE ||
		    kind == OPERATION_FULFIL || kind == OPERATION_READ)
			check_resource(unit, &unit->operations[i]);
	}
}
