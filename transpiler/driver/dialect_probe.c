/* SPDX-License-Identifier: MIT */
/* A unit that is translated without including conc.h is nearly always plain C. To find out, only
 * its external declarations with a word that makes a construct are parsed (included ranges of the
 * parser: a tenth of SQLite). What looks like a construct there, or cannot be parsed, is left to
 * the passes, which know scopes.
 *
 * The ends of declarations are guessed from brackets. A wrong guess makes a piece that cannot be
 * parsed, and so costs only time. */
#include "job.h"

#include <stdlib.h>
#include <string.h>

#include "source/inclusion.h"
#include "source/lexer.h"
#include "source/preprocess.h"
#include "tree/unit.h"

struct pieces {
	TSRange *list;
	size_t count, room;
};

/* Blanks markers and pragmas. Returns whether conc.h is among the files. */
static bool read_directives(char *text, size_t length)
{
	bool found = false;
	for (char *line = text, *end = text + length; line < end;) {
		struct marker marker;
		size_t size = (size_t)(text_line_end(line, end) - line);
		if (*line == '#' && marker_parse(&marker, line, line + size)) {
			found |= preprocess_is_conc_header(marker.name);
			free(marker.name);
		}
		if (*line == '#') memset(line, ' ', size);
		line += size + 1;
	}
	return found;
}

static void add_piece(struct pieces *pieces, const char *text, const char *begin, const char *end)
{
	uint32_t from = (uint32_t)(begin - text), to = (uint32_t)(end - text);
	/* Rows and columns are not used, but must not decrease. */
	*GROW(pieces->list, pieces->count, pieces->room) = (TSRange){{0, from}, {0, to}, from, to};
}

/* Collects the declarations with such a word. Returns false if a word leaves no doubt. */
static bool find_pieces(struct pieces *pieces, const char *text, size_t length)
{
	const char *end = text + length, *begin = NULL;
	int depth = 0;
	bool body = false, wanted = false;
	char before = ';';
	for (const char *at = text; (at = lexer_skip_space(at, end)) < end;) {
		const char *stop = lexer_token_end(at, end);
		size_t size = (size_t)(stop - at);
		bool word = lexer_starts_word(*at);
		/* Is the word a name of conc.h, or a spelling that is always the dialect's? */
		if (word && size > 5 &&
		    (!memcmp(at, "conc_", 5) ||
		     (*at == '_' && size > 6 && !memcmp(at, "_Conc_", 6))))
			return false;
		/* 10ms and 1.5s are durations; 10u, 0x1f and 1.5f are not */
		wanted |= word ? word_makes_construct(at, size)
		               : *at >= '0' && *at <= '9' && memchr("shn", at[size - 1], 3) &&
		                          !(size > 1 && (at[1] | 32) == 'x');
		if (!begin) begin = at;
		if (*at == '{' && !depth) body = before == ')' || before == ';';
		depth += *at == '{' || *at == '(' || *at == '[';
		depth -= *at == '}' || *at == ')' || *at == ']';
		before = *at;
		at = stop;
		if (depth > 0 || !(before == ';' || (before == '}' && body))) continue;
		if (wanted) add_piece(pieces, text, begin, stop);
		begin = NULL;
		wanted = body = false;
	}
	if (wanted) add_piece(pieces, text, begin, end);
	return true;
}

bool dialect_probe(char *text, size_t length, bool forced)
{
	struct pieces pieces = {0};
	if (read_directives(text, length)) return true;
	if (!forced) return false;
	bool doubt = !find_pieces(&pieces, text, length);
	if (!doubt && pieces.count)
		doubt = unit_looks_like_dialect(text, length, pieces.list, pieces.count);
	free(pieces.list);
	return doubt;
}
