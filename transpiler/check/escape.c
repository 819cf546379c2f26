/* SPDX-License-Identifier: MIT */
/* Warns about objects that are used after they were handed on by reference, while the receiver may
 * use them:
 *
 *     s | &p; p.number++;        'p.number' is changed after '&p' was sent to 's'
 *
 * handed.h lists what is handed on. Of such an object the function that did it may not change
 * anything that receivers use, read anything that they change, end it, or hand it to somebody else
 * if receivers change it: on a path on which nothing waits (after.h). What receivers do is what is
 * seen of it in this unit (given.h): who sees no receiver warns of nothing but the end.
 *
 * Rejected: the other order, a receiver that finds the object changed. The sender is where the
 * mistake is mended. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "escape.h"
#include "handed.h"
#include "base/text.h"
#include "place.h"
#include "types/operation.h"
#include "types/variable.h"
#include "use.h"

struct escapes {
	struct unit *unit;
	struct call_graph graph;
	struct after after;
	struct given given;
	struct handed_list handed;
	const struct handed *of; /* what uses are looked for of */
	TSNode *names;           /* where they may begin */
	size_t name_count, name_room;
	TSNode *reported;
	size_t reported_count, reported_room;
};

static void note_name(TSNode node, void *data)
{
	struct escapes *escapes = data;
	if (use_may_begin(escapes->unit, escapes->of, node))
		*GROW(escapes->names, escapes->name_count, escapes->name_room) = node;
}

/* ---- What receivers do ---- */

/* Does the message that a behaviour sends on come by reference? */
static bool came_by_reference(const struct escapes *escapes, TSNode node)
{
	const struct behaviour *around = behaviour_around(escapes->unit, node);
	for (size_t i = 0; i < escapes->handed.count && around; i++) {
		const struct handed *handed = &escapes->handed.list[i];
		if (handed->message && !handed->forwards && handed->receive &&
		    handed->receive->self.kind == around->self.kind &&
		    handed->receive->message.kind == around->message.kind)
			return true;
	}
	return false;
}

/* Returns the function whose uses are the sender's own; -1: it may be a receiver, too. */
static int sender_of(const struct escapes *escapes, const struct handed *handed)
{
	const struct function *function = &escapes->graph.functions[handed->function];
	return function->entered || function->by_pointer ? -1 : handed->function;
}

/* Returns the offset of the message in the behaviour that receives it; -1: it is not seen, or it
 * sends the message on. */
static long message_of(const struct escapes *escapes, const struct handed *handed)
{
	const struct unit *unit = escapes->unit;
	const struct behaviour *found = NULL;
	for (size_t i = 0; i < unit->behaviour_count && handed->receive; i++)
		if (!ts_node_is_null(unit->behaviours[i].body) &&
		    unit->behaviours[i].self.kind == handed->receive->self.kind &&
		    unit->behaviours[i].message.kind == handed->receive->message.kind)
			found = &unit->behaviours[i];
	for (size_t i = 0; i < escapes->handed.count && found; i++)
		if (escapes->handed.list[i].forwards &&
		    node_is_inside(escapes->handed.list[i].node, found->body))
			found = NULL;
	return found ? (long)node_start(found->message.name) : -1;
}

static long record_of(struct unit *unit, CXType type)
{
	const struct clang *clang = unit->types->clang;
	CXCursor record = clang->getTypeDeclaration(type);
	return clang->Cursor_isNull(record) || clang->getCursorKind(record) == CXCursor_NoDeclFound
	               ? -1
	               : (long)cursor_offset(unit, clang->getCanonicalCursor(record));
}

/* May the use conflict with what a receiver does? */
static bool conflicts(struct escapes *escapes, const struct use *use)
{
	const struct handed *handed = escapes->of;
	struct given_question question = {.variable = handed->parameter,
	                                  .member = use->member,
	                                  .record = -1,
	                                  .but = sender_of(escapes, handed),
	                                  .message = message_of(escapes, handed),
	                                  .writes = use->how == READS};
	if (handed->forwards && !came_by_reference(escapes, handed->node)) return false;
	if (use->how == FREES) return true;
	if (handed->member >= 0) {
		question.member = handed->member;
		question.follows = true;
	} else if (use->member < 0 && handed->type.kind == CXType_Record) {
		question.record = record_of(escapes->unit, handed->type); /* all of it */
	} else if (use->member < 0 && handed->parameter < 0) {
		question.type = handed->type.kind;
	}
	return given_find(&escapes->given, question) != NULL;
}

/* ---- Messages that are freed ---- */

static bool is_disposition(const struct unit *unit, TSNode call, const char *words)
{
	TSNode arguments[2];
	if (node_arguments(call, arguments, 2) != 2) return false;
	char *word = node_text(unit, arguments[1]);
	bool listed = text_listed(word, words, true);
	free(word);
	return listed;
}

/* Returns the call that gives the message the disposition Delete before it is sent, if nothing in
 * the unit gives a message another one; else the null node. */
static TSNode find_delete(struct escapes *escapes, const struct handed *handed)
{
	struct unit *unit = escapes->unit;
	TSNode found = {0}, argument;
	if (!handed->message || handed->forwards) return found;
	for (size_t i = 0; i < unit->construct_count; i++) {
		TSNode call = unit->constructs[i].node;
		if (unit->constructs[i].kind != NODE_disposition_call) continue;
		if (!is_disposition(unit, call, "Delete _Conc_Delete CONC_DELETE"))
			return (TSNode){0};
		if (call_graph_at(&escapes->graph, call) != handed->function ||
		    node_arguments(call, &argument, 1) < 1)
			continue;
		char *place = place_of_operand(unit, argument);
		if (strcmp(place, handed->place) == 0 &&
		    after_returns(&escapes->after, handed->function, call, handed->node, place))
			found = call;
		free(place);
	}
	return found;
}

/* ---- Reports ---- */

static bool is_reported(struct escapes *escapes, TSNode node)
{
	for (size_t i = 0; i < escapes->reported_count; i++)
		if (ts_node_eq(escapes->reported[i], node)) return true;
	*GROW(escapes->reported, escapes->reported_count, escapes->reported_room) = node;
	return false;
}

/* Returns "was sent to 's'"; heap copy. */
static char *handed_said(const struct unit *unit, const struct handed *handed)
{
	if (handed->parameter >= 0) return text_format("was passed to the spawned thread");
	return text_format("was %s '%.*s'",
	                   node_is(handed->node, NODE_binary_expression) &&
	                                   node_has_operator(handed->node, "<<") &&
	                                   operation_at(unit, handed->node)->kind ==
	                                           OPERATION_FULFIL
	                           ? "given to"
	                           : "sent to",
	                   NODE_ARG(unit, handed->to));
}

static void note_handed(const struct unit *unit, const struct handed *handed)
{
	NOTE_AT(unit, handed->node, "it is handed on here, and nothing in between waits");
}

/* Returns the object, as one would send a copy of it; heap copy. */
static char *copy_said(const struct unit *unit, TSNode pointer)
{
	TSNode inner = node_inner(pointer);
	if (node_takes_address(inner)) return node_text(unit, node_field(inner, "argument"));
	return text_format("*%.*s", NODE_ARG(unit, inner));
}

static void report_free(struct unit *unit, const struct handed *handed, const struct use *use)
{
	char *how = handed_said(unit, handed);
	WARNING_AT(unit, "conc-escape", use->node,
	           "'%.*s' is freed after it %s: the receiver may still use it",
	           NODE_ARG(unit, use->node), how);
	note_handed(unit, handed);
	if (handed->message)
		NOTE_AT(unit, use->node,
		        "write 'conc_set_disposition(%.*s, Delete)' before the send: then it is "
		        "freed when it has been handled",
		        NODE_ARG(unit, handed->pointer));
	else NOTE_AT(unit, use->node, "leave that to the receiver, or wait for it first");
	free(how);
}

static void report_use(struct unit *unit, const struct handed *handed, const struct use *use)
{
	char *how = handed_said(unit, handed), *copy = copy_said(unit, handed->pointer);
	bool changes = use->how == CHANGES,
	     called = node_is(use->event, NODE_call_expression) && !is_array_at(unit, use->node);
	WARNING_AT(unit, "conc-escape", use->node,
	           "'%s%.*s' is %s after '%.*s' %s: the receiver may %s it at the same time",
	           called ? "*" : "", NODE_ARG(unit, use->node), changes ? "changed" : "read",
	           NODE_ARG(unit, handed->pointer), how, changes ? "use" : "change");
	note_handed(unit, handed);
	if (handed->message)
		NOTE_AT(unit, use->node,
		        "send a copy, '%.*s | %s', or do this before the send, or wait for an "
		        "answer first",
		        NODE_ARG(unit, handed->to), copy);
	else
		NOTE_AT(unit, use->node,
		        "hand on a copy or a new object, or do this before, or wait for the "
		        "receiver first");
	free(how);
	free(copy);
}

static void report_second(struct unit *unit, const struct handed *first,
                          const struct handed *second, const struct given_use *change)
{
	char *how = handed_said(unit, first);
	WARNING_AT(unit, "conc-escape", second->pointer,
	           "'%.*s' is sent to '%.*s' after it %s: both may use it at the same time",
	           NODE_ARG(unit, second->pointer), NODE_ARG(unit, second->to), how);
	note_handed(unit, first);
	NOTE_AT(unit, change->node, "a receiver changes it here");
	NOTE_AT(unit, second->pointer,
	        "send each a copy, or let the first receiver send it on when it is done");
	free(how);
}

static void report_deleted(const struct escapes *escapes, const struct handed *handed, TSNode node,
                           const char *what, TSNode disposition)
{
	struct unit *unit = escapes->unit;
	WARNING_AT(unit, "conc-escape", node,
	           "'%.*s' is %s after '%.*s' was sent to '%.*s' with the disposition Delete, "
	           "which frees it",
	           NODE_ARG(unit, node), what, NODE_ARG(unit, handed->pointer),
	           NODE_ARG(unit, handed->to));
	NOTE_AT(unit, handed->node, "it is sent here");
	NOTE_AT(unit, disposition,
	        "it gets the disposition here: without it, the message is the program's");
}

/* ---- Checks ---- */

static void check_uses(struct escapes *escapes, const struct handed *handed)
{
	static const char *const done[] = {"read", "changed", "freed"};
	struct use use;
	TSNode disposition = find_delete(escapes, handed);
	escapes->of = handed;
	escapes->name_count = 0;
	node_each(escapes->graph.functions[handed->function].node, note_name, escapes);
	for (size_t i = 0; i < escapes->name_count; i++) {
		if (node_is_inside(escapes->names[i], handed->node) ||
		    !use_at(escapes->unit, handed, escapes->names[i], &use))
			continue;
		if (!ts_node_is_null(disposition)) {
			if (!after_returns(&escapes->after, handed->function, handed->node,
			                   use.event, handed->place) ||
			    is_reported(escapes, use.node))
				continue;
			report_deleted(escapes, handed, use.node, done[use.how], disposition);
			return;
		}
		if (!conflicts(escapes, &use) || after_is_locked(&escapes->after, use.node) ||
		    !after_reaches(&escapes->after, handed->function, handed->node, use.event,
		                   handed->place) ||
		    is_reported(escapes, use.node))
			continue;
		if (use.how == FREES) report_free(escapes->unit, handed, &use);
		else report_use(escapes->unit, handed, &use);
		return; /* one is enough */
	}
}

/* Returns where receivers change such an object, or null. */
static const struct given_use *receivers_change(struct escapes *escapes,
                                                const struct handed *handed)
{
	long record = record_of(escapes->unit, handed->type);
	if (record < 0 || handed->member >= 0 || handed->parameter >= 0 ||
	    (handed->forwards && !came_by_reference(escapes, handed->node)))
		return NULL;
	struct given_question question = {.variable = -1,
	                                  .member = -1,
	                                  .record = record,
	                                  .but = sender_of(escapes, handed),
	                                  .message = message_of(escapes, handed),
	                                  .writes = true};
	return given_find(&escapes->given, question);
}

/* Outside of behaviours a message with Delete is sent once. */
static void check_again(struct escapes *escapes, const struct handed *first)
{
	TSNode disposition = find_delete(escapes, first);
	if (ts_node_is_null(disposition) || behaviour_around(escapes->unit, first->node)) return;
	for (size_t i = 0; i < escapes->handed.count; i++) {
		const struct handed *second = &escapes->handed.list[i];
		if (second->function == first->function && second->member < 0 &&
		    strcmp(first->place, second->place) == 0 &&
		    after_returns(&escapes->after, first->function, first->node, second->node,
		                  first->place) &&
		    !is_reported(escapes, second->pointer))
			report_deleted(escapes, first, second->pointer, "sent again", disposition);
	}
}

static void check_second(struct escapes *escapes, const struct handed *first)
{
	for (size_t i = 0; i < escapes->handed.count; i++) {
		const struct handed *second = &escapes->handed.list[i];
		const struct given_use *change;
		if (second == first || second->function != first->function ||
		    strcmp(first->place, second->place) != 0 ||
		    strcmp(first->to_place, second->to_place) == 0 ||
		    !(change = receivers_change(escapes, first)) ||
		    !receivers_change(escapes, second) ||
		    !after_reaches(&escapes->after, first->function, first->node, second->node,
		                   first->place) ||
		    is_reported(escapes, second->pointer))
			continue;
		report_second(escapes->unit, first, second, change);
	}
}

static bool has_behaviours(const struct unit *unit)
{
	for (size_t i = 0; i < unit->behaviour_count; i++)
		if (!ts_node_is_null(unit->behaviours[i].body)) return true;
	return false;
}

void check_escapes(struct unit *unit)
{
	struct escapes escapes = {.unit = unit};
	bool actors = has_behaviours(unit);
	if (!actors && !handed_possible(unit)) return;
	call_graph_build(unit, &escapes.graph);
	handed_collect(&escapes.handed, unit, &escapes.graph);
	if (escapes.handed.count || actors) {
		after_begin(&escapes.after, unit, &escapes.graph);
		given_collect(&escapes.given, unit, &escapes.graph);
		for (size_t i = 0; i < escapes.handed.count; i++)
			check_uses(&escapes, &escapes.handed.list[i]);
		for (size_t i = 0; i < escapes.handed.count; i++) {
			check_again(&escapes, &escapes.handed.list[i]);
			check_second(&escapes, &escapes.handed.list[i]);
		}
		if (actors) check_actor_members(&escapes.after, &escapes.given);
		after_end(&escapes.after);
		given_free(&escapes.given);
	}
	handed_free(&escapes.handed);
	call_graph_free(&escapes.graph);
	free(escapes.names);
	free(escapes.reported);
}
