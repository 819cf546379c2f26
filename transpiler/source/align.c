/* SPDX-License-Identifier: MIT */
/* clang -E -dD prints every macro definition where it occurs, so it is always known which words are
 * macros. An output line starts where a line of the author's text starts. The text between two such
 * points is a chunk. Its author's tokens are runs of plain tokens with macro calls between them:
 *
 *     author   x  =  MAX ( a , b )  +  y  ;        runs  x =   + y ;
 *     output   x  =  ((a) > (b) ? (a) : (b))  +  y  ;
 *
 * The first run begins the output and the last one ends it. The runs between are searched from the
 * left and from the right; if both find the same place, that is the run's place. All other runs,
 * and the arguments of calls, are not in place. If a run is not found at all, nothing in the chunk
 * is in place.
 *
 * Rejected: the longest common subsequence (it finds something even in nonsense). */
#define _GNU_SOURCE
#include "preprocess.h"

#include <stdlib.h>
#include <string.h>

#include "lexer.h"

enum macro_kind { MACRO_NONE, MACRO_WORD, MACRO_CALL };

struct macro {
	char *name;
	size_t length;
	enum macro_kind kind;
};

struct spelling {
	uint32_t start, end;
};

struct run {
	size_t first, count; /* in the author's tokens */
	size_t left, right;  /* in the output's tokens, as found from the left and from the right */
};

struct align {
	struct analysis *analysis;
	struct macro *macros; /* open addressing; room is a power of two */
	size_t macro_count, macro_room;
	int owner;                 /* of the chunk; NO_FILE: no chunk is open */
	size_t first;              /* token */
	struct source_lines lines; /* a copy: borrowed pointers */
	uint32_t start;            /* in the author's text */
	struct spelling *written;
	size_t written_count, written_room;
	struct run *runs;
	size_t run_count, run_room;
};

/* ---- macros ---- */

static struct macro *slot(const struct align *align, const char *name, size_t length)
{
	size_t mask = align->macro_room - 1, i = text_hash(name, length) & mask;
	while (align->macros[i].name &&
	       (align->macros[i].length != length || memcmp(align->macros[i].name, name, length)))
		i = (i + 1) & mask;
	return &align->macros[i];
}

static void define(struct align *align, const char *name, size_t length, enum macro_kind kind)
{
	if (2 * (align->macro_count + 1) >= align->macro_room) {
		struct macro *old = align->macros;
		size_t room = align->macro_room;
		align->macro_room = room ? 2 * room : 2048;
		align->macros = memory_new(align->macro_room, sizeof *align->macros);
		for (size_t i = 0; i < room; i++)
			if (old[i].name) *slot(align, old[i].name, old[i].length) = old[i];
		free(old);
	}
	struct macro *macro = slot(align, name, length);
	if (!macro->name) {
		macro->name = text_copy(name, length);
		macro->length = length;
		align->macro_count++;
	}
	macro->kind = kind;
}

static void define_all(struct align *align, enum macro_kind kind, const char *names)
{
	for (size_t length; *names; names += length + (names[length] == ' ')) {
		length = strcspn(names, " ");
		define(align, names, length, kind);
	}
}

struct align *align_new(struct analysis *analysis)
{
	struct align *align = memory_new(1, sizeof *align);
	align->analysis = analysis;
	align->owner = NO_FILE;
	define_all(align, MACRO_WORD,
	           "__FILE__ __LINE__ __DATE__ __TIME__ __COUNTER__ __BASE_FILE__ __FILE_NAME__ "
	           "__INCLUDE_LEVEL__ __TIMESTAMP__");
	define_all(align, MACRO_CALL,
	           "_Pragma __pragma __has_feature __has_extension __has_builtin __has_attribute "
	           "__has_c_attribute __has_declspec_attribute __has_warning __has_include "
	           "__has_include_next __is_identifier __is_target_arch __is_target_vendor "
	           "__is_target_os __building_module");
	return align;
}

/* ---- a chunk ---- */

static enum macro_kind kind_at(const struct align *align, size_t i)
{
	const char *name = align->lines.text + align->written[i].start;
	const char *end = align->lines.text + align->written[i].end;
	char primary[256];
	if (!lexer_is_word_at(name, end) || end - name > (ptrdiff_t)sizeof primary)
		return MACRO_NONE;
	const struct macro *macro = slot(align, primary, lexer_primary(primary, name, end));
	return macro->name ? macro->kind : MACRO_NONE;
}

/* Reads the author's tokens up to the limit, or to a directive. */
static void read_written(struct align *align, uint32_t limit)
{
	const char *text = align->lines.text, *end = text + limit, *at = text + align->start;
	align->written_count = 0;
	while ((at = lexer_skip_space(at, end)) < end) {
		if (lexer_hash(at, end)) { /* the first token of its line: a directive */
			const char *back = at;
			while (back > text && (back[-1] == ' ' || back[-1] == '\t')) back--;
			if (back == text || back[-1] == '\n') break;
		}
		struct spelling *spelling =
		        GROW(align->written, align->written_count, align->written_room);
		spelling->start = (uint32_t)(at - text);
		at = lexer_token_end(at, end);
		spelling->end = (uint32_t)(at - text);
	}
}

/* Returns the index after the call at written[i]; i if that is none, 0 if it does not end here. */
static size_t call_end(const struct align *align, size_t i)
{
	enum macro_kind kind = kind_at(align, i);
	if (kind != MACRO_CALL) return kind == MACRO_NONE ? i : i + 1;
	const char *text = align->lines.text;
	if (i + 1 == align->written_count || text[align->written[i + 1].start] != '(') return i;
	int depth = 0;
	for (size_t k = i + 1; k < align->written_count; k++) {
		char c = text[align->written[k].start];
		depth += c == '(';
		depth -= c == ')';
		if (!depth) return k + 1;
	}
	return 0;
}

/* Finds the plain runs; the first and the last may be empty. Returns false if a call has no end. */
static bool find_runs(struct align *align)
{
	align->run_count = 0;
	*GROW(align->runs, align->run_count, align->run_room) = (struct run){.first = 0};
	for (size_t i = 0; i < align->written_count;) {
		size_t end = call_end(align, i);
		if (!end && i + 1 < align->written_count && kind_at(align, i) == MACRO_CALL)
			return false;
		if (end == i) {
			align->runs[align->run_count - 1].count++;
			i++;
			continue;
		}
		i = end;
		if (align->runs[align->run_count - 1].count || align->run_count == 1)
			*GROW(align->runs, align->run_count, align->run_room) =
			        (struct run){.first = i};
		else align->runs[align->run_count - 1].first = i;
	}
	return true;
}

static bool is_like(const struct align *align, const struct run *run, size_t out)
{
	const struct analysis *analysis = align->analysis;
	for (size_t i = 0; i < run->count; i++) {
		const struct token *token = &analysis->tokens[align->first + out + i];
		const struct spelling *spelling = &align->written[run->first + i];
		const char *text = align->lines.text, *end = text + spelling->end;
		if (lexer_spells(text + spelling->start, end, analysis->text + token->offset,
		                 token->length) != end)
			return false;
	}
	return true;
}

static bool find_from_left(struct align *align, size_t out_count)
{
	size_t at = 0;
	for (size_t i = 0; i + 1 < align->run_count; i++) {
		struct run *run = &align->runs[i];
		while (at + run->count <= out_count && !is_like(align, run, at) && i) at++;
		if (at + run->count > out_count || !is_like(align, run, at)) return false;
		run->left = at;
		at += run->count;
	}
	return true;
}

/* The first run already has its place. */
static bool find_from_right(struct align *align, size_t out_count)
{
	size_t at = out_count;
	for (size_t i = align->run_count - 1; i > 0; i--) {
		struct run *run = &align->runs[i];
		bool free_to_move = i + 1 < align->run_count;
		while (at >= run->count && !is_like(align, run, at - run->count) && free_to_move)
			at--;
		if (at < run->count || !is_like(align, run, at - run->count)) return false;
		at -= run->count;
		run->right = at;
	}
	return true;
}

static uint32_t align_line_of(const struct source_lines *lines, uint32_t offset)
{
	uint32_t low = 0, high = lines->count;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (lines->starts[middle] <= offset) low = middle;
		else high = middle;
	}
	return low;
}

/* first_line: the presumed line of the chunk's first token. */
static void put_run(struct align *align, const struct run *run, uint32_t first_line)
{
	uint32_t start = align_line_of(&align->lines, align->written[0].start);
	for (size_t i = 0; i < run->count; i++) {
		struct token *token = &align->analysis->tokens[align->first + run->left + i];
		uint32_t line = align_line_of(&align->lines, align->written[run->first + i].start);
		token->file = align->owner;
		token->source_offset = align->written[run->first + i].start;
		token->column = token->source_offset - align->lines.starts[line] + 1;
		token->line = first_line + (line - start);
		token->source_length = align->written[run->first + i].end - token->source_offset;
		token->in_place = true;
	}
}

/* Ends the chunk at limit. A chunk of one run, without calls, must be the same in both texts. */
static void close_chunk(struct align *align, uint32_t limit)
{
	if (align->owner == NO_FILE) return;
	size_t out_count = align->analysis->token_count - align->first;
	read_written(align, limit);
	bool found = find_runs(align);
	uint32_t first_line = out_count ? align->analysis->tokens[align->first].line : 0;
	struct run *last = &align->runs[align->run_count - 1];
	if (found && align->run_count == 1)
		found = last->count == out_count && is_like(align, last, 0);
	else if (found)
		found = last->count <= out_count &&
		        find_from_left(align, out_count - last->count) &&
		        find_from_right(align, out_count);
	if (found && align->run_count > 1) last->left = last->right;
	for (size_t i = 0; found && i < align->run_count; i++)
		if (align->runs[i].left == align->runs[i].right)
			put_run(align, &align->runs[i], first_line);
	align->owner = NO_FILE;
}

static uint32_t end_of_text(const struct align *align)
{
	return align->owner == NO_FILE ? 0 : (uint32_t)align->lines.length;
}

/* ---- what comes in ---- */

void align_definition(struct align *align, const char *at, const char *end)
{
	bool defines = at[1] == 'd';
	const char *name = at + strlen(defines ? "#define " : "#undef ");
	const char *stop = lexer_token_end(name, end);
	close_chunk(align, end_of_text(align));
	define(align, name, (size_t)(stop - name),
	       !defines       ? MACRO_NONE
	       : *stop == '(' ? MACRO_CALL
	                      : MACRO_WORD);
}

void align_token(struct align *align, int owner, const struct source_lines *lines, uint32_t line)
{
	struct analysis *analysis = align->analysis;
	if (align->owner != NO_FILE && align->owner == owner &&
	    (!line || lines->starts[line - 1] <= align->start))
		return;          /* the chunk continues */
	analysis->token_count--; /* the new token is not part of the chunk */
	close_chunk(align,
	            align->owner == owner && line ? lines->starts[line - 1] : end_of_text(align));
	analysis->token_count++;
	if (!line) return;
	align->owner = owner;
	align->lines = *lines;
	align->first = analysis->token_count - 1;
	align->start = lines->starts[line - 1];
}

void align_finish(struct align *align)
{
	close_chunk(align, end_of_text(align));
	for (size_t i = 0; i < align->macro_room; i++) free(align->macros[i].name);
	free(align->macros);
	free(align->written);
	free(align->runs);
	free(align);
}
