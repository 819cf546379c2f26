/* SPDX-License-Identifier: MIT */
/* Checks the parameters of behaviours, and several behaviours for one pair of types, before any
 * shadow is made: behaviours with errors are not lowered. check/scalable.c checks split actor
 * types. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const struct form {
	const char *name; /* with its article */
	bool of_messages; /* for messages, too, not only for actors */
	int parameters;
} forms[] = {
        {"a receive", false, 2}, {"a destroy", true, 1},   {"an export", false, 2},
        {"an import", false, 2}, {"a serialize", true, 2}, {"a deserialize", true, 2},
};

static const struct form *form_of(const struct behaviour *behaviour)
{
	return &forms[behaviour->kind - NODE_receive_definition];
}

static bool report_self(struct unit *unit, const struct behaviour *behaviour)
{
	const char *wanted = form_of(behaviour)->of_messages ? "actor or message" : "actor";
	TSNode type = node_field(behaviour->self.node, "type");
	TSNode at = ts_node_is_null(type) ? node_field(behaviour->node, "parameters") : type;
	const struct kind *later = unit_kind_of_node(unit, type);
	if (behaviour->self.kind)
		ERROR_AT(unit, at, "'%.*s' is no %s type, but a %s", NODE_ARG(unit, at), wanted,
		         kind_word(behaviour->self.kind));
	else if (later || is_forward_actor(unit, type))
		ERROR_AT(unit, at, "'%.*s' is not defined before this %s", NODE_ARG(unit, at),
		         behaviour_word_of(behaviour->kind));
	else ERROR_AT(unit, at, "'%.*s' is no %s type", NODE_ARG(unit, at), wanted);
	if (later) NOTE_KIND(unit, later, "it is defined here");
	return false;
}

static bool check_self(struct unit *unit, const struct behaviour *behaviour)
{
	const struct behaviour_parameter *self = &behaviour->self;
	if (!self->kind || (self->kind->word != KIND_ACTOR &&
	                    !(form_of(behaviour)->of_messages && self->kind->word == KIND_MESSAGE)))
		return report_self(unit, behaviour);
	if (self->kind->members)
		return ERROR_AT(unit, self->node, "'%s' is ready-made: it has no %s",
		                self->kind->name, behaviour_word_of(behaviour->kind));
	if (node_is(node_field(self->node, "declarator"), NODE_identifier))
		return false; /* check/copies.c reports it */
	return (self->is_pointer && !self->is_const) ||
	       ERROR_AT(unit, self->node, "the first parameter of %s is '%s *self'",
	                form_of(behaviour)->name, self->kind->name);
}

static bool check_message(struct unit *unit, const struct behaviour *behaviour)
{
	const struct behaviour_parameter *message = &behaviour->message;
	TSNode type = node_field(message->node, "type");
	if (message->kind && message->kind->word == KIND_MESSAGE)
		return message->is_pointer ||
		       ERROR_AT(unit, message->node,
		                "a receive takes a pointer to its message: '%s *m'",
		                message->kind->name);
	const struct kind *other = message->kind ? message->kind : unit_kind_of_node(unit, type);
	bool later = other && !message->kind;
	if (ts_node_is_null(type)) type = message->node;
	if (later) ERROR_AT(unit, type, "'%s' is not defined before this receive", other->name);
	else ERROR_AT(unit, type, "'%.*s' is not a message type", NODE_ARG(unit, type));
	if (other) NOTE_KIND(unit, other, "%s is declared here", later ? "it" : "this type");
	return false;
}

static bool check_count(struct unit *unit, const struct behaviour *behaviour)
{
	const struct form *form = form_of(behaviour);
	if (behaviour->parameter_count == form->parameters) return true;
	char *written = behaviour_parameters(behaviour->kind, behaviour->self.kind->name);
	ERROR_AT(unit, node_field(behaviour->node, "parameters"), "%s has %s: '%s (%s)'",
	         form->name, form->parameters == 2 ? "two parameters" : "one parameter",
	         behaviour_word_of(behaviour->kind), written);
	free(written);
	return false;
}

/* It has self's type (export, import), or that of conc.h (serialize, deserialize). */
static bool check_second(struct unit *unit, const struct behaviour *behaviour)
{
	TSNode type = node_field(behaviour->message.node, "type");
	const struct behaviour_parameter *second = &behaviour->message;
	if (form_of(behaviour)->parameters < 2) return true;
	if (behaviour->kind == NODE_receive_definition) return check_message(unit, behaviour);
	bool named = behaviour->kind == NODE_serialize_definition
	                     ? node_text_is(&unit->syntax, type, "conc_writer")
	             : behaviour->kind == NODE_deserialize_definition
	                     ? node_text_is(&unit->syntax, type, "conc_reader")
	                     : second->kind == behaviour->self.kind;
	if (named && second->is_pointer && !second->is_const) return true;
	char *written = behaviour_parameters(behaviour->kind, behaviour->self.kind->name);
	ERROR_AT(unit, behaviour->message.node, "the second parameter of %s is '%s'",
	         form_of(behaviour)->name, strchr(written, ',') + 2);
	free(written);
	return false;
}

static bool check_names(struct unit *unit, const struct behaviour *behaviour)
{
	const struct behaviour_parameter *list[] = {&behaviour->self, &behaviour->message};
	bool good = true;
	for (int i = 0; i < form_of(behaviour)->parameters; i++)
		if (!ts_node_is_null(behaviour->body) && ts_node_is_null(list[i]->name))
			good = ERROR_AT(unit, list[i]->node, "a parameter of %s needs a name here",
			                form_of(behaviour)->name);
	return good;
}

static bool same_pair(const struct behaviour *a, const struct behaviour *b)
{
	return a->kind == b->kind && a->self.kind == b->self.kind &&
	       a->message.kind == b->message.kind && a->good && b->good;
}

static bool check_earlier(struct unit *unit, const struct behaviour *behaviour)
{
	for (const struct behaviour *other = unit->behaviours; other < behaviour; other++) {
		if (!same_pair(other, behaviour)) continue;
		bool twice = !ts_node_is_null(other->body) && !ts_node_is_null(behaviour->body);
		bool scalable = !ts_node_is_null(behaviour->scalable);
		const char *actor = behaviour->self.kind->name;
		/* Units would send differently if declarations disagreed about `scalable`. */
		if (twice && behaviour->kind == NODE_receive_definition)
			ERROR_AT(unit, behaviour->word, "actor '%s' has two receives for '%s'",
			         actor, behaviour->message.kind->name);
		else if (twice)
			ERROR_AT(unit, behaviour->word, "%s '%s' has two %ss",
			         kind_word(behaviour->self.kind), actor,
			         behaviour_word_of(behaviour->kind));
		else if (behaviour->is_static && !other->is_static)
			ERROR_AT(unit, behaviour->word,
			         "this %s is static, but was declared without 'static'",
			         behaviour_word_of(behaviour->kind));
		else if (scalable == ts_node_is_null(other->scalable))
			ERROR_AT(unit, behaviour->word,
			         scalable ? "this receive is scalable, but was declared without "
			                    "'scalable'"
			                  : "this receive is not scalable, but was declared "
			                    "'scalable'");
		else continue;
		return NOTE_AT(unit, other->word,
		               twice ? "the first is here" : "it is declared here");
	}
	return true;
}

/* A static declaration promises a definition in the same unit. */
static void check_static(struct unit *unit, struct behaviour *behaviour)
{
	if (!behaviour->is_static || !behaviour->good) return;
	for (size_t i = 0; i < unit->behaviour_count; i++)
		if (same_pair(&unit->behaviours[i], behaviour) &&
		    (!ts_node_is_null(unit->behaviours[i].body) ||
		     &unit->behaviours[i] < behaviour))
			return;
	ERROR_AT(unit, behaviour->word, "this static %s has no definition",
	         behaviour_word_of(behaviour->kind));
}

/* Other units would not run a destroy or serialize that is not declared beside its type. */
static void note_function(struct unit *unit, struct behaviour *behaviour)
{
	if (behaviour->kind == NODE_receive_definition) return;
	const struct kind *kind = behaviour->self.kind;
	struct kind_function *function = kind_function(kind, behaviour->kind);
	bool first = ts_node_is_null(function->word);
	if (first) function->word = behaviour->word;
	function->is_static = function->is_static || behaviour->is_static;
	const char *option = behaviour->kind == NODE_destroy_definition     ? "conc-destroy"
	                     : behaviour->kind == NODE_serialize_definition ? "conc-scalable"
	                                                                    : NULL;
	if (!first || !option || !behaviour->in_main_file || kind->in_main_file) return;
	WARNING_AT(unit, option, behaviour->word,
	           "other units that include '%s' do not know this %s: declare it beside the type",
	           kind->name, behaviour_word_of(behaviour->kind));
	NOTE_KIND(unit, kind, "'%s' is declared here", kind->name);
}

void behaviours_check(struct unit *unit)
{
	for (size_t i = 0; i < unit->behaviour_count; i++) {
		struct behaviour *behaviour = &unit->behaviours[i];
		bool known = check_self(unit, behaviour);
		behaviour->good = known && check_count(unit, behaviour) &&
		                  check_second(unit, behaviour) &&
		                  check_scalable_word(unit, behaviour) &&
		                  check_names(unit, behaviour) && check_earlier(unit, behaviour);
		if (known) note_function(unit, behaviour);
	}
	for (size_t i = 0; i < unit->behaviour_count; i++) check_static(unit, &unit->behaviours[i]);
}
