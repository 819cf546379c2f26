/* SPDX-License-Identifier: MIT */
/* receive (counter *self, add *m) { if (m->by < 0) return Finished; self->n += m->by; }
 * scalable receive (words *self, line *m);
 * static destroy (counter *self) { … }
 * export (words *self, words *replica);
 *   →
 * conc_disposition conc_receive_counter__add(counter *self, add *m);
 * CONC_RECEIVE(counter, add);
 * conc_disposition conc_receive_counter__add(counter *self, add *m)
 * { if (m->by < 0) return CONC_FINISHED; self->n += m->by; return CONC_NODELETE; }
 * conc_disposition conc_receive_words__line(words *self, line *m);
 * CONC_SCALABLE_RECEIVE(words, line);
 * static void conc_destroy_counter(counter *self) { … }
 * void conc_export_words(words *self, words *replica);
 *
 * CONC_RECEIVE defines the send functions of the pair. It goes with the pair's first declaration or
 * definition in the unit. The shadow has the same functions. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#include "types/prototype.h"
#include "base/text.h"

/* ---- receive ---- */

static char *receive_name(const struct behaviour *behaviour, const struct construct *construct)
{
	if (!behaviour->good) return text_format("conc_receive_%d", construct->number);
	return text_format("conc_receive_%s__%s", behaviour->self.kind->name,
	                   behaviour->message.kind->name);
}

static bool returns(TSNode statement);

static bool last_returns(TSNode body)
{
	for (uint32_t i = node_named_child_count(body); i-- > 0;) {
		TSNode last = node_named_child(body, i);
		if (!node_type_is(last, "comment")) return returns(last);
	}
	return false;
}

/* Is the statement sure never to reach its end? */
static bool returns(TSNode statement)
{
	if (node_is(statement, NODE_return_statement)) return true;
	if (node_is(statement, NODE_compound_statement)) return last_returns(statement);
	if (!node_type_is(statement, "if_statement")) return false;
	TSNode otherwise = node_field(statement, "alternative");
	return !ts_node_is_null(otherwise) && last_returns(otherwise) &&
	       returns(node_field(statement, "consequence"));
}

static void put_behaviour(struct edits *edits, const struct behaviour *behaviour, const char *type,
                          const char *name)
{
	TSNode open = first_token(node_field(behaviour->node, "parameters"));
	bool scalable = !ts_node_is_null(behaviour->scalable);
	/* what is between the two words stays between type and name */
	if (scalable) put_instead(edits, behaviour->scalable, "%s", type);
	put_over(edits, behaviour->word, open, "%s%s%s(", scalable ? "" : type, scalable ? "" : " ",
	         name);
}

static void put_receive(struct unit *unit, struct edits *edits, const struct behaviour *behaviour,
                        const char *name)
{
	put_behaviour(edits, behaviour, "conc_disposition", name);
	if (ts_node_is_null(behaviour->body)) return;
	put_dispositions(unit, edits, behaviour->body, false);
	if (!last_returns(behaviour->body))
		put_before(edits, last_token(behaviour->body), "return CONC_NODELETE; ");
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

/* No body can use an actor or a message without members: compilers must not warn about it. */
static void put_unused(struct unit *unit, const struct behaviour *behaviour,
                       const struct behaviour_parameter *parameter)
{
	const struct kind *kind = parameter->kind;
	TSNode name = parameter->name;
	bool empty = kind->members ? !*kind->members : !kind_has_state(kind);
	if (empty && !ts_node_is_null(behaviour->body) && !is_named(unit, name, behaviour->body))
		put_after(unit->edits, name, " __attribute__((__unused__))");
}

const char *receive_macro(const struct behaviour *behaviour)
{
	return ts_node_is_null(behaviour->scalable) ? "CONC_RECEIVE" : "CONC_SCALABLE_RECEIVE";
}

static void put_sends(struct unit *unit, const struct behaviour *behaviour, const char *name)
{
	const char *actor = behaviour->self.kind->name, *message = behaviour->message.kind->name;
	const char *macro = receive_macro(behaviour);
	char *remote = remote_call(unit, behaviour);
	char *parameters = node_text(unit, node_field(behaviour->node, "parameters"));
	if (ts_node_is_null(behaviour->body))
		put_after(unit->edits, behaviour->node, " %s(%s, %s);%s", macro, actor, message,
		          remote);
	else
		put_before(unit->edits, behaviour->node, "%sconc_disposition %s%s; %s(%s, %s);%s ",
		           behaviour->is_static ? "static " : "", name, parameters, macro, actor,
		           message, remote);
	free(parameters);
	free(remote);
}

void receive_lower(struct unit *unit, const struct construct *construct)
{
	const struct behaviour *behaviour = behaviour_of_node(unit, construct->node);
	if (!behaviour->good) return;
	char *name = receive_name(behaviour, construct);
	if (unit_receive(unit, behaviour->self.kind, behaviour->message.kind) == behaviour)
		put_sends(unit, behaviour, name);
	put_receive(unit, unit->edits, behaviour, name);
	put_unused(unit, behaviour, &behaviour->self);
	put_unused(unit, behaviour, &behaviour->message);
	check_returns(unit, behaviour->body, behaviour);
	free(name);
}

/* ---- destroy, export, import, serialize, deserialize ---- */

static void put_function(struct edits *edits, const struct behaviour *behaviour,
                         const struct construct *construct)
{
	const char *word = behaviour_word_of(behaviour->kind);
	char *name = behaviour->good ? text_format("conc_%s_%s", word, behaviour->self.kind->name)
	                             : text_format("conc_%s_%d", word, construct->number);
	put_behaviour(edits, behaviour, "void", name);
	free(name);
}

void kind_function_shadow(struct unit *unit, const struct construct *construct)
{
	put_function(&unit->shadow, behaviour_of_node(unit, construct->node), construct);
}

static bool is_blank(TSNode body)
{
	uint32_t count = node_named_child_count(body);
	for (uint32_t i = 0; i < count; i++)
		if (!node_type_is(node_named_child(body, i), "comment")) return false;
	return !ts_node_is_null(body);
}

/* Many types have an empty export: export (words *self, words *replica) { } */
void kind_function_lower(struct unit *unit, const struct construct *construct)
{
	const struct behaviour *behaviour = behaviour_of_node(unit, construct->node);
	/* the type may have emitted the prototype */
	const struct kind *kind = behaviour->good ? behaviour->self.kind : NULL;
	if (kind && ts_node_is_null(behaviour->body) && !ts_node_is_null(kind->body) &&
	    node_start(kind->body) < node_start(behaviour->node) &&
	    is_bare_prototype(unit, behaviour->node)) {
		put_instead(unit->edits, behaviour->node, "%s", "");
		return;
	}
	put_function(unit->edits, behaviour, construct);
	if (behaviour->kind != NODE_export_definition || !is_blank(behaviour->body)) return;
	put_after(unit->edits, behaviour->self.name, " __attribute__((__unused__))");
	put_after(unit->edits, behaviour->message.name, " __attribute__((__unused__))");
}
