/* SPDX-License-Identifier: MIT */
/* Bytes of UTF-8 to UTF-16 units and back. */
#include "position.h"

#include <stdlib.h>

#include "json.h"

unsigned position_units(const char *at, const char *end)
{
	unsigned units = 0;
	for (; at < end; at++) {
		unsigned char c = (unsigned char)*at;
		units += (c & 0xc0) != 0x80;
		units += (c & 0xf8) == 0xf0; /* a surrogate pair */
	}
	return units;
}

struct position position_of(const struct text *text, size_t offset)
{
	struct position position = {0};
	const char *start = text->bytes, *end = start + offset;
	for (const char *at = start; at < end; at++)
		if (*at == '\n') position.line++, start = at + 1;
	position.units = position_units(start, end);
	return position;
}

size_t position_offset(const struct text *text, struct position position)
{
	const char *at = text->bytes, *end = at + text->length;
	for (; position.line && at < end; position.line--)
		at = text_line_end(at, end) + (text_line_end(at, end) < end);
	const char *start = at;
	while (at < end && *at != '\n' && position_units(start, at + 1) <= position.units) at++;
	while (at < end && ((unsigned char)*at & 0xc0) == 0x80) at++;
	return (size_t)(at - text->bytes);
}

struct position position_read(const char *json)
{
	const char *line = json_member(json, "line"), *units = json_member(json, "character");
	return (struct position){.line = line ? (unsigned)strtoul(line, NULL, 10) : 0,
	                         .units = units ? (unsigned)strtoul(units, NULL, 10) : 0};
}

void position_range(struct text *out, const struct text *text, size_t start, size_t end)
{
	struct position from = position_of(text, start), to = position_of(text, end);
	text_printf(out,
	            "{\"start\":{\"line\":%u,\"character\":%u},"
	            "\"end\":{\"line\":%u,\"character\":%u}}",
	            from.line, from.units, to.line, to.units);
}
