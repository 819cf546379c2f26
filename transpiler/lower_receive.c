/* SPDX-License-Identifier: MIT */
/* receive (counter *self, add *m) { if (m->by < 0) return Finished; self->n += m->by; }
 * static destroy (counter *self) { … }
 *   →
 * conc_disposition conc_receive_counter__add(counter *self, add *m); CONC_RECEIVE(counter, add);
 * conc_disposition conc_receive_counter__add(counter *self, add *m) { if (m->by < 0) return
 * CONC_FINISHED; self->n += m->by; return CONC_NODELETE; }
 * static void conc_destroy_counter(counter *self) { … }
 *
 * CONC_RECEIVE defines the send functions of the pair; it stands at the first of its declarations
 * and definitions in the unit. The shadow has the same functions. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

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
		if (strcmp(node_type(last), "comment") == 0) continue;
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
	put_dispositions(unit, edits, behaviour->body);
	put_end(edits, behaviour->body);
}

void receive_shadow(struct unit *unit, const struct construct *construct)
{
	const struct behaviour *behaviour = behaviour_of_node(unit, construct->node);
	char *name = receive_name(behaviour, construct);
	put_receive(unit, &unit->shadow, behaviour, name);
	free(name);
}

static bool is_named(const struct unit *unit, TSNode name, TSNode body)
{
	const struct token *token = analysis_token_at(unit->analysis, node_start(body));
	const struct token *end = unit->analysis->tokens + unit->analysis->token_count;
	size_t length = node_end(name) - node_start(name);
	for (; token && token < end && token->offset < node_end(body); token++)
		if (token->length == length &&
		    !memcmp(unit->syntax.text + token->offset, unit->syntax.text + node_start(name),
		            length))
			return true;
	return false;
}

/* Of a message without members nothing can be used. */
static void put_unused(struct unit *unit, const struct behaviour *behaviour)
{
	const struct kind *kind = behaviour->message.kind;
	TSNode name = behaviour->message.name;
	bool empty = kind->members ? !*kind->members : node_named_child_count(kind->body) == 0;
	if (empty && !ts_node_is_null(behaviour->body) && !is_named(unit, name, behaviour->body))
		put_after(unit->edits, name, " __attribute__((unused))");
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
	put_unused(unit, behaviour);
	check_returns(unit, behaviour->body);
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
