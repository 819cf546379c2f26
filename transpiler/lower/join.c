/* SPDX-License-Identifier: MIT */
/* join(worker_object); join(worker_pointer); x = join(task);
 *   →
 * CONC_JOIN(&worker_object); CONC_JOIN(worker_pointer); x = conc_task_long_join(&task, CONC_HERE);
 *
 * Only types tell whether the operand is a thread or a task, and the value of join depends on it.
 * In the shadow the join of a task is a call of the operand, and the join of a thread a cast to
 * void. The first shadow guesses from the syntax (is any task(…) declared with the operand's
 * name?). join_regress checks the guess against the type that libclang found, and asks for another
 * round if it was wrong. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

TSNode first_argument(const struct construct *construct)
{
	return node_named_child(node_field(construct->node, "arguments"), 0);
}

/* Returns the last name in an operand: t, t[i], p->t, (*p).t. */
static TSNode last_name(TSNode node)
{
	TSNode token = last_token(node);
	while (!ts_node_is_null(node)) {
		if (node_is(node, NODE_identifier)) return node;
		TSNode field = node_field(node, "field");
		if (!ts_node_is_null(field)) return field;
		TSNode argument = node_field(node, "argument");
		node = ts_node_is_null(argument) ? node_named_child(node, 0) : argument;
	}
	return token;
}

/* Is any task(…) declared with this name? */
static bool declared_as_task(const struct unit *unit, TSNode name)
{
	char *wanted = node_text(unit, name);
	bool found = false;
	for (size_t i = 0; i < unit->construct_count && !found; i++) {
		if (unit->constructs[i].kind != NODE_task_type) continue;
		TSNode declaration = node_parent(unit->constructs[i].node), declarators[32];
		int count = node_fields(declaration, "declarator", declarators, 32);
		for (int d = 0; d < count && d < 32 && !found; d++) {
			TSNode declared = declarator_name(declarators[d]);
			found = !ts_node_is_null(declared) &&
			        node_text_is(&unit->syntax, declared, wanted);
		}
	}
	free(wanted);
	return found;
}

static bool guess_task(const struct unit *unit, const struct construct *construct)
{
	if (construct->operand) return construct->operand == OPERAND_TASK;
	TSNode operand = first_argument(construct);
	/* in join(join(t)) the operand is a task: the join of a thread has no value */
	TSNode function = node_field(operand, "function");
	return node_is(operand, NODE_spawn_expression) ||
	       (node_is(function, NODE_identifier) &&
	        word_is(unit->syntax.text + node_start(function),
	                node_end(function) - node_start(function), "join")) ||
	       declared_as_task(unit, last_name(operand));
}

void join_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode function = node_field(construct->node, "function"),
	       operand = first_argument(construct);
	if (ts_node_is_null(operand)) return;
	if (guess_task(unit, construct)) {
		put_instead(&unit->shadow, function, "("); /* begins where join does */
		put_after(&unit->shadow, construct->node, "((struct conc_shadow_task *)0))");
	} else {
		put_instead(&unit->shadow, function, "((void)sizeof");
		put_after(&unit->shadow, construct->node, ")");
	}
}

bool join_regress(struct unit *unit)
{
	bool again = false;
	for (size_t i = 0; i < unit->construct_count; i++) {
		struct construct *construct = &unit->constructs[i];
		CXType type, result;
		if (construct->kind != NODE_call_expression ||
		    ts_node_is_null(first_argument(construct)) ||
		    !type_of(unit, first_argument(construct), &type))
			continue;
		bool is_task = type_is_task(unit, type, &result);
		if (is_task != guess_task(unit, construct)) again = true;
		construct->operand = is_task ? OPERAND_TASK : OPERAND_THREAD;
	}
	return again;
}

static bool value_is_used(TSNode node)
{
	TSNode parent = node_parent(node);
	while (node_is(parent, NODE_parenthesized_expression)) parent = node_parent(parent);
	const char *type = node_type(parent);
	return !node_is(parent, NODE_expression_statement) &&
	       strcmp(type, "comma_expression") != 0 && strcmp(type, "cast_expression") != 0 &&
	       strcmp(type, "return_statement") != 0 && strcmp(type, "conditional_expression") != 0;
}

static void lower_task_join(struct unit *unit, const struct construct *construct, TSNode operand,
                            CXType result)
{
	const char *name = task_type_name(unit, result, construct->node);
	TSNode bare = node_bare(operand);
	bool lvalue =
	        node_is(bare, NODE_identifier) || node_type_is(bare, "subscript_expression") ||
	        node_type_is(bare, "field_expression") || node_type_is(bare, "pointer_expression");
	if (type_canonical(unit, result).kind == CXType_Void && value_is_used(construct->node)) {
		ERROR_AT(unit, construct->node,
		         "the task has no result: 'join' of a task(void) has no value");
		return;
	}
	put_instead(unit->edits, node_field(construct->node, "function"), "%s_join%s", name,
	            lvalue ? "" : "_value");
	put_before(unit->edits, operand, lvalue ? "&" : "%s", "");
	put_after(unit->edits, operand, ", CONC_HERE");
}

void join_lower(struct unit *unit, const struct construct *construct)
{
	TSNode operand = first_argument(construct);
	TSNode arguments = node_field(construct->node, "arguments");
	if (node_named_child_count(arguments) != 1) {
		ERROR_AT(unit, construct->node, "join takes one operand: a thread or a task");
		return;
	}
	CXType type, result;
	if (!type_demand(unit, operand, &type)) return;
	if (type_is_task(unit, type, &result)) {
		lower_task_join(unit, construct, operand, result);
		return;
	}
	CXType canonical = type_canonical(unit, type);
	bool pointer = type_is_pointer(canonical);
	const struct kind *kind = type_kind(
	        unit, pointer ? unit->types->clang->getPointeeType(canonical) : canonical);
	if (!kind || kind->word != KIND_THREAD) {
		report_type(unit, operand, type, "is neither a thread nor a task");
		return;
	}
	if (value_is_used(construct->node)) {
		ERROR_AT(unit, construct->node,
		         "join of a thread has no value: its result is in its fields");
		return;
	}
	put_instead(unit->edits, node_field(construct->node, "function"), "CONC_JOIN");
	if (!pointer) put_before(unit->edits, operand, "&");
}
