/* SPDX-License-Identifier: MIT */
/* A function owns its automatic variables, and what it got from `new` or malloc. It gives them away
 * when it sends their address, or stores it where others look: from then on anybody may use them.
 * An address that it passes to a thread, or to a function that keeps it, is known to others as long
 * as something that the function started still runs (live.h).
 *
 * In the program's main, storing an address gives nothing away: nobody runs yet, or it is live.
 *
 * An unknown function keeps what it gets, and starts nothing. */
#include "owned.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "place.h"
#include "types/operation.h"
#include "types/send.h"
#include "types/separate.h"
#include "types/variable.h"

enum { DEPTH = 16 }; /* of variables through which an address is followed */

/* What becomes of an address in a function. */
struct uses {
	struct live *live;
	int function;
	TSNode at;
	int depth;
	bool known;   /* others may know it */
	TSNode given; /* an event that gives it away, from which `at` is reached; or the null node
	               */
};

static void look_at_variable(struct uses *uses, CXCursor variable);

static bool is_harmless_call(const struct unit *unit, TSNode call)
{
	static const char names[] =
	        "free delete join conc_mutex_lock conc_mutex_lock_for conc_mutex_unlock conc_wait "
	        "conc_wait_for conc_wait_with conc_waiting conc_front "
	        "conc_signal conc_broadcast conc_signal_block memset memcpy memcmp strlen printf "
	        "fprintf";
	return call_is_listed(unit, call, names);
}

/* Others may know the address: what is started here, as long as that runs, or anybody. */
static void tell(struct uses *uses, TSNode value)
{
	const struct start *start = start_around(uses->live, value);
	if (!start) uses->known = true;
	else if (ts_node_is_null(uses->at)) uses->known |= start_is_left(uses->live, start);
	else if (ts_node_is_null(uses->given) && start_is_live(uses->live, start, uses->at))
		uses->given = start->node;
}

/* Asks once for each parameter: a graph of calls has more paths than functions. Of functions that
 * call each other, one may be taken for harmless. */
static struct passed passed_to(struct live *live, int function, int index)
{
	TSNode name = function_parameter(&live->graph->functions[function], index);
	struct uses uses = {.live = live, .function = function};
	for (size_t i = 0; i < live->passed_count; i++)
		if (live->passed[i].function == function && live->passed[i].index == index)
			return live->passed[i];
	size_t own = live->passed_count;
	*GROW(live->passed, live->passed_count, live->passed_room) =
	        (struct passed){.function = function, .index = index};
	if (!ts_node_is_null(name)) look_at_variable(&uses, types_declaration(live->unit, name));
	live->passed[own].known = uses.known;
	live->passed[own].given = !ts_node_is_null(uses.given);
	return live->passed[own];
}

bool argument_is_kept(struct live *live, TSNode call, int index)
{
	int callee = call_graph_named(live->unit, live->graph, node_field(call, "function"));
	if (callee < 0) return false;
	struct passed passed = passed_to(live, callee, index);
	return passed.known || passed.given;
}

static void look_at_argument(struct uses *uses, TSNode call, int index)
{
	const struct call_graph *graph = uses->live->graph;
	struct unit *unit = uses->live->unit;
	int callee = node_is(node_parent(call), NODE_spawn_expression)
	                     ? -1
	                     : call_graph_named(unit, graph, node_field(call, "function"));
	if (callee < 0) {
		if (!is_harmless_call(unit, call)) tell(uses, call);
		return;
	}
	struct passed passed = passed_to(uses->live, callee, index);
	if (passed.known) tell(uses, call);
	if (passed.given && ts_node_is_null(uses->given) &&
	    (ts_node_is_null(uses->at) ||
	     live_reaches(uses->live, uses->function, call, uses->at, (TSNode){0})))
		uses->given = call;
}

/* Is the place that is assigned to one of the function's own variables? */
static bool is_own(struct unit *unit, TSNode lvalue)
{
	TSNode name = path_owner(unit, lvalue);
	return !ts_node_is_null(name) && cursor_is_automatic(unit, declaration_at(unit, name));
}

static void gives(struct uses *uses, TSNode event, TSNode between)
{
	uses->known = true;
	if (ts_node_is_null(uses->given) &&
	    (ts_node_is_null(uses->at) ||
	     live_reaches(uses->live, uses->function, event, uses->at, between)))
		uses->given = event;
}

/* A value that is the address; between: where the object is made again. */
static void look_at_value(struct uses *uses, TSNode value, TSNode between)
{
	static const char *const harmless[] = {
	        "if_statement",     "while_statement",   "do_statement",
	        "unary_expression", "sizeof_expression", "expression_statement",
	        "mutex_statement",  "wait_clause",       "delete_statement",
	        "return_statement", "update_expression", NULL};
	struct unit *unit = uses->live->unit;
	TSNode parent = node_parent(value);
	while (node_is(parent, NODE_parenthesized_expression) ||
	       node_type_is(parent, "cast_expression")) {
		value = parent;
		parent = node_parent(value);
	}
	if (node_type_in(parent, harmless) || node_type_is(parent, "field_expression") ||
	    node_is(parent, NODE_pointer_expression) ||
	    (node_type_is(parent, "subscript_expression") &&
	     node_is_field(parent, "argument", value)))
		return;
	if (node_is(parent, NODE_argument_list)) {
		int index = -1;
		TSNode call = separate_argument(value, &index);
		if (ts_node_is_null(call)) tell(uses, value);
		else if (!send_is_operand(unit, node_start(value), node_end(value)))
			look_at_argument(uses, call, index);
		else gives(uses, call, between);
	} else if (node_is(parent, NODE_init_declarator)) {
		look_at_variable(
		        uses,
		        types_declaration(unit, declarator_name(node_field(parent, "declarator"))));
	} else if (node_is(parent, NODE_assignment_expression)) {
		if (node_is_field(parent, "left", value)) return;
		tell(uses, value);
		if (!uses->live->graph->functions[uses->function].is_program &&
		    !is_own(unit, node_field(parent, "left")))
			gives(uses, parent, between);
	} else if (node_is(parent, NODE_binary_expression)) {
		const struct operation *operation = operation_at(unit, parent);
		bool kept = operation && (operation->kind == OPERATION_SEND ||
		                          operation->kind == OPERATION_FULFIL);
		if (kept && ts_node_eq(node_bare(operation_value(operation)), node_bare(value)))
			gives(uses, parent, between);
		else if (send_is_operand(unit, node_start(value), node_end(value)) &&
		         !ts_node_is_null(node_field(parent, "right")) &&
		         node_is_field(parent, "right", value))
			gives(uses, parent, between);
		else if (type_is_pointer(type_at(unit, parent)))
			look_at_value(uses, parent, between);
	} else {
		tell(uses, value);
	}
}

/* Names of a variable in the function. */
struct names {
	struct unit *unit;
	CXCursor variable;
	char *name;
	TSNode *list;
	size_t count, room;
};

static void note_name(TSNode node, void *data)
{
	struct names *names = data;
	if (node_is(node, NODE_identifier) &&
	    node_text_is(&names->unit->syntax, node, names->name) &&
	    names->unit->types->clang->equalCursors(declaration_at(names->unit, node),
	                                            names->variable))
		*GROW(names->list, names->count, names->room) = node;
}

static void look_at_variable(struct uses *uses, CXCursor variable)
{
	struct unit *unit = uses->live->unit;
	const struct clang *clang = unit->types->clang;
	if (clang->Cursor_isNull(variable) || uses->depth > DEPTH) return;
	CXType type = clang->getCursorType(variable);
	bool pointer = type_is_pointer(type_canonical(unit, type)) ||
	               clang->getCursorKind(variable) == CXCursor_ParmDecl;
	struct names names = {.unit = unit, .variable = variable};
	size_t at = cursor_offset(unit, variable);
	TSNode declared = node_parent(unit_node_at(unit, at, at + 1));
	names.name = cursor_spelling(unit, variable);
	uses->depth++;
	node_each(uses->live->graph->functions[uses->function].node, note_name, &names);
	for (size_t i = 0; i < names.count; i++) {
		TSNode path = names.list[i], parent = node_outside(path);
		if (pointer) {
			look_at_value(uses, path, declared);
			continue;
		}
		while (is_part(unit, parent)) {
			path = parent;
			parent = node_outside(path);
		}
		if (node_takes_address(parent)) look_at_value(uses, parent, declared);
		else if (is_array_at(unit, path)) look_at_value(uses, path, declared);
	}
	uses->depth--;
	free(names.list);
	free(names.name);
}

/* ---- What the function made ---- */

static bool returns_made(struct live *live, int function);

bool value_is_made(struct live *live, TSNode value)
{
	struct unit *unit = live->unit;
	static const char names[] = "malloc calloc realloc aligned_alloc reallocarray strdup";
	value = place_value(value);
	if (node_is(value, NODE_new_expression) || is_null_constant(unit, value)) return true;
	if (!node_is(value, NODE_call_expression)) return false;
	int callee = call_graph_named(unit, live->graph, node_field(value, "function"));
	if (callee >= 0) return returns_made(live, callee);
	/* one that returns void *, and is not seen, is mostly the program's own kind of malloc */
	return call_is_listed(unit, value, names) ||
	       (!unit->settings->safe && type_is_void_pointer(unit, type_at(unit, value)));
}

/* The values of a variable. */
struct values {
	struct live *live;
	CXCursor variable;
	bool addressed;
	TSNode *made, *other; /* the nodes that give it one: what was made for it, anything else */
	size_t made_count, made_room, other_count, other_room;
};

static void note_value(TSNode node, void *data)
{
	struct values *values = data;
	struct unit *unit = values->live->unit;
	const struct clang *clang = unit->types->clang;
	TSNode value = {0};
	if (node_is(node, NODE_init_declarator)) {
		TSNode name = declarator_name(node_field(node, "declarator"));
		if (clang->equalCursors(types_declaration(unit, name), values->variable))
			value = node_field(node, "value");
	} else if (node_is(node, NODE_assignment_expression)) {
		TSNode left = node_bare(node_field(node, "left"));
		if (node_is(left, NODE_identifier) &&
		    clang->equalCursors(declaration_at(unit, left), values->variable))
			value = node_field(node, "right");
	} else if (node_takes_address(node)) {
		TSNode of = node_bare(node_field(node, "argument"));
		values->addressed |=
		        node_is(of, NODE_identifier) &&
		        clang->equalCursors(declaration_at(unit, of), values->variable);
	}
	if (ts_node_is_null(value) || is_null_constant(unit, place_value(value))) return;
	if (value_is_made(values->live, value))
		*GROW(values->made, values->made_count, values->made_room) = node;
	else *GROW(values->other, values->other_count, values->other_room) = node;
}

/* At this node (the null node: anywhere), has the pointer variable only what was made for it? */
static bool variable_made(struct live *live, int function, CXCursor variable, TSNode at)
{
	struct values values = {.live = live, .variable = variable};
	node_each(live->graph->functions[function].node, note_value, &values);
	bool made = values.made_count > 0 && !values.addressed;
	for (size_t i = 0; i < values.other_count; i++)
		made = made && !ts_node_is_null(at) && values.made_count == 1 &&
		       !live_reaches(live, function, values.other[i], at, values.made[0]);
	free(values.made);
	free(values.other);
	return made;
}

/* ---- What it returns ---- */

struct returns {
	struct live *live;
	int function;
	bool made, other;
};

static void look_at_return(TSNode node, void *data)
{
	struct returns *returns = data;
	struct live *live = returns->live;
	struct unit *unit = live->unit;
	if (!node_is(node, NODE_return_statement)) return;
	TSNode value = place_value(node_named_child(node, 0));
	bool made = !ts_node_is_null(value) && value_is_made(live, value);
	if (node_is(value, NODE_identifier)) {
		CXCursor variable = declaration_at(unit, value);
		struct uses uses = {.live = live, .function = returns->function};
		if (!unit->types->clang->Cursor_isNull(variable) &&
		    cursor_is_automatic(unit, variable) &&
		    unit->types->clang->getCursorKind(variable) == CXCursor_VarDecl &&
		    variable_made(live, returns->function, variable, (TSNode){0})) {
			look_at_variable(&uses, variable);
			made = !uses.known && ts_node_is_null(uses.given);
		}
	}
	returns->made |= made && !is_null_constant(unit, value);
	returns->other |= !made;
}

/* Does the function return an object that it has made, and that nobody else knows? */
static bool returns_made(struct live *live, int function)
{
	struct returns returns = {.live = live, .function = function};
	if (!live->makes)
		live->makes = memory_new(live->graph->function_count, sizeof *live->makes);
	if (!live->makes[function]) {
		live->makes[function] = -1; /* while it calls itself */
		node_each(live->graph->functions[function].node, look_at_return, &returns);
		if (returns.made && !returns.other) live->makes[function] = 1;
	}
	return live->makes[function] > 0;
}

/* ---- Whose it is ---- */

/* Is the object part of an automatic variable, or of what a pointer variable was made for? */
static bool function_made(struct live *live, int function, const char *place, TSNode at,
                          CXCursor *variable)
{
	struct unit *unit = live->unit;
	long root = place_root(place);
	if (root < 0) return false;
	*variable = types_declaration(unit, unit_node_at(unit, (size_t)root, (size_t)root + 1));
	const struct clang *clang = unit->types->clang;
	TSNode node = live->graph->functions[function].node;
	if (clang->Cursor_isNull(*variable) ||
	    clang->getCursorKind(*variable) != CXCursor_VarDecl ||
	    !cursor_is_automatic(unit, *variable) || (size_t)root < node_start(node) ||
	    (size_t)root >= node_end(node))
		return false;
	const char *first = strchr(place, '*');
	if (!first) return true;
	const char *digits = place + 1;
	while (*digits >= '0' && *digits <= '9') digits++;
	if (first != digits || strchr(first + 1, '*')) return false;
	return variable_made(live, function, *variable, at);
}

bool owned_at(struct live *live, int function, const char *place, TSNode at, TSNode *since)
{
	CXCursor variable;
	struct uses uses = {.live = live, .function = function, .at = at};
	*since = (TSNode){0};
	if (!function_made(live, function, place, at, &variable)) return false;
	look_at_variable(&uses, variable);
	*since = uses.given;
	if (!ts_node_is_null(uses.given)) return false;
	if (!uses.known) return true;
	const struct start *start = live_at(live, function, at);
	if (start) *since = start->node;
	return !start;
}
