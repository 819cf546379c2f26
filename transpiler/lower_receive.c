/* SPDX-License-Identifier: MIT */
/* receive (counter *self, add *m) { if (!m->by) return; if (m->by < 0) return Finished; self->n +=
 * m->by; }
 * static destroy (counter *self) { … }
 * conc_set_disposition(m, Delete);
 *   →
 * conc_disposition conc_receive_counter__add(counter *self, add *m); CONC_RECEIVE(counter, add);
 * conc_disposition conc_receive_counter__add(counter *self, add *m) { if (!m->by) return
 * CONC_NODELETE; if (m->by < 0) return CONC_FINISHED; self->n += m->by; return CONC_NODELETE; }
 * static void conc_destroy_counter(counter *self) { … }
 * conc_set_disposition(m, CONC_DELETE);
 *
 * CONC_RECEIVE defines the send functions of the pair; it stands at the first of its declarations
 * and definitions in the unit. The dispositions' words are the dialect's only in a return of a
 * behaviour and in the call. The shadow has the same functions, and the words as constants. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

/* ---- dispositions ---- */

/* An identifier in the place of a disposition: its constant, or null. */
static const char *constant_of(const struct unit *unit, TSNode node)
{
	static const char *const words[][2] = {{"Nodelete", "CONC_NODELETE"},
	                                       {"Delete", "CONC_DELETE"},
	                                       {"Destroy", "CONC_DESTROY"},
	                                       {"Finished", "CONC_FINISHED"}};
	size_t start = node_start(node), length = node_end(node) - start;
	const char *text = unit->syntax.text + start;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (scope_word_is(text, length, words[i][0]))
			return scope_is_dialect(&unit->scope, text, length, start) ? words[i][1]
			                                                           : NULL;
	return NULL;
}

/* A call in a return is asked for twice, and a construct around the word may have been replaced. */
static bool is_replaced(const struct edits *edits, TSNode node)
{
	for (size_t i = 0; i < edits->count; i++)
		if (edits->list[i].kind == EDIT_REPLACE && edits->list[i].start < node_end(node) &&
		    node_start(node) < edits->list[i].end)
			return true;
	return false;
}

static void put_word(struct unit *unit, struct edits *edits, TSNode node)
{
	const char *constant = constant_of(unit, node);
	if (constant && !is_replaced(edits, node)) put_instead(edits, node, "%s", constant);
}

static bool is_comment(TSNode node)
{
	return strcmp(node_type(node), "comment") == 0;
}

static bool has_value(TSNode statement)
{
	uint32_t count = node_named_child_count(statement);
	for (uint32_t i = 0; i < count; i++)
		if (!is_comment(node_named_child(statement, i))) return true;
	return false;
}

/* All words in the returns of a body; those of functions in it are not the behaviour's. */
static void put_words(struct unit *unit, struct edits *edits, TSNode node, bool inside)
{
	if (node_is_function(node)) return;
	if (node_is(node, NODE_return_statement)) {
		if (!has_value(node)) put_after(edits, first_token(node), " CONC_NODELETE");
		inside = true;
	}
	if (inside && node_is(node, NODE_identifier)) put_word(unit, edits, node);
	uint32_t count = node_named_child_count(node);
	for (uint32_t i = 0; i < count; i++)
		put_words(unit, edits, node_named_child(node, i), inside);
}

static void put_last_argument(struct unit *unit, struct edits *edits, TSNode call)
{
	TSNode arguments = node_field(call, "arguments");
	for (uint32_t i = node_named_child_count(arguments); i-- > 0;) {
		TSNode argument = node_named_child(arguments, i);
		if (is_comment(argument)) continue;
		put_words(unit, edits, argument, true);
		return;
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

/* ---- receive ---- */

static char *receive_name(const struct behaviour *behaviour, const struct construct *construct)
{
	if (!behaviour->good) return text_format("conc_receive_%d", construct->number);
	return text_format("conc_receive_%s__%s", behaviour->self.kind->name,
	                   behaviour->message.kind->name);
}

/* The end of a body that may be reached. */
static void put_end(struct edits *edits, TSNode body)
{
	for (uint32_t i = node_named_child_count(body); i-- > 0;) {
		TSNode last = node_named_child(body, i);
		if (is_comment(last)) continue;
		if (node_is(last, NODE_return_statement)) return;
		break;
	}
	put_before(edits, last_token(body), "return CONC_NODELETE; ");
}

static void put_behaviour(struct edits *edits, const struct behaviour *behaviour, const char *type,
                          const char *name)
{
	TSNode open = first_token(node_field(behaviour->node, "parameters"));
	put_over(edits, behaviour->word, open, "%s %s(", type, name);
}

static void put_receive(struct unit *unit, struct edits *edits, const struct behaviour *behaviour,
                        const char *name)
{
	put_behaviour(edits, behaviour, "conc_disposition", name);
	if (ts_node_is_null(behaviour->body)) return;
	put_words(unit, edits, behaviour->body, false);
	put_end(edits, behaviour->body);
}

void receive_shadow(struct unit *unit, const struct construct *construct)
{
	const struct behaviour *behaviour = behaviour_of_node(unit, construct->node);
	char *name = receive_name(behaviour, construct);
	put_receive(unit, &unit->shadow, behaviour, name);
	free(name);
}

static void put_sends(struct unit *unit, const struct behaviour *behaviour, const char *name)
{
	const char *actor = behaviour->self.kind->name, *message = behaviour->message.kind->name;
	if (ts_node_is_null(behaviour->body)) {
		put_after(unit->edits, behaviour->node, " CONC_RECEIVE(%s, %s);", actor, message);
		return;
	}
	char *parameters = node_text(unit, node_field(behaviour->node, "parameters"));
	put_before(unit->edits, behaviour->node, "%sconc_disposition %s%s; CONC_RECEIVE(%s, %s); ",
	           behaviour->is_static ? "static " : "", name, parameters, actor, message);
	free(parameters);
}

void receive_lower(struct unit *unit, const struct construct *construct)
{
	const struct behaviour *behaviour = behaviour_of_node(unit, construct->node);
	if (!behaviour->good) return;
	char *name = receive_name(behaviour, construct);
	if (unit_receive(unit, behaviour->self.kind, behaviour->message.kind) == behaviour)
		put_sends(unit, behaviour, name);
	put_receive(unit, unit->edits, behaviour, name);
	free(name);
}

/* ---- destroy ---- */

static void put_destroy(struct edits *edits, const struct behaviour *behaviour,
                        const struct construct *construct)
{
	char *name = behaviour->good ? text_format("conc_destroy_%s", behaviour->self.kind->name)
	                             : text_format("conc_destroy_%d", construct->number);
	put_behaviour(edits, behaviour, "void", name);
	free(name);
}

void destroy_shadow(struct unit *unit, const struct construct *construct)
{
	put_destroy(&unit->shadow, behaviour_of_node(unit, construct->node), construct);
}

void destroy_lower(struct unit *unit, const struct construct *construct)
{
	put_destroy(unit->edits, behaviour_of_node(unit, construct->node), construct);
}
