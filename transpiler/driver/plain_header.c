/* SPDX-License-Identifier: MIT */
/* receive (counter *self, add *m) { … }     in counter.c
 *   →
 * #ifndef CONC_EMITTED_COUNTER_H
 * #define CONC_EMITTED_COUNTER_H
 * #include <conc.h>
 * …the kinds, and what their members need…
 * // counter receives add:
 * //     counter *CONC_SEND(counter, add, counter *to, add message);
 * //     …
 * conc_disposition conc_receive_counter__add(counter *self, add *message); CONC_RECEIVE(counter,
 * add);
 * #endif
 *
 * Each part has a guard of its own, so that the headers of two units that share types can be
 * included together. */
#include "plain_header.h"

#include <stdlib.h>
#include <string.h>

#include "lower/lower.h"

/* Can other units send to this receive, and is it the first of its pair? */
static bool is_public(const struct unit *unit, const struct behaviour *behaviour)
{
	if (behaviour->kind != NODE_receive_definition || !behaviour->good ||
	    !behaviour->in_main_file || behaviour->is_static)
		return false;
	for (const struct behaviour *other = unit->behaviours; other < behaviour; other++)
		if (other->kind == behaviour->kind && other->in_main_file && other->good &&
		    other->self.kind == behaviour->self.kind &&
		    other->message.kind == behaviour->message.kind)
			return false;
	return true;
}

static char *wanted_names(const struct unit *unit)
{
	struct text names = {0};
	for (size_t i = 0; i < unit->behaviour_count; i++) {
		const struct behaviour *behaviour = &unit->behaviours[i];
		if (is_public(unit, behaviour))
			text_printf(&names, "%s %s ", behaviour->self.kind->name,
			            behaviour->message.kind->name);
	}
	return names.bytes;
}

/* ---- #include ---- */

static const char *plain_header_line_of(const struct source *source, uint32_t line)
{
	const char *at = source->text;
	while (at && --line && (at = strchr(at, '\n'))) at++;
	return at;
}

/* Writes an #include as the author does: <stdio.h>, "types.h". */
static void put_include(const struct unit *unit, int file, struct text *out)
{
	const struct source *sources = unit->analysis->sources, *source = &sources[file];
	if (source->includer == NO_FILE) return;
	const char *line = plain_header_line_of(&sources[source->includer], source->include_line);
	size_t open = line ? strcspn(line, "<\"\n") : 0;
	size_t length = line && line[open] > ' ' ? strcspn(line + open + 1, ">\"\n") : 0;
	if (length) text_printf(out, "#include %.*s\n", (int)length + 2, line + open);
	else text_printf(out, "#include \"%s\"\n", source->name);
}

/* ---- types ---- */

static void put_items(const struct plain_items *items, struct text *out)
{
	for (size_t i = 0; i < items->count; i++) {
		const struct plain_item *item = &items->list[i];
		if (!item->needed || item->is_plain) continue;
		size_t length = strcspn(item->name + 1, " ");
		text_printf(out, "\n#ifndef %s_%.*s\n#define %s_%.*s\n%s\n#endif\n", item->prefix,
		            (int)length, item->name + 1, item->prefix, (int)length, item->name + 1,
		            item->text);
	}
}

static void check_items(struct unit *unit, const struct plain_items *items)
{
	for (size_t i = 0; i < items->count; i++) {
		const struct plain_item *item = &items->list[i];
		if (!item->needed || !node_is_kind(item->node)) continue;
		const struct kind *kind = unit_kind_of_node(unit, node_field(item->node, "name"));
		for (int f = 0; kind && f < KIND_FUNCTIONS; f++)
			if (kind->functions[f].is_static)
				ERROR_AT(unit, kind->functions[f].word,
				         "plain C cannot have %s '%s': its %.*s is static",
				         kind_word(kind), kind->name,
				         NODE_ARG(unit, kind->functions[f].word));
	}
}

/* ---- receives ---- */

static void put_receive(const struct unit *unit, const struct behaviour *behaviour,
                        struct text *out)
{
	const char *actor = behaviour->self.kind->name, *message = behaviour->message.kind->name;
	char *remote = remote_call(unit, behaviour);
	text_printf(out,
	            "\n/* %s receives %s:\n"
	            " *     %s *CONC_SEND(%s, %s, %s *to, %s message);\n"
	            " *     %s *CONC_SEND_REFERENCE(%s, %s, %s *to, %s *message);\n"
	            " *     bool CONC_TRY_SEND(%s, %s, %s *to, %s message);\n"
	            " *     bool CONC_TRY_SEND_REFERENCE(%s, %s, %s *to, %s *message); */\n",
	            actor, message, actor, actor, message, actor, message, actor, actor, message,
	            actor, message, actor, message, actor, message, actor, message, actor, message);
	text_printf(out,
	            "#ifndef CONC_RECEIVE_%s__%s\n#define CONC_RECEIVE_%s__%s\n"
	            "conc_disposition conc_receive_%s__%s(%s *self, %s%s *message);\n"
	            "%s(%s, %s);%s\n#endif\n",
	            actor, message, actor, message, actor, message, actor,
	            behaviour->message.is_const ? "const " : "", message, receive_macro(behaviour),
	            actor, message, remote);
	free(remote);
}

void plain_header(struct unit *unit, const char *guard, struct text *out)
{
	struct plain_items items = {0};
	char *wanted = wanted_names(unit);
	if (!wanted) {
		diagnose_plain(SEVERITY_ERROR,
		               "%s has no receive that other units can send to: none, or all are "
		               "static or stand in its headers",
		               unit->analysis->sources[unit->analysis->main_file].name);
		return;
	}
	plain_items_find(&items, unit, wanted);
	check_items(unit, &items);
	text_printf(
	        out,
	        "/* Written by concc --emit-header: what plain C needs to send to the actors of\n"
	        " * %s.\n"
	        " *\n"
	        " * The first two arguments of a send name the receive. CONC_SEND yields the "
	        "actor, so that sends\n"
	        " * nest: CONC_SEND(A, M, CONC_SEND(A, M, &a, one), two). Every actor takes the "
	        "ready-made\n"
	        " * messages, too: CONC_SEND_READY(A, &a, finished_message). */\n"
	        "#ifndef %s\n#define %s\n",
	        unit->analysis->sources[unit->analysis->main_file].name, guard, guard);
	text_puts(out, "#include <conc.h>\n");
	for (int i = 0; i < unit->analysis->source_count; i++)
		if (items.files[i]) put_include(unit, i, out);
	put_items(&items, out);
	for (size_t i = 0; i < unit->behaviour_count; i++)
		if (is_public(unit, &unit->behaviours[i]))
			put_receive(unit, &unit->behaviours[i], out);
	text_puts(out, "\n#endif\n");
	free(wanted);
	plain_items_free(&items);
}
