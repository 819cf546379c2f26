/* SPDX-License-Identifier: MIT */
/* concc's own messages while a file is edited.
 *
 *     changed ──no change for DELAY──► concc --emit-c, text on standard input ──► its messages
 *        ▲                                                                            │
 *        └──changed meanwhile: they are thrown away           else published ◄────────┘
 *
 * The C compiler does not run, so the messages are ours alone: clangd has its own for C. Notes
 * become related places of the message before them. */
#include "checker.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/process.h"
#include "driver/backend.h"
#include "json.h"
#include "position.h"
#include "source/source.h"

#define DELAY 50000000 /* ns after the last change */

struct checked {
	char *path;
	struct text text;
	uint64_t due; /* CLOCK_MONOTONIC, in ns */
	bool pending;
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct checked *list; /* under the lock */
	size_t count, room;
	checker_publish *publish;
	void *data;
} checker = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- the file's options ---- */

/* Options that tell what a translation reads: those with a path, and others. */
static const char with_path[] = "-I -isystem -iquote -idirafter -include";
static const char others[] = "-D -U -std= -f -m -ansi -W";

/* A path is relative to the folder of the command. -include also finds files elsewhere. */
static void add_path(struct command *command, const char *folder, const char *option,
                     const char *path)
{
	char *whole = text_format("%s/%s", folder, path);
	command_format(command, "%s", option);
	command_format(command, "%s", *path != '/' && !access(whole, F_OK) ? whole : path);
	free(whole);
}

/* Adds the options among the arguments, a JSON array. */
static void add_arguments(struct command *command, const char *folder, const char *array)
{
	struct text option = {0}; /* whose value is the next word */
	for (const char *at = json_first(array); at && *at == '"'; at = json_next(at)) {
		struct text word = {0};
		json_decode(at, &word);
		if (option.length) {
			if (text_listed(option.bytes, with_path, true))
				add_path(command, folder, option.bytes, word.bytes);
			else command_format(command, "%s%s", option.bytes, word.bytes);
			option.length = 0;
		} else if (text_listed(word.bytes, with_path, true) ||
		           text_listed(word.bytes, "-D -U", true)) {
			text_puts(&option, word.bytes);
		} else if (text_starts(word.bytes, "-I")) {
			add_path(command, folder, "-I", word.bytes + 2);
		} else if (text_listed(word.bytes, others, false)) {
			command_format(command, "%s", word.bytes);
		}
		text_free(&word);
	}
	text_free(&option);
}

/* The words of a command line as a JSON array. */
static void split(const char *line, struct text *array)
{
	text_puts(array, "[");
	for (const char *at = line; *(at += strspn(at, " \t"));) {
		struct text word = {0};
		char quote = '\0';
		text_add(&word, "", 0);
		for (; *at && (quote || (*at != ' ' && *at != '\t')); at++) {
			if (*at == quote) quote = '\0';
			else if (!quote && (*at == '"' || *at == '\'')) quote = *at;
			else if (*at == '\\' && quote != '\'' && at[1]) text_add(&word, ++at, 1);
			else text_add(&word, at, 1);
		}
		if (array->length > 1) text_puts(array, ",");
		text_json(array, word.bytes, word.length);
		text_free(&word);
	}
	text_puts(array, "]");
}

static bool is_of(const char *folder, const char *file, const char *path)
{
	char *whole =
	        *file == '/' ? text_copy(file, strlen(file)) : text_format("%s/%s", folder, file);
	char real[PATH_MAX];
	bool same = !strcmp(whole, path) || (realpath(whole, real) && !strcmp(real, path));
	free(whole);
	return same;
}

/* Adds the options of the file's entry. Returns whether there is one. */
static bool add_entry(struct command *command, const char *database, const char *path)
{
	bool found = false;
	for (const char *at = json_first(database); at && !found; at = json_next(at)) {
		const char *file = json_member(at, "file"), *line = json_member(at, "command");
		struct text folder = {0}, name = {0}, words = {0}, array = {0};
		if (json_member(at, "directory"))
			json_decode(json_member(at, "directory"), &folder);
		if (file) json_decode(file, &name);
		found = name.length && folder.length && is_of(folder.bytes, name.bytes, path);
		if (found && line) {
			json_decode(line, &words);
			split(words.bytes, &array);
			add_arguments(command, folder.bytes, array.bytes);
		} else if (found && json_member(at, "arguments")) {
			add_arguments(command, folder.bytes, json_member(at, "arguments"));
		}
		text_free(&folder), text_free(&name), text_free(&words), text_free(&array);
	}
	return found;
}

/* As clangd does: in the file's folder or one above, or in its subfolder build. */
static void add_options(struct command *command, const char *path)
{
	char *folder = text_copy(path, strlen(path)), *slash;
	bool found = false;
	while (!found && (slash = strrchr(folder, '/'))) {
		static const char *const places[] = {"", "/build"};
		*slash = '\0';
		for (size_t i = 0; i < 2 && !found; i++) {
			char *name = text_format("%s%s/compile_commands.json", folder, places[i]);
			size_t length;
			char *database = source_read(name, &length);
			if (database) found = add_entry(command, database, path);
			free(database);
			free(name);
		}
	}
	free(folder);
}

/* ---- messages to diagnostics ---- */

/* Returns the line of that number, from 1. */
static const char *line_at(const struct text *text, unsigned number)
{
	const char *at = text->bytes, *end = text->bytes + text->length;
	for (; number > 1 && at < end; number--)
		at = text_line_end(at, end) + (text_line_end(at, end) < end);
	return at;
}

/* The name, or the character, at a place. column: on a screen, from 1, as messages have it. */
static void add_range(struct text *out, const struct text *text, unsigned line, unsigned column)
{
	const char *at = line_at(text, line), *end = text->bytes + text->length, *from = at, *word;
	while (at < end && *at != '\n' && text_width(from, at, 0) + 1 < column)
		for (at++; at < end && ((unsigned char)*at & 0xc0) == 0x80;) at++;
	for (word = at;
	     word < end && (strchr("_", *word) || (*word >= '0' && *word <= '9') ||
	                    (*word >= 'A' && *word <= 'Z') || (*word >= 'a' && *word <= 'z'));)
		word++;
	if (word == at && at < end && *at != '\n') word++;
	position_range(out, text, (size_t)(at - text->bytes), (size_t)(word - text->bytes));
}

struct message {
	unsigned line, column;
	const char *kind, *text; /* text: up to the end of the line */
	int length;
};

/* Reads "<stdin>:LINE:COLUMN: KIND: TEXT". */
static bool read_message(const char *at, struct message *m)
{
	static const char *const kinds[] = {"error", "warning", "note"};
	char kind[16];
	int used = 0;
	if (sscanf(at, "<stdin>:%u:%u: %15[a-z]: %n", &m->line, &m->column, kind, &used) != 3 ||
	    !used)
		return false;
	m->kind = NULL;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(kind, kinds[i])) m->kind = kinds[i];
	m->text = at + used;
	m->length = (int)strcspn(m->text, "\n");
	/* the preprocessor's own, which clangd has too */
	return m->kind && m->line && m->column && *m->text != '#';
}

/* Returns the length of the text without its "[-Wname]". */
static int bare_length(const struct message *m, const char **option)
{
	const char *at = memchr(m->text, '[', (size_t)m->length);
	while (at && strncmp(at, "[-W", 3) != 0)
		at = memchr(at + 1, '[', (size_t)(m->text + m->length - at - 1));
	*option = at;
	return at && at > m->text ? (int)(at - m->text) - 1 : m->length;
}

/* Appends a diagnostic without the closing brace. */
static void add_message(struct text *out, const struct text *text, const struct message *m)
{
	const char *option;
	int length = bare_length(m, &option);
	text_puts(out, "{\"range\":");
	add_range(out, text, m->line, m->column);
	text_printf(out, ",\"severity\":%d,\"source\":\"concc\"", *m->kind == 'e' ? 1 : 2);
	if (option)
		text_printf(out, ",\"code\":\"%.*s\"", (int)(m->text + m->length - option) - 2,
		            option + 1);
	text_puts(out, ",\"message\":");
	text_json(out, m->text, (size_t)length);
}

static void add_note(struct text *out, const struct text *text, const struct message *m,
                     const char *path)
{
	text_puts(out, "{\"location\":{\"uri\":");
	json_add_uri(out, path);
	text_puts(out, ",\"range\":");
	add_range(out, text, m->line, m->column);
	text_puts(out, "},\"message\":");
	text_json(out, m->text, (size_t)m->length);
	text_puts(out, "}");
}

/* Appends the code action for fix-it:"<stdin>":{LINE:COLUMN-LINE:COLUMN}:"TEXT", a repair for the
 * message. */
static void add_action(struct text *out, const struct text *text, const struct message *m,
                       const char *at, const char *path)
{
	unsigned line, column, end_line, end_column;
	int used = 0;
	struct text fix = {0}, title = {0};
	if (sscanf(at, "fix-it:\"<stdin>\":{%u:%u-%u:%u}:%n", &line, &column, &end_line,
	           &end_column, &used) != 4 ||
	    !used)
		return;
	const char *start = line_at(text, line) + column - 1,
	           *end = line_at(text, end_line) + end_column - 1;
	if (start > end || end > text->bytes + text->length) return;
	json_decode(at + used, &fix);
	if (start == end) text_printf(&title, "insert '%s'", fix.bytes);
	else text_printf(&title, "change '%.*s' to '%s'", (int)(end - start), start, fix.bytes);
	text_puts(out, out->length ? ",{\"title\":" : "{\"title\":");
	text_json(out, title.bytes, title.length);
	text_puts(out, ",\"kind\":\"quickfix\",\"diagnostics\":[");
	add_message(out, text, m);
	text_puts(out, "}],\"edit\":{\"changes\":{");
	json_add_uri(out, path);
	text_puts(out, ":[{\"range\":");
	position_range(out, text, (size_t)(start - text->bytes), (size_t)(end - text->bytes));
	text_puts(out, ",\"newText\":");
	text_json(out, fix.bytes, fix.length);
	text_puts(out, "}]}}}");
	text_free(&fix);
	text_free(&title);
}

/* Notes and repairs belong to the message before them. */
static void add_diagnostics(struct checked_file *file, const struct text *text, const char *said)
{
	struct text *out = &file->diagnostics;
	bool is_open = false, has_notes = false;
	struct message main = {0}, m;
	for (const char *at = said; at && *at; at = strchr(at, '\n'), at += at != NULL) {
		if (is_open && text_starts(at, "fix-it:"))
			add_action(&file->actions, text, &main, at, file->path);
		if (!read_message(at, &m)) continue;
		if (*m.kind != 'n') {
			if (is_open) text_puts(out, has_notes ? "]}," : "},");
			add_message(out, text, &m);
			main = m;
			is_open = true, has_notes = false;
		} else if (is_open) {
			text_puts(out, has_notes ? "," : ",\"relatedInformation\":[");
			add_note(out, text, &m, file->path);
			has_notes = true;
		}
	}
	if (is_open) text_puts(out, has_notes ? "]}" : "}");
}

/* ---- the thread ---- */

static void check(struct checked_file *file, const struct text *text)
{
	struct command command = {0};
	struct text said = {0};
	const char *path = file->path, *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
	command_words(&command, "/proc/self/exe", NULL);
	add_options(&command, path);
	if (dot && !strcmp(dot, ".conc")) command_add(&command, "-fconc");
	command_format(&command, "-iquote%.*s", (int)(slash - path), path);
	command_words(&command, "-fno-diagnostics-color", "-fdiagnostics-parseable-fixits",
	              "--emit-c=pretty", "-xc", "-", NULL);
	process_run(&(struct process){.arguments = command.list,
	                              .input = text,
	                              .output = &file->emitted,
	                              .errors = &said});
	add_diagnostics(file, text, said.bytes);
	command_free(&command);
	text_free(&said);
}

static uint64_t now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Returns the one that is due first; null: none is pending. */
static struct checked *first_due(void)
{
	struct checked *first = NULL;
	for (size_t i = 0; i < checker.count; i++) {
		struct checked *c = &checker.list[i];
		if (c->pending && (!first || c->due < first->due)) first = c;
	}
	return first;
}

/* Translates it, without the lock, and publishes what came of it if it has not changed meanwhile.
 */
static void check_one(size_t index)
{
	struct checked *c = &checker.list[index];
	struct text text = {0};
	char *path = text_copy(c->path, strlen(c->path));
	struct checked_file file = {.path = path};
	c->pending = false;
	text_add(&text, c->text.bytes, c->text.length);
	pthread_mutex_unlock(&checker.lock);
	check(&file, &text);
	pthread_mutex_lock(&checker.lock);
	if (!checker.list[index].pending) checker.publish(checker.data, &file);
	text_free(&text);
	text_free(&file.diagnostics);
	text_free(&file.actions);
	text_free(&file.emitted);
	free(path);
}

static void *checker_run(void *unused)
{
	pthread_mutex_lock(&checker.lock);
	for (;;) {
		struct checked *c = first_due();
		struct timespec due;
		if (!c) {
			pthread_cond_wait(&checker.changed, &checker.lock);
		} else if (c->due > now()) {
			due.tv_sec = (time_t)(c->due / 1000000000);
			due.tv_nsec = (long)(c->due % 1000000000);
			pthread_cond_timedwait(&checker.changed, &checker.lock, &due);
		} else {
			check_one((size_t)(c - checker.list));
		}
	}
	return unused;
}

void checker_start(checker_publish *publish, void *data)
{
	pthread_t thread;
	pthread_condattr_t monotonic;
	checker.publish = publish;
	checker.data = data;
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&checker.changed, &monotonic);
	if (pthread_create(&thread, NULL, checker_run, NULL) == 0) pthread_detach(thread);
}

void checker_change(const char *path, const char *text, size_t length)
{
	struct checked *c = NULL;
	pthread_mutex_lock(&checker.lock);
	for (size_t i = 0; i < checker.count && !c; i++)
		if (!strcmp(checker.list[i].path, path)) c = &checker.list[i];
	if (!c) {
		c = GROW(checker.list, checker.count, checker.room);
		c->path = text_copy(path, strlen(path));
	}
	c->text.length = 0;
	text_add(&c->text, text, length);
	c->due = now() + DELAY;
	c->pending = true;
	pthread_cond_signal(&checker.changed);
	pthread_mutex_unlock(&checker.lock);
}
