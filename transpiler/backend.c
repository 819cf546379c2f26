/* SPDX-License-Identifier: MIT */
/* Our files are found from the place of the executable, so that a build tree and an installed tree
 * work without configuration, and moved ones too:
 *
 *     build/concc        ../libconc/include/conc.h   build/libconc.a      build/asan/libconc.a
 *     PREFIX/bin/concc   ../include/conc.h           ../lib/libconc.a ../lib/conc/asan/libconc.a
 *
 * libconc-mpi.a and libconc-mpi.link, the words that link MPI, are beside libconc.a where our build
 * found MPI.
 *
 * CONC_CC names the back end, `cc` unless set. If that turns out to be this very program, gcc or
 * clang steps in: a system whose `cc` is concc must not run in a circle. */
#include "backend.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diagnostic.h"
#include "process.h"
#include "source.h"
#include "text.h"

/* ---- places ---- */

static bool exists(const char *path)
{
	return access(path, R_OK) == 0;
}

/* Takes path over; null if it does not exist. */
static char *existing(char *path)
{
	if (exists(path)) return path;
	free(path);
	return NULL;
}

static void cut_last(char *path)
{
	char *slash = strrchr(path, '/');
	if (slash) *slash = '\0';
}

static void find_our_files(struct backend *backend, const char *variant)
{
	char folder[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
	folder[length > 0 ? length : 0] = '\0';
	cut_last(folder);
	const char *name = strrchr(folder, '/');
	if (name && (!strcmp(name, "/asan") || !strcmp(name, "/tsan"))) cut_last(folder);
	char *root = text_copy(folder, strlen(folder));
	cut_last(root);
	char *conc = existing(text_format("%s/libconc/include/conc.h", root));
	if (conc) {
		backend->mpi = existing(text_format("%s/libconc-mpi.a", folder));
		backend->library =
		        variant ? existing(text_format("%s/%s/libconc.a", folder, variant)) : NULL;
		if (!backend->library)
			backend->library = existing(text_format("%s/libconc.a", folder));
	} else {
		conc = existing(text_format("%s/include/conc.h", root));
		backend->mpi = existing(text_format("%s/lib/libconc-mpi.a", root));
		backend->library =
		        variant ? existing(text_format("%s/lib/conc/%s/libconc.a", root, variant))
		                : NULL;
		if (!backend->library)
			backend->library = existing(text_format("%s/lib/libconc.a", root));
	}
	if (conc) cut_last(conc);
	backend->include = conc;
	free(root);
}

static bool is_program(const char *path)
{
	struct stat status;
	return !stat(path, &status) && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* ---- the compiler ---- */

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

static bool is_this_program(const char *path)
{
	struct stat ours, theirs;
	return path && !stat("/proc/self/exe", &ours) && !stat(path, &theirs) &&
	       ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
}

static void split_words(struct backend *backend, const char *text)
{
	while (*(text += strspn(text, " \t"))) {
		size_t length = strcspn(text, " \t");
		*GROW(backend->words, backend->word_count, backend->word_room) =
		        text_copy(text, length);
		text += length;
	}
}

/* cc and c99 are links whose target tells; for the rest the name must do, or else the banner. */
static bool is_clang(const char *name, const char *path)
{
	char target[PATH_MAX];
	const char *real = path && realpath(path, target) ? strrchr(target, '/') : NULL;
	real = real ? real : name;
	if (strstr(real, "clang") || strstr(real, "gcc")) return strstr(real, "clang") != NULL;
	if (strstr(name, "clang") || strstr(name, "gcc")) return strstr(name, "clang") != NULL;
	struct text banner = {0};
	const char *const arguments[] = {name, "--version", NULL};
	if (!path) return false; /* who runs it will say so */
	process_run(&(struct process){.arguments = arguments, .output = &banner, .limit = 1 << 20});
	bool found = banner.bytes && strstr(banner.bytes, "clang");
	text_free(&banner);
	return found;
}

static void choose(struct backend *backend)
{
	static const char *const others[] = {"gcc", "clang"};
	const char *wanted = getenv("CONC_CC");
	split_words(backend, wanted && *wanted ? wanted : "cc");
	if (!backend->word_count) split_words(backend, "cc");
	char **word = &backend->words[backend->word_count - 1];
	while (backend->word_count > 1 && word > backend->words && **word == '-') word--;
	char *path = backend_search(*word);
	for (size_t i = 0; i < 2 && (!path || is_this_program(path)) && (path || !wanted); i++) {
		free(path);
		free(*word);
		*word = text_copy(others[i], strlen(others[i]));
		path = backend_search(others[i]);
	}
	if (is_this_program(path)) {
		diagnose_plain(SEVERITY_ERROR,
		               "the back end '%s' is concc itself; name a C compiler in CONC_CC",
		               *word);
		exit(1);
	}
	backend->is_clang = is_clang(*word, path);
	free(path);
}

void backend_find(struct backend *backend, const struct options *options)
{
	*backend = (struct backend){0};
	choose(backend);
	find_our_files(backend, options->schedules ? "schedules" : options->sanitizer);
	backend->schedules = options->schedules;
}

void backend_free(struct backend *backend)
{
	for (size_t i = 0; i < backend->word_count; i++) free(backend->words[i]);
	free(backend->words);
	free(backend->include);
	free(backend->library);
}

/* ---- commands ---- */

void command_add(struct command *command, const char *argument)
{
	*GROW(command->list, command->count, command->room) = argument;
	*GROW(command->list, command->count, command->room) = NULL;
	command->count--;
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

void command_start(struct command *command, const struct backend *backend)
{
	*command = (struct command){0};
	for (size_t i = 0; i < backend->word_count; i++) command_add(command, backend->words[i]);
}

void command_options(struct command *command, const struct options *options, enum option_kind kind)
{
	for (size_t i = 0; i < options->count; i++) {
		if (options->list[i].kind != kind) continue;
		command_add(command, options->list[i].text);
		if (options->list[i].value) command_add(command, options->list[i].value);
	}
}

void command_unit_flags(struct command *command, const struct backend *backend)
{
	command_add(command, "-D__CONC__=1");
	if (backend->include) command_format(command, "-I%s", backend->include);
	if (backend->schedules) { /* its calls before each access are steps */
		command_add(command, "-DCONC_SCHEDULES=1");
		command_add(command, "-fsanitize=thread");
	}
	command_add(command, "-pthread");
}

void command_analysis_flags(struct command *command, const struct backend *backend)
{
	command_unit_flags(command, backend);
	command_add(command, "-DCONC_ANALYSIS=1");
}

/* Behind every constructor, and before main, the program becomes one of many ranks: start.c of
 * libconc-mpi. Under seeded schedules there are no other ranks. */
static void add_mpi(struct command *command, const struct backend *backend)
{
	struct text file = {0};
	size_t length = 0;
	char *words, *word;
	if (!backend->mpi || backend->schedules) return;
	text_printf(&file, "%.*slink", (int)strlen(backend->mpi) - 1, backend->mpi);
	words = source_read(file.bytes, &length);
	text_free(&file);
	command_add(command, "-Wl,--wrap=main");
	command_add(command, backend->mpi);
	if (backend->library) command_add(command, backend->library);
	for (word = words ? strtok(words, " \t\n") : NULL; word; word = strtok(NULL, " \t\n"))
		command_format(command, "%s", word);
	free(words);
}

void command_link_flags(struct command *command, const struct backend *backend,
                        const struct options *options)
{
	if (options->no_libraries) return;
	if (options->settings.mpi) add_mpi(command, backend);
	if (backend->library) command_add(command, backend->library);
	command_add(command, "-pthread");
}

/* gcc reads a backslash as protecting the next character. */
static void write_protected(FILE *file, const char *word)
{
	if (!*word) fputs("\"\"", file);
	for (; *word; word++) {
		if (strchr(" \t\n\r\f\v\\'\"", *word)) fputc('\\', file);
		fputc(*word, file);
	}
	fputc('\n', file);
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
	for (size_t i = backend->word_count; i < command->count; i++)
		write_protected(file, command->list[i]);
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
