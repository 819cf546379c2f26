/* SPDX-License-Identifier: MIT */
/* conc_wait(&self->not_empty, self);               (self is a monitor)
 *   →
 * conc_wait(&self->not_empty, CONC_MONITOR(self));
 *
 * conc_wait takes any lock; that of a monitor is hidden in it. The calls are found in libconc's analysis
 * header as functions, so no syntax of its own is needed. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

static bool waits(const struct unit *unit, const struct indexed *entry)
{
	if (entry->kind != CXCursor_CallExpr) return false;
	char *name = cursor_spelling(unit, entry->cursor);
	bool found = strcmp(name, "conc_wait") == 0 || strcmp(name, "conc_wait_for") == 0;
	free(name);
	return found;
}

static void report_lock(struct unit *unit, TSNode lock, CXType type)
{
	char *written = type_written(unit, type);
	ERROR_AT(unit, lock, "'%.*s' of type '%s' is not a lock that can be waited with", NODE_ARG(unit, lock), written);
	NOTE_AT(unit, lock, "conc_wait wants a pointer to a monitor or to a lock of libconc that the caller holds");
	free(written);
}

static void lower_wait(struct unit *unit, TSNode call)
{
	TSNode lock = ts_node_named_child(node_field(call, "arguments"), 1);
	CXType type;
	bool monitor = false;
	if (ts_node_is_null(lock) || !type_demand(unit, lock, &type)) return;
	CXType canonical = type_canonical(unit, type);
	const char *name = type_is_pointer(canonical)
		                   ? lock_name(unit, unit->types->clang->getPointeeType(canonical), &monitor) : NULL;
	if (!name || strcmp(name, "FILE") == 0 || strcmp(name, "pthread_mutex_t") == 0) report_lock(unit, lock, type);
	else if (monitor) {
		put_before(unit->edits, lock, "CONC_MONITOR(");
		put_after(unit->edits, lock, ")");
	}
}

void lower_conditions(struct unit *unit)
{
	for (size_t i = 0; i < unit->types->count; i++) {
		const struct indexed *entry = &unit->types->list[i];
		if (!waits(unit, entry)) continue;
		TSNode call = ts_node_named_descendant_for_byte_range(unit->syntax.root, (uint32_t)entry->start, (uint32_t)entry->end);
		if (node_is(call, NODE_expression_statement)) call = ts_node_named_child(call, 0);
		if (node_is(call, NODE_call_expression)) lower_wait(unit, call);
	}
}
