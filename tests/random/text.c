/* SPDX-License-Identifier: MIT */
/* Text that grows, and the program's that is written at the moment. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate.h"

static void add(struct text *text, const char *format, va_list arguments)
{
	va_list again;
	va_copy(again, arguments);
	size_t length = (size_t)vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (text->length + length + 1 > text->room) {
		text->room = 2 * (text->length + length) + 100;
		text->chars = realloc(text->chars, text->room);
		if (!text->chars) abort();
	}
	vsnprintf(text->chars + text->length, length + 1, format, arguments);
	text->length += length;
}

void text_add(struct text *text, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	add(text, format, arguments);
	va_end(arguments);
}

void say(struct program *p, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	add(p->to, format, arguments);
	va_end(arguments);
}

void indent(struct program *p)
{
	for (int i = 0; i < p->at.indent; i++) say(p, "\t");
}

void line(struct program *p, const char *format, ...)
{
	va_list arguments;
	indent(p);
	va_start(arguments, format);
	add(p->to, format, arguments);
	va_end(arguments);
	say(p, "\n");
}

/* The pattern, with each @ replaced. */
void fill(struct program *p, const char *pattern, const char *format, ...)
{
	struct text with = { 0 };
	va_list arguments;
	va_start(arguments, format);
	add(&with, format, arguments);
	va_end(arguments);
	for (const char *c = pattern; *c; c++)
		if (*c == '@') say(p, "%s", with.chars);
		else say(p, "%c", *c);
	free(with.chars);
}
