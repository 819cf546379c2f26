/* SPDX-License-Identifier: MIT */
/* task(long) a = spawn fib(n - 1), b = {0};
 * b = a;
 *   →
 * CONC_TASK_TYPE(long, conc_task_long);                       (before the first item that uses it)
 * conc_task_long a CONC_SCOPED(conc_task_long) = …, b CONC_SCOPED(conc_task_long) = {0};
 * conc_task_long_assign(&b, conc_task_long_take(&a), CONC_HERE);
 *
 * A task is a handle that moves: reading it as a value empties it. In the shadow task(R) is a
 * pointer to a function that returns R and takes a pointer to struct conc_shadow_task, so that
 * join(t) can be a call and libclang finds its type. A typedef before the statement names R:
 * typedef __typeof__(long) conc_shadow_task_3; … __typeof__(conc_shadow_task_3
 * (*)(struct conc_shadow_task *)) a */
#include "lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "types/operation.h"
#include "base/text.h"

void task_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode type = node_field(construct->node, "type");
	char *written = edited_text(unit, &unit->shadow, node_start(type), node_end(type));
	char *line = text_format("typedef __typeof__(%s) conc_shadow_task_%d; ", written,
	                         construct->number);
	edit_before(&unit->shadow, node_start(node_statement(construct->node)), -1000000001, "%s",
	            line);
	edits_drop(&unit->shadow, node_start(construct->node), node_end(construct->node));
	put_instead(&unit->shadow, construct->node,
	            "__typeof__(conc_shadow_task_%d (*)(struct conc_shadow_task *))",
	            construct->number);
	free(line);
	free(written);
}

static bool shadow_typedef(struct unit *unit, int number, CXType *out)
{
	const struct types *types = unit->types;
	char wanted[64];
	snprintf(wanted, sizeof wanted, "conc_shadow_task_%d", number);
	for (size_t i = 0; i < types->count; i++) {
		if (types->list[i].kind != CXCursor_TypedefDecl) continue;
		char *name = cursor_spelling(unit, types->list[i].cursor);
		bool found = strcmp(name, wanted) == 0;
		free(name);
		if (!found) continue;
		*out = type_canonical(unit, types->clang->getCursorType(types->list[i].cursor));
		return out->kind != CXType_Invalid;
	}
	return false;
}

void task_lower(struct unit *unit, const struct construct *construct)
{
	CXType result;
	TSNode type = node_field(construct->node, "type");
	cover_inner(unit, construct);
	if (!shadow_typedef(unit, construct->number, &result)) {
		ERROR_AT(unit, type, "the result type '%.*s' of this task is not known here",
		         NODE_ARG(unit, type));
		return;
	}
	const char *why = NULL;
	if (type_is_array(result) || result.kind == CXType_FunctionProto ||
	    result.kind == CXType_FunctionNoProto || type_holds(unit, result) & HOLDS_IDENTITY)
		why = "no function returns one";
	else if (result.kind != CXType_Void &&
	         unit->types->clang->Type_getSizeOf(result) == CXTypeLayoutError_Incomplete)
		why = "it is incomplete";
	if (why) {
		ERROR_AT(unit, type, "a task cannot have a result of type '%.*s': %s",
		         NODE_ARG(unit, type), why);
		return;
	}
	if (!check_outside(unit, result, construct->node, "a task")) return;
	put_instead(unit->edits, construct->node, "%s",
	            task_type_name(unit, result, construct->node));
}

/* ---- moves ---- */

static bool is_join_operand(const struct unit *unit, const struct indexed *entry)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		if (construct->kind != NODE_call_expression) continue;
		TSNode arguments = node_field(construct->node, "arguments"),
		       operand = node_named_child(arguments, 0);
		if (!ts_node_is_null(operand) && node_start(arguments) <= entry->start &&
		    entry->start <= node_start(operand) && node_end(operand) <= entry->end &&
		    entry->end <= node_end(arguments))
			return true;
	}
	return false;
}

static bool inside_expansion(const struct unit *unit, const struct indexed *entry)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		if (construct->kind == NODE_spawn_expression &&
		    node_is_at(construct->node, entry->start, entry->end))
			return true;
	}
	return false;
}

/* Is it a read of a task: an implicit cast from the same type, of a name, member or element? */
static bool is_read(struct unit *unit, size_t index)
{
	const struct types *types = unit->types;
	const struct indexed *entry = &types->list[index], *child = implicit_cast(types, index);
	CXType result;
	if (!child || !type_is_task(unit, types->clang->getCursorType(entry->cursor), &result))
		return false;
	return child->kind == CXCursor_DeclRefExpr || child->kind == CXCursor_MemberRefExpr ||
	       child->kind == CXCursor_ArraySubscriptExpr ||
	       child->kind == CXCursor_UnaryOperator || child->kind == CXCursor_ParenExpr;
}

static TSNode smallest_node(struct unit *unit, size_t start, size_t end)
{
	return ts_node_named_descendant_for_byte_range(unit->syntax.root, (uint32_t)start,
	                                               (uint32_t)end);
}

static bool is_sent(struct unit *unit, TSNode node, const struct indexed *entry)
{
	const struct operation *operation = operation_at(unit, node);
	return operation &&
	       (operation->kind == OPERATION_SEND || operation->kind == OPERATION_FULFIL) &&
	       entry->start >= node_start(operation->right);
}

/* A task may be read where it moves: in an initialiser, an assignment, an argument, a return. */
static bool is_move(struct unit *unit, TSNode node, const struct indexed *entry)
{
	TSNode parent = node_parent(node);
	while (node_is(parent, NODE_parenthesized_expression) || node_start(parent) == entry->start)
		if (node_end(parent) == entry->end ||
		    node_is(parent, NODE_parenthesized_expression))
			parent = node_parent(parent);
		else break;
	if (node_is(parent, NODE_parenthesized_expression)) return false;
	const char *type = node_type(parent);
	if (is_sent(unit, parent, entry)) return true;
	return node_is(parent, NODE_init_declarator) ||
	       node_is(parent, NODE_assignment_expression) || node_is(parent, NODE_argument_list) ||
	       node_is(parent, NODE_initializer_list) || node_is(parent, NODE_initializer_pair) ||
	       strcmp(type, "return_statement") == 0;
}

static void lower_read(struct unit *unit, const struct indexed *entry)
{
	CXType result;
	type_is_task(unit, unit->types->clang->getCursorType(entry->cursor), &result);
	TSNode node = smallest_node(unit, entry->start, entry->end);
	if (!is_move(unit, node, entry)) {
		diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, entry->start, entry->end,
		         "a task is not a value: 'join' waits for it and yields its result");
		return;
	}
	const struct operation *operation = operation_at(unit, node_parent(node));
	if (is_sent(unit, node_parent(node), entry) && node_value_is_used(operation->node))
		return; /* it moves if the send took place: lower/operation.c */
	const char *name = task_type_name(unit, result, node);
	edit_before(unit->edits, entry->start, -1, "%s_take(&", name);
	edit_after(unit->edits, entry->end, 1, ")");
}

static void lower_assignment(struct unit *unit, const struct indexed *entry)
{
	TSNode node = smallest_node(unit, entry->start, entry->end);
	if (!node_is(node, NODE_assignment_expression)) return;
	TSNode left = node_field(node, "left"), operator= node_token(node, "=");
	CXType type, result;
	if (!type_of(unit, left, &type) || !type_is_task(unit, type, &result)) return;
	if (!node_is(node_parent(node), NODE_expression_statement)) {
		ERROR_AT(
		        unit, node,
		        "an assignment to a task has no value: write it as a statement of its own");
		return;
	}
	const char *name = task_type_name(unit, result, node);
	put_before(unit->edits, node, "%s_assign(&", name);
	put_after(unit->edits, left, ",");
	put_instead(unit->edits, operator, "%s", "");
	put_after(unit->edits, node, ", CONC_HERE)");
}

/* Reports an implicit conversion from a task to another type, or from another type to a task. */
static void check_conversion(struct unit *unit, size_t index)
{
	const struct types *types = unit->types;
	const struct indexed *entry = &types->list[index], *child = implicit_cast(types, index);
	if (!child) return;
	CXType to = types->clang->getCursorType(entry->cursor),
	       from = types->clang->getCursorType(child->cursor);
	CXType to_result, from_result;
	bool to_task = type_is_task(unit, to, &to_result),
	     from_task = type_is_task(unit, from, &from_result);
	if (!to_task && !from_task) return;
	if (to_task && from_task &&
	    types->clang->equalTypes(type_canonical(unit, to_result),
	                             type_canonical(unit, from_result)))
		return;
	if (entry->parent >= 0 && types->list[entry->parent].kind == CXCursor_InitListExpr &&
	    !from_task)
		return;
	if (to_task && from_task) {
		char *wanted = type_written(unit, to_result),
		     *given = type_written(unit, from_result);
		diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, entry->start, entry->end,
		         "a task with result '%s' cannot move into one with result '%s'", given,
		         wanted);
		free(wanted);
		free(given);
	} else if (from_task)
		diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, entry->start, entry->end,
		         "a task is not a value: 'join' waits for it and yields its result");
	else
		diagnose(
		        unit->diagnostics, SEVERITY_ERROR, NULL, entry->start, entry->end,
		        "only a spawn or another task can move into a task; '{0}' is an empty one");
}

void lower_tasks(struct unit *unit)
{
	const struct types *types = unit->types;
	for (size_t i = 0; i < types->count; i++) {
		const struct indexed *entry = &types->list[i];
		/* An empty extent is a copy in a typeof of a spawn's shadow. */
		if (entry->start >= entry->end) continue;
		check_conversion(unit, i);
		if (entry->kind == CXCursor_BinaryOperator) lower_assignment(unit, entry);
		else if (is_read(unit, i) && !is_join_operand(unit, entry) &&
		         !operation_is_resource(unit, entry->start, entry->end) &&
		         !inside_expansion(unit, entry))
			lower_read(unit, entry);
	}
}
