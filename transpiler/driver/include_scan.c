/* SPDX-License-Identifier: MIT */
/* Follows every #include of a unit, taken or not, and searches for "conc.h". A unit without it goes
 * to the back end at once, without a run of the preprocessor: plain C costs next to nothing.
 *
 * The search errs on one side only. Conditions are not evaluated; for a computed include every
 * known definition of its macro is followed; after too many files or anything odd the answer is
 * SCAN_PERHAPS, and the preprocessor decides. The headers of the C library are not opened. A header
 * in none of the folders (the compiler's own, a cross compiler's) is assumed not to include
 * conc.h. */
#define _GNU_SOURCE
#include "job.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "source/lexer.h"
#include "source/source.h"

enum { MAX_FILES = 3000, SLOTS = 8192 };

/* #include MACRO */
struct computed {
	char *includer, *macro;
};

struct search {
	char **folders; /* searched for <…>; each ends in a slash */
	size_t folder_count, folder_room;
	size_t quote_count; /* the first quote_count are for "…" only */
	struct {
		dev_t device;
		ino_t inode;
	} seen[SLOTS];
	size_t files;
	struct computed *computed;
	size_t computed_count, computed_room;
	char **texts; /* of all files read */
	size_t text_count, text_room;
	enum include_scan found;
};

static void read_text(struct search *search, const char *includer, const char *text, size_t length);

static void include_scan_note(struct search *search, enum include_scan found)
{
	if (search->found < found) search->found = found;
}

/* ---- folders ---- */

static void add_folder(struct search *search, const char *path, size_t length)
{
	*GROW(search->folders, search->folder_count, search->folder_room) =
	        text_format("%.*s/", (int)length, path);
}

static void add_paths(struct search *search, const char *paths)
{
	for (const char *at = paths; at && *at;) {
		size_t length = strcspn(at, ":");
		add_folder(search, length ? at : ".", length ? length : 1);
		at += length + (at[length] == ':');
	}
}

static void add_option(struct search *search, const struct option *option, const char *name)
{
	size_t length = strlen(name);
	if (strncmp(option->text, name, length)) return;
	const char *path = option->value ? option->value : option->text + length;
	if (option->value ? option->text[length] == '\0' : *path != '\0')
		add_folder(search, path, strlen(path));
}

static void find_folders(struct search *search, const struct options *options)
{
	static const char *const names[] = {"-iquote", "-I", "-isystem", "-idirafter"};
	static const char *const usual[] = {"/usr/local/include", "/usr/include/x86_64-linux-gnu",
	                                    "/usr/include/aarch64-linux-gnu", "/usr/include"};
	for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
		for (size_t i = 0; i < options->count; i++)
			if (options->list[i].kind == OPTION_COMPILE)
				add_option(search, &options->list[i], names[k]);
		if (!k) search->quote_count = search->folder_count;
	}
	add_paths(search, getenv("CPATH"));
	add_paths(search, getenv("C_INCLUDE_PATH"));
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		add_folder(search, usual[i], strlen(usual[i]));
}

/* ---- files ---- */

static bool is_of_the_library(const char *name)
{
	static const char list[] =
	        "assert.h complex.h ctype.h dirent.h dlfcn.h errno.h fcntl.h fenv.h float.h "
	        "fnmatch.h getopt.h glob.h grp.h inttypes.h iso646.h langinfo.h libgen.h "
	        "limits.h locale.h malloc.h math.h memory.h netdb.h poll.h pthread.h pwd.h "
	        "regex.h sched.h search.h semaphore.h setjmp.h signal.h spawn.h stdalign.h "
	        "stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h "
	        "stdnoreturn.h string.h strings.h syslog.h termios.h tgmath.h threads.h time.h "
	        "uchar.h ucontext.h unistd.h utime.h wchar.h wctype.h";
	return text_listed(name, list, true) ||
	       text_listed(name, "sys/ bits/ linux/ asm/ net/ netinet/ arpa/ gnu/", false);
}

/* Adds a file. Returns false if it is known or there are too many. */
static bool is_new(struct search *search, const struct stat *status)
{
	size_t slot = (size_t)(status->st_ino * 31 + status->st_dev) % SLOTS;
	for (; search->seen[slot].inode; slot = (slot + 1) % SLOTS)
		if (search->seen[slot].inode == status->st_ino &&
		    search->seen[slot].device == status->st_dev)
			return false;
	if (search->files == MAX_FILES) {
		include_scan_note(search, SCAN_PERHAPS);
		return false;
	}
	search->seen[slot].inode = status->st_ino;
	search->seen[slot].device = status->st_dev;
	search->files++;
	return true;
}

/* Reads folder/name if it is new. Returns whether it exists. */
static bool include_scan_try(struct search *search, const char *folder, size_t length,
                             const char *name)
{
	char *path = text_format("%.*s%s", (int)length, folder, *name == '/' && length ? "" : name);
	struct stat status;
	bool exists = !stat(path, &status) && S_ISREG(status.st_mode);
	size_t size;
	char *text = exists && is_new(search, &status) ? source_read(path, &size) : NULL;
	if (text) {
		*GROW(search->texts, search->text_count, search->text_room) = text;
		read_text(search, path, text, size);
	}
	free(path);
	return exists;
}

/* Reads an included file. The C library's headers in the usual folders are not opened. */
static void include_scan_follow(struct search *search, const char *includer, const char *name,
                                bool quoted)
{
	enum { USUAL = 4 };
	if (*name == '/') {
		include_scan_try(search, "", 0, name);
		return;
	}
	if (quoted &&
	    include_scan_try(search, includer, (size_t)(file_name(includer) - includer), name))
		return;
	for (size_t i = quoted ? 0 : search->quote_count; i < search->folder_count; i++) {
		if (i >= search->folder_count - USUAL && is_of_the_library(name)) return;
		if (include_scan_try(search, search->folders[i], strlen(search->folders[i]), name))
			return;
	}
}

/* Follows "name" or <name>. Returns false if it does not end on its line. */
static bool follow_name(struct search *search, const char *includer, const char *at,
                        const char *end)
{
	const char *close = memchr(at + 1, *at == '"' ? '"' : '>', (size_t)(end - at - 1));
	if (!close || memchr(at, '\n', (size_t)(close - at))) return false;
	char *name = text_copy(at + 1, (size_t)(close - at - 1));
	if (strstr(name, "conc.h")) include_scan_note(search, SCAN_NAMED);
	include_scan_follow(search, includer, name, *at == '"');
	free(name);
	return true;
}

/* at: after the word include. */
static void read_include(struct search *search, const char *includer, const char *at,
                         const char *end)
{
	if ((size_t)(end - at) > 5 && !memcmp(at, "_next", 5)) at += 5;
	at = lexer_skip_blank(at, end);
	if (at >= end || *at == '\n') return;
	if (lexer_starts_word(*at)) {
		struct computed *computed =
		        GROW(search->computed, search->computed_count, search->computed_room);
		computed->includer = text_copy(includer, strlen(includer));
		computed->macro = text_copy(at, (size_t)(lexer_token_end(at, end) - at));
		return;
	}
	if (*at != '"' && *at != '<') {
		include_scan_note(search, SCAN_PERHAPS);
		return;
	}
	follow_name(search, includer, at, end);
}

/* Could the word at `at` be the name of a directive? */
static bool behind_hash(const char *text, const char *at)
{
	while (at > text && (at[-1] == ' ' || at[-1] == '\t')) at--;
	return at > text && strchr("#:=/\n", at[-1]) &&
	       !(at[-1] == '\n' && (at - text < 2 || !strchr("\\/ \t\r\f\v", at[-2])));
}

/* Does a splice cut a word? The search cannot find such a word. */
static bool has_cut_word(const char *text, const char *end)
{
	for (const char *at = text; (at = memchr(at, '\\', (size_t)(end - at))); at++) {
		const char *next = lexer_splice(at, end);
		bool cuts = next && next < end && lexer_is_word(*next) && at > text;
		if (cuts && strchr(" \t", at[-1]) == NULL) return true;
	}
	return false;
}

static void read_text(struct search *search, const char *includer, const char *text, size_t length)
{
	const char *end = text + length;
	if (memmem(text, length, "conc.h", 6)) include_scan_note(search, SCAN_NAMED);
	else if (has_cut_word(text, end)) include_scan_note(search, SCAN_PERHAPS);
	for (const char *at = text;
	     search->found != SCAN_NAMED && (at = memmem(at, (size_t)(end - at), "include", 7));
	     at += 7)
		if (behind_hash(text, at)) read_include(search, includer, at + 7, end);
}

/* ---- computed includes ---- */

/* Follows the value of a macro at `at`. Anything but "name" or <name> is odd. */
static void follow_value(struct search *search, const struct computed *computed, const char *at)
{
	const char *end = at + strlen(at);
	at = lexer_skip_blank(at, end);
	if (at == end || (*at != '"' && *at != '<') ||
	    !follow_name(search, computed->includer, at, end))
		include_scan_note(search, SCAN_PERHAPS);
}

/* Does `#define` precede `at`, which is inside text? */
static bool behind_define(const char *text, const char *at)
{
	while (at > text && (at[-1] == ' ' || at[-1] == '\t')) at--;
	return at - text >= 6 && !memcmp(at - 6, "define", 6);
}

static void follow_definitions(struct search *search, const struct computed *computed,
                               const char *text)
{
	size_t length = strlen(computed->macro);
	for (const char *at = text; (at = strstr(at, computed->macro)); at += length)
		if (!lexer_is_word(at[length]) && behind_define(text, at))
			follow_value(search, computed, at + length);
}

/* -DNAME='"name.h"' */
static void follow_option(struct search *search, const struct computed *computed,
                          const struct option *option)
{
	size_t length = strlen(computed->macro);
	const char *definition = option->value ? option->value : option->text + 2;
	if (option->kind != OPTION_COMPILE) return;
	if (text_listed(option->text, "-Wp, -Xpre --define", false))
		include_scan_note(search, SCAN_PERHAPS);
	else if (!strncmp(option->text, "-D", 2) && !strncmp(definition, computed->macro, length) &&
	         !lexer_is_word(definition[length]))
		follow_value(search, computed, definition + length + (definition[length] == '='));
}

/* Repeats until no round finds a new file: the search may find a definition after its use. */
static void follow_computed(struct search *search, const struct options *options)
{
	size_t files;
	do {
		files = search->files;
		for (size_t i = 0; i < search->computed_count && search->found == SCAN_NOT; i++) {
			struct computed computed = search->computed[i];
			for (size_t k = 0; k < options->count; k++)
				follow_option(search, &computed, &options->list[k]);
			for (size_t k = 0; k < search->text_count; k++)
				follow_definitions(search, &computed, search->texts[k]);
		}
	} while (files != search->files && search->found == SCAN_NOT);
}

static void read_options(struct search *search, const struct options *options)
{
	for (size_t i = 0; i < options->count; i++) {
		const struct option *option = &options->list[i];
		const char *name = options_inclusion(options, i).name;
		if (!name && option->kind == OPTION_COMPILE &&
		    !strncmp(option->text, "-imacros", 8))
			name = option->value ? option->value : option->text + 8;
		if (!name) continue;
		if (strstr(name, "conc.h")) include_scan_note(search, SCAN_NAMED);
		include_scan_follow(search, "", name, true);
	}
}

enum include_scan include_scan(const struct options *options, const char *name,
                               const struct text *standard_input)
{
	struct search *search = memory_new(1, sizeof *search);
	find_folders(search, options);
	read_options(search, options);
	const char *text = standard_input->bytes;
	if (!strcmp(name, "-")) read_text(search, "", text ? text : "", standard_input->length);
	else include_scan_try(search, "", 0, name);
	follow_computed(search, options);
	enum include_scan found = search->found;
	for (size_t i = 0; i < search->folder_count; i++) free(search->folders[i]);
	for (size_t i = 0; i < search->text_count; i++) free(search->texts[i]);
	for (size_t i = 0; i < search->computed_count; i++) {
		free(search->computed[i].includer);
		free(search->computed[i].macro);
	}
	free(search->folders);
	free(search->texts);
	free(search->computed);
	free(search);
	return found;
}
