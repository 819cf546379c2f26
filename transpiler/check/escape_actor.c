/* SPDX-License-Identifier: MIT */
/* Warns about members of actors that are used outside of their behaviours, while these may run:
 *
 *     c | (add){ 1 }; printf("%ld", c.n);
 *         'c.n' is read outside of the behaviours of actor 'counter'
 *
 * The actor may run in a function of running.h, or in a behaviour of another actor, if no behaviour
 * of its type returns a disposition, so that it does not end.
 *
 * A member that behaviours do not change may be read, one that they do not use may be changed.
 *
 * Rejected: a warning for each use outside of behaviours, by the rule alone. Functions fill in
 * actors before the first message and look at them after the end. */
#include "escape.h"

#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "base/text.h"
#include "check.h"
#include "place.h"
#include "running.h"
#include "types/send.h"
#include "types/variable.h"

/* A use of an actor's member. */
struct member_use {
	TSNode node, event;
	int function;
	const struct kind *actor;
	char *place; /* of the actor */
	long member;
	bool writes;
};

struct actors {
	struct unit *unit;
	struct after *after;
	const struct given *given;
	struct member_use *list;
	size_t count, room;
	struct running_actors running;
	size_t unevaluated; /* the end of the last sizeof and the like */
};

/* ---- Uses ---- */

static void look_for_member(TSNode node, void *data)
{
	struct actors *actors = data;
	struct unit *unit = actors->unit;
	if (is_unevaluated(node) && node_end(node) > actors->unevaluated)
		actors->unevaluated = node_end(node);
	if (!node_type_is(node, "field_expression") || node_start(node) < actors->unevaluated)
		return;
	const struct clang *clang = unit->types->clang;
	const struct kind *kind = kind_of_member(unit, node);
	CXCursor member = declaration_at(unit, node);
	if (!kind || kind->word != KIND_ACTOR ||
	    clang->getCursorKind(member) != CXCursor_FieldDecl ||
	    needs_no_lock(unit, clang->getCursorType(member)))
		return;
	struct member_use use = {.node = node,
	                         .event = node,
	                         .function = call_graph_at(actors->after->graph, node),
	                         .actor = kind,
	                         .member = (long)cursor_offset(unit, member)};
	TSNode path = whole_path(unit, node), parent = node_outside(path);
	if (use.function < 0 || node_takes_address(parent) || is_array_at(unit, path)) return;
	use.writes = is_written(unit, path, parent);
	if (use.writes && node_is(parent, NODE_assignment_expression)) use.event = parent;
	struct text place = {0};
	TSNode object = node_field(node, "argument");
	if (node_has_operator(node, "->")) place_pointed(unit, object, &place);
	else place_of(unit, object, &place);
	use.place = place.bytes;
	*GROW(actors->list, actors->count, actors->room) = use;
}

/* ---- Behaviours of others ---- */

struct ending {
	const struct unit *unit;
	bool ends, fails;
};

static void look_for_end(TSNode node, void *data)
{
	struct ending *ending = data;
	TSNode value = node_inner(node_named_child(node, 0));
	if (!node_is(node, NODE_return_statement) || ts_node_is_null(value) ||
	    node_text_is(&ending->unit->syntax, value, "Nodelete"))
		return;
	if (node_is(value, NODE_call_expression) &&
	    node_text_is(&ending->unit->syntax, node_field(value, "function"), "conc_fail"))
		ending->fails = true;
	else ending->ends = true;
}

/* Do actors of the kind end by themselves, as far as one can see? */
static struct ending ending_of(const struct unit *unit, const struct kind *kind)
{
	struct ending ending = {.unit = unit};
	for (size_t i = 0; i < unit->behaviour_count; i++) {
		const struct behaviour *behaviour = &unit->behaviours[i];
		if (behaviour->kind != NODE_receive_definition || !behaviour->self.kind ||
		    (!kind_derives(behaviour->self.kind, kind) &&
		     !kind_derives(kind, behaviour->self.kind)))
			continue;
		const struct behaviour *defined = behaviour;
		for (size_t k = 0; k < unit->behaviour_count; k++)
			if (unit->behaviours[k].self.kind == behaviour->self.kind &&
			    unit->behaviours[k].message.kind == behaviour->message.kind &&
			    !ts_node_is_null(unit->behaviours[k].body))
				defined = &unit->behaviours[k];
		if (ts_node_is_null(defined->body)) ending.ends = true; /* not seen */
		else node_each(defined->body, look_for_end, &ending);
	}
	for (size_t i = 0; i < unit->send_count; i++) {
		struct send_operand message;
		for (size_t k = 0; k < unit->sends[i].step_count; k++)
			ending.ends |= send_operand((struct unit *)unit,
			                            unit->sends[i].steps[k].message, &message) &&
			               message.ready;
	}
	return ending;
}

static void look_for_given_up(TSNode node, void *data)
{
	struct ending *ending = data;
	ending->ends |= node_is(node, NODE_field_identifier) &&
	                node_text_is(&ending->unit->syntax, node, "given_up");
}

/* Does the function send to an actor of the kind after the use? Then it may be making it ready. */
static bool sends_later(struct actors *actors, const struct member_use *use)
{
	struct unit *unit = actors->unit;
	for (size_t i = 0; i < unit->send_count; i++) {
		const struct send *send = &unit->sends[i];
		struct send_operand actor;
		if (send->state == SEND_ACTOR && node_start(send->node) > node_start(use->node) &&
		    call_graph_at(actors->after->graph, send->node) == use->function &&
		    send_operand(unit, send->actor, &actor) && actor.kind == use->actor)
			return true;
	}
	return false;
}

/* Is it used in a behaviour of another actor, while it runs? */
static bool is_looked_into(struct actors *actors, const struct member_use *use)
{
	struct unit *unit = actors->unit;
	const struct behaviour *around = behaviour_around(unit, use->node);
	long root = place_root(use->place);
	if (!around || around->kind != NODE_receive_definition || root < 0) return false;
	CXCursor variable =
	        types_declaration(unit, unit_node_at(unit, (size_t)root, (size_t)root + 1));
	if (unit->types->clang->getCursorKind(variable) != CXCursor_ParmDecl &&
	    cursor_is_automatic(unit, variable))
		return false;
	struct ending ending = ending_of(unit, use->actor);
	const char *message = around->message.kind ? around->message.kind->name : "";
	bool told = strcmp(message, "conc_failure") == 0;
	if (strcmp(message, "conc_end") == 0) return false; /* the actor has ended */
	node_each(around->body, look_for_given_up, &ending);
	return !ending.ends && ending.fails <= told && !(use->writes && sends_later(actors, use)) &&
	       after_reaches(actors->after, use->function, (TSNode){0}, use->event, use->place);
}

/* ---- Reports ---- */

static void report(struct actors *actors, const struct member_use *use, TSNode sent,
                   const struct running *running, const struct given_use *by)
{
	struct unit *unit = actors->unit;
	TSNode path = whole_path(unit, use->node);
	WARNING_AT(unit, "conc-escape", path,
	           "'%.*s' is %s outside of the behaviours of actor '%s', which may %s it at the "
	           "same time",
	           NODE_ARG(unit, path), use->writes ? "changed" : "read", use->actor->name,
	           use->writes ? "use" : "change");
	if (!ts_node_is_null(sent))
		NOTE_AT(unit, sent,
		        "the actor is sent a message here, and nothing in between waits");
	else if (running && running->thread)
		NOTE_AT(unit, running->since, "this thread runs beside the actor");
	NOTE_AT(unit, by->node, "a behaviour %s it here", by->writes ? "changes" : "reads");
	if (use->writes)
		NOTE_AT(unit, path,
		        "send the actor a message to change it, or do so before its first message");
	else
		NOTE_AT(unit, path,
		        "ask the actor by a message with a future, or wait for its end first, with "
		        "conc_actors_stop()");
}

static void check_member(struct actors *actors, const struct member_use *use)
{
	const struct given_use *by =
	        given_find(actors->given, (struct given_question){.variable = -1,
	                                                          .member = use->member,
	                                                          .record = -1,
	                                                          .but = -1,
	                                                          .message = -1,
	                                                          .writes = !use->writes,
	                                                          .self = true});
	if (!by || running_is_self(&actors->running, use->place) || place_is_computed(use->place) ||
	    after_is_locked(actors->after, use->node))
		return;
	TSNode sent = running_sent(&actors->running, use->function, use->place, use->event);
	const struct running *running =
	        running_given(&actors->running, use->function, use->place, use->event);
	if (ts_node_is_null(sent) && running && !running->thread) sent = running->since;
	if (!ts_node_is_null(sent) || running || is_looked_into(actors, use))
		report(actors, use, sent, running, by);
}

void check_actor_members(struct after *after, const struct given *given)
{
	struct actors actors = {.unit = after->unit, .after = after, .given = given};
	call_graph_each(after->graph, look_for_member, &actors);
	if (actors.count) running_find(&actors.running, after, given);
	for (size_t i = 0; i < actors.count; i++) {
		check_member(&actors, &actors.list[i]);
		free(actors.list[i].place);
	}
	free(actors.list);
	running_free(&actors.running);
}
