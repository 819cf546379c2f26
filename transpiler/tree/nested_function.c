/* SPDX-License-Identifier: MIT */
/* GNU C's nested functions. libclang skips their bodies and would know no types in them. In the
 * shadow a nested function is only declared. Its body follows as a block of the enclosing function,
 * with the parameters as variables:
 *
 *     int twice(int n) { return 2 * n; }   →   int twice(int n); { int n; { return 2 * n; } }
 *
 * Nothing found there depends on the function it belongs to, except for its return type. Rejected:
 * blocks (^), in which captured variables are const. */
#include <stdlib.h>

#include "unit.h"

static void shadow_function(struct unit *unit, TSNode function)
{
	TSNode declarator = node_field(function, "declarator"), body = node_field(function, "body");
	while (!ts_node_is_null(declarator) && !node_is(declarator, NODE_function_declarator))
		declarator = node_field(declarator, "declarator");
	TSNode list = node_field(declarator, "parameters");
	put_before(&unit->shadow, body, "; {");
	for (uint32_t i = 0; i < node_named_child_count(list); i++) {
		TSNode parameter = node_named_child(list, i);
		if (!node_is(parameter, NODE_parameter_declaration) ||
		    ts_node_is_null(declarator_name(node_field(parameter, "declarator"))))
			continue;
		char *text = edited_text(unit, &unit->shadow, node_start(parameter),
		                         node_end(parameter));
		put_before(&unit->shadow, body, " %s;", text);
		free(text);
	}
	put_after(&unit->shadow, body, "}");
}

void nested_functions_shadow(struct unit *unit)
{
	for (size_t i = unit->nested_count; i-- > 0;) shadow_function(unit, unit->nested[i]);
}
