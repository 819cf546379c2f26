/* SPDX-License-Identifier: MIT */
/* Passes the Language Server Protocol from standard input to clangd, and from clangd to standard
 * output.
 *
 *     editor                     concc                              clangd
 *       text of a file ────────► overlaid (overlay.c) ────────────► the same places
 *       diagnostics ◄─────────── with concc's own (checker.c) ◄──── diagnostics
 *       hover on a word ───────► answered (hover.c)
 *       symbols, actions ──────► answered (symbols.c, checker.c)
 *       semantic tokens ───────────────────────────────────────────► asked
 *                       ◄─────── the dialect's words with it ◄────── answer
 *       all else ◄──────────────────────────────────────────────────► unchanged
 *
 * Places are the same in both texts. The editor is told to send whole texts, and not to request
 * formatting, which would write the overlaid text into the file; nor does clangd get requests for
 * code actions. */
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

#include "answers.h"
#include "checker.h"
#include "driver/backend.h"
#include "json.h"
#include "base/severity.h"
#include "source/source.h"
#include "tree/syntax.h"

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
	char *clangds;             /* what clangd says of it last: elements of an array; or null */
	char *ours;                /* and what concc says */
	char *actions;             /* its repairs, elements of an array; or null */
	struct text text, emitted; /* as it is in the editor; the C that it becomes, once known */
	struct timespec modified;  /* of a header */
	bool by_editor;            /* the editor has it open and sends it */
	bool other;                /* the editor says that it is not C */
	bool plain;                /* C without dialect */
};

/* A request for semantic tokens that clangd has not answered yet. */
struct asked {
	char *id, *path; /* id: as it was written */
};

struct session {
	FILE *from_clangd, *to_clangd;
	pthread_mutex_t lock; /* guards the rest, and standard output */
	struct document *documents;
	size_t count, room;
	struct asked *asked;
	size_t asked_count, asked_room;
	unsigned token_types; /* clangd's; 0: it does not offer semantic tokens */
	bool has_outlines;    /* the editor shows symbols in symbols */
};

/* ---- headers ---- */

/* clangd reads headers itself, without the overlay. So concc tells it of headers with dialect that
 * a file includes by "NAME", as if the editor had opened them. */

/* Returns the path of "file:///a%20b.c"; the URI itself if it is no file. */
static struct text path_of(const char *uri)
{
	struct text name = {0}, path = {0};
	json_decode(uri, &name);
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

/* Tells the editor what both say. The caller holds the lock. */
static void send_diagnostics(const struct document *document)
{
	const char *theirs = document->clangds ? document->clangds : "";
	const char *ours = document->ours ? document->ours : "";
	struct text out = {0};
	text_printf(&out,
	            "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/publishDiagnostics\","
	            "\"params\":{\"diagnostics\":[%s%s%s],\"uri\":",
	            theirs, *theirs && *ours ? "," : "", ours);
	json_add_uri(&out, document->path);
	text_puts(&out, "}}");
	deliver(stdout, &out);
	text_free(&out);
}

/* Answers the editor's request. */
static void answer(const char *id, const struct text *result)
{
	struct text out = {0};
	text_printf(&out,
	            "{\"id\":%.*s,\"jsonrpc\":\"2.0\",\"result\":", (int)(json_skip_value(id) - id),
	            id);
	text_add(&out, result->bytes, result->length);
	text_puts(&out, "}");
	deliver(stdout, &out);
	text_free(&out);
}

/* clangd's answer to a request for semantic tokens goes on with ours; an error goes on as it is.
 * The caller holds the lock. */
static bool pass_tokens(struct session *session, const char *content)
{
	const char *id = json_member(content, "id"),
	           *data = json_member(json_member(content, "result"), "data");
	size_t length = id ? (size_t)(json_skip_value(id) - id) : 0, i = 0;
	if (!id || json_member(content, "method")) return false;
	while (i < session->asked_count &&
	       (strlen(session->asked[i].id) != length || memcmp(session->asked[i].id, id, length)))
		i++;
	if (i == session->asked_count) return false;
	struct asked asked = session->asked[i];
	session->asked[i] = session->asked[--session->asked_count];
	if (data) {
		struct text result = {0};
		text_puts(&result, "{\"data\":");
		answer_tokens(&result, &find_document(session, asked.path)->text, data,
		              session->token_types);
		text_puts(&result, "}");
		answer(id, &result);
		text_free(&result);
	}
	free(asked.id), free(asked.path);
	return data != NULL;
}

/* Passes clangd's message on. Its diagnostics of a file come with ours; those of a header that the
 * editor has not opened are dropped. */
static void pass_on(struct session *session, const struct text *content)
{
	const char *params = json_member(content->bytes, "params"),
	           *uri = json_member(params, "uri");
	const char *list = json_member(params, "diagnostics");
	struct document *document = NULL;
	pthread_mutex_lock(&session->lock);
	if (json_is(json_member(content->bytes, "method"), "textDocument/publishDiagnostics") &&
	    uri && list) {
		struct text path = path_of(uri);
		document = find_document(session, path.bytes);
		text_free(&path);
	}
	if (!document) {
		if (!pass_tokens(session, content->bytes)) deliver(stdout, content);
	} else if (document->by_editor) {
		const char *end = json_skip_value(list);
		free(document->clangds);
		document->clangds = text_copy(list + 1, (size_t)(end - list) - 2);
		send_diagnostics(document);
	}
	pthread_mutex_unlock(&session->lock);
}

/* Called by the checker. */
static void publish(void *data, const struct checked_file *file)
{
	struct session *session = data;
	const char *ours = file->diagnostics.length ? file->diagnostics.bytes : "";
	pthread_mutex_lock(&session->lock);
	struct document *document = find_document(session, file->path);
	if (document && document->by_editor && !document->plain) {
		bool same = !strcmp(document->ours ? document->ours : "", ours);
		free(document->ours), free(document->actions);
		document->ours = text_copy(ours, file->diagnostics.length);
		document->actions = text_copy(file->actions.length ? file->actions.bytes : "",
		                              file->actions.length);
		document->emitted.length = 0;
		text_add(&document->emitted, file->emitted.bytes, file->emitted.length);
		if (!same) send_diagnostics(document);
	}
	pthread_mutex_unlock(&session->lock);
}

/* Visits the paths of #include "NAME", as they are beside the file. */
static void each_header(const char *path, const char *text,
                        void (*visit)(void *data, const char *header), void *data)
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
		visit(data, name);
		free(name);
	}
}

static void open_header(void *data, const char *path)
{
	struct session *session = data;
	struct text changed = {0}, out = {0};
	struct stat status;
	size_t length;
	char *real = realpath(path, NULL), *text = NULL;
	if (real && !stat(real, &status) && note_document(session, real, &status))
		text = source_read(real, &length);
	if (text) {
		each_header(real, text, open_header, session);
		overlay(text, length, &changed);
		if (changed.length != length || memcmp(changed.bytes, text, length)) {
			text_puts(&out, "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\","
			                "\"params\":{\"textDocument\":{\"uri\":");
			json_add_uri(&out, real);
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

/* Looks for dialect in a text and in the headers beside it. */
struct search {
	unsigned files; /* how many headers may still be read */
	bool found;
};

static void search_text(struct search *search, const char *path, const char *text);

static void search_header(void *data, const char *path)
{
	struct search *search = data;
	size_t length;
	char *text = NULL;
	if (!search->found && search->files) search->files--, text = source_read(path, &length);
	if (text) search_text(search, path, text);
	free(text);
}

static void search_text(struct search *search, const char *path, const char *text)
{
	search->found |= strstr(text, "conc.h") || strstr(text, "_Conc_");
	if (!search->found) each_header(path, text, search_header, search);
}

/* A file of C that has nothing to do with the dialect: clangd alone knows best. */
static bool is_plain(const char *path, const char *text)
{
	struct search search = {.files = 100};
	const char *dot = strrchr(path, '.');
	if (*path != '/' || !dot || strcmp(dot, ".c")) return false;
	search_text(&search, path, text);
	return !search.found;
}

/* ---- from the editor ---- */

/* Notes that the editor opens or closes a document. */
static void note_open(struct session *session, const char *path, bool opens, const char *language)
{
	struct stat status = {0};
	note_document(session, path, &status);
	pthread_mutex_lock(&session->lock);
	struct document *document = find_document(session, path);
	document->by_editor = opens;
	free(document->clangds), free(document->ours), free(document->actions);
	document->clangds = document->ours = document->actions = NULL;
	if (!opens) send_diagnostics(document); /* none */
	document->other |= opens && !json_is(language, "c") && !json_is(language, "conc");
	pthread_mutex_unlock(&session->lock);
}

/* Returns the text in a message that opens or changes a C file; null for all other messages. */
static const char *text_of(struct session *session, const char *content)
{
	const char *method = json_member(content, "method"),
	           *params = json_member(content, "params");
	const char *document = json_member(params, "textDocument"),
	           *uri = json_member(document, "uri");
	bool opens = json_is(method, "textDocument/didOpen");
	const char *text;
	if (!uri || *uri != '"') return NULL;
	struct text path = path_of(uri);
	if (opens || json_is(method, "textDocument/didClose"))
		note_open(session, path.bytes, opens, json_member(document, "languageId"));
	const struct document *known = find_document(session, path.bytes);
	bool other = known && known->other;
	text_free(&path);
	if (other || (!opens && !json_is(method, "textDocument/didChange"))) return NULL;
	const char *change = json_first(json_member(params, "contentChanges"));
	while (change && json_next(change)) change = json_next(change);
	text = json_member(opens ? document : change, "text");
	return text && *text == '"' ? text : NULL;
}

/* Appends the repairs that touch the lines of the range. */
static void add_actions(struct text *out, const char *actions, const char *range)
{
	struct text array = {0};
	unsigned first = position_read(json_member(range, "start")).line,
	         last = position_read(json_member(range, "end")).line;
	text_printf(&array, "[%s]", actions ? actions : "");
	text_puts(out, "[");
	for (const char *at = json_first(array.bytes); at; at = json_next(at)) {
		const char *place =
		        json_member(json_first(json_member(at, "diagnostics")), "range");
		unsigned line = position_read(json_member(place, "start")).line;
		if (line < first || line > last) continue;
		if (out->bytes[out->length - 1] != '[') text_puts(out, ",");
		text_add(out, at, (size_t)(json_skip_value(at) - at));
	}
	text_puts(out, "]");
	text_free(&array);
}

/* Not if the editor asks for other kinds of actions alone. */
static bool wants_repairs(const char *params)
{
	const char *only = json_member(json_member(params, "context"), "only"),
	           *kind = json_first(only);
	while (kind && !json_is(kind, "quickfix") && !json_is(kind, "")) kind = json_next(kind);
	return kind || !only || *only != '[';
}

/* clangd sees two names where a kind is defined, and would change one. */
static bool is_kind_name(const struct text *text, struct position position)
{
	struct syntax syntax = {0};
	bool found = false;
	if (!syntax_parse(&syntax, text->bytes, text->length)) {
		uint32_t at = (uint32_t)position_offset(text, position);
		TSNode node = ts_node_named_descendant_for_byte_range(syntax.root, at, at);
		for (uint32_t i = 0; i < node_named_child_count(syntax.root); i++) {
			TSNode child = node_named_child(syntax.root, i);
			found |= node_is_kind(child) &&
			         same_text(text->bytes, node_field(child, "name"), node);
		}
	}
	syntax_free(&syntax);
	return found;
}

static void refuse_rename(const char *id)
{
	struct text out = {0};
	text_printf(&out,
	            "{\"id\":%.*s,\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32803,\"message\":"
	            "\"a monitor, thread, actor or message cannot be renamed by clangd\"}}",
	            (int)(json_skip_value(id) - id), id);
	deliver(stdout, &out);
	text_free(&out);
}

/* Answers a request about a file of dialect, if that is ours to do. The caller holds the lock. */
static bool is_answered(struct session *session, const struct document *document,
                        const char *content)
{
	const char *id = json_member(content, "id"), *method = json_member(content, "method"),
	           *params = json_member(content, "params");
	struct position position = position_read(json_member(params, "position"));
	struct text result = {0};
	if ((json_is(method, "textDocument/rename") ||
	     json_is(method, "textDocument/prepareRename")) &&
	    is_kind_name(&document->text, position)) {
		refuse_rename(id);
		return true;
	}
	if (json_is(method, "textDocument/hover"))
		answer_hover(&result, &document->text, &document->emitted, position);
	else if (json_is(method, "textDocument/codeAction"))
		add_actions(&result, wants_repairs(params) ? document->actions : NULL,
		            json_member(params, "range"));
	else if (json_is(method, "textDocument/documentSymbol") && session->has_outlines)
		answer_symbols(&result, &document->text);
	else if (json_is(method, "textDocument/semanticTokens/full"))
		*GROW(session->asked, session->asked_count, session->asked_room) =
		        (struct asked){text_copy(id, (size_t)(json_skip_value(id) - id)),
		                       text_copy(document->path, strlen(document->path))};
	bool ours = result.length > 0;
	if (ours) answer(id, &result);
	text_free(&result);
	return ours;
}

/* Does concc answer the message? */
static bool take_request(struct session *session, const char *content)
{
	const char *params = json_member(content, "params"),
	           *uri = json_member(json_member(params, "textDocument"), "uri");
	if (json_is(json_member(content, "method"), "initialize")) {
		const char *editor =
		        json_member(json_member(params, "capabilities"), "textDocument");
		const char *can = json_member(json_member(editor, "documentSymbol"),
		                              "hierarchicalDocumentSymbolSupport");
		session->has_outlines = can && *can == 't';
	}
	if (!json_member(content, "id") || !uri || *uri != '"') return false;
	struct text path = path_of(uri);
	pthread_mutex_lock(&session->lock);
	const struct document *document = find_document(session, path.bytes);
	bool taken = document && document->by_editor && !document->other && !document->plain &&
	             is_answered(session, document, content);
	pthread_mutex_unlock(&session->lock);
	text_free(&path);
	return taken;
}

/* The file has this text now. */
static void note_text(struct session *session, const char *path, const struct text *text,
                      bool plain)
{
	pthread_mutex_lock(&session->lock);
	struct document *document = find_document(session, path);
	document->text.length = document->emitted.length = 0;
	free(document->actions); /* of the text before */
	document->actions = NULL;
	document->plain = plain;
	if (plain) free(document->ours), document->ours = NULL;
	text_add(&document->text, text->bytes, text->length);
	pthread_mutex_unlock(&session->lock);
}

static void hand_on(struct session *session, const struct text *content)
{
	const char *at = text_of(session, content->bytes);
	if (!at) {
		if (!take_request(session, content->bytes)) deliver(session->to_clangd, content);
		return;
	}
	struct text source = {0}, changed = {0}, out = {0};
	const char *end = json_skip_string(at);
	json_decode(at, &source);
	const char *document = json_member(json_member(content->bytes, "params"), "textDocument");
	struct text path = path_of(json_member(document, "uri"));
	bool dialect = !is_plain(path.bytes, source.bytes);
	if (dialect && *path.bytes == '/') {
		each_header(path.bytes, source.bytes, open_header, session);
		checker_change(path.bytes, source.bytes, source.length);
	}
	/* behind checker_change: what is published before it is of the text before, and cleared */
	if (find_document(session, path.bytes)) note_text(session, path.bytes, &source, !dialect);
	text_free(&path);
	if (dialect) overlay(source.bytes, source.length, &changed);
	else text_add(&changed, source.bytes, source.length);
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

struct change {
	const char *at, *end; /* what is replaced */
	const char *text;
};

static int by_change(const void *left, const void *right)
{
	const struct change *a = left, *b = right;
	return (a->at > b->at) - (a->at < b->at);
}

/* What clangd can do, changed to what both can do together. */
static void change_capabilities(struct session *session, struct text *content)
{
	static const char *const hidden[] = {"documentFormattingProvider",
	                                     "documentRangeFormattingProvider",
	                                     "documentOnTypeFormattingProvider", NULL};
	const char *all = json_member(json_member(content->bytes, "result"), "capabilities");
	const char *sync = json_member(all, "textDocumentSync"),
	           *tokens = json_member(all, "semanticTokensProvider"),
	           *types = json_member(json_member(tokens, "legend"), "tokenTypes");
	struct change changes[] = {
	        {sync && *sync == '{' ? json_member(sync, "change") : sync, NULL, "1"},
	        {json_member(all, "codeActionProvider"), NULL,
	         "{\"codeActionKinds\":[\"quickfix\"]}"},
	        {json_member(json_member(tokens, "full"), "delta"), NULL, "false"},
	        {types ? json_skip_value(types) - 1 : NULL,
	         types ? json_skip_value(types) - 1 : NULL, "," ANSWER_TOKEN_TYPES},
	};
	for (size_t i = 0; all && hidden[i]; i++) {
		char *at = (char *)json_member(all, hidden[i]);
		if (!at) continue;
		while (*at != ':') at--;
		while (*at != '"') at--;
		at[-1] = '_'; /* another name of the same length */
	}
	session->token_types = 0;
	for (const char *at = json_first(types); at; at = json_next(at)) session->token_types++;
	struct text out = {0};
	const char *from = content->bytes;
	qsort(changes, sizeof changes / sizeof *changes, sizeof *changes, by_change);
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		if (!changes[i].at) continue;
		text_add(&out, from, (size_t)(changes[i].at - from));
		text_puts(&out, changes[i].text);
		from = changes[i].end ? changes[i].end : json_skip_value(changes[i].at);
	}
	text_puts(&out, from);
	text_free(content);
	*content = out;
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
	checker_start(publish, &session);
	struct text content = {0};
	while (receive(session.from_clangd, &content)) {
		if (strstr(content.bytes, "\"textDocumentSync\""))
			change_capabilities(&session, &content);
		pass_on(&session, &content);
	}
	text_free(&content);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
