/* SPDX-License-Identifier: MIT */
/* What conditions depend on. One that depends on a parameter may be true in one thread only, the
 * one with number 0. One that depends on memory may be true only after another thread has done its
 * part: it is impure.
 *
 *     if (number == 0) total = 0;                     role
 *     mutex (lock) done = finished; if (done) …       impure
 *
 * A local variable depends on whatever any of its values does. */
#include <stdlib.h>

#include "base/text.h"
#include "shared.h"
#include "types/operation.h"
#include "types/variable.h"

struct judge {
	struct shared *shared;
	const struct shared_function *function;
	struct variable {
		size_t offset;
		bool impure, role;
	} * variables;
	size_t count, room;
	bool impure, role; /* of the expression */
};

static struct variable *variable_at(struct judge *judge, size_t offset)
{
	for (size_t i = 0; i < judge->count; i++)
		if (judge->variables[i].offset == offset) return &judge->variables[i];
	return NULL;
}

static void judge_name(struct judge *judge, TSNode name)
{
	struct unit *unit = judge->shared->unit;
	const struct clang *clang = unit->types->clang;
	CXCursor declared = declaration_at(unit, name);
	if (clang->Cursor_isNull(declared)) return;
	enum CXCursorKind kind = clang->getCursorKind(declared);
	if (kind == CXCursor_ParmDecl) {
		judge->role = true;
	} else if (kind == CXCursor_VarDecl && cursor_is_automatic(unit, declared)) {
		const struct variable *variable = variable_at(judge, cursor_offset(unit, declared));
		if (!variable) return;
		judge->impure |= variable->impure;
		judge->role |= variable->role;
	} else if (kind == CXCursor_VarDecl) {
		judge->impure |= !clang->isConstQualifiedType(clang->getCursorType(declared));
	}
}

static void judge_node(TSNode node, void *data)
{
	static const char *const memory[] = {"field_expression", "subscript_expression",
	                                     "pointer_expression", NULL};
	struct judge *judge = data;
	if (node_is(node, NODE_identifier)) judge_name(judge, node);
	else if (node_is(node, NODE_call_expression) || node_type_in(node, memory))
		judge->impure = true;
	else if (node_is(node, NODE_binary_expression) && operation_at(judge->shared->unit, node))
		judge->impure = true;
}

static void judge_expression(struct judge *judge, TSNode expression)
{
	judge->impure = ts_node_is_null(expression);
	judge->role = false;
	if (!judge->impure) node_each(expression, judge_node, judge);
}

static void judge_variables(struct judge *judge)
{
	const struct shared_function *function = judge->function;
	for (size_t i = 0; i < function->value_count; i++)
		if (!variable_at(judge, function->values[i].variable))
			GROW(judge->variables, judge->count, judge->room)->offset =
			        function->values[i].variable;
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < function->value_count; i++) {
			struct variable *variable =
			        variable_at(judge, function->values[i].variable);
			if (variable->impure && variable->role) continue;
			judge_expression(judge, function->values[i].value);
			more |= judge->impure > variable->impure || judge->role > variable->role;
			variable->impure |= judge->impure;
			variable->role |= judge->role;
		}
	}
}

void shared_judge(struct shared *shared, int index)
{
	struct shared_function *function = &shared->functions[index];
	struct judge judge = {.shared = shared, .function = function};
	if (function->condition_count) judge_variables(&judge);
	for (size_t i = 0; i < function->condition_count; i++) {
		struct shared_condition *condition = &function->conditions[i];
		judge_expression(&judge, condition->condition);
		condition->impure = judge.impure;
		condition->parameter = judge.role;
		condition->role = judge.role && !condition->loop;
	}
	free(judge.variables);
}
