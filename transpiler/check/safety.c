/* SPDX-License-Identifier: MIT */
/* -fconc-safe: what is not known to be right is refused. The warnings about data are errors
 * (diagnostic.c), a lock that may be held is none (guarded.c), and
 *   - static data without protection changes only while nothing else runs: in main, before the
 *     first start or behind the last end, and in functions that are called only there;
 *   - an object that another thread has got (crossing.h) is not used before that thread has ended,
 *     or at all if it was handed on for good. Two may read.
 *
 * Of a function in another unit it is taken for granted that it starts nothing and keeps nothing of
 * what it gets, since that unit is looked at as this one is.
 *
 * Rejected: to ask for reads of static data, too. If it never changes while threads run, any of
 * them may read it. */
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "base/text.h"
#include "check.h"
#include "crossing.h"
#include "owned.h"
#include "place.h"
#include "types/operation.h"
#include "types/send.h"
#include "types/separate.h"
#include "types/variable.h"

struct safety {
	struct unit *unit;
	struct call_graph graph;
	struct after after;
	struct guards guards;
	struct crossings crossings;
	struct company {
		TSNode node; /* the null node: nothing */
		const char *why;
	} * company;   /* of each function: why something else may run when it begins */
	bool *logging; /* of each function: does it, or one that it calls, log calls of handlers? */
	long *said;    /* static variables of which there was an error */
	size_t said_count, said_room;
	size_t unevaluated; /* the end of the last sizeof and the like */
};

/* ---- Handlers ---- */

static bool is_logged(const struct separate_use *use)
{
	return use->form == SEPARATE_CALL && !use->unevaluated;
}

static void find_logging(struct safety *safety)
{
	const struct unit *unit = safety->unit;
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		int function = call_graph_at(&safety->graph, unit->separate_uses[i].node);
		if (function >= 0 && is_logged(&unit->separate_uses[i]))
			safety->logging[function] = true;
	}
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < safety->graph.call_count; i++) {
			const struct call *call = &safety->graph.calls[i];
			if (!safety->logging[call->callee] || safety->logging[call->caller])
				continue;
			safety->logging[call->caller] = more = true;
		}
	}
}

/* Returns a logged call that a handler may run now; or the null node. */
static TSNode logged_before(struct safety *safety, int function, TSNode at)
{
	const struct unit *unit = safety->unit;
	if (!safety->logging[function]) return (TSNode){0};
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		const struct separate_use *use = &unit->separate_uses[i];
		if (is_logged(use) && call_graph_at(&safety->graph, use->node) == function &&
		    live_reaches(&safety->after.live, function, use->expression, at, (TSNode){0}))
			return use->expression;
	}
	for (size_t i = 0; i < safety->graph.call_count; i++) {
		const struct call *call = &safety->graph.calls[i];
		if (call->caller == function && safety->logging[call->callee] &&
		    live_reaches(&safety->after.live, function, call->node, at, (TSNode){0}))
			return call->node;
	}
	return (TSNode){0};
}

/* A function that keeps the address of a separate object whose handler calls it. */
static void refuse_kept(struct safety *safety)
{
	for (size_t i = 0; i < safety->graph.call_count; i++) {
		const struct call *call = &safety->graph.calls[i];
		if (call->separate && argument_is_kept(&safety->after.live, call->node, 0))
			WARNING_AT(safety->unit, "conc-safe", call->node,
			           "'%.*s' keeps the address of a separate object",
			           NODE_ARG(safety->unit, node_field(call->node, "function")));
	}
}

/* ---- Does anything else run? ---- */

static bool is_known(const struct company *company)
{
	return !ts_node_is_null(company->node);
}

/* What the function itself has started before this node. */
static struct company company_at(struct safety *safety, int function, TSNode at)
{
	TSNode logged = logged_before(safety, function, at);
	const struct start *start = live_at(&safety->after.live, function, at);
	if (!ts_node_is_null(logged))
		return (struct company){logged, "a handler may run this call meanwhile"};
	return start ? (struct company){start->node, "this may run meanwhile"}
	             : (struct company){0};
}

static struct company company_of(const struct function *function, bool called)
{
	const char *why = function->entered      ? "a thread runs this function"
	                  : function->by_pointer ? "the address of this function is taken"
	                  : function->is_program || function->is_invariant || called
	                          ? NULL
	                          : "nobody in this unit calls this function: any thread may";
	return why ? (struct company){function->name, why} : (struct company){0};
}

/* Finds the functions that may begin while something else runs: what is true of a caller, or of a
 * call, is true of the called function. */
static void find_company(struct safety *safety)
{
	const struct call_graph *graph = &safety->graph;
	bool *called = memory_new(graph->function_count + 1, sizeof *called), more = true;
	struct company *at = memory_new(graph->call_count + 1, sizeof *at);
	for (size_t i = 0; i < graph->call_count; i++) {
		called[graph->calls[i].callee] = true;
		at[i] = company_at(safety, graph->calls[i].caller, graph->calls[i].node);
	}
	for (size_t f = 0; f < graph->function_count; f++)
		safety->company[f] = company_of(&graph->functions[f], called[f]);
	while (more) {
		more = false;
		for (size_t i = 0; i < graph->call_count; i++) {
			struct company *callee = &safety->company[graph->calls[i].callee],
			               *caller = &safety->company[graph->calls[i].caller];
			if (is_known(callee) ||
			    graph->functions[graph->calls[i].callee].is_invariant)
				continue;
			*callee = is_known(caller) ? *caller : at[i];
			more |= is_known(callee);
		}
	}
	free(called);
	free(at);
}

/* ---- Static data ---- */

static void report_static(struct safety *safety, TSNode path, bool written,
                          const struct company *company)
{
	struct unit *unit = safety->unit;
	if (written)
		WARNING_AT(unit, "conc-safe", path,
		           "'%.*s' is changed without protection while threads may run",
		           NODE_ARG(unit, path));
	else
		WARNING_AT(unit, "conc-safe", path,
		           "'%.*s' may be changed through this address while threads run",
		           NODE_ARG(unit, path));
	NOTE_AT(unit, company->node, "%s", company->why);
	NOTE_AT(unit, path,
	        "make it '_Atomic', '_Thread_local' or 'guarded (lock)', or change it in 'main' "
	        "before anything is started");
}

static bool is_said(struct safety *safety, long variable)
{
	for (size_t i = 0; i < safety->said_count; i++)
		if (safety->said[i] == variable) return true;
	*GROW(safety->said, safety->said_count, safety->said_room) = variable;
	return false;
}

static bool is_plain_static(struct unit *unit, CXCursor variable)
{
	const struct clang *clang = unit->types->clang;
	return !clang->Cursor_isNull(variable) &&
	       clang->getCursorKind(variable) == CXCursor_VarDecl &&
	       !cursor_is_automatic(unit, variable) &&
	       clang->getCursorTLSKind(variable) == CXTLS_None;
}

static bool is_constant(struct unit *unit, TSNode path)
{
	const struct clang *clang = unit->types->clang;
	CXType type = type_at(unit, path);
	return clang->isConstQualifiedType(type) ||
	       clang->isConstQualifiedType(type_element(unit, type));
}

/* Returns the type of the object, of an array that of its elements, with the names of the source.
 */
static CXType element_written(struct unit *unit, TSNode path)
{
	CXType type;
	return type_of(unit, path, &type) ? type_element(unit, type) : type_at(unit, path);
}

static void look_at_static(TSNode node, void *data)
{
	struct safety *safety = data;
	struct unit *unit = safety->unit;
	if (is_unevaluated(node) && node_end(node) > safety->unevaluated)
		safety->unevaluated = node_end(node);
	if (!node_is(node, NODE_identifier) || node_start(node) < safety->unevaluated) return;
	CXCursor variable = declaration_at(unit, node);
	int function = call_graph_at(&safety->graph, node);
	if (function < 0 || !is_plain_static(unit, variable) ||
	    cursor_offset(unit, variable) == node_start(node))
		return;
	TSNode path = whole_path(unit, node), parent = node_outside(path);
	bool written = is_written(unit, path, parent);
	TSNode address = address_of_path(unit, path);
	if (!written && (ts_node_is_null(address) || !address_writes(unit, address))) return;
	if (path_is_protected(unit, &safety->guards, path) ||
	    (ts_node_is_null(address)
	             ? path_is_free(unit, path)
	             : is_constant(unit, path) ||
	                       type_is_shareable(unit, &safety->guards, element_written(unit, path),
	                                         NULL)))
		return;
	struct company company = safety->company[function];
	if (!is_known(&company)) company = company_at(safety, function, node);
	if (!is_known(&company) || unit_is_unchecked(unit, node) ||
	    diagnostics_warned(unit->diagnostics, "conc-shared", node_start(path)) ||
	    is_said(safety, (long)cursor_offset(unit, variable)))
		return;
	report_static(safety, path, written, &company);
}

/* ---- Objects that others have got ---- */

/* How a path uses an object that has crossed. */
enum use { USES_NOT, USES_READS, USES_WRITES };

static bool is_part_or_beyond(const char *whole, const char *part)
{
	size_t length = strlen(whole);
	return text_starts(part, whole) && (!part[length] || strchr(".[*", part[length]));
}

/* Returns the longest path that begins with a name, also through pointers. */
static TSNode full_path(TSNode name)
{
	TSNode path = name, parent = node_outside(path);
	while ((node_type_is(parent, "field_expression") ||
	        node_type_is(parent, "subscript_expression") ||
	        (node_is(parent, NODE_pointer_expression) && node_has_operator(parent, "*"))) &&
	       node_is_inside(path, node_field(parent, "argument"))) {
		path = parent;
		parent = node_outside(path);
	}
	return path;
}

static enum use use_of_path(struct safety *safety, TSNode path)
{
	struct unit *unit = safety->unit;
	if (path_is_free(unit, path) || path_is_protected(unit, &safety->guards, path) ||
	    operation_is_resource(unit, node_start(path), node_end(path)))
		return USES_NOT;
	TSNode parent = node_outside(path);
	if (is_written(unit, path, parent)) return USES_WRITES;
	TSNode address = address_of_path(unit, path);
	return !ts_node_is_null(address) && address_writes(unit, address) ? USES_WRITES
	                                                                  : USES_READS;
}

/* The value of a pointer to the object. */
static enum use use_of_pointer(struct unit *unit, TSNode path)
{
	static const char *const conditions[] = {"if_statement", "while_statement", "do_statement",
	                                         "unary_expression", NULL};
	TSNode parent = node_outside(path);
	if (node_is(parent, NODE_assignment_expression) &&
	    node_is_inside(path, node_field(parent, "left")))
		return USES_NOT;
	if (node_is(parent, NODE_binary_expression)) {
		const struct operation *operation = operation_at(unit, parent);
		bool received = operation && (operation->kind == OPERATION_RECEIVE ||
		                              operation->kind == OPERATION_READ ||
		                              operation->kind == OPERATION_JOIN);
		if (received || (!operation && !type_is_pointer(type_at(unit, parent)) &&
		                 !send_is_operand(unit, node_start(path), node_end(path))))
			return USES_NOT;
	}
	if (node_type_in(parent, conditions) || node_takes_address(parent) ||
	    is_unevaluated(parent) || node_is(parent, NODE_init_declarator))
		return USES_NOT;
	if (!type_is_pointer(type_at(unit, path))) return USES_NOT;
	return address_writes(unit, path) ? USES_WRITES : USES_READS;
}

static enum use use_of(struct safety *safety, const struct crossing *crossing, TSNode path)
{
	struct unit *unit = safety->unit;
	struct text text = {0};
	place_of(unit, path, &text);
	const char *place = text.bytes ? text.bytes : "";
	enum use use = USES_NOT;
	if (crossing->itself) {
		size_t length = strlen(crossing->place);
		if (is_part_or_beyond(crossing->place, place) && strchr(place + length, '.'))
			use = use_of_path(safety, path);
	} else if (is_part_or_beyond(crossing->place, place)) {
		bool other = crossing->element && place[strlen(crossing->place)] == '[';
		use = other ? USES_NOT : use_of_path(safety, path);
	} else if (is_part_or_beyond(place, crossing->place)) {
		use = crossing->place[strlen(place)] == '*' ? use_of_pointer(unit, path)
		                                            : use_of_path(safety, path);
	}
	text_free(&text);
	return use;
}

struct search {
	struct safety *safety;
	const struct crossing *crossing;
	TSNode found; /* a use in conflict; or the null node */
};

static void look_for_use(TSNode node, void *data)
{
	struct search *search = data;
	const struct crossing *crossing = search->crossing;
	struct after *after = &search->safety->after;
	struct unit *unit = search->safety->unit;
	if (!ts_node_is_null(search->found) || !node_is(node, NODE_identifier)) return;
	TSNode path = full_path(node);
	enum use use = use_of(search->safety, crossing, path);
	for (size_t i = 0; i < search->safety->crossings.count && use == USES_WRITES; i++) {
		const struct crossing *other = &search->safety->crossings.list[i];
		if (other->reads && !other->itself && node_is_inside(node, other->pointer))
			use = USES_READS;
	}
	if (use == USES_NOT || (use == USES_READS && crossing->reads) ||
	    unit_is_unchecked(unit, node) || node_unevaluated(node))
		return;
	if ((!crossing->lent || start_is_live(&after->live, &crossing->start, node)) &&
	    (crossing->itself ||
	     after_returns(after, crossing->function, crossing->node, node, crossing->place)))
		search->found = path;
}

/* Two threads of an array that get the same object. */
static void check_array(struct safety *safety, const struct crossing *first)
{
	struct unit *unit = safety->unit;
	const struct crossings *all = &safety->crossings;
	for (size_t i = 0; i < all->count && first->thread; i++) {
		const struct crossing *second = &all->list[i];
		bool other = second->thread > first->thread || (second == first && first->several);
		if (!other || !ts_node_eq(first->node, second->node) ||
		    (first->reads && second->reads) ||
		    !(is_part_or_beyond(first->place, second->place) ||
		      is_part_or_beyond(second->place, first->place)))
			continue;
		WARNING_AT(unit, "conc-safe", second->pointer,
		           "'%.*s' is lent to two threads at once",
		           NODE_ARG(unit, second->pointer));
		NOTE_AT(unit, second->pointer,
		        "give each its own, or give the data a lock ('monitor', 'guarded')");
		return;
	}
}

static void check_crossing(struct safety *safety, const struct crossing *crossing)
{
	struct unit *unit = safety->unit;
	check_array(safety, crossing);
	struct search search = {.safety = safety, .crossing = crossing};
	node_each(safety->graph.functions[crossing->function].node, look_for_use, &search);
	TSNode found = search.found;
	if (ts_node_is_null(found) ||
	    diagnostics_warned(unit->diagnostics, "conc-escape", node_start(found)) ||
	    diagnostics_warned(unit->diagnostics, "conc-shared", node_start(found)) ||
	    diagnostics_warned(unit->diagnostics, "conc-safe", node_start(found)))
		return;
	if (crossing->lent)
		WARNING_AT(unit, "conc-safe", found,
		           "'%.*s' is used while a thread that has '%.*s' may run",
		           NODE_ARG(unit, found), NODE_ARG(unit, crossing->pointer));
	else
		WARNING_AT(unit, "conc-safe", found,
		           "'%.*s' is used after another thread has got '%.*s'",
		           NODE_ARG(unit, found), NODE_ARG(unit, crossing->pointer));
	NOTE_AT(unit, crossing->node,
	        crossing->lent ? "the thread is started here" : "it is handed on here, for good");
	NOTE_AT(unit, found, "%s",
	        crossing->lent
	                ? "join the thread first, or give the data a lock ('monitor', 'guarded')"
	                : "hand on a copy, or give the data a lock ('monitor', 'guarded')");
}

/* ---- The unit ---- */

/* (struct stack *)s, (void *)s */
static void look_for_cast(TSNode node, void *data)
{
	struct unit *unit = ((struct safety *)data)->unit;
	if (!node_type_is(node, "cast_expression")) return;
	TSNode value = node_bare(node_field(node, "value"));
	CXType type = type_at(unit, node);
	if (type_is_separate(unit, type_at(unit, value)) && type_is_pointer(type) &&
	    !type_is_separate(unit, type))
		WARNING_AT(unit, "conc-safe", node,
		           "with this cast, '%.*s' can be used outside of a reservation",
		           NODE_ARG(unit, value));
}

static void refuse_nested(struct safety *safety)
{
	for (size_t i = 0; i < safety->graph.function_count; i++) {
		const struct function *function = &safety->graph.functions[i];
		if (!ts_node_is_null(enclosing_function(function->node)))
			WARNING_AT(safety->unit, "conc-safe", function->name,
			           "concc does not look into functions in functions");
	}
}

void check_safety(struct unit *unit)
{
	struct safety safety = {.unit = unit};
	call_graph_build(unit, &safety.graph);
	guards_collect(unit, &safety.guards);
	after_begin(&safety.after, unit, &safety.graph);
	safety.company = memory_new(safety.graph.function_count + 1, sizeof *safety.company);
	safety.logging = memory_new(safety.graph.function_count + 1, sizeof *safety.logging);
	find_logging(&safety);
	find_company(&safety);
	refuse_nested(&safety);
	refuse_kept(&safety);
	unit_each_own(unit, look_at_static, &safety);
	if (unit->separate_use_count) unit_each_own(unit, look_for_cast, &safety);
	safety.crossings = (struct crossings){.unit = unit,
	                                      .graph = &safety.graph,
	                                      .after = &safety.after,
	                                      .guards = &safety.guards};
	crossings_find(&safety.crossings);
	for (size_t i = 0; i < safety.crossings.count; i++)
		check_crossing(&safety, &safety.crossings.list[i]);
	crossings_free(&safety.crossings);
	after_end(&safety.after);
	call_graph_free(&safety.graph);
	free(safety.guards.list);
	free(safety.company);
	free(safety.logging);
	free(safety.said);
}
