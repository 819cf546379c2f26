/* SPDX-License-Identifier: MIT */
/* Inclusions are surveyed one by one, and only if edits fall into them: most headers never are. */
#include "provenance.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "source/lexer.h"

/* ---- macro calls ---- */

/* A macro call is a word followed by a parenthesis, neither of which is in the preprocessor's
 * output, up to the matching parenthesis that is not in the output either. The macro's name does
 * not matter, so no definition is ever looked up.
 *
 * Skipped conditional groups are not in the output either. Their parentheses are forgotten at the
 * end of the group, so unbalanced text in `#if 0` does no harm. A call found in one contains no
 * output token. */
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

/* copies[i]: how many output tokens come from byte i of the text. */
static void macro_calls_find(struct macro_calls *calls, const char *text, size_t length,
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

/* Returns the outermost call with the byte at offset in its name or between its parentheses, or
 * null. */
static struct macro_call *macro_calls_at(const struct macro_calls *calls, uint32_t offset)
{
	for (size_t i = 0; i < calls->count; i++)
		if (calls->list[i].outermost && calls->list[i].start <= offset &&
		    offset < calls->list[i].end)
			return &calls->list[i];
	return NULL;
}

/* ---- inclusions ---- */

void provenance_init(struct provenance *provenance, const struct analysis *analysis,
                     const struct inclusions *inclusions)
{
	*provenance = (struct provenance){.analysis = analysis, .inclusions = inclusions};
	provenance->files = memory_new(inclusions->count, sizeof *provenance->files);
	provenance->surveyed = memory_new(inclusions->count, sizeof *provenance->surveyed);
}

void provenance_fini(struct provenance *provenance)
{
	for (size_t i = 0; i < provenance->inclusions->count; i++) {
		free(provenance->files[i].copies);
		free(provenance->files[i].calls.list);
	}
	free(provenance->files);
	free(provenance->surveyed);
}

int provenance_owner(const struct provenance *provenance, size_t token)
{
	return inclusions_at(provenance->inclusions, provenance->analysis->tokens[token].offset);
}

uint32_t provenance_end(const struct provenance *provenance, size_t token)
{
	return provenance->analysis->tokens[token].source_offset +
	       provenance->analysis->tokens[token].source_length;
}

static void count_copies(struct provenance *provenance, struct file_map *file_map, int inclusion)
{
	const struct inclusion *which = &provenance->inclusions->list[inclusion];
	file_map->copies = memory_new(file_map->source->length + 1, 1);
	size_t end = analysis_index_at(provenance->analysis, which->end);
	for (size_t i = analysis_index_at(provenance->analysis, which->begin); i < end; i++) {
		const struct token *token = &provenance->analysis->tokens[i];
		if (token->in_place && token->file == file_map->file &&
		    provenance_owner(provenance, i) == inclusion)
			file_map->copies[token->source_offset] +=
			        file_map->copies[token->source_offset] < 255;
	}
}

/* gcc places the string that # makes at the closing parenthesis of the call. */
static void find_strings(struct provenance *provenance, struct file_map *file_map, int inclusion)
{
	const struct inclusion *which = &provenance->inclusions->list[inclusion];
	size_t end = analysis_index_at(provenance->analysis, which->end);
	for (size_t i = analysis_index_at(provenance->analysis, which->begin); i < end; i++) {
		const struct token *token = &provenance->analysis->tokens[i];
		if (token->in_place || token->file != file_map->file ||
		    provenance->analysis->text[token->offset] != '"')
			continue;
		for (size_t k = 0; k < file_map->calls.count; k++)
			if (file_map->calls.list[k].line == token->line &&
			    file_map->calls.list[k].column == token->column)
				file_map->calls.list[k].becomes_string = true;
	}
}

const struct file_map *provenance_file(struct provenance *provenance, int inclusion)
{
	const struct analysis *analysis = provenance->analysis;
	struct file_map *file_map = &provenance->files[inclusion];
	if (provenance->surveyed[inclusion]) return file_map;
	provenance->surveyed[inclusion] = true;
	int file = analysis_find_source(analysis, provenance->inclusions->list[inclusion].name);
	file_map->file = file == NO_FILE ? 0 : file;
	const struct source *source = &analysis->sources[file_map->file];
	if (!source->text) return file_map;
	file_map->source = source;
	count_copies(provenance, file_map, inclusion);
	macro_calls_find(&file_map->calls, source->text, source->length, file_map->copies);
	find_strings(provenance, file_map, inclusion);
	return file_map;
}

bool provenance_is_in_call(struct provenance *provenance, int inclusion, uint32_t offset)
{
	const struct file_map *file_map = provenance_file(provenance, inclusion);
	const struct macro_call *call = macro_calls_at(&file_map->calls, offset);
	return call && call->start < offset;
}

void our_call_follow(struct our_call *call, const char *at, const char *stop, bool ours)
{
	if (*at == '(') call->depth += call->depth || call->at_name;
	else if (*at == ')') call->depth -= call->depth > 0;
	call->at_name =
	        stop - at > 5 && (!memcmp(at, "CONC_", 5) || (!ours && !memcmp(at, "conc_", 5)));
}

unsigned provenance_copies(struct provenance *provenance, size_t token)
{
	const struct token *which = &provenance->analysis->tokens[token];
	if (!which->in_place) return 0;
	const struct file_map *file_map =
	        provenance_file(provenance, provenance_owner(provenance, token));
	return file_map->source && file_map->file == which->file
	               ? file_map->copies[which->source_offset]
	               : 0;
}

bool provenance_is_plain(struct provenance *provenance, size_t token)
{
	if (provenance_copies(provenance, token) != 1) return false;
	const struct file_map *file_map =
	        provenance_file(provenance, provenance_owner(provenance, token));
	return !macro_calls_at(&file_map->calls, provenance->analysis->tokens[token].source_offset);
}
