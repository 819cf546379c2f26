/* SPDX-License-Identifier: MIT */
/* Semantic tokens: five numbers each, of which the line and the column are relative to the token
 * before. */
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "json.h"
#include "words.h"

struct token {
	unsigned line, units, length, type, modifiers;
};

struct tokens {
	struct token *list;
	size_t count, room;
};

/* Is there a name of that length at the place? clangd also tells of what the overlay has put there,
 * and behind the ends of lines. */
static bool is_name_there(const struct text *text, size_t line_start, const struct token *token)
{
	struct text line = {.bytes = text->bytes + line_start, .length = text->length - line_start};
	const char *end = text_line_end(line.bytes, line.bytes + line.length), *at, *stop;
	line.length = (size_t)(end - line.bytes);
	at = line.bytes + position_offset(&line, (struct position){.units = token->units});
	for (stop = at; stop < end && (strchr("_\\$", *stop) || (*stop & 0x80) ||
	                               (*stop >= '0' && *stop <= '9') ||
	                               ((*stop | 32) >= 'a' && (*stop | 32) <= 'z'));)
		stop++;
	/* a whole line: code that the preprocessor leaves out */
	return position_units(at, stop) == token->length ||
	       (token->units == 0 && position_units(at, end) == token->length);
}

static void read_theirs(struct tokens *tokens, const struct text *text, const char *theirs)
{
	struct token token = {0};
	size_t line_start = 0;
	for (const char *at = json_first(theirs); at;) {
		unsigned values[5] = {0};
		for (size_t i = 0; i < 5 && at; i++, at = json_next(at))
			values[i] = (unsigned)strtoul(at, NULL, 10);
		for (unsigned lines = values[0]; lines && line_start < text->length; lines--) {
			const char *end = text->bytes + text->length,
			           *stop = text_line_end(text->bytes + line_start, end);
			line_start = (size_t)(stop - text->bytes) + (stop < end);
		}
		token = (struct token){token.line + values[0],
		                       values[0] ? values[1] : token.units + values[1], values[2],
		                       values[3], values[4]};
		if (is_name_there(text, line_start, &token))
			*GROW(tokens->list, tokens->count, tokens->room) = token;
	}
}

/* The number of a capture among ANSWER_TOKEN_TYPES. */
static unsigned type_of_word(const struct editor_word *word)
{
	static const char *const captures[] = {"keyword", "type.builtin", "constant.builtin",
	                                       "number"};
	for (unsigned i = 0; i < sizeof captures / sizeof *captures; i++)
		if (strlen(captures[i]) == word->capture_length &&
		    !strncmp(captures[i], word->capture, word->capture_length))
			return i;
	return 0;
}

static int by_place(const void *left, const void *right)
{
	const struct token *a = left, *b = right;
	if (a->line != b->line) return a->line < b->line ? -1 : 1;
	if (a->units != b->units) return a->units < b->units ? -1 : 1;
	return (a->type < b->type) - (a->type > b->type); /* ours first */
}

void answer_tokens(struct text *out, const struct text *text, const char *theirs,
                   unsigned first_type)
{
	struct syntax syntax = {0};
	struct editor_words words = {0};
	struct tokens tokens = {0};
	struct token before = {0};
	if (!syntax_parse(&syntax, text->bytes, text->length)) words_find(&words, &syntax);
	for (size_t i = 0; i < words.count; i++) {
		TSNode node = words.list[i].node;
		struct position at = position_of(text, node_start(node));
		if (ts_node_start_point(node).row != ts_node_end_point(node).row) continue;
		*GROW(tokens.list, tokens.count, tokens.room) =
		        (struct token){at.line, at.units,
		                       position_units(text->bytes + node_start(node),
		                                      text->bytes + node_end(node)),
		                       first_type + type_of_word(&words.list[i]), 0};
	}
	read_theirs(&tokens, text, theirs);
	if (tokens.count) qsort(tokens.list, tokens.count, sizeof *tokens.list, by_place);
	text_puts(out, "[");
	for (size_t i = 0, written = 0; i < tokens.count; i++) {
		const struct token *token = &tokens.list[i];
		bool same_line = written && token->line == before.line;
		if (same_line && token->units < before.units + before.length) continue;
		text_printf(out, "%s%u,%u,%u,%u,%u", written++ ? "," : "",
		            token->line - before.line,
		            same_line ? token->units - before.units : token->units, token->length,
		            token->type, token->modifiers);
		before = *token;
	}
	text_puts(out, "]");
	free(tokens.list);
	words_free(&words);
	syntax_free(&syntax);
}
