/* SPDX-License-Identifier: MIT */
/* conc_wait(&self->not_empty, self);               (self is a monitor)
 *   →
 * conc_wait(&self->not_empty, CONC_MONITOR(self));
 *
 * conc_wait takes any lock; a monitor's lock is hidden in it. In libconc's analysis header
 * conc_wait is a function, so that the lock's expression is in the tree once. */
#include "lower.h"

#include <string.h>

static TSNode lock_of(const struct construct *construct)
{
	return node_named_child(node_field(construct->node, "arguments"), 1);
}

/* Returns the token beside an argument. Returns the null node if the parser could not read it. */
static TSNode beside(TSNode argument, TSNode sibling(TSNode node))
{
	TSNode found = sibling(argument);
	while (node_type_is(found, "comment")) found = sibling(found);
	return ts_node_is_null(found) || ts_node_is_named(found) ? (TSNode){0} : found;
}

/* The lock is typed, but not passed: libclang would drop the call for a wrong lock. */
void wait_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode lock = lock_of(construct);
	if (ts_node_is_null(lock)) return;
	TSNode comma = beside(lock, ts_node_prev_sibling),
	       next = beside(lock, ts_node_next_sibling);
	if (ts_node_is_null(comma) || ts_node_is_null(next)) return;
	put_instead(&unit->shadow, comma, ", ((void)sizeof(");
	put_instead(&unit->shadow, next, "), (void *)0)%.*s", NODE_ARG(unit, next));
}

void wait_lower(struct unit *unit, const struct construct *construct)
{
	TSNode lock = lock_of(construct);
	TSNode function = node_field(construct->node, "function");
	TSNode condition = node_named_child(node_field(construct->node, "arguments"), 0);
	CXType type;
	bool monitor = false;
	if (type_of(unit, condition, &type) && type_canonical(unit, type).kind == CXType_Record) {
		ERROR_AT(unit, condition, "'%.*s' wants the address of the condition: '&%.*s'",
		         NODE_ARG(unit, function), NODE_ARG(unit, condition));
		return;
	}
	if (ts_node_is_null(lock) || !type_demand(unit, lock, &type)) return;
	CXType canonical = type_canonical(unit, type);
	const char *name =
	        type_is_pointer(canonical)
	                ? lock_name(unit, unit->types->clang->getPointeeType(canonical), &monitor)
	                : NULL;
	if (!name || strncmp(name, "conc_", 5) != 0) {
		report_type(unit, lock, type, "is not a lock that can be waited with");
		NOTE_AT(unit, lock,
		        "%.*s wants a pointer to a monitor or to a lock of libconc that the caller "
		        "holds",
		        NODE_ARG(unit, function));
	} else if (monitor) {
		put_before(unit->edits, lock, "CONC_MONITOR(");
		put_after(unit->edits, lock, ")");
	}
}
