/* SPDX-License-Identifier: MIT */
/* scope (s) { spawn f(a); task(int) t = spawn g(); teller w; }
 *   →
 * { CONC_SCOPE(1); CONC_SCOPE_NAME(1, s); { CONC_SCOPE_CHILD(1, conc_spawn_f(CONC_HERE, a));
 *   conc_task_int t CONC_SCOPED(conc_task_int) = …; CONC_SCOPE_TASKS(2, 1, conc_task_int, t);
 *   teller w = {0}; CONC_THREADS(3, teller, w); CONC_SCOPE_THREADS(4, 1, teller, w);
 *   CONC_SCOPE_COMPLETE(1); } }
 *
 * A spawn in the text of the block whose task is not kept gives its thread to the scope
 * (lower/spawn.c). Automatic tasks and threads, which their own cleanups join, get a guard that
 * cancels them first if the block was left early (lower/object.c). The block is complete at its
 * closing brace.
 *
 * Rejected: children of all functions that are called in the block (the program would cancel a
 * library's own threads without knowing them). */
#include "lower.h"

/* Returns the ')' after the name, or the word itself. */
static TSNode head_end(const struct construct *construct)
{
	TSNode name = node_field(construct->node, "name");
	return ts_node_is_null(name) ? first_token(construct->node) : ts_node_next_sibling(name);
}

void scope_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode name = node_field(construct->node, "name");
	if (ts_node_is_null(name)) {
		put_instead(&unit->shadow, first_token(construct->node), "%s", "");
		return;
	}
	put_over(&unit->shadow, first_token(construct->node), head_end(construct),
	         "{ struct conc_scope *const %.*s = (struct conc_scope *)0;", NODE_ARG(unit, name));
	put_after(&unit->shadow, construct->node, " }");
}

void scope_lower(struct unit *unit, const struct construct *construct)
{
	TSNode name = node_field(construct->node, "name"), first = first_token(construct->node);
	TSNode close = last_token(node_field(construct->node, "body"));
	if (ts_node_is_null(name))
		put_instead(unit->edits, first, "{ CONC_SCOPE(%d);", construct->number);
	else
		put_over(unit->edits, first, head_end(construct),
		         "{ CONC_SCOPE(%d); CONC_SCOPE_NAME(%d, %.*s);", construct->number,
		         construct->number, NODE_ARG(unit, name));
	put_before(unit->edits, close, "CONC_SCOPE_COMPLETE(%d); ", construct->number);
	put_after(unit->edits, construct->node, " }");
}

int scope_number(const struct unit *unit, TSNode node)
{
	const struct construct *inner = NULL;
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		if (construct->kind != NODE_scope_statement) continue;
		TSNode body = node_field(construct->node, "body");
		if (node_start(body) < node_start(node) && node_end(node) < node_end(body))
			inner = construct;
	}
	if (!inner) return 0;
	/* a function defined in the block has a stack frame of its own */
	TSNode function = enclosing_function(node);
	return node_start(function) > node_start(inner->node) ? 0 : inner->number;
}
