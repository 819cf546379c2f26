/* SPDX-License-Identifier: MIT */
/* c << v  x << c  f << v  y << f  y << t  i << s  conc_receive(&c)  conc_future_read(&f)
 *
 * To the grammar these are shifts and calls; types decide. The first shadow contains a shift
 * unchanged: libclang finds its operands invalid, keeps them and their types in the tree, and knows
 * no type for the shift. operations_found looks at all shifts whose operands have types by then. In
 * the next shadow, an operation is an assignment from or to an element, to which a call of the
 * channel's shadow points (lower/channel.c), in an expression of type bool:
 *   c << v   ({ *(c)(0) = v; (_Bool)1; })
 *   x << c   ({ x = *(c)(0); (_Bool)1; })
 *   i << s   ({ i = *conc_shadow_waitset(&(s)); (_Bool)1; })
 * So nested operations get their types from the inside out, and libclang's error in the assignment
 * is the error of the operation.
 *
 * Invariants: the list is in source order, outer operations first; a kind other than NONE never
 * changes. The outermost expression at a resource's extent is the element (an lvalue). Rejected: a
 * guess by the names in the operands as for join (a wrong one would have to be taken back). */
#include "operation.h"

#include <stdlib.h>

#include "send.h"
#include "base/text.h"
#include "types.h"

static const struct operation_call calls[] = {
        {"conc_receive", 1, 'c', 0, true},        {"conc_try_send", 2, 'c', 'v', true},
        {"conc_try_receive", 2, 'c', 'p', true},  {"conc_flush", 2, 'c', 'v', true},
        {"conc_close", 1, 'c', 0, false},         {"conc_shutdown", 1, 'c', 0, false},
        {"conc_count", 1, 'c', 0, false},         {"conc_channel_init", 2, 'c', 'n', false},
        {"conc_channel_fini", 1, 'c', 0, false},  {"conc_future_reset", 1, 'f', 0, false},
        {"conc_future_cancel", 1, 'f', 0, false}, {"conc_future_ready", 1, 'f', 0, false},
        {"conc_future_read", 1, 'f', 0, true},
};

static void add_call(struct unit *unit, TSNode node)
{
	TSNode function = node_field(node, "function");
	const struct operation_call *of = NULL;
	if (!node_is(function, NODE_identifier)) return;
	for (size_t i = 0; i < sizeof calls / sizeof *calls && !of; i++)
		if (node_text_is(&unit->syntax, function, calls[i].name)) of = &calls[i];
	if (!of || is_system_text(unit, node)) return;
	struct operation *call =
	        GROW(unit->operations, unit->operation_count, unit->operation_room);
	*call = (struct operation){.kind = OPERATION_CALL, .node = node, .of = of};
	call->argument_count = node_arguments(node, call->arguments, 2);
}

struct search {
	struct unit *unit;
	bool resources, actors;
};

static void collect_node(TSNode node, void *data)
{
	const struct search *search = data;
	struct unit *unit = search->unit;
	TSNode sign = node_field(node, "operator");
	if (node_is(node, NODE_call_expression)) {
		add_call(unit, node);
		if (search->actors) sends_add_call(unit, node);
	}
	if (!node_is(node, NODE_binary_expression)) return;
	bool shift = node_type_is(sign, "<<") || node_type_is(sign, ">>");
	if ((search->resources || search->actors) && shift && !is_system_text(unit, node))
		*GROW(unit->operations, unit->operation_count, unit->operation_room) =
		        (struct operation){.node = node,
		                           .left = node_field(node, "left"),
		                           .right = node_field(node, "right"),
		                           .sign = sign};
	if (search->actors) sends_add_binary(unit, node);
}

void operations_collect(struct unit *unit)
{
	struct search search = {.unit = unit, .actors = sends_possible(unit)};
	for (size_t i = 0; i < unit->construct_count; i++) {
		enum node_kind kind = unit->constructs[i].kind;
		search.resources |= kind == NODE_channel_type || kind == NODE_future_type ||
		                    kind == NODE_task_type || kind == NODE_spawn_expression;
	}
	search.resources |=
	        strstr(unit->syntax.text, "conc_waitset") != NULL; /* libconc's is left out */
	if (search.resources || search.actors) unit_each_own(unit, collect_node, &search);
}

void operations_free(struct unit *unit)
{
	free(unit->operations);
}

struct resource {
	enum { NO_RESOURCE, CHANNEL, FUTURE, TASK, WAITSET } kind;
	bool pointer;
	CXType element;
};

static struct resource resource_of(const struct unit *unit, CXType type)
{
	struct resource resource = {0};
	type = type_canonical(unit, type);
	for (int i = 0; i < 2; i++) {
		resource.pointer = i;
		if (type_is_channel(unit, type, &resource.element)) resource.kind = CHANNEL;
		else if (type_is_future(unit, type, &resource.element)) resource.kind = FUTURE;
		else if (type_is_task(unit, type, &resource.element)) resource.kind = TASK;
		else if (type.kind == CXType_Record && type_is_waitset(unit, type))
			resource.kind = WAITSET;
		if (resource.kind || (!type_is_pointer(type) && !type_is_array(type)))
			return resource;
		type = type_canonical(unit, type_is_array(type)
		                                    ? unit->types->clang->getArrayElementType(type)
		                                    : unit->types->clang->getPointeeType(type));
	}
	return resource;
}

static bool same_type(const struct unit *unit, CXType a, CXType b)
{
	return unit->types->clang->equalTypes(type_canonical(unit, a), type_canonical(unit, b));
}

/* Decides, with is_received, where both operands are resources: a channel may carry tasks or
 * pointers to channels. */
static bool is_sent(const struct unit *unit, const struct resource *to, CXType value)
{
	return to->kind && to->kind != TASK && to->kind != WAITSET &&
	       (same_type(unit, to->element, value) ||
	        (type_is_void_pointer(unit, to->element) && type_is_pointer(value) &&
	         resource_of(unit, value).pointer));
}

static bool is_received(const struct unit *unit, const struct resource *from, CXType target)
{
	return from->kind && from->kind != WAITSET &&
	       (same_type(unit, from->element, target) ||
	        (type_is_void_pointer(unit, from->element) && resource_of(unit, target).pointer));
}

/* Is it a << m, m << a or the like for an actor, to which messages are sent with |? */
static bool is_mistaken_send(struct unit *unit, const struct operation *operation)
{
	struct send_operand left, right;
	if (!send_operand(unit, operation->left, &left) ||
	    !send_operand(unit, operation->right, &right) || !left.kind || !right.kind)
		return false;
	return left.kind->word != right.kind->word;
}

static void classify(struct unit *unit, struct operation *operation, CXType left_type,
                     CXType right_type)
{
	struct resource left = resource_of(unit, left_type), right = resource_of(unit, right_type);
	if (!left.kind && !right.kind) {
		if (is_mistaken_send(unit, operation)) operation->kind = OPERATION_WRONG;
		return;
	}
	if (node_type_is(operation->sign, ">>")) {
		operation->kind = OPERATION_WRONG;
		return;
	}
	bool sends = left.kind && (!right.kind || is_sent(unit, &left, right_type));
	bool receives = right.kind && (!left.kind || is_received(unit, &right, left_type));
	if (sends == receives || (sends && (left.kind == TASK || left.kind == WAITSET))) {
		operation->kind = OPERATION_WRONG;
		return;
	}
	operation->pointer = sends ? left.pointer : right.pointer;
	if (sends) operation->kind = left.kind == CHANNEL ? OPERATION_SEND : OPERATION_FULFIL;
	else
		operation->kind = right.kind == FUTURE ? OPERATION_READ
		                  : right.kind == TASK ? OPERATION_JOIN
		                                       : OPERATION_RECEIVE;
	operation->waitset = right.kind == WAITSET;
}

bool operations_found(struct unit *unit)
{
	bool found = false;
	for (size_t i = 0; i < unit->operation_count; i++) {
		struct operation *operation = &unit->operations[i];
		CXType left, right;
		if (operation->kind != OPERATION_NONE || !type_of(unit, operation->left, &left) ||
		    !type_of(unit, operation->right, &right))
			continue;
		classify(unit, operation, left, right);
		found = found || operation->kind != OPERATION_NONE;
	}
	return found;
}

static void shadow_shift(struct unit *unit, const struct operation *operation)
{
	bool sends = operation->kind == OPERATION_SEND || operation->kind == OPERATION_FULFIL;
	TSNode node = operation->node, resource = operation_resource(operation);
	int span = (int)(node_end(node) - node_start(node));
	if (operation->kind == OPERATION_WRONG) {
		put_before(&unit->shadow, node, "({ (void)(");
		put_instead(&unit->shadow, operation->sign, "); (void)(");
		put_after(&unit->shadow, node, "); (_Bool)1; })");
		return;
	}
	put_instead(&unit->shadow, operation->sign, "=");
	if (operation->waitset) {
		edit_before(&unit->shadow, node_start(resource), -span, "*conc_shadow_waitset(%s(",
		            operation->pointer ? "" : "&");
		edit_after(&unit->shadow, node_end(resource), span, ")); (_Bool)1; })");
		put_before(&unit->shadow, node, "({ ");
		return;
	}
	/* inside of the edits at the operation's extent, outside of those at the operand's */
	edit_before(&unit->shadow, node_start(resource), -span, "%s%s(%s(", sends ? "({ " : "",
	            operation->kind == OPERATION_JOIN ? "" : "*", operation->pointer ? "*" : "");
	edit_after(&unit->shadow, node_end(resource), span, "))((struct conc_shadow_%s *)0)%s",
	           operation_noun(operation), sends ? "" : "; (_Bool)1; })");
	if (sends) put_after(&unit->shadow, node, "; (_Bool)1; })");
	else put_before(&unit->shadow, node, "({ ");
}

/* conc_receive(p), conc_future_read(p)      (*(*(p))(0))
 * conc_try_send(p, v)  ((_Bool)sizeof(*(*(p))(0) = (v)))
 * The analysis header declares functions for the other calls. */
static void shadow_call(struct unit *unit, const struct operation *call)
{
	TSNode function = node_field(call->node, "function");
	if (!call->of->typed || call->argument_count != call->of->arguments ||
	    sends_has_call(unit, call->node))
		return;
	if (!call->of->second) {
		put_instead(&unit->shadow, function, "(*(*");
		put_after(&unit->shadow, call->node, ")((struct conc_shadow_%s *)0))",
		          call->of->first == 'f' ? "future" : "channel");
		return;
	}
	bool value = call->of->second == 'v';
	TSNode comma = node_token(node_field(call->node, "arguments"), ",");
	put_instead(&unit->shadow, function, value ? "((_Bool)sizeof(*(*" : "((_Bool)sizeof");
	if (value) put_instead(&unit->shadow, comma, "))((struct conc_shadow_channel *)0) = (");
	put_after(&unit->shadow, call->node, value ? "))" : ")");
}

void operations_shadow(struct unit *unit)
{
	for (size_t i = unit->operation_count; i-- > 0;) {
		const struct operation *operation = &unit->operations[i];
		if (operation->kind == OPERATION_CALL) shadow_call(unit, operation);
		else if (operation->kind != OPERATION_NONE) shadow_shift(unit, operation);
	}
}

const char *operation_noun(const struct operation *operation)
{
	return operation->waitset                  ? "conc_waitset"
	       : operation->kind == OPERATION_JOIN ? "task"
	       : operation->kind == OPERATION_SEND || operation->kind == OPERATION_RECEIVE
	               ? "channel"
	               : "future";
}

struct operation *operation_at(const struct unit *unit, TSNode node)
{
	node = node_bare(node);
	for (size_t i = 0; i < unit->operation_count; i++)
		if (unit->operations[i].kind != OPERATION_NONE &&
		    ts_node_eq(unit->operations[i].node, node))
			return &unit->operations[i];
	return NULL;
}

TSNode operation_resource(const struct operation *operation)
{
	switch (operation->kind) {
	case OPERATION_SEND:
	case OPERATION_FULFIL:
		return operation->left;
	case OPERATION_RECEIVE:
	case OPERATION_READ:
	case OPERATION_JOIN:
		return operation->right;
	default:
		return (TSNode){0};
	}
}

TSNode operation_value(const struct operation *operation)
{
	TSNode resource = operation_resource(operation);
	if (ts_node_is_null(resource)) return resource;
	return ts_node_eq(resource, operation->left) ? operation->right : operation->left;
}

bool operation_call_sends(const struct unit *unit, TSNode call, int index)
{
	const struct operation *operation = operation_at(unit, call);
	return operation && operation->kind == OPERATION_CALL && operation->of->second == 'v' &&
	       index == 1;
}

bool operation_element(struct unit *unit, const struct operation *operation, CXType *element)
{
	if (operation->kind != OPERATION_CALL)
		return type_of(unit, operation_resource(operation), element);
	CXType type;
	if (!operation->argument_count || !type_of(unit, operation->arguments[0], &type))
		return false;
	struct resource resource = resource_of(unit, type);
	*element = resource.element;
	return resource.kind && resource.kind != TASK && resource.pointer &&
	       (resource.kind == CHANNEL) == (operation->of->first == 'c');
}

bool operation_is_resource(const struct unit *unit, size_t start, size_t end)
{
	for (size_t i = 0; i < unit->operation_count; i++) {
		const struct operation *operation = &unit->operations[i];
		if (node_is_at(operation_resource(operation), start, end)) return true;
		if (start < node_start(operation->node) || node_end(operation->node) < end)
			continue;
		if (operation->kind == OPERATION_WRONG) return true;
		/* In the shadow of a call the channel is part of a larger expression. */
		if (operation->kind == OPERATION_CALL && operation->argument_count &&
		    start <= node_start(operation->arguments[0]) &&
		    node_end(operation->arguments[0]) <= end)
			return true;
	}
	return false;
}

bool operation_is_clause(const struct operation *operation)
{
	TSNode parent = node_outside(operation->node);
	if (node_is(parent, NODE_assignment_expression)) parent = node_outside(parent);
	return node_is(parent, NODE_wait_clause) || node_is(parent, NODE_wait_declaration);
}

const char *node_unevaluated(TSNode node)
{
	for (TSNode at = node_parent(node); !ts_node_is_null(at); at = node_parent(at)) {
		if (node_type_is(at, "sizeof_expression")) return "sizeof";
		if (node_type_is(at, "alignof_expression")) return "_Alignof";
		if (node_type_is(at, "typeof_specifier")) return "typeof";
		if (node_type_is(at, "generic_expression")) return "_Generic";
		if (node_is(at, NODE_compound_statement) || node_is(at, NODE_declaration)) break;
	}
	return NULL;
}

/* With a unit a cast to void is no use; with a null unit it is one. */
static bool is_used(const struct unit *unit, TSNode node)
{
	for (TSNode parent;; node = parent) {
		parent = node_parent(node);
		bool comma = node_type_is(parent, "comma_expression"),
		     conditional = node_type_is(parent, "conditional_expression"),
		     parentheses = node_is(parent, NODE_parenthesized_expression);
		if (node_is(parent, NODE_expression_statement)) {
			parent = node_statement_value(parent);
			if (ts_node_is_null(parent)) return false;
			continue;
		}
		if (node_is(parent, NODE_for_statement))
			return !node_is_field(parent, "update", node) &&
			       !node_is_field(parent, "initializer", node);
		if (comma && node_is_field(parent, "left", node)) return false;
		if (conditional && node_is_field(parent, "condition", node)) return true;
		bool to_void = unit && node_type_is(parent, "cast_expression") &&
		               node_text_is(&unit->syntax, node_field(parent, "type"), "void");
		if (!comma && !conditional && !parentheses && !to_void &&
		    !node_type_is(parent, "extension_expression"))
			return true;
		/* "if (x << c)": the parentheses belong to the statement. */
		TSNode around = node_parent(parent);
		if (parentheses && node_is_field(around, "condition", parent) &&
		    !node_type_is(around, "conditional_expression"))
			return true;
	}
}

bool node_value_is_used(TSNode node)
{
	return is_used(NULL, node);
}

bool node_value_is_kept(const struct unit *unit, TSNode node)
{
	return is_used(unit, node);
}
