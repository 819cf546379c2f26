/* SPDX-License-Identifier: MIT */
/* An actor runs from its first message to its end. It is seen to run where the function has sent it
 * a message and nothing has waited since; in a function that is called there with it; in a thread
 * that a behaviour of its own, or such a function, leaves running with it.
 *
 * Calls are followed until nothing new is found. Rejected: actors in members of threads; nobody
 * sees which thread has which. */
#include "running.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "place.h"
#include "types/send.h"
#include "types/types.h"

/* Returns the variable's offset if the place is what it points to, no more; else -1. */
static long only_pointer(const char *place)
{
	char *end;
	if (*place != '@') return -1;
	long at = strtol(place + 1, &end, 10);
	return strcmp(end, "*") == 0 ? at : -1;
}

bool running_is_self(const struct running_actors *actors, const char *place)
{
	const struct given_variable *variable = given_variable(actors->given, only_pointer(place));
	return variable && variable->self;
}

/* Returns a send of the function to this actor for which `when` is true, or the null node. */
static TSNode find_send(struct running_actors *actors, int function, const char *place, TSNode at,
                        bool (*when)(struct running_actors *actors, int function, const char *place,
                                     TSNode send, TSNode at))
{
	TSNode found = {0};
	for (size_t i = 0; i < actors->send_count && ts_node_is_null(found); i++) {
		const struct sent *sent = &actors->sends[i];
		if (sent->function == function && strcmp(sent->place, place) == 0 &&
		    when(actors, function, place, sent->node, at))
			found = sent->node;
	}
	return found;
}

static bool was_sent(struct running_actors *actors, int function, const char *place, TSNode send,
                     TSNode at)
{
	return after_reaches(actors->after, function, send, at, place);
}

/* Is the message sent while the thread, which is started at a node, may still run? */
static bool is_sent_meanwhile(struct running_actors *actors, int function, const char *place,
                              TSNode send, TSNode at)
{
	struct live *live = &actors->after->live;
	const struct start *start = start_around(live, at);
	(void)function;
	(void)place;
	return start && start_is_live(live, start, send);
}

static bool add_running(struct running_actors *actors, struct running running)
{
	for (size_t i = 0; i < actors->count; i++)
		if (actors->list[i].function == running.function &&
		    actors->list[i].parameter == running.parameter)
			return false;
	*GROW(actors->list, actors->count, actors->room) = running;
	return true;
}

static bool is_actor_pointer(struct unit *unit, TSNode node)
{
	CXType type = type_at(unit, node);
	const struct kind *kind =
	        type_is_pointer(type) ? type_kind(unit, unit->types->clang->getPointeeType(type))
	                              : NULL;
	return kind && kind->word == KIND_ACTOR;
}

/* Calls a function for each actor that a call passes by its address. True if one of them did. */
static bool each_actor(struct running_actors *actors, TSNode call, int callee,
                       bool (*found)(struct running_actors *actors, TSNode call, const char *place,
                                     struct running running))
{
	enum { ENOUGH = 16 };
	struct unit *unit = actors->after->unit;
	TSNode arguments[ENOUGH];
	int count = node_arguments(call, arguments, ENOUGH);
	bool any = false;
	for (int i = 0; i < count && i < ENOUGH; i++) {
		TSNode name = function_parameter(&actors->after->graph->functions[callee], i);
		if (ts_node_is_null(name) || !is_actor_pointer(unit, arguments[i])) continue;
		struct text place = {0};
		place_pointed(unit, arguments[i], &place);
		any |= found(
		        actors, call, place.bytes,
		        (struct running){.function = callee, .parameter = (long)node_start(name)});
		text_free(&place);
	}
	return any;
}

static bool add_spawned(struct running_actors *actors, TSNode call, const char *place,
                        struct running running)
{
	TSNode spawn = node_parent(call);
	struct live *live = &actors->after->live;
	const struct start *start = start_around(live, spawn);
	int function = call_graph_at(actors->after->graph, spawn);
	running.since = spawn;
	running.thread = true;
	if (!start || function < 0) return false;
	bool runs =
	        running_is_self(actors, place)
	                ? start_is_left(live, start)
	                : !ts_node_is_null(find_send(actors, function, place, spawn, was_sent)) ||
	                          !ts_node_is_null(find_send(actors, function, place, spawn,
	                                                     is_sent_meanwhile));
	return runs && add_running(actors, running);
}

static bool add_called(struct running_actors *actors, TSNode call, const char *place,
                       struct running running)
{
	int function = call_graph_at(actors->after->graph, call);
	running.since = find_send(actors, function, place, call, was_sent);
	return !ts_node_is_null(running.since) && add_running(actors, running);
}

/* The caller may have got an actor that runs. */
static bool add_passed_on(struct running_actors *actors, TSNode call, const char *place,
                          struct running running)
{
	int function = call_graph_at(actors->after->graph, call);
	long variable = only_pointer(place);
	for (size_t i = 0; i < actors->count && variable >= 0; i++) {
		const struct running *known = &actors->list[i];
		if (known->function != function || known->parameter != variable ||
		    !after_reaches(actors->after, function, (TSNode){0}, call, place))
			continue;
		running.since = known->since;
		running.thread = known->thread;
		return add_running(actors, running);
	}
	return false;
}

static void collect_sends(struct running_actors *actors)
{
	struct unit *unit = actors->after->unit;
	for (size_t i = 0; i < unit->send_count; i++) {
		const struct send *send = &unit->sends[i];
		if (send->state != SEND_ACTOR || !send->step_count) continue;
		TSNode node = send->steps[send->step_count - 1].node;
		*GROW(actors->sends, actors->send_count, actors->send_room) =
		        (struct sent){node, call_graph_at(actors->after->graph, node),
		                      place_of_operand(unit, send->actor)};
	}
}

void running_find(struct running_actors *actors, struct after *after, const struct given *given)
{
	*actors = (struct running_actors){.after = after, .given = given};
	collect_sends(actors);
	struct unit *unit = actors->after->unit;
	const struct call_graph *graph = actors->after->graph;
	for (size_t i = 0; i < unit->construct_count; i++) {
		if (unit->constructs[i].kind != NODE_spawn_expression) continue;
		TSNode call = node_field(unit->constructs[i].node, "call");
		int callee = call_graph_named(unit, graph, node_field(call, "function"));
		if (callee >= 0) each_actor(actors, call, callee, add_spawned);
	}
	for (size_t i = 0; i < graph->call_count; i++)
		each_actor(actors, graph->calls[i].node, graph->calls[i].callee, add_called);
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < graph->call_count; i++)
			more |= each_actor(actors, graph->calls[i].node, graph->calls[i].callee,
			                   add_passed_on);
	}
}

TSNode running_sent(struct running_actors *actors, int function, const char *place, TSNode at)
{
	return find_send(actors, function, place, at, was_sent);
}

const struct running *running_given(struct running_actors *actors, int function, const char *place,
                                    TSNode at)
{
	long pointer = only_pointer(place);
	for (size_t i = 0; i < actors->count && pointer >= 0; i++)
		if (actors->list[i].function == function && actors->list[i].parameter == pointer &&
		    after_reaches(actors->after, function, (TSNode){0}, at, place))
			return &actors->list[i];
	return NULL;
}

void running_free(struct running_actors *actors)
{
	for (size_t i = 0; i < actors->send_count; i++) free(actors->sends[i].place);
	free(actors->sends);
	free(actors->list);
}
