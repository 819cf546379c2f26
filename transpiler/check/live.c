/* SPDX-License-Identifier: MIT */
/* A start has ended behind the block of its object, behind the scope statement around it, and after
 * a join of the variable that holds it. A function that nobody can see into starts nothing. */
#include "live.h"
#include <stdio.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "place.h"
#include "types/operation.h"
#include "types/variable.h"

/* ---- Collecting ---- */

static long variable_of(struct unit *unit, TSNode path)
{
	TSNode name = path_root(path);
	if (node_takes_address(path)) name = path_root(node_field(path, "argument"));
	CXCursor variable = ts_node_is_null(name) ? unit->types->clang->getNullCursor()
	                                          : declaration_at(unit, name);
	return unit->types->clang->Cursor_isNull(variable) ? -1
	                                                   : (long)cursor_offset(unit, variable);
}

static TSNode block_of(TSNode node)
{
	while (!ts_node_is_null(node) && !node_is(node, NODE_compound_statement) &&
	       !node_is(node, NODE_for_statement) && !node_is_function(node))
		node = node_parent(node);
	return node;
}

/* Returns the innermost scope statement of the same function around a node, or the null node. */
static TSNode scope_around(const struct live *live, TSNode node)
{
	const struct unit *unit = live->unit;
	int function = call_graph_at(live->graph, node);
	TSNode found = {0};
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind == NODE_scope_statement &&
		    node_is_inside(node, unit->constructs[i].node))
			found = unit->constructs[i].node;
	return call_graph_at(live->graph, found) == function ? found : (TSNode){0};
}

static void add_start(struct live *live, struct start start)
{
	start.function = call_graph_at(live->graph, start.node);
	if (start.function >= 0) *GROW(live->starts, live->count, live->room) = start;
}

/* Fills in the variable that keeps the value of an expression, and the block where that ends. */
static void find_holder(struct unit *unit, struct start *start, unsigned ended)
{
	const struct clang *clang = unit->types->clang;
	TSNode at = start->node, parent = node_parent(at);
	while (node_type_is(parent, "cast_expression") ||
	       node_is(parent, NODE_parenthesized_expression) ||
	       node_is(parent, NODE_initializer_list)) {
		at = parent;
		parent = node_parent(at);
	}
	TSNode name = {0};
	if (node_is(parent, NODE_init_declarator))
		name = declarator_name(node_field(parent, "declarator"));
	else if (node_is(parent, NODE_assignment_expression))
		name = path_root(node_field(parent, "left"));
	if (ts_node_is_null(name)) return;
	CXCursor variable = node_is(parent, NODE_init_declarator) ? types_declaration(unit, name)
	                                                          : declaration_at(unit, name);
	if (clang->Cursor_isNull(variable)) return;
	start->holder = (long)cursor_offset(unit, variable);
	if (ts_node_is_null(start->within) && cursor_is_automatic(unit, variable) &&
	    type_holds(unit, clang->getCursorType(variable)) & ended)
		start->within = block_of(
		        unit_node_at(unit, (size_t)start->holder, (size_t)start->holder + 1));
}

/* thread and actor objects */
static void add_declared(struct live *live, TSNode declarator)
{
	struct unit *unit = live->unit;
	const struct clang *clang = unit->types->clang;
	CXCursor variable = types_declaration(unit, declarator_name(declarator));
	if (clang->Cursor_isNull(variable) || clang->getCursorKind(variable) != CXCursor_VarDecl)
		return;
	unsigned holds = type_holds(unit, clang->getCursorType(variable));
	if (!(holds & (HOLDS_THREAD | HOLDS_ACTOR))) return;
	TSNode node = node_is(declarator, NODE_init_declarator) ? declarator
	                                                        : declarator_name(declarator);
	struct start start = {.node = node,
	                      .holder = (long)cursor_offset(unit, variable),
	                      .actor = holds & HOLDS_ACTOR};
	if (cursor_is_automatic(unit, variable)) start.within = block_of(declarator);
	add_start(live, start);
}

static void look_for_start(TSNode node, void *data)
{
	struct live *live = data;
	struct unit *unit = live->unit;
	struct start start = {.node = node, .holder = -1};
	TSNode declarators[64], argument;
	switch (node_kind(node)) {
	case NODE_declaration:
		for (int i = 0, count = node_fields(node, "declarator", declarators, 64);
		     i < count && i < 64; i++)
			add_declared(live, declarators[i]);
		break;
	case NODE_wait_clause:
		*GROW(live->heads, live->head_count, live->head_room) =
		        node_field(node, "condition");
		/* fall through */
	case NODE_mutex_statement:
		*GROW(live->locking, live->locking_count, live->locking_room) = node;
		break;
	case NODE_spawn_expression:
		start.within = scope_around(live, node);
		find_holder(unit, &start, HOLDS_TASK);
		add_start(live, start);
		break;
	case NODE_new_expression: {
		CXType type = type_at(unit, node);
		const struct kind *kind =
		        type_is_pointer(type)
		                ? type_kind(unit, unit->types->clang->getPointeeType(type))
		                : NULL;
		if (!kind || (kind->word != KIND_THREAD && kind->word != KIND_ACTOR)) break;
		start.actor = kind->word == KIND_ACTOR;
		find_holder(unit, &start, 0); /* it ends when it is deleted */
		add_start(live, start);
		break;
	}
	case NODE_call_expression:
		if (call_is_listed(unit, node, "conc_actors_start"))
			*GROW(live->actors_starts, live->actors_start_count,
			      live->actors_start_room) = node;
		if (!call_is_listed(unit, node, "pthread_create thrd_create") ||
		    node_arguments(node, &argument, 1) < 1)
			break;
		start.holder = variable_of(unit, argument);
		add_start(live, start);
		break;
	default:
		break;
	}
}

/* Where control comes from a start, before something ends it. A loop that ends what an earlier loop
 * started may run no time, as far as the graph knows: behind the first such loop it has ended. */
struct followed {
	TSNode from;
	long holder;
	bool actor;
	bool *reached; /* by the number of the event */
	/* Events of a group that the start is in; behind is 0 if there is none. What is in no order
	 * with the start counts as not reached, also where the group's branches meet. */
	size_t around, behind;
	size_t end; /* where that loop ends */
};

void live_free(struct live *live)
{
	for (size_t i = 0; i < live->graph->function_count; i++) flow_free(&live->flows[i]);
	free(live->flows);
	free(live->starts);
	free(live->locking);
	free(live->passed);
	free(live->halves);
	free(live->makes);
	free(live->heads);
	free(live->actors_starts);
	for (size_t i = 0; i < live->followed_count; i++) free(live->followed[i].reached);
	free(live->followed);
}

/* ---- Asking ---- */

static bool is_event(void *data, TSNode node)
{
	(void)data;
	switch (node_kind(node)) {
	case NODE_call_expression:
	case NODE_spawn_expression:
	case NODE_new_expression:
	case NODE_delete_statement:
	case NODE_init_declarator:
	case NODE_binary_expression:
	case NODE_assignment_expression:
	case NODE_identifier:
	case NODE_mutex_statement:
	case NODE_scope_statement:
	case NODE_separate_statement:
	case NODE_waituntil_statement:
	case NODE_gnu_asm_expression:
		return true;
	default:
		return node_type_is(node, "field_expression");
	}
}

static struct flow *flow_of(struct live *live, int function)
{
	struct flow *flow = &live->flows[function];
	const struct flow_client client = {.text = live->unit->syntax.text, .event = is_event};
	if (!flow->block_count) flow_build(flow, &client, live->graph->functions[function].node);
	return flow;
}

void live_ask(struct live *live, int function, struct flow_question *question, TSNode at)
{
	question->flow = flow_of(live, function);
	flow_ask(question, at);
}

static bool in_clause_head(const struct live *live, TSNode node)
{
	for (size_t i = 0; i < live->head_count; i++)
		if (node_is_inside(node, live->heads[i])) return true;
	return false;
}

/* A start, and what may end it. */
struct path {
	const struct live *live;
	const struct start *start; /* or null */
	TSNode from, between;
};

static bool ends(const struct path *path, TSNode event)
{
	struct unit *unit = path->live->unit;
	const struct start *start = path->start;
	TSNode operand = {0};
	if (!start) return false;
	if (node_is(event, NODE_call_expression)) {
		if (start->actor &&
		    call_is_listed(unit, event, "conc_actors_stop conc_actors_wait"))
			return true;
		if (!call_is_listed(unit, event, "join pthread_join thrd_join delete") ||
		    node_arguments(event, &operand, 1) < 1)
			return false;
	} else if (node_is(event, NODE_delete_statement)) {
		operand = node_field(event, "operand");
	} else if (node_is(event, NODE_binary_expression)) {
		const struct operation *operation = operation_at(unit, event);
		if (!operation || operation->kind != OPERATION_JOIN) return false;
		operand = operation_resource(operation);
	} else if (node_is(event, NODE_identifier) && in_clause_head(path->live, event)) {
		operand = event; /* waituntil (task) … */
	} else return false;
	return start->holder < 0 || variable_of(unit, operand) == start->holder;
}

static enum flow_effect effect(void *data, TSNode event)
{
	const struct path *path = data;
	if (ts_node_eq(event, path->from)) return FLOW_CLEARS;
	if (!ts_node_is_null(path->between) && ts_node_eq(event, path->between)) return FLOW_SETS;
	return ends(path, event) ? FLOW_SETS : FLOW_KEEPS;
}

static bool reaches(struct live *live, int function, struct path *path, TSNode to)
{
	struct flow_question question = {.effect = effect, .data = path};
	live_ask(live, function, &question, to);
	return !ts_node_is_null(question.cleared);
}

bool live_reaches(struct live *live, int function, TSNode from, TSNode to, TSNode between)
{
	struct path path = {.live = live, .from = from, .between = between};
	return reaches(live, function, &path, to);
}

struct first_end {
	struct path path;
	bool any; /* something may end it */
	size_t end;
};

static void look_for_first_end(TSNode node, void *data)
{
	struct first_end *first = data;
	if (!ends(&first->path, node)) return;
	first->any = true;
	TSNode loop = node;
	while (!node_is_loop(loop) && !node_is_function(loop)) loop = node_parent(loop);
	if (node_is_loop(loop) && node_end(first->path.from) <= node_start(loop) &&
	    node_end(loop) < first->end)
		first->end = node_end(loop);
}

static enum flow_effect no_effect(void *data, TSNode event)
{
	(void)data;
	(void)event;
	return FLOW_KEEPS;
}

/* Follows a start once, however often it is asked about. */
static const struct followed *follow(struct live *live, const struct start *start)
{
	for (size_t i = live->followed_count; i-- > 0;) {
		const struct followed *known = &live->followed[i];
		if (ts_node_eq(known->from, start->node) && known->holder == start->holder &&
		    known->actor == start->actor)
			return known;
	}
	const struct flow *flow = flow_of(live, start->function);
	struct first_end first = {.path = {.live = live, .start = start, .from = start->node},
	                          .end = (size_t)-1};
	node_each(live->graph->functions[start->function].node, look_for_first_end, &first);
	struct flow_question question = {
	        .flow = flow, .effect = first.any ? effect : no_effect, .data = &first.path};
	struct followed *new = GROW(live->followed, live->followed_count, live->followed_room);
	*new = (struct followed){.from = start->node,
	                         .holder = start->holder,
	                         .actor = start->actor,
	                         .reached = memory_new(flow_events(flow) + 1, sizeof(bool)),
	                         .end = first.end};
	size_t from = flow_number(flow, start->node);
	if (from == (size_t)-1) return new;
	flow_follow(&question, from, new->reached);
	flow_around(flow, from, &new->around, &new->behind);
	return new;
}

/* Is control back at a node before the start, or at the start, without leaving the block at whose
 * end the start ends? Only by a loop in that block, or a goto. */
static bool comes_back(const struct live *live, const struct start *start, TSNode at)
{
	TSNode loop = start->node;
	if (live->flows[start->function].has_labels) return true;
	while (!ts_node_is_null(loop) && !ts_node_eq(loop, start->within)) {
		loop = node_parent(loop);
		if (node_is_loop(loop) && !ts_node_eq(loop, start->within) &&
		    node_is_inside(loop, start->within) && node_is_inside(at, loop))
			return true;
	}
	return false;
}

/* Before the function's first conc_actors_start, if it has one, no behaviour runs. */
static bool actors_wait(struct live *live, int function, TSNode at)
{
	for (size_t i = 0; i < live->actors_start_count; i++)
		if (call_graph_at(live->graph, live->actors_starts[i]) == function)
			return !live_reaches(live, function, live->actors_starts[i], at,
			                     (TSNode){0});
	return false;
}

bool start_is_live(struct live *live, const struct start *start, TSNode at)
{
	if (!ts_node_is_null(start->within) &&
	    (!node_is_inside(at, start->within) ||
	     (node_start(at) <= node_start(start->node) && !comes_back(live, start, at))))
		return false;
	const struct followed *followed = follow(live, start);
	if (followed->end <= node_start(at)) return false;
	size_t number = flow_number(flow_of(live, start->function), at);
	if (number == (size_t)-1) return false;
	bool around = followed->around <= number && number < followed->behind;
	if (around || (followed->behind && !followed->reached[number])) {
		struct path path = {.live = live, .start = start, .from = start->node};
		if (!reaches(live, start->function, &path, at)) return false;
	} else if (!followed->reached[number]) return false;
	return !start->actor || !actors_wait(live, start->function, at);
}

bool start_is_kept(TSNode made)
{
	TSNode parent = node_outside(made);
	while (node_type_is(parent, "cast_expression")) parent = node_outside(parent);
	return node_is(parent, NODE_init_declarator) ||
	       (node_is(parent, NODE_assignment_expression) &&
	        node_is(node_bare(node_field(parent, "left")), NODE_identifier));
}

/* ---- Of many nodes at once ---- */

void live_locate(struct live *live, int function, struct live_nodes *nodes)
{
	const struct flow *flow = flow_of(live, function);
	nodes->numbers = memory_new(nodes->count + 1, sizeof *nodes->numbers);
	for (size_t i = 0; i < nodes->count; i++)
		nodes->numbers[i] = flow_number(flow, nodes->list[i]);
}

char *live_follow(struct live *live, const struct start *start, const struct live_nodes *nodes)
{
	const struct followed *followed = follow(live, start);
	char *digits = memory_new(nodes->count + 1, 1);
	bool block = !ts_node_is_null(start->within);
	for (size_t i = 0; i < nodes->count; i++) {
		TSNode at = nodes->list[i];
		bool live_there = nodes->numbers[i] != (size_t)-1 &&
		                  followed->reached[nodes->numbers[i]] &&
		                  node_start(at) < followed->end;
		if (block && live_there)
			live_there = node_is_inside(at, start->within) &&
			             (node_start(at) > node_start(start->node) ||
			              comes_back(live, start, at));
		digits[i] = live_there ? '1' : '0';
	}
	return digits;
}

const struct start *live_at(struct live *live, int function, TSNode at)
{
	for (size_t i = 0; i < live->count; i++)
		if (live->starts[i].function == function &&
		    start_is_live(live, &live->starts[i], at))
			return &live->starts[i];
	return NULL;
}

const struct start *start_around(const struct live *live, TSNode node)
{
	const struct start *found = NULL;
	for (size_t i = 0; i < live->count; i++)
		if (node_is_inside(node, live->starts[i].node) &&
		    (!found || node_is_inside(live->starts[i].node, found->node)))
			found = &live->starts[i];
	return found;
}

/* ---- What a function leaves running ---- */

struct leaving {
	struct path path;
	bool ended, returned;
};

static void look_at_end(TSNode node, void *data)
{
	struct leaving *leaving = data;
	if (node_is(node, NODE_return_statement)) {
		const struct start *start = leaving->path.start;
		TSNode value = place_value(node_named_child(node, 0));
		leaving->returned |=
		        ts_node_eq(value, start->node) ||
		        (start->holder >= 0 && node_is(value, NODE_identifier) &&
		         variable_of(leaving->path.live->unit, value) == start->holder);
	} else leaving->ended |= ends(&leaving->path, node);
}

/* What is joined on some path is taken for joined on all of them; so is what has no variable, if
 * the function joins anything. */
bool start_is_left(const struct live *live, const struct start *start)
{
	struct leaving leaving = {.path = {.live = live, .start = start}};
	node_each(live->graph->functions[start->function].node, look_at_end, &leaving);
	return leaving.returned || (ts_node_is_null(start->within) && !leaving.ended);
}

static bool leaves_some(const struct live *live, int function)
{
	for (size_t i = 0; i < live->count; i++)
		if (live->starts[i].function == function && start_is_left(live, &live->starts[i]))
			return true;
	return false;
}

struct start live_call(const struct live *live, TSNode call)
{
	struct start start = {.node = call,
	                      .function = call_graph_at(live->graph, call),
	                      .holder = -1,
	                      .within = scope_around(live, call)};
	find_holder(live->unit, &start, HOLDS_TASK);
	return start;
}

/* Its calls are starts, too. */
static void add_calls(struct live *live)
{
	const struct call_graph *graph = live->graph;
	bool *done = memory_new(graph->function_count + 1, sizeof *done), more = true;
	while (more) {
		more = false;
		for (size_t f = 0; f < graph->function_count; f++) {
			if (done[f] || !leaves_some(live, (int)f)) continue;
			done[f] = more = true;
			for (size_t i = 0; i < graph->call_count; i++)
				if (graph->calls[i].callee == (int)f)
					add_start(live, live_call(live, graph->calls[i].node));
		}
	}
	free(done);
}

void live_build(struct unit *unit, const struct call_graph *graph, struct live *live)
{
	*live = (struct live){.unit = unit, .graph = graph};
	live->flows = memory_new(graph->function_count + 1, sizeof *live->flows);
	call_graph_each(graph, look_for_start, live);
	add_calls(live);
}
