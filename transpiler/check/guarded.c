/* SPDX-License-Identifier: MIT */
/* Warns about data with a lock that is used without it: members of monitors, members and variables
 * with `guarded (lock)`, and calls of functions whose parameter is `held`.
 *
 *     long peek(account *a) { return a->balance; }      'balance' is read without the lock of 'a'
 *
 * A use is right if the lock is held there (held.h), or if the function owns the object (owned.h).
 * Otherwise all its callers in the unit must hold the lock of the object that they pass, or own it;
 * and so on. The program's main may use anything as long as nothing that it started runs. A
 * function in which a thread begins, or that nobody calls in this unit, must do it itself. The lock
 * of a `held` parameter must be held, whoever owns the object. Who deletes an object in any case
 * behind the use has it alone, or makes a worse mistake.
 *
 * Not reported: members that are const, atomic, or synchronise themselves; addresses; what is not
 * evaluated; a use whose lock may be held, as far as one can see; functions whose address is taken,
 * since nobody knows who calls them; functions in functions.
 *
 * Rejected: a warning for each caller of a function. The use is where the mistake is mended. */
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "check.h"
#include "base/text.h"
#include "guard.h"
#include "held.h"
#include "owned.h"
#include "place.h"
#include "types/operation.h"
#include "types/variable.h"

enum { ASKED_MAX = 256 };

/* A function that was asked whether its callers may use an object. A graph of calls has more paths
 * than functions, and recursion makes new objects, as in f(a->left), f(a->right). */
struct asked {
	int function;
	char *object, *lock;
};

/* A use of guarded data. */
struct access {
	TSNode node; /* a field_expression, a variable's name, or the argument for a held parameter
	              */
	TSNode base; /* of a monitor's member: the monitor */
	const struct guard *guard; /* or null */
	TSNode call;               /* with the argument; or the null node */
	int function;
	bool writes;
	bool kept; /* its address, beyond the expression: -fconc-safe */
};

/* A parameter with the held qualifier. */
struct held_parameter {
	TSNode function, qualifier; /* function: its name */
	int index;
};

struct guarded {
	struct unit *unit;
	struct call_graph graph;
	struct live live;
	struct guards guards;
	struct held_parameter *held;
	size_t held_count, held_room;
	struct access *list;
	size_t count, room;
	struct asked *asked; /* about one use */
	size_t asked_count, asked_room;
	size_t unevaluated; /* the end of the last sizeof and the like */
};

/* ---- Finding the uses ---- */

static void add_access(struct guarded *guarded, struct access access)
{
	access.function = call_graph_at(&guarded->graph, access.node);
	if (access.function < 0 ||
	    !ts_node_is_null(enclosing_function(guarded->graph.functions[access.function].node)))
		return; /* libclang does not know functions in functions */
	*GROW(guarded->list, guarded->count, guarded->room) = access;
}

/* The argument of a call whose lock must be held. */
static void look_for_held(struct guarded *guarded, TSNode call)
{
	enum { ENOUGH = 32 };
	TSNode function = node_field(call, "function"), arguments[ENOUGH];
	for (size_t i = 0; i < guarded->held_count; i++) {
		const struct held_parameter *held = &guarded->held[i];
		if (!same_text(guarded->unit->syntax.text, held->function, function) ||
		    node_arguments(call, arguments, ENOUGH) <= held->index || held->index >= ENOUGH)
			continue;
		add_access(guarded, (struct access){.node = arguments[held->index],
		                                    .call = call,
		                                    .writes = ts_node_is_null(
		                                            node_field(held->qualifier, "mode"))});
	}
}

/* Does the address outlive the expression? It does not as an argument, or under * and []. */
static bool is_kept(TSNode address)
{
	TSNode parent = node_outside(address);
	while (node_type_is(parent, "cast_expression") || node_is(parent, NODE_binary_expression)) {
		address = parent;
		parent = node_outside(parent);
	}
	return !node_is(parent, NODE_argument_list) && !node_is(parent, NODE_pointer_expression) &&
	       !node_type_is(parent, "subscript_expression") &&
	       !node_type_is(parent, "field_expression") &&
	       !node_is(parent, NODE_expression_statement);
}

static void look_for_access(TSNode node, void *data)
{
	struct guarded *guarded = data;
	struct unit *unit = guarded->unit;
	bool field = node_type_is(node, "field_expression");
	if (is_unevaluated(node) && node_end(node) > guarded->unevaluated)
		guarded->unevaluated = node_end(node);
	if (node_start(node) < guarded->unevaluated) return;
	if (guarded->held_count && node_is(node, NODE_call_expression))
		look_for_held(guarded, node);
	if (!field && !node_is(node, NODE_identifier)) return;
	const struct guard *guard = guard_at(unit, &guarded->guards, node);
	if (guard ? node_start(guard->name) == node_start(node)
	          : !field || !is_of_monitor(unit, node) || separate_use_at_root(unit, node))
		return; /* a separate object is its handler's */
	CXCursor member = declaration_at(unit, node);
	if (!guard && (unit->types->clang->getCursorKind(member) != CXCursor_FieldDecl ||
	               needs_no_lock(unit, unit->types->clang->getCursorType(member))))
		return;
	TSNode path = whole_path(unit, node), parent = node_outside(path);
	struct access access = {.node = node,
	                        .base = node_field(node, "argument"),
	                        .guard = guard,
	                        .writes = is_written(unit, path, parent)};
	TSNode address = address_of_path(unit, path);
	if (!ts_node_is_null(address) && unit->settings->safe) {
		access.writes |= address_writes(unit, address);
		access.kept = is_kept(address);
	} else if (node_takes_address(parent)) {
		return;
	}
	add_access(guarded, access);
}

/* ---- Excuses ---- */

/* Why a use is not excused: the call on the way to it, or where others got the object. */
struct blame {
	TSNode call, since;
	bool reading; /* the call holds the lock for reading only */
};

/* Returns the place of the same object in a caller, or "?": it is not known there; heap copy. */
static char *place_in_caller(struct unit *unit, const struct function *callee, TSNode call,
                             const char *place)
{
	long root = place_root(place);
	if (root >= 0) {
		TSNode name = unit_node_at(unit, (size_t)root, (size_t)root + 1);
		CXCursor variable = types_declaration(unit, name);
		if (!cursor_is_automatic(unit, variable)) return text_copy(place, strlen(place));
		int index = function_parameter_at(callee, root);
		char *end;
		strtol(place + 1, &end, 10);
		TSNode arguments[32];
		if (index >= 0 && index < 32 && *end == '*' &&
		    index < node_arguments(call, arguments, 32) &&
		    !variable_changes(unit, callee->node, variable)) {
			struct text text = {0};
			place_pointed(unit, arguments[index], &text);
			text_puts(&text, end + 1);
			return text.bytes;
		}
	}
	return text_copy("?", 1);
}

/* What is used, and the lock that it needs, as a function sees them. */
struct need {
	const char *object, *lock;
	bool held;   /* the lock must be held, whoever owns the object */
	bool writes; /* and not for reading only */
};

static bool excused(struct guarded *guarded, int function, const struct need *need, TSNode at,
                    struct blame *blame);

/* Is it an object that a handler calls its own function on? */
static bool is_handlers(const struct function *function, const char *object)
{
	TSNode self = function_parameter(function, 0);
	char *place = text_format("@%zu*", node_start(self));
	bool own = text_starts(object, place);
	free(place);
	return own;
}

static bool caller_excuses(struct guarded *guarded, const struct call *call,
                           const struct need *need, struct blame *blame)
{
	const struct function *callee = &guarded->graph.functions[call->callee];
	if (call->separate) return is_handlers(callee, need->object);
	char *object = place_in_caller(guarded->unit, callee, call->node, need->object),
	     *lock = place_in_caller(guarded->unit, callee, call->node, need->lock);
	struct need there = {object, lock, need->held, need->writes};
	enum held held = lock_held(&guarded->live, call->caller, lock, call->node);
	bool reading = held == HELD_READING && need->writes;
	if (held == HELD_UNSURE && guarded->unit->settings->safe) held = HELD_NOT;
	bool right = !reading && (held != HELD_NOT ||
	                          excused(guarded, call->caller, &there, call->node, blame));
	blame->reading |= reading;
	free(object);
	free(lock);
	return right;
}

/* Returns whether the function was asked before. Notes that it is now. */
static bool was_asked(struct guarded *guarded, int function, const struct need *need)
{
	for (size_t i = 0; i < guarded->asked_count; i++) {
		const struct asked *asked = &guarded->asked[i];
		if (asked->function == function && strcmp(asked->object, need->object) == 0 &&
		    strcmp(asked->lock, need->lock) == 0)
			return true;
	}
	*GROW(guarded->asked, guarded->asked_count, guarded->asked_room) =
	        (struct asked){function, text_copy(need->object, strlen(need->object)),
	                       text_copy(need->lock, strlen(need->lock))};
	return false;
}

static void forget_asked(struct guarded *guarded)
{
	for (size_t i = 0; i < guarded->asked_count; i++) {
		free(guarded->asked[i].object);
		free(guarded->asked[i].lock);
	}
	guarded->asked_count = 0;
}

static void look_for_jump(TSNode node, void *data)
{
	static const char *const jumps[] = {"return_statement", "break_statement",
	                                    "continue_statement", "goto_statement", NULL};
	*(bool *)data |= node_type_in(node, jumps);
}

/* free, or the program's own: queue_free, g_free, ZSTD_customFree */
static bool is_freeing(const struct unit *unit, TSNode call)
{
	char *name = node_text(unit, node_field(call, "function"));
	bool frees = unit->settings->safe
	                     ? strcmp(name, "free") == 0
	                     : strstr(name, "free") || strstr(name, "Free") || strstr(name, "FREE");
	free(name);
	return frees;
}

/* Does it end the life of the object: delete o; free(o); my_free(allocator, o); */
static bool deletes(struct unit *unit, TSNode statement, const char *object)
{
	enum { ENOUGH = 8 };
	TSNode operands[ENOUGH] = {node_field(statement, "operand")},
	       call = node_named_child(statement, 0);
	int count = 1;
	bool same = false;
	if (!node_type_is(statement, "delete_statement")) {
		if (!node_is(statement, NODE_expression_statement) ||
		    !node_is(call, NODE_call_expression) || !is_freeing(unit, call))
			return false;
		count = node_arguments(call, operands, ENOUGH);
	}
	for (int i = 0; i < count && i < ENOUGH && !same; i++) {
		struct text place = {0};
		place_pointed(unit, operands[i], &place);
		same = place.bytes && strcmp(place.bytes, object) == 0;
		text_free(&place);
	}
	return same;
}

/* Does the function delete the object behind this node in any case? Then nobody else has it, or the
 * mistake is another one. */
static bool deletes_later(const struct guarded *guarded, TSNode at, const char *object)
{
	bool jumps = false;
	for (TSNode node = at; !ts_node_is_null(node) && !node_is_function(node);
	     node = node_parent(node)) {
		if (!node_is(node_parent(node), NODE_compound_statement)) continue;
		for (TSNode next = node; !ts_node_is_null(next);
		     next = ts_node_next_named_sibling(next)) {
			if (deletes(guarded->unit, next, object)) return true;
			node_each(next, look_for_jump, &jumps);
			if (jumps) return false;
		}
	}
	return false;
}

/* May the function use the object at a node without the lock? */
static bool excused(struct guarded *guarded, int function, const struct need *need, TSNode at,
                    struct blame *blame)
{
	const struct call_graph *graph = &guarded->graph;
	const struct function *around = &graph->functions[function];
	TSNode since = {0};
	bool called = false;
	if (around->is_invariant) return true;
	if (!need->held && owned_at(&guarded->live, function, need->object, at, &since))
		return true;
	if (!need->held && ts_node_is_null(since) && around->is_program) {
		const struct start *start = live_at(&guarded->live, function, at);
		if (!start) return true;
		since = start->node;
	}
	if (ts_node_is_null(blame->since)) blame->since = since;
	if (deletes_later(guarded, at, need->object)) return true;
	if (around->by_pointer && !around->entered && ts_node_is_null(since))
		return !guarded->unit->settings->safe;
	if (!ts_node_is_null(since) || around->entered || around->is_program) return false;
	if (was_asked(guarded, function, need)) return true;
	if (guarded->asked_count > ASKED_MAX) return !guarded->unit->settings->safe;
	for (size_t i = 0; i < graph->call_count; i++) {
		const struct call *call = &graph->calls[i];
		if (call->callee != function) continue;
		called = true;
		if (caller_excuses(guarded, call, need, blame)) continue;
		if (ts_node_is_null(blame->call)) blame->call = call->node;
		return false;
	}
	return called;
}

/* ---- Reports ---- */

/* Returns what a mutex statement takes: "a", "q->lock"; heap copy. */
static char *operand_said(const struct unit *unit, const struct access *access)
{
	TSNode lock = node_bare(ts_node_is_null(access->call) ? access->base : access->node);
	if (access->guard && !ts_node_is_null(access->guard->members) && !ts_node_is_null(lock))
		return text_format("%.*s%s%.*s", NODE_ARG(unit, lock),
		                   node_has_operator(access->node, "->") ? "->" : ".",
		                   NODE_ARG(unit, access->guard->lock));
	if (access->guard) return node_text(unit, access->guard->lock);
	if (node_takes_address(lock)) lock = node_bare(node_field(lock, "argument"));
	return node_text(unit, lock);
}

/* Is the lock all that a statement needs? Not if it has another object, calls what may block, tests
 * the pointer, or changes what the lock is found by. */
static bool is_simple(const struct unit *unit, TSNode statement, const char *operand)
{
	bool simple = node_is(statement, NODE_expression_statement) ||
	              node_is(statement, NODE_return_statement);
	char *text = node_text(unit, statement);
	int members = 0;
	for (const char *at = text; *at; at++)
		members += *at == '.' || (*at == '-' && at[1] == '>');
	simple = simple && node_is(node_parent(statement), NODE_compound_statement) &&
	         members <= 1 && !strpbrk(text, "(?|&") && !strstr(text, "<<") &&
	         !strpbrk(operand, "(=") && !strstr(operand, "++") && !strstr(operand, "--");
	free(text);
	return simple;
}

static void report(struct guarded *guarded, const struct access *access, const char *place,
                   enum held held, const struct blame *blame)
{
	struct unit *unit = guarded->unit;
	const struct function *function = &guarded->graph.functions[access->function];
	char *operand = operand_said(unit, access);
	const char *of = access->guard ? "" : "the lock of ";
	bool reading = held == HELD_READING;
	TSNode field = node_field(access->node, "field"),
	       name = ts_node_is_null(field) ? access->node : field;
	bool is_call = !ts_node_is_null(access->call),
	     is_name = node_is(node_bare(is_call ? access->node : access->base), NODE_identifier) &&
	               !access->guard;
	if (is_call)
		WARNING_AT(unit, "conc-guarded", access->node, "'%.*s' expects %s'%s' to be held%s",
		           NODE_ARG(unit, node_field(access->call, "function")), of, operand,
		           reading               ? ", and not for reading only"
		           : held == HELD_UNSURE ? ", and it may not be"
		                                 : "");
	else
		WARNING_AT(unit, "conc-guarded", access->node, "'%.*s' %s %s %s %s'%s'%s",
		           NODE_ARG(unit, name), held == HELD_UNSURE ? "may be" : "is",
		           access->writes ? "changed" : "read", reading ? "while" : "without", of,
		           operand, reading ? " is held for reading only" : "");
	if (access->guard) NOTE_AT(unit, access->guard->specifier, "it is declared here");
	if (!ts_node_is_null(blame->call))
		NOTE_AT(unit, blame->call, "this call gets there %s the lock%s",
		        blame->reading ? "with" : "without",
		        blame->reading ? " held for reading only" : "");
	if (!ts_node_is_null(blame->since))
		NOTE_AT(unit, blame->since, "others may use it from here on");
	if (function_parameter_at(function, place_root(place)) >= 0 && is_name) {
		CXType type = unit->types->clang->getPointeeType(
		        type_at(unit, is_call ? access->node : access->base));
		if (unit->types->clang->isConstQualifiedType(type))
			NOTE_AT(unit, access->node,
			        "declare the parameter '* mutex(read) %s', or '* held(read) %s' if "
			        "every caller has taken the lock",
			        operand, operand);
		else
			NOTE_AT(unit, access->node,
			        "write 'mutex (%s) …', or declare the parameter '* mutex %s', or "
			        "'* held %s' if every caller has taken the lock",
			        operand, operand, operand);
	} else NOTE_AT(unit, access->node, "write 'mutex (%s) …'", operand);
	TSNode statement = node_statement(access->node);
	if (!reading && is_simple(unit, statement, operand))
		diagnose_fix(unit->diagnostics, node_start(statement), node_start(statement),
		             "mutex (%s) ", operand);
	free(operand);
}

static void report_kept(struct guarded *guarded, const struct access *access)
{
	struct unit *unit = guarded->unit;
	char *operand = operand_said(unit, access);
	WARNING_AT(unit, "conc-guarded", access->node,
	           "this address can be used without %s'%s' later",
	           access->guard ? "" : "the lock of ", operand);
	NOTE_AT(unit, access->node,
	        "pass the address as an argument while the lock is held, or work on a copy");
	free(operand);
}

static void check_access(struct guarded *guarded, const struct access *access)
{
	struct unit *unit = guarded->unit;
	struct text object = {0}, lock = {0};
	struct blame blame = {0};
	if (!ts_node_is_null(access->call)) place_pointed(unit, access->node, &object);
	else if (ts_node_is_null(access->base)) place_of(unit, access->node, &object);
	else if (node_has_operator(access->node, "->")) place_pointed(unit, access->base, &object);
	else place_of(unit, access->base, &object);
	if (access->guard) guard_place(unit, access->guard, object.bytes, &lock);
	else text_puts(&lock, object.bytes);
	struct need need = {object.bytes, lock.bytes, !ts_node_is_null(access->call),
	                    access->writes};
	enum held held =
	        lock.bytes ? lock_held(&guarded->live, access->function, lock.bytes, access->node)
	                   : HELD_UNSURE;
	bool reading = held == HELD_READING && access->writes;
	bool missing = held == HELD_NOT || (held == HELD_UNSURE && unit->settings->safe);
	if (access->kept) report_kept(guarded, access);
	else if (reading ||
	         (missing && !excused(guarded, access->function, &need, access->node, &blame)))
		report(guarded, access, lock.bytes, held, &blame);
	forget_asked(guarded);
	text_free(&object);
	text_free(&lock);
}

/* ---- The unit ---- */

static void add_held(struct guarded *guarded, TSNode qualifier)
{
	TSNode parameter = node_ancestor(qualifier, NODE_parameter_declaration),
	       list = node_parent(parameter), declarator = node_parent(list);
	int index = 0;
	for (uint32_t i = 0; i < node_named_child_count(list); i++) {
		TSNode child = node_named_child(list, i);
		if (ts_node_eq(child, parameter)) break;
		index += node_is(child, NODE_parameter_declaration);
	}
	*GROW(guarded->held, guarded->held_count, guarded->held_room) =
	        (struct held_parameter){declarator_name(declarator), qualifier, index};
}

/* Returns false if nothing in the unit has a lock of its own. */
static bool collect(struct guarded *guarded)
{
	const struct unit *unit = guarded->unit;
	bool monitors = false;
	guards_collect(unit, &guarded->guards);
	for (size_t i = 0; i < unit->kind_count; i++)
		monitors |= unit->kinds[i].word == KIND_MONITOR;
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		if (construct->kind == NODE_held_qualifier) add_held(guarded, construct->node);
	}
	return monitors || guarded->guards.count || guarded->held_count;
}

/* A definition and its declarations have the same held parameters. */
static bool is_repeated(const struct guarded *guarded, size_t index)
{
	const struct access *access = &guarded->list[index];
	return index && ts_node_eq(access->node, access[-1].node) && !ts_node_is_null(access->call);
}

void check_guarded(struct unit *unit)
{
	struct guarded guarded = {.unit = unit};
	if (!collect(&guarded)) return;
	call_graph_build(unit, &guarded.graph);
	unit_each_own(unit, look_for_access, &guarded);
	if (guarded.count) live_build(unit, &guarded.graph, &guarded.live);
	for (size_t i = 0; i < guarded.count; i++)
		if (!is_repeated(&guarded, i)) check_access(&guarded, &guarded.list[i]);
	if (guarded.count) live_free(&guarded.live);
	call_graph_free(&guarded.graph);
	free(guarded.list);
	free(guarded.asked);
	free(guarded.guards.list);
	free(guarded.held);
}
