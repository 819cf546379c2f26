/* SPDX-License-Identifier: MIT */
/* A header that holds edits replaces its #include, lowered; so do the headers between it and the
 * unit. Include guards stay as they are: they work in pasted text, too.
 *
 * `#pragma once` does not. But the preprocessor has shown which directives brought a file in; a
 * later directive had no effect and is dropped. A header without edits that holds such a directive
 * must itself be pasted, so that the directive can be dropped there. Rejected: a guard around the
 * pasted text, which protects from our own text only, never from the file on disk.
 *
 * A pasted `#include "x.h"` is no longer looked up beside its own header. It is rewritten to the
 * place of the file that was found, relative to the unit's folder (which -iquote names). */
#define _GNU_SOURCE
#include "header_inlining.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "source/lexer.h"
#include "base/text.h"

/* ---- lines ---- */

static const struct source_lines *lines_of(struct header_inlining *pastes, int inclusion)
{
	int file = pastes->files[inclusion];
	const struct source *source = &pastes->analysis->sources[file];
	if (!pastes->lines[file].text)
		source_lines_init(&pastes->lines[file], source->text, source->length);
	return &pastes->lines[file];
}

/* Returns the (last) physical line of the directive that brought in child, or 0. */
static uint32_t line_of(struct header_inlining *pastes, int child)
{
	const struct inclusion *inclusion = &pastes->inclusions->list[child];
	const struct source_lines *lines = lines_of(pastes, inclusion->parent);
	const char *own = pastes->inclusions->list[inclusion->parent].name;
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
	for (at = found->name; (at = lexer_skip_blank(at, end)) < end && *at != '\n';)
		at = lexer_token_end(at, end);
	found->stop = at;
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

static bool is_once(const struct directive *directive)
{
	const char *at = directive->name;
	if (!lexer_word_is(at, directive->stop, "pragma")) return false;
	at = lexer_skip_blank(lexer_token_end(at, directive->stop), directive->stop);
	return lexer_word_is(at, directive->stop, "once");
}

/* Returns the name between the quotes or brackets, or null in a computed include. Heap copy. */
static char *named(const struct directive *directive)
{
	const char *at = lexer_skip_blank(lexer_token_end(directive->name, directive->stop),
	                                  directive->stop);
	if (at >= directive->stop || (*at != '"' && *at != '<')) return NULL;
	const char *close =
	        memchr(at + 1, *at == '"' ? '"' : '>', (size_t)(directive->stop - at - 1));
	return close ? text_copy(at + 1, (size_t)(close - at - 1)) : NULL;
}

static bool is_quoted(const struct directive *directive)
{
	const char *at = lexer_skip_blank(lexer_token_end(directive->name, directive->stop),
	                                  directive->stop);
	return at < directive->stop && *at == '"';
}

static bool has_once(struct header_inlining *pastes, int inclusion)
{
	struct directive directive;
	for (uint32_t line = 0; next_directive(lines_of(pastes, inclusion), &line, &directive);)
		if (is_once(&directive)) return true;
	return false;
}

/* ---- which are pasted ---- */

static void fail(struct header_inlining *pastes, int inclusion, const char *why)
{
	if (!pastes->reason)
		pastes->reason =
		        text_format("%s: %s", pastes->inclusions->list[inclusion].name, why);
}

static bool paste(struct header_inlining *pastes, int inclusion)
{
	bool changed = false;
	for (; inclusion > 0 && !pastes->pasted[inclusion];
	     inclusion = pastes->inclusions->list[inclusion].parent) {
		const struct inclusion *which = &pastes->inclusions->list[inclusion];
		pastes->pasted[inclusion] = changed = true;
		if (pastes->files[inclusion] == NO_FILE)
			fail(pastes, inclusion, "a file cannot be read");
		else if (which->commanded) return true;
		else if (pastes->files[which->parent] == NO_FILE)
			fail(pastes, inclusion, "a file cannot be read");
		else if (!line_of(pastes, inclusion))
			fail(pastes, inclusion, "the line of an #include cannot be found");
		if (pastes->reason) return false;
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
static int child_at(struct header_inlining *pastes, int inclusion, uint32_t last_line)
{
	for (size_t i = 0; i < pastes->inclusions->count; i++)
		if (pastes->inclusions->list[i].parent == inclusion &&
		    !pastes->inclusions->list[i].commanded && line_of(pastes, (int)i) == last_line)
			return (int)i;
	return -1;
}

/* Would the directive include a pasted `#pragma once` file again? It had no effect: drop it. */
static bool repeats_once(struct header_inlining *pastes, int inclusion,
                         const struct directive *directive)
{
	if (!is_include(directive) || child_at(pastes, inclusion, directive->last_line) >= 0)
		return false;
	char *name = named(directive);
	bool found = false;
	for (size_t i = 1; name && !found && i < pastes->inclusions->count; i++)
		found = pastes->pasted[i] && ends_with(pastes->inclusions->list[i].name, name) &&
		        has_once(pastes, (int)i);
	free(name);
	return found;
}

static bool any_once(struct header_inlining *pastes)
{
	for (size_t i = 1; i < pastes->inclusions->count; i++)
		if (pastes->pasted[i] && has_once(pastes, (int)i)) return true;
	return false;
}

static bool paste_repeaters(struct header_inlining *pastes)
{
	bool changed = false;
	for (size_t i = 1; i < pastes->inclusions->count && !pastes->reason; i++) {
		if (pastes->pasted[i] || pastes->files[i] == NO_FILE ||
		    pastes->inclusions->list[i].system)
			continue;
		struct directive directive;
		for (uint32_t line = 0;
		     next_directive(lines_of(pastes, (int)i), &line, &directive);)
			if (repeats_once(pastes, (int)i, &directive))
				changed |= paste(pastes, (int)i);
	}
	return changed;
}

static void find_files(struct header_inlining *pastes)
{
	const struct analysis *analysis = pastes->analysis;
	for (size_t i = 0; i < pastes->inclusions->count; i++) {
		pastes->files[i] = NO_FILE;
		for (int k = 0; k < analysis->source_count; k++)
			if (analysis->sources[k].text &&
			    !strcmp(analysis->sources[k].name, pastes->inclusions->list[i].name))
				pastes->files[i] = k;
	}
}

void header_inlining_find(struct header_inlining *pastes, const struct analysis *analysis,
                          const struct inclusions *inclusions, const struct placement *placement)
{
	*pastes = (struct header_inlining){.analysis = analysis, .inclusions = inclusions};
	pastes->files = memory_new(inclusions->count, sizeof *pastes->files);
	pastes->pasted = memory_new(inclusions->count, sizeof *pastes->pasted);
	pastes->lines = memory_new((size_t)analysis->source_count, sizeof *pastes->lines);
	find_files(pastes);
	if (pastes->files[0] == NO_FILE) fail(pastes, 0, "the unit cannot be read");
	for (size_t i = 0; i < placement->count && !pastes->reason; i++)
		paste(pastes, placement->list[i].inclusion);
	while (!pastes->reason && any_once(pastes) && paste_repeaters(pastes))
		;
}

void header_inlining_free(struct header_inlining *pastes)
{
	for (int i = 0; i < pastes->analysis->source_count; i++)
		source_lines_fini(&pastes->lines[i]);
	free(pastes->lines);
	free(pastes->files);
	free(pastes->pasted);
	free(pastes->reason);
}

/* ---- names of files that stay ---- */

static size_t folder_length(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Returns path as seen from the folder of the unit; heap copy. */
static char *seen_from_unit(const struct header_inlining *pastes, const char *path)
{
	const char *unit = pastes->inclusions->list[0].name;
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
char *header_inlining_commanded(const struct header_inlining *pastes, int inclusion)
{
	const struct inclusion *which = &pastes->inclusions->list[inclusion];
	const char *name = which->name + folder_length(which->name);
	if (!which->commanded || *name == '<' || !strcmp(name, "stdc-predef.h")) return NULL;
	const char *folder = which->system ? strstr(which->name, "/include/") : NULL;
	for (const char *next = folder; next; next = strstr(next + 1, "/include/")) folder = next;
	if (folder) return text_format("#include <%s>", folder + 9);
	char *path = seen_from_unit(pastes, which->name);
	char *directive = text_format("#include \"%s\"", path);
	free(path);
	return directive;
}

/* Returns the file that a quoted include of a pasted header means, or null if it stays as it is. */
static char *resolve(struct header_inlining *pastes, int inclusion,
                     const struct directive *directive)
{
	int child = child_at(pastes, inclusion, directive->last_line);
	if (child >= 0 &&
	    (is_quoted(directive) || !lexer_word_is(directive->name, directive->stop, "include")))
		return seen_from_unit(pastes, pastes->inclusions->list[child].name);
	char *name = child < 0 && is_quoted(directive) ? named(directive) : NULL;
	if (!name) return NULL;
	const char *header = pastes->inclusions->list[inclusion].name;
	char *beside = text_format("%.*s%s", (int)folder_length(header), header, name);
	char *result = access(beside, R_OK) ? NULL : seen_from_unit(pastes, beside);
	free(beside);
	free(name);
	return result;
}

static bool same_folder(const char *a, const char *b)
{
	return folder_length(a) == folder_length(b) && !strncmp(a, b, folder_length(a));
}

static bool change(struct header_inlining *pastes, int inclusion, const struct directive *directive,
                   struct directive_edit *paste_)
{
	*paste_ = (struct directive_edit){DIRECTIVE_NOTHING, directive->start, directive->end, -1,
	                                  NULL};
	const struct inclusion *list = pastes->inclusions->list;
	int child = is_include(directive) ? child_at(pastes, inclusion, directive->last_line) : -1;
	if (child >= 0 && pastes->pasted[child]) {
		paste_->kind = DIRECTIVE_FILE;
		paste_->child = child;
		return true;
	}
	if ((inclusion && is_once(directive)) || repeats_once(pastes, inclusion, directive))
		return true;
	bool next = lexer_word_is(directive->name, directive->stop, "include_next");
	if (!inclusion || !is_include(directive) ||
	    (!next && same_folder(list[inclusion].name, list[0].name)))
		return false;
	char *name = resolve(pastes, inclusion, directive);
	if (!name) return false;
	paste_->kind = DIRECTIVE_NAME;
	paste_->text = text_format("#include \"%s\"", name);
	free(name);
	return true;
}

size_t header_inlining_edits(struct header_inlining *pastes, int inclusion,
                             struct directive_edit **list)
{
	size_t count = 0, room = 0;
	struct directive directive;
	struct directive_edit one;
	*list = NULL;
	for (uint32_t line = 0; next_directive(lines_of(pastes, inclusion), &line, &directive);)
		if (change(pastes, inclusion, &directive, &one)) *GROW(*list, count, room) = one;
	return count;
}
