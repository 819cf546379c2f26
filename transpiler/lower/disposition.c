/* SPDX-License-Identifier: MIT */
/* return m->by ? Finished : Nodelete;
 * return;
 * conc_set_disposition(m, Delete);
 *   →
 * return m->by ? CONC_FINISHED : CONC_NODELETE;
 * return CONC_NODELETE;
 * conc_set_disposition(m, CONC_DELETE);
 *
 * The words belong to the dialect only in a return of a behaviour and as the last argument of the
 * call, and only if no such name is declared. Rejected: constants of these names in conc.h, which
 * would take four common names from all programs. The shadow has the constants, too. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

/* Returns the constant for an identifier that is a disposition, or null. */
static const char *constant_of(const struct unit *unit, TSNode node)
{
	static const char *const words[][2] = {{"Nodelete", "CONC_NODELETE"},
	                                       {"Delete", "CONC_DELETE"},
	                                       {"Destroy", "CONC_DESTROY"},
	                                       {"Finished", "CONC_FINISHED"}};
	size_t start = node_start(node), length = node_end(node) - start;
	const char *text = unit->syntax.text + start;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (word_is(text, length, words[i][0]))
			return word_is_dialect(&unit->shadowing, text, length, start) ? words[i][1]
			                                                              : NULL;
	return NULL;
}

/* A call in a return is visited twice, and a construct around the word may be replaced already. */
static bool is_replaced(const struct edits *edits, TSNode node)
{
	for (size_t i = 0; i < edits->count; i++)
		if (edits->list[i].kind == EDIT_REPLACE && edits->list[i].start < node_end(node) &&
		    node_start(node) < edits->list[i].end)
			return true;
	return false;
}

static bool has_value(TSNode statement)
{
	uint32_t count = node_named_child_count(statement);
	for (uint32_t i = 0; i < count; i++)
		if (!node_type_is(node_named_child(statement, i), "comment")) return true;
	return false;
}

void put_dispositions(struct unit *unit, struct edits *edits, TSNode node, bool inside)
{
	if (node_is_function(node)) return;
	if (node_is(node, NODE_return_statement)) {
		if (!has_value(node)) put_after(edits, first_token(node), " CONC_NODELETE");
		inside = true;
	}
	if (inside && node_is(node, NODE_identifier)) {
		const char *constant = constant_of(unit, node);
		if (constant && !is_replaced(edits, node)) put_instead(edits, node, "%s", constant);
	}
	uint32_t count = node_named_child_count(node);
	for (uint32_t i = 0; i < count; i++)
		put_dispositions(unit, edits, node_named_child(node, i), inside);
}

static void put_last_argument(struct unit *unit, struct edits *edits, TSNode call)
{
	TSNode arguments = node_field(call, "arguments");
	for (uint32_t i = node_named_child_count(arguments); i-- > 0;) {
		TSNode argument = node_named_child(arguments, i);
		if (node_type_is(argument, "comment")) continue;
		put_dispositions(unit, edits, argument, true);
		return;
	}
}

/* Is every possible value a disposition: a constant, or of the type; if scalable, Nodelete only? */
static bool is_disposition(struct unit *unit, TSNode node, bool scalable)
{
	const char *type = node_type(node);
	if (node_is(node, NODE_parenthesized_expression) ||
	    strcmp(type, "extension_expression") == 0 || node_is(node, NODE_expression_statement))
		return is_disposition(unit, node_named_child(node, 0), scalable);
	if (node_is(node, NODE_compound_statement)) { /* of a statement expression */
		uint32_t last = node_named_child_count(node) - 1;
		return is_disposition(unit, node_named_child(node, last), scalable);
	}
	if (strcmp(type, "comma_expression") == 0)
		return is_disposition(unit, node_field(node, "right"), scalable);
	if (strcmp(type, "conditional_expression") == 0) {
		TSNode first = node_field(node, "consequence");
		if (ts_node_is_null(first)) first = node_field(node, "condition");
		return is_disposition(unit, first, scalable) &&
		       is_disposition(unit, node_field(node, "alternative"), scalable);
	}
	const char *constant = constant_of(unit, node);
	CXType found;
	if (scalable)
		return (constant && strcmp(constant, "CONC_NODELETE") == 0) ||
		       node_text_is(&unit->syntax, node, "CONC_NODELETE");
	if (constant || (node_is(node, NODE_identifier) &&
	                 strncmp(unit->syntax.text + node_start(node), "CONC_", 5) == 0))
		return true;
	if (!type_of(unit, node, &found)) return true; /* C reports it */
	char *spelling = type_spelling(unit, found);
	bool good = strcmp(spelling, "enum conc_disposition") == 0;
	free(spelling);
	return good;
}

static void check_returned(struct unit *unit, TSNode value, const struct behaviour *behaviour)
{
	bool scalable = !ts_node_is_null(behaviour->scalable);
	if (!is_disposition(unit, value, false))
		ERROR_AT(unit, value,
		         scalable ? "a scalable receive returns nothing, or Nodelete"
		                  : "a behaviour returns nothing, or a disposition: "
		                    "Nodelete, Delete, Destroy, Finished");
	else if (scalable && !is_disposition(unit, value, true)) {
		ERROR_AT(
		        unit, value,
		        "a scalable receive returns nothing, or Nodelete: it may run in a replica, "
		        "which cannot end the actor");
		NOTE_AT(unit, behaviour->scalable,
		        "an ordinary receive can: it sees all replicas merged");
	}
}

void check_returns(struct unit *unit, TSNode node, const struct behaviour *behaviour)
{
	if (node_is_function(node)) return;
	uint32_t count = node_named_child_count(node);
	for (uint32_t i = 0; i < count; i++) {
		TSNode child = node_named_child(node, i);
		check_returns(unit, child, behaviour);
		if (node_is(node, NODE_return_statement) && !node_type_is(child, "comment"))
			check_returned(unit, child, behaviour);
	}
}

void disposition_shadow(struct unit *unit, const struct construct *construct)
{
	put_last_argument(unit, &unit->shadow, construct->node);
}

void disposition_lower(struct unit *unit, const struct construct *construct)
{
	put_last_argument(unit, unit->edits, construct->node);
}

static void check_word(TSNode node, void *data)
{
	struct unit *unit = data;
	CXType type;
	if (!node_is(node, NODE_identifier)) return;
	const char *constant = constant_of(unit, node);
	if (!constant || ts_node_is_null(enclosing_function(node))) return;
	/* declared for libclang, or called like a function that C declares implicitly */
	if (type_of(unit, node, &type) || is_replaced(&unit->shadow, node) ||
	    (node_is(node_parent(node), NODE_call_expression) &&
	     ts_node_eq(node_field(node_parent(node), "function"), node)))
		return;
	ERROR_AT(unit, node, "'%.*s' stands only in the return of a behaviour: elsewhere it is %s",
	         NODE_ARG(unit, node), constant);
}

void check_dispositions(struct unit *unit)
{
	if (unit_has_actors(unit)) node_each(unit->syntax.root, check_word, unit);
}
