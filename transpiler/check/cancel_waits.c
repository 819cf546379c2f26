/* SPDX-License-Identifier: MIT */
/* The waits that a cancel does not end, and that could be written so that it does: operations as
 * statements, conc_receive, conc_future_read, a waituntil without an alternative.
 *
 * Not among them: locks, which are taken because what they protect must be put in order; the ends
 * of threads, which somebody has to wait for; messages and calls of separate objects, which are
 * carried out. A waituntil with such a clause is as that wait by itself. */
#include <stdlib.h>

#include "cancel.h"
#include "base/text.h"
#include "types/operation.h"
#include "types/types.h"

static void add_wait(struct cancel_waits *waits, TSNode node, int kind)
{
	*GROW(waits->list, waits->count, waits->room) =
	        (struct cancel_wait){.node = node, .kind = kind};
}

static bool waits_for_peer(const struct operation *operation)
{
	return operation->kind == OPERATION_SEND || operation->kind == OPERATION_RECEIVE ||
	       operation->kind == OPERATION_READ;
}

static void find_operations(struct unit *unit, struct cancel_waits *waits)
{
	for (size_t i = 0; i < unit->operation_count; i++) {
		const struct operation *operation = &unit->operations[i];
		bool call = operation->kind == OPERATION_CALL && operation->of->typed &&
		            !operation->of->second; /* conc_receive, conc_future_read */
		bool statement = waits_for_peer(operation) && !operation_is_clause(operation) &&
		                 !node_value_is_used(operation->node);
		if ((call || statement) && !node_unevaluated(operation->node))
			add_wait(waits, operation->node, call ? WAIT_CALL : WAIT_OPERATION);
	}
}

/* ---- waituntil ---- */

/* LASTS: the clause waits for what may never come. */
enum clause_end { LASTS, ENDS };

static enum clause_end end_of_call(const struct unit *unit, TSNode call)
{
	static const char *const system[] = {"readable", "writable", "signalled", "exited", NULL};
	bool lasts = node_text_in(&unit->syntax, node_field(call, "function"), system);
	return lasts ? LASTS : ENDS; /* cancelled(), conc_wait(&c, m) */
}

static enum clause_end end_of_operation(const struct unit *unit, TSNode node)
{
	const struct operation *operation = operation_at(unit, node);
	return operation && waits_for_peer(operation) ? LASTS : ENDS;
}

static enum clause_end end_of_object(struct unit *unit, TSNode node)
{
	CXType type = type_at(unit, node), element;
	if (type_is_pointer(type)) type = unit->types->clang->getPointeeType(type);
	return type_is_future(unit, type, &element) ? LASTS : ENDS;
}

static enum clause_end end_of_clause(struct unit *unit, TSNode clause)
{
	TSNode condition = node_bare(node_field(clause, "condition"));
	if (!ts_node_is_null(node_field(condition, "checked"))) return ENDS;
	switch (node_kind(condition)) {
	case NODE_wait_drop:
		return LASTS;
	case NODE_wait_declaration:
		return end_of_operation(unit, node_field(condition, "operation"));
	case NODE_timeout_clause:
	case NODE_assignment_expression: /* ok = x << c */
		return ENDS;
	case NODE_call_expression:
		return end_of_call(unit, condition);
	case NODE_binary_expression:
		return end_of_operation(unit, condition);
	default:
		return end_of_object(unit, condition);
	}
}

/* Do all clauses last? */
static bool lasts(struct unit *unit, TSNode node)
{
	switch (node_kind(node)) {
	case NODE_wait_clause:
		return end_of_clause(unit, node) == LASTS;
	case NODE_wait_or:
	case NODE_wait_and:
		return lasts(unit, node_field(node, "left")) &&
		       lasts(unit, node_field(node, "right"));
	case NODE_waituntil_statement:
	case NODE_wait_group:
		for (uint32_t i = 0; i < node_named_child_count(node); i++) {
			TSNode child = node_named_child(node, i);
			bool guard = node_is_field(node, "guard", child);
			if (!guard && !node_type_is(child, "comment") && !lasts(unit, child))
				return false;
		}
		return true;
	default:
		return false; /* separate … require, or else */
	}
}

static int by_start(const void *left, const void *right)
{
	const struct cancel_wait *a = left, *b = right;
	size_t x = node_start(a->node), y = node_start(b->node);
	return x < y ? -1 : x > y;
}

void cancel_waits_find(struct unit *unit, struct cancel_waits *waits)
{
	find_operations(unit, waits);
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind == NODE_waituntil_statement &&
		    lasts(unit, unit->constructs[i].node))
			add_wait(waits, first_token(unit->constructs[i].node), WAIT_STATEMENT);
	if (waits->count) qsort(waits->list, waits->count, sizeof *waits->list, by_start);
}
