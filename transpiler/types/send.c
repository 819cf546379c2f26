/* SPDX-License-Identifier: MIT */
/* a | m1 | m2;   conc_try_send(&a, m)
 *
 * To the grammar these are an or of integers and a call; types decide. A chain that is a whole
 * statement is nearly always a send, so the first shadow already has it as its operands with commas
 * between: libclang then knows the type of each operand. The shadow contains any other chain
 * unchanged. If the type of its first operand shows that it is a send (in a place where a send is
 * an error), it gets the commas. If the type stays unknown, as in a typeof, where libclang drops
 * expressions that it cannot type, the commas are tried once. A conc_try_send is a sizeof of its
 * arguments until it is known to be a channel's.
 *
 * A bare ready-made message is the name of a type and no operand; the shadow has an object of it.
 *
 * Invariants: the list is in source order, outer sends first; a chain's steps are in the order in
 * which they are sent, and the node of each step is inside the next step's. The outermost
 * expression at an operand's extent is the operand. Rejected: building the chain bottom-up in
 * rounds as operations on channels do (a round for each message, and nested chains would have
 * operands without types). */
#include "send.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "types.h"

/* ---- collecting ---- */

static const struct actor_function functions[] = {
        {"conc_supervise", "aax"},         {"conc_set_disposition", "mx"},
        {"conc_abi_scaling_type", "txx"},  {"conc_scaling_actor", "ax"},
        {"conc_scaling_statistics", "ax"}, {"conc_is_replica", "a"},
        {"conc_mailbox_limit", "ax"},      {"conc_mailbox_statistics", "ax"},
        {"conc_executor_place", "xa"},
};

bool sends_possible(const struct unit *unit)
{
	return unit_has_actors(unit) || unit->behaviour_count > 0;
}

static TSNode bare(TSNode node)
{
	while (node_is(node, NODE_parenthesized_expression)) node = node_named_child(node, 0);
	return node;
}

static TSNode outside_parentheses(TSNode node)
{
	TSNode parent = node_parent(node);
	while (node_is(parent, NODE_parenthesized_expression)) parent = node_parent(parent);
	return parent;
}

static bool is_or(TSNode node)
{
	return node_is(node, NODE_binary_expression) &&
	       strcmp(node_type(node_field(node, "operator")), "|") == 0;
}

static bool is_statement(TSNode node)
{
	return node_is(outside_parentheses(node), NODE_expression_statement);
}

static void add_step(struct send *send, struct send_step step)
{
	*GROW(send->steps, send->step_count, send->step_room) = step;
}

static void add_chain(struct send *send, TSNode node)
{
	TSNode left = node_field(node, "left");
	if (is_or(bare(left))) add_chain(send, bare(left));
	else send->actor = left;
	add_step(send, (struct send_step){.node = node,
	                                  .sign = node_field(node, "operator"),
	                                  .message = node_field(node, "right")});
}

/* Is it the left operand of another |? It was added with that chain. */
static bool is_inner(TSNode node)
{
	TSNode around = outside_parentheses(node);
	return is_or(around) && ts_node_eq(bare(node_field(around, "left")), node);
}

void sends_add_binary(struct unit *unit, TSNode node)
{
	if (!is_or(node) || is_system_text(unit, node_field(node, "operator")) || is_inner(node))
		return;
	struct send *send = GROW(unit->sends, unit->send_count, unit->send_room);
	*send = (struct send){.node = node, .shadowed = is_statement(node)};
	add_chain(send, node);
}

static void add_try(struct unit *unit, TSNode node)
{
	TSNode arguments[2];
	if (node_arguments(node, arguments, 2) != 2) return;
	struct send *send = GROW(unit->sends, unit->send_count, unit->send_room);
	*send = (struct send){.node = node, .actor = arguments[0], .call = true, .shadowed = true};
	add_step(send, (struct send_step){.node = node, .message = arguments[1]});
}

void sends_add_call(struct unit *unit, TSNode node)
{
	TSNode function = node_field(node, "function");
	if (!node_is(function, NODE_identifier) || is_system_text(unit, node)) return;
	if (node_text_is(&unit->syntax, function, "conc_try_send")) add_try(unit, node);
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

/* ---- classifying ---- */

/* Returns the ready-made message whose bare name node is, unless a declaration hides the name; else
 * null. */
static const struct kind *ready_made(const struct unit *unit, TSNode node)
{
	node = bare(node);
	if (!node_is(node, NODE_identifier)) return NULL;
	size_t start = node_start(node), length = node_end(node) - start;
	const char *text = unit->syntax.text + start;
	static const char *const names[] = {"delete_message", "destroy_message",
	                                    "finished_message"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (word_is(text, length, names[i]))
			return word_is_dialect(&unit->shadowing, text, length, start)
			               ? unit_kind(unit, names[i], strlen(names[i]))
			               : NULL;
	return NULL;
}

static bool is_qualified(const struct unit *unit, CXType type)
{
	const struct clang *clang = unit->types->clang;
	return clang->isConstQualifiedType(type) || clang->isVolatileQualifiedType(type);
}

static void describe(const struct unit *unit, CXType type, struct send_operand *operand)
{
	const struct clang *clang = unit->types->clang;
	static const int forms[] = {OPERAND_OBJECT, OPERAND_POINTER, OPERAND_INDIRECT};
	bool array = false;
	if (type_canonical(unit, type).kind == CXType_Atomic)
		type = clang->Type_getValueType(type_canonical(unit, type));
	for (int depth = 0; depth < 3; depth++) {
		const struct kind *kind = type_kind(unit, type);
		if (kind && (kind->word == KIND_ACTOR || kind->word == KIND_MESSAGE)) {
			operand->kind = kind;
			operand->form = array ? OPERAND_ARRAY : forms[depth];
			operand->is_const = is_qualified(unit, type_canonical(unit, type));
			return;
		}
		CXType canonical = type_canonical(unit, type);
		array = array || type_is_array(canonical);
		if (type_is_array(canonical)) type = clang->getArrayElementType(canonical);
		else if (type_is_pointer(canonical)) type = clang->getPointeeType(canonical);
		else return;
	}
}

bool send_operand(struct unit *unit, TSNode node, struct send_operand *operand)
{
	*operand = (struct send_operand){.kind = ready_made(unit, node)};
	if (operand->kind) {
		operand->form = OPERAND_OBJECT;
		operand->ready = true;
		return true;
	}
	if (!type_of(unit, node, &operand->type)) return false;
	describe(unit, operand->type, operand);
	return true;
}

/* libclang may have dropped the operands: shadows an unknown chain as a send, once. Returns whether
 * the shadow changes. */
static bool try_unknown(struct send *send)
{
	if (ts_node_is_null(enclosing_function(send->node))) return false;
	if (send->tried || send->shadowed) {
		bool again = send->shadowed && send->tried;
		if (again) send->shadowed = false;
		return again;
	}
	send->tried = send->shadowed = true;
	return true;
}

static bool find(struct unit *unit, struct send *send)
{
	struct send_operand actor;
	if (!send_operand(unit, send->actor, &actor)) return try_unknown(send);
	bool shadowed = send->shadowed;
	send->state = actor.kind && actor.kind->word == KIND_ACTOR ? SEND_ACTOR : SEND_NONE;
	if (send->state == SEND_ACTOR) send->shadowed = true;
	else if (send->tried || send->call) send->shadowed = false;
	return send->shadowed != shadowed;
}

bool sends_found(struct unit *unit)
{
	bool again = false;
	for (size_t i = 0; i < unit->send_count; i++)
		if (unit->sends[i].state == SEND_UNKNOWN && find(unit, &unit->sends[i]))
			again = true;
	return again;
}

/* ---- the shadow ---- */

static void shadow_ready(struct unit *unit, TSNode message)
{
	const struct kind *kind = ready_made(unit, message);
	if (kind) put_instead(&unit->shadow, bare(message), "*(%s *)0", kind->name);
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
			put_instead(&unit->shadow, send->steps[s].sign, ",");
			shadow_ready(unit, send->steps[s].message);
		}
	}
}

/* ---- questions ---- */

const struct send *send_at(const struct unit *unit, TSNode node)
{
	node = bare(node);
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
	TSNode name = bare(node);
	if (!around || !node_is(name, NODE_identifier) || ts_node_is_null(around->message.name))
		return false;
	int found = types_find(unit->types, node_start(name), node_end(name));
	if (found < 0) return false;
	CXCursor used = clang->getCursorReferenced(unit->types->list[found].cursor);
	return clang->equalCursors(used, types_declaration(unit, around->message.name));
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
	return strcmp(kind->name, "delete_message") == 0 ||
	       strcmp(kind->name, "destroy_message") == 0 ||
	       strcmp(kind->name, "finished_message") == 0;
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
