/* SPDX-License-Identifier: MIT */
/* Checks the place of a send, which must be a whole statement. As | is C's, a send would mean
 * something else than it seems to in most other places (`a | x ? m : n` sends x), and its value,
 * the actor, is of no use. Every message shows what to write. */
#include <stdlib.h>

#include "check.h"
#include "types/operation.h"
#include "types/send.h"

/* ok && a | m  →  if (ok) a | m; */
static void report_logical(struct unit *unit, const struct send *send, TSNode parent)
{
	TSNode operator= node_field(parent, "operator"), left = node_field(parent, "left");
	bool right = node_is_field(parent, "right", send->node);
	if (right && (node_type_is(operator, "&&") || node_type_is(operator, "||")))
		ERROR_AT(unit, send->node, "a send has no value: write 'if (%s%.*s%s) %.*s;'",
		         node_type_is(operator, "&&") ? "" : "!(", NODE_ARG(unit, left),
		         node_type_is(operator, "&&") ? "" : ")", NODE_ARG(unit, send->node));
	else
		ERROR_AT(unit, send->node,
		         "a send is no operand of '%.*s': it stands as a statement of its own",
		         NODE_ARG(unit, operator));
}

static const char *controlled(TSNode parent)
{
	return node_type_is(parent, "if_statement")       ? "if"
	       : node_type_is(parent, "while_statement")  ? "while"
	       : node_type_is(parent, "do_statement")     ? "while"
	       : node_type_is(parent, "switch_statement") ? "switch"
	                                                  : NULL;
}

static void report_place(struct unit *unit, const struct send *send, TSNode parent, TSNode node)
{
	const char *word = controlled(parent);
	TSNode last = send->steps[send->step_count - 1].message;
	if (node_type_is(parent, "comma_expression"))
		ERROR_AT(unit, send->node,
		         "a send stands as a statement of its own: write ';' in place of ','");
	else if (node_type_is(parent, "for_statement"))
		ERROR_AT(unit, send->node,
		         "a send cannot stand in the head of a 'for': put it before the loop or "
		         "into its body");
	else if (node_type_is(parent, "conditional_expression") &&
	         node_is_field(parent, "condition", node) && ts_node_eq(node, send->node)) {
		/* a | x ? m : n  →  a | (x ? m : n) */
		char *head = unit_text(unit, node_start(node), node_start(last)),
		     *tail = unit_text(unit, node_start(last), node_end(parent));
		ERROR_AT(unit, parent, "this sends only '%.*s': write '%s (%s)'",
		         NODE_ARG(unit, last), head, tail);
		free(head);
		free(tail);
	} else if (node_type_is(parent, "conditional_expression"))
		ERROR_AT(unit, send->node,
		         "a send cannot stand in a '?:': write 'if (%.*s) … else …'",
		         NODE_ARG(unit, node_field(parent, "condition")));
	else if (node_is(parent, NODE_binary_expression)) report_logical(unit, send, parent);
	else if (word)
		ERROR_AT(unit, send->node,
		         "a send has no value that '%s' could test: it stands as a statement of "
		         "its own; 'conc_try_send' yields whether the message was taken",
		         word);
	else
		ERROR_AT(unit, send->node,
		         "a send has no value: it stands as a statement of its own, '%.*s;'",
		         NODE_ARG(unit, send->node));
}

bool send_check_place(struct unit *unit, const struct send *send)
{
	TSNode node = send->node, parent = node_parent(node);
	const char *in = node_unevaluated(node);
	if (in)
		ERROR_AT(unit, node, "a send in '%s' would not take place: write it as a statement",
		         in);
	else if (ts_node_is_null(enclosing_function(node)))
		ERROR_AT(unit, node, "a send stands outside any function");
	else if (send->call) return true;
	else {
		while (node_is(parent, NODE_parenthesized_expression) &&
		       !controlled(node_parent(parent))) {
			node = parent;
			parent = node_parent(node);
		}
		if (node_is(parent, NODE_parenthesized_expression)) parent = node_parent(parent);
		if (node_is(parent, NODE_expression_statement)) return true;
		report_place(unit, send, parent, node);
	}
	return false;
}
