/* SPDX-License-Identifier: MIT */
/* Walks through a function once, and notes its uses of objects that others may know, what may
 * order them, its conditions and loops. The nodes around a node are kept on the way down: to ask
 * for a parent is slow where code is nested deeply. */
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "base/text.h"
#include "check.h"
#include "held.h"
#include "place.h"
#include "shared_walk.h"
#include "types/operation.h"
#include "types/send.h"
#include "types/separate.h"
#include "types/variable.h"

TSNode walk_outside(const struct walk *walk)
{
	size_t depth = walk->depth;
	while (depth && node_is(walk->around[depth - 1], NODE_parenthesized_expression)) depth--;
	return depth ? walk->around[depth - 1] : (TSNode){0};
}

/* ---- Uses ---- */

static bool is_read_only(struct unit *unit, CXCursor variable)
{
	const struct clang *clang = unit->types->clang;
	char *type = type_written(unit, clang->getCursorType(variable));
	bool signal = strstr(type, "sig_atomic_t");
	free(type);
	return signal || clang->getCursorTLSKind(variable) != CXTLS_None;
}

static void note_lock(struct walk *walk, struct lock_marks *locks, TSNode operand)
{
	bool reading;
	TSNode lock = lock_operand(walk->unit, operand, &reading);
	lock_mark(locks, shared_lock(walk->shared, lock), reading ? LOCK_READING : LOCK_WRITING);
}

static void mark_parameters(struct walk *walk, struct lock_marks *locks)
{
	const struct function *function = &walk->shared->graph.functions[walk->index];
	for (int i = 0; i < PARAMETERS && walk->function->parameters[i] >= 0; i++) {
		TSNode name = function_parameter(function, i), qualifier = lock_qualifier(name);
		bool in_array = false;
		if (ts_node_is_null(qualifier)) continue;
		int place = shared_place(walk->shared, text_format("@%zu*", node_start(name)),
		                         &in_array);
		lock_mark(locks, place == NO_PLACE ? ANY_LOCK : place,
		          ts_node_is_null(node_field(qualifier, "mode")) ? LOCK_WRITING
		                                                         : LOCK_READING);
	}
}

/* The locks that are held there. Calls are asked for when the whole function is known. */
void walk_mark_locks(struct walk *walk, TSNode node, struct lock_marks *locks)
{
	enum { ENOUGH = 32 };
	TSNode operands[ENOUGH];
	for (size_t i = 0; i < walk->depth; i++) {
		TSNode around = walk->around[i];
		bool statement = node_is(around, NODE_mutex_statement);
		if ((!statement && !node_is(around, NODE_wait_clause)) ||
		    !node_is_inside(node, node_field(around, "body")))
			continue;
		if (statement) {
			int count = node_fields(around, "operand", operands, ENOUGH);
			for (int o = 0; o < count && o < ENOUGH; o++)
				note_lock(walk, locks, operands[o]);
		} else {
			note_lock(walk, locks, node_field(around, "condition"));
		}
	}
	mark_parameters(walk, locks);
}

void walk_add_use(struct walk *walk, struct shared_use use)
{
	struct shared_function *function = walk->function;
	const struct shared_place *place = &walk->shared->places[use.place];
	if (unit_is_unchecked(walk->unit, use.tree)) return;
	if (place->automatic && !function->has_starts && !strchr(place->text, '*')) return;
	use.actor = NO_PLACE;
	use.node = (struct range){node_start(use.tree), node_end(use.tree)};
	walk_mark_locks(walk, use.tree, &use.locks);
	*GROW(function->uses, function->count, function->room) = use;
	function->own = function->count;
}

static bool is_path(TSNode node)
{
	return node_is(node, NODE_identifier) || node_type_is(node, "field_expression") ||
	       node_type_is(node, "subscript_expression") ||
	       (node_is(node, NODE_pointer_expression) && node_has_operator(node, "*"));
}

/* Is the name in a declaration, or the path only a part of a longer one? */
static bool is_no_use(struct walk *walk, TSNode node, TSNode parent)
{
	if (node_takes_address(parent)) return true;
	if (node_is(parent, NODE_init_declarator))
		return node_is_inside(node, node_field(parent, "declarator"));
	if (is_part(walk->unit, parent))
		return node_is_inside(node, node_field(parent, "argument"));
	static const char *const declarators[] = {
	        "declaration",           "pointer_declarator", "array_declarator",
	        "function_declarator",   "labeled_statement",  "attributed_declarator",
	        "parameter_declaration", "initializer_pair",   NULL};
	return node_type_in(parent, declarators) && node_is(node, NODE_identifier) &&
	       !node_is_field(parent, "size", node) && !node_is_field(parent, "value", node);
}

static void look_at_path(struct walk *walk, TSNode node)
{
	struct unit *unit = walk->unit;
	const struct clang *clang = unit->types->clang;
	TSNode parent = walk_outside(walk), root = path_root(node);
	if (ts_node_is_null(root) || is_no_use(walk, node, parent)) return;
	CXCursor variable = declaration_at(unit, root);
	if (clang->Cursor_isNull(variable)) return;
	enum CXCursorKind kind = clang->getCursorKind(variable);
	bool fixed = shared_is_static(unit, variable), name = node_is(node, NODE_identifier);
	if ((kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl) ||
	    (!fixed && name && !walk->function->has_starts) || is_read_only(unit, variable))
		return;
	CXType type = type_at(unit, node);
	if (type.kind == CXType_Invalid || type_is_array(type) || type_is_function(type)) return;
	bool writes = is_written(unit, node, parent);
	const struct separate_use *client = separate_use_at(unit, root);
	if (client) walk_add_sync(walk, node, walk_effects_of_separate(client));
	if (type.kind == CXType_Atomic)
		walk_add_sync(walk, writes ? parent : node, SYNC_SEES | (writes ? SYNC_GIVES : 0));
	if (path_is_free(unit, node) || path_is_protected(unit, &walk->shared->guards, node))
		return;
	struct shared_use use = {.tree = node, .at = root, .writes = writes};
	use.place = shared_place_of(walk->shared, node, &use.in_array);
	if (use.place != NO_PLACE) walk_add_use(walk, use);
}

/* ---- Conditions, loops, values ---- */

static struct shared_condition *add_condition(struct walk *walk, TSNode condition, size_t start,
                                              size_t end)
{
	struct shared_function *function = walk->function;
	struct shared_condition *added =
	        GROW(function->conditions, function->condition_count, function->condition_room);
	*added = (struct shared_condition){
	        .condition = condition, .at = node_start(condition), .start = start, .end = end};
	return added;
}

static void add_loop(struct walk *walk, TSNode loop)
{
	struct shared_function *function = walk->function;
	TSNode condition = node_field(loop, "condition");
	if (!function->loop_count ||
	    function->loops[function->loop_count - 1].end <= node_start(loop))
		*GROW(function->loops, function->loop_count, function->loop_room) =
		        (struct range){node_start(loop), node_end(loop)};
	if (!ts_node_is_null(condition))
		add_condition(walk, condition, node_start(loop),
		              node_end(walk->shared->graph.functions[walk->index].node))
		        ->loop = true;
}

/* What follows a jump depends on the conditions around it, too. */
static void note_jump(struct walk *walk, TSNode jump)
{
	struct shared_function *function = walk->function;
	for (size_t i = 0; i < function->condition_count; i++) {
		struct shared_condition *condition = &function->conditions[i];
		if (condition->start <= node_start(jump) && node_end(jump) <= condition->end)
			condition->end = node_end(walk->shared->graph.functions[walk->index].node);
	}
}

static void add_value(struct walk *walk, TSNode name, bool declared, TSNode value)
{
	struct unit *unit = walk->unit;
	struct shared_function *function = walk->function;
	name = node_bare(name);
	if (!node_is(name, NODE_identifier)) return;
	CXCursor variable = declared ? types_declaration(unit, name) : declaration_at(unit, name);
	if (unit->types->clang->Cursor_isNull(variable) || !cursor_is_automatic(unit, variable))
		return;
	*GROW(function->values, function->value_count, function->value_room) =
	        (struct shared_value){cursor_offset(unit, variable), value};
}

static void look_at_condition(struct walk *walk, TSNode node)
{
	TSNode condition = node_field(node, "condition");
	if (node_is_loop(node)) add_loop(walk, node);
	else if (node_type_is(node, "if_statement") || node_is(node, NODE_switch_statement) ||
	         node_type_is(node, "conditional_expression"))
		add_condition(walk, condition, node_end(condition), node_end(node));
	else if (node_is(node, NODE_binary_expression) &&
	         (node_has_operator(node, "&&") || node_has_operator(node, "||")))
		add_condition(walk, node_field(node, "left"), node_start(node_field(node, "right")),
		              node_end(node));
}

static void look_at_value(struct walk *walk, TSNode node)
{
	if (node_is(node, NODE_init_declarator))
		add_value(walk, declarator_name(node_field(node, "declarator")), true,
		          node_field(node, "value"));
	else if (node_is(node, NODE_assignment_expression))
		add_value(walk, node_field(node, "left"), false, node_field(node, "right"));
	else if (node_takes_address(node))
		add_value(walk, node_field(node, "argument"), false, (TSNode){0});
	else if (node_is(node, NODE_binary_expression) && operation_at(walk->unit, node))
		add_value(walk, node_field(node, "left"), false, (TSNode){0});
}

/* ---- The walk ---- */

static bool is_jump(TSNode node)
{
	static const char *const jumps[] = {"return_statement", "break_statement",
	                                    "continue_statement", "goto_statement", NULL};
	return node_type_in(node, jumps);
}

static bool is_exit(const struct walk *walk, TSNode node)
{
	static const char *const exits[] = {"exit", "abort", "_exit", "quick_exit", NULL};
	return node_is(node, NODE_call_expression) &&
	       node_text_in(&walk->unit->syntax, node_field(node, "function"), exits);
}

/* Returns false if nothing in the node is to be looked at. */
static bool look(struct walk *walk, TSNode node)
{
	if (is_unevaluated(node) || node_is_function(node)) return false;
	look_at_condition(walk, node);
	look_at_value(walk, node);
	if (is_jump(node) || is_exit(walk, node)) note_jump(walk, node);
	if (is_path(node)) look_at_path(walk, node);
	switch (node_kind(node)) {
	case NODE_call_expression:
		walk_call(walk, node);
		break;
	case NODE_binary_expression:
		walk_binary(walk, node);
		break;
	case NODE_delete_statement:
		walk_delete(walk, node);
		break;
	case NODE_mutex_statement:
		walk_mutex(walk, node);
		break;
	case NODE_separate_statement:
		if (!ts_node_is_null(node_field(node, "require")))
			walk_add_sync(walk, node, SYNC_TAKES | SYNC_SEES);
		break;
	case NODE_waituntil_statement:
	case NODE_gnu_asm_expression:
		walk_add_sync(walk, node, SYNC_ALL);
		break;
	case NODE_labeled_statement:
		walk->function->has_labels = true;
		break;
	default:
		break;
	}
	return true;
}

static void descend(struct walk *walk, TSNode body)
{
	TSTreeCursor cursor = ts_tree_cursor_new(body);
	for (bool more = true; more;) {
		TSNode node = ts_tree_cursor_current_node(&cursor);
		if (look(walk, node) && ts_tree_cursor_goto_first_child(&cursor)) {
			*GROW(walk->around, walk->depth, walk->room) = node;
			continue;
		}
		while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
			more = ts_tree_cursor_goto_parent(&cursor);
			if (more) walk->depth--;
		}
	}
	ts_tree_cursor_delete(&cursor);
}

/* Does a call before that one take or give back the same lock? */
static bool is_asked(const struct shared_function *function, size_t sync)
{
	for (size_t i = 0; i < sync; i++)
		if (function->syncs[i].lock == function->syncs[sync].lock) return true;
	return false;
}

/* The locks that calls have taken. */
static void mark_called(struct walk *walk, TSNode at, struct lock_marks *locks)
{
	const struct shared_function *function = walk->function;
	for (size_t i = 0; i < function->sync_count; i++) {
		int lock = function->syncs[i].lock;
		if (lock == NO_PLACE || is_asked(function, i)) continue;
		enum held held = lock == ANY_LOCK ? HELD_UNSURE
		                                  : lock_held(&walk->shared->live, walk->index,
		                                              walk->shared->places[lock].text, at);
		if (held != HELD_NOT)
			lock_mark(locks, lock, held == HELD_READING ? LOCK_READING : LOCK_WRITING);
	}
}

static void mark_calls(struct walk *walk)
{
	struct shared_function *function = walk->function;
	if (!function->calls_locks) return;
	for (size_t i = 0; i < function->own; i++)
		mark_called(walk, function->uses[i].at, &function->uses[i].locks);
	for (size_t i = 0; i < function->sync_count; i++)
		if (function->syncs[i].callee >= 0 || function->syncs[i].outside)
			mark_called(walk, function->syncs[i].node, &function->syncs[i].held);
}

void shared_walk(struct shared *shared, int index)
{
	struct walk walk = {.shared = shared,
	                    .unit = shared->unit,
	                    .function = &shared->functions[index],
	                    .index = index};
	const struct function *function = &shared->graph.functions[index];
	for (int i = 0; i < PARAMETERS; i++) {
		TSNode name = function_parameter(function, i);
		walk.function->changes[i] = -1;
		walk.function->parameters[i] = ts_node_is_null(name) ? -1 : (long)node_start(name);
	}
	descend(&walk, node_field(function->node, "body"));
	mark_calls(&walk);
	free(walk.around);
}
