/* SPDX-License-Identifier: MIT */
/* Scopes, and the jumps that leave them early. One walk of each outermost scope's block finds, for
 * each jump, the scopes that it leaves: those between it and its target.
 *
 * A jump cancels what was started before it, in the order of the text, and what is started in a
 * loop around it. So of all jumps the one that covers most is kept. */
#include <stdlib.h>

#include "cancel.h"
#include "base/text.h"

/* The statements around a node that a jump may leave or lead to, inner ones first. */
struct frame {
	const struct frame *outer;
	TSNode node;
	enum { LOOP, SWITCH, SCOPE } kind;
	struct cancel_scope *scope;
};

struct walk {
	struct unit *unit;
	struct cancel_scopes *scopes;
	TSNode function;
	TSTreeCursor cursor;
};

/* Returns the index of the last scope that begins at or before an offset; -1: none. */
static int last_before(const struct cancel_scopes *scopes, size_t offset)
{
	size_t low = 0, high = scopes->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (node_start(scopes->list[middle].node) <= offset) low = middle + 1;
		else high = middle;
	}
	return (int)low - 1;
}

static int scope_around(const struct cancel_scopes *scopes, size_t offset)
{
	int at = last_before(scopes, offset);
	while (at >= 0 && node_end(scopes->list[at].node) <= offset) at = scopes->list[at].around;
	return at;
}

int cancel_scope_at(const struct cancel_scopes *scopes, size_t offset, int function)
{
	int at = scope_around(scopes, offset);
	return at >= 0 && scopes->list[at].function == function ? at : -1;
}

/* ---- Jumps ---- */

/* Returns the label of a goto; the null node: it is computed, or not there. */
static TSNode find_label(const struct walk *walk, TSNode jump)
{
	TSNode label = node_field(jump, "label"), found = {0};
	if (!node_is(label, NODE_statement_identifier)) return found;
	TSTreeCursor cursor = ts_tree_cursor_new(walk->function);
	do {
		TSNode at = ts_tree_cursor_current_node(&cursor);
		if (node_is(at, NODE_labeled_statement) &&
		    same_text(walk->unit->syntax.text, node_field(at, "label"), label))
			found = at;
	} while (ts_node_is_null(found) && cursor_next(&cursor));
	ts_tree_cursor_delete(&cursor);
	return found;
}

static void leave(struct walk *walk, TSNode jump, const struct frame *frame)
{
	bool is_goto = node_is(jump, NODE_goto_statement),
	     is_break = node_type_is(jump, "break_statement"),
	     is_continue = node_type_is(jump, "continue_statement");
	TSNode label = is_goto ? find_label(walk, jump) : (TSNode){0};
	size_t until = node_start(jump);
	for (; frame; frame = frame->outer) {
		if (frame->kind == SCOPE) {
			if (is_goto &&
			    (ts_node_is_null(label) || node_is_inside(label, frame->node)))
				return;
			if (frame->scope->until < until) {
				frame->scope->until = until;
				frame->scope->jump = jump;
			}
		} else if (is_break || (is_continue && frame->kind == LOOP)) {
			return;
		} else if (frame->kind == LOOP) {
			until = node_end(frame->node);
		}
	}
}

static void walk_children(struct walk *walk, const struct frame *frame);

static void walk_node(struct walk *walk, const struct frame *frame)
{
	static const char *const jumps[] = {"return_statement", "break_statement",
	                                    "continue_statement", "goto_statement", NULL};
	TSNode node = ts_tree_cursor_current_node(&walk->cursor);
	struct frame inner = {.outer = frame, .node = node};
	if (node_is_function(node)) return;
	if (node_is(node, NODE_scope_statement)) {
		inner.kind = SCOPE;
		inner.scope = &walk->scopes->list[last_before(walk->scopes, node_start(node))];
		walk_children(walk, &inner);
	} else if (node_is_loop(node) || node_is(node, NODE_switch_statement)) {
		inner.kind = node_is_loop(node) ? LOOP : SWITCH;
		walk_children(walk, &inner);
	} else {
		if (node_type_in(node, jumps)) leave(walk, node, frame);
		walk_children(walk, frame);
	}
}

static void walk_children(struct walk *walk, const struct frame *frame)
{
	if (!ts_tree_cursor_goto_first_child(&walk->cursor)) return;
	do walk_node(walk, frame);
	while (ts_tree_cursor_goto_next_sibling(&walk->cursor));
	ts_tree_cursor_goto_parent(&walk->cursor);
}

void cancel_scopes_find(struct unit *unit, const struct call_graph *graph,
                        struct cancel_scopes *scopes)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		TSNode node = unit->constructs[i].node;
		if (unit->constructs[i].kind != NODE_scope_statement) continue;
		int around = scope_around(scopes, node_start(node));
		*GROW(scopes->list, scopes->count, scopes->room) = (struct cancel_scope){
		        .node = node,
		        .name = node_field(node, "name"),
		        .function = call_graph_at(graph, node),
		        .around = around,
		        .limited = !ts_node_is_null(node_field(node, "limit")),
		};
	}
	for (size_t i = 0; i < scopes->count; i++) {
		const struct cancel_scope *scope = &scopes->list[i];
		bool nested = scope->around >= 0 &&
		              scopes->list[scope->around].function == scope->function;
		if (nested || scope->function < 0) continue;
		struct walk walk = {.unit = unit,
		                    .scopes = scopes,
		                    .function = graph->functions[scope->function].node,
		                    .cursor = ts_tree_cursor_new(scope->node)};
		walk_node(&walk, NULL);
		ts_tree_cursor_delete(&walk.cursor);
	}
}
