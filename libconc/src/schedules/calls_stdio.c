/* SPDX-License-Identifier: MIT */
/* What stdio reads and writes through the program's pointers, for the race detector. The formats of
 * printf say what its pointers are. A format that cannot be followed, such as one with %1$s, is
 * followed up to there. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "race.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

#define HERE __builtin_return_address(0)

#define REAL(name)                                                                         \
	({                                                                                 \
		static __typeof__(&name) real_;                                            \
		if (!real_) real_ = (__typeof__(&name))(uintptr_t)dlsym(RTLD_NEXT, #name); \
		real_;                                                                     \
	})

static void reads_text(const char *text, size_t most, const void *place)
{
	size_t length = 0;

	if (!text) return;
	while (length < most && text[length]) length++;
	conc_race_reads(text, length < most ? length + 1 : most, place);
}

/* Files that are pipes give pasts on, and take them. */
static FILE *writes_to(FILE *file)
{
	if (conc_edge_on && fileno(file) > STDERR_FILENO) conc_edge_file_from(fileno(file));
	return file;
}

static void was_read_from(FILE *file)
{
	if (conc_edge_on) conc_edge_file_to(fileno(file));
}

/* ---- Formats ---- */

/* Where a format and its arguments are. */
struct format {
	const char *at;
	va_list arguments;
};

/* Reads a number or a *; returns it, or -1 if there is none. */
static int read_width(struct format *f)
{
	int width = -1;

	if (*f->at == '*') {
		f->at++;
		return va_arg(f->arguments, int);
	}
	while (*f->at >= '0' && *f->at <= '9' && width < INT_MAX / 16)
		width = (width < 0 ? 0 : width) * 10 + (*f->at++ - '0');
	return width;
}

/* Returns how many times l the argument is long; -1: long double. */
static int read_length(struct format *f)
{
	int length = 0;

	for (;; f->at++) {
		if (*f->at == 'l') length++;
		else if (*f->at == 'q' || *f->at == 'j' || *f->at == 'z' || *f->at == 't')
			length = 1;
		else if (*f->at == 'L') length = -1;
		else if (*f->at != 'h') return length;
	}
}

/* Takes the argument of a conversion. Returns false if it is not known. */
static bool take_argument(struct format *f, int precision, int length, const void *place)
{
	switch (*f->at++) {
	case 's':
		if (length > 0) (void)va_arg(f->arguments, const wchar_t *);
		else
			reads_text(va_arg(f->arguments, const char *),
			           precision < 0 ? SIZE_MAX : (size_t)precision, place);
		return true;
	case 'd':
	case 'i':
	case 'u':
	case 'o':
	case 'x':
	case 'X':
	case 'c':
		if (length) (void)va_arg(f->arguments, long);
		else (void)va_arg(f->arguments, int);
		return true;
	case 'a':
	case 'A':
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
		if (length < 0) (void)va_arg(f->arguments, long double);
		else (void)va_arg(f->arguments, double);
		return true;
	case 'p':
		(void)va_arg(f->arguments, void *);
		return true;
	case '%':
	case 'm':
		return true;
	default:
		return false;
	}
}

static void reads_format(const char *format, va_list arguments, const void *place)
{
	struct format f = {.at = format};
	int precision, length;

	if (!conc_edge_on) return;
	va_copy(f.arguments, arguments);
	reads_text(format, SIZE_MAX, place);
	while ((f.at = strchrnul(f.at, '%')), *f.at) {
		f.at++;
		f.at += strspn(f.at, "-+ #0'I");
		read_width(&f);
		precision = -1;
		if (*f.at == '.') {
			f.at++;
			precision = read_width(&f);
			if (precision < 0) precision = 0;
		}
		length = read_length(&f);
		if (!take_argument(&f, precision, length, place)) break;
	}
	va_end(f.arguments);
}

/* ---- Output ---- */

static int was_printed(char *text, size_t size, int length, const void *place)
{
	size_t written = length < 0 ? 0 : (size_t)length + 1;

	conc_race_writes(text, written < size ? written : size, place);
	return length;
}

int vprintf(const char *format, va_list arguments)
{
	reads_format(format, arguments, HERE);
	return REAL(vprintf)(format, arguments);
}

int vfprintf(FILE *file, const char *format, va_list arguments)
{
	reads_format(format, arguments, HERE);
	return REAL(vfprintf)(writes_to(file), format, arguments);
}

int vdprintf(int file, const char *format, va_list arguments)
{
	reads_format(format, arguments, HERE);
	return REAL(vdprintf)(file, format, arguments);
}

int vsnprintf(char *text, size_t size, const char *format, va_list arguments)
{
	reads_format(format, arguments, HERE);
	return was_printed(text, size, REAL(vsnprintf)(text, size, format, arguments), HERE);
}

int vsprintf(char *text, const char *format, va_list arguments)
{
	reads_format(format, arguments, HERE);
	return was_printed(text, SIZE_MAX, REAL(vsprintf)(text, format, arguments), HERE);
}

/* Evaluates call with the arguments behind format. */
#define WITH_ARGUMENTS(format, call)                   \
	({                                             \
		va_list arguments;                     \
		int result_;                           \
                                                       \
		va_start(arguments, format);           \
		reads_format(format, arguments, HERE); \
		result_ = (call);                      \
		va_end(arguments);                     \
		result_;                               \
	})

int printf(const char *format, ...)
{
	return WITH_ARGUMENTS(format, REAL(vprintf)(format, arguments));
}

int fprintf(FILE *file, const char *format, ...)
{
	return WITH_ARGUMENTS(format, REAL(vfprintf)(writes_to(file), format, arguments));
}

int dprintf(int file, const char *format, ...)
{
	return WITH_ARGUMENTS(format, REAL(vdprintf)(file, format, arguments));
}

int snprintf(char *text, size_t size, const char *format, ...)
{
	return was_printed(text, size,
	                   WITH_ARGUMENTS(format, REAL(vsnprintf)(text, size, format, arguments)),
	                   HERE);
}

int sprintf(char *text, const char *format, ...)
{
	return was_printed(text, SIZE_MAX,
	                   WITH_ARGUMENTS(format, REAL(vsprintf)(text, format, arguments)), HERE);
}

int puts(const char *text)
{
	if (conc_edge_on) reads_text(text, SIZE_MAX, HERE);
	return REAL(puts)(text);
}

int fputs(const char *text, FILE *file)
{
	if (conc_edge_on) reads_text(text, SIZE_MAX, HERE);
	return REAL(fputs)(text, writes_to(file));
}

size_t fwrite(const void *data, size_t size, size_t count, FILE *file)
{
	conc_race_reads(data, size * count, HERE);
	return REAL(fwrite)(data, size, count, writes_to(file));
}

/* ---- Input ---- */

size_t fread(void *data, size_t size, size_t count, FILE *file)
{
	size_t read = REAL(fread)(data, size, count, file);

	conc_race_writes(data, size * read, HERE);
	was_read_from(file);
	return read;
}

char *fgets(char *text, int size, FILE *file)
{
	char *line = REAL(fgets)(text, size, file);

	if (line && conc_edge_on)
		conc_race_writes(text, (size_t)((char *)rawmemchr(line, 0) - line) + 1, HERE);
	was_read_from(file);
	return line;
}

#define GETS(name)                           \
	int name(FILE *file)                 \
	{                                    \
		int byte = REAL(name)(file); \
                                             \
		was_read_from(file);         \
		return byte;                 \
	}

GETS(fgetc)
#undef getc
GETS(getc)

ssize_t getdelim(char **text, size_t *size, int end, FILE *file)
{
	ssize_t length = REAL(getdelim)(text, size, end, file);

	if (length >= 0) conc_race_writes(*text, (size_t)length + 1, HERE);
	was_read_from(file);
	return length;
}

ssize_t getline(char **text, size_t *size, FILE *file)
{
	ssize_t length = REAL(getline)(text, size, file);

	if (length >= 0) conc_race_writes(*text, (size_t)length + 1, HERE);
	was_read_from(file);
	return length;
}

/* ---- Locks of files: libc takes all lanes for one thread, so no other lane may run meanwhile ----
 */

void flockfile(FILE *file)
{
	if (conc_schedule_on()) conc_schedule_forbid_switch(+1);
	REAL(flockfile)(file);
	if (conc_edge_on) conc_edge_locked(file);
}

int ftrylockfile(FILE *file)
{
	int busy = REAL(ftrylockfile)(file);

	if (conc_schedule_on() && !busy) conc_schedule_forbid_switch(+1);
	if (conc_edge_on && !busy) conc_edge_locked(file);
	return busy;
}

void funlockfile(FILE *file)
{
	if (conc_edge_on) conc_edge_unlocks(file);
	REAL(funlockfile)(file);
	if (conc_schedule_on()) conc_schedule_forbid_switch(-1);
}
