/* SPDX-License-Identifier: MIT */
/* A unit is analysed with a short form of conc.h (conc/analysis.h). If its preprocessed text is
 * compiled, the macros and inline functions of the real conc.h must come in.
 *
 * A second `#include <conc.h>` fails because of the system headers: their text is there, their
 * include guards are not, and some of their declarations may not be repeated. So the real conc.h is
 * preprocessed by itself. Only our own lines and the macro definitions of it replace our own lines
 * of the short form. The short form includes every header that the real one includes, so each
 * system header is there once. */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

#include "source/inclusion.h"
#include "source/preprocess.h"

/* A preprocessed text and the part of it that is conc.h. */
struct side {
	const char *bytes;
	size_t begin, end; /* between conc.h's entering and leaving markers; equal: not there */
	const char *name;  /* of conc.h */
	struct inclusions inclusions;
};

static size_t preprocessed_line_end(const struct side *side, size_t at, size_t limit)
{
	const char *newline = memchr(side->bytes + at, '\n', limit - at);
	return newline ? (size_t)(newline - side->bytes) + 1 : limit;
}

static void find_conc(struct side *side, const struct text *text)
{
	*side = (struct side){.bytes = text->bytes ? text->bytes : ""};
	inclusions_find(&side->inclusions, "", side->bytes, text->length);
	for (size_t i = 0; i < side->inclusions.count && !side->end; i++) {
		const struct inclusion *inclusion = &side->inclusions.list[i];
		if (inclusion->parent < 0 || !preprocess_is_conc_header(inclusion->name)) continue;
		side->begin = preprocessed_line_end(side, inclusion->begin, text->length);
		side->end = inclusion->end;
		side->name = inclusion->name;
	}
}

static bool is_marker(const char *line)
{
	return line[0] == '#' && line[1] == ' ' && line[2] >= '0' && line[2] <= '9';
}

/* Is it conc.h, or a header in the folder conc beside it? They may be marked as system headers,
 * too, if a file around them says so of itself. */
static bool preprocessed_is_ours(const struct side *side, const char *name)
{
	const char *slash = side->name ? strrchr(side->name, '/') : NULL;
	size_t folder = slash ? (size_t)(slash - side->name) + 1 : 0;
	return side->name && !strncmp(name, side->name, folder) &&
	       (!strcmp(name, side->name) || !strncmp(name + folder, "conc/", 5));
}

/* Returns the outermost system header around offset inside conc.h; null for our own text. */
static const struct inclusion *system_around(const struct side *side, size_t offset)
{
	const struct inclusion *found = NULL;
	for (int i = inclusions_at(&side->inclusions, offset); i >= 0;
	     i = side->inclusions.list[i].parent) {
		const struct inclusion *inclusion = &side->inclusions.list[i];
		if (preprocessed_is_ours(side, inclusion->name)) break;
		if (inclusion->system) found = inclusion;
	}
	return found;
}

static bool has_file(const struct side *side, const char *name)
{
	for (size_t i = 0; i < side->inclusions.count; i++)
		if (!strcmp(side->inclusions.list[i].name, name)) return true;
	return false;
}

/* Keeps the markers and the system headers of the short form. */
static void add_short(struct text *out, const struct side *side)
{
	for (size_t at = side->begin, next; at < side->end; at = next) {
		next = preprocessed_line_end(side, at, side->end);
		if (is_marker(side->bytes + at) || system_around(side, at))
			text_add(out, side->bytes + at, next - at);
	}
}

/* Keeps of the real form: markers, our own lines, macros of the standard headers that our macros
 * use, and every system header that the text does not have. */
static void add_real(struct text *out, const struct side *real, const struct side *side)
{
	for (size_t at = real->begin, next; at < real->end; at = next) {
		next = preprocessed_line_end(real, at, real->end);
		const char *line = real->bytes + at;
		const struct inclusion *header = system_around(real, at);
		const char *slash = header ? strrchr(header->name, '/') : NULL;
		bool standard = slash && text_starts(slash, "/std") &&
		                (text_starts(line, "#define ") || text_starts(line, "#undef "));
		if (is_marker(line) || !header || standard || !has_file(side, header->name))
			text_add(out, line, next - at);
	}
}

struct text preprocessed_text(const struct text *text, const struct text *real)
{
	struct side side, other;
	struct text out = {0};
	find_conc(&side, text);
	find_conc(&other, real);
	text_add(&out, side.bytes, side.begin);
	add_short(&out, &side);
	add_real(&out, &other, &side);
	text_add(&out, side.bytes + side.end, text->length - side.end);
	inclusions_fini(&side.inclusions);
	inclusions_fini(&other.inclusions);
	return out;
}

/* Returns the name in the first marker of a text, or null. */
static char *first_name(const char *at, const char *end)
{
	struct marker marker;
	for (const char *stop; at < end; at = stop + 1) {
		stop = text_line_end(at, end);
		if (marker_parse(&marker, at, stop)) return marker.name;
	}
	return NULL;
}

void preprocessed_trim(struct text *text, const struct text *input)
{
	char *wanted = first_name(input->bytes, input->bytes + input->length);
	const char *end = text->bytes + text->length;
	for (const char *line = text->bytes, *stop; wanted && line < end; line = stop + 1) {
		stop = text_line_end(line, end);
		char *name = is_marker(line) ? first_name(line, end) : NULL;
		if (name && !strcmp(name, wanted)) {
			size_t length = (size_t)(end - line);
			memmove(text->bytes, line, length + 1);
			text->length = length;
			end = line;
		}
		free(name);
	}
	free(wanted);
}
