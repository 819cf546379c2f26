/* SPDX-License-Identifier: MIT */
/* Checks which actor may get which message, and where a send may be. If an actor does not accept a
 * message, notes list what it accepts: its receives and its bases', the nearest first. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "types/operation.h"
#include "types/send.h"
#include "types/variable.h"

/* The place of a send must be a whole statement. In most other places it would mean something else
 * than it seems to (`a | x ? m : n` sends x), and its value, the actor, is of no use. */

/* Not the body of an if or of a loop: two statements may stand in its place. */
static bool is_statement_of_block(TSNode node)
{
	return node_is(node, NODE_expression_statement) &&
	       node_is(node_parent(node), NODE_compound_statement);
}

/* ok && a | m  →  if (ok) a | m; */
static void report_logical(struct unit *unit, const struct send *send, TSNode parent)
{
	TSNode operator= node_field(parent, "operator"), left = node_field(parent, "left");
	bool right = node_is_field(parent, "right", send->node);
	if (right && (node_type_is(operator, "&&") || node_type_is(operator, "||"))) {
		ERROR_AT(unit, send->node, "a send has no value: write 'if (%s%.*s%s) %.*s;'",
		         node_type_is(operator, "&&") ? "" : "!(", NODE_ARG(unit, left),
		         node_type_is(operator, "&&") ? "" : ")", NODE_ARG(unit, send->node));
		if (is_statement_of_block(node_parent(parent)))
			FIX_AT(unit, parent, "if (%s%.*s%s) %.*s",
			       node_type_is(operator, "&&") ? "" : "!(", NODE_ARG(unit, left),
			       node_type_is(operator, "&&") ? "" : ")", NODE_ARG(unit, send->node));
	} else
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
	if (node_type_is(parent, "comma_expression")) {
		ERROR_AT(unit, send->node,
		         "a send stands as a statement of its own: write ';' in place of ','");
		if (is_statement_of_block(node_parent(parent)))
			FIX_AT(unit, node_token(parent, ","), ";");
	} else if (node_type_is(parent, "for_statement"))
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
		FIX_AT(unit, parent, "%s (%s)", head, tail);
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

static bool send_check_place(struct unit *unit, const struct send *send)
{
	TSNode node = send->node, parent = node_parent(node);
	const char *in = node_unevaluated(node);
	if (in)
		return ERROR_AT(unit, node,
		                "a send in '%s' would not take place: write it as a statement", in);
	if (ts_node_is_null(enclosing_function(node)))
		return ERROR_AT(unit, node, "a send stands outside any function");
	if (send->call) return true;
	while (node_is(parent, NODE_parenthesized_expression) && !controlled(node_parent(parent))) {
		node = parent;
		parent = node_parent(node);
	}
	if (node_is(parent, NODE_parenthesized_expression)) parent = node_parent(parent);
	if (node_is(parent, NODE_expression_statement)) return true;
	report_place(unit, send, parent, node);
	return false;
}

static bool check_actor(struct unit *unit, const struct send *send,
                        const struct send_operand *actor)
{
	TSNode node = send->actor;
	if (actor->form == OPERAND_ARRAY)
		ERROR_AT(unit, node,
		         "'%.*s' is an array: send to one of its actors, '%.*s[i]', or to each in "
		         "a loop",
		         NODE_ARG(unit, node), NODE_ARG(unit, node));
	else if (actor->form == OPERAND_INDIRECT)
		ERROR_AT(unit, node,
		         "'%.*s' points to a pointer: a send wants an actor or a pointer to one",
		         NODE_ARG(unit, node));
	else if (send->call && actor->form == OPERAND_OBJECT)
		ERROR_AT(unit, node, "'conc_try_send' wants the address of the actor: '&%.*s'",
		         NODE_ARG(unit, node));
	else if (actor->is_const)
		ERROR_AT(unit, node,
		         "'%.*s' is const: actor '%s' could not change when it receives",
		         NODE_ARG(unit, node), actor->kind->name);
	else return true;
	return false;
}

/* a | x << c: check/operation.c reports it. */
static bool is_bare_operation(const struct unit *unit, TSNode node)
{
	return !node_is(node, NODE_parenthesized_expression) && operation_at(unit, node);
}

/* Reports an actor that is only declared, "actor counter;". Returns whether it did. */
static bool report_undefined(struct unit *unit, TSNode node, CXType type)
{
	const struct clang *clang = unit->types->clang;
	CXType canonical = type_canonical(unit, type);
	if (type_is_pointer(canonical))
		canonical = type_canonical(unit, clang->getPointeeType(canonical));
	if (canonical.kind != CXType_Record) return false;
	char *name = cursor_spelling(unit, clang->getTypeDeclaration(canonical));
	const struct construct *declared = NULL;
	for (size_t i = 0; i < unit->construct_count && !declared; i++)
		if (unit->constructs[i].kind == NODE_declaration &&
		    node_text_is(&unit->syntax, forward_name(&unit->constructs[i]), name))
			declared = &unit->constructs[i];
	if (declared) {
		ERROR_AT(unit, node,
		         "'%s' is declared without its members: a send needs the definition", name);
		NOTE_AT(unit, forward_name(declared), "it is declared here");
	}
	free(name);
	return declared != NULL;
}

static void report_no_message(struct unit *unit, TSNode node, CXType type)
{
	CXType canonical = type_canonical(unit, type);
	CXType pointee = unit->types->clang->getPointeeType(canonical);
	if (is_bare_operation(unit, node) ||
	    types_report_error(unit, node_start(node), node_end(node)) ||
	    report_undefined(unit, node, type))
		return;
	const char *written = type_said(unit, type);
	if (canonical.kind == CXType_Void)
		ERROR_AT(unit, node, "'%.*s' has no value that could be sent",
		         NODE_ARG(unit, node));
	else if (type_is_function(canonical))
		ERROR_AT(unit, node,
		         "'%.*s' is a function: a message is what it returns, '%.*s(…)'",
		         NODE_ARG(unit, node), NODE_ARG(unit, node));
	else if (type_is_pointer(canonical) && pointee.kind == CXType_Void)
		ERROR_AT(unit, node,
		         "'%.*s' of type '%s' does not say which message it points to: cast it",
		         NODE_ARG(unit, node), written);
	else
		ERROR_AT(unit, node, "'%.*s' of type '%s' is no message", NODE_ARG(unit, node),
		         written);
}

static bool is_message(struct unit *unit, TSNode node, const struct send_operand *operand)
{
	if (is_null_constant(unit, node)) ERROR_AT(unit, node, "a null pointer is no message");
	else if (!operand->kind) report_no_message(unit, node, operand->type);
	else if (operand->kind->word == KIND_ACTOR)
		ERROR_AT(unit, node,
		         "actor '%s' cannot be sent: send a message with a pointer to it in a "
		         "member",
		         operand->kind->name);
	else if (operand->form == OPERAND_ARRAY)
		ERROR_AT(
		        unit, node,
		        "'%.*s' is an array: send its messages one by one, '%.*s[i]' or '&%.*s[i]'",
		        NODE_ARG(unit, node), NODE_ARG(unit, node), NODE_ARG(unit, node));
	else if (node_is(node_bare(node), NODE_new_expression) &&
	         !ts_node_is_null(node_field(node_bare(node), "count")))
		ERROR_AT(unit, node,
		         "'%.*s' makes many messages, and only the first would be sent: send them "
		         "one "
		         "by one",
		         NODE_ARG(unit, node));
	else if (operand->form == OPERAND_INDIRECT)
		ERROR_AT(unit, node,
		         "'%.*s' points to a pointer: a message is sent by value, or by a pointer "
		         "to it",
		         NODE_ARG(unit, node));
	else return true;
	return false;
}

/* Notes each message that the actor receives once, the nearest type first. */
static void note_accepted(struct unit *unit, const struct kind *actor)
{
	enum { NOTES_MAX = 16 };
	int count = 0;
	for (const struct kind *to = actor; to; to = to->base)
		for (size_t i = 0; i < unit->behaviour_count; i++) {
			const struct behaviour *receive = &unit->behaviours[i];
			if (receive->kind != NODE_receive_definition || receive->self.kind != to ||
			    !receive->message.kind ||
			    unit_receive(unit, to, receive->message.kind) != receive)
				continue;
			if (count++ >= NOTES_MAX) continue;
			if (to == actor)
				NOTE_AT(unit, receive->word, "it receives '%s'",
				        receive->message.kind->name);
			else
				NOTE_AT(unit, receive->word, "its base '%s' receives '%s'",
				        to->name, receive->message.kind->name);
		}
	if (!count)
		NOTE_KIND(unit, actor, "it receives nothing: there is no 'receive (%s *self, …)'",
		          actor->name);
}

static void report_unreceived(struct unit *unit, TSNode node, const struct kind *actor,
                              const struct kind *message)
{
	ERROR_AT(unit, node, "actor '%s' does not receive message '%s'", actor->name,
	         message->name);
	if (is_ready_made(message))
		NOTE_AT(unit, node, "every actor takes a ready-made message by its bare name: '%s'",
		        message->name);
	note_accepted(unit, actor);
}

static bool check_order(struct unit *unit, TSNode node, const struct behaviour *receive)
{
	const char *actor = receive->self.kind->name, *message = receive->message.kind->name;
	if (node_start(receive->node) < node_start(node)) return true;
	ERROR_AT(unit, node, "actor '%s' is not known to receive message '%s' yet", actor, message);
	return NOTE_AT(
	        unit, receive->word,
	        "it is declared here, behind the send: put 'receive (%s *self, %s *m);' in front",
	        actor, message);
}

static void send_check_value(struct unit *unit, const struct send_step *step,
                             const struct delivery *delivery, CXType type)
{
	enum { LARGE = 4096 };
	TSNode node = step->message;
	const struct kind *given = delivery->given;
	if (delivery->receive && delivery->message != given) {
		ERROR_AT(unit, node,
		         "message '%s' would be sliced: actor '%s' receives its base '%s'; send a "
		         "pointer to it",
		         given->name, delivery->actor->name, delivery->message->name);
		NOTE_AT(unit, delivery->receive->word, "this is the receive for it");
		return;
	}
	if (delivery->bare) return;
	/* a message with a destroy owns something */
	const struct kind *owner = given;
	while (owner && !kind_has(owner, NODE_destroy_definition)) owner = owner->base;
	if (owner && node_is(step->node, NODE_call_expression))
		ERROR_AT(unit, node,
		         "what message '%s' owns would be lost if the send fails: send a pointer "
		         "to it",
		         given->name);
	else if (owner && !node_is(node_bare(node), NODE_compound_literal_expression))
		ERROR_AT(unit, node,
		         "message '%s' has a 'destroy', which would run for the copy and for the "
		         "original: send a compound literal, or a pointer",
		         given->name);
	long long size = unit->types->clang->Type_getSizeOf(type);
	if (size > LARGE)
		WARNING_AT(unit, "conc-large-message", node,
		           "%lld bytes are copied into the send: send a pointer to the message",
		           size);
}

/* True if node changes the parameter m: m = …, m++, m << c */
static bool changes(struct unit *unit, TSNode node)
{
	TSNode target = {0};
	const struct operation *operation;
	if (node_is(node, NODE_assignment_expression)) target = node_field(node, "left");
	else if (node_type_is(node, "update_expression")) target = node_field(node, "argument");
	else if (node_is(node, NODE_binary_expression) && (operation = operation_at(unit, node)) &&
	         ts_node_eq(operation_value(operation), node_field(node, "left")))
		target = operation_value(operation);
	return !ts_node_is_null(target) && send_is_parameter(unit, target);
}

/* The forwarded parameter stands for the received message. */
static void check_forward(struct unit *unit, TSNode node)
{
	TSTreeCursor cursor = ts_tree_cursor_new(behaviour_around(unit, node)->body);
	while (!changes(unit, ts_tree_cursor_current_node(&cursor)) && cursor_next(&cursor)) {
	}
	TSNode at = ts_tree_cursor_current_node(&cursor);
	ts_tree_cursor_delete(&cursor);
	if (!changes(unit, at)) return;
	ERROR_AT(unit, node,
	         "'%.*s' goes on as the message that came, but it is changed: send another pointer",
	         NODE_ARG(unit, node));
	NOTE_AT(unit, at, "it is changed here");
}

static void check_step(struct unit *unit, const struct kind *actor, const struct send_step *step)
{
	TSNode node = step->message;
	struct send_operand operand;
	struct delivery delivery;
	CXType type;
	if (!send_operand(unit, node, &operand)) {
		type_demand(unit, node, &type);
		return;
	}
	if (!is_message(unit, node, &operand)) return;
	if (!send_delivery(unit, actor, step, &delivery)) {
		report_unreceived(unit, node, actor, operand.kind);
		return;
	}
	if (delivery.receive && !check_order(unit, node, delivery.receive)) return;
	if (delivery.form == SEND_VALUE) send_check_value(unit, step, &delivery, operand.type);
	else if (delivery.form == SEND_FORWARD) check_forward(unit, node);
	else if (operand.form == OPERAND_POINTER && operand.is_const)
		ERROR_AT(unit, node,
		         "'%.*s' points to a const message: by reference it could be changed",
		         NODE_ARG(unit, node));
}

static void report_swapped(struct unit *unit, const struct send *send)
{
	const struct send_step *step = &send->steps[0];
	struct send_operand right;
	bool swapped = send_operand(unit, step->message, &right) && right.kind &&
	               right.kind->word == KIND_ACTOR;
	if (swapped) {
		ERROR_AT(unit, step->node, "the actor stands on the left: write '%.*s | %.*s'",
		         NODE_ARG(unit, step->message), NODE_ARG(unit, send->actor));
		FIX_AT(unit, step->node, "%.*s | %.*s", NODE_ARG(unit, step->message),
		       NODE_ARG(unit, send->actor));
	} else
		ERROR_AT(unit, send->actor,
		         "'%.*s' is a message, and no actor that could receive one",
		         NODE_ARG(unit, send->actor));
}

/* Reports an operand only if a message shows that a send was meant. */
static void check_no_actor(struct unit *unit, const struct send *send)
{
	struct send_operand left, right;
	CXType type;
	bool known = send_operand(unit, send->actor, &left);
	if (send->call) {
		if (!known) type_demand(unit, send->actor, &type);
		return; /* check/operation.c reports the rest */
	}
	if (send_at(unit, send->steps[0].message)) return; /* its place is an error */
	if (!known) { /* libclang knows why, or the C compiler says it */
		if (send->shadowed)
			types_report_error(unit, node_start(send->node), node_end(send->node));
		return;
	}
	if (left.kind) {
		report_swapped(unit, send);
		return;
	}
	if (!send_operand(unit, send->steps[0].message, &right) || !right.kind ||
	    right.kind->word != KIND_MESSAGE || is_bare_operation(unit, send->actor) ||
	    report_undefined(unit, send->actor, left.type))
		return;
	if (is_null_constant(unit, send->actor))
		ERROR_AT(unit, send->actor, "a null pointer is no actor");
	else
		ERROR_AT(unit, send->actor,
		         "'%.*s' of type '%s' is no actor: a message is sent to an actor, or to a "
		         "pointer to one",
		         NODE_ARG(unit, send->actor), type_said(unit, left.type));
}

static void check_send(struct unit *unit, const struct send *send)
{
	struct send_operand actor;
	if (send->state != SEND_ACTOR) {
		check_no_actor(unit, send);
		return;
	}
	if (!send_check_place(unit, send) || !send_operand(unit, send->actor, &actor) ||
	    !check_actor(unit, send, &actor))
		return;
	for (size_t i = 0; i < send->step_count; i++) check_step(unit, actor.kind, &send->steps[i]);
}

/* conc_scaling_type(words, …), conc_ended_type(words, …) */
static void check_type(struct unit *unit, const struct actor_call *call, TSNode type)
{
	bool scaling = strcmp(call->of->name, "conc_abi_scaling_type") == 0;
	char *name = unit_text(unit, node_start(type) + strlen("&conc_type_"), node_end(type));
	const struct kind *kind = unit_kind(unit, name, strlen(name));
	if (!kind || kind->word != KIND_ACTOR)
		ERROR_AT(unit, type, "'%s' wants the name of an actor type, not '%s'",
		         scaling ? "conc_scaling_type" : "conc_ended_type", name);
	else if (scaling && !kind_scaling(unit, kind)) {
		WARNING_AT(unit, "conc-scalable", type,
		           "actor '%s' has no scalable receive: it is never split", name);
		NOTE_KIND(unit, kind, "'%s' is declared here", name);
	}
	free(name);
}

static bool check_argument(struct unit *unit, const struct actor_call *call, int index)
{
	if (call->of->wants[index] == 't') {
		check_type(unit, call, call->arguments[index]);
		return true;
	}
	bool actor = call->of->wants[index] == 'a';
	const char *what = actor ? "actor" : "message", *article = actor ? "an" : "a";
	TSNode node = call->arguments[index];
	struct send_operand operand;
	CXType type;
	if (!send_operand(unit, node, &operand)) return type_demand(unit, node, &type);
	bool right = operand.kind && (operand.kind->word == KIND_ACTOR) == actor && !operand.ready;
	if (right && operand.form == OPERAND_POINTER && !operand.is_const) return true;
	if (right && operand.form == OPERAND_OBJECT)
		ERROR_AT(unit, node, "'%s' wants the address of the %s: '&%.*s'", call->of->name,
		         what, NODE_ARG(unit, node));
	else if (right && operand.form == OPERAND_POINTER)
		ERROR_AT(unit, node, "'%s' changes the %s, and '%.*s' points to a const one",
		         call->of->name, what, NODE_ARG(unit, node));
	else if (operand.ready)
		ERROR_AT(unit, node, "'%s' wants a pointer to %s %s, not the name of a type",
		         call->of->name, article, what);
	else
		ERROR_AT(unit, node, "'%s' wants a pointer to %s %s, not '%.*s' of type '%s'",
		         call->of->name, article, what, NODE_ARG(unit, node),
		         type_said(unit, operand.type));
	return false;
}

/* The second argument must receive the message of that name. */
static void check_told(struct unit *unit, const struct actor_call *call, const char *name)
{
	struct send_operand boss;
	const struct kind *message = unit_kind(unit, name, strlen(name));
	if (!message || !send_operand(unit, call->arguments[1], &boss)) return;
	const struct behaviour *receive = send_receive(unit, boss.kind, message);
	if (receive) check_order(unit, call->arguments[1], receive);
	else report_unreceived(unit, call->arguments[1], boss.kind, message);
}

static void send_check_call(struct unit *unit, const struct actor_call *call)
{
	int wanted = (int)strlen(call->of->wants);
	if (call->argument_count != wanted) {
		ERROR_AT(unit, call->node, "'%s' takes %d arguments, not %d", call->of->name,
		         wanted, call->argument_count);
		return;
	}
	bool good = true;
	for (int i = 0; i < wanted; i++)
		if (call->of->wants[i] != 'x' && !check_argument(unit, call, i)) good = false;
	if (good && strcmp(call->of->name, "conc_supervise") == 0)
		check_told(unit, call, "conc_failure");
	if (good && strcmp(call->of->name, "conc_watch") == 0) check_told(unit, call, "conc_end");
}

void check_sends(struct unit *unit)
{
	for (size_t i = 0; i < unit->send_count; i++) check_send(unit, &unit->sends[i]);
	for (size_t i = 0; i < unit->actor_call_count; i++)
		send_check_call(unit, &unit->actor_calls[i]);
}
