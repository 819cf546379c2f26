/* SPDX-License-Identifier: MIT */
/* What may be a replica does not leave the behaviour: self of a scalable receive, and both
 * parameters of export and import.
 *
 * From each use of the parameter its value is followed outwards, as a pointer to the object or into
 * it, or as an lvalue in it, for as long as it is one of these: through members, elements,
 * addresses, casts and arithmetic, and compound literals that hold it. Where it arrives at a place
 * that keeps it, or that wants the actor itself, that is an error. Functions may be given it, and
 * automatic variables may hold it: what they do with it is not known here; what wants an actor at
 * run time stops at a replica. A pointer into the object may be written into the object's own data,
 * where an import finds it: the ends of a circular list.
 *
 * Rejected: to follow it on from automatic variables, which may hold something else by then. */
#include "lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A use on its way outwards. */
struct trail {
	struct unit *unit;
	const struct behaviour *behaviour;
	const struct behaviour_parameter *parameter;
	TSNode node;  /* how far it has come */
	bool object;  /* node is an lvalue of the object or of a part of it; else a pointer */
	bool inside;  /* it is, or points to, a part */
	bool literal; /* node is a structure that holds the pointer */
	bool *noted;  /* the note was given: once for each behaviour */
};

CXCursor declaration_at(struct unit *unit, TSNode name)
{
	int found = types_find(unit->types, node_start(name), node_end(name));
	const struct clang *clang = unit->types->clang;
	return found < 0 ? clang->getNullCursor()
	                 : clang->getCursorReferenced(unit->types->list[found].cursor);
}

static bool is_parameter(struct unit *unit, const struct behaviour_parameter *parameter,
                         TSNode node)
{
	size_t length = node_end(node) - node_start(node);
	return node_is(node, NODE_identifier) &&
	       node_end(parameter->name) - node_start(parameter->name) == length &&
	       !memcmp(unit->syntax.text + node_start(node),
	               unit->syntax.text + node_start(parameter->name), length) &&
	       unit->types->clang->equalCursors(declaration_at(unit, node),
	                                        types_declaration(unit, parameter->name));
}

/* ---- reports ---- */

static void report(const struct trail *trail, TSNode node, const char *how)
{
	struct unit *unit = trail->unit;
	const struct behaviour *behaviour = trail->behaviour;
	bool replica = behaviour->kind != NODE_receive_definition &&
	               trail->parameter == &behaviour->message;
	const char *is = replica ? "is" : "may be";
	if (trail->literal)
		ERROR_AT(unit, node, "this holds '%.*s', which %s a replica: it cannot be %s",
		         NODE_ARG(unit, trail->parameter->name), is, how);
	else if (trail->inside)
		ERROR_AT(unit, node,
		         "'%.*s' points into '%.*s', which %s a replica: it cannot be %s",
		         NODE_ARG(unit, node), NODE_ARG(unit, trail->parameter->name), is, how);
	else
		ERROR_AT(unit, node, "'%.*s' %s a replica: it cannot be %s", NODE_ARG(unit, node),
		         is, how);
	if (*trail->noted) return;
	*trail->noted = true;
	NOTE_AT(unit, ts_node_is_null(behaviour->scalable) ? behaviour->word : behaviour->scalable,
	        "replicas come and go: only an ordinary receive has the actor itself");
}

static void report_kept(const struct trail *trail, TSNode node, TSNode where)
{
	char *place = node_text(trail->unit, where), how[128];
	snprintf(how, sizeof how, "kept in '%s'", place);
	report(trail, node, how);
	free(place);
}

/* ---- what keeps it ---- */

bool cursor_is_automatic(struct unit *unit, CXCursor cursor)
{
	const struct clang *clang = unit->types->clang;
	enum CX_StorageClass storage = clang->Cursor_getStorageClass(cursor);
	CXCursor around = clang->getCursorSemanticParent(cursor);
	return clang->getCursorKind(around) != CXCursor_TranslationUnit &&
	       storage != CX_SC_Static && storage != CX_SC_Extern;
}

static bool is_array(struct unit *unit, TSNode node)
{
	CXType type;
	return type_of(unit, node, &type) && type_is_array(type_canonical(unit, type));
}

TSNode path_owner(struct unit *unit, TSNode path)
{
	for (path = node_bare(path); !node_is(path, NODE_identifier);) {
		TSNode argument = node_field(path, "argument");
		bool dot = node_type_is(path, "field_expression") &&
		           node_type_is(node_field(path, "operator"), ".");
		bool element = node_type_is(path, "subscript_expression");
		if (!(dot || element) || (element && !is_array(unit, argument))) return (TSNode){0};
		path = node_bare(argument);
	}
	return path;
}

/* The name at the start of any path: self in self->first->next. */
static TSNode root_of(TSNode path)
{
	for (path = node_bare(path); !ts_node_is_null(path) && !node_is(path, NODE_identifier);)
		path = node_bare(node_field(
		        path, node_type_is(path, "cast_expression") ? "value" : "argument"));
	return path;
}

static void check_assigned(const struct trail *trail, TSNode assignment, TSNode place)
{
	struct unit *unit = trail->unit;
	TSNode target = node_field(assignment, "left"), owner = path_owner(unit, target);
	if (!ts_node_is_null(owner) && cursor_is_automatic(unit, declaration_at(unit, owner)))
		return;
	if (trail->inside && is_parameter(unit, trail->parameter, root_of(target))) return;
	report_kept(trail, place, target);
}

static void check_initialized(const struct trail *trail, TSNode declarator, TSNode place)
{
	struct unit *unit = trail->unit;
	TSNode name = declarator_name(node_field(declarator, "declarator"));
	CXCursor variable = types_declaration(unit, name);
	const struct kind *kind = type_kind(unit, unit->types->clang->getCursorType(variable));
	if (kind && kind->word == KIND_MESSAGE) report(trail, place, "put into a message");
	else if (!cursor_is_automatic(unit, variable)) report_kept(trail, place, name);
}

/* What a list initialises. The null node: it was judged. */
static TSNode through_list(struct trail *trail, TSNode place)
{
	struct unit *unit = trail->unit;
	TSNode list = node_parent(place);
	while (node_is(node_parent(list), NODE_initializer_list) ||
	       node_is(node_parent(list), NODE_initializer_pair))
		list = node_parent(list);
	TSNode around = node_parent(list);
	const struct kind *kind = NULL;
	CXType type;
	if (type_of(unit, around, &type)) {
		bool pointer = type_is_pointer(type_canonical(unit, type));
		kind = type_kind(unit, pointer ? unit->types->clang->getPointeeType(
		                                         type_canonical(unit, type))
		                               : type);
	}
	if (node_is(around, NODE_init_declarator)) check_initialized(trail, around, place);
	else if (kind && kind->word == KIND_MESSAGE) report(trail, place, "put into a message");
	else if (node_is(around, NODE_new_expression))
		report(trail, place, "kept in what 'new' makes");
	else if (node_is(around, NODE_compound_literal_expression)) {
		trail->literal = true;
		return around;
	}
	return (TSNode){0};
}

/* ---- calls ---- */

/* The function's name, if it wants an actor of the system's there; or null. */
static const char *wants_actor(const struct unit *unit, TSNode call, int index)
{
	if (node_text_is(&unit->syntax, node_field(call, "function"), "separate_of"))
		return "separate_of";
	for (size_t i = 0; i < unit->actor_call_count; i++) {
		const struct actor_call *known = &unit->actor_calls[i];
		const struct actor_function *of = known->of;
		if (ts_node_eq(known->node, call) && strcmp(of->name, "conc_is_replica") != 0 &&
		    index < (int)strlen(of->wants) && of->wants[index] == 'a')
			return of->name;
	}
	return NULL;
}

static void check_call(const struct trail *trail, TSNode place)
{
	struct unit *unit = trail->unit;
	TSNode list = node_parent(place);
	int index = 0;
	TSNode call = separate_argument(place, &index);
	const char *name = wants_actor(unit, call, index);
	char how[64];
	if (node_type_is(node_parent(node_parent(list)), "spawn_expression"))
		report(trail, place, "given to a task");
	else if (sends_has_call(unit, call))
		report(trail, place, index ? "sent" : "sent a message");
	else if (operation_call_sends(unit, call, index)) report(trail, place, "sent");
	else if (name) {
		snprintf(how, sizeof how, "given to '%s'", name);
		report(trail, place, how);
	}
}

/* ---- outwards ---- */

static bool is_pointer_at(struct unit *unit, TSNode node)
{
	CXType type;
	return !type_of(unit, node, &type) || type_is_pointer(type_canonical(unit, type));
}

/* Left of << stands what it is sent to, right of | what is sent. */
static TSNode through_operator(const struct trail *trail, TSNode parent, TSNode place)
{
	struct unit *unit = trail->unit;
	const char *operator= node_type(node_field(parent, "operator"));
	const struct operation *operation = operation_at(unit, parent);
	bool left = node_is_field(parent, "left", place);
	if (operation && ts_node_eq(operation_value(operation), place) && !left)
		report(trail, place, "sent");
	if (strcmp(operator, "|") == 0) report(trail, place, left ? "sent a message" : "sent");
	bool moves = strcmp(operator, "+") == 0 || strcmp(operator, "-") == 0;
	return moves && is_pointer_at(unit, parent) ? parent : (TSNode){0};
}

/* ({ …; self; }) */
static TSNode through_statement(TSNode statement)
{
	TSNode block = node_parent(statement), around = node_parent(block);
	bool last =
	        node_is(block, NODE_compound_statement) &&
	        node_is(around, NODE_parenthesized_expression) &&
	        ts_node_eq(node_named_child(block, node_named_child_count(block) - 1), statement);
	return last ? around : (TSNode){0};
}

/* What has the pointer's value, or the object that it points to; the null node: nothing more. */
static TSNode through_pointer(struct trail *trail, TSNode place)
{
	struct unit *unit = trail->unit;
	TSNode parent = node_parent(place);
	switch (node_kind(parent)) {
	case NODE_argument_list:
		check_call(trail, place);
		break;
	case NODE_binary_expression:
		return through_operator(trail, parent, place);
	case NODE_assignment_expression:
		if (node_is_field(parent, "right", place)) check_assigned(trail, parent, place);
		break;
	case NODE_expression_statement:
		return through_statement(parent);
	case NODE_init_declarator:
		check_initialized(trail, parent, place);
		break;
	case NODE_initializer_list:
	case NODE_initializer_pair:
		return through_list(trail, place);
	case NODE_pointer_expression:
		trail->object = !node_takes_address(parent);
		return trail->object && !trail->literal ? parent : (TSNode){0};
	default:
		if (node_type_is(parent, "cast_expression") && is_pointer_at(unit, parent))
			return parent;
		if (!node_type_is(parent, "field_expression") &&
		    !node_type_is(parent, "subscript_expression"))
			break;
		trail->object = trail->inside = true;
		return !trail->literal && node_is_field(parent, "argument", place) ? parent
		                                                                   : (TSNode){0};
	}
	return (TSNode){0};
}

/* A part of the lvalue, or a pointer to it. */
static TSNode through_object(struct trail *trail, TSNode place)
{
	struct unit *unit = trail->unit;
	TSNode parent = node_parent(place);
	bool array = is_array(unit, place);
	if (node_takes_address(parent)) {
		trail->object = false;
		return parent;
	}
	if (node_type_is(parent, "field_expression") &&
	    (array || node_type_is(node_field(parent, "operator"), "."))) {
		trail->inside = true;
		return parent;
	}
	if (array && !node_type_is(parent, "sizeof_expression")) {
		trail->object = false;
		return through_pointer(trail, place);
	}
	const struct send *send = send_at(unit, parent);
	if (!trail->inside && send && ts_node_eq(send->actor, place))
		report(trail, place, "sent a message");
	return (TSNode){0};
}

static void follow(struct trail *trail)
{
	while (!ts_node_is_null(trail->node)) {
		TSNode place = separate_place(trail->node);
		trail->node = trail->object ? through_object(trail, place)
		                            : through_pointer(trail, place);
	}
}

static void check_uses(struct unit *unit, const struct behaviour *behaviour,
                       const struct behaviour_parameter *parameter, bool *noted)
{
	TSTreeCursor cursor = ts_tree_cursor_new(behaviour->body);
	for (bool more = true; more;) {
		TSNode node = ts_tree_cursor_current_node(&cursor);
		if (is_parameter(unit, parameter, node)) {
			struct trail trail = {.unit = unit,
			                      .behaviour = behaviour,
			                      .parameter = parameter,
			                      .node = node,
			                      .noted = noted};
			follow(&trail);
		}
		if (ts_tree_cursor_goto_first_child(&cursor)) continue;
		while (!ts_tree_cursor_goto_next_sibling(&cursor))
			if (!(more = ts_tree_cursor_goto_parent(&cursor))) break;
	}
	ts_tree_cursor_delete(&cursor);
}

/* ---- delete ---- */

static void check_deletes(struct unit *unit, const struct behaviour *behaviour,
                          const struct behaviour_parameter *parameter, bool *noted)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		if (construct->kind != NODE_delete_statement ||
		    !node_is_inside(construct->node, behaviour->body))
			continue;
		TSNode operand = deleted_operand(construct);
		if (node_is(operand, NODE_argument_list)) operand = node_named_child(operand, 0);
		operand = node_bare(operand);
		struct trail trail = {.unit = unit,
		                      .behaviour = behaviour,
		                      .parameter = parameter,
		                      .noted = noted};
		if (is_parameter(unit, parameter, operand)) report(&trail, operand, "deleted");
	}
}

bool behaviour_may_replicate(const struct behaviour *behaviour)
{
	return behaviour->good && !ts_node_is_null(behaviour->body) &&
	       (behaviour->kind == NODE_export_definition ||
	        behaviour->kind == NODE_import_definition || !ts_node_is_null(behaviour->scalable));
}

void check_scalable_selves(struct unit *unit)
{
	for (size_t i = 0; i < unit->behaviour_count; i++) {
		const struct behaviour *behaviour = &unit->behaviours[i];
		bool both = behaviour->kind != NODE_receive_definition, noted = false;
		const struct behaviour_parameter *list[] = {&behaviour->self, &behaviour->message};
		for (int k = 0; behaviour_may_replicate(behaviour) && k <= both; k++) {
			check_uses(unit, behaviour, list[k], &noted);
			check_deletes(unit, behaviour, list[k], &noted);
		}
	}
}
