/* SPDX-License-Identifier: MIT */
/* Reports lost tasks: a call returns a task that is not used, or a task is an argument without a
 * parameter (printf("%d", spawn f())), which C passes as bytes. A spawn whose value is not used is
 * no error: its thread is detached (lower/spawn.c). */
#include "check.h"
#include "types/operation.h"

static void task_visit(TSNode call, void *data)
{
	enum { ARGUMENTS = 64 };
	struct unit *unit = data;
	const struct clang *clang = unit->types->clang;
	TSNode arguments[ARGUMENTS];
	CXType result;
	if (!node_is(call, NODE_call_expression)) return;
	if (!node_unevaluated(call) && type_is_task(unit, type_at(unit, call), &result) &&
	    !node_value_is_kept(unit, call))
		ERROR_AT(unit, call,
		         "the task of this call is lost: keep it in a task, or join it");
	CXType type = type_at(unit, node_field(call, "function"));
	if (type_is_pointer(type)) type = type_canonical(unit, clang->getPointeeType(type));
	if (!type_is_function(type)) return;
	/* the arguments after the last parameter, or all if there is no prototype */
	bool prototyped = type.kind == CXType_FunctionProto;
	int count = node_arguments(call, arguments, ARGUMENTS);
	for (int i = prototyped ? clang->getNumArgTypes(type) : 0; i < count && i < ARGUMENTS; i++)
		if (type_is_task(unit, type_at(unit, arguments[i]), &result))
			ERROR_AT(unit, arguments[i],
			         "a task cannot be passed where no parameter is declared: pass "
			         "'join(…)', its result");
}

void check_tasks(struct unit *unit)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		if (unit->constructs[i].kind != NODE_spawn_expression &&
		    unit->constructs[i].kind != NODE_task_type)
			continue;
		unit_each_own(unit, task_visit, unit);
		return;
	}
}
