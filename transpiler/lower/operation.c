/* SPDX-License-Identifier: MIT */
/* c << x + 1;        →  conc_channel_int_send(&c, x + 1, CONC_HERE);
 * x << c;            →  x = conc_channel_int_receive(&c, CONC_HERE);
 * while (x << c)     →  while (conc_channel_int_receive_ok(&c, &x, CONC_HERE))
 * if (p->bits << c)  →  if (CONC_RECEIVE_AS(1, conc_channel_int, p->bits = conc_received_1, &c))
 * s << structures;   →  conc_channel_struct_s_receive_into(&structures, &s, CONC_HERE);
 * f << 3.5;          →  conc_future_double_fulfil(&f, 3.5, CONC_HERE);
 * y << f;            →  y = conc_future_double_read(&f, CONC_HERE);
 * y << t;            →  y = conc_task_double_join(&t, CONC_HERE);
 * i << set;          →  i = conc_waitset_receive(&set, CONC_HERE);
 *
 * An operation whose value is unused calls the function that stops the program on failure;
 * otherwise it calls the function that returns bool. C converts at the call of a send and at the
 * assignment of a receive. If the target has the element's own type its address is passed, so that
 * no copy of an element is on the stack. The target's text then moves after the channel's. Such
 * operations are made inner ones first, after all other edits, from the text as edited so far. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#include "types/operation.h"
#include "base/text.h"
#include "types/variable.h"

/* ---- what the operands are ---- */

/* Does the node have exactly the element's type, so that a pointer to it will do? */
static bool is_element(struct unit *unit, TSNode node, CXType element)
{
	CXType type;
	return type_of(unit, node, &type) &&
	       unit->types->clang->equalTypes(type_canonical(unit, type),
	                                      type_canonical(unit, element)) &&
	       is_addressable(unit, node);
}

static bool is_record(const struct unit *unit, CXType type)
{
	return type_canonical(unit, type).kind == CXType_Record;
}

struct lowering {
	struct unit *unit;
	const struct operation *operation;
	TSNode resource, value;
	CXType element;
	const char *name; /* of the type: conc_channel_int */
	const char *verb; /* send, receive, fulfil, read */
	const char *at;   /* "&" before a resource that is no pointer */
	bool used;
};

static int operation_span(TSNode node)
{
	return (int)(node_end(node) - node_start(node));
}

/* Put text next to a node, outside of the edits of its own lowering. */
static void put_left(const struct lowering *lowering, TSNode node, const char *text)
{
	int order = ts_node_eq(node, lowering->operation->node) ? operation_span(node)
	                                                        : operation_span(node) + 1;
	edit_before(lowering->unit->edits, node_start(node), -order, "%s", text);
}

static void put_right(const struct lowering *lowering, TSNode node, const char *text)
{
	int order = ts_node_eq(node, lowering->operation->node) ? operation_span(node)
	                                                        : operation_span(node) + 1;
	edit_after(lowering->unit->edits, node_end(node), order, "%s", text);
}

static void put_left_format(const struct lowering *lowering, TSNode node, const char *format, ...)
        __attribute__((format(printf, 3, 4)));
static void put_left_format(const struct lowering *lowering, TSNode node, const char *format, ...)
{
	va_list list;
	struct text text = {0};
	va_start(list, format);
	text_vprintf(&text, format, list);
	va_end(list);
	put_left(lowering, node, text.bytes);
	text_free(&text);
}

/* ---- sends ---- */

/* ok = c << t: the task moves only if it was sent. */
static void lower_task_send(const struct lowering *lowering)
{
	struct unit *unit = lowering->unit;
	bool future = strcmp(lowering->verb, "fulfil") == 0;
	protect_comma(unit, lowering->resource);
	protect_comma(unit, lowering->value);
	put_left_format(lowering, lowering->operation->node, "CONC_%s_TASK(%d, %s, ",
	                future ? "FULFIL" : "SEND", ++unit->number, lowering->name);
	put_left(lowering, lowering->resource, lowering->at);
	put_right(lowering, lowering->resource, ",");
	put_instead(unit->edits, lowering->operation->sign, "%s", "");
	put_left(lowering, lowering->value, "&");
	put_right(lowering, lowering->operation->node, ")");
}

static void lower_send(const struct lowering *lowering)
{
	struct unit *unit = lowering->unit;
	CXType result;
	if (lowering->used && type_is_task(unit, lowering->element, &result)) {
		lower_task_send(lowering);
		return;
	}
	bool from = is_record(unit, lowering->element) &&
	            is_element(unit, lowering->value, lowering->element);
	put_left_format(lowering, lowering->operation->node, "%s_%s%s%s(", lowering->name,
	                lowering->verb, from ? "_from" : "", lowering->used ? "_ok" : "");
	put_left(lowering, lowering->resource, lowering->at);
	put_right(lowering, lowering->resource, ",");
	put_instead(unit->edits, lowering->operation->sign, "%s", "");
	if (from) put_left(lowering, lowering->value, "&");
	put_right(lowering, lowering->operation->node, ", CONC_HERE)");
}

/* ---- receives ---- */

/* Returns the text of a node with its edits, on one line, and removes these edits from the list.
 * Edits at its ends that belong to a larger node stay. */
static char *take_text(struct unit *unit, TSNode node)
{
	struct edits own = {0}, *all = unit->edits;
	size_t kept = 0, start = node_start(node), end = node_end(node);
	for (size_t i = 0; i < all->count; i++) {
		struct edit *edit = &all->list[i];
		if (edit_belongs(edit, start, end)) *GROW(own.list, own.count, own.room) = *edit;
		else all->list[kept++] = *edit;
	}
	all->count = kept;
	char *text = edited_text(unit, &own, start, end);
	edits_free(&own);
	struct text line = {0};
	for (const char *at = text; *at; at++)
		if (*at != '\n') text_add(&line, at, 1);
		else at += strspn(at, " \t\n") - 1, text_puts(&line, " ");
	free(text);
	return line.bytes;
}

/* name_receive_into(&c, &x, CONC_HERE): the operands are swapped. */
static void lower_to_address(const struct lowering *lowering)
{
	struct unit *unit = lowering->unit;
	char *value = take_text(unit, lowering->value),
	     *resource = take_text(unit, lowering->resource);
	edits_drop(unit->edits, node_start(lowering->operation->node),
	           node_end(lowering->operation->node));
	put_instead(unit->edits, lowering->operation->node, "%s_%s%s(%s%s, &%s, CONC_HERE)",
	            lowering->name, lowering->verb, lowering->used ? "_ok" : "_into", lowering->at,
	            resource, value);
	free(value);
	free(resource);
}

/* CONC_RECEIVE_AS(1, name, x = conc_received_1, &c): an assignment that may not happen. It is
 * written here, so that compilers report its conversion at the author's place. base: the kind that
 * the target points to, if that is not the element's. */
static void lower_as(const struct lowering *lowering, const struct kind *base)
{
	struct unit *unit = lowering->unit;
	protect_comma(unit, lowering->value);
	protect_comma(unit, lowering->resource);
	put_left_format(lowering, lowering->operation->node, "CONC_%s_AS(%d, %s, ",
	                strcmp(lowering->verb, "read") == 0 ? "READ" : "RECEIVE", ++unit->number,
	                lowering->name);
	put_instead(unit->edits, lowering->operation->sign, "= %s%s%sconc_received_%d,",
	            base ? "(" : "", base ? base->name : "", base ? " *)" : "", unit->number);
	put_left(lowering, lowering->resource, lowering->at);
	put_right(lowering, lowering->operation->node, ")");
}

/* CONC_RECEIVE_TASK(1, name, task, x, &c): the task moves. */
static void lower_task(const struct lowering *lowering, const char *type)
{
	struct unit *unit = lowering->unit;
	protect_comma(unit, lowering->value);
	protect_comma(unit, lowering->resource);
	put_left_format(lowering, lowering->operation->node, "CONC_%s_TASK(%d, %s, %s, ",
	                strcmp(lowering->verb, "read") == 0 ? "READ" : "RECEIVE", ++unit->number,
	                lowering->name, type);
	put_right(lowering, lowering->value, ",");
	put_instead(unit->edits, lowering->operation->sign, "%s", "");
	put_left(lowering, lowering->resource, lowering->at);
	put_right(lowering, lowering->operation->node, ")");
}

/* Returns the base that the target points to if the element points to a derived kind, or null. */
static const struct kind *base_of(const struct lowering *lowering)
{
	struct unit *unit = lowering->unit;
	const struct clang *clang = unit->types->clang;
	CXType element = type_canonical(unit, lowering->element), type;
	if (!type_is_pointer(element) || !type_of(unit, lowering->value, &type)) return NULL;
	type = type_canonical(unit, type);
	if (!type_is_pointer(type)) return NULL;
	const struct kind *from = type_kind(unit, clang->getPointeeType(element)),
	                  *to = type_kind(unit, clang->getPointeeType(type));
	return from != to ? to : NULL;
}

static void lower_assignment(const struct lowering *lowering)
{
	struct unit *unit = lowering->unit;
	CXType result;
	bool task = type_is_task(unit, lowering->element, &result);
	const struct kind *base = base_of(lowering);
	if (task)
		put_left_format(lowering, lowering->operation->node, "%s_assign(&",
		                task_type_name(unit, result, lowering->resource));
	if (task) put_right(lowering, lowering->value, ",");
	put_instead(unit->edits, lowering->operation->sign, "%s", task ? "" : "=");
	put_left_format(lowering, lowering->resource, "%s%s%s%s_%s(%s", base ? "(" : "",
	                base ? base->name : "", base ? " *)" : "", lowering->name, lowering->verb,
	                lowering->at);
	put_right(lowering, lowering->operation->node,
	          task ? ", CONC_HERE), CONC_HERE)" : ", CONC_HERE)");
}

static void lower_value(const struct lowering *lowering)
{
	CXType result;
	if (type_is_task(lowering->unit, lowering->element, &result))
		lower_task(lowering, task_type_name(lowering->unit, result, lowering->resource));
	else lower_as(lowering, base_of(lowering));
}

static void lower_receive(const struct lowering *lowering)
{
	struct unit *unit = lowering->unit;
	CXType result;
	bool task = type_is_task(unit, lowering->element, &result);
	bool whole = !task && is_element(unit, lowering->value, lowering->element);
	if (lowering->used && !whole) lower_value(lowering);
	else if (lowering->used || (whole && is_record(unit, lowering->element)))
		lower_to_address(lowering);
	else lower_assignment(lowering);
}

/* ---- tasks ---- */

/* Joining a task cannot fail: the value is 1. */
static void lower_join(const struct lowering *lowering)
{
	struct unit *unit = lowering->unit;
	bool lvalue = lowering->operation->pointer || is_addressable(unit, lowering->resource);
	const char *at = lvalue ? lowering->at : "";
	put_instead(unit->edits, lowering->operation->sign, "=");
	if (lowering->used) put_left(lowering, lowering->operation->node, "((void)(");
	put_left_format(lowering, lowering->resource, "%s_join%s(%s", lowering->name,
	                lvalue ? "" : "_value", at);
	put_right(lowering, lowering->operation->node,
	          lowering->used ? ", CONC_HERE)), 1)" : ", CONC_HERE)");
}

const char *take_address(struct unit *unit, TSNode lvalue)
{
	if (!node_is(lvalue, NODE_pointer_expression)) return "&";
	put_instead(unit->edits, node_field(lvalue, "operator"), "%s", "");
	return ""; /* &*p is p */
}

static void lower_shift(struct unit *unit, const struct operation *operation)
{
	bool future = operation->kind == OPERATION_FULFIL || operation->kind == OPERATION_READ;
	struct lowering lowering = {.unit = unit,
	                            .operation = operation,
	                            .resource = operation_resource(operation),
	                            .value = operation_value(operation),
	                            .used = node_value_is_used(operation->node)};
	if (!operation_element(unit, operation, &lowering.element)) return;
	lowering.at = operation->pointer ? "" : take_address(unit, lowering.resource);
	if (operation->kind == OPERATION_JOIN) {
		lowering.name = task_type_name(unit, lowering.element, operation->node);
		lower_join(&lowering);
		return;
	}
	lowering.name = operation->waitset ? "conc_waitset"
	                : future ? future_type_name(unit, lowering.element, operation->node)
	                         : channel_type_name(unit, lowering.element, operation->node);
	switch (operation->kind) {
	case OPERATION_SEND:
	case OPERATION_FULFIL:
		lowering.verb = future ? "fulfil" : "send";
		lower_send(&lowering);
		break;
	default:
		lowering.verb = future ? "read" : "receive";
		lower_receive(&lowering);
	}
}

/* ---- calls ---- */

/* conc_receive(&c)        →  conc_channel_int_receive(&c, CONC_HERE)
 * conc_future_read(&f)    →  conc_future_int_read(&f, CONC_HERE)
 * conc_try_send(&c, pair) →  conc_channel_struct_pair_try_send_from(&c, &pair, CONC_HERE) */
static void lower_call(struct unit *unit, const struct operation *call)
{
	CXType element;
	if (!call->of->typed || call->argument_count != call->of->arguments ||
	    !operation_element(unit, call, &element))
		return;
	TSNode function = node_field(call->node, "function");
	bool gives = strcmp(call->of->name, "conc_try_send") == 0 ||
	             strcmp(call->of->name, "conc_flush") == 0;
	bool from =
	        gives && is_record(unit, element) && is_element(unit, call->arguments[1], element);
	if (call->of->first == 'f')
		put_instead(unit->edits, function, "%s%s",
		            future_type_name(unit, element, call->node),
		            call->of->name + strlen("conc_future"));
	else
		put_instead(unit->edits, function, "%s%s%s",
		            channel_type_name(unit, element, call->node),
		            call->of->name + strlen("conc"), from ? "_from" : "");
	if (from) put_before(unit->edits, call->arguments[1], "&");
	put_after(unit->edits, call->arguments[call->argument_count - 1], ", CONC_HERE");
}

void lower_operations(struct unit *unit)
{
	for (size_t i = unit->operation_count; i-- > 0;) {
		const struct operation *operation = &unit->operations[i];
		if (operation->kind == OPERATION_CALL) lower_call(unit, operation);
		else if (operation->kind != OPERATION_NONE && operation->kind != OPERATION_WRONG &&
		         !operation_is_clause(operation))
			lower_shift(unit, operation);
	}
}
