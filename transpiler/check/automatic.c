/* SPDX-License-Identifier: MIT */
/* Warns about the address of an automatic object that another thread gets and may use after the
 * object has ended:
 *
 *     void start(void) { struct job job = {1}; spawn work(&job); }
 *
 * It sees addresses in the construct itself: in an argument of a spawn, a value that is sent or
 * fulfils a future, a compound literal or a `new` there. It warns if nothing between the construct
 * and the end of the object's block may wait. Nearly every call may, and so do tasks, threads and
 * actors that end with the block. By the order of the text any wait silences it.
 *
 * A variable that is initialised with such an address, and that nothing changes, stands for it:
 *
 *     struct job job = {1}, *p = &job; spawn work(p);
 *
 * Rejected: following variables that change, and what functions return. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "waits.h"
#include "types/operation.h"
#include "types/send.h"
#include "types/separate.h"
#include "base/text.h"
#include "types/variable.h"

struct escape {
	struct unit *unit;
	TSNode construct;
	TSNode resource, object; /* the channel, future or actor; object: null node if only a
	                            pointer to it is known. A spawn has neither. */
	const char *who, *remedy;
};

static bool expression_waits(const struct unit *unit, TSNode node)
{
	if (node_is(node, NODE_call_expression))
		return !node_type_is(node_parent(node), "spawn_expression") &&
		       !call_never_waits(unit, node);
	if (!node_is(node, NODE_binary_expression)) return false;
	const struct operation *operation = operation_at(unit, node);
	return operation && operation->kind != OPERATION_NONE &&
	       operation->kind != OPERATION_FULFIL;
}

static bool waits(const struct escape *escape, TSNode node);

static bool waits_inside(const struct escape *escape, TSNode node)
{
	for (uint32_t i = 0; i < node_named_child_count(node); i++)
		if (waits(escape, node_named_child(node, i))) return true;
	return false;
}

static bool waits(const struct escape *escape, TSNode node)
{
	if (ts_node_eq(node, escape->construct)) return false;
	TSNode body = node_field(node, "body");
	bool spins = node_is_loop(node) && node_is(body, NODE_expression_statement) &&
	             node_named_child_count(body) == 0; /* while (!done); */
	return expression_waits(escape->unit, node) || node_is(node, NODE_waituntil_statement) ||
	       node_is(node, NODE_mutex_statement) || node_is(node, NODE_scope_statement) ||
	       node_is(node, NODE_separate_statement) || node_is(node, NODE_delete_statement) ||
	       spins || waits_inside(escape, node);
}

/* True if a statement after this one in its block may wait. Stops at a jump: *jump. */
static bool waits_behind(const struct escape *escape, TSNode statement, TSNode *jump)
{
	static const char *const jumps[] = {"return_statement", "goto_statement", "break_statement",
	                                    "continue_statement", NULL};
	for (TSNode next = ts_node_next_named_sibling(statement);
	     !ts_node_is_null(next) && ts_node_is_null(*jump);
	     next = ts_node_next_named_sibling(next)) {
		if (waits(escape, next)) return true;
		if (node_type_in(next, jumps)) *jump = next;
	}
	return false;
}

static bool waits_around(const struct escape *escape, TSNode node)
{
	TSNode parent = node_parent(node);
	if (node_is_loop(parent)) return waits_inside(escape, parent);
	if (node_is_field(parent, "consequence", node) || node_is_field(parent, "body", node) ||
	    node_type_is(parent, "else_clause"))
		return false;
	return expression_waits(escape->unit, parent) || waits_inside(escape, parent);
}

static bool waits_before_end(const struct escape *escape, TSNode block)
{
	for (TSNode node = escape->construct; !ts_node_eq(node, block);) {
		TSNode parent = node_parent(node), jump = {0};
		bool list = node_is(parent, NODE_compound_statement) ||
		            node_is(parent, NODE_case_statement);
		if (ts_node_is_null(parent) || node_is_function(parent)) return true; /* nested */
		if (list ? waits_behind(escape, node, &jump) : waits_around(escape, node))
			return true;
		if (node_is(jump, NODE_goto_statement)) return true;
		if (node_is(jump, NODE_return_statement) || node_is(parent, NODE_return_statement))
			return false;
		node = ts_node_is_null(jump) ? parent : jump;
		/* a break or continue leaves the loop or switch around it */
		while (!ts_node_is_null(jump) && !ts_node_is_null(node) && !node_is_loop(node) &&
		       !(node_type_is(jump, "break_statement") &&
		         node_is(node, NODE_switch_statement)))
			node = node_parent(node);
		if (!node_is_inside(node, block)) return false;
		if (node_is_loop(node) && waits_inside(escape, node)) return true;
	}
	return false;
}

static bool is_pointer_at(struct unit *unit, TSNode node)
{
	return type_is_pointer(type_at(unit, node));
}

static TSNode block_around(TSNode node)
{
	while (!ts_node_is_null(node) && !node_is(node, NODE_compound_statement) &&
	       !node_is(node, NODE_for_statement) && !node_is_function(node))
		node = node_parent(node);
	return node_is_function(node) ? node_field(node, "body") : node; /* a parameter's */
}

/* Like declaration_at, also for the operand of a shift, which the shadow wraps in more text. */
static CXCursor variable_at(const struct unit *unit, TSNode name)
{
	const struct types *types = unit->types;
	int at = types_find(types, node_start(name), node_end(name));
	for (size_t i = (size_t)at; at >= 0 && i < types->count; i++) {
		const struct indexed *entry = &types->list[i];
		if (!node_is_at(name, entry->start, entry->end)) break;
		if (entry->kind == CXCursor_DeclRefExpr)
			return types->clang->getCursorReferenced(entry->cursor);
	}
	return types->clang->getNullCursor();
}

/* The variable that path is a part of. None: a parameter that is a pointer or an array. */
static TSNode variable_of(struct unit *unit, TSNode path)
{
	const struct clang *clang = unit->types->clang;
	TSNode name = path_owner(unit, path);
	CXCursor variable = variable_at(unit, name);
	enum CXCursorKind kind = clang->getCursorKind(variable);
	if (kind == CXCursor_VarDecl) return name;
	CXType type = type_canonical(unit, clang->getCursorType(variable));
	bool pointer = type_is_pointer(type) || type_is_array(type);
	return kind == CXCursor_ParmDecl && !pointer ? name : (TSNode){0};
}

static TSNode block_of(struct unit *unit, TSNode name)
{
	if (ts_node_is_null(name)) return name;
	CXCursor variable = variable_at(unit, name);
	if (!cursor_is_automatic(unit, variable) ||
	    unit->types->clang->getCursorTLSKind(variable) != CXTLS_None)
		return (TSNode){0};
	uint32_t at = (uint32_t)cursor_offset(unit, variable);
	return block_around(unit_node_at(unit, at, at));
}

static void check_object(const struct escape *escape, TSNode object)
{
	struct unit *unit = escape->unit;
	bool literal = node_is(object, NODE_compound_literal_expression);
	TSNode block = literal ? block_around(object) : block_of(unit, object);
	if (ts_node_is_null(block)) return;
	/* main's variables end with the program; a thread's main is renamed in the shadow */
	TSNode function = node_parent(block);
	CXCursor declared =
	        types_declaration(unit, declarator_name(node_field(function, "declarator")));
	char *spelling = cursor_spelling(unit, declared);
	bool safe = node_is(function, NODE_function_definition) && strcmp(spelling, "main") == 0;
	free(spelling);
	/* the channel, future or actor may end with the block, or before it */
	TSNode ends = block_of(unit, variable_of(unit, escape->object));
	safe |= !ts_node_is_null(ends) && node_is_inside(ends, block);
	/* a scope statement in the block may wait for the construct */
	for (TSNode at = escape->construct; node_is_inside(at, block); at = node_parent(at))
		safe |= node_is(node_parent(at), NODE_scope_statement);
	if (safe || block_joins(unit, block) || waits_before_end(escape, block)) return;
	char *name = literal ? text_format("this compound literal")
	                     : text_format("'%.*s'", NODE_ARG(unit, object));
	char *what = node_text(unit,
	                       ts_node_is_null(escape->object) ? escape->resource : escape->object);
	WARNING_AT(unit, "conc-dangling-pointer", object,
	           "%s may have ended when %s%s%s%s uses it: %s, or make it static or with 'new'",
	           name, escape->who, *what ? " '" : "", what, *what ? "'" : "", escape->remedy);
	NOTE_AT(unit, last_token(block), "it ends here, and nothing in between waits");
	free(what);
	free(name);
}

static void automatic_check_value(const struct escape *escape, TSNode node);

struct member_search {
	struct unit *unit;
	CXCursor variable;
	bool found;
};

static void look_for_member_change(TSNode node, void *data)
{
	struct member_search *search = data;
	if (!node_is(node, NODE_assignment_expression)) return;
	TSNode owner = path_owner(search->unit, node_field(node, "left"));
	search->found |= !ts_node_is_null(owner) &&
	                 search->unit->types->clang->equalCursors(variable_at(search->unit, owner),
	                                                          search->variable);
}

/* Returns the initialiser of a local pointer or structure that keeps its value, or the null node.
 */
static TSNode kept_value(struct unit *unit, TSNode name)
{
	CXCursor variable = variable_at(unit, name);
	if (unit->types->clang->getCursorKind(variable) != CXCursor_VarDecl ||
	    !cursor_is_automatic(unit, variable) ||
	    !type_has_data_pointer(unit, unit->types->clang->getCursorType(variable)) ||
	    !variable_is_fixed(unit, variable))
		return (TSNode){0};
	size_t at = cursor_offset(unit, variable);
	TSNode declared = unit_node_at(unit, at, at + 1),
	       holder = node_ancestor(declared, NODE_init_declarator);
	if (ts_node_is_null(holder) || node_is_inside(name, holder) || /* T *p = p; */
	    !ts_node_eq(declarator_name(node_field(holder, "declarator")), declared))
		return (TSNode){0};
	TSNode value = node_field(holder, "value");
	struct member_search search = {.unit = unit, .variable = variable};
	if (node_is(value, NODE_initializer_list))
		node_each(enclosing_function(declared), look_for_member_change, &search);
	return search.found ? (TSNode){0} : value;
}

static void check_list(const struct escape *escape, TSNode list)
{
	for (uint32_t i = 0; i < node_named_child_count(list); i++) {
		TSNode child = node_named_child(list, i);
		bool pair = node_is(child, NODE_initializer_pair);
		automatic_check_value(escape, pair ? node_field(child, "value") : child);
	}
}

static void check_address(const struct escape *escape, TSNode path)
{
	TSNode bare = node_bare(path), name = variable_of(escape->unit, bare);
	bool literal = node_is(bare, NODE_compound_literal_expression);
	if (literal) check_list(escape, node_field(bare, "value"));
	if (literal || !ts_node_is_null(name)) check_object(escape, literal ? bare : name);
}

static void automatic_check_value(const struct escape *escape, TSNode node)
{
	node = node_bare(node);
	if (node_takes_address(node)) check_address(escape, node_field(node, "argument"));
	else if (node_type_is(node, "cast_expression"))
		automatic_check_value(escape, node_field(node, "value"));
	else if (node_type_is(node, "comma_expression"))
		automatic_check_value(escape, node_field(node, "right"));
	else if (node_type_is(node, "conditional_expression")) {
		automatic_check_value(escape, node_field(node, "consequence"));
		automatic_check_value(escape, node_field(node, "alternative"));
	} else if (node_is(node, NODE_binary_expression) && is_pointer_at(escape->unit, node)) {
		automatic_check_value(escape, node_field(node, "left"));
		automatic_check_value(escape, node_field(node, "right"));
	} else if (node_is(node, NODE_initializer_list)) check_list(escape, node);
	else if (node_is(node, NODE_new_expression))
		check_list(escape, node_field(node, "initializer"));
	else if (is_array_at(escape->unit, node)) check_address(escape, node);
	else if (node_is(node, NODE_identifier))
		automatic_check_value(escape, kept_value(escape->unit, node));
	else if (node_is(node, NODE_compound_literal_expression))
		check_list(escape, node_field(node, "value"));
}

static TSNode automatic_object_of(TSNode resource, bool pointer)
{
	resource = node_bare(resource);
	if (node_takes_address(resource)) return node_bare(node_field(resource, "argument"));
	return pointer ? (TSNode){0} : resource;
}

static void check_spawn(struct unit *unit, TSNode node)
{
	enum { ENOUGH = 8 };
	TSNode arguments[ENOUGH];
	const struct escape escape = {.unit = unit,
	                              .construct = node,
	                              .who = "the spawned thread",
	                              .remedy = "wait for the thread, pass a copy"};
	int count = node_arguments(node_field(node, "call"), arguments, ENOUGH);
	for (int i = 0; i < count && i < ENOUGH; i++) automatic_check_value(&escape, arguments[i]);
}

static void check_operation(struct unit *unit, const struct operation *operation)
{
	bool call = operation->kind == OPERATION_CALL,
	     fulfil = operation->kind == OPERATION_FULFIL || (call && operation->of->first == 'f');
	if (call ? sends_has_call(unit, operation->node) || operation->of->second != 'v' ||
	                    operation->argument_count < 2
	         : operation->kind != OPERATION_SEND && !fulfil)
		return;
	TSNode resource = call ? operation->arguments[0] : operation_resource(operation);
	const struct escape escape = {
	        .unit = unit,
	        .construct = operation->node,
	        .resource = resource,
	        .object = automatic_object_of(resource, call || operation->pointer),
	        .who = fulfil ? "a reader of" : "the receiver from",
	        .remedy = "wait until then, send a copy"};
	automatic_check_value(&escape, call ? operation->arguments[1] : operation_value(operation));
}

static void check_send(struct unit *unit, const struct send *send)
{
	const struct escape escape = {
	        .unit = unit,
	        .construct = send->node,
	        .resource = send->actor,
	        .object = automatic_object_of(send->actor, is_pointer_at(unit, send->actor)),
	        .who = "actor",
	        .remedy = "wait until then, send a copy"};
	for (size_t i = 0; i < send->step_count; i++)
		automatic_check_value(&escape, send->steps[i].message);
}

void check_automatic(struct unit *unit)
{
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind == NODE_spawn_expression)
			check_spawn(unit, unit->constructs[i].node);
	for (size_t i = 0; i < unit->operation_count; i++)
		check_operation(unit, &unit->operations[i]);
	for (size_t i = 0; i < unit->send_count; i++)
		if (unit->sends[i].state == SEND_ACTOR) check_send(unit, &unit->sends[i]);
}
