/* SPDX-License-Identifier: MIT */
/* scope (s) { spawn f(a); task(int) t = spawn g(); teller w; }
 *   →
 * { CONC_SCOPE(1); CONC_SCOPE_NAME(1, s); { CONC_SCOPE_CHILD(1, conc_spawn_f(CONC_HERE, a));
 *   conc_task_int t CONC_SCOPED(conc_task_int) = …; CONC_SCOPE_TASKS(2, 1, conc_task_int, t);
 *   teller w = {0}; CONC_THREADS(3, teller, w); CONC_SCOPE_THREADS(4, 1, teller, w);
 *   CONC_SCOPE_COMPLETE(1); } }
 * spawn (s) f(1);        a scope that was handed on
 *   →
 * CONC_SPAWN_CHILD(s, conc_spawn_f(CONC_HERE, 1));
 *
 * A spawn in the text of the block whose task is not kept gives its thread to the scope
 * (lower/spawn.c). Automatic tasks and threads, which their own cleanups join, get a guard that
 * cancels them first if the block was left early (lower/object.c). The block is complete at its
 * closing brace.
 *
 * Rejected: children of all functions that are called in the block (the program would cancel a
 * library's own threads without knowing them). */
#include "lower.h"

#include "base/text.h"
#include "types/variable.h"

/* scope (s, late = timeout(2s))
 *   →
 * { CONC_SCOPE(1); CONC_SCOPE_NAME(1, s); CONC_SCOPE_TIMEOUT(1, &late, CONC_NS(2000000000)); */

struct limit {
	TSNode late;           /* null node: none */
	TSNode call, argument; /* timeout(d) or deadline(t) */
	bool is_deadline;
};

static TSNode head_end(const struct construct *construct)
{
	TSNode close = node_token(construct->node, ")");
	return ts_node_is_null(close) ? first_token(construct->node) : close;
}

/* Finds the parts of a limit. Returns false if it is something else. */
static bool find_limit(const struct unit *unit, TSNode node, struct limit *limit)
{
	TSNode bare = node_bare(node), arguments[1];
	*limit = (struct limit){.call = bare};
	if (node_is(bare, NODE_assignment_expression) && !ts_node_is_null(node_token(bare, "="))) {
		limit->late = node_field(bare, "left");
		limit->call = node_field(bare, "right");
	}
	TSNode function = node_field(limit->call, "function");
	if (!node_is(limit->call, NODE_call_expression) || !node_is(function, NODE_identifier) ||
	    node_arguments(limit->call, arguments, 1) != 1)
		return false;
	const char *text = unit->syntax.text + node_start(function);
	size_t length = node_end(function) - node_start(function);
	if (!word_is_dialect(&unit->shadowing, text, length, node_start(function))) return false;
	limit->argument = arguments[0];
	limit->is_deadline = word_is(text, length, "deadline");
	return limit->is_deadline || word_is(text, length, "timeout");
}

void scope_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode name = node_field(construct->node, "name"), first = first_token(construct->node);
	TSNode expression = node_field(construct->node, "limit");
	struct text text = {0};
	struct limit limit;
	if (ts_node_is_null(name) && ts_node_is_null(expression)) {
		put_instead(&unit->shadow, first, "%s", "");
		return;
	}
	text_puts(&text, "{");
	if (!ts_node_is_null(name))
		text_printf(&text, " struct conc_scope *const %.*s = (struct conc_scope *)0;",
		            NODE_ARG(unit, name));
	if (ts_node_is_null(expression)) {
		put_over(&unit->shadow, first, head_end(construct), "%s", text.bytes);
	} else {
		put_over(&unit->shadow, first, ts_node_prev_sibling(expression), "%s (void)(",
		         text.bytes);
		if (find_limit(unit, expression, &limit))
			put_instead(&unit->shadow, node_field(limit.call, "function"), "%s", "");
		put_instead(&unit->shadow, head_end(construct), ");");
	}
	put_after(&unit->shadow, construct->node, " }");
	text_free(&text);
}

/* Reports a limit that is none. */
static bool check_limit(struct unit *unit, TSNode expression, struct limit *limit)
{
	CXType type;
	if (!find_limit(unit, expression, limit))
		return ERROR_AT(
		        unit, expression,
		        "a scope takes a name, and 'timeout(duration)' or 'deadline(time)'");
	if (!limit->is_deadline && !duration_check(unit, limit->argument, "timeout")) return false;
	if (limit->is_deadline && !type_demand(unit, limit->argument, &type)) return false;
	if (limit->is_deadline && !is_integer(unit, type))
		return report_type(unit, limit->argument, type,
		                   "is no time: a deadline is in nanoseconds of conc_now()");
	if (ts_node_is_null(limit->late)) return true;
	if (!type_demand(unit, limit->late, &type)) return false;
	if (type_canonical(unit, type).kind != CXType_Bool || !is_addressable(unit, limit->late))
		return report_type(unit, limit->late, type,
		                   "cannot say whether the scope was cut short: use a bool");
	return true;
}

static void lower_limit(struct unit *unit, const struct construct *construct, struct text *head)
{
	TSNode expression = node_field(construct->node, "limit"), first;
	struct limit limit;
	if (!check_limit(unit, expression, &limit)) return;
	text_printf(head, " CONC_SCOPE_%s(%d, ", limit.is_deadline ? "DEADLINE" : "TIMEOUT",
	            construct->number);
	first = node_token(node_field(limit.call, "arguments"), "(");
	if (ts_node_is_null(limit.late)) {
		text_puts(head, "0, ");
		put_over(unit->edits, first_token(construct->node), first, "%s", head->bytes);
	} else {
		TSNode before = ts_node_prev_sibling(expression);
		head->bytes[--head->length] = '\0'; /* behind the name the source has the blank */
		put_over(unit->edits, first_token(construct->node), before, "%s%s", head->bytes,
		         node_type_is(before, "(") ? " " : "");
		put_before(unit->edits, limit.late, "%s", take_address(unit, limit.late));
		put_after(unit->edits, limit.late, ",");
		put_over(unit->edits, node_token(node_bare(expression), "="), first, "%s", "");
	}
	protect_comma(unit, limit.argument);
	put_over(unit->edits, last_token(limit.call), head_end(construct), ");");
}

void scope_lower(struct unit *unit, const struct construct *construct)
{
	TSNode name = node_field(construct->node, "name");
	TSNode close = last_token(node_field(construct->node, "body"));
	struct text head = {0};
	text_printf(&head, "{ CONC_SCOPE(%d);", construct->number);
	if (!ts_node_is_null(name))
		text_printf(&head, " CONC_SCOPE_NAME(%d, %.*s);", construct->number,
		            NODE_ARG(unit, name));
	if (ts_node_is_null(node_field(construct->node, "limit")))
		put_over(unit->edits, first_token(construct->node), head_end(construct), "%s",
		         head.bytes);
	else lower_limit(unit, construct, &head);
	text_free(&head);
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
