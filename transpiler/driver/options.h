/* SPDX-License-Identifier: MIT */
/* The command line, with each option classified by the step that it is for. */
#ifndef CONCC_OPTIONS_H
#define CONCC_OPTIONS_H

#include <stddef.h>

#include "base/settings.h"

/* option_words.c: the words of a command line in one spelling: @files opened, gcc's long names in
 * their short form, and the options for dependency files separated from other words of -Wp,. */
struct words {
	char **list;
	size_t count, room;
};

/* Words after a lone -- stay as they are. The words live as long as the process. */
void words_read(struct words *words, int count, char **arguments);

/* Returns the next word of a response file, on the heap, or null at the end. Blanks separate words;
 * quotes and backslashes protect, a backslash in quotes too. */
char *words_next(const char **at);

enum option_kind {
	OPTION_COMPILE,  /* for every step: -I -O -g -W -f -m … */
	OPTION_LINK,     /* for the linker: -l -L -Wl, -shared … */
	OPTION_DEPEND,   /* for the preprocessing run: -MD -MF … */
	OPTION_OUTPUT,   /* -o */
	OPTION_MODE,     /* -c -S -E -M -MM -fsyntax-only */
	OPTION_LANGUAGE, /* -x */
	OPTION_LAYOUT,   /* changes only what -E prints: -P -C -dM … */
	OPTION_SAVE,     /* -save-temps */
	OPTION_NAME,     /* names of by-products: -dumpbase -dumpdir */
	OPTION_DATABASE, /* clang's -MJ */
	OPTION_INPUT,
	OPTION_OURS, /* never shown to the back end */
};

struct option {
	enum option_kind kind;
	const char *text, *value; /* value: a second argument, or null */
	const char *language;     /* of an input: by -x or its suffix; null: for the linker */
	const char *forced;       /* of an input: the -x in force, or null */
};

enum mode {
	MODE_LINK,
	MODE_COMPILE,
	MODE_ASSEMBLY,
	MODE_PREPROCESS,
	MODE_SYNTAX,
	MODE_EMIT,
	MODE_INFORM
};

struct options {
	struct option *list;
	size_t count, room;
	enum mode mode;
	const char *output, *forced; /* last -o; -x in force at the end */
	size_t inputs, compiled;     /* compiled: not only for the linker */
	bool links;                  /* an input is no header */
	bool conc, no_conc;          /* -fconc, -fno-conc */
	bool verbose;                /* -v */
	bool pedantic;               /* -Wpedantic */
	bool trigraphs;              /* every ISO standard has them, no GNU standard */
	const char *show;            /* --help, --conc-version, --show-… */
	bool no_libraries;           /* -nostdlib, -nodefaultlibs, -r */
	const char *sanitizer;       /* "asan", "tsan" or null */
	bool emit_header;            /* --emit-header: MODE_EMIT of a header */
	bool schedules;              /* -fconc-schedules */
	const char *test_schedules;  /* of --test-schedules=; verify, verify=N; or null */
	struct settings settings;    /* -fconc-separate=…, -fconc-check-sync, -fconc-mpi … */
	const char *bad_mode;        /* of -fconc-separate=, or null */
	const char *bad_report;      /* of --report=, or null */
	const char *bad_form;        /* of --emit-c=, or null */
	bool save_temps, save_here, save_beside;              /* -save-temps; =cwd; =obj */
	const char *dump_folder, *dump_base, *dump_extension; /* of -dumpdir … or null */
	bool only_shows;                                      /* -### */
	bool trouble;                                         /* an option lacks its value */
};

void options_read(struct options *options, int count, char **arguments);
/* Returns the last option of this kind whose text begins with one of the prefixes, "-MD -MMD", or
 * null. */
const struct option *options_find(const struct options *options, enum option_kind kind,
                                  const char *prefixes);

/* -include NAME, -include-pch NAME, or clang's -Xclang -include -Xclang NAME, from option i on. */
struct include_option {
	size_t options; /* how many options it takes; 0: it is another option */
	const char *name;
	bool compiled;
};
struct include_option options_inclusion(const struct options *options, size_t i);

const char *option_language(const struct option *option); /* of -x; null: none */
bool option_takes_value(const char *text);                /* as the next argument */
/* Is it an input in C, preprocessed or not? */
bool option_is_c(const struct option *option);
bool option_is_header(const struct option *option);
bool option_is_preprocessed(const struct option *option);

#endif
