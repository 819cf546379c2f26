/* SPDX-License-Identifier: MIT */
/* `#pragma GCC target` and `#pragma GCC optimize` define macros. Before version 14, gcc obeys them
 * only when it compiles, not under -E, so the two take different branches.
 *
 * So the compiler itself is asked. A probe repeats the pragmas of the unit and, after each of them,
 * emits the meaning of every reserved name in the author's files as assembly text. Where a meaning
 * changes, definitions are put into a copy of the main file, each followed by a marker, so that all
 * lines keep their numbers. Changes by a pragma in a header are defined after the #include in the
 * main file. Pragmas of system headers come in pairs without a lasting effect. */
#define _GNU_SOURCE
#include "preprocess.h"

#include <stdlib.h>
#include <string.h>

#include "inclusion.h"
#include "lexer.h"

/* A pragma, and the line of the main file after which it is in effect; 0: from the start. */
struct event {
	const char *text;
	size_t length;
	uint32_t line;
	char *name; /* the presumed name of that line's file */
};

struct events {
	struct event *list;
	size_t count, room;
};

static bool is_event(const char *line)
{
	static const char start[] = "#pragma GCC ",
	                  words[] = "target optimize push_options pop_options reset_options";
	return text_starts(line, start) && text_listed(line + sizeof start - 1, words, false);
}

bool pragma_macros_possible(const char *text, size_t length)
{
	const char *end = text + length;
	for (const char *at = text; (at = memmem(at, (size_t)(end - at), "#pragma GCC ", 12));) {
		const char *stop = text_line_end(at, end);
		if (is_event(at)) return true;
		at = stop;
	}
	return false;
}

/* Moves an event in a header to the #include in the main file. Returns false for a system
 * header. */
static bool attribute(struct event *event, const struct inclusions *inclusions, int inside)
{
	for (; inside > 0; inside = inclusions->list[inside].parent) {
		const struct inclusion *inclusion = &inclusions->list[inside];
		if (inclusion->system) return false;
		event->line = inclusion->commanded ? 0 : inclusion->line;
		event->name = inclusion->presumed;
	}
	event->name = event->name ? text_copy(event->name, strlen(event->name)) : NULL;
	return true;
}

static void find_events(struct events *events, const struct analysis *analysis)
{
	struct inclusions inclusions = {0};
	const char *main_name = analysis->sources[analysis->main_file].name;
	const char *end = analysis->text + analysis->length;
	uint32_t number = 1;
	char *name = text_copy(main_name, strlen(main_name));
	inclusions_find(&inclusions, main_name, analysis->text, analysis->length);
	for (const char *line = analysis->text, *stop; line < end; line = stop + 1, number++) {
		struct marker marker;
		stop = text_line_end(line, end);
		if (*line == '#' && marker_parse(&marker, line, stop)) {
			free(name);
			name = marker.name;
			number = marker.line - 1;
		} else if (is_event(line)) {
			int inside = inclusions_at(&inclusions, (size_t)(line - analysis->text));
			struct event event = {line, (size_t)(stop - line), number, name};
			if (attribute(&event, &inclusions, inside))
				*GROW(events->list, events->count, events->room) = event;
		}
	}
	free(name);
	inclusions_fini(&inclusions);
}

/* ---- the probe ---- */

static bool has_name(const struct text *names, const char *name, size_t length)
{
	for (const char *at = names->bytes; at && *at; at += strlen(at) + 1)
		if (strlen(at) == length && !memcmp(at, name, length)) return true;
	return false;
}

/* These names differ from use to use, or are allowed only in directives. */
static const char excluded[] = "__LINE__ __COUNTER__ __has_ __VA_";

/* Each name is followed by a NUL, and the last by another one. */
static void find_names(struct text *names, const struct analysis *analysis)
{
	for (int i = 0; i < analysis->source_count; i++) {
		const struct source *source = &analysis->sources[i];
		const char *at = source->text, *end = at ? at + source->length : NULL;
		if (source->system) continue;
		for (; at && (at = memmem(at, (size_t)(end - at), "__", 2));) {
			const char *stop = at;
			bool starts = at == source->text || !lexer_is_word(at[-1]);
			while (stop < end && lexer_is_word(*stop)) stop++;
			size_t length = (size_t)(stop - at);
			if (starts && !text_listed(at, excluded, false) &&
			    !has_name(names, at, length)) {
				text_add(names, at, length);
				text_add(names, "", 1);
			}
			at = stop;
		}
	}
}

static void ask(struct text *probe, size_t number, const struct text *names)
{
	for (const char *at = names->bytes; at && *at; at += strlen(at) + 1)
		text_printf(probe, "__asm__(\"conc:%zu:%s:\" CONC_SAY(%s));\n", number, at, at);
}

static bool same_line(const struct event *a, const struct event *b)
{
	return a->line == b->line && (!a->line || !strcmp(a->name, b->name));
}

static void make_probe(struct text *probe, const struct events *events, const struct text *names)
{
	text_puts(probe, "#define CONC_SAY_(...) #__VA_ARGS__\n"
	                 "#define CONC_SAY(...) CONC_SAY_(__VA_ARGS__)\n");
	ask(probe, 0, names);
	for (size_t i = 0; i < events->count; i++) {
		const struct event *event = &events->list[i];
		text_add(probe, event->text, event->length);
		text_puts(probe, "\n");
		if (i + 1 == events->count || !same_line(event, event + 1))
			ask(probe, i + 1, names);
	}
}

/* Returns the answer for a name, up to the end of its line; null if there is none. */
static const char *find_answer(const struct text *answers, size_t number, const char *name)
{
	char *key = text_format("conc:%zu:%s:", number, name);
	const char *at = answers->bytes ? strstr(answers->bytes, key) : NULL;
	at = at ? at + strlen(key) : NULL;
	free(key);
	return at;
}

/* Writes the changes between two answers as definitions. */
static void define(struct text *out, const struct text *answers, size_t before, size_t now,
                   const struct text *names)
{
	for (const char *name = names->bytes; name && *name; name += strlen(name) + 1) {
		const char *old = find_answer(answers, before, name);
		const char *new = find_answer(answers, now, name);
		size_t length = new ? strcspn(new, "\n") : 0;
		if (!old || !new || (strcspn(old, "\n") == length && !memcmp(old, new, length)))
			continue;
		text_printf(out, "#undef %s\n", name);
		if (length != strlen(name) || memcmp(new, name, length) != 0)
			text_printf(out, "#define %s %.*s\n", name, (int)length, new);
	}
}

/* ---- the copy ---- */

struct copy {
	struct text text;
	const struct source *source;
	struct source_lines lines;
	size_t done; /* of the source */
};

/* Copies up to the end of the directive or line at an event. Stores in `length` how many lines it
 * has. */
static bool copy_to(struct copy *copy, const struct event *event, uint32_t *length)
{
	bool own = event->line && !strcmp(event->name, copy->source->name);
	uint32_t line =
	        event->line ? source_physical_line(&copy->lines, event->name, own, event->line) : 0;
	*length = 0;
	if (!event->line) return true;
	if (!line || line > copy->lines.count || copy->lines.starts[line - 1] < copy->done)
		return false;
	const char *start = copy->source->text + copy->lines.starts[line - 1];
	const char *whole = copy->source->text + copy->source->length;
	const char *end = lexer_line_end(start, whole);
	end += end < whole;
	text_add(&copy->text, copy->source->text + copy->done,
	         (size_t)(end - copy->source->text) - copy->done);
	if (end > start && end[-1] != '\n') text_puts(&copy->text, "\n");
	copy->done = (size_t)(end - copy->source->text);
	*length = (uint32_t)text_newlines(start, end);
	return true;
}

static bool make_copy(struct copy *copy, const struct events *events, const struct text *answers,
                      const struct text *names)
{
	bool changed = false;
	size_t before = 0;
	text_marker(&copy->text, 1, copy->source->name);
	for (size_t i = 0; i < events->count; i++) {
		const struct event *event = &events->list[i];
		struct text definitions = {0};
		uint32_t length;
		if (i + 1 < events->count && same_line(event, event + 1)) continue;
		define(&definitions, answers, before, i + 1, names);
		before = i + 1;
		if (definitions.length && copy_to(copy, event, &length)) {
			text_add(&copy->text, definitions.bytes, definitions.length);
			text_marker(&copy->text, event->line ? event->line + length : 1,
			            event->line ? event->name : copy->source->name);
			changed = true;
		}
		text_free(&definitions);
	}
	text_add(&copy->text, copy->source->text + copy->done, copy->source->length - copy->done);
	return changed;
}

struct text pragma_macros_amend(const struct analysis *analysis, pragma_macros_ask *compile,
                                void *context)
{
	struct events events = {0};
	struct text names = {0}, probe = {0};
	struct copy copy = {.source = &analysis->sources[analysis->main_file]};
	bool changed = false;
	find_events(&events, analysis);
	if (events.count && copy.source->text) {
		find_names(&names, analysis);
		make_probe(&probe, &events, &names);
		struct text answers = compile(context, &probe);
		source_lines_init(&copy.lines, copy.source->text, copy.source->length);
		changed = make_copy(&copy, &events, &answers, &names);
		source_lines_fini(&copy.lines);
		text_free(&answers);
	}
	for (size_t i = 0; i < events.count; i++) free(events.list[i].name);
	free(events.list);
	text_free(&names);
	text_free(&probe);
	if (!changed) text_free(&copy.text);
	return copy.text;
}
