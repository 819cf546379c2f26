/* SPDX-License-Identifier: MIT */
/* A header that holds edits replaces its #include, lowered; so do the headers between it and the
 * unit. Include guards stay as they are: they work in inlined text, too.
 *
 * `#pragma once` does not. But the preprocessor has shown which directives brought a file in; a
 * later directive had no effect and is dropped. A header without edits that holds such a directive
 * must itself be inlined, so that the directive can be dropped there. Rejected: a guard around the
 * inlined text, which protects from our own text only, never from the file on disk.
 *
 * An inlined `#include "x.h"` is no longer looked up beside its own header. It is rewritten to the
 * place of the file that was found, relative to the unit's folder (which -iquote names). */
#define _GNU_SOURCE
#include "header_inlining.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "source/lexer.h"
#include "base/text.h"

/* ---- lines ---- */

static const struct source_lines *lines_of(struct header_inlining *inlining, int inclusion)
{
	int file = inlining->files[inclusion];
	const struct source *source = &inlining->analysis->sources[file];
	if (!inlining->lines[file].text)
		source_lines_init(&inlining->lines[file], source->text, source->length);
	return &inlining->lines[file];
}

/* Returns the (last) physical line of the directive that brought in child, or 0. */
static uint32_t header_inlining_line_of(struct header_inlining *inlining, int child)
{
	const struct inclusion *inclusion = &inlining->inclusions->list[child];
	const struct source_lines *lines = lines_of(inlining, inclusion->parent);
	const char *own = inlining->inclusions->list[inclusion->parent].name;
	uint32_t line = inclusion->line;
	if (lines->shift_count || lines->unmappable)
		line = source_physical_line(lines, inclusion->presumed,
		                            !strcmp(own, inclusion->presumed), line);
	return line && line <= lines->count && lines->directive[line - 1] ? line : 0;
}

/* ---- directives ---- */

struct directive {
	uint32_t start, end; /* its lines, with line breaks */
	uint32_t last_line;
	const char *name; /* after the # */
	const char *stop; /* end of its text */
};

/* Finds the next directive at or after `line` (an index). Returns false if there is none. */
static bool next_directive(const struct source_lines *lines, uint32_t *line,
                           struct directive *found)
{
	while (*line < lines->count && !lines->directive[*line]) ++*line;
	if (*line >= lines->count) return false;
	const char *at = lines->text + lines->starts[*line], *end = lines->text + lines->length;
	found->start = *line ? lines->starts[*line] : 0;
	at = lexer_skip_space(at, end);
	found->name = at < end ? lexer_skip_blank(lexer_hash(at, end), end) : end;
	found->stop = at = lexer_line_end(found->name, end);
	do ++*line;
	while (*line < lines->count && lines->text + lines->starts[*line] <= at);
	found->last_line = *line;
	found->end = lines->starts[*line < lines->count ? *line : lines->count];
	return true;
}

static bool is_include(const struct directive *directive)
{
	return lexer_word_is(directive->name, directive->stop, "include") ||
	       lexer_word_is(directive->name, directive->stop, "include_next");
}

/* Returns what follows the directive's name. */
static const char *argument(const struct directive *directive)
{
	return lexer_skip_blank(lexer_token_end(directive->name, directive->stop), directive->stop);
}

static bool is_once(const struct directive *directive)
{
	return lexer_word_is(directive->name, directive->stop, "pragma") &&
	       lexer_word_is(argument(directive), directive->stop, "once");
}

/* Returns the name between the quotes or brackets, or null in a computed include. Heap copy. */
static char *named(const struct directive *directive)
{
	const char *at = argument(directive);
	if (at >= directive->stop || (*at != '"' && *at != '<')) return NULL;
	const char *close =
	        memchr(at + 1, *at == '"' ? '"' : '>', (size_t)(directive->stop - at - 1));
	return close ? text_copy(at + 1, (size_t)(close - at - 1)) : NULL;
}

static bool is_quoted(const struct directive *directive)
{
	const char *at = argument(directive);
	return at < directive->stop && *at == '"';
}

static bool has_once(struct header_inlining *inlining, int inclusion)
{
	struct directive directive;
	for (uint32_t line = 0; next_directive(lines_of(inlining, inclusion), &line, &directive);)
		if (is_once(&directive)) return true;
	return false;
}

/* ---- which are inlined ---- */

static void fail(struct header_inlining *inlining, int inclusion, const char *why)
{
	if (!inlining->reason)
		inlining->reason =
		        text_format("%s: %s", inlining->inclusions->list[inclusion].name, why);
}

static bool inline_file(struct header_inlining *inlining, int inclusion)
{
	bool changed = false;
	for (; inclusion > 0 && !inlining->inlined[inclusion];
	     inclusion = inlining->inclusions->list[inclusion].parent) {
		const struct inclusion *which = &inlining->inclusions->list[inclusion];
		inlining->inlined[inclusion] = changed = true;
		if (inlining->files[inclusion] == NO_FILE)
			fail(inlining, inclusion, "a file cannot be read");
		else if (which->commanded) return true;
		else if (inlining->files[which->parent] == NO_FILE)
			fail(inlining, inclusion, "a file cannot be read");
		else if (!header_inlining_line_of(inlining, inclusion))
			fail(inlining, inclusion, "the line of an #include cannot be found");
		if (inlining->reason) return false;
	}
	return changed;
}

static bool ends_with(const char *path, const char *name)
{
	while (!strncmp(name, "./", 2) || !strncmp(name, "../", 3)) name = strchr(name, '/') + 1;
	size_t whole = strlen(path), part = strlen(name);
	return whole >= part && !strcmp(path + whole - part, name) &&
	       (whole == part || path[whole - part - 1] == '/');
}

/* Returns the child that the directive brought in, or -1. */
static int child_at(struct header_inlining *inlining, int inclusion, uint32_t last_line)
{
	for (size_t i = 0; i < inlining->inclusions->count; i++)
		if (inlining->inclusions->list[i].parent == inclusion &&
		    !inlining->inclusions->list[i].commanded &&
		    header_inlining_line_of(inlining, (int)i) == last_line)
			return (int)i;
	return -1;
}

/* Would the directive include an inlined `#pragma once` file again? It had no effect: drop it. */
static bool repeats_once(struct header_inlining *inlining, int inclusion,
                         const struct directive *directive)
{
	if (!is_include(directive) || child_at(inlining, inclusion, directive->last_line) >= 0)
		return false;
	char *name = named(directive);
	bool found = false;
	for (size_t i = 1; name && !found && i < inlining->inclusions->count; i++)
		found = inlining->inlined[i] &&
		        ends_with(inlining->inclusions->list[i].name, name) &&
		        has_once(inlining, (int)i);
	free(name);
	return found;
}

static bool any_once(struct header_inlining *inlining)
{
	for (size_t i = 1; i < inlining->inclusions->count; i++)
		if (inlining->inlined[i] && has_once(inlining, (int)i)) return true;
	return false;
}

static bool inline_repeaters(struct header_inlining *inlining)
{
	bool changed = false;
	for (size_t i = 1; i < inlining->inclusions->count && !inlining->reason; i++) {
		if (inlining->inlined[i] || inlining->files[i] == NO_FILE ||
		    inlining->inclusions->list[i].system)
			continue;
		struct directive directive;
		for (uint32_t line = 0;
		     next_directive(lines_of(inlining, (int)i), &line, &directive);)
			if (repeats_once(inlining, (int)i, &directive))
				changed |= inline_file(inlining, (int)i);
	}
	return changed;
}

void header_inlining_find(struct header_inlining *inlining, const struct analysis *analysis,
                          const struct inclusions *inclusions, const struct placement *placement)
{
	*inlining = (struct header_inlining){.analysis = analysis, .inclusions = inclusions};
	inlining->files = memory_new(inclusions->count, sizeof *inlining->files);
	inlining->inlined = memory_new(inclusions->count, sizeof *inlining->inlined);
	inlining->lines = memory_new((size_t)analysis->source_count, sizeof *inlining->lines);
	for (size_t i = 0; i < inclusions->count; i++) {
		int file = analysis_find_source(analysis, inclusions->list[i].name);
		bool has_text = file != NO_FILE && analysis->sources[file].text;
		inlining->files[i] = has_text ? file : NO_FILE;
	}
	if (inlining->files[0] == NO_FILE) fail(inlining, 0, "the unit cannot be read");
	for (size_t i = 0; i < placement->count && !inlining->reason; i++)
		inline_file(inlining, placement->list[i].inclusion);
	while (!inlining->reason && any_once(inlining) && inline_repeaters(inlining))
		;
}

void header_inlining_free(struct header_inlining *inlining)
{
	for (int i = 0; i < inlining->analysis->source_count; i++)
		source_lines_fini(&inlining->lines[i]);
	free(inlining->lines);
	free(inlining->files);
	free(inlining->inlined);
	free(inlining->reason);
}

/* ---- names of files that stay ---- */

static size_t folder_length(const char *path)
{
	return (size_t)(file_name(path) - path);
}

/* Returns path as seen from the folder of the unit; heap copy. */
static char *seen_from_unit(const struct header_inlining *inlining, const char *path)
{
	const char *unit = inlining->inclusions->list[0].name;
	size_t folder = folder_length(unit);
	if (*path == '/' || !folder) return text_copy(path, strlen(path));
	if (!strncmp(path, unit, folder)) return text_copy(path + folder, strlen(path + folder));
	struct text up = {0};
	bool plain = *unit != '/' && !strstr(unit, "..");
	for (size_t i = 0; plain && i < folder; i++)
		if (unit[i] == '/' && i && unit[i - 1] != '/' &&
		    (unit[i - 1] != '.' || (i > 1 && unit[i - 2] != '/')))
			text_puts(&up, "../");
	char here[4096];
	if (!plain && getcwd(here, sizeof here)) text_printf(&up, "%s/", here);
	text_puts(&up, path);
	return up.bytes;
}

/* The back end includes stdc-predef.h by itself. */
char *header_inlining_commanded(const struct header_inlining *inlining, int inclusion)
{
	const struct inclusion *which = &inlining->inclusions->list[inclusion];
	const char *name = file_name(which->name);
	if (!which->commanded || *name == '<' || !strcmp(name, "stdc-predef.h")) return NULL;
	const char *folder = which->system ? strstr(which->name, "/include/") : NULL;
	for (const char *next = folder; next; next = strstr(next + 1, "/include/")) folder = next;
	if (folder) return text_format("#include <%s>", folder + 9);
	char *path = seen_from_unit(inlining, which->name);
	char *directive = text_format("#include \"%s\"", path);
	free(path);
	return directive;
}

/* Returns the file that a quoted include of an inlined header means; null: it stays as it is. */
static char *resolve(struct header_inlining *inlining, int inclusion,
                     const struct directive *directive)
{
	int child = child_at(inlining, inclusion, directive->last_line);
	if (child >= 0 &&
	    (is_quoted(directive) || !lexer_word_is(directive->name, directive->stop, "include")))
		return seen_from_unit(inlining, inlining->inclusions->list[child].name);
	char *name = child < 0 && is_quoted(directive) ? named(directive) : NULL;
	if (!name) return NULL;
	const char *header = inlining->inclusions->list[inclusion].name;
	char *beside = text_format("%.*s%s", (int)folder_length(header), header, name);
	char *result = access(beside, R_OK) ? NULL : seen_from_unit(inlining, beside);
	free(beside);
	free(name);
	return result;
}

static bool same_folder(const char *a, const char *b)
{
	return folder_length(a) == folder_length(b) && !strncmp(a, b, folder_length(a));
}

static bool change(struct header_inlining *inlining, int inclusion,
                   const struct directive *directive, struct directive_edit *paste_)
{
	*paste_ = (struct directive_edit){DIRECTIVE_NOTHING, directive->start, directive->end, -1,
	                                  NULL};
	const struct inclusion *list = inlining->inclusions->list;
	int child =
	        is_include(directive) ? child_at(inlining, inclusion, directive->last_line) : -1;
	if (child >= 0 && inlining->inlined[child]) {
		paste_->kind = DIRECTIVE_FILE;
		paste_->child = child;
		return true;
	}
	if ((inclusion && is_once(directive)) || repeats_once(inlining, inclusion, directive))
		return true;
	bool next = lexer_word_is(directive->name, directive->stop, "include_next");
	if (!inclusion || !is_include(directive) ||
	    (!next && same_folder(list[inclusion].name, list[0].name)))
		return false;
	char *name = resolve(inlining, inclusion, directive);
	if (!name) return false;
	paste_->kind = DIRECTIVE_NAME;
	paste_->text = text_format("#include \"%s\"", name);
	free(name);
	return true;
}

size_t header_inlining_edits(struct header_inlining *inlining, int inclusion,
                             struct directive_edit **list)
{
	size_t count = 0, room = 0;
	struct directive directive;
	struct directive_edit one;
	*list = NULL;
	for (uint32_t line = 0; next_directive(lines_of(inlining, inclusion), &line, &directive);)
		if (change(inlining, inclusion, &directive, &one)) *GROW(*list, count, room) = one;
	return count;
}
