/* SPDX-License-Identifier: MIT */
/* a | m1 | m2;   conc_try_send(&a, m)
 *
 * To the grammar these are an or of integers and a call; types decide. A chain that is a whole
 * statement is nearly always a send, so the first shadow has it as its operands with commas
 * between: libclang then knows the type of each. Any other chain is unchanged until the type of its
 * first operand shows that it is a send, in a place where that is an error. If that type stays
 * unknown, as in a typeof, where libclang drops what it cannot type, the commas are tried once. A
 * conc_try_send is a sizeof of its arguments until it is known to be a channel's.
 *
 * A bare ready-made message is the name of a type and no operand; the shadow has an object of it.
 *
 * Invariants: the list is in source order, outer sends first; a chain's steps are in the order in
 * which they are sent, and the node of each step is inside the next step's. The outermost
 * expression at an operand's extent is the operand. Rejected: finding the chain bottom-up as
 * operations on channels are (a round for each message, and nested operands without types). */
#include "send.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "variable.h"

static const struct actor_function functions[] = {
        {"conc_supervise", "aax"},
        {"conc_set_disposition", "mx"},
        {"conc_abi_scaling_type", "txx"},
        {"conc_scaling_actor", "ax"},
        {"conc_scaling_statistics", "ax"},
        {"conc_is_replica", "a"},
        {"conc_mailbox_limit", "ax"},
        {"conc_mailbox_statistics", "ax"},
        {"conc_executor_place", "xa"},
        {"conc_abi_ended_type", "txx"},
        {"conc_watch", "aa"},
        {"conc_unwatch", "aa"},
};

bool sends_possible(const struct unit *unit)
{
	return unit_has_actors(unit) || unit->behaviour_count > 0;
}

static bool is_or(TSNode node)
{
	return node_is(node, NODE_binary_expression) && node_has_operator(node, "|");
}

static void add_chain(struct send *send, TSNode node)
{
	TSNode left = node_field(node, "left");
	if (is_or(node_bare(left))) add_chain(send, node_bare(left));
	else send->actor = left;
	*GROW(send->steps, send->step_count, send->step_room) =
	        (struct send_step){.node = node,
	                           .sign = node_field(node, "operator"),
	                           .message = node_field(node, "right")};
}

void sends_add_binary(struct unit *unit, TSNode node)
{
	TSNode around = node_outside(node);
	if (!is_or(node) || is_system_text(unit, node_field(node, "operator")) ||
	    (is_or(around) && ts_node_eq(node_bare(node_field(around, "left")), node)))
		return; /* the left operand of another |: it was added with that chain */
	struct send *send = GROW(unit->sends, unit->send_count, unit->send_room);
	*send = (struct send){.node = node, .shadowed = node_is(around, NODE_expression_statement)};
	add_chain(send, node);
}

void sends_add_call(struct unit *unit, TSNode node)
{
	TSNode function = node_field(node, "function"), arguments[2];
	if (!node_is(function, NODE_identifier) || is_system_text(unit, node)) return;
	if (node_text_is(&unit->syntax, function, "conc_try_send") &&
	    node_arguments(node, arguments, 2) == 2) {
		struct send *send = GROW(unit->sends, unit->send_count, unit->send_room);
		*send = (struct send){
		        .node = node, .actor = arguments[0], .call = true, .shadowed = true};
		*GROW(send->steps, send->step_count, send->step_room) =
		        (struct send_step){.node = node, .message = arguments[1]};
	}
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		if (!node_text_is(&unit->syntax, function, functions[i].name)) continue;
		struct actor_call *call =
		        GROW(unit->actor_calls, unit->actor_call_count, unit->actor_call_room);
		*call = (struct actor_call){.of = &functions[i], .node = node};
		call->argument_count = node_arguments(node, call->arguments, 3);
	}
}

void sends_free(struct unit *unit)
{
	for (size_t i = 0; i < unit->send_count; i++) free(unit->sends[i].steps);
	free(unit->sends);
	free(unit->actor_calls);
}

static const char *const ready_names[] = {"delete_message", "destroy_message", "finished_message"};

/* Its bare name, which no declaration hides; else null. */
static const struct kind *ready_made(const struct unit *unit, TSNode node)
{
	node = node_bare(node);
	if (!node_is(node, NODE_identifier)) return NULL;
	for (size_t i = 0; i < sizeof ready_names / sizeof *ready_names; i++)
		if (node_is_word(unit, node, ready_names[i]) && node_is_dialect(unit, node))
			return unit_kind(unit, ready_names[i], strlen(ready_names[i]));
	return NULL;
}

bool send_operand(struct unit *unit, TSNode node, struct send_operand *operand)
{
	static const int forms[] = {OPERAND_OBJECT, OPERAND_POINTER, OPERAND_INDIRECT};
	const struct clang *clang = unit->types->clang;
	*operand = (struct send_operand){.kind = ready_made(unit, node)};
	if (operand->kind) {
		operand->form = OPERAND_OBJECT;
		operand->ready = true;
		return true;
	}
	if (!type_of(unit, node, &operand->type)) return false;
	CXType type = type_canonical(unit, operand->type);
	bool array = false;
	if (type.kind == CXType_Atomic) type = clang->Type_getValueType(type);
	for (int depth = 0; depth < 3; depth++) {
		const struct kind *kind = type_kind(unit, type);
		type = type_canonical(unit, type);
		if (kind && (kind->word == KIND_ACTOR || kind->word == KIND_MESSAGE)) {
			operand->kind = kind;
			operand->form = array ? OPERAND_ARRAY : forms[depth];
			operand->is_const = clang->isConstQualifiedType(type) ||
			                    clang->isVolatileQualifiedType(type);
			return true;
		}
		array = array || type_is_array(type);
		if (type_is_array(type)) type = clang->getArrayElementType(type);
		else if (type_is_pointer(type)) type = clang->getPointeeType(type);
		else return true;
	}
	return true;
}

static bool send_find(struct unit *unit, struct send *send)
{
	struct send_operand actor;
	bool shadowed = send->shadowed;
	if (!send_operand(unit, send->actor, &actor)) {
		/* libclang may have dropped the operands: an unknown chain is a send once */
		if (ts_node_is_null(enclosing_function(send->node)) || send->tried != shadowed)
			return false;
		send->shadowed = !send->tried;
		return send->tried = true;
	}
	send->state = actor.kind && actor.kind->word == KIND_ACTOR ? SEND_ACTOR : SEND_NONE;
	if (send->state == SEND_ACTOR) send->shadowed = true;
	else if (send->tried || send->call) send->shadowed = false;
	return send->shadowed != shadowed;
}

bool sends_found(struct unit *unit)
{
	bool again = false;
	for (size_t i = 0; i < unit->send_count; i++)
		if (unit->sends[i].state == SEND_UNKNOWN && send_find(unit, &unit->sends[i]))
			again = true;
	return again;
}

/* a | m1 | m2          →  (a , m1 , m2)
 * conc_try_send(a, m)  →  ((_Bool)sizeof(a, m)) */
void sends_shadow(struct unit *unit)
{
	for (size_t i = 0; i < unit->send_count; i++) {
		const struct send *send = &unit->sends[i];
		if (!send->shadowed) continue;
		if (send->call)
			put_instead(&unit->shadow, node_field(send->node, "function"),
			            "((_Bool)sizeof");
		else put_before(&unit->shadow, send->node, "(");
		put_after(&unit->shadow, send->node, ")");
		for (size_t s = 0; s < send->step_count; s++) {
			TSNode message = send->steps[s].message;
			const struct kind *ready = ready_made(unit, message);
			put_instead(&unit->shadow, send->steps[s].sign, ",");
			if (ready)
				put_instead(&unit->shadow, node_bare(message), "*(%s *)0",
				            ready->name);
		}
	}
}

const struct send *send_at(const struct unit *unit, TSNode node)
{
	node = node_bare(node);
	for (size_t i = 0; is_or(node) && i < unit->send_count; i++)
		if (unit->sends[i].state == SEND_ACTOR && ts_node_eq(unit->sends[i].node, node))
			return &unit->sends[i];
	return NULL;
}

bool sends_has_call(const struct unit *unit, TSNode node)
{
	for (size_t i = 0; i < unit->send_count; i++)
		if (unit->sends[i].call && ts_node_eq(unit->sends[i].node, node))
			return unit->sends[i].state != SEND_NONE;
	return false;
}

bool send_is_operand(const struct unit *unit, size_t start, size_t end)
{
	for (size_t i = 0; i < unit->send_count; i++) {
		const struct send *send = &unit->sends[i];
		if (send->state != SEND_ACTOR) continue;
		if (node_is_at(send->actor, start, end)) return true;
		for (size_t s = 0; s < send->step_count; s++)
			if (node_is_at(send->steps[s].message, start, end)) return true;
	}
	return false;
}

bool send_is_parameter(struct unit *unit, TSNode node)
{
	const struct clang *clang = unit->types->clang;
	const struct behaviour *around = behaviour_around(unit, node);
	TSNode name = node_bare(node);
	if (!around || !node_is(name, NODE_identifier) || ts_node_is_null(around->message.name))
		return false;
	CXCursor used = declaration_at(unit, name);
	return !clang->Cursor_isNull(used) &&
	       clang->equalCursors(used, types_declaration(unit, around->message.name));
}

const struct behaviour *send_receive(const struct unit *unit, const struct kind *actor,
                                     const struct kind *message)
{
	for (const struct kind *to = actor; to; to = to->base)
		for (const struct kind *as = message; as; as = as->base) {
			const struct behaviour *receive = unit_receive(unit, to, as);
			if (receive) return receive;
		}
	return NULL;
}

bool is_ready_made(const struct kind *kind)
{
	for (size_t i = 0; i < sizeof ready_names / sizeof *ready_names; i++)
		if (strcmp(kind->name, ready_names[i]) == 0) return true;
	return false;
}

bool send_delivery(struct unit *unit, const struct kind *actor, const struct send_step *step,
                   struct delivery *delivery)
{
	struct send_operand operand;
	if (!send_operand(unit, step->message, &operand) || !operand.kind ||
	    operand.kind->word != KIND_MESSAGE ||
	    (operand.form != OPERAND_OBJECT && operand.form != OPERAND_POINTER))
		return false;
	const struct behaviour *receive = send_receive(unit, actor, operand.kind);
	bool forward = operand.form == OPERAND_POINTER && send_is_parameter(unit, step->message);
	*delivery = (struct delivery){
	        .form = forward                           ? SEND_FORWARD
	                : operand.form == OPERAND_POINTER ? SEND_REFERENCE
	                                                  : SEND_VALUE,
	        .receive = receive,
	        .actor = receive ? receive->self.kind : actor,
	        .message = receive ? receive->message.kind : operand.kind,
	        .given = operand.kind,
	        .bare = operand.ready,
	};
	if (receive) return true;
	delivery->form = SEND_READY;
	return operand.ready && is_ready_made(operand.kind);
}
