/* SPDX-License-Identifier: MIT */
/* Gives options that can be written in several ways one spelling, so that the driver looks for only
 * one. The back end gets these words, too: they mean the same to it.
 *
 *     --output=x.o          -o x.o
 *     -Wp,-DX,-MMD,f        -Wp,-DX -Wp,-MMD,f
 *     -includex.h           -include x.h
 *     -Xpreprocessor -MMD -Xpreprocessor f        -Wp,-MMD,f
 */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "base/severity.h"
#include "source/source.h"
#include "base/text.h"

enum { MAX_FILES = 2000 }; /* gcc's limit for @files */

static void option_words_add(struct words *words, char *word)
{
	*GROW(words->list, words->count, words->room) = word;
}

/* ---- @file ---- */

char *words_next(const char **at)
{
	static const char blanks[] = " \t\n\r\f\v";
	struct text word = {0};
	char quote = 0;
	*at += strspn(*at, blanks);
	if (!**at) return NULL;
	text_add(&word, "", 0);
	for (; **at && (quote || !strchr(blanks, **at)); ++*at) {
		if (**at == '\\') {
			if (!*++*at) break;
			text_add(&word, *at, 1);
		} else if (quote ? **at == quote : **at == '\'' || **at == '"') {
			quote = quote ? 0 : **at;
		} else {
			text_add(&word, *at, 1);
		}
	}
	return word.bytes;
}

static void open_files(struct words *words, char *word, int *files)
{
	size_t length;
	char *file = word[0] == '@' ? source_read(word + 1, &length) : NULL;
	if (!file) {
		option_words_add(words, word);
		return;
	}
	if (++*files > MAX_FILES) {
		diagnose_plain(SEVERITY_ERROR, "too many @-files encountered");
		exit(1);
	}
	const char *at = file;
	for (char *inner; (inner = words_next(&at));) open_files(words, inner, files);
	free(file);
}

/* ---- long names ---- */

/* NEXT: the value follows = or is the next word; FUSED: it follows = and is fused with the option;
 * FUSED_NEXT: it follows = or is the next word, and is fused. */
enum value { NONE, NEXT, FUSED, FUSED_NEXT };

static const struct alias {
	const char *name, *option;
	enum value value;
} aliases[] = {
        {"all-warnings", "-Wall", NONE},
        {"ansi", "-ansi", NONE},
        {"assemble", "-S", NONE},
        {"assert", "-A", NEXT},
        {"comments", "-C", NONE},
        {"comments-in-macros", "-CC", NONE},
        {"compile", "-c", NONE},
        {"debug", "-g", NONE},
        {"debug", "-g", FUSED},
        {"define-macro", "-D", NEXT},
        {"dependencies", "-M", NONE},
        {"dump", "-d", FUSED},
        {"dumpbase", "-dumpbase", NEXT},
        {"dumpdir", "-dumpdir", NEXT},
        {"entry", "-e", NEXT},
        {"extra-warnings", "-W", NONE},
        {"for-assembler", "-Xassembler", NEXT},
        {"for-linker", "-Xlinker", NEXT},
        {"force-link", "-u", NEXT},
        {"imacros", "-imacros", NEXT},
        {"include", "-include", NEXT},
        {"include-directory", "-I", NEXT},
        {"include-directory-after", "-idirafter", NEXT},
        {"include-prefix", "-iprefix", NEXT},
        {"include-with-prefix", "-iwithprefix", NEXT},
        {"include-with-prefix-after", "-iwithprefix", NEXT},
        {"include-with-prefix-before", "-iwithprefixbefore", NEXT},
        {"language", "-x", NEXT},
        {"library-directory", "-L", NEXT},
        {"no-line-commands", "-P", NONE},
        {"no-standard-includes", "-nostdinc", NONE},
        {"no-standard-libraries", "-nostdlib", NONE},
        {"no-warnings", "-w", NONE},
        {"optimize", "-O", NONE},
        {"optimize", "-O", FUSED},
        {"output", "-o", NEXT},
        {"pedantic", "-pedantic", NONE},
        {"pedantic-errors", "-pedantic-errors", NONE},
        {"pie", "-pie", NONE},
        {"pipe", "-pipe", NONE},
        {"prefix", "-B", NEXT},
        {"preprocess", "-E", NONE},
        {"print-missing-file-dependencies", "-MG", NONE},
        {"profile", "-p", NONE},
        {"save-temps", "-save-temps", NONE},
        {"shared", "-shared", NONE},
        {"specs", "-specs=", FUSED_NEXT},
        {"static", "-static", NONE},
        {"static-pie", "-static-pie", NONE},
        {"std", "-std=", FUSED_NEXT},
        {"trace-includes", "-H", NONE},
        {"undefine-macro", "-U", NEXT},
        {"user-dependencies", "-MM", NONE},
        {"verbose", "-v", NONE},
        {"write-dependencies", "-MD", NONE},
        {"write-user-dependencies", "-MMD", NONE},
};

/* Adds from->list[*i] in its short form, a value as a word of its own unless it is part of the
 * option. False: no long name. */
static bool add_alias(struct words *words, const struct words *from, size_t *i)
{
	const char *word = from->list[*i] + 2;
	size_t length = strcspn(word, "=");
	const char *value = word[length] ? word + length + 1 : NULL;
	for (size_t k = 0; k < sizeof aliases / sizeof *aliases; k++) {
		const struct alias *alias = &aliases[k];
		bool fits = value ? alias->value != NONE : alias->value != FUSED;
		if (!fits || strlen(alias->name) != length || strncmp(alias->name, word, length))
			continue;
		if (alias->value >= NEXT && !value && *i + 1 < from->count)
			value = from->list[++*i];
		bool fused = alias->value >= FUSED && value;
		option_words_add(words, text_format("%s%s", alias->option, fused ? value : ""));
		if (value && !fused) option_words_add(words, text_copy(value, strlen(value)));
		return true;
	}
	return false;
}

/* ---- for the preprocessor ---- */

/* Does an option concern the preprocessor's dependency files? */
static bool is_dependency(const char *word)
{
	return text_listed(word, "-MP -MG -MD -MMD", true) ||
	       text_listed(word, "-MF -MT -MQ", false);
}

/* list: what follows -Wp, or -Xpreprocessor; separated by commas if `parted`. *unfinished: 1 + the
 * index of a -Wp, for dependencies that still lacks its value, or 0. */
static void add_preprocessor(struct words *words, size_t *unfinished, const char *list, bool parted)
{
	struct text depend = {0}, rest = {0};
	bool open = *unfinished != 0;
	char **before = open ? &words->list[*unfinished - 1] : NULL;
	if (open) text_puts(&depend, *before);
	for (const char *at = list; at;) {
		size_t length = parted ? strcspn(at, ",") : strlen(at);
		char *word = text_copy(at, length);
		struct text *text = open || is_dependency(word) ? &depend : &rest;
		text_printf(text, "%s,%s", text->length ? "" : "-Wp", word);
		open = !open && text_listed(word, "-MD -MMD -MF -MT -MQ", true);
		at = at[length] ? at + length + 1 : NULL;
		free(word);
	}
	if (rest.length) option_words_add(words, rest.bytes);
	if (before) *before = depend.bytes;
	else if (depend.length) option_words_add(words, depend.bytes);
	if (!open) *unfinished = 0;
	else if (!before) *unfinished = words->count;
}

/* Adds from->list[*i] and its value; *i: the last word used. */
static void spell(struct words *words, const struct words *from, size_t *i, size_t *unfinished)
{
	char *word = from->list[*i], *next = *i + 1 < from->count ? from->list[*i + 1] : NULL;
	if (text_starts(word, "-Wp,")) {
		add_preprocessor(words, unfinished, word + 4, true);
	} else if (next && !strcmp(word, "-Xpreprocessor") &&
	           (*unfinished || is_dependency(next))) {
		add_preprocessor(words, unfinished, next, false);
		++*i;
	} else if (text_starts(word, "-include") && word[8] && word[8] != '-') {
		option_words_add(words, text_copy(word, 8));
		option_words_add(words, word + 8);
	} else if (!text_starts(word, "--") || !add_alias(words, from, i)) {
		option_words_add(words, word);
		if (!next || !option_takes_value(word)) return;
		option_words_add(words, next);
		++*i;
	}
}

void words_read(struct words *words, int count, char **arguments)
{
	struct words opened = {0};
	size_t unfinished = 0;
	int files = 0;
	*words = (struct words){0};
	for (int i = 1; i < count; i++) open_files(&opened, arguments[i], &files);
	size_t at = 0;
	for (; at < opened.count && strcmp(opened.list[at], "--") != 0; at++)
		spell(words, &opened, &at, &unfinished);
	for (; at < opened.count; at++) option_words_add(words, opened.list[at]);
	free(opened.list);
}
