/* SPDX-License-Identifier: MIT */
/* Reports lost tasks: a call returns a task that is not used, or a task is an argument without a
 * parameter (printf("%d", spawn f())), which C passes as bytes. A spawn whose value is not used is
 * no error: its thread is detached (lower/spawn.c). */
#include "check.h"
#include "types/operation.h"

static void check_call(struct unit *unit, TSNode call)
{
	CXType type, result;
	if (node_unevaluated(call) || !type_of(unit, call, &type) ||
	    !type_is_task(unit, type, &result) || node_value_is_kept(unit, call))
		return;
	ERROR_AT(unit, call, "the task of this call is lost: keep it in a task, or join it");
}

static void check_argument(struct unit *unit, TSNode argument)
{
	CXType type, result;
	if (!type_of(unit, argument, &type) || !type_is_task(unit, type, &result)) return;
	ERROR_AT(unit, argument,
	         "a task cannot be passed where no parameter is declared: pass 'join(…)', its "
	         "result");
}

/* Checks the arguments after the last parameter, or all arguments if there is no prototype. */
static void check_arguments(struct unit *unit, TSNode call)
{
	enum { ARGUMENTS = 64 };
	const struct clang *clang = unit->types->clang;
	TSNode arguments[ARGUMENTS];
	CXType type;
	if (!type_of(unit, node_field(call, "function"), &type)) return;
	type = type_canonical(unit, type);
	if (type.kind == CXType_Pointer) type = type_canonical(unit, clang->getPointeeType(type));
	bool prototyped = type.kind == CXType_FunctionProto;
	if (!prototyped && type.kind != CXType_FunctionNoProto) return;
	int count = node_arguments(call, arguments, ARGUMENTS);
	for (int i = prototyped ? clang->getNumArgTypes(type) : 0; i < count && i < ARGUMENTS; i++)
		check_argument(unit, arguments[i]);
}

static void look(TSNode node, void *data)
{
	struct unit *unit = data;
	if (!node_is(node, NODE_call_expression)) return;
	check_call(unit, node);
	check_arguments(unit, node);
}

void check_tasks(struct unit *unit)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		if (unit->constructs[i].kind != NODE_spawn_expression &&
		    unit->constructs[i].kind != NODE_task_type)
			continue;
		unit_each_own(unit, look, unit);
		return;
	}
}
