/* SPDX-License-Identifier: MIT */
/* One walk over a file finds its lines and directives.
 *
 * A directive starts where `#` (or %:, ??=) is the first token of a logical line, and ends with
 * that line; splices and block comments extend it over physical lines. Comments and literals are
 * skipped, since a `#` in them is no directive. Conditional groups are not evaluated. A skipped
 * directive cannot take an edit either. A skipped #line only makes the mapping back unique less
 * often, never wrong, because the caller compares the spelling. */
#include "source.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lexer.h"
#include "base/text.h"

static size_t read_whole(int file, char **bytes, size_t room)
{
	size_t length = 0;
	*bytes = memory_grow(NULL, room + 1, 1);
	for (;;) {
		if (length == room) *bytes = memory_grow(*bytes, (room = 2 * room + 4096) + 1, 1);
		ssize_t got = read(file, *bytes + length, room - length);
		if (got <= 0) break;
		length += (size_t)got;
	}
	(*bytes)[length] = '\0';
	return length;
}

char *source_read(const char *name, size_t *length)
{
	struct stat status;
	char *bytes = NULL;
	/* A pipe that is opened and closed loses what was written meanwhile. */
	if (stat(name, &status) || !S_ISREG(status.st_mode)) return NULL;
	int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* it may be a pipe by now */
	if (file < 0) return NULL;
	if (!fstat(file, &status) && S_ISREG(status.st_mode))
		*length = read_whole(file, &bytes, (size_t)status.st_size + 1);
	close(file);
	return bytes;
}

char *source_read_pipe(const char *name, size_t *length)
{
	char *bytes = NULL;
	bool standard = !strcmp(name, "-");
	int file = standard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	if (file < 0) return NULL;
	*length = read_whole(file, &bytes, 4096);
	if (!standard) close(file);
	return bytes;
}

/* `line 12 "name"` or `12 "name"`. at: after the #. */
static void note_line_directive(struct source_lines *lines, const char *at, const char *end,
                                uint32_t next_line)
{
	at = lexer_skip_blank(at, end);
	bool word = lexer_word_is(at, end, "line");
	if (word) at = lexer_skip_blank(lexer_token_end(at, end), end);
	if (at >= end || *at < '0' || *at > '9') {
		lines->unmappable |= word;
		return;
	}
	struct line_shift *shift = GROW(lines->shifts, lines->shift_count, lines->shift_room);
	shift->line = next_line;
	shift->presumed = (uint32_t)strtoul(at, NULL, 10);
	at = lexer_skip_blank(lexer_token_end(at, end), end);
	if (at < end && *at == '"') {
		const char *close = lexer_token_end(at, end);
		shift->name = text_copy(at + 1, (size_t)(close - at) - (close - at > 1 ? 2 : 1));
	} else if (lines->shift_count > 1 && lines->shifts[lines->shift_count - 2].name) {
		const char *before = lines->shifts[lines->shift_count - 2].name;
		shift->name = text_copy(before, strlen(before));
	}
}

static void find_directives(struct source_lines *lines)
{
	const char *at = lines->text + lines->starts[0], *end = lines->text + lines->length;
	uint32_t line = 0; /* index of the physical line of `at` */
	while ((at = lexer_skip_space(at, end)) < end) {
		while (line + 1 < lines->count && lines->text + lines->starts[line + 1] <= at)
			line++;
		const char *hash = lexer_hash(at, end);
		/* from one significant byte to the next; all others are inside plain tokens */
		for (at = hash ? hash : at; at < end && *at != '\n'; at++) {
			const char *next = NULL;
			if (*at == '"' || *at == '\'') next = lexer_token_end(at, end);
			else if (*at == '/' || *at == '\\' || *at == '?') {
				next = lexer_comment(at, end);
				if (!next) next = lexer_splice(at, end);
			}
			if (next) at = next - 1;
		}
		if (!hash) continue;
		do lines->directive[line] = true;
		while (line + 1 < lines->count && lines->text + lines->starts[line + 1] <= at &&
		       ++line);
		note_line_directive(lines, hash, at, line + 2);
	}
}

void source_lines_init(struct source_lines *lines, const char *text, size_t length)
{
	*lines = (struct source_lines){.text = text, .length = length};
	size_t room = lines->length / 24 + 16;
	const char *at = lines->text, *end = at + lines->length;
	lines->starts = memory_new(room, sizeof *lines->starts);
	lines->count = 1;
	while ((at = memchr(at, '\n', (size_t)(end - at)))) {
		if (lines->count + 2 > room)
			lines->starts =
			        memory_grow(lines->starts, room *= 2, sizeof *lines->starts);
		lines->starts[lines->count++] = (uint32_t)(++at - lines->text);
	}
	lines->starts[lines->count] = (uint32_t)lines->length;
	lines->directive = memory_new(lines->count, sizeof *lines->directive);
	if (length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3))
		lines->starts[0] = 3; /* columns count from after a byte order mark */
	find_directives(lines);
}

void source_lines_fini(struct source_lines *lines)
{
	for (size_t i = 0; i < lines->shift_count; i++) free(lines->shifts[i].name);
	free(lines->shifts);
	free(lines->starts);
	free(lines->directive);
	*lines = (struct source_lines){0};
}

/* Returns the physical line in begin..end (exclusive), whose first line is presumed `first`; or
 * 0. */
static uint32_t in_stretch(uint32_t begin, uint32_t end, uint32_t first, uint32_t presumed)
{
	return presumed >= first && presumed - first < end - begin ? begin + (presumed - first) : 0;
}

uint32_t source_physical_line(const struct source_lines *lines, const char *name, bool own,
                              uint32_t presumed)
{
	if (lines->unmappable) return 0;
	uint32_t last = lines->count + 1;
	uint32_t found =
	        own ? in_stretch(1, lines->shift_count ? lines->shifts[0].line : last, 1, presumed)
	            : 0;
	for (size_t i = 0; i < lines->shift_count; i++) {
		const struct line_shift *shift = &lines->shifts[i];
		if (shift->name ? strcmp(shift->name, name) != 0 : !own) continue;
		uint32_t end = i + 1 < lines->shift_count ? lines->shifts[i + 1].line : last;
		uint32_t line = in_stretch(shift->line, end, shift->presumed, presumed);
		if (line && found) return 0;
		found = line ? line : found;
	}
	return found;
}
