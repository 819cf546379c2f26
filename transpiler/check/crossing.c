/* SPDX-License-Identifier: MIT */
/* An object crosses to another thread
 *   - by a send, a fulfilled future, a message: for good;
 *   - by an argument of a spawn, a member of a thread object, the argument of pthread_create: for
 *     good, or until the thread has ended, if the function waits for that (live.h).
 *
 * What crosses for good must be the function's own: each value of its pointer was made here, or
 * received, and no copy is kept. Of a parameter, all callers are asked.
 *
 * Pointers in memory are not followed: who hands on a list hands on its nodes. */
#include "crossing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "base/text.h"
#include "check.h"
#include "owned.h"
#include "place.h"
#include "types/operation.h"
#include "types/send.h"
#include "types/separate.h"
#include "types/variable.h"

static void cross(struct crossings *crossings, struct crossing what, TSNode value, CXType to);

/* ---- Reports ---- */

static bool refuse(struct crossings *crossings, TSNode value, TSNode because, const char *why)
{
	struct unit *unit = crossings->unit;
	WARNING_AT(unit, "conc-safe", value,
	           "another thread gets '%.*s', and others may have what it points to",
	           NODE_ARG(unit, value));
	if (!ts_node_is_null(because)) NOTE_AT(unit, because, "%s", why);
	NOTE_AT(unit, value,
	        "hand on what 'new' has made here, or what was received, or data with a lock "
	        "('monitor', 'guarded')");
	return false;
}

static bool refuse_member(struct crossings *crossings, TSNode value, CXCursor member)
{
	struct unit *unit = crossings->unit;
	size_t at = cursor_offset(unit, member);
	char *name = cursor_spelling(unit, member);
	TSNode declared = unit_node_at(unit, at, at + 1);
	WARNING_AT(unit, "conc-safe", value,
	           "another thread gets '%.*s', whose member '%s' has no lock",
	           NODE_ARG(unit, value), name);
	if (!ts_node_is_null(declared))
		NOTE_AT(unit, declared, "declare it 'guarded (lock)', '_Atomic' or const");
	free(name);
	return false;
}

/* ---- Whose it is ---- */

/* All values of a pointer variable of a function. */
struct origin {
	struct crossings *crossings;
	int function;
	CXCursor variable;
	TSNode handing; /* the call, send or spawn that hands it on */
	TSNode wrong;   /* a value that is none of its own, or a copy that is kept */
	const char *why;
};

static bool is_variable(const struct origin *origin, TSNode node)
{
	struct unit *unit = origin->crossings->unit;
	return node_is(node, NODE_identifier) &&
	       unit->types->clang->equalCursors(declaration_at(unit, node), origin->variable);
}

static void take_wrong(struct origin *origin, TSNode node, const char *why)
{
	if (!ts_node_is_null(origin->wrong)) return;
	origin->wrong = node;
	origin->why = why;
}

static void look_at_source(struct origin *origin, TSNode value)
{
	struct unit *unit = origin->crossings->unit;
	value = place_value(value);
	if (ts_node_is_null(value) || is_null_constant(unit, value) ||
	    value_is_made(&origin->crossings->after->live, value) ||
	    (node_is(value, NODE_call_expression) && call_is_listed(unit, value, "join")))
		return;
	take_wrong(origin, value, "it comes from here");
}

static void look_at_copy(struct origin *origin, TSNode name)
{
	struct unit *unit = origin->crossings->unit;
	TSNode value = name, parent = node_parent(name);
	while (node_is(parent, NODE_parenthesized_expression) ||
	       node_type_is(parent, "cast_expression")) {
		value = parent;
		parent = node_parent(value);
	}
	int index = -1;
	TSNode call = separate_argument(value, &index);
	bool copied = (node_is(parent, NODE_assignment_expression) &&
	               node_is_field(parent, "right", value)) ||
	              node_is(parent, NODE_return_statement);
	if (node_is(parent, NODE_init_declarator)) {
		CXCursor copy =
		        types_declaration(unit, declarator_name(node_field(parent, "declarator")));
		copied = node_is_field(parent, "value", value) &&
		         !(cursor_is_automatic(unit, copy) && variable_is_fixed(unit, copy));
	}
	if (!ts_node_is_null(call) && !ts_node_eq(call, origin->handing) &&
	    !node_is(node_parent(call), NODE_spawn_expression))
		copied |= argument_is_kept(&origin->crossings->after->live, call, index);
	if (copied) take_wrong(origin, value, "a copy is kept here");
}

static void look_at_name(TSNode node, void *data)
{
	struct origin *origin = data;
	struct unit *unit = origin->crossings->unit;
	if (node_is(node, NODE_init_declarator)) {
		TSNode name = declarator_name(node_field(node, "declarator"));
		if (unit->types->clang->equalCursors(types_declaration(unit, name),
		                                     origin->variable))
			look_at_source(origin, node_field(node, "value"));
		return;
	}
	if (!is_variable(origin, node)) return;
	TSNode parent = node_outside(node);
	if (node_is(parent, NODE_assignment_expression) &&
	    node_is_inside(node, node_field(parent, "left"))) {
		if (node_has_operator(parent, "="))
			look_at_source(origin, node_field(parent, "right"));
		else take_wrong(origin, parent, "it is changed here");
	} else if (node_type_is(parent, "update_expression")) {
		take_wrong(origin, parent, "it is changed here");
	} else if (node_takes_address(parent)) {
		int index = -1;
		TSNode call = separate_argument(parent, &index);
		if (!call_is_listed(unit, call, "conc_receive conc_try_receive"))
			take_wrong(origin, parent, "its address is taken here");
	} else {
		const struct operation *operation =
		        node_is(parent, NODE_binary_expression) ? operation_at(unit, parent) : NULL;
		if (operation && operation->kind == OPERATION_READ &&
		    ts_node_eq(node_bare(operation_value(operation)), node))
			take_wrong(origin, parent, "others may read this future, too");
		look_at_copy(origin, node);
	}
}

static bool is_given(struct crossings *crossings, int function, int index, TSNode value);

/* Is what the pointer variable points to the function's own? */
static bool is_own(struct crossings *crossings, const struct crossing *what, CXCursor variable,
                   TSNode value)
{
	struct unit *unit = crossings->unit;
	int function = what->function;
	const struct function *around = &crossings->graph->functions[function];
	struct origin origin = {.crossings = crossings,
	                        .function = function,
	                        .variable = variable,
	                        .handing = what->node};
	node_each(around->node, look_at_name, &origin);
	if (!ts_node_is_null(origin.wrong))
		return refuse(crossings, value, origin.wrong, origin.why);
	if (unit->types->clang->getCursorKind(variable) != CXCursor_ParmDecl) return true;
	int index = function_parameter_at(around, (long)cursor_offset(unit, variable));
	if (node_is_behaviour(around->node) && index == 1) return true; /* the message */
	return is_given(crossings, function, index, value);
}

/* ---- Pointers ---- */

static void add(struct crossings *crossings, struct crossing what, char *place)
{
	what.place = place;
	*GROW(crossings->list, crossings->count, crossings->room) = what;
}

static bool cross_variable(struct crossings *crossings, const struct crossing *what, char *place,
                           TSNode value)
{
	struct unit *unit = crossings->unit;
	size_t at = (size_t)place_root(place);
	CXCursor variable = types_declaration(unit, unit_node_at(unit, at, at + 1));
	if (unit->types->clang->Cursor_isNull(variable))
		return refuse(crossings, value, (TSNode){0}, NULL);
	/* while threads run, static data does not change: safety.c */
	if (!cursor_is_automatic(unit, variable))
		return what->reads || refuse(crossings, value, (TSNode){0}, NULL);
	if (what->lent) return true; /* as the function may use it, so may its thread */
	const char *rest = place + 1, *star = strchr(place, '*');
	while (isdigit((unsigned char)*rest)) rest++;
	if (star && (star != rest || strchr(star + 1, '*')))
		return refuse(crossings, value, (TSNode){0}, NULL);
	return star ? is_own(crossings, what, variable, value)
	            : refuse(crossings, value, unit_node_at(unit, at, at + 1),
	                     "it is a variable of this function");
}

static bool is_const_pointee(struct unit *unit, CXType type)
{
	const struct clang *clang = unit->types->clang;
	CXType pointee = type_is_array(type) ? type_element(unit, type)
	                                     : clang->getPointeeType(type_canonical(unit, type));
	return clang->isConstQualifiedType(type_canonical(unit, pointee));
}

/* Returns the pointer that an element is counted from: p of p + i. */
static TSNode base_of(struct unit *unit, TSNode pointer)
{
	TSNode left = place_value(node_field(pointer, "left"));
	if (!node_is(pointer, NODE_binary_expression) || ts_node_is_null(left)) return pointer;
	CXType type = type_at(unit, left);
	return type_is_pointer(type) || type_is_array(type)
	               ? left
	               : place_value(node_field(pointer, "right"));
}

static void cross_pointer(struct crossings *crossings, struct crossing what, TSNode value,
                          CXType to)
{
	struct unit *unit = crossings->unit;
	const struct clang *clang = unit->types->clang;
	CXType type = pointee_at(unit, value);
	CXCursor wrong;
	if (type_is_separate(unit, type_at(unit, value)) ||
	    type_is_shareable(unit, crossings->guards, type, &wrong))
		return;
	if (value_is_made(&crossings->after->live, value)) return;
	if (!clang->Cursor_isNull(wrong)) {
		refuse_member(crossings, value, wrong);
		return;
	}
	TSNode object =
	        node_takes_address(value) ? place_value(node_field(value, "argument")) : value;
	if (node_is(object, NODE_compound_literal_expression)) {
		if (!what.lent)
			refuse(crossings, value, object, "it ends with the block around it");
		cross(crossings, what, object, type);
		return;
	}
	what.reads = is_const_pointee(unit, to.kind == CXType_Invalid ? type_at(unit, value) : to);
	if (node_takes_address(value) &&
	    clang->isConstQualifiedType(type_at(unit, path_owner(unit, object))))
		return;
	struct text place = {0};
	place_pointed(unit, base_of(unit, value), &place);
	if (place_root(place.bytes) < 0) {
		refuse(crossings, value, (TSNode){0}, NULL);
		text_free(&place);
		return;
	}
	bool cut = place_cut_at_index(place.bytes);
	what.pointer = value;
	what.element =
	        !cut && node_takes_address(value) && node_type_is(object, "subscript_expression");
	if (cross_variable(crossings, &what, place.bytes, value)) add(crossings, what, place.bytes);
	else text_free(&place);
}

/* ---- Values ---- */

/* A pointer in a structure that is handed on by value. */
struct pointer_visit {
	struct crossings *crossings;
	CXCursor found;
};

static enum CXVisitorResult visit_pointer(CXCursor field, CXClientData data)
{
	struct pointer_visit *visit = data;
	struct unit *unit = visit->crossings->unit;
	const struct clang *clang = unit->types->clang;
	CXType type = type_canonical(unit, clang->getCursorType(field)), to;
	char *name = cursor_spelling(unit, field);
	bool hidden = text_starts(name, "conc_");
	free(name);
	if (hidden) return CXVisit_Continue;
	if (type.kind == CXType_Record) {
		clang->Type_visitFields(type, visit_pointer, visit);
	} else if (type_is_pointer(type) && !type_is_separate(unit, type)) {
		to = clang->getPointeeType(clang->getCursorType(field));
		if (!clang->isConstQualifiedType(type_canonical(unit, to)) &&
		    !type_is_shareable(unit, visit->crossings->guards, to, NULL))
			visit->found = field;
	}
	return clang->Cursor_isNull(visit->found) ? CXVisit_Continue : CXVisit_Break;
}

static void cross_record(struct crossings *crossings, TSNode value, CXType type)
{
	struct unit *unit = crossings->unit;
	struct pointer_visit visit = {crossings, unit->types->clang->getNullCursor()};
	unit->types->clang->Type_visitFields(type_canonical(unit, type), visit_pointer, &visit);
	if (unit->types->clang->Cursor_isNull(visit.found)) return;
	size_t at = cursor_offset(unit, visit.found);
	refuse(crossings, value, unit_node_at(unit, at, at + 1),
	       "this member points to something: hand on '(type){ … }' or 'new type { … }'");
}

/* A member of a structure, by its number or its name. */
struct member_visit {
	struct unit *unit;
	int index;
	TSNode name;
	CXType type;
};

static enum CXVisitorResult visit_member(CXCursor field, CXClientData data)
{
	struct member_visit *visit = data;
	char *name = cursor_spelling(visit->unit, field);
	bool hidden = text_starts(name, "conc_"),
	     found = ts_node_is_null(visit->name)
	                     ? !hidden && visit->index-- == 0
	                     : node_text_is(&visit->unit->syntax, visit->name, name);
	free(name);
	if (found) visit->type = visit->unit->types->clang->getCursorType(field);
	return found ? CXVisit_Break : CXVisit_Continue;
}

static CXType member_type(struct unit *unit, CXType of, int index, TSNode designator)
{
	struct member_visit visit = {.unit = unit, .index = index, .type.kind = CXType_Invalid};
	CXType type = type_canonical(unit, of);
	if (type_is_array(type)) return unit->types->clang->getArrayElementType(type);
	if (node_is(designator, NODE_field_designator))
		visit.name = node_named_child(designator, 0);
	if (type.kind == CXType_Record)
		unit->types->clang->Type_visitFields(type, visit_member, &visit);
	return visit.type;
}

static void cross_members(struct crossings *crossings, struct crossing what, TSNode list, CXType of)
{
	for (uint32_t i = 0; i < node_named_child_count(list); i++) {
		TSNode value = node_named_child(list, i), designator = {0};
		if (node_is(value, NODE_initializer_pair)) {
			designator = node_field(value, "designator");
			value = node_field(value, "value");
		}
		CXType type = member_type(crossings->unit, of, (int)i, designator);
		if (type_is_array(type_canonical(crossings->unit, of))) {
			what.thread = (int)i + 1;
			what.several =
			        node_type_is(node_named_child(designator, 0), "range_expression");
		}
		if (node_is(value, NODE_initializer_list))
			cross_members(crossings, what, value, type);
		else cross(crossings, what, value, type);
	}
}

/* to: the type that the other thread has for it; of kind CXType_Invalid: not known */
static void cross(struct crossings *crossings, struct crossing what, TSNode value, CXType to)
{
	struct unit *unit = crossings->unit;
	value = place_value(value);
	if (ts_node_is_null(value) || is_null_constant(unit, value) ||
	    node_type_is(value, "string_literal") || node_type_is(value, "concatenated_string"))
		return;
	CXType type = type_at(unit, value);
	if (what.many && type_is_pointer(type) && !type_is_separate(unit, type) &&
	    !is_const_pointee(unit, to.kind == CXType_Invalid ? type : to) &&
	    !type_is_shareable(unit, crossings->guards, pointee_at(unit, value), NULL)) {
		refuse(crossings, value, what.node, "each reader of the future gets it");
	} else if (node_is(value, NODE_compound_literal_expression)) {
		cross_members(crossings, what, node_field(value, "value"), type);
	} else if (node_is(value, NODE_new_expression)) {
		cross_members(crossings, what, node_field(value, "initializer"),
		              unit->types->clang->getPointeeType(type));
	} else if (node_type_is(value, "conditional_expression")) {
		cross(crossings, what, node_field(value, "consequence"), to);
		cross(crossings, what, node_field(value, "alternative"), to);
	} else if (type_is_pointer(type) || type_is_array(type)) {
		cross_pointer(crossings, what, value, to);
	} else if (type.kind == CXType_Record) {
		cross_record(crossings, value, type);
	}
}

/* ---- Parameters ---- */

struct callers {
	struct crossings *crossings;
	int function, index;
	bool found;
};

static void cross_argument(struct callers *callers, TSNode node, TSNode call)
{
	enum { ENOUGH = 32 };
	struct crossings *crossings = callers->crossings;
	TSNode arguments[ENOUGH];
	int count = node_arguments(call, arguments, ENOUGH);
	callers->found = true;
	if (callers->index < count && callers->index < ENOUGH)
		cross(crossings,
		      (struct crossing){.node = node,
		                        .function = call_graph_at(crossings->graph, node)},
		      arguments[callers->index],
		      argument_type(crossings->unit, call, arguments[callers->index]));
}

/* Does each caller hand its argument on for good? They are checked as if they did it themselves. */
static bool is_given(struct crossings *crossings, int function, int index, TSNode value)
{
	struct unit *unit = crossings->unit;
	const struct function *around = &crossings->graph->functions[function];
	struct callers callers = {crossings, function, index, false};
	for (size_t i = 0; i < crossings->asked_count; i++)
		if (crossings->asked[i].function == function && crossings->asked[i].index == index)
			return true;
	*GROW(crossings->asked, crossings->asked_count, crossings->asked_room) =
	        (struct asked_parameter){function, index};
	if (around->by_pointer || node_is_behaviour(around->node))
		return refuse(crossings, value, around->name,
		              "nobody sees all callers of this function");
	for (size_t i = 0; i < crossings->graph->call_count; i++)
		if (crossings->graph->calls[i].callee == function)
			cross_argument(&callers, crossings->graph->calls[i].node,
			               crossings->graph->calls[i].node);
	for (size_t i = 0; i < unit->construct_count; i++) {
		TSNode node = unit->constructs[i].node, call = node_field(node, "call");
		if (unit->constructs[i].kind == NODE_spawn_expression &&
		    call_graph_named(unit, crossings->graph, node_field(call, "function")) ==
		            function)
			cross_argument(&callers, node, call);
	}
	return callers.found ||
	       refuse(crossings, value, around->name, "nobody in this unit calls this function");
}

/* ---- Constructs ---- */

static bool begin(const struct crossings *crossings, TSNode node, struct crossing *what)
{
	*what = (struct crossing){.node = node, .function = call_graph_at(crossings->graph, node)};
	return what->function >= 0 && !unit_is_unchecked(crossings->unit, node);
}

/* The members of a thread, or of an actor that has got a message. */
static void add_itself(struct crossings *crossings, struct crossing what, TSNode name)
{
	struct unit *unit = crossings->unit;
	struct text place = {0};
	CXCursor variable =
	        what.start.actor ? declaration_at(unit, name) : types_declaration(unit, name);
	if (unit->types->clang->Cursor_isNull(variable)) return;
	CXType type = type_canonical(unit, unit->types->clang->getCursorType(variable));
	text_printf(&place, "@%zu%s", cursor_offset(unit, variable),
	            type_is_pointer(type) ? "*" : "");
	what.itself = true;
	what.pointer = name;
	add(crossings, what, place.bytes);
}

static void add_operation(struct crossings *crossings, const struct operation *operation)
{
	struct crossing what;
	CXType to = {.kind = CXType_Invalid};
	if (!begin(crossings, operation->node, &what)) return;
	if (operation->kind == OPERATION_SEND || operation->kind == OPERATION_FULFIL) {
		operation_element(crossings->unit, operation, &to);
		what.many = operation->kind == OPERATION_FULFIL;
		cross(crossings, what, operation_value(operation), to);
	} else if (operation->kind == OPERATION_CALL && operation->argument_count > 1 &&
	           operation_call_sends(crossings->unit, operation->node, 1)) {
		operation_element(crossings->unit, operation, &to);
		cross(crossings, what, operation->arguments[1], to);
	}
}

/* What actors get is theirs until conc_actors_stop, if the function calls that. */
static void add_send(struct crossings *crossings, const struct send *send)
{
	struct crossing what;
	const CXType none = {.kind = CXType_Invalid};
	for (size_t i = 0; i < send->step_count && send->state == SEND_ACTOR; i++) {
		if (!begin(crossings, send->steps[i].node, &what)) continue;
		what.start = (struct start){.node = what.node,
		                            .function = what.function,
		                            .holder = 0, /* no variable that is joined */
		                            .actor = true};
		what.lent = !start_is_left(&crossings->after->live, &what.start);
		cross(crossings, what, send->steps[i].message, none);
		TSNode actor = place_value(send->actor);
		if (node_takes_address(actor)) actor = place_value(node_field(actor, "argument"));
		const struct behaviour *around = behaviour_around(crossings->unit, what.node);
		bool self =
		        around && same_text(crossings->unit->syntax.text, around->self.name, actor);
		if (node_is(actor, NODE_identifier) && !self) add_itself(crossings, what, actor);
	}
}

static void add_spawn(struct crossings *crossings, struct crossing what, TSNode call)
{
	enum { ENOUGH = 32 };
	TSNode arguments[ENOUGH];
	int count = node_arguments(call, arguments, ENOUGH);
	for (int i = 0; i < count && i < ENOUGH; i++)
		if (!separate_use_at(crossings->unit, node_bare(arguments[i])))
			cross(crossings, what, arguments[i],
			      argument_type(crossings->unit, call, arguments[i]));
}

/* pthread_create(&t, attributes, f, argument), thrd_create(&t, f, argument) */
static void add_foreign(struct crossings *crossings, struct crossing what, TSNode call)
{
	enum { MOST = 4 };
	TSNode arguments[MOST];
	const CXType none = {.kind = CXType_Invalid};
	int count = node_arguments(call, arguments, MOST);
	if (count > 1 && count <= MOST &&
	    call_is_listed(crossings->unit, call, "pthread_create thrd_create"))
		cross(crossings, what, arguments[count - 1], none);
}

/* Thread and actor objects: what their members get. */
static void add_object(struct crossings *crossings, struct crossing what, TSNode node)
{
	struct unit *unit = crossings->unit;
	bool made = node_is(node, NODE_new_expression);
	TSNode name = what.start.holder < 0 || (made && !start_is_kept(node))
	                      ? (TSNode){0}
	                      : unit_node_at(unit, (size_t)what.start.holder,
	                                     (size_t)what.start.holder + 1);
	if (made) {
		cross(crossings, what, node, type_at(unit, node));
	} else if (node_is(node, NODE_init_declarator)) {
		CXType type = unit->types->clang->getCursorType(types_declaration(unit, name));
		cross_members(crossings, what, node_field(node, "value"), type);
	}
	if (!what.start.actor && !ts_node_is_null(name)) add_itself(crossings, what, name);
}

static void add_start(struct crossings *crossings, const struct start *start)
{
	struct crossing what;
	TSNode node = start->node;
	if (!begin(crossings, node, &what)) return;
	what.start = *start;
	what.lent = !start_is_left(&crossings->after->live, start);
	if (node_is(node, NODE_spawn_expression))
		add_spawn(crossings, what, node_field(node, "call"));
	else if (node_is(node, NODE_call_expression)) add_foreign(crossings, what, node);
	else add_object(crossings, what, node);
}

void crossings_find(struct crossings *crossings)
{
	struct unit *unit = crossings->unit;
	for (size_t i = 0; i < unit->operation_count; i++)
		add_operation(crossings, &unit->operations[i]);
	for (size_t i = 0; i < unit->send_count; i++) add_send(crossings, &unit->sends[i]);
	for (size_t i = 0; i < crossings->after->live.count; i++)
		add_start(crossings, &crossings->after->live.starts[i]);
}

void crossings_free(struct crossings *crossings)
{
	for (size_t i = 0; i < crossings->count; i++) free(crossings->list[i].place);
	free(crossings->list);
	free(crossings->asked);
}
