/* SPDX-License-Identifier: MIT */
/* Warns about what replicas share, or do not share, probably by mistake.
 *
 * A variable that all replicas share, written by a scalable receive, an export or an import, is a
 * data race that one object of the actor's never had. A channel or future in the actor that a
 * scalable receive uses is another one in each replica.
 *
 * The check sees what the body itself writes to a variable of static storage, or to a part of it,
 * outside of any mutex statement and waituntil, and where it has not asked conc_is_replica. It does
 * not look into called functions, or at writes through pointers. Atomic and thread-local variables
 * are no error, and neither is what conc_mutex_lock protects, which the check does not see: hence a
 * warning. */
#include <string.h>

#include "check.h"
#include "types/operation.h"
#include "types/variable.h"

/* Returns the lvalue that node writes: x = …, x.n += …, x[i]++ */
static TSNode written_by(TSNode node)
{
	return node_is(node, NODE_assignment_expression) ? node_field(node, "left")
	       : node_type_is(node, "update_expression") ? node_field(node, "argument")
	                                                 : (TSNode){0};
}

static bool is_atomic(struct unit *unit, TSNode node)
{
	CXType type;
	return type_of(unit, node, &type) && type_canonical(unit, type).kind == CXType_Atomic;
}

/* True if path is a member, which each replica has: self->x, self->x.y, self->x[i]. */
static bool is_member(struct unit *unit, const struct behaviour *behaviour, TSNode path)
{
	for (path = node_bare(path);; path = node_bare(node_field(path, "argument"))) {
		bool dot = node_type_is(path, "field_expression") &&
		           node_type_is(node_field(path, "operator"), ".");
		bool element = node_type_is(path, "subscript_expression") &&
		               is_array_at(unit, node_field(path, "argument"));
		if (!dot && !element) break;
	}
	TSNode owner = node_bare(node_field(path, "argument"));
	bool through = node_type_is(path, "field_expression") ||
	               (node_is(path, NODE_pointer_expression) && !node_takes_address(path));
	return through &&
	       unit->types->clang->equalCursors(declaration_at(unit, owner),
	                                        types_declaration(unit, behaviour->self.name));
}

/* True if the operand is a lock in the object: each replica has another one. Replicas may share a
 * lock that a member points to. */
static bool is_own(struct unit *unit, const struct behaviour *behaviour, TSNode operand)
{
	CXType type;
	TSNode path = node_bare(operand);
	if (node_takes_address(path)) path = node_field(path, "argument");
	else if (!type_of(unit, path, &type) || type_is_pointer(type_canonical(unit, type)))
		return false;
	return is_member(unit, behaviour, path);
}

static bool locks_others(struct unit *unit, const struct behaviour *behaviour, TSNode statement)
{
	enum { ENOUGH = 32 };
	TSNode operands[ENOUGH];
	int count = node_fields(statement, "operand", operands, ENOUGH);
	for (int i = 0; i < count && i < ENOUGH; i++)
		if (!is_own(unit, behaviour, operands[i])) return true;
	return count == 0 || count > ENOUGH;
}

static bool is_protected(struct unit *unit, const struct behaviour *behaviour, TSNode node)
{
	for (; node_is_inside(node, behaviour->body); node = node_parent(node))
		if (node_is(node, NODE_waituntil_statement) ||
		    (node_is(node, NODE_mutex_statement) && locks_others(unit, behaviour, node)))
			return true;
	return false;
}

struct question {
	const struct syntax *syntax;
	bool found;
};

static void find_question(TSNode node, void *data)
{
	struct question *search = data;
	search->found |= node_text_is(search->syntax, node, "conc_is_replica") ||
	                 node_text_is(search->syntax, node, "conc_abi_is_replica");
}

/* True if a condition around node asks conc_is_replica. */
static bool is_asked(const struct unit *unit, const struct behaviour *behaviour, TSNode node)
{
	struct question search = {&unit->syntax, false};
	for (; node_is_inside(node, behaviour->body) && !search.found; node = node_parent(node))
		if (!ts_node_is_null(node_field(node, "condition")))
			node_each(node_field(node, "condition"), find_question, &search);
	return search.found;
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

static void check_body(struct unit *unit, const struct behaviour *behaviour)
{
	TSTreeCursor cursor = ts_tree_cursor_new(behaviour->body);
	for (bool more = true; more;) {
		TSNode node = ts_tree_cursor_current_node(&cursor), target = written_by(node);
		if (!ts_node_is_null(target)) check_written(unit, behaviour, target);
		if (ts_tree_cursor_goto_first_child(&cursor)) continue;
		while (!ts_tree_cursor_goto_next_sibling(&cursor))
			if (!(more = ts_tree_cursor_goto_parent(&cursor))) break;
	}
	ts_tree_cursor_delete(&cursor);
}

/* ---- channels that nobody shares ---- */

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
	for (size_t i = 0; i < unit->behaviour_count; i++)
		if (behaviour_may_replicate(&unit->behaviours[i]))
			check_body(unit, &unit->behaviours[i]);
	for (size_t i = 0; i < unit->operation_count; i++) {
		enum operation_kind kind = unit->operations[i].kind;
		if (kind == OPERATION_SEND || kind == OPERATION_RECEIVE ||
		    kind == OPERATION_FULFIL || kind == OPERATION_READ)
			check_resource(unit, &unit->operations[i]);
	}
}
