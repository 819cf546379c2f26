/* SPDX-License-Identifier: MIT */
/* CONC_CC names the back end: a command with arguments, quoted as in a shell. The default is `cc`,
 * called `gcc` if both are the same file. If that is concc itself, gcc or clang is used instead: a
 * system whose `cc` is concc must not run in a circle. */
#include "backend.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conc/version.h"
#include "base/process.h"
#include "base/severity.h"
#include "source/source.h"

/* ---- the compiler ---- */

static bool is_program(const char *path)
{
	struct stat status;
	return !stat(path, &status) && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

char *backend_search(const char *name)
{
	if (strchr(name, '/')) return is_program(name) ? text_copy(name, strlen(name)) : NULL;
	const char *path = getenv("PATH");
	for (const char *at = path ? path : "/usr/bin:/bin"; *at;) {
		size_t length = strcspn(at, ":");
		char *file = text_format("%.*s/%s", (int)length, length ? at : ".", name);
		if (is_program(file)) return file;
		free(file);
		at += length + (at[length] == ':');
	}
	return NULL;
}

static bool is_same_file(const char *one, const char *other)
{
	struct stat a, b;
	return one && other && !stat(one, &a) && !stat(other, &b) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

/* Returns the default compiler. gcc begins its messages with the name used to call it. */
static const char *usual(void)
{
	char *cc = backend_search("cc"), *gcc = backend_search("gcc");
	bool same = is_same_file(cc, gcc);
	free(cc);
	free(gcc);
	return same ? "gcc" : "cc";
}

static void add_word(struct backend *backend, char *word)
{
	*GROW(backend->words, backend->word_count, backend->word_room) = word;
}

/* Adds the words of a command, or the name of a program, which may have blanks. */
static void split_words(struct backend *backend, const char *text)
{
	char *whole = strchr(text, '/') ? backend_search(text) : NULL;
	if (whole) {
		add_word(backend, whole);
		return;
	}
	for (char *word; (word = words_next(&text));) add_word(backend, word);
}

/* Returns the word that names the compiler: "gcc" of "env", "ccache", "gcc" and "-O1". */
static char **compiler_word(const struct backend *backend)
{
	static const char *const ends[] = {"cc", "clang", "c99", "c89", "c11", "c17"};
	size_t last = backend->word_count - 1;
	for (size_t i = 0; i < backend->word_count; i++) {
		const char *name = file_name(backend->words[i]);
		size_t length = strcspn(name, ".");
		while (length && (strchr("0123456789-", name[length - 1]))) length--;
		for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
			size_t end = strlen(ends[k]);
			bool whole = length == end ||
			             (length > end &&
			              (name[length - end - 1] == '-' || !strcmp(ends[k], "cc")));
			if (whole && length >= end && !strncmp(name + length - end, ends[k], end))
				return &backend->words[i];
		}
	}
	while (last && backend->words[last][0] == '-') last--;
	return &backend->words[last];
}

/* Decides by the target of the link (cc and c99 are links), the name, or the --version banner. */
static bool is_clang(const char *name, const char *path)
{
	char target[PATH_MAX];
	const char *real = path && realpath(path, target) ? strrchr(target, '/') : NULL;
	real = real ? real : name;
	if (strstr(real, "clang") || strstr(real, "gcc")) return strstr(real, "clang") != NULL;
	if (strstr(name, "clang") || strstr(name, "gcc")) return strstr(name, "clang") != NULL;
	struct text banner = {0}, errors = {0}; /* dropped: its next run repeats them */
	const char *const arguments[] = {name, "--version", NULL};
	if (!path) return false; /* not found: the run reports it */
	process_run(&(struct process){
	        .arguments = arguments, .output = &banner, .errors = &errors, .limit = 1 << 20});
	bool found = banner.bytes && strstr(banner.bytes, "clang");
	text_free(&banner);
	text_free(&errors);
	return found;
}

static bool is_launcher(const char *path)
{
	char target[PATH_MAX];
	const char *real = path && realpath(path, target) ? target : path;
	return real && text_listed(file_name(real), "ccache sccache distcc icecc buildcache", true);
}

void backend_find(struct backend *backend, const struct options *options)
{
	*backend = (struct backend){0};
	/* if the usual compiler is concc (a link, a script), gcc or clang replaces it */
	static const char *const others[] = {"gcc", "clang"};
	enum { OTHERS = 2 };
	const char *wanted = getenv("CONC_CC");
	const char *before = getenv("CONC_DEPTH"); /* how often back ends have started concc */
	long depth = before ? strtol(before, NULL, 10) : 0;
	char *now = text_format("%ld", depth + 1);
	setenv("CONC_DEPTH", now, 1);
	free(now);
	if (wanted && !*wanted) wanted = NULL;
	split_words(backend, wanted                         ? wanted
	                     : depth > 0 && depth <= OTHERS ? others[depth - 1]
	                                                    : usual());
	if (!backend->word_count) add_word(backend, text_copy("cc", 2));
	char **word = compiler_word(backend);
	char *path = backend_search(*word);
	for (size_t i = 0;
	     i < OTHERS && (!path || is_same_file("/proc/self/exe", path)) && (path || !wanted);
	     i++) {
		free(path);
		free(*word);
		*word = text_copy(others[i], strlen(others[i]));
		path = backend_search(others[i]);
	}
	if (is_same_file("/proc/self/exe", path) || depth > OTHERS) {
		diagnose_plain(SEVERITY_ERROR,
		               "the back end '%s' is concc itself; name a C compiler in CONC_CC",
		               *word);
		exit(1);
	}
	backend->is_clang = is_clang(*word, path);
	backend->launched = word > backend->words || is_launcher(path);
	free(path);
	library_find(backend, options, *word,
	             options->schedules ? "schedules" : options->sanitizer);
	backend->schedules = options->schedules;
}

/* ---- commands ---- */

void command_add(struct command *command, const char *argument)
{
	*GROW(command->list, command->count, command->room) = argument;
	*GROW(command->list, command->count, command->room) = NULL;
	command->count--;
}

void command_words(struct command *command, ...)
{
	va_list list;
	va_start(list, command);
	for (const char *word; (word = va_arg(list, const char *));) command_add(command, word);
	va_end(list);
}

void command_format(struct command *command, const char *format, ...)
{
	struct text text = {0};
	va_list list;
	va_start(list, format);
	text_vprintf(&text, format, list);
	va_end(list);
	*GROW(command->owned, command->owned_count, command->owned_room) = text.bytes;
	command_add(command, text.bytes);
}

struct command command_start(const struct backend *backend)
{
	struct command command = {0};
	for (size_t i = 0; i < backend->word_count; i++) command_add(&command, backend->words[i]);
	return command;
}

void command_options(struct command *command, const struct options *options, enum option_kind kind)
{
	for (size_t i = 0; i < options->count; i++) {
		if (options->list[i].kind != kind) continue;
		command_words(command, options->list[i].text, options->list[i].value, NULL);
	}
}

void command_unit_flags(struct command *command, const struct backend *backend)
{
	command_add(command, "-D__CONC__=1");
	if (backend->include) command_format(command, "-I%s", backend->include);
	if (backend->schedules) /* the calls that it adds before accesses are steps */
		command_words(command, "-DCONC_SCHEDULES=1", "-fsanitize=thread", "-fno-lto",
		              "-U_FORTIFY_SOURCE", NULL);
	/* clang says of `n++` that it writes n; so it says that it reads n, too, as gcc does */
	if (backend->schedules && backend->is_clang)
		command_words(command, "-Xclang", "-mllvm", "-Xclang",
		              "-tsan-compound-read-before-write=1", NULL);
	command_add(command, "-pthread");
}

/* A frame larger than the guard page of a user thread's stack must not step over it. clang has the
 * option for x86-64 only. */
void command_protection(struct command *command, const struct backend *backend)
{
#if defined(__x86_64__)
	bool has = !backend->is_clang || !backend->machine;
#else
	bool has = !backend->is_clang;
#endif
	if (has) command_add(command, "-fstack-clash-protection");
}

void command_analysis_flags(struct command *command, const struct backend *backend)
{
	command_unit_flags(command, backend);
	command_add(command, "-DCONC_ANALYSIS=1");
	command_format(command, "-DCONC_TRANSLATOR=%d", CONC_VERSION_NUMBER);
}

/* Wraps main: after all constructors and before main, start.c of libconc-mpi makes the program one
 * of many ranks. Seeded schedules have no other ranks. */
static void add_mpi(struct command *command, const struct backend *backend)
{
	struct text file = {0};
	size_t length = 0;
	char *words, *word;
	if (!backend->mpi || backend->schedules) return;
	text_printf(&file, "%.*slink", (int)strlen(backend->mpi) - 1, backend->mpi);
	words = source_read(file.bytes, &length);
	text_free(&file);
	command_words(command, "-Wl,--wrap=main", backend->mpi, backend->library, NULL);
	for (word = words ? strtok(words, " \t\n") : NULL; word; word = strtok(NULL, " \t\n"))
		command_format(command, "%s", word);
	free(words);
}

/* What libc does for a seeded program is seen through calls.o beside the library. It has malloc and
 * the like, which a static program or a shared library has from elsewhere. Names are bound at the
 * start: one process runs many seeds, each of which would bind them again. */
static void add_calls(struct command *command, const struct backend *backend,
                      const struct options *options)
{
	int length = (int)strlen(backend->library) - (int)strlen("libconc.a");
	bool dynamic = true;
	for (size_t i = 0; i < options->count; i++)
		dynamic &= !text_listed(options->list[i].text, "-static -static-pie -shared", true);
	if (!dynamic) return;
	command_format(command, "%.*scalls.o", length, backend->library);
	command_add(command, "-Wl,-z,now");
}

void command_link_flags(struct command *command, const struct backend *backend,
                        const struct options *options)
{
	if (options->no_libraries) return;
	if (options->settings.mpi) add_mpi(command, backend);
	if (backend->library && backend->schedules) add_calls(command, backend, options);
	if (backend->library) command_add(command, backend->library);
	command_add(command, "-pthread");
}

void command_shorten(struct command *command, const struct backend *backend)
{
	size_t length = 0;
	for (size_t i = 0; i < command->count; i++)
		length += strlen(command->list[i]) + 1 + sizeof(char *);
	if (length < 64000) return;
	const char *path = process_temporary("arguments");
	FILE *file = fopen(path, "w");
	if (!file) return;
	/* one word on each line, where a backslash protects the next character */
	for (size_t i = backend->word_count; i < command->count; i++) {
		const char *word = command->list[i];
		if (!*word) fputs("\"\"", file);
		for (; *word; word++) {
			if (strchr(" \t\n\r\f\v\\'\"", *word)) fputc('\\', file);
			fputc(*word, file);
		}
		fputc('\n', file);
	}
	fclose(file);
	command->count = backend->word_count;
	command_format(command, "@%s", path);
}

void command_free(struct command *command)
{
	for (size_t i = 0; i < command->owned_count; i++) free(command->owned[i]);
	free(command->owned);
	free(command->list);
	*command = (struct command){0};
}
