/* SPDX-License-Identifier: MIT */
/* Queries on a finished analysis: the token at an offset, and its place for a reader.
 *
 * For a token in place, that is its own spelling. For a token from a macro's body it is the macro
 * call. The preprocessor does not print the macro's name, but the author's text has it directly
 * after the last token in place or, if that token is an argument of the call, before it. The line
 * comes from the line markers, which always tell the presumed line of the call. */
#include "analysis.h"

#include <stdlib.h>
#include <string.h>

#include "inclusion.h"
#include "lexer.h"
#include "preprocess.h"

size_t analysis_index_at(const struct analysis *analysis, size_t offset)
{
	size_t low = 0, high = analysis->token_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct token *token = &analysis->tokens[middle];
		if ((size_t)token->offset + token->length > offset) high = middle;
		else low = middle + 1;
	}
	return low;
}

const struct token *analysis_token_at(const struct analysis *analysis, size_t offset)
{
	size_t index = analysis_index_at(analysis, offset);
	return index < analysis->token_count ? &analysis->tokens[index] : NULL;
}

const struct token *analysis_token_before(const struct analysis *analysis, size_t offset)
{
	size_t index = analysis_index_at(analysis, offset);
	return index > 0 ? &analysis->tokens[index - 1] : NULL;
}

/* ---- places ---- */

static void put_line(struct place *place, const struct source *source, size_t offset)
{
	size_t start = offset, end = offset;
	while (start > 0 && source->text[start - 1] != '\n') start--;
	while (end < source->length && source->text[end] != '\n') end++;
	if (end > start && source->text[end - 1] == '\r') end--;
	place->line_text = source->text + start;
	place->line_length = end - start;
}

static size_t line_start(const struct source *source, uint32_t line)
{
	const char *at = source->text, *end = at + source->length;
	while (--line && (at = memchr(at, '\n', (size_t)(end - at)))) at++;
	return at ? (size_t)(at - source->text) : source->length;
}

int analysis_find_source(const struct analysis *analysis, const char *name)
{
	for (int i = 0; i < analysis->source_count; i++)
		if (!strcmp(analysis->sources[i].name, name)) return i;
	return NO_FILE;
}

/* Finds the nearest marker above offset. The caller owns its name, which is null without a marker.
 * Returns the presumed line of offset, 0 if it is unknown. */
static uint32_t marker_above(const struct analysis *analysis, size_t offset, struct marker *marker)
{
	uint32_t newlines = 0;
	marker->name = NULL;
	const char *at = analysis->text + (offset < analysis->length ? offset : analysis->length);
	for (;;) {
		const char *stop = at;
		while (at > analysis->text && at[-1] != '\n') at--;
		if (*at == '#' && marker_parse(marker, at, stop)) {
			size_t length = strlen(marker->name);
			if (length < 2 || marker->name[length - 1] != '/')
				return marker->line + newlines - 1;
			free(marker->name);
			marker->name = NULL;
		}
		if (at == analysis->text) return 0;
		at--;
		newlines++;
	}
}

static bool same_line(const struct source *source, size_t a, size_t b)
{
	return a <= b && !memchr(source->text + a, '\n', b - a);
}

/* Returns the last token in place of file `file` before token. */
static const struct token *placed_before(const struct analysis *analysis, const struct token *token,
                                         int file)
{
	while (token-- > analysis->tokens)
		if (token->in_place && token->file == file) return token;
	return NULL;
}

/* Is there a token near `near` that is in place at source_offset? */
static bool is_placed(const struct analysis *analysis, const struct token *near, int file,
                      size_t source_offset)
{
	const struct token *first = near - analysis->tokens > 400 ? near - 400 : analysis->tokens;
	const struct token *last = analysis->tokens + analysis->token_count;
	last = last - near > 400 ? near + 400 : last;
	for (; first < last; first++)
		if (first->in_place && first->file == file && first->source_offset == source_offset)
			return true;
	return false;
}

/* Returns the place after the closing parenthesis of the call whose name ends at `at`, or `at` if
 * there is no call. */
static const char *call_end(const char *at, const char *end)
{
	const char *open = lexer_skip_space(at, end);
	if (open >= end || *open != '(') return at;
	int depth = 0;
	for (; (open = lexer_skip_space(open, end)) < end; open = lexer_token_end(open, end)) {
		depth += *open == '(';
		depth -= *open == ')';
		if (!depth) return open + 1;
	}
	return end;
}

/* Returns the first word after `start` that the preprocessor removed and whose call extends past
 * `goal`; else the first token after goal. */
static size_t macro_use(const struct analysis *analysis, const struct token *token, int file,
                        size_t start, size_t goal)
{
	const struct source *source = &analysis->sources[file];
	const char *text = source->text, *end = text + source->length, *at = text + start;
	while ((at = lexer_skip_space(at, end)) < end && at < text + goal) {
		const char *stop = lexer_token_end(at, end);
		if (lexer_is_word_at(at, end) &&
		    !is_placed(analysis, token, file, (size_t)(at - text)) &&
		    call_end(stop, end) > text + goal)
			return (size_t)(at - text);
		at = stop;
	}
	return (size_t)(at - text);
}

static void put_macro(const struct analysis *analysis, const struct token *token,
                      struct place *place, int file)
{
	const struct source *source = &analysis->sources[file];
	if (!source->text) return;
	size_t start = line_start(source, place->line);
	const struct token *before = placed_before(analysis, token, file);
	size_t goal = start;
	if (before && same_line(source, start, before->source_offset))
		goal = before->source_offset + before->length;
	size_t use = macro_use(analysis, token, file, start, goal);
	put_line(place, source, same_line(source, start, use) ? use : start);
	if (same_line(source, start, use)) place->column = (uint32_t)(use - start) + 1;
}

bool analysis_has_places(const struct analysis *analysis)
{
	for (size_t i = analysis->token_count; i-- > 0;)
		if (analysis->tokens[i].in_place) return true;
	return false;
}

struct place analysis_place(const struct analysis *analysis, size_t offset)
{
	struct place place = {.file = analysis->sources[analysis->main_file].name};
	const struct token *token = analysis_token_at(analysis, offset);
	if (!token && analysis->token_count) token = &analysis->tokens[analysis->token_count - 1];
	if (!token) return place;
	struct marker marker;
	place.line = marker_above(analysis, token->offset, &marker);
	int file = place.line ? analysis_find_source(analysis, marker.name) : analysis->main_file;
	free(marker.name);
	if (file == NO_FILE) file = analysis->main_file;
	place.file = analysis->sources[file].name;
	place.system = analysis->sources[file].system;
	if (token->in_place && analysis->sources[token->file].text) {
		place.line = token->line;
		place.column = token->column;
		put_line(&place, &analysis->sources[token->file], token->source_offset);
	} else if (!analysis_has_places(analysis)) {
		const struct source text = {.text = analysis->text, .length = analysis->length};
		put_line(&place, &text, token->offset);
		place.column = (uint32_t)(analysis->text + token->offset - place.line_text) + 1;
	} else if (place.line) {
		put_macro(analysis, token, &place, file);
	}
	return place;
}

void analysis_free(struct analysis *analysis)
{
	for (int i = 0; i < analysis->source_count; i++) {
		free(analysis->sources[i].name);
		free(analysis->sources[i].text);
	}
	free(analysis->sources);
	free(analysis->tokens);
	free(analysis->text);
	free(analysis->blank);
	*analysis = (struct analysis){0};
}
