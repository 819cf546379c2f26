/* SPDX-License-Identifier: MIT */
/* Warns about waits that go on in a thread that is cancelled, since nothing tests their failure:
 *
 *     static void work(channel(int) *in) { int n; n << in; … }
 *     scope (timeout(1s)) { spawn work(&c); }
 *
 * A thread is known to be cancelled, or to have a deadline, if
 *   - it is a child of a scope that has a limit, is left early while the child may run, or is given
 *     to conc_cancel, also by a function that gets the scope as an argument;
 *   - it runs the block of a scope with a limit, and then so are all threads that it starts there;
 *   - its task or its object is given to conc_cancel in the unit;
 *   - it is a child of a scope in a function that a cancelled thread runs.
 * From there the check follows calls by name. It does not look into a shield without a limit: there
 * the program means to wait. A shield with a limit is no such place, since the wait does not end
 * with it.
 *
 * Invariant: a function is followed at most twice, as one that is cancelled and as one that has a
 * deadline. The latter reaches more: all threads that the function starts.
 *
 * Rejected: to prove more than that a channel has room for all sends (cancel_room.c). Who wants to
 * send in vain writes `(void)(c << x)`, and who wants to wait writes a shield. */
#include "cancel.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "check.h"
#include "place.h"
#include "types/operation.h"
#include "types/variable.h"

/* A spawn, a thread object, a new thread. */
struct starting {
	TSNode node, name; /* name: what the notes point at */
	int function, callee;
	int scope;    /* its end or an early way out cancels the thread; -1: none */
	bool child;   /* conc_cancel of the scope cancels it */
	bool handed;  /* into a scope that is no scope of the function's */
	char *holder; /* the place of the task; heap copy, or null */
	int next;     /* in the same function; -1: none */
};

enum level { LIVES, CANCELLED, HAS_DEADLINE };

struct shield {
	size_t start, end;
	int around;
};

struct cancel {
	struct unit *unit;
	struct call_graph graph;
	struct cancel_waits waits;
	struct cancel_scopes scopes;
	struct starting *starts;
	size_t start_count, start_room;
	int *first_start; /* of each function; -1: none */
	struct shield *shields;
	size_t shield_count, shield_room;
	struct cancel_root **roots; /* on the heap: waits point to them */
	size_t root_count, root_room;
	enum level *levels; /* of each function */
	struct reached {
		int function;
		enum level level;
		const struct cancel_root *root;
		TSNode through;
	} * reached; /* still to be followed */
	size_t reached_count, reached_room;
	int *marks; /* of each function: the scope that it was last seen with */
};

/* ---- Shields ---- */

static int shield_around(const struct cancel *cancel, size_t offset)
{
	size_t low = 0, high = cancel->shield_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (cancel->shields[middle].start <= offset) low = middle + 1;
		else high = middle;
	}
	int at = (int)low - 1;
	while (at >= 0 && cancel->shields[at].end <= offset) at = cancel->shields[at].around;
	return at;
}

static void find_shields(struct cancel *cancel)
{
	const struct unit *unit = cancel->unit;
	for (size_t i = 0; i < unit->construct_count; i++) {
		TSNode node = unit->constructs[i].node;
		if (unit->constructs[i].kind != NODE_shield_statement ||
		    !ts_node_is_null(node_field(node, "limit")))
			continue;
		int around = shield_around(cancel, node_start(node));
		*GROW(cancel->shields, cancel->shield_count, cancel->shield_room) =
		        (struct shield){node_start(node), node_end(node), around};
	}
}

/* Is there a shield around an offset that begins behind another one? */
static bool is_shielded(const struct cancel *cancel, size_t offset, size_t from)
{
	int at = shield_around(cancel, offset);
	return at >= 0 && cancel->shields[at].start >= from;
}

/* ---- What is started ---- */

static bool is_scope_pointer(struct unit *unit, TSNode node)
{
	CXType type = type_at(unit, node);
	if (!type_is_pointer(type)) return false;
	char *spelling = type_spelling(unit, unit->types->clang->getPointeeType(type));
	bool scope = strcmp(spelling, "struct conc_scope") == 0;
	free(spelling);
	return scope;
}

/* Returns the scope statement around a name that has declared it; -1: none. */
static int scope_named(const struct cancel *cancel, TSNode name, int function)
{
	int at = cancel_scope_at(&cancel->scopes, node_start(name), function);
	while (at >= 0 &&
	       (ts_node_is_null(cancel->scopes.list[at].name) ||
	        !same_text(cancel->unit->syntax.text, cancel->scopes.list[at].name, name)))
		at = cancel->scopes.list[at].around;
	return at >= 0 && cancel->scopes.list[at].function == function ? at : -1;
}

static int main_of(const struct cancel *cancel, const struct kind *kind)
{
	while (kind && kind->base && ts_node_is_null(kind->main)) kind = kind->base;
	return kind && kind->word == KIND_THREAD && !ts_node_is_null(kind->main_definition)
	               ? call_graph_at(&cancel->graph, kind->main_definition)
	               : -1;
}

static void add_start(struct cancel *cancel, struct starting start)
{
	start.function = call_graph_at(&cancel->graph, start.node);
	if (start.callee < 0 || start.function < 0) {
		free(start.holder);
		return;
	}
	start.next = cancel->first_start[start.function];
	cancel->first_start[start.function] = (int)cancel->start_count;
	*GROW(cancel->starts, cancel->start_count, cancel->start_room) = start;
}

/* The scope whose early end cancels an automatic task or thread. */
static int scope_of_variable(const struct cancel *cancel, CXCursor variable, int function)
{
	struct unit *unit = cancel->unit;
	if (unit->types->clang->Cursor_isNull(variable) || !cursor_is_automatic(unit, variable))
		return -1;
	return cancel_scope_at(&cancel->scopes, cursor_offset(unit, variable), function);
}

/* Finds the task that keeps a spawn. */
static void find_holder(const struct cancel *cancel, struct starting *start, int function)
{
	struct unit *unit = cancel->unit;
	TSNode parent = node_outside(start->node);
	bool listed = node_is(parent, NODE_initializer_list);
	while (node_is(parent, NODE_initializer_list)) parent = node_parent(parent);
	bool declared = node_is(parent, NODE_init_declarator);
	if (!declared && !node_is(parent, NODE_assignment_expression)) return;
	TSNode path = declared ? declarator_name(node_field(parent, "declarator"))
	                       : node_field(parent, "left"),
	       name = path_root(path);
	if (ts_node_is_null(name)) return;
	CXCursor variable = declared ? types_declaration(unit, name) : declaration_at(unit, name);
	struct text place = {0};
	if (!declared) place_of(unit, path, &place);
	else if (!unit->types->clang->Cursor_isNull(variable))
		text_printf(&place, "@%zu%s", cursor_offset(unit, variable), listed ? "[" : "");
	start->holder = place.bytes;
	start->scope = scope_of_variable(cancel, variable, function);
}

static void add_spawn(struct cancel *cancel, TSNode node)
{
	TSNode call = node_field(node, "call"), scope = node_field(node, "scope");
	int function = call_graph_at(&cancel->graph, node);
	struct starting start = {.node = node, .name = node_field(call, "function"), .scope = -1};
	start.callee = call_graph_named(cancel->unit, &cancel->graph, start.name);
	if (start.callee < 0) return;
	if (!ts_node_is_null(scope)) {
		start.scope = scope_named(cancel, node_bare(scope), function);
		start.child = true;
		start.handed = start.scope < 0;
	} else if (!node_value_is_kept(cancel->unit, node)) {
		start.scope = cancel_scope_at(&cancel->scopes, node_start(node), function);
		start.child = start.scope >= 0;
	} else {
		find_holder(cancel, &start, function);
	}
	add_start(cancel, start);
}

static void add_new(struct cancel *cancel, TSNode node)
{
	struct unit *unit = cancel->unit;
	CXType type = type_at(unit, node);
	if (!type_is_pointer(type)) return;
	const struct kind *kind = type_kind(unit, unit->types->clang->getPointeeType(type));
	add_start(cancel, (struct starting){.node = node,
	                                    .name = node,
	                                    .callee = main_of(cancel, kind),
	                                    .scope = -1});
}

static void add_objects(struct cancel *cancel)
{
	struct unit *unit = cancel->unit;
	const struct types *types = unit->types;
	bool threads = false;
	for (size_t i = 0; i < unit->kind_count; i++) threads |= unit->kinds[i].word == KIND_THREAD;
	for (size_t i = 0; threads && i < types->count; i++) {
		const struct indexed *entry = &types->list[i];
		if (entry->kind != CXCursor_VarDecl || !cursor_is_automatic(unit, entry->cursor))
			continue;
		const struct kind *kind = type_kind(
		        unit, type_element(unit, types->clang->getCursorType(entry->cursor)));
		if (!kind || kind->word != KIND_THREAD) continue;
		size_t at = cursor_offset(unit, entry->cursor);
		TSNode name = unit_node_at(unit, at, at + 1);
		add_start(cancel, (struct starting){.node = name,
		                                    .name = name,
		                                    .callee = main_of(cancel, kind),
		                                    .scope = scope_of_variable(
		                                            cancel, entry->cursor,
		                                            call_graph_at(&cancel->graph, name))});
	}
}

static void find_starts(struct cancel *cancel)
{
	const struct unit *unit = cancel->unit;
	cancel->first_start = memory_new(cancel->graph.function_count + 1, sizeof(int));
	for (size_t i = 0; i < cancel->graph.function_count; i++) cancel->first_start[i] = -1;
	for (size_t i = 0; i < unit->construct_count; i++) {
		if (unit->constructs[i].kind == NODE_spawn_expression)
			add_spawn(cancel, unit->constructs[i].node);
		else if (unit->constructs[i].kind == NODE_new_expression)
			add_new(cancel, unit->constructs[i].node);
	}
	add_objects(cancel);
}

/* ---- Following a cancelled thread ---- */

static const struct cancel_root *add_root(struct cancel *cancel, TSNode node, const char *why,
                                          TSNode other, const char *other_why)
{
	struct cancel_root *root = memory_new(1, sizeof *root);
	*root = (struct cancel_root){node, other, why, other_why};
	*GROW(cancel->roots, cancel->root_count, cancel->root_room) = root;
	return root;
}

static void reach(struct cancel *cancel, int function, enum level level,
                  const struct cancel_root *root, TSNode through)
{
	if (cancel->levels[function] >= level) return;
	cancel->levels[function] = level;
	*GROW(cancel->reached, cancel->reached_count, cancel->reached_room) =
	        (struct reached){function, level, root, through};
}

/* What a cancelled thread may run: a function, or the block of a scope in one. */
struct stretch {
	size_t start, end;
	int function;
	bool block;
	const struct cancel_root *root;
	TSNode through;
};

static void take_waits(struct cancel *cancel, const struct stretch *stretch)
{
	size_t low = 0, high = cancel->waits.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (node_start(cancel->waits.list[middle].node) < stretch->start) low = middle + 1;
		else high = middle;
	}
	for (; low < cancel->waits.count; low++) {
		struct cancel_wait *wait = &cancel->waits.list[low];
		size_t at = node_start(wait->node);
		if (at >= stretch->end) return;
		if (wait->root || wait->function != stretch->function ||
		    is_shielded(cancel, at, stretch->start))
			continue;
		wait->root = stretch->root;
		wait->through = stretch->through;
	}
}

static bool is_in(const struct stretch *stretch, TSNode node)
{
	return node_start(node) >= stretch->start && node_end(node) <= stretch->end;
}

static TSNode first_of(TSNode through, TSNode next)
{
	return ts_node_is_null(through) ? next : through;
}

static void take_calls(struct cancel *cancel, const struct stretch *stretch, enum level level)
{
	const struct function *function = &cancel->graph.functions[stretch->function];
	for (size_t i = 0; i < function->calls; i++) {
		const struct call *call = &cancel->graph.calls[function->first_call + i];
		if (call->separate || !is_in(stretch, call->node) ||
		    is_shielded(cancel, node_start(call->node), stretch->start))
			continue;
		reach(cancel, call->callee, level, stretch->root,
		      first_of(stretch->through, node_field(call->node, "function")));
	}
}

/* A cancelled thread cancels the children of its scopes. All that it starts has its deadline. */
static void take_starts(struct cancel *cancel, const struct stretch *stretch, enum level level)
{
	for (int i = cancel->first_start[stretch->function]; i >= 0; i = cancel->starts[i].next) {
		const struct starting *start = &cancel->starts[i];
		const struct cancel_root *root = stretch->root;
		TSNode through = first_of(stretch->through, start->name);
		if (!is_in(stretch, start->node)) continue;
		bool here = !is_shielded(cancel, node_start(start->node), stretch->start);
		if (level == HAS_DEADLINE && here && stretch->block) {
			root = add_root(cancel, start->name,
			                "this thread has the deadline of the scope around it",
			                (TSNode){0}, NULL);
			through = (TSNode){0};
		}
		if (level == HAS_DEADLINE && here)
			reach(cancel, start->callee, level, root, through);
		size_t at = start->scope < 0 ? node_start(start->node)
		                             : node_start(cancel->scopes.list[start->scope].node);
		if (start->child && (start->handed || !is_shielded(cancel, at, stretch->start)))
			reach(cancel, start->callee, CANCELLED, root, through);
	}
}

static void follow(struct cancel *cancel)
{
	while (cancel->reached_count) {
		struct reached reached = cancel->reached[--cancel->reached_count];
		const struct function *function = &cancel->graph.functions[reached.function];
		struct stretch stretch = {.start = node_start(function->node),
		                          .end = node_end(function->node),
		                          .function = reached.function,
		                          .root = reached.root,
		                          .through = reached.through};
		if (cancel->levels[reached.function] != reached.level) continue; /* raised since */
		take_waits(cancel, &stretch);
		take_calls(cancel, &stretch, reached.level);
		take_starts(cancel, &stretch, reached.level);
	}
}

/* ---- Where it begins ---- */

static void take_limited(struct cancel *cancel)
{
	for (size_t i = cancel->scopes.count; i-- > 0;) { /* inner ones first */
		const struct cancel_scope *scope = &cancel->scopes.list[i];
		if (!scope->limited || scope->function < 0) continue;
		TSNode body = node_field(scope->node, "body");
		struct stretch stretch = {.start = node_start(body),
		                          .end = node_end(body),
		                          .function = scope->function,
		                          .block = true};
		stretch.root = add_root(
		        cancel, first_token(scope->node),
		        "past its limit the thread that runs this scope counts as cancelled",
		        (TSNode){0}, NULL);
		take_waits(cancel, &stretch);
		take_calls(cancel, &stretch, HAS_DEADLINE);
		take_starts(cancel, &stretch, HAS_DEADLINE);
	}
	follow(cancel);
}

static void cancel_start(struct cancel *cancel, const struct starting *start, const char *why,
                         TSNode other, const char *other_why)
{
	if (cancel->levels[start->callee] != LIVES) return;
	reach(cancel, start->callee, CANCELLED,
	      add_root(cancel, start->name, why, other, other_why), (TSNode){0});
}

/* Do both name a task of the same variable? Indices that are no numbers may be any. */
static bool same_task(const char *a, const char *b)
{
	size_t length = strcspn(a, "[");
	if (strcmp(a, b) == 0) return true;
	return (a[length] || strchr(b, '[')) && strcspn(b, "[") == length &&
	       memcmp(a, b, length) == 0;
}

static void cancel_task(struct cancel *cancel, TSNode call, TSNode operand)
{
	struct text place = {0};
	place_of(cancel->unit, operand, &place);
	for (size_t i = 0; place.bytes && i < cancel->start_count; i++)
		if (cancel->starts[i].holder && same_task(cancel->starts[i].holder, place.bytes))
			cancel_start(cancel, &cancel->starts[i], "this thread is cancelled", call,
			             "it is cancelled here");
	text_free(&place);
}

static void cancel_thread(struct cancel *cancel, TSNode call, CXType type)
{
	struct unit *unit = cancel->unit;
	if (type_is_pointer(type))
		type = type_canonical(unit, unit->types->clang->getPointeeType(type));
	int callee = main_of(cancel, type_kind(unit, type));
	if (callee < 0) return;
	reach(cancel, callee, CANCELLED,
	      add_root(cancel, call, "the thread is cancelled here", (TSNode){0}, NULL),
	      (TSNode){0});
}

static bool is_cancel(const struct construct *construct, TSNode *operand)
{
	return construct->kind == NODE_cancel_call &&
	       node_arguments(construct->node, operand, 1) == 1;
}

/* conc_cancel of tasks, threads, and scopes that stand around it */
static void take_cancels(struct cancel *cancel)
{
	struct unit *unit = cancel->unit;
	TSNode operand;
	for (size_t i = 0; i < unit->construct_count; i++) {
		TSNode node = unit->constructs[i].node;
		CXType type, result;
		if (!is_cancel(&unit->constructs[i], &operand) || !type_of(unit, operand, &type))
			continue;
		if (type_is_task(unit, type, &result)) {
			cancel_task(cancel, node, operand);
		} else if (is_scope_pointer(unit, operand)) {
			int scope = scope_named(cancel, node_bare(operand),
			                        call_graph_at(&cancel->graph, node));
			if (scope >= 0) cancel->scopes.list[scope].cancelled = node;
		} else {
			cancel_thread(cancel, node, type_canonical(unit, type));
		}
	}
}

/* ---- Scopes that are handed on ---- */

/* A scope, on its way through the functions that get it as an argument. */
struct handed {
	struct cancel *cancel;
	int scope;
	size_t first; /* where the block first hands it on */
	int *children;
	size_t child_count, child_room;
};

static void hand_to(struct handed *handed, int function);

/* Does it pass the scope on: by its name, or in a function that got it, by any parameter? */
static bool passes(const struct handed *handed, TSNode call, bool in_block)
{
	enum { MOST = 16 };
	struct cancel *cancel = handed->cancel;
	TSNode arguments[MOST];
	int count = node_arguments(call, arguments, MOST);
	for (int i = 0; i < count && i < MOST; i++) {
		TSNode argument = node_bare(arguments[i]);
		if (!node_is(argument, NODE_identifier)) continue;
		int scope = scope_named(cancel, argument, call_graph_at(&cancel->graph, call));
		if (in_block ? scope == handed->scope
		             : scope < 0 && is_scope_pointer(cancel->unit, argument))
			return true;
	}
	return false;
}

static void hand_on(struct handed *handed, TSNode node, TSNode call, int callee, bool in_block)
{
	if (!passes(handed, call, in_block)) return;
	if (in_block && node_start(node) < handed->first) handed->first = node_start(node);
	hand_to(handed, callee);
}

static void hand_from(struct handed *handed, int function, TSNode block)
{
	struct cancel *cancel = handed->cancel;
	const struct function *from = &cancel->graph.functions[function];
	bool in_block = !ts_node_is_null(block);
	for (size_t i = 0; i < from->calls; i++) {
		const struct call *call = &cancel->graph.calls[from->first_call + i];
		if (!in_block || node_is_inside(call->node, block))
			hand_on(handed, call->node, call->node, call->callee, in_block);
	}
	for (int i = cancel->first_start[function]; i >= 0; i = cancel->starts[i].next) {
		const struct starting *start = &cancel->starts[i];
		if (!node_is(start->node, NODE_spawn_expression)) continue;
		if (!in_block && start->handed)
			*GROW(handed->children, handed->child_count, handed->child_room) = i;
		if (!in_block || node_is_inside(start->node, block))
			hand_on(handed, start->node, node_field(start->node, "call"), start->callee,
			        in_block);
	}
}

static void hand_to(struct handed *handed, int function)
{
	struct cancel *cancel = handed->cancel;
	const struct unit *unit = cancel->unit;
	TSNode operand;
	if (cancel->marks[function] == handed->scope + 1) return;
	cancel->marks[function] = handed->scope + 1;
	for (size_t i = 0; i < unit->construct_count; i++) {
		TSNode node = unit->constructs[i].node;
		if (is_cancel(&unit->constructs[i], &operand) &&
		    call_graph_at(&cancel->graph, node) == function &&
		    scope_named(cancel, node_bare(operand), function) < 0 &&
		    is_scope_pointer(cancel->unit, operand))
			cancel->scopes.list[handed->scope].cancelled = node;
	}
	hand_from(handed, function, (TSNode){0});
}

static void cancel_child(struct cancel *cancel, const struct cancel_scope *scope,
                         const struct starting *start, size_t at)
{
	if (start->child && !ts_node_is_null(scope->cancelled))
		cancel_start(cancel, start, "this thread is cancelled with its scope",
		             scope->cancelled, "the scope is cancelled here");
	else if (!ts_node_is_null(scope->jump) && at < scope->until)
		cancel_start(cancel, start, "this thread is cancelled if its scope is left early",
		             scope->jump, "the scope is left here");
}

static void take_scopes(struct cancel *cancel)
{
	for (size_t i = 0; i < cancel->scopes.count; i++) {
		struct cancel_scope *scope = &cancel->scopes.list[i];
		struct handed handed = {
		        .cancel = cancel, .scope = (int)i, .first = node_end(scope->node)};
		if (!ts_node_is_null(scope->name) && scope->function >= 0)
			hand_from(&handed, scope->function, node_field(scope->node, "body"));
		for (size_t k = 0; k < handed.child_count; k++)
			cancel_child(cancel, scope, &cancel->starts[handed.children[k]],
			             handed.first);
		free(handed.children);
	}
	for (size_t i = 0; i < cancel->start_count; i++) {
		const struct starting *start = &cancel->starts[i];
		if (start->scope >= 0)
			cancel_child(cancel, &cancel->scopes.list[start->scope], start,
			             node_start(start->node));
	}
}

/* ---- Reports ---- */

static void report(struct cancel *cancel, const struct cancel_wait *wait)
{
	const struct unit *unit = cancel->unit;
	const struct cancel_root *root = wait->root;
	enum { SHOWN = 40 };
	bool shown = node_end(wait->node) - node_start(wait->node) <= SHOWN;
	if (wait->kind == WAIT_OPERATION)
		WARNING_AT(unit, "conc-cancel", wait->node,
		           "a cancelled thread goes on waiting here: nothing tests whether the "
		           "operation took place, as 'if (%.*s)' does",
		           shown ? (int)(node_end(wait->node) - node_start(wait->node)) : 8,
		           shown ? unit->analysis->blank + node_start(wait->node) : "x << c");
	else if (wait->kind == WAIT_CALL)
		WARNING_AT(unit, "conc-cancel", wait->node,
		           "a cancelled thread goes on waiting here: '%.*s' has to return a value; "
		           "test 'x << …' instead",
		           NODE_ARG(unit, node_field(wait->node, "function")));
	else
		WARNING_AT(unit, "conc-cancel", wait->node,
		           "a cancelled thread goes on waiting here: no clause is 'cancelled()', "
		           "'ok = …' or 'timeout(…)'");
	NOTE_AT(unit, root->node, "%s", root->why);
	if (!ts_node_is_null(root->other)) NOTE_AT(unit, root->other, "%s", root->other_why);
	if (!ts_node_is_null(wait->through))
		NOTE_AT(unit, wait->through, "it gets there through this call");
}

static void cancel_free(struct cancel *cancel)
{
	for (size_t i = 0; i < cancel->start_count; i++) free(cancel->starts[i].holder);
	for (size_t i = 0; i < cancel->root_count; i++) free(cancel->roots[i]);
	free(cancel->roots);
	free(cancel->starts);
	free(cancel->first_start);
	free(cancel->shields);
	free(cancel->levels);
	free(cancel->reached);
	free(cancel->marks);
	free(cancel->scopes.list);
	call_graph_free(&cancel->graph);
}

static bool may_cancel(const struct unit *unit)
{
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind == NODE_scope_statement ||
		    unit->constructs[i].kind == NODE_cancel_call)
			return true;
	return false;
}

void check_cancel(struct unit *unit)
{
	struct cancel cancel = {.unit = unit};
	if (!may_cancel(unit)) return;
	cancel_waits_find(unit, &cancel.waits);
	if (cancel.waits.count) {
		call_graph_build(unit, &cancel.graph);
		cancel.levels = memory_new(cancel.graph.function_count + 1, sizeof *cancel.levels);
		cancel.marks = memory_new(cancel.graph.function_count + 1, sizeof *cancel.marks);
		for (size_t i = 0; i < cancel.waits.count; i++)
			cancel.waits.list[i].function =
			        call_graph_at(&cancel.graph, cancel.waits.list[i].node);
		cancel_scopes_find(unit, &cancel.graph, &cancel.scopes);
		find_shields(&cancel);
		find_starts(&cancel);
		take_limited(&cancel);
		take_cancels(&cancel);
		take_scopes(&cancel);
		follow(&cancel);
		for (size_t i = 0; i < cancel.waits.count; i++)
			if (cancel.waits.list[i].root &&
			    !cancel_has_room(unit, &cancel.graph, cancel.waits.list[i].node))
				report(&cancel, &cancel.waits.list[i]);
		cancel_free(&cancel);
	}
	free(cancel.waits.list);
}
