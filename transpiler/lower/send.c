/* SPDX-License-Identifier: MIT */
/* c | one | (add){2};
 *   →
 * CONC_SEND(counter, add, CONC_SEND(counter, add, &c, one), (add){2});
 *
 * c | &big;                    CONC_SEND_REFERENCE(counter, add, &c, &big);
 * p | finished_message;        CONC_SEND_READY(counter, p, finished_message);
 * self->next | m;              CONC_SEND_ON(relay, line, self->next, m);     a behaviour's own m
 * conc_try_send(&s, one);      CONC_TRY_SEND(counter, add, (counter *)(&s), one);
 * conc_supervise(&c, b, r);    CONC_SUPERVISE(boss, &c, b, r);
 * conc_watch(&c, b);           CONC_WATCH(counter, boss, &c, b);
 *
 * The macro names the types of the receive, so that C calls its send function and nothing is looked
 * up at run time. A send returns the pointer that it was given. It is cast if the next receive
 * belongs to another type of the actor's. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#include "types/send.h"
#include "base/text.h"

static int send_span(TSNode node)
{
	return (int)(node_end(node) - node_start(node));
}

/* Put text next to an operand, outside of the edits of its own lowering. */
static void put_left(struct unit *unit, TSNode operand, const char *text)
{
	edit_before(unit->edits, node_start(operand), -send_span(operand) - 1, "%s", text);
}

static void put_right(struct unit *unit, TSNode operand, const char *text)
{
	edit_after(unit->edits, node_end(operand), send_span(operand) + 1, "%s", text);
}

/* Returns the operand before the message in the text: the macro's first operand. */
static TSNode operand_before(const struct send *send, const struct send_step *step)
{
	return send->call ? send->actor : node_field(step->node, "left");
}

static void lower_message(struct unit *unit, const struct send *send, const struct send_step *step,
                          const struct delivery *delivery)
{
	if (!send->call) {
		put_right(unit, operand_before(send, step), ",");
		put_instead(unit->edits, step->sign, "%s", "");
	}
	if (delivery->bare) {
		put_instead(unit->edits, step->message,
		            delivery->form == SEND_READY ? "%s" : "(%s){{0}}",
		            delivery->given->name);
	} else if (delivery->form == SEND_FORWARD && delivery->given == delivery->message &&
	           behaviour_around(unit, step->message)->message.is_const) {
		char *cast = text_format("(%s *)", delivery->given->name);
		put_left(unit, step->message, cast);
		free(cast);
	}
}

static void put_call(struct unit *unit, const struct send *send, const struct send_step *step,
                     const struct delivery *delivery)
{
	static const char *const forms[] = {[SEND_VALUE] = "",
	                                    [SEND_REFERENCE] = "_REFERENCE",
	                                    [SEND_FORWARD] = "_ON",
	                                    [SEND_READY] = "_READY"};
	const char *as = delivery->message->name, *given = delivery->given->name;
	struct text text = {0};
	text_printf(&text, "CONC_%sSEND%s%s(%s, ", send->call ? "TRY_" : "", forms[delivery->form],
	            delivery->given != delivery->message ? "_AS" : "", delivery->actor->name);
	if (delivery->form != SEND_READY) text_printf(&text, "%s, ", as);
	if (delivery->given != delivery->message) text_printf(&text, "%s, ", given);
	char *head = text.bytes;
	if (send->call) {
		TSNode open = node_token(node_field(send->node, "arguments"), "(");
		put_over(unit->edits, node_field(send->node, "function"), open, "%s", head);
	} else {
		put_before(unit->edits, step->node, "%s", head);
		put_after(unit->edits, step->node, ")");
	}
	free(head);
}

static void lower_send(struct unit *unit, const struct send *send)
{
	struct send_operand actor;
	struct delivery delivery;
	if (!send_operand(unit, send->actor, &actor)) return;
	const struct kind *yielded = actor.kind;
	protect_comma(unit, send->actor);
	if (actor.form != OPERAND_POINTER)
		put_before(unit->edits, send->actor, "%s", take_address(unit, send->actor));
	for (size_t i = 0; i < send->step_count; i++) {
		const struct send_step *step = &send->steps[i];
		if (!send_delivery(unit, actor.kind, step, &delivery)) return;
		if (delivery.actor != yielded) {
			/* a send returns a pointer to its receive's actor type */
			TSNode operand = operand_before(send, step);
			bool bare = i || may_follow_cast(unit, operand);
			char *cast = text_format("(%s *)%s", delivery.actor->name, bare ? "" : "(");
			put_left(unit, operand, cast);
			if (!bare) put_right(unit, operand, ")");
			free(cast);
		}
		yielded = delivery.actor;
		put_call(unit, send, step, &delivery);
		lower_message(unit, send, step, &delivery);
	}
}

/* conc_supervise(&c, &boss, &rules): names the type whose receive for conc_failure is called. */
static void lower_supervise(struct unit *unit, const struct actor_call *call)
{
	struct send_operand boss;
	const struct kind *failure = unit_kind(unit, "conc_failure", strlen("conc_failure"));
	if (call->argument_count != 3 || !send_operand(unit, call->arguments[1], &boss)) return;
	const struct behaviour *receive = send_receive(unit, boss.kind, failure);
	if (!receive) return;
	TSNode open = node_token(node_field(call->node, "arguments"), "(");
	put_over(unit->edits, node_field(call->node, "function"), open, "CONC_SUPERVISE(%s, ",
	         receive->self.kind->name);
	/* the last one may have commas */
	for (int i = 0; i < 2; i++) protect_comma(unit, call->arguments[i]);
}

/* conc_watch(&c, &boss): names the actor's type, and the one whose receive for conc_end is called.
 */
static void lower_watch(struct unit *unit, const struct actor_call *call)
{
	struct send_operand actor, boss;
	const struct kind *end = unit_kind(unit, "conc_end", strlen("conc_end"));
	if (call->argument_count != 2 || !send_operand(unit, call->arguments[0], &actor) ||
	    !send_operand(unit, call->arguments[1], &boss))
		return;
	const struct behaviour *receive = send_receive(unit, boss.kind, end);
	if (!receive) return;
	TSNode open = node_token(node_field(call->node, "arguments"), "(");
	put_over(unit->edits, node_field(call->node, "function"), open, "CONC_WATCH(%s, %s, ",
	         actor.kind->name, receive->self.kind->name);
	for (int i = 0; i < 2; i++) protect_comma(unit, call->arguments[i]);
}

void lower_sends(struct unit *unit)
{
	for (size_t i = 0; i < unit->send_count; i++)
		if (unit->sends[i].state == SEND_ACTOR) lower_send(unit, &unit->sends[i]);
	for (size_t i = 0; i < unit->actor_call_count; i++)
		if (strcmp(unit->actor_calls[i].of->name, "conc_supervise") == 0)
			lower_supervise(unit, &unit->actor_calls[i]);
		else if (strcmp(unit->actor_calls[i].of->name, "conc_watch") == 0)
			lower_watch(unit, &unit->actor_calls[i]);
}
