/* SPDX-License-Identifier: MIT */
/* Passes the Language Server Protocol from standard input to clangd, and from clangd to standard
 * output.
 *
 * Everything passes unchanged except for the texts of C files: clangd gets them with their dialect
 * overlaid. Positions are the same in both, so no answer has to be changed. The editor is told to
 * send whole texts, and not to request formatting and code actions, which would write the overlaid
 * text into the file. */
#include "language_server.h"

#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/backend.h"
#include "base/severity.h"
#include "source/source.h"

/* ---- JSON: finding values, and strings ---- */

static const char *skip_blank(const char *at)
{
	return at + strspn(at, " \t\r\n");
}

static const char *skip_string(const char *at)
{
	for (at++; *at && *at != '"'; at++)
		if (*at == '\\' && at[1]) at++;
	return *at ? at + 1 : at;
}

static const char *skip_value(const char *at)
{
	int depth = 0;
	at = skip_blank(at);
	do {
		if (*at == '"') at = skip_string(at);
		else if (*at == '{' || *at == '[') depth++, at++;
		else if (*at == '}' || *at == ']') depth--, at++;
		else at++;
	} while (*at && (depth || !strchr(",]}", *at)));
	return at;
}

/* Returns the value of a member of the object; null if it has none. */
static const char *member(const char *object, const char *name)
{
	size_t length = strlen(name);
	const char *at = object ? skip_blank(object) : "";
	if (*at != '{') return NULL;
	for (at = skip_blank(at + 1); *at == '"';) {
		const char *key = at + 1, *end = skip_string(at);
		at = skip_blank(skip_blank(end) + 1);
		if ((size_t)(end - key) == length + 1 && !memcmp(key, name, length)) return at;
		at = skip_blank(skip_value(at));
		if (*at == ',') at = skip_blank(at + 1);
	}
	return NULL;
}

/* Returns the last element of an array; null if there is none. */
static const char *last_element(const char *array)
{
	const char *last = NULL, *at = array ? skip_blank(array) : "";
	if (*at != '[') return NULL;
	for (at = skip_blank(at + 1); *at && *at != ']';) {
		last = at;
		at = skip_blank(skip_value(at));
		if (*at == ',') at = skip_blank(at + 1);
	}
	return last;
}

static bool is_string(const char *value, const char *text)
{
	size_t length = strlen(text);
	return value && *value == '"' && !strncmp(value + 1, text, length) &&
	       value[length + 1] == '"';
}

static unsigned four_digits(const char *at)
{
	char digits[5] = {0};
	memcpy(digits, at, strnlen(at, 4));
	return (unsigned)strtoul(digits, NULL, 16);
}

/* Decodes the digits after \u and moves *at behind them. \uD83D\uDE00 is one character. */
static unsigned unicode(const char **at)
{
	unsigned c = four_digits(*at), low;
	*at += strnlen(*at, 4);
	if (c < 0xd800 || c >= 0xdc00 || (*at)[0] != '\\' || (*at)[1] != 'u') return c;
	low = four_digits(*at + 2);
	*at += 2 + strnlen(*at + 2, 4);
	return 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff));
}

static void decode(const char *at, struct text *out)
{
	static const char escapes[] = "b\bf\fn\nr\rt\t";
	text_add(out, "", 0);
	for (at++; *at && *at != '"';) {
		const char *escape;
		char bytes[4];
		size_t plain = strcspn(at, "\"\\");
		text_add(out, at, plain);
		at += plain;
		if (*at != '\\' || !at[1]) continue;
		at += 2;
		if (at[-1] == 'u') text_add(out, bytes, utf8_put(bytes, unicode(&at)));
		else if ((escape = strchr(escapes, at[-1]))) text_add(out, escape + 1, 1);
		else text_add(out, at - 1, 1);
	}
}

/* ---- messages ---- */

/* Reads the next message's content. Returns false at the end. */
static bool receive(FILE *file, struct text *content)
{
	char *line = NULL;
	size_t room = 0, length = 0;
	bool header = true;
	while (header && getline(&line, &room, file) > 0) {
		if (!strncasecmp(line, "Content-Length:", 15))
			length = strtoul(line + 15, NULL, 10);
		header = line[strspn(line, "\r\n")] != '\0';
	}
	free(line);
	if (header || !length) return false;
	content->bytes = memory_grow(content->bytes, length + 1, 1);
	content->room = length + 1;
	content->length = fread(content->bytes, 1, length, file);
	content->bytes[content->length] = '\0';
	return content->length == length;
}

static void deliver(FILE *file, const struct text *content)
{
	fprintf(file, "Content-Length: %zu\r\n\r\n", content->length);
	fwrite(content->bytes, 1, content->length, file);
	fflush(file);
}

struct document {
	char *path;
	struct timespec modified; /* of a header */
	bool by_editor;           /* the editor has it open and sends it */
	bool other;               /* the editor says that it is not C */
};

struct session {
	FILE *from_clangd, *to_clangd;
	pthread_mutex_t lock; /* guards the rest */
	struct document *documents;
	size_t count, room;
};

/* ---- headers ---- */

/* clangd reads headers itself, without the overlay. So concc tells it of headers with dialect that
 * a file includes by "NAME", as if the editor had opened them. */

/* Returns the path of "file:///a%20b.c"; the URI itself if it is no file. */
static struct text path_of(const char *uri)
{
	struct text name = {0}, path = {0};
	decode(uri, &name);
	if (!text_starts(name.bytes, "file://")) return name;
	text_add(&path, "", 0);
	for (const char *at = name.bytes + 7; *at; at++) {
		char digits[3] = {*at, 0, 0};
		if (*at == '%' && at[1] && at[2]) {
			memcpy(digits, at + 1, 2);
			digits[0] = (char)strtoul(digits, NULL, 16);
			at += 2;
		}
		text_add(&path, digits, 1);
	}
	text_free(&name);
	return path;
}

static void add_uri(struct text *out, const char *path)
{
	static const char plain[] = "/-._~";
	text_puts(out, "\"file://");
	for (; *path; path++)
		if (isalnum((unsigned char)*path) || strchr(plain, *path)) text_add(out, path, 1);
		else text_printf(out, "%%%02X", (unsigned char)*path);
	text_puts(out, "\"");
}

/* The caller holds the lock, or is the thread that adds documents. */
static struct document *find_document(struct session *session, const char *path)
{
	for (size_t i = 0; i < session->count; i++)
		if (!strcmp(session->documents[i].path, path)) return &session->documents[i];
	return NULL;
}

/* Notes a document. Returns whether its text is new to clangd. */
static bool note_document(struct session *session, const char *path, const struct stat *status)
{
	pthread_mutex_lock(&session->lock);
	struct document *document = find_document(session, path);
	bool known = document &&
	             (document->by_editor ||
	              !memcmp(&document->modified, &status->st_mtim, sizeof document->modified));
	if (!document) {
		document = GROW(session->documents, session->count, session->room);
		document->path = text_copy(path, strlen(path));
	}
	document->modified = status->st_mtim;
	pthread_mutex_unlock(&session->lock);
	return !known;
}

static bool is_hidden(struct session *session, const char *content)
{
	const char *uri = member(member(content, "params"), "uri");
	if (!is_string(member(content, "method"), "textDocument/publishDiagnostics") || !uri)
		return false;
	struct text path = path_of(uri);
	pthread_mutex_lock(&session->lock);
	struct document *document = find_document(session, path.bytes);
	bool hidden = document && !document->by_editor;
	pthread_mutex_unlock(&session->lock);
	text_free(&path);
	return hidden;
}

static void open_headers(struct session *session, const char *path, const char *text);

static void open_header(struct session *session, const char *path)
{
	struct text changed = {0}, out = {0};
	struct stat status;
	size_t length;
	char *real = realpath(path, NULL), *text = NULL;
	if (real && !stat(real, &status) && note_document(session, real, &status))
		text = source_read(real, &length);
	if (text) {
		open_headers(session, real, text);
		overlay(text, length, &changed);
		if (changed.length != length || memcmp(changed.bytes, text, length)) {
			text_puts(&out, "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\","
			                "\"params\":{\"textDocument\":{\"uri\":");
			add_uri(&out, real);
			text_puts(&out, ",\"languageId\":\"c\",\"version\":0,\"text\":");
			text_json(&out, changed.bytes, changed.length);
			text_puts(&out, "}}}");
			deliver(session->to_clangd, &out);
		}
	}
	text_free(&changed);
	text_free(&out);
	free(text);
	free(real);
}

/* Opens the headers of #include "NAME", which are beside the file. */
static void open_headers(struct session *session, const char *path, const char *text)
{
	static const char word[] = "include";
	int folder = (int)(strrchr(path, '/') - path);
	for (const char *at = text; at; at = strchr(at, '\n')) {
		at += strspn(at, " \t\r\n");
		if (*at != '#') continue;
		at += 1 + strspn(at + 1, " \t");
		if (strncmp(at, word, sizeof word - 1)) continue;
		at += sizeof word - 1 + strspn(at + sizeof word - 1, " \t");
		int length = (int)strcspn(at + 1, "\"\n");
		if (*at != '"' || at[1 + length] != '"') continue;
		char *name = at[1] == '/' ? text_copy(at + 1, (size_t)length)
		                          : text_format("%.*s/%.*s", folder, path, length, at + 1);
		open_header(session, name);
		free(name);
	}
}

/* Notes that the editor opens or closes a document. */
static void note_open(struct session *session, const char *path, bool opens, const char *language)
{
	struct stat status = {0};
	note_document(session, path, &status);
	pthread_mutex_lock(&session->lock);
	struct document *document = find_document(session, path);
	document->by_editor = opens;
	document->other |= opens && !is_string(language, "c") && !is_string(language, "conc");
	pthread_mutex_unlock(&session->lock);
}

/* Returns the text in a message that opens or changes a C file; null for all other messages. */
static const char *text_of(struct session *session, const char *content)
{
	const char *method = member(content, "method"), *params = member(content, "params");
	const char *document = member(params, "textDocument"), *uri = member(document, "uri");
	bool opens = is_string(method, "textDocument/didOpen");
	const char *text;
	if (!uri || *uri != '"') return NULL;
	struct text path = path_of(uri);
	if (opens || is_string(method, "textDocument/didClose"))
		note_open(session, path.bytes, opens, member(document, "languageId"));
	const struct document *known = find_document(session, path.bytes);
	bool other = known && known->other;
	text_free(&path);
	if (other || (!opens && !is_string(method, "textDocument/didChange"))) return NULL;
	text = member(opens ? document : last_element(member(params, "contentChanges")), "text");
	return text && *text == '"' ? text : NULL;
}

static void hand_on(struct session *session, const struct text *content)
{
	const char *at = text_of(session, content->bytes);
	if (!at) {
		deliver(session->to_clangd, content);
		return;
	}
	struct text source = {0}, changed = {0}, out = {0};
	const char *end = skip_string(at);
	decode(at, &source);
	const char *document = member(member(content->bytes, "params"), "textDocument");
	struct text path = path_of(member(document, "uri"));
	if (*path.bytes == '/') open_headers(session, path.bytes, source.bytes);
	text_free(&path);
	overlay(source.bytes, source.length, &changed);
	text_add(&out, content->bytes, (size_t)(at - content->bytes));
	text_json(&out, changed.bytes, changed.length);
	text_puts(&out, end);
	deliver(session->to_clangd, &out);
	text_free(&source);
	text_free(&changed);
	text_free(&out);
}

static void *from_editor(void *argument)
{
	struct session *session = argument;
	struct text content = {0};
	while (receive(stdin, &content)) hand_on(session, &content);
	text_free(&content);
	fclose(session->to_clangd);
	return NULL;
}

/* ---- from clangd ---- */

static void restrict_capabilities(const struct text *content)
{
	static const char *const hidden[] = {
	        "documentFormattingProvider", "documentRangeFormattingProvider",
	        "documentOnTypeFormattingProvider", "codeActionProvider", NULL};
	const char *capabilities = member(member(content->bytes, "result"), "capabilities");
	const char *sync = member(capabilities, "textDocumentSync");
	const char *change = sync && *sync == '{' ? member(sync, "change") : sync;
	if (change && *change == '2') *(char *)change = '1';
	for (size_t i = 0; capabilities && hidden[i]; i++) {
		char *at = (char *)member(capabilities, hidden[i]);
		if (!at) continue;
		while (*at != ':') at--;
		while (*at != '"') at--;
		at[-1] = '_'; /* another name of the same length */
	}
}

/* ---- clangd ---- */

/* clang reads CPATH, and conc.h looks for a header in the first of these folders. */
static void find_headers(void)
{
	struct backend backend = {0};
	const char *old = getenv("CPATH");
	backend_find(&backend, &(struct options){0});
	if (!backend.include) return;
	char *path = text_format("%s/conc/clangd:%s%s%s", backend.include, backend.include,
	                         old && *old ? ":" : "", old && *old ? old : "");
	setenv("CPATH", path, 1);
	free(path);
}

/* Starts clangd, which asks concc for its include folders if concc is the compiler. */
static pid_t server_start(char *const *arguments, struct session *session)
{
	int in[2], out[2];
	pid_t pid;
	if (pipe(in) || pipe(out) || (pid = fork()) < 0) return -1;
	if (!pid) {
		struct command command = {0};
		command_words(&command, "clangd", "--query-driver=**/concc", "--use-dirty-headers",
		              NULL);
		find_headers();
		while (*arguments) command_add(&command, *arguments++);
		dup2(in[0], 0);
		dup2(out[1], 1);
		for (int i = 0; i < 2; i++) close(in[i]), close(out[i]);
		execvp("clangd", (char *const *)(size_t)command.list);
		diagnose_plain(SEVERITY_ERROR, "cannot run clangd: %s", strerror(errno));
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	session->to_clangd = fdopen(in[1], "w");
	session->from_clangd = fdopen(out[0], "r");
	return pid;
}

int language_server(char *const *arguments)
{
	static struct session session = {
	        .lock = PTHREAD_MUTEX_INITIALIZER}; /* the thread may outlive this function */
	pthread_t thread;
	int status = 1;
	signal(SIGPIPE, SIG_IGN);
	pid_t pid = server_start(arguments, &session);
	if (pid < 0 || pthread_create(&thread, NULL, from_editor, &session)) {
		diagnose_plain(SEVERITY_ERROR, "cannot start clangd: %s", strerror(errno));
		return 1;
	}
	struct text content = {0};
	while (receive(session.from_clangd, &content)) {
		if (strstr(content.bytes, "\"textDocumentSync\"")) restrict_capabilities(&content);
		if (!is_hidden(&session, content.bytes)) deliver(stdout, &content);
	}
	text_free(&content);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
