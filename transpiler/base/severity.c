/* SPDX-License-Identifier: MIT */
/* Severities in gcc's words and colours. */
#include "severity.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "text.h"

const char *severity_word(enum severity severity)
{
	static const char *const words[] = {"error", "warning", "note", "fatal error"};
	return words[severity];
}

const char *severity_color(bool color, enum severity severity)
{
	static const char *const colors[] = {"\33[01;31m\33[K", "\33[01;35m\33[K",
	                                     "\33[01;36m\33[K", "\33[01;31m\33[K"};
	return color ? colors[severity] : "";
}

const char *color_off(bool color)
{
	return color ? "\33[m\33[K" : "";
}

const char *color_bold(bool color)
{
	return color ? "\33[01m\33[K" : "";
}

void diagnose_plain(enum severity severity, const char *format, ...)
{
	struct text text = {0};
	va_list list;
	va_start(list, format);
	text_vprintf(&text, format, list);
	va_end(list);
	bool color = isatty(STDERR_FILENO);
	fprintf(stderr, "%sconcc:%s %s%s: %s%s\n", color_bold(color), color_off(color),
	        severity_color(color, severity), severity_word(severity), color_off(color),
	        text.bytes);
	if (severity == SEVERITY_FATAL) fputs("compilation terminated.\n", stderr);
	text_free(&text);
}
