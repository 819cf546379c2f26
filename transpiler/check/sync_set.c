/* SPDX-License-Identifier: MIT */
/* Removes synchronisations that every path has already made (SCOOP/Qs §3.4.2).
 *
 *     n = count(s);          first: the client waits until all its calls logged on s have run
 *     m = s->n + count(s);   removed: nothing was logged since
 *     push(s, 1);            from here on s works again
 *     n = count(s);          kept
 *
 * A reservation stops being synchronised only when a request enters its private queue, and only
 * asynchronous calls in its block and function are requests. An inner statement on the same handler
 * shares the outer one's queue. Nothing else logs a request:
 *
 * - A statement in a called function, on a handler that its caller holds, has no queue. It
 *   synchronises and runs its calls itself. So no call clears the set. The paper must clear it
 *   there; we need not know what a function does.
 * - The same holds for queries; for user functions that a clause, a cleanup attribute or a monitor
 *   runs; for delete (a client that holds the handler ends the object itself), new separate(with)
 *   and conc_set_passive (refused).
 * - Other clients have queues of their own, which are not served before ours has ended. So other
 *   threads do not matter, nor do waits of this thread.
 * - The end of an inner statement logs the end of its own queues only.
 *
 * There are two exceptions. If one function logs calls on a reservation of another, and one is
 * nested in the other or both in a third, nothing is removed for that reservation. And setjmp may
 * return again after more calls were logged: it clears all.
 *
 * The events of a function are therefore, for a reservation r (control_flow.h has their order):
 *
 *     a use that synchronises q             sets, if q is certainly r's handler
 *     require of q's statement              sets, if q is certainly r's handler
 *     an asynchronous call on q             clears, unless q is certainly another handler
 *     setjmp                                clears
 *     the statement of r                    clears; but an inner one on the handler of an outer
 *                                           one shares its queue and leaves it as it is: then
 *                                           the outer one's clears
 *
 * A use that is set on all paths to it needs no synchronisation; it still sets. If a macro makes
 * several copies of a use (MAX(count(s), 3)), either all of them lose their synchronisation or
 * none, so that the macro call can stay.
 *
 * A use in a loop that is set by the rounds before, and not in the first round, is set before the
 * loop if that may wait there (sync_loop.c). */
#define _GNU_SOURCE /* memmem */
#include "sync_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tree/unit.h"

/* ---- facts about the unit ---- */

enum event_kind { EVENT_SYNC, EVENT_CALL, EVENT_RESERVE, EVENT_REQUIRE };

struct event {
	const void *id; /* of its node */
	enum event_kind kind;
	const struct separate_operand *operand;     /* of the first two kinds */
	const struct separate_statement *statement; /* of the others */
};

struct function {
	size_t start;
	struct flow flow;
};

/* An operand, the origin of its pointer and the function that reserves it. */
struct reserved {
	const struct separate_operand *operand;
	struct sync_origin origin;
	const struct function *function;
};

struct sets {
	struct unit *unit;
	struct event *events; /* sorted by id */
	size_t event_count, event_room;
	struct function *functions;
	size_t function_count, function_room;
	struct reserved *reserved; /* of all operands, sorted by address */
	size_t reserved_count, reserved_room;
	TSNode *ending; /* names of functions that never return */
	size_t ending_count, ending_room;
	const struct reserved *asked; /* of the use being decided */
};

static int compare_events(const void *left, const void *right)
{
	const struct event *a = left, *b = right;
	return a->id < b->id ? -1 : a->id > b->id;
}

static const struct event *event_at(const struct sets *sets, TSNode node)
{
	struct event key = {.id = node.id};
	if (!sets->event_count) return NULL;
	return bsearch(&key, sets->events, sets->event_count, sizeof key, compare_events);
}

static int compare_reserved(const void *left, const void *right)
{
	const struct reserved *a = left, *b = right;
	return a->operand < b->operand ? -1 : a->operand > b->operand;
}

static const struct reserved *reserved_of(const struct sets *sets,
                                          const struct separate_operand *operand)
{
	struct reserved key = {.operand = operand};
	return bsearch(&key, sets->reserved, sets->reserved_count, sizeof key, compare_reserved);
}

static bool synchronises(const struct separate_use *use)
{
	return use->form != SEPARATE_VALUE && use->form != SEPARATE_CALL && !use->derived;
}

static void add_event(struct sets *sets, TSNode node, enum event_kind kind,
                      const struct separate_operand *operand,
                      const struct separate_statement *statement)
{
	*GROW(sets->events, sets->event_count, sets->event_room) =
	        (struct event){node.id, kind, operand, statement};
}

static void collect_events(struct sets *sets)
{
	const struct unit *unit = sets->unit;
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		const struct separate_use *use = &unit->separate_uses[i];
		if (synchronises(use)) add_event(sets, use->node, EVENT_SYNC, use->operand, NULL);
		else if (use->form == SEPARATE_CALL)
			add_event(sets, use->expression, EVENT_CALL, use->operand, NULL);
	}
	for (size_t i = 0; i < unit->separate_statement_count; i++) {
		const struct separate_statement *statement = &unit->separate_statements[i];
		TSNode node = statement->construct->node, require = node_field(node, "require");
		add_event(sets, node, EVENT_RESERVE, NULL, statement);
		if (!ts_node_is_null(require))
			add_event(sets, require, EVENT_REQUIRE, NULL, statement);
	}
	if (sets->event_count)
		qsort(sets->events, sets->event_count, sizeof *sets->events, compare_events);
}

/* ---- functions that do not return, or return twice ---- */

/* noreturn, _Noreturn, __noreturn__ */
static bool says_noreturn(const struct unit *unit, size_t start, size_t end)
{
	return start < end && memmem(unit->syntax.text + start, end - start, "oreturn", 7);
}

/* Collects declarations of a single function that have a noreturn attribute or specifier. */
static void collect_ending(struct sets *sets)
{
	static const char *const specifiers[] = {"attribute_specifier", "attribute_declaration",
	                                         "type_qualifier", "storage_class_specifier", NULL};
	TSNode declarators[2];
	TSTreeCursor cursor = ts_tree_cursor_new(sets->unit->syntax.root);
	bool more = ts_tree_cursor_goto_first_child(&cursor);
	for (; more; more = ts_tree_cursor_goto_next_sibling(&cursor)) {
		TSNode item = ts_tree_cursor_current_node(&cursor);
		size_t end = node_is(item, NODE_function_definition)
		                     ? node_start(node_field(item, "body"))
		                     : node_end(item);
		bool declares =
		        node_is(item, NODE_function_definition) || node_is(item, NODE_declaration);
		if (!declares || !says_noreturn(sets->unit, node_start(item), end) ||
		    node_fields(item, "declarator", declarators, 2) != 1)
			continue;
		bool found = false;
		for (uint32_t i = 0; i < node_named_child_count(item); i++) {
			TSNode child = node_named_child(item, i);
			found |= node_type_in(child, specifiers) &&
			         says_noreturn(sets->unit, node_start(child), node_end(child));
		}
		if (found)
			*GROW(sets->ending, sets->ending_count, sets->ending_room) =
			        declarator_name(declarators[0]);
	}
	ts_tree_cursor_delete(&cursor);
}

static bool never_returns(void *data, TSNode call)
{
	static const char *const builtins[] = {"__builtin_unreachable", "__builtin_trap",
	                                       "__builtin_abort", "__builtin_longjmp", NULL};
	const struct sets *sets = data;
	TSNode name = node_field(call, "function");
	if (!node_is(name, NODE_identifier)) return false;
	if (node_text_in(&sets->unit->syntax, name, builtins)) return true;
	for (size_t i = 0; i < sets->ending_count; i++)
		if (same_text(sets->unit->syntax.text, name, sets->ending[i]))
			return !sync_is_local(sets->unit, name);
	return false;
}

static bool is_event(void *data, TSNode node)
{
	static const char *const twice[] = {"setjmp",      "_setjmp",          "sigsetjmp",
	                                    "__sigsetjmp", "__builtin_setjmp", "getcontext",
	                                    "vfork",       "savectx",          NULL};
	const struct sets *sets = data;
	return event_at(sets, node) ||
	       (node_is(node, NODE_call_expression) &&
	        node_text_in(&sets->unit->syntax, node_field(node, "function"), twice));
}

/* ---- functions ---- */

static const struct function *function_of(struct sets *sets, TSNode node)
{
	TSNode function = enclosing_function(node);
	for (size_t i = 0; i < sets->function_count; i++)
		if (sets->functions[i].start == node_start(function)) return &sets->functions[i];
	return NULL;
}

static void add_function(struct sets *sets, TSNode node)
{
	if (function_of(sets, node)) return;
	TSNode function = enclosing_function(node);
	const struct flow_client client = {.text = sets->unit->syntax.text,
	                                   .data = sets,
	                                   .event = is_event,
	                                   .ends = never_returns};
	struct function *added = GROW(sets->functions, sets->function_count, sets->function_room);
	added->start = node_start(function);
	flow_build(&added->flow, &client, function);
}

static void collect_reserved(struct sets *sets)
{
	struct unit *unit = sets->unit;
	for (size_t i = 0; i < unit->separate_statement_count; i++) {
		struct separate_statement *statement = &unit->separate_statements[i];
		const struct function *function = function_of(sets, statement->construct->node);
		for (size_t k = 0; k < statement->operand_count; k++)
			*GROW(sets->reserved, sets->reserved_count, sets->reserved_room) =
			        (struct reserved){&statement->operands[k],
			                          sync_origin(unit, &statement->operands[k],
			                                      function->flow.has_labels),
			                          function};
	}
	if (sets->reserved_count)
		qsort(sets->reserved, sets->reserved_count, sizeof *sets->reserved,
		      compare_reserved);
}

/* ---- effects of events ---- */

static bool may_be(const struct reserved *a, const struct reserved *b)
{
	bool jumps = a->function->flow.has_labels || b->function->flow.has_labels;
	return !sync_distinct(&a->origin, &b->origin, jumps);
}

static bool is_same(const struct sets *sets, const struct separate_operand *operand)
{
	return reserved_of(sets, operand)->origin.id == sets->asked->origin.id;
}

static bool has_same(const struct sets *sets, const struct separate_statement *statement)
{
	for (size_t i = 0; i < statement->operand_count; i++)
		if (is_same(sets, &statement->operands[i])) return true;
	return false;
}

static bool is_held(const struct sets *sets, const struct separate_statement *statement)
{
	for (const struct separate_statement *outer = statement->outer; outer; outer = outer->outer)
		if (has_same(sets, outer) &&
		    reserved_of(sets, outer->operands)->function == sets->asked->function)
			return true;
	return false;
}

/* The reservation's own statement, or the outermost one that already holds the handler. */
static bool begins(const struct sets *sets, const struct separate_statement *statement)
{
	const struct separate_statement *own = sets->asked->operand->statement, *outer = own;
	while (outer && outer != statement) outer = outer->outer;
	return outer && (outer == own || has_same(sets, outer)) && !is_held(sets, outer);
}

static enum flow_effect effect(void *data, TSNode node)
{
	const struct sets *sets = data;
	const struct event *event = event_at(sets, node);
	if (!event) return FLOW_CLEARS;
	switch (event->kind) {
	case EVENT_SYNC:
		return is_same(sets, event->operand) ? FLOW_SETS : FLOW_KEEPS;
	case EVENT_CALL:
		return may_be(reserved_of(sets, event->operand), sets->asked) ? FLOW_CLEARS
		                                                              : FLOW_KEEPS;
	case EVENT_REQUIRE:
		return has_same(sets, event->statement) ? FLOW_SETS : FLOW_KEEPS;
	case EVENT_RESERVE:
		return begins(sets, event->statement) ? FLOW_CLEARS : FLOW_KEEPS;
	}
	return FLOW_CLEARS;
}

/* ---- uses ---- */

/* Returns a call that another function may log on the operand's queue, or null. */
static const struct separate_use *logged_elsewhere(struct sets *sets, const struct reserved *asked)
{
	const struct unit *unit = sets->unit;
	TSNode item = node_top_level(asked->operand->node);
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		const struct separate_use *use = &unit->separate_uses[i];
		if (use->form == SEPARATE_CALL && node_is_inside(use->node, item) &&
		    function_of(sets, use->node) != asked->function &&
		    may_be(reserved_of(sets, use->operand), asked))
			return use;
	}
	return NULL;
}

static const char *reason(struct sets *sets, const struct separate_use *use,
                          const struct flow_question *question)
{
	struct sync_reason why = {.use = use,
	                          .question = question,
	                          .elsewhere = logged_elsewhere(sets, sets->asked),
	                          .flow = &function_of(sets, use->node)->flow};
	const struct event *event =
	        ts_node_is_null(question->cleared) ? NULL : event_at(sets, question->cleared);
	why.reserved = event && event->kind == EVENT_RESERVE;
	why.other = event && event->kind == EVENT_CALL && !is_same(sets, event->operand)
	                    ? event->operand
	                    : NULL;
	event = ts_node_is_null(question->set) ? NULL : event_at(sets, question->set);
	why.required = event && event->kind == EVENT_REQUIRE;
	return sync_why(sets->unit, &why);
}

static void decide(struct sets *sets, struct separate_use *use)
{
	const struct function *function = function_of(sets, use->node);
	struct flow_question question = {.flow = &function->flow, .effect = effect, .data = sets};
	sets->asked = reserved_of(sets, use->operand);
	flow_ask(&question, use->node);
	use->removed = question.holds && !function->flow.unsure &&
	               !sets->unit->settings->separate.no_static &&
	               !logged_elsewhere(sets, sets->asked);
	if (sets->unit->settings->report) use->why = reason(sets, use, &question);
}

/* ---- loops ---- */

/* A use that is kept: it and those of the same handler in the loop lose their synchronisation to
 * one before the loop. */
static void set_before_loop(struct sets *sets, struct separate_use *use)
{
	struct unit *unit = sets->unit;
	const struct function *function = function_of(sets, use->node);
	struct sync_loop in = {.unit = unit, .data = sets, .event = is_event, .effect = effect};
	sets->asked = reserved_of(sets, use->operand);
	if (use->removed || use->required || function->flow.unsure || function->flow.has_labels ||
	    unit->settings->separate.no_static || logged_elsewhere(sets, sets->asked) ||
	    !sync_loop_find(&in, use->node, use->operand->statement->body))
		return;
	*GROW(unit->separate_loops, unit->separate_loop_count, unit->separate_loop_room) =
	        (struct separate_loop){in.loop, in.condition, use->operand, ++unit->number};
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		struct separate_use *other = &unit->separate_uses[i];
		if (other->removed || !synchronises(other) || !is_same(sets, other->operand) ||
		    !node_is_inside(other->node, in.loop))
			continue;
		other->removed = true;
		if (unit->settings->report) other->why = sync_before(unit, in.loop, other);
	}
}

/* ---- copies made by macros ---- */

struct copy {
	const struct token *token;
	struct separate_use *use;
};

static int compare_copies(const void *left, const void *right)
{
	const struct token *a = ((const struct copy *)left)->token,
	                   *b = ((const struct copy *)right)->token;
	if (a->file != b->file) return a->file < b->file ? -1 : 1;
	return a->source_offset < b->source_offset ? -1 : a->source_offset > b->source_offset;
}

static void match_copies(const struct unit *unit)
{
	struct copy *copies = memory_new(unit->separate_use_count, sizeof *copies);
	size_t count = 0, first = 0;
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		struct separate_use *use = &unit->separate_uses[i];
		const struct token *token =
		        analysis_token_at(unit->analysis, node_start(use->node));
		if (synchronises(use) && !use->required && token && token->in_place)
			copies[count++] = (struct copy){token, use};
	}
	if (count) qsort(copies, count, sizeof *copies, compare_copies);
	for (size_t i = 1; i <= count; i++) {
		if (i < count && compare_copies(&copies[first], &copies[i]) == 0) continue;
		bool kept = false;
		for (size_t k = first; k < i; k++) kept |= !copies[k].use->removed;
		for (; first < i; first++) {
			struct separate_use *use = copies[first].use;
			if (!kept || !use->removed) continue;
			use->removed = false;
			use->why = "another copy that the macro makes of it is kept";
		}
	}
	free(copies);
}

void sync_sets(struct unit *unit)
{
	struct sets sets = {.unit = unit};
	if (!unit->separate_use_count || diagnostics_error_count(unit->diagnostics)) return;
	collect_ending(&sets);
	collect_events(&sets);
	for (size_t i = 0; i < unit->separate_statement_count; i++)
		add_function(&sets, unit->separate_statements[i].construct->node);
	for (size_t i = 0; i < unit->separate_use_count; i++)
		add_function(&sets, unit->separate_uses[i].node);
	collect_reserved(&sets);
	for (size_t i = 0; i < unit->separate_use_count; i++)
		if (synchronises(&unit->separate_uses[i])) decide(&sets, &unit->separate_uses[i]);
	for (size_t i = 0; i < unit->separate_use_count; i++)
		if (synchronises(&unit->separate_uses[i]))
			set_before_loop(&sets, &unit->separate_uses[i]);
	match_copies(unit);
	for (size_t i = 0; i < sets.function_count; i++) flow_free(&sets.functions[i].flow);
	free(sets.events);
	free(sets.functions);
	free(sets.reserved);
	free(sets.ending);
}
