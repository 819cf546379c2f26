/* SPDX-License-Identifier: MIT */
/* An edit that changes the length of a line moves the rest of the line, and with it the columns of
 * warnings, debug information and sanitizers. So the compiled text begins a new line after the
 * edit, with the same number, and with blanks up to the column of the author's token.
 *
 *     mutex (m) x = k < 3u;    →    { CONC_HOLD(1, conc_mutex, &m);
 *                                   #line 12
 *                                             x = k < 3u; }
 *
 * Inside the arguments of a macro, ours or the author's, this is an extension of both back ends
 * that -Wpedantic reports. With -Wpedantic the break comes before the next token outside of the
 * call. Text for people (--emit-c, -save-temps) has no breaks. Rejected: changing the columns in
 * the back end's messages, which leaves debug information, sanitizers and other forms of messages
 * wrong. */
#include "columns.h"

#include <stdlib.h>
#include <string.h>

#include "source/lexer.h"

void columns_init(struct columns *columns, const struct analysis *analysis,
                  const struct inclusions *inclusions)
{
	*columns = (struct columns){0};
	provenance_init(&columns->provenance, analysis, inclusions);
}

void columns_free(struct columns *columns)
{
	provenance_fini(&columns->provenance);
	free(columns->list);
	*columns = (struct columns){0};
}

struct column_file columns_enter(const struct columns *columns, int inclusion, const char *text)
{
	const struct provenance *provenance = &columns->provenance;
	size_t cursor = analysis_index_at(provenance->analysis,
	                                  provenance->inclusions->list[inclusion].begin);
	return (struct column_file){.inclusion = inclusion, .text = text, .cursor = cursor};
}

void columns_insert(struct columns *columns, const char *text)
{
	const char *at = text, *end = text + strlen(text);
	columns->moved = columns->astray = true;
	while ((at = lexer_skip_space(at, end)) < end) {
		const char *stop = lexer_token_end(at, end);
		our_call_follow(&columns->call, at, stop, true);
		at = stop;
	}
}

void columns_reset(struct columns *columns)
{
	columns->moved = columns->astray = false;
	columns->call = (struct our_call){0};
}

/* ---- the author's text ---- */

static bool has_newline(const char *at, const char *end)
{
	return memchr(at, '\n', (size_t)(end - at)) != NULL;
}

/* Returns the presumed line of the next token in place if offset is on the same line, else 0. */
static uint32_t line_at(struct columns *columns, struct column_file *file, uint32_t offset)
{
	struct provenance *provenance = &columns->provenance;
	const struct analysis *analysis = provenance->analysis;
	size_t end = provenance->inclusions->list[file->inclusion].end;
	for (size_t i = file->cursor; i < analysis->token_count; i++) {
		const struct token *token = &analysis->tokens[i];
		if (token->offset >= end) return 0;
		if (!token->in_place || provenance_owner(provenance, i) != file->inclusion ||
		    token->source_offset < offset || !provenance_copies(provenance, i))
			continue;
		if (provenance_is_plain(provenance, i)) file->cursor = i;
		return has_newline(file->text + offset, file->text + token->source_offset)
		               ? 0
		               : token->line;
	}
	return 0;
}

/* Adds a break for the token at `at` of the author's text, which is written at `out`. */
static void add_break(struct columns *columns, const struct column_file *file, const char *at,
                      uint32_t line, size_t out, bool in_call)
{
	const char *prefix = at;
	while (prefix > file->text && prefix[-1] != '\n') prefix--;
	if (prefix == file->text && !strncmp(prefix, "\xEF\xBB\xBF", 3)) prefix += 3;
	*GROW(columns->list, columns->count, columns->room) =
	        (struct column_break){out, line, prefix, (size_t)(at - prefix), in_call};
}

static void put_break(struct columns *columns, struct column_file *file, const char *at, size_t out)
{
	uint32_t offset = (uint32_t)(at - file->text);
	bool in_call = columns->call.depth ||
	               provenance_is_in_call(&columns->provenance, file->inclusion, offset);
	if (columns->call.at_name || (in_call && !columns->astray)) return;
	uint32_t line = line_at(columns, file, offset);
	if (!line) return;
	add_break(columns, file, at, line, out, in_call);
	columns->astray = false;
	columns->moved = in_call;
}

void columns_pass(struct columns *columns, struct column_file *file, uint32_t start, uint32_t end,
                  size_t out)
{
	const char *first = file->text + start, *stop = file->text + end, *before = first, *at;
	for (; (at = lexer_skip_space(before, stop)) < stop;) {
		if (has_newline(before, at)) columns->moved = columns->astray = false;
		if (lexer_hash(at, stop)) {
			columns_reset(columns);
			before = lexer_line_end(at, stop);
			continue;
		}
		if (columns->moved) put_break(columns, file, at, out + (size_t)(at - first));
		before = lexer_token_end(at, stop);
		our_call_follow(&columns->call, at, before, false);
	}
	if (has_newline(before, stop)) columns->moved = columns->astray = false;
}

/* ---- expansions ---- */

/* Does the token follow the one before it at the same distance as in the author's text? */
static bool columns_goes_on(const struct token *before, const struct token *token,
                            const char *behind, const char *at)
{
	return before && token &&
	       token->source_offset ==
	               before->source_offset + before->source_length + (at - behind);
}

/* For clang's -Wcompound-token-split-by-space `({` and `})` are one token. behind: the end of the
 * token before. */
static bool is_inside_token(const char *text, const char *behind, const char *at)
{
	return behind > text &&
	       ((behind[-1] == '(' && *at == '{') || (behind[-1] == '}' && *at == ')'));
}

void columns_expand(struct columns *columns, const struct column_file *file, const char *text,
                    const struct spots *spots, uint32_t start, size_t out)
{
	const char *at, *end = text + strlen(text), *behind = text;
	const struct token *tokens = columns->provenance.analysis->tokens, *before = NULL, *token;
	for (size_t i = 0; i < spots->count; i++, before = token) {
		size_t which = spots->list[i].token;
		at = text + spots->list[i].offset;
		token = which == SIZE_MAX ? NULL : &tokens[which];
		uint32_t place = token ? token->source_offset : start,
		         line = token ? token->line : spots->line;
		if (line && !columns->call.at_name && !columns_goes_on(before, token, behind, at) &&
		    !is_inside_token(text, behind, at))
			add_break(columns, file, file->text + place, line,
			          out + spots->list[i].offset, columns->call.depth > 0);
		behind = lexer_token_end(at, end);
		our_call_follow(&columns->call, at, behind, true);
	}
	columns->moved = columns->astray = true;
}

/* ---- the text with breaks ---- */

struct text columns_text(const struct columns *columns, const struct text *lowered, bool all)
{
	struct text out = {0};
	size_t done = 0;
	for (size_t i = 0; i < columns->count; i++) {
		const struct column_break *which = &columns->list[i];
		if (which->in_call && !all) continue;
		text_add(&out, lowered->bytes + done, which->offset - done);
		text_printf(&out, "\n#line %u\n", which->line);
		for (size_t k = 0; k < which->prefix_length; k++)
			text_puts(&out, which->prefix[k] == '\t' ? "\t" : " ");
		done = which->offset;
	}
	text_add(&out, lowered->bytes + done, lowered->length - done);
	return out;
}
