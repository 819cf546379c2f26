/* SPDX-License-Identifier: MIT */
/* What runs beside the function that started it: threads and tasks (live.h), calls that leave some
 * running, and behaviours, from the send on whose message they handle.
 *
 * Rejected: an actor's declaration as the start. What comes before the first send is in order. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "shared.h"
#include "types/send.h"
#include "types/separate.h"
#include "types/variable.h"

/* Returns the thread type whose main runs an object of this type, or null. As in lower/thread.c, a
 * main that is not declared is in another unit. */
static const struct kind *kind_with_main(struct unit *unit, CXType type)
{
	const struct kind *kind = type_kind(unit, type_element(unit, type)), *owner = kind;
	if (!kind || kind->word != KIND_THREAD) return NULL;
	while (owner->base && ts_node_is_null(owner->main)) owner = owner->base;
	return ts_node_is_null(owner->main) && owner->in_main_file ? kind : owner;
}

static void bind_main(struct shared *shared, struct shared_start *start, CXType type)
{
	const struct kind *kind = kind_with_main(shared->unit, type);
	bool here = kind && !ts_node_is_null(kind->main_definition);
	start->binding = shared_bind(
	        shared, here ? call_graph_at(&shared->graph, kind->main_definition) : -1, NULL, 0);
	if (kind && !here && !kind->main_is_static && shared->whole)
		start->outside = text_format("conc_main_%s", kind->name);
}

/* The function that a start names, here or in another unit. */
static void bind_named(struct shared *shared, struct shared_start *start, TSNode name)
{
	start->binding.callee = call_graph_named(shared->unit, &shared->graph, name);
	if (start->binding.callee < 0) start->outside = shared_outside(shared, name);
}

/* thread objects: declared, or made by new */
static void bind_object(struct shared *shared, struct shared_start *start)
{
	struct unit *unit = shared->unit;
	TSNode node = start->start.node;
	CXType type;
	if (node_is(node, NODE_new_expression)) {
		type = type_at(unit, node);
		if (!type_is_pointer(type)) return;
		type = unit->types->clang->getPointeeType(type);
	} else {
		TSNode name = node_is(node, NODE_identifier)
		                      ? node
		                      : declarator_name(node_field(node, "declarator"));
		type = type_canonical(
		        unit, unit->types->clang->getCursorType(types_declaration(unit, name)));
	}
	bind_main(shared, start, type);
	start->several = type_is_array(type) || !ts_node_is_null(node_field(node, "count"));
	if (start->start.holder < 0 || (node_is(node, NODE_new_expression) && !start_is_kept(node)))
		return;
	bool in_array = start->several;
	start->binding.pointed[0] =
	        shared_place(shared,
	                     text_format("@%ld%s", start->start.holder,
	                                 node_is(node, NODE_new_expression) ? "*" : ""),
	                     &in_array);
	start->binding.in_array[0] = in_array;
}

/* pthread_create(&t, attributes, f, argument), thrd_create(&t, f, argument) */
static void bind_foreign(struct shared *shared, struct shared_start *start, TSNode call,
                         const char *name)
{
	enum { MOST = 4 };
	TSNode arguments[MOST];
	int count = node_arguments(call, arguments, MOST),
	    at = strcmp(name, "pthread_create") ? 1 : 2;
	if (count < at + 2) return;
	TSNode function = node_inner(arguments[at]);
	if (node_takes_address(function)) function = node_inner(node_field(function, "argument"));
	start->binding = shared_bind(shared, -1, &arguments[at + 1], 1);
	bind_named(shared, start, function);
}

static void bind_call(struct shared *shared, struct shared_start *start, TSNode call)
{
	start->binding = shared_bind_call(shared, call, -1);
	bind_named(shared, start, node_field(call, "function"));
}

static void add_start(struct shared *shared, struct shared_start start)
{
	start.function = start.start.function;
	start.node = (struct range){node_start(start.start.node), node_end(start.start.node)};
	if (start.binding.callee < 0 && !start.outside) return;
	shared->functions[start.function].has_starts = true;
	if (start.outside) *GROW(shared->outer, shared->outer_count, shared->outer_room) = start;
	else *GROW(shared->starts, shared->start_count, shared->start_room) = start;
}

static void add_live(struct shared *shared, const struct start *live)
{
	struct shared_start start = {.start = *live, .actor = NO_PLACE};
	start.binding.callee = -1;
	if (live->actor) return;
	if (node_is(live->node, NODE_spawn_expression)) {
		bind_call(shared, &start, node_field(live->node, "call"));
	} else if (node_is(live->node, NODE_call_expression)) {
		char *name = node_text(shared->unit, node_field(live->node, "function"));
		if (text_listed(name, "pthread_create thrd_create", true)) {
			bind_foreign(shared, &start, live->node, name);
		} else {
			bind_call(shared, &start, live->node);
			start.call = true;
		}
		free(name);
	} else {
		bind_object(shared, &start);
	}
	add_start(shared, start);
}

/* ---- Sends ---- */

static TSNode block_of(TSNode node)
{
	while (!ts_node_is_null(node) && !node_is(node, NODE_compound_statement))
		node = node_parent(node);
	return node;
}

static void add_step(struct shared *shared, const struct send *send, const struct send_step *step)
{
	struct unit *unit = shared->unit;
	struct send_operand actor;
	struct delivery delivery;
	if (!send_operand(unit, send->actor, &actor) || !actor.kind ||
	    !send_delivery(unit, actor.kind, step, &delivery) || !delivery.receive ||
	    ts_node_is_null(delivery.receive->body) || !ts_node_is_null(delivery.receive->scalable))
		return;
	struct shared_start start = {.send = true};
	bool in_array = false;
	start.start = (struct start){.node = step->node,
	                             .function = call_graph_at(&shared->graph, step->node),
	                             .holder = -1,
	                             .actor = true};
	if (start.start.function < 0) return;
	start.binding = shared_bind(shared, call_graph_at(&shared->graph, delivery.receive->body),
	                            &step->message, 0);
	start.actor = actor.form == OPERAND_POINTER
	                      ? shared_place_pointed(shared, send->actor, &in_array)
	                      : shared_place_of(shared, send->actor, &in_array);
	if (start.actor != NO_PLACE) {
		const struct shared_place *place = &shared->places[start.actor];
		start.binding.pointed[0] = start.actor;
		start.binding.in_array[0] = start.several = in_array;
		start.start.holder = place->root;
		if (place->automatic && !strchr(place->text, '*'))
			start.start.within = block_of(
			        unit_node_at(unit, (size_t)place->root, (size_t)place->root + 1));
	}
	if (delivery.form == SEND_REFERENCE)
		start.binding.pointed[1] =
		        shared_place_pointed(shared, step->message, &start.binding.in_array[1]);
	add_start(shared, start);
}

/* ---- Calls that handlers run ---- */

/* The clients of a passive object run its calls themselves. */
struct passive {
	const struct unit *unit;
	bool found;
};

static void look_for_passive(TSNode node, void *data)
{
	struct passive *passive = data;
	passive->found |= node_is(node, NODE_call_expression) &&
	                  node_text_is(&passive->unit->syntax, node_field(node, "function"),
	                               "conc_set_passive");
}

static void add_handler(struct shared *shared, const struct separate_use *use)
{
	struct unit *unit = shared->unit;
	TSNode base = use->operand->base, call = use->expression;
	if (use->form != SEPARATE_CALL || use->derived || use->operand->bound ||
	    ts_node_is_null(base) || !ts_node_eq(node_bare(use->operand->node), base))
		return;
	CXCursor variable = declaration_at(unit, base);
	struct shared_start start = {.handler = true};
	start.start = (struct start){.node = call, .function = call_graph_at(&shared->graph, call)};
	if (start.start.function < 0 || unit->types->clang->Cursor_isNull(variable)) return;
	start.start.holder = (long)cursor_offset(unit, variable);
	start.binding = shared_bind_call(
	        shared, call, call_graph_named(unit, &shared->graph, node_field(call, "function")));
	bool in_array = false;
	start.actor = shared_place(shared, text_format("@%ld*", start.start.holder), &in_array);
	start.binding.pointed[0] = start.actor;
	add_start(shared, start);
}

/* Has the variable certainly an object with another handler? */
static bool is_other_handler(struct shared *shared, const struct shared_start *start,
                             CXCursor variable)
{
	struct unit *unit = shared->unit;
	bool in_array = false;
	if (unit->types->clang->Cursor_isNull(variable)) return false;
	size_t at = cursor_offset(unit, variable);
	return (long)at != start->start.holder && shared_is_own(shared, start->actor) &&
	       shared_is_own(shared, shared_place(shared, text_format("@%zu*", at), &in_array));
}

/* Does the client wait for this handler between a call and a node, perhaps? */
static bool is_synchronised(struct shared *shared, const struct shared_start *start, TSNode at)
{
	struct unit *unit = shared->unit;
	bool back = node_start(at) <= node_start(start->start.node);
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		const struct separate_use *use = &unit->separate_uses[i];
		if (use->form == SEPARATE_CALL || use->form == SEPARATE_VALUE || use->unevaluated ||
		    call_graph_at(&shared->graph, use->node) != start->start.function)
			continue;
		CXCursor variable = declaration_at(unit, use->operand->base);
		if (is_other_handler(shared, start, variable)) continue;
		if (back || (node_start(use->node) >= node_end(start->start.node) &&
		             node_start(use->node) <= node_end(at)))
			return true;
	}
	return false;
}

void shared_find_starts(struct shared *shared)
{
	struct unit *unit = shared->unit;
	for (size_t i = 0; i < shared->live.count; i++) add_live(shared, &shared->live.starts[i]);
	for (size_t i = 0; i < unit->send_count; i++) {
		const struct send *send = &unit->sends[i];
		for (size_t s = 0; send->state == SEND_ACTOR && s < send->step_count; s++)
			add_step(shared, send, &send->steps[s]);
	}
	struct passive passive = {unit, false};
	if (unit->separate_use_count) unit_each_own(unit, look_for_passive, &passive);
	for (size_t i = 0; i < unit->separate_use_count && !passive.found; i++)
		add_handler(shared, &unit->separate_uses[i]);
}

bool shared_is_beside(struct shared *shared, const struct shared_start *start, size_t number,
                      TSNode at)
{
	return start->beside ? start->beside[number] == '1' : shared_is_live(shared, start, at);
}

bool shared_is_live(struct shared *shared, const struct shared_start *start, TSNode at)
{
	return start_is_live(&shared->live, &start->start, at) &&
	       !(start->handler && is_synchronised(shared, start, at));
}
