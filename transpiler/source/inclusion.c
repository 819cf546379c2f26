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

static struct inclusion *inclusion_add(struct inclusions *inclusions, char *name, size_t offset)
{
	struct inclusion *inclusion = GROW(inclusions->list, inclusions->count, inclusions->room);
	*inclusion = (struct inclusion){.name = name, .parent = -1, .begin = offset};
	return inclusion;
}

static void cut(struct inclusions *inclusions, size_t offset)
{
	size_t count = inclusions->cut_count;
	*GROW(inclusions->owners, count, inclusions->owner_room) = inclusions->current;
	*GROW(inclusions->cuts, inclusions->cut_count, inclusions->cut_room) = offset;
}

static char *own(struct inclusions *inclusions, char *name)
{
	return *GROW(inclusions->names, inclusions->name_count, inclusions->name_room) = name;
}

void inclusions_init(struct inclusions *inclusions, const char *main_name)
{
	*inclusions = (struct inclusions){0};
	inclusion_add(inclusions, own(inclusions, text_copy(main_name, strlen(main_name))), 0);
	cut(inclusions, 0);
}

static void inclusion_leave(struct inclusions *inclusions, const struct marker *marker,
                            size_t offset)
{
	struct inclusion *inclusion = &inclusions->list[inclusions->current];
	if (inclusion->parent < 0) return;
	inclusion->end = offset;
	inclusion->line = marker->line ? marker->line - 1 : 0;
	inclusion->presumed = marker->name;
	inclusion->commanded = !strcmp(marker->name, "<command-line>") ||
	                       !strcmp(marker->name, "<command line>") ||
	                       !strcmp(marker->name, "<built-in>");
	inclusions->current = inclusion->parent;
	cut(inclusions, offset);
}

void inclusions_feed(struct inclusions *inclusions, struct marker *marker, size_t offset)
{
	own(inclusions, marker->name);
	if (marker->enter) {
		struct inclusion *inclusion = inclusion_add(inclusions, marker->name, offset);
		inclusion->parent = inclusions->current;
		inclusion->system = marker->system;
		inclusions->current = (int)inclusions->count - 1;
		cut(inclusions, offset);
	} else if (marker->leave) inclusion_leave(inclusions, marker, offset);
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
		if (inclusions->cuts[middle] <= offset) low = middle;
		else high = middle;
	}
	return inclusions->owners[low];
}

void inclusions_fini(struct inclusions *inclusions)
{
	for (size_t i = 0; i < inclusions->name_count; i++) free(inclusions->names[i]);
	free(inclusions->names);
	free(inclusions->list);
	free(inclusions->cuts);
	free(inclusions->owners);
	*inclusions = (struct inclusions){0};
}
