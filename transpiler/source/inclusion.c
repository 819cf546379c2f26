/* SPDX-License-Identifier: MIT */
/* A line marker with flag 1 pushes, one with flag 2 pops. All others only say where the compiler
 * thinks it is (#line, and jumps over blank lines). So the name on top of the stack is the physical
 * file, whatever name #line gave it. gcc enters files named by -include from "<command-line>". */
#include "inclusion.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static int escape(const char **at)
{
	if (**at != '\\') return *(*at)++;
	++*at;
	if (**at == 'n') return ++*at, '\n';
	if (**at < '0' || **at > '7') return *(*at)++;
	int value = 0;
	for (int i = 0; i < 3 && **at >= '0' && **at <= '7'; i++)
		value = 8 * value + *(*at)++ - '0';
	return value;
}

bool marker_parse(struct marker *marker, const char *line, const char *end)
{
	*marker = (struct marker){0};
	if (end - line < 5 || line[0] != '#' || line[1] != ' ' || line[2] < '0' || line[2] > '9')
		return false;
	char *after;
	marker->line = (uint32_t)strtoul(line + 2, &after, 10);
	if (end - after < 3 || after[0] != ' ' || after[1] != '"') return false;
	const char *at = after + 2;
	size_t length = 0;
	marker->name = memory_new((size_t)(end - at) + 1, 1);
	while (at < end && *at != '"') marker->name[length++] = (char)escape(&at);
	for (; at < end; at++) {
		marker->enter |= *at == '1';
		marker->leave |= *at == '2';
		marker->system |= *at == '3';
	}
	return true;
}

static void cut(struct inclusions *inclusions, size_t offset)
{
	*GROW(inclusions->cuts, inclusions->cut_count, inclusions->cut_room) =
	        (struct cut){offset, inclusions->current};
}

/* Takes ownership of the name. */
static void inclusion_enter(struct inclusions *inclusions, char *name, bool system, size_t offset)
{
	*GROW(inclusions->list, inclusions->count, inclusions->room) = (struct inclusion){
	        .name = name, .parent = inclusions->current, .system = system, .begin = offset};
	inclusions->current = (int)inclusions->count - 1;
	cut(inclusions, offset);
}

void inclusions_init(struct inclusions *inclusions, const char *main_name)
{
	*inclusions = (struct inclusions){.current = -1};
	inclusion_enter(inclusions, text_copy(main_name, strlen(main_name)), false, 0);
}

void inclusions_feed(struct inclusions *inclusions, struct marker *marker, size_t offset)
{
	struct inclusion *inclusion = &inclusions->list[inclusions->current];
	if (marker->enter) {
		inclusion_enter(inclusions, marker->name, marker->system, offset);
		return;
	}
	if (!marker->leave || inclusion->parent < 0) {
		free(marker->name);
		return;
	}
	inclusion->end = offset;
	inclusion->line = marker->line ? marker->line - 1 : 0;
	inclusion->presumed = marker->name;
	inclusion->commanded = !strcmp(marker->name, "<command-line>") ||
	                       !strcmp(marker->name, "<command line>") ||
	                       !strcmp(marker->name, "<built-in>");
	inclusions->current = inclusion->parent;
	cut(inclusions, offset);
}

void inclusions_find(struct inclusions *inclusions, const char *main_name, const char *text,
                     size_t length)
{
	inclusions_init(inclusions, main_name);
	const char *line = text, *end = text + length;
	for (const char *stop; line < end; line = stop + 1) {
		struct marker marker;
		stop = text_line_end(line, end);
		if (*line == '#' && marker_parse(&marker, line, stop))
			inclusions_feed(inclusions, &marker, (size_t)(line - text));
	}
	for (size_t i = 0; i < inclusions->count; i++)
		if (!inclusions->list[i].end) inclusions->list[i].end = length;
}

int inclusions_at(const struct inclusions *inclusions, size_t offset)
{
	size_t low = 0, high = inclusions->cut_count;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (inclusions->cuts[middle].offset <= offset) low = middle;
		else high = middle;
	}
	return inclusions->cuts[low].owner;
}

void inclusions_fini(struct inclusions *inclusions)
{
	for (size_t i = 0; i < inclusions->count; i++) {
		free(inclusions->list[i].name);
		free(inclusions->list[i].presumed);
	}
	free(inclusions->list);
	free(inclusions->cuts);
	*inclusions = (struct inclusions){0};
}
