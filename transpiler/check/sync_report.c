/* SPDX-License-Identifier: MIT */
/* Writes --report=sync: every place that would synchronise, in the form of the compiler's messages,
 * so that editors can jump to it:
 *
 *     buffer.c:20:9: query count(s): kept: the first in its block
 *     buffer.c:21:13: read s->n: removed: synchronised at 20:9
 *     buffer.c:22:30: query at(s, i): removed: synchronised before the loop at 22:9
 *     buffer.c:24:9: query count(s): kept: push(t, 1) at 23:9 comes between,
 *                    and t may be on the handler of s
 *     buffer.c: 4 synchronisations, 2 removed */
#include <stdlib.h>
#include <string.h>

#include "sync_set.h"
#include "base/text.h"
#include "tree/unit.h"

/* Adds the node's text on one line, cut after about MOST bytes. */
static void add_text(const struct unit *unit, struct text *out, TSNode node)
{
	enum { MOST = 60 };
	char *text = node_text(unit, node);
	size_t length = strlen(text), most = MOST;
	while (length > most && ((unsigned char)text[most] & 0xC0) == 0x80) most--;
	if (length > most) text_printf(out, "%.*s…", (int)most, text);
	else text_puts(out, text);
	free(text);
}

/* Adds line:column of node, with the file if it differs from that of from. */
static void add_place(const struct unit *unit, struct text *out, TSNode node, TSNode from)
{
	struct place place = analysis_place(unit->analysis, node_start(node)),
	             other = analysis_place(unit->analysis, node_start(from));
	if (strcmp(place.file, other.file) != 0) text_printf(out, "%s:", place.file);
	text_printf(out, "%u:%zu", place.line, diagnostic_column(&place));
}

static void add_event(const struct unit *unit, struct text *out, TSNode node, TSNode from)
{
	add_text(unit, out, node);
	text_puts(out, " at ");
	add_place(unit, out, node, from);
}

static void not_yet(const struct unit *unit, struct text *out, const struct sync_reason *reason)
{
	const struct flow_question *question = reason->question;
	TSNode use = reason->use->node;
	if (!ts_node_is_null(question->beside)) {
		const struct separate_use *beside = separate_use_at(unit, question->beside);
		bool whole = beside && !ts_node_eq(beside->expression, reason->use->expression);
		text_puts(out, "evaluated in no order with ");
		add_event(unit, out, whole ? beside->expression : question->beside, use);
	} else if (!ts_node_is_null(question->set)) {
		text_puts(out, "not on every path, though on that from ");
		add_place(unit, out, question->set, use);
	} else {
		text_puts(out, question->from_entry ? "the first in its function"
		                                    : "the first in its block");
	}
}

static void kept_because(const struct unit *unit, struct text *out,
                         const struct sync_reason *reason)
{
	const struct flow_question *question = reason->question;
	if (unit->settings->separate.no_static) {
		text_puts(out, "-fconc-separate= says so");
	} else if (reason->flow->unsure) {
		text_puts(out, reason->flow->unsure);
	} else if (reason->elsewhere) {
		add_event(unit, out, reason->elsewhere->expression, reason->use->node);
		text_puts(out, " stands in another function");
	} else if (ts_node_is_null(question->cleared) || reason->reserved) {
		not_yet(unit, out, reason);
	} else {
		add_event(unit, out, question->cleared, reason->use->node);
		text_puts(out, question->unordered ? " is in no order with it" : " comes between");
		if (reason->other)
			text_printf(out, ", and %s may be on the handler of %s",
			            reason->other->text, reason->use->operand->text);
	}
}

const char *sync_why(struct unit *unit, const struct sync_reason *reason)
{
	const struct flow_question *question = reason->question;
	struct text out = {0};
	if (!reason->use->removed) {
		kept_because(unit, &out, reason);
	} else if (reason->use->required) {
		text_puts(&out, "the condition is asked when all operands are synchronised");
	} else if (ts_node_is_null(question->set)) {
		text_puts(&out, "never reached");
	} else {
		text_puts(&out,
		          question->sets > 1 ? "synchronised on every path, as " : "synchronised ");
		text_puts(&out, reason->required ? "by require at " : "at ");
		add_place(unit, &out, question->set, reason->use->node);
	}
	return unit_name(unit, out.bytes, NULL);
}

const char *sync_before(struct unit *unit, TSNode loop, const struct separate_use *use)
{
	struct text out = {0};
	text_puts(&out, "synchronised before the loop at ");
	add_place(unit, &out, loop, use->node);
	return unit_name(unit, out.bytes, NULL);
}

static void add_use(const struct unit *unit, struct text *out, const struct separate_use *use)
{
	struct place place = analysis_place(unit->analysis, node_start(use->node));
	text_printf(out, "%s:%u:%zu: %s ", place.file, place.line, diagnostic_column(&place),
	            use->form == SEPARATE_QUERY  ? "query"
	            : use->form == SEPARATE_READ ? "read"
	                                         : "write");
	add_text(unit, out, use->expression);
	/* the line must name one of several operands that the expression uses */
	bool several = false;
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		const struct separate_use *other = &unit->separate_uses[i];
		several |= other != use && other->why &&
		           ts_node_eq(other->expression, use->expression);
	}
	if (several) text_printf(out, ", for %s", use->operand->text);
	text_printf(out, ": %s: %s\n", use->removed ? "removed" : "kept", use->why);
}

void sync_report(struct unit *unit, struct text *out)
{
	size_t count = 0, removed = 0;
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		const struct separate_use *use = &unit->separate_uses[i];
		if (!use->why) continue;
		count++;
		removed += use->removed;
		add_use(unit, out, use);
	}
	if (count)
		text_printf(out, "%s: %zu synchronisation%s, %zu removed\n",
		            unit->analysis->sources[unit->analysis->main_file].name, count,
		            count == 1 ? "" : "s", removed);
}
