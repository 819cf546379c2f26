/* SPDX-License-Identifier: MIT */
/* Reads the preprocessor's output into the analysis text and finds out which of its tokens are in
 * the author's files.
 *
 * gcc -fdebug-cpp prints `{P:file;F:…;L:line;C:column;S:…;M:…;E:0,LOC:…,R:…}` directly before each
 * token: the place of its spelling. For a token from a macro's body this is in the macro's
 * definition, for an argument in the call. gcc also prints such records before line changes. If a
 * line marker must come between a token's record and the token (a system header's macro begins or
 * ends), the record of that line change comes last. So a token's record is the one that touches it;
 * if blanks or a marker lie between, it is the one before the last.
 *
 * A token is in place if it is spelled in the file that is being read at that moment, outside any
 * directive, and that file's text has it there, in any spelling (gcc prints universal character
 * names for letters beyond ASCII). The comparison makes wrong guesses (pasted tokens, #line,
 * columns too wide to be counted) harmless: the token is then only not editable.
 *
 * One wrong guess would pass the comparison: the x that `#define x y.x` produces has the place of
 * the x that was expanded. But then tokens of the macro's body are printed between two tokens in
 * place that are neighbours in the file. If words are among these two, they are not in place.
 *
 * Everything is one pass without allocation per token. Rejected: running the preprocessor twice,
 * with and without records (the records cost less), and a preprocessor of our own (never exactly
 * like gcc's). */
#define _GNU_SOURCE
#include "preprocess.h"

#include <stdlib.h>
#include <string.h>

#include "inclusion.h"
#include "lexer.h"

struct record {
	const char *path;
	size_t path_length;
	uint32_t line, column;
};

struct reader {
	struct analysis *analysis;
	const struct preprocess_input *input;
	const char *at, *end;
	char *out; /* start of the analysis text */
	size_t written;
	size_t token_room;
	int source_room;
	struct source_lines *lines; /* of each source; text is null until needed */
	struct inclusions inclusions;
	int owner;                  /* source of the current inclusion */
	int cached;                 /* source of the last record */
	struct record last, before; /* the two latest records since the last token */
	int records;                /* how many since then, at most 2 */
	size_t record_at;           /* `written` when the latest one came */
	size_t placed;              /* index of the last token in place, plus 1 */
	int placed_owner;           /* and its source */
	struct align *align;        /* of PREPROCESS_MACROS */
	bool at_line_start;         /* no token since the last newline */
	uint32_t line;              /* presumed line of the output line, if align needs it */
	int file;                   /* and its source */
};

bool preprocess_is_conc_header(const char *name)
{
	return !strcmp(file_name(name), "conc.h");
}

/* ---- sources ---- */

static int new_source(struct reader *reader, const char *name, size_t length)
{
	struct analysis *analysis = reader->analysis;
	int room = reader->source_room;
	struct source *source =
	        GROW(analysis->sources, analysis->source_count, reader->source_room);
	if (room != reader->source_room)
		reader->lines = memory_grow(reader->lines, (size_t)reader->source_room,
		                            sizeof *reader->lines);
	reader->lines[analysis->source_count - 1] = (struct source_lines){0};
	source->name = text_copy(name, length);
	source->includer = NO_FILE;
	const struct text *main_text = reader->input->main_text;
	if (main_text && main_text->bytes && !strcmp(source->name, "<stdin>")) {
		source->text = text_copy(main_text->bytes, main_text->length);
		source->length = main_text->length;
	} else if (*name != '<') {
		source->text = source_read(source->name, &source->length);
	}
	static const char libconc[] = "/conc/analysis.h";
	source->libconc = length >= sizeof libconc - 1 && source->text &&
	                  !strcmp(source->name + length - (sizeof libconc - 1), libconc) &&
	                  strstr(source->text, "CONC_ANALYSIS_H");
	return analysis->source_count - 1;
}

static bool is_named(const struct source *source, const char *name, size_t length)
{
	return !strncmp(source->name, name, length) && !source->name[length];
}

static int find_source(struct reader *reader, const char *name, size_t length)
{
	const struct analysis *analysis = reader->analysis;
	if (is_named(&analysis->sources[reader->owner], name, length)) return reader->owner;
	if (is_named(&analysis->sources[reader->cached], name, length)) return reader->cached;
	for (int i = 0; i < analysis->source_count; i++)
		if (is_named(&analysis->sources[i], name, length)) return reader->cached = i;
	return reader->cached = new_source(reader, name, length);
}

static const struct source_lines *lines_of(struct reader *reader, int file)
{
	const struct source *source = &reader->analysis->sources[file];
	struct source_lines *lines = &reader->lines[file];
	if (!lines->text && source->text) source_lines_init(lines, source->text, source->length);
	return lines->text ? lines : NULL;
}

/* ---- markers ---- */

/* Markers written by another program may say that a file includes itself. */
static bool includes(const struct reader *reader, int includer, int file)
{
	while (file != NO_FILE && file != includer) file = reader->analysis->sources[file].includer;
	return file == includer;
}

static void note_includer(struct reader *reader, const struct inclusion *inclusion, int child)
{
	struct source *source = &reader->analysis->sources[child];
	if (source->includer != NO_FILE || child == reader->analysis->main_file ||
	    inclusion->commanded || includes(reader, child, reader->owner))
		return;
	source->includer = reader->owner;
	source->include_line = inclusion->line;
	const struct source_lines *lines = lines_of(reader, reader->owner);
	const char *own = reader->analysis->sources[reader->owner].name;
	if (lines && lines->shift_count)
		source->include_line =
		        source_physical_line(lines, inclusion->presumed,
		                             !strcmp(own, inclusion->presumed), inclusion->line);
}

static void preprocess_follow(struct reader *reader, const struct marker *marker)
{
	struct inclusions *inclusions = &reader->inclusions;
	const struct inclusion *current = &inclusions->list[inclusions->current];
	int left = marker->leave && reader->owner != reader->analysis->main_file ? reader->owner
	                                                                         : NO_FILE;
	reader->owner = find_source(reader, current->name, strlen(current->name));
	struct source *source = &reader->analysis->sources[reader->owner];
	source->system |= marker->enter && marker->system;
	if (marker->enter && preprocess_is_conc_header(source->name))
		reader->analysis->is_dialect = true;
	if (left == NO_FILE) return;
	for (size_t i = inclusions->count; i-- > 0;)
		if (inclusions->list[i].end == reader->written) {
			note_includer(reader, &inclusions->list[i], left);
			return;
		}
}

static void read_marker(struct reader *reader, const char *line, const char *end)
{
	struct marker marker;
	if (!marker_parse(&marker, line, end)) return;
	size_t length = strlen(marker.name);
	reader->line = marker.line;
	reader->file = length > 1 && marker.name[length - 1] == '/'
	                       ? reader->file
	                       : find_source(reader, marker.name, length);
	int before = reader->inclusions.current;
	inclusions_feed(&reader->inclusions, &marker, reader->written);
	if (reader->inclusions.current != before) preprocess_follow(reader, &marker);
}

/* ---- records ---- */

/* Returns the number after the label, as in ";L:12", or -1. */
static long number_after(const char **at, const char *end, char label)
{
	const char *p = *at;
	if (end - p < 4 || p[0] != ';' || p[1] != label || p[2] != ':') return -1;
	long value = 0;
	p += 3;
	bool negative = p < end && *p == '-'; /* a builtin macro's tokens have no place: -1 */
	for (p += negative; p < end && *p >= '0' && *p <= '9'; p++) value = 10 * value + (*p - '0');
	*at = p;
	return negative ? 0 : value;
}

/* Returns the label that follows the path at `at`. The path is mostly the same as last time. */
static const char *path_end(const char *at, const char *end, const char *guess, size_t length,
                            const char *label)
{
	if ((size_t)(end - at) > length + 3 && length && !memcmp(at, guess, length) &&
	    !memcmp(at + length, label, 3))
		return at + length;
	enum { LONGEST = 8192 }; /* a path may have newlines */
	size_t rest = (size_t)(end - at);
	return memmem(at, rest < LONGEST ? rest : LONGEST, label, 3);
}

/* Reads a record at reader->at. Returns false if there is none. */
static bool read_record(struct reader *reader)
{
	const char *at = reader->at, *end = reader->end;
	if (end - at < 24 || at[1] != 'P' || at[2] != ':') return false;
	struct record record = {.path = at + 3};
	const char *stop =
	        path_end(record.path, end, reader->last.path, reader->last.path_length, ";F:");
	if (!stop) return false;
	record.path_length = (size_t)(stop - record.path);
	stop = path_end(stop + 3, end, "<NULL>", 6, ";L:");
	long line = stop ? number_after(&stop, end, 'L') : -1;
	long column = line >= 0 ? number_after(&stop, end, 'C') : -1;
	const char *close = column >= 0 ? memchr(stop, '}', (size_t)(end - stop)) : NULL;
	if (!close) return false;
	record.line = (uint32_t)line;
	record.column = (uint32_t)column;
	reader->before = reader->last;
	reader->last = record;
	reader->records += reader->records < 2;
	reader->record_at = reader->written;
	reader->at = close + 1;
	return true;
}

/* ---- tokens ---- */

static void doubt(struct reader *reader, struct token *token)
{
	if (lexer_starts_word(reader->out[token->offset])) token->in_place = false;
}

/* Was anything printed between token and the one before it, although they are neighbours in the
 * file? */
static void compare_with_last(struct reader *reader, struct token *token,
                              const struct source_lines *lines)
{
	size_t index = (size_t)(token - reader->analysis->tokens), last = reader->placed;
	struct token *before = &reader->analysis->tokens[last - (last > 0)];
	bool same = last && reader->placed_owner == reader->owner;
	reader->placed = index + 1;
	reader->placed_owner = reader->owner;
	if (!same || last == index || before->source_offset >= token->source_offset) return;
	const char *behind = lines->text + before->source_offset + before->source_length,
	           *at = lines->text + token->source_offset;
	if (lexer_skip_space(behind, at) < at) return;
	doubt(reader, before);
	doubt(reader, token);
}

static void locate(struct reader *reader, struct token *token, const struct record *record)
{
	if (!record->path_length) return;
	token->file = find_source(reader, record->path, record->path_length);
	token->line = record->line;
	token->column = record->column;
	const struct source_lines *lines = lines_of(reader, reader->owner);
	if (!lines) return;
	uint32_t physical = source_physical_line(lines, reader->analysis->sources[token->file].name,
	                                         token->file == reader->owner, record->line);
	if (!physical || physical > lines->count || !token->column ||
	    lines->directive[physical - 1])
		return;
	const char *end = lines->text + lines->length;
	const char *at =
	        lexer_column(lines->text + lines->starts[physical - 1], end, token->column);
	const char *stop = lexer_spells(at, end, reader->out + token->offset, token->length);
	if (!stop) return;
	token->file = reader->owner;
	token->source_offset = (uint32_t)(at - lines->text);
	token->source_length = (uint32_t)(stop - at);
	token->in_place = true;
	compare_with_last(reader, token, lines);
}

/* Without records, only the line of the first token of each output line is known. */
static void lay_beside(struct reader *reader, struct token *token)
{
	const struct source_lines *lines = lines_of(reader, reader->owner);
	uint32_t line = 0;
	token->file = reader->file;
	token->line = reader->line;
	if (lines && reader->at_line_start)
		line = source_physical_line(lines, reader->analysis->sources[reader->file].name,
		                            reader->file == reader->owner, reader->line);
	reader->at_line_start = false;
	if (lines) align_token(reader->align, reader->owner, lines, line);
}

/* Copies the token in its primary spelling, which the parser reads and in which names are
 * compared. */
static size_t copy_token(struct reader *reader, const char *at, const char *end)
{
	char *out = reader->out + reader->written;
	size_t length = (size_t)(end - at);
	if (strchr("<%:", *at) || (lexer_is_word_at(at, end) && memchr(at, '\\', length) &&
	                           end[-1] != '"' && end[-1] != '\''))
		return lexer_primary(out, at, end);
	memcpy(out, at, length);
	return length;
}

static void read_token(struct reader *reader)
{
	const char *stop = lexer_token_end(reader->at, reader->end);
	struct analysis *analysis = reader->analysis;
	if (analysis->token_count == reader->token_room) {
		reader->token_room = reader->token_room ? 2 * reader->token_room : 4096;
		analysis->tokens =
		        memory_grow(analysis->tokens, reader->token_room, sizeof *analysis->tokens);
	}
	struct token *token = &analysis->tokens[analysis->token_count++];
	*token = (struct token){.offset = (uint32_t)reader->written,
	                        .length = (uint32_t)copy_token(reader, reader->at, stop),
	                        .file = NO_FILE};
	if (reader->records && reader->record_at == reader->written)
		locate(reader, token, &reader->last);
	else if (reader->records == 2) locate(reader, token, &reader->before);
	else if (reader->align) lay_beside(reader, token);
	else if (reader->input->form == PREPROCESS_PLAIN) token->file = reader->owner;
	reader->records = 0;
	reader->written += token->length;
	reader->at = stop;
}

/* ---- the pass ---- */

/* Reads a line that starts with #: a marker or a pragma, never tokens. Only deferred pragmas
 * contain records. Macro definitions are left out: they are already expanded, and would be expanded
 * again. clang prints them on request, gcc at -g3, and a preprocessed input may contain them. */
static void read_directive(struct reader *reader)
{
	size_t start = reader->written;
	size_t rest = (size_t)(reader->end - reader->at);
	bool definition = (rest > 8 && !memcmp(reader->at, "#define ", 8)) ||
	                  (rest > 7 && !memcmp(reader->at, "#undef ", 7));
	if (definition && reader->align) align_definition(reader->align, reader->at, reader->end);
	while (reader->at < reader->end && *reader->at != '\n') {
		if (*reader->at == '{' && reader->input->form == PREPROCESS_RECORDS &&
		    read_record(reader))
			continue;
		if (!definition) reader->out[reader->written++] = *reader->at;
		reader->at++;
	}
	size_t length = reader->written - start;
	reader->written = start;
	read_marker(reader, reader->out + start, reader->out + start + length);
	reader->written = start + length;
	bool is_marker = length > 2 && reader->out[start + 1] == ' ' &&
	                 reader->out[start + 2] >= '0' && reader->out[start + 2] <= '9';
	reader->line -= is_marker; /* the newline after it counts it up again */
}

static void read_text(struct reader *reader)
{
	while (reader->at < reader->end) {
		char c = *reader->at;
		if (c == '{' && reader->input->form == PREPROCESS_RECORDS && read_record(reader))
			continue;
		if (c == '#' && (!reader->written || reader->out[reader->written - 1] == '\n')) {
			read_directive(reader);
		} else if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' ||
		           c == '\v') {
			reader->line += c == '\n';
			reader->at_line_start |= c == '\n';
			reader->out[reader->written++] = c;
			reader->at++;
		} else {
			read_token(reader);
		}
	}
}

/* Puts spaces in the place of markers and of libconc's declarations: the parser need not see these,
 * only libclang. */
static void blank_out(struct analysis *analysis)
{
	struct token *token = analysis->tokens, *last = token + analysis->token_count;
	char *line = analysis->blank;
	const char *name = NULL;
	bool libconc = false;
	for (int i = 0; i < analysis->source_count; i++)
		if (analysis->sources[i].libconc) name = analysis->sources[i].name;
	for (char *end = line + analysis->length; line < end;) {
		size_t length = (size_t)(text_line_end(line, end) - line);
		struct marker marker;
		if (name && *line == '#' && marker_parse(&marker, line, line + length)) {
			libconc = strcmp(marker.name, name) == 0;
			free(marker.name);
		}
		for (size_t stop = (size_t)(line - analysis->blank) + length;
		     token < last && token->offset < stop; token++)
			token->libconc = libconc;
		if (*line == '#' || libconc) memset(line, ' ', length);
		line += length + 1;
	}
}

void preprocess_read(struct analysis *analysis, const struct preprocess_input *input)
{
	*analysis = (struct analysis){.is_dialect = input->forced};
	analysis->text = memory_grow(NULL, input->length + 1, 1);
	struct reader reader = {.analysis = analysis,
	                        .input = input,
	                        .at = input->output,
	                        .end = input->output + input->length,
	                        .out = analysis->text};
	new_source(&reader, input->main_name, strlen(input->main_name));
	inclusions_init(&reader.inclusions, input->main_name);
	if (input->form == PREPROCESS_MACROS) reader.align = align_new(analysis);
	read_text(&reader);
	analysis->length = reader.written;
	reader.out[reader.written] = '\0';
	analysis->blank = text_copy(analysis->text, analysis->length);
	blank_out(analysis);
	if (reader.align) align_finish(reader.align);
	inclusions_fini(&reader.inclusions);
	for (int i = 0; i < analysis->source_count; i++) source_lines_fini(&reader.lines[i]);
	free(reader.lines);
}
