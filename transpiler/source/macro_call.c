/* SPDX-License-Identifier: MIT */
/* A macro call is a word followed by a parenthesis, neither of which is in the preprocessor's
 * output, up to the matching parenthesis that is not in the output either. The macro's name does
 * not matter, so no definition is ever looked up.
 *
 * Skipped conditional groups are not in the output either. Their parentheses are forgotten at the
 * end of the group, so unbalanced text in `#if 0` does no harm. A call found in one contains no
 * output token. */
#include "macro_call.h"

#include <stdlib.h>
#include <string.h>

#include "lexer.h"
#include "base/text.h"

struct open {
	uint32_t start, open;
	bool call;
};

struct search {
	struct macro_calls *calls;
	const char *text, *at, *end;
	const unsigned char *copies;
	struct open *stack;
	size_t depth, room;
	size_t *groups; /* stack depth at each open #if */
	size_t group_count, group_room;
	uint32_t line; /* physical line of `line_start`, 1-based */
	const char *line_start;
};

static void read_directive(struct search *search)
{
	const char *name = lexer_skip_blank(lexer_hash(search->at, search->end), search->end);
	bool starts = lexer_word_is(name, search->end, "if") ||
	              lexer_word_is(name, search->end, "ifdef") ||
	              lexer_word_is(name, search->end, "ifndef");
	bool ends = lexer_word_is(name, search->end, "endif");
	search->calls->renumbered |= lexer_word_is(name, search->end, "line") ||
	                             (name < search->end && *name >= '0' && *name <= '9');
	if (starts) *GROW(search->groups, search->group_count, search->group_room) = search->depth;
	else if (search->group_count && (ends || lexer_word_is(name, search->end, "else") ||
	                                 lexer_word_is(name, search->end, "elif")))
		search->depth = search->groups[search->group_count - 1];
	if (ends && search->group_count) search->group_count--;
	search->at = lexer_line_end(search->at, search->end);
}

static void close_call(struct search *search, const char *behind)
{
	const struct open *open = &search->stack[--search->depth];
	if (!open->call) return;
	struct macro_call *call =
	        GROW(search->calls->list, search->calls->count, search->calls->room);
	*call = (struct macro_call){
	        .start = open->start, .open = open->open, .end = (uint32_t)(behind - search->text)};
	call->line = search->line;
	call->column = (uint32_t)(search->at - search->line_start) + 1;
	call->outermost = true;
	for (size_t i = 0; i < search->depth; i++) call->outermost &= !search->stack[i].call;
}

static void read_token(struct search *search, uint32_t *word, const char *stop)
{
	uint32_t offset = (uint32_t)(search->at - search->text);
	bool came_out = search->copies[offset];
	if (*search->at == '(' && !came_out)
		*GROW(search->stack, search->depth, search->room) =
		        (struct open){*word, offset, *word != UINT32_MAX};
	else if (*search->at == ')' && !came_out && search->depth) close_call(search, stop);
	*word = lexer_is_word_at(search->at, search->end) && !came_out ? offset : UINT32_MAX;
}

void macro_calls_find(struct macro_calls *calls, const char *text, size_t length,
                      const unsigned char *copies)
{
	*calls = (struct macro_calls){0};
	struct search search = {.calls = calls,
	                        .text = text,
	                        .at = text,
	                        .end = text + length,
	                        .copies = copies,
	                        .line = 1,
	                        .line_start = text};
	uint32_t word =
	        UINT32_MAX; /* offset of the token before, if it is a word not in the output */
	for (const char *before = text;
	     (search.at = lexer_skip_space(before, search.end)) < search.end;) {
		bool first = before == text || memchr(before, '\n', (size_t)(search.at - before));
		if (first && lexer_hash(search.at, search.end)) {
			read_directive(&search);
			before = search.at;
			continue;
		}
		const char *next;
		while ((next = memchr(search.line_start, '\n',
		                      (size_t)(search.at - search.line_start)))) {
			search.line_start = next + 1;
			search.line++;
		}
		const char *stop = lexer_token_end(search.at, search.end);
		read_token(&search, &word, stop);
		before = stop;
	}
	free(search.stack);
	free(search.groups);
}

struct macro_call *macro_calls_at(const struct macro_calls *calls, uint32_t offset)
{
	for (size_t i = 0; i < calls->count; i++)
		if (calls->list[i].outermost && calls->list[i].start <= offset &&
		    offset < calls->list[i].end)
			return &calls->list[i];
	return NULL;
}

void macro_calls_fini(struct macro_calls *calls)
{
	free(calls->list);
	*calls = (struct macro_calls){0};
}
