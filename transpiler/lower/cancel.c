/* SPDX-License-Identifier: MIT */
/* conc_cancel(t); conc_cancel(worker_object); conc_cancel(worker_pointer); conc_cancel(s);
 *   →
 * CONC_CANCEL_TASK(t); CONC_CANCEL_THREAD(&worker_object); CONC_CANCEL_THREAD(worker_pointer);
 * CONC_CANCEL_SCOPE(s);
 *
 * The operand's type decides: a task, a thread, a pointer to a thread, a scope. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

void cancel_shadow(struct unit *unit, const struct construct *construct)
{
	if (ts_node_is_null(first_argument(construct))) return;
	put_instead(&unit->shadow, node_field(construct->node, "function"), "((void)sizeof");
	put_after(&unit->shadow, construct->node, ")");
}

/* Returns the macro that replaces the function's name, or null if the type cannot be cancelled.
 * *prefix goes before the operand. */
static const char *call_for(struct unit *unit, CXType type, const char **prefix)
{
	CXType canonical = type_canonical(unit, type), result;
	bool pointer = type_is_pointer(canonical);
	*prefix = "";
	if (type_is_task(unit, type, &result)) return "CONC_CANCEL_TASK";
	CXType object = pointer ? unit->types->clang->getPointeeType(canonical) : canonical;
	char *spelling = type_spelling(unit, object);
	bool scope = pointer && strcmp(spelling, "struct conc_scope") == 0;
	free(spelling);
	if (scope) return "CONC_CANCEL_SCOPE";
	const struct kind *kind = type_kind(unit, object);
	if (!kind || kind->word != KIND_THREAD) return NULL;
	if (!pointer) *prefix = "&";
	return "CONC_CANCEL_THREAD";
}

void cancel_lower(struct unit *unit, const struct construct *construct)
{
	TSNode operand = first_argument(construct);
	CXType type;
	if (node_named_child_count(node_field(construct->node, "arguments")) != 1) {
		ERROR_AT(unit, construct->node,
		         "conc_cancel takes one operand: a task, a thread or a scope");
		return;
	}
	if (!type_demand(unit, operand, &type)) return;
	const char *prefix, *call = call_for(unit, type, &prefix);
	if (!call) {
		report_type(unit, operand, type,
		            "cannot be cancelled: it is neither a task, a thread nor a scope");
		return;
	}
	put_instead(unit->edits, node_field(construct->node, "function"), "%s", call);
	put_before(unit->edits, operand, "%s", prefix);
}
