/* SPDX-License-Identifier: MIT */
/* conc_sleep(100): a number without a unit means nanoseconds where a duration is expected, which
 * its author hardly meant. The check covers all parameters declared as a conc_duration;
 * lower/waituntil_clause.c checks the timeout of a clause. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* Warns about an int, unless it is a constant of at most 0, whose unit does not matter. */
static void check_argument(struct unit *unit, size_t start, size_t end)
{
	TSNode node = unit_node_at(unit, start, end);
	CXType type = type_at(unit, node);
	long long value = 1;
	if (!node_is_at(node, start, end)) return;
	bool wide = unit->types->clang->Type_getSizeOf(type) >= 8; /* like conc_now() */
	if (wide || type.kind > CXType_Int128 || type.kind < CXType_Bool) return;
	if (type_constant(unit, node, &value) && value <= 0) return;
	TSNode bare = node_bare(node);
	size_t digits = strspn(unit->syntax.text + node_start(bare), "0123456789");
	if (node_is(bare, NODE_number_literal) && digits == node_end(bare) - node_start(bare)) {
		WARNING_AT(unit, "conc-timeout", node,
		           "the duration is taken as nanoseconds; write its unit: '%.*sms', for "
		           "example",
		           NODE_ARG(unit, bare));
		FIX_AT(unit, node, "%.*sms", NODE_ARG(unit, bare));
	} else {
		static const char *const simple[] = {"identifier",
		                                     "call_expression",
		                                     "field_expression",
		                                     "subscript_expression",
		                                     "number_literal",
		                                     "parenthesized_expression",
		                                     NULL};
		bool compound = !node_type_in(node, simple);
		WARNING_AT(unit, "conc-timeout", node,
		           "the duration is taken as nanoseconds; multiply by a unit: '%s%.*s%s * "
		           "1ms'",
		           compound ? "(" : "", NODE_ARG(unit, node), compound ? ")" : "");
		FIX_AT(unit, node, "%s%.*s%s * 1ms", compound ? "(" : "", NODE_ARG(unit, node),
		       compound ? ")" : "");
	}
}

void check_durations(struct unit *unit)
{
	const struct types *types = unit->types;
	const struct clang *clang = types->clang;
	for (size_t i = 0; i < types->count; i++) {
		CXCursor call = types->list[i].cursor;
		if (types->list[i].kind != CXCursor_CallExpr) continue;
		CXType function = clang->getCursorType(clang->getCursorReferenced(call));
		int count = clang->getNumArgTypes(function);
		for (int k = 0; k < count && k < clang->Cursor_getNumArguments(call); k++) {
			CXCursor argument = clang->Cursor_getArgument(call, (unsigned)k);
			CXSourceRange range = clang->getCursorExtent(argument);
			char *name = types_take(unit, clang->getTypeSpelling(clang->getArgType(
			                                      function, (unsigned)k)));
			bool duration = strcmp(name, "conc_duration") == 0;
			free(name);
			if (!duration) continue;
			check_argument(unit, types_offset(types, clang->getRangeStart(range)),
			               types_offset(types, clang->getRangeEnd(range)));
		}
	}
}
