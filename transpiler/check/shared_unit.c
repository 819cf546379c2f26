/* SPDX-License-Identifier: MIT */
/* Reads what a unit's functions do: their own uses, calls and starts. Only those functions are
 * walked through that a start leads to; for other units, all. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "shared.h"
#include "types/variable.h"

static void need(struct shared *shared, int index)
{
	if (shared->functions[index].needed) return;
	shared->functions[index].needed = true;
	const struct shared_function *function = &shared->functions[index];
	for (size_t i = 0; i < function->calls; i++)
		need(shared, shared->calls[function->first_call + i].callee);
}

struct binding shared_bind_call(struct shared *shared, TSNode call, int callee)
{
	TSNode arguments[PARAMETERS];
	int count = node_arguments(call, arguments, PARAMETERS);
	return shared_bind(shared, callee, arguments, count < PARAMETERS ? count : PARAMETERS);
}

static void add_calls(struct shared *shared)
{
	const struct call_graph *graph = &shared->graph;
	shared->call_count = shared->call_room = graph->call_count;
	shared->calls = memory_new(graph->call_count + 1, sizeof *shared->calls);
	for (size_t i = 0; i < graph->call_count; i++) {
		const struct call *call = &graph->calls[i];
		shared->calls[i] =
		        (struct shared_call){.node = {node_start(call->node), node_end(call->node)},
		                             .tree = call->node,
		                             .caller = call->caller,
		                             .callee = call->callee,
		                             .separate = call->separate,
		                             .binding = shared_bind(shared, call->callee, NULL, 0)};
	}
}

static void add_functions(struct shared *shared)
{
	const struct call_graph *graph = &shared->graph;
	shared->function_count = graph->function_count;
	shared->functions = memory_new(graph->function_count + 1, sizeof *shared->functions);
	for (size_t i = 0; i < graph->function_count; i++) {
		const struct function *from = &graph->functions[i];
		struct shared_function *function = &shared->functions[i];
		function->whole = (struct range){from->start, from->end};
		function->first_call = from->first_call;
		function->calls = from->calls;
		function->is_behaviour = node_is_behaviour(from->node);
	}
}

/* Does the function hold a lock while it waits for the start, perhaps? */
static bool is_under_lock(const struct shared *shared, int index, TSNode start)
{
	const struct shared_function *function = &shared->functions[index];
	for (size_t i = 0; i < shared->live.locking_count; i++)
		if (node_is_inside(start, shared->live.locking[i])) return true;
	for (int i = 0; i < PARAMETERS; i++)
		if (!ts_node_is_null(
		            lock_qualifier(function_parameter(&shared->graph.functions[index], i))))
			return true;
	return function->calls_locks;
}

char *shared_outside(struct shared *shared, TSNode name)
{
	struct unit *unit = shared->unit;
	const struct clang *clang = unit->types->clang;
	if (!shared->whole || !node_is(name, NODE_identifier)) return NULL;
	CXCursor declared = declaration_at(unit, name);
	if (clang->Cursor_isNull(declared) ||
	    clang->getCursorKind(declared) != CXCursor_FunctionDecl ||
	    clang->getCursorLinkage(declared) != CXLinkage_External)
		return NULL;
	return cursor_spelling(unit, declared);
}

/* ---- Calls that may leave running what another unit starts ---- */

static bool has_start_at(const struct shared *shared, TSNode node)
{
	for (size_t i = 0; i < shared->start_count; i++)
		if (ts_node_eq(shared->starts[i].start.node, node)) return true;
	return false;
}

static void add_perhaps(struct shared *shared, TSNode call, int callee, const char *outside)
{
	struct start live = live_call(&shared->live, call);
	if (live.function < 0 || has_start_at(shared, call)) return;
	*GROW(shared->outer, shared->outer_count, shared->outer_room) = (struct shared_start){
	        .start = live,
	        .function = live.function,
	        .node = {node_start(call), node_end(call)},
	        .binding = shared_bind_call(shared, call, callee),
	        .outside = outside ? text_copy(outside, strlen(outside)) : NULL,
	        .call = true,
	        .actor = NO_PLACE};
}

/* Calls of other units' functions, and of functions that make such calls. Each costs a walk through
 * its function: one with many has none. */
static void add_calls_perhaps(struct shared *shared)
{
	enum { MOST = 64 };
	size_t count = shared->function_count + 1, *calls = memory_new(count, sizeof *calls);
	bool *reaches = memory_new(count, sizeof *reaches), more = true;
	for (size_t f = 0; f < shared->function_count; f++)
		for (size_t i = 0; i < shared->functions[f].sync_count; i++)
			calls[f] += shared->functions[f].syncs[i].outside != NULL;
	for (size_t f = 0; f < shared->function_count; f++) reaches[f] = calls[f] > 0;
	while (more) {
		more = false;
		for (size_t i = 0; i < shared->call_count; i++) {
			const struct shared_call *call = &shared->calls[i];
			bool *caller = &reaches[call->caller];
			if (call->separate || *caller || !reaches[call->callee]) continue;
			*caller = more = true;
		}
	}
	for (size_t i = 0; i < shared->call_count; i++) {
		struct shared_call *call = &shared->calls[i];
		calls[call->caller] += !call->separate && reaches[call->callee];
	}
	for (size_t f = 0; f < shared->function_count; f++) {
		const struct shared_function *function = &shared->functions[f];
		for (size_t i = 0; i < function->sync_count && calls[f] <= MOST; i++)
			if (function->syncs[i].outside)
				add_perhaps(shared, function->syncs[i].node, -1,
				            function->syncs[i].outside);
	}
	for (size_t i = 0; i < shared->call_count; i++) {
		const struct shared_call *call = &shared->calls[i];
		if (!call->separate && reaches[call->callee] && calls[call->caller] <= MOST)
			add_perhaps(shared, call->tree, call->callee, NULL);
	}
	free(calls);
	free(reaches);
}

static void settle_start(struct shared *shared, struct shared_start *start)
{
	start->left = start_is_left(&shared->live, &start->start);
	start->locked = is_under_lock(shared, start->function, start->start.node);
}

void shared_read_unit(struct shared *shared)
{
	*GROW(shared->places, shared->place_count, shared->place_room) =
	        (struct shared_place){text_copy("?", 1), -1, false, 0, 0};
	add_functions(shared);
	add_calls(shared);
	shared_find_starts(shared);
	for (size_t i = 0; i < shared->start_count; i++) {
		need(shared, shared->starts[i].function);
		need(shared, shared->starts[i].binding.callee);
	}
	for (size_t i = 0; i < shared->function_count; i++) {
		shared->functions[i].needed |= shared->whole;
		if (!shared->functions[i].needed) continue;
		shared_walk(shared, (int)i);
		shared_judge(shared, (int)i);
	}
	for (size_t i = 0; i < shared->call_count; i++) {
		struct shared_call *call = &shared->calls[i];
		if (shared->functions[call->caller].needed && !call->separate)
			call->binding = shared_bind_call(shared, call->tree, call->callee);
	}
	if (shared->whole) add_calls_perhaps(shared);
	for (size_t i = 0; i < shared->start_count; i++) settle_start(shared, &shared->starts[i]);
	for (size_t i = 0; i < shared->outer_count; i++) settle_start(shared, &shared->outer[i]);
}
