/* SPDX-License-Identifier: MIT */
/* The string builder. Room is doubled, so a text grows in linear time. A text is always NUL
 * terminated, so it can be passed to C functions at any time. Running out of memory ends the
 * process: no pass could continue with half a text. */
#include "text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void no_memory(void)
{
	fputs("concc: out of memory\n", stderr);
	exit(1);
}

void *memory_new(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size ? size : 1);
	if (!memory) no_memory();
	return memory;
}

void *memory_grow(void *old, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size) no_memory();
	void *memory = realloc(old, count && size ? count * size : 1);
	if (!memory) no_memory();
	return memory;
}

static void reserve(struct text *text, size_t more)
{
	size_t wanted = text->length + more + 1;
	if (wanted <= text->room) return;
	size_t room = text->room ? text->room : 64;
	while (room < wanted) room *= 2;
	text->bytes = memory_grow(text->bytes, room, 1);
	text->room = room;
}

void text_add(struct text *text, const char *bytes, size_t length)
{
	reserve(text, length);
	if (length) memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
	text->bytes[text->length] = '\0';
}

void text_puts(struct text *text, const char *string)
{
	text_add(text, string, strlen(string));
}

void text_vprintf(struct text *text, const char *format, va_list list)
{
	va_list again;
	va_copy(again, list);
	int length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length < 0) no_memory();
	reserve(text, (size_t)length);
	vsnprintf(text->bytes + text->length, (size_t)length + 1, format, list);
	text->length += (size_t)length;
}

void text_printf(struct text *text, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	text_vprintf(text, format, list);
	va_end(list);
}

const char *text_line_end(const char *at, const char *end)
{
	const char *newline = memchr(at, '\n', (size_t)(end - at));
	return newline ? newline : end;
}

size_t text_newlines(const char *at, const char *end)
{
	size_t count = 0;
	for (; at < end; at++) count += *at == '\n';
	return count;
}

size_t text_width(const char *at, const char *end, size_t from)
{
	for (; at < end; at++)
		if (*at == '\n') from = 0;
		else if (*at == '\t') from += 8 - from % 8;
		else from += ((unsigned char)*at & 0xC0) != 0x80;
	return from;
}

const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

bool text_starts(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

bool text_listed(const char *text, const char *list, bool whole)
{
	for (size_t length; *list; list += length + (list[length] == ' ')) {
		length = strcspn(list, " ");
		if (!strncmp(text, list, length) && !(whole && text[length])) return true;
	}
	return false;
}

void text_json(struct text *text, const char *bytes, size_t length)
{
	text_puts(text, "\"");
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)bytes[i];
		if (c == '"' || c == '\\') text_printf(text, "\\%c", c);
		else if (c < 0x20) text_printf(text, "\\u%04x", c);
		else text_add(text, bytes + i, 1);
	}
	text_puts(text, "\"");
}

void text_marker(struct text *text, uint32_t line, const char *name)
{
	text_printf(text, "# %u \"", line);
	for (; *name; name++) text_printf(text, strchr("\"\\", *name) ? "\\%c" : "%c", *name);
	text_puts(text, "\"\n");
}

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
	hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

uint64_t text_hash(const char *bytes, size_t length)
{
	uint64_t hash = 0, number = 0;
	for (; length >= sizeof number; bytes += sizeof number, length -= sizeof number) {
		memcpy(&number, bytes, sizeof number);
		hash = hash_number(hash, number);
	}
	number = length;
	if (length) memcpy((char *)&number + 1, bytes, length);
	return hash_number(hash, number);
}

size_t utf8_put(char *out, uint32_t value)
{
	static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0}; /* by length */
	size_t length = value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
	for (size_t i = length; i-- > 1; value >>= 6) out[i] = (char)(0x80 | (value & 0x3F));
	out[0] = (char)(first[length] | value);
	return length;
}

void text_free(struct text *text)
{
	free(text->bytes);
	*text = (struct text){0};
}

char *text_copy(const char *bytes, size_t length)
{
	struct text text = {0};
	text_add(&text, bytes, length);
	return text.bytes;
}

char *text_format(const char *format, ...)
{
	struct text text = {0};
	va_list list;
	va_start(list, format);
	text_vprintf(&text, format, list);
	va_end(list);
	return text.bytes;
}
