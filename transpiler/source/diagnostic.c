/* SPDX-License-Identifier: MIT */
/* Collects messages and prints them the way gcc does,
 *
 *     bank.c:12:9: error: text [-Wname]
 *        12 |         x << c;
 *           |         ^~~~~~
 *
 * with gcc's "In file included from" before the first message in a header. A message and its notes
 * form a group. Groups are sorted by the offset of the message; notes stay after it. A suppressed
 * warning suppresses its notes. */
#include "diagnostic.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "base/text.h"

struct message {
	enum severity severity;
	const char *option; /* static text of the caller */
	size_t start, end;
	size_t group_start; /* the offset of its error or warning */
	bool promoted;      /* a warning that -Werror made an error */
	bool compiler;      /* an error in the C compiler's words */
	char *text;
	char *fix; /* or null: the text in place of fix_start..fix_end */
	size_t fix_start, fix_end;
};

struct diagnostics {
	const struct analysis *analysis;
	struct diagnostic_options options;
	struct message *list;
	size_t count, room, group_start;
	int errors;
	struct range {
		size_t start, end;
	} * waived; /* diagnostics_waive */
	size_t waived_count, waived_room;
	bool quiet; /* the last message was suppressed, and so are its notes */
};

struct diagnostics *diagnostics_new(const struct analysis *analysis,
                                    const struct diagnostic_options *options)
{
	struct diagnostics *diagnostics = memory_new(1, sizeof *diagnostics);
	diagnostics->analysis = analysis;
	diagnostics->options = *options;
	return diagnostics;
}

void diagnostics_free(struct diagnostics *diagnostics)
{
	if (!diagnostics) return;
	for (size_t i = 0; i < diagnostics->count; i++)
		free(diagnostics->list[i].text), free(diagnostics->list[i].fix);
	free(diagnostics->list);
	free(diagnostics->waived);
	free(diagnostics);
}

/* ---- switches ---- */

enum standing { OFF, WARN, ERROR };

static bool is_about_data(const char *option)
{
	static const char data[] = "conc-guarded conc-shared conc-escape conc-dangling-pointer "
	                           "conc-thread-local conc-pointer-argument conc-safe";
	return option && text_listed(option, data, true);
}

/* What _Conc_unchecked silences. */
static bool may_be_waived(const char *option)
{
	return is_about_data(option) || (option && strcmp(option, "conc-cancel") == 0);
}

static bool is_waived(const struct diagnostics *diagnostics, const char *option, size_t start)
{
	for (size_t i = 0; i < diagnostics->waived_count && may_be_waived(option); i++)
		if (diagnostics->waived[i].start <= start && start < diagnostics->waived[i].end)
			return true;
	return false;
}

void diagnostics_waive(struct diagnostics *diagnostics, size_t start, size_t end)
{
	*GROW(diagnostics->waived, diagnostics->waived_count, diagnostics->waived_room) =
	        (struct range){start, end};
}

/* Returns how a warning is treated: the last switch that names it decides, else -Werror. */
static enum standing standing(const struct diagnostic_options *options, const char *option)
{
	bool on = true, error = options->werror;
	if (options->safe && is_about_data(option)) return ERROR;
	for (int i = 0; option && i < options->switch_count; i++) {
		const char *change = options->switches[i] + 2;
		bool off = !strncmp(change, "no-", 3);
		change += off ? 3 : 0;
		bool fatal = !strncmp(change, "error=", 6);
		change += fatal ? 6 : 0;
		if (strcmp(change, option) != 0 && strcmp(change, "conc") != 0) continue;
		error = fatal ? !off : error;
		on = fatal ? on || !off : !off;
	}
	if (!on || (options->no_warnings && !error)) return OFF;
	return error ? ERROR : WARN;
}

static enum severity severity_of(const struct message *message)
{
	return message->promoted ? SEVERITY_ERROR : message->severity;
}

static void diagnostic_add(struct diagnostics *diagnostics, struct message message,
                           const char *format, va_list list)
{
	struct text text = {0};
	text_vprintf(&text, format, list);
	/* source text of several lines goes on one */
	size_t kept = 0;
	for (size_t i = 0, run; i < text.length; i += run) {
		run = strspn(text.bytes + i, " \t\r\n");
		bool folds = memchr(text.bytes + i, '\n', run) != NULL;
		run += !run;
		if (folds) text.bytes[kept++] = ' ';
		else memmove(text.bytes + kept, text.bytes + i, run), kept += run;
	}
	text.bytes[text.length = kept] = '\0';
	message.text = text.bytes;
	if (message.severity != SEVERITY_NOTE) diagnostics->group_start = message.start;
	message.group_start = diagnostics->group_start;
	diagnostics->errors += severity_of(&message) == SEVERITY_ERROR;
	*GROW(diagnostics->list, diagnostics->count, diagnostics->room) = message;
}

bool diagnose(struct diagnostics *diagnostics, enum severity severity, const char *option,
              size_t start, size_t end, const char *format, ...)
{
	enum standing result =
	        severity == SEVERITY_WARNING ? standing(&diagnostics->options, option) : ERROR;
	if (severity != SEVERITY_NOTE)
		diagnostics->quiet = result == OFF || is_waived(diagnostics, option, start);
	if (diagnostics->quiet) return false;
	va_list list;
	va_start(list, format);
	diagnostic_add(
	        diagnostics,
	        (struct message){.severity = severity,
	                         .option = option,
	                         .start = start,
	                         .end = end,
	                         .promoted = severity == SEVERITY_WARNING && result == ERROR},
	        format, list);
	va_end(list);
	return false;
}

void diagnose_fix(struct diagnostics *diagnostics, size_t start, size_t end, const char *format,
                  ...)
{
	if (diagnostics->quiet || !diagnostics->count) return;
	for (size_t i = 0; i < diagnostics->count; i++) /* once, if several would do the same */
		if (diagnostics->list[i].fix && diagnostics->list[i].fix_start == start &&
		    start == end)
			return;
	struct message *message = &diagnostics->list[diagnostics->count - 1];
	struct text text = {0};
	va_list list;
	va_start(list, format);
	text_vprintf(&text, format, list);
	va_end(list);
	free(message->fix);
	message->fix = text.bytes;
	message->fix_start = start;
	message->fix_end = end;
}

void diagnose_compiler(struct diagnostics *diagnostics, size_t start, size_t end,
                       const char *format, ...)
{
	va_list list;
	va_start(list, format);
	diagnostic_add(
	        diagnostics,
	        (struct message){
	                .severity = SEVERITY_ERROR, .start = start, .end = end, .compiler = true},
	        format, list);
	va_end(list);
	diagnostics->quiet = false;
}

/* Returns how many lines the token at offset takes beyond its first, by splices. */
static unsigned spliced_lines(const struct analysis *analysis, size_t offset)
{
	const struct token *token = analysis_token_at(analysis, offset);
	if (!token || !token->in_place) return 0;
	const char *text = analysis->sources[token->file].text + token->source_offset;
	return (unsigned)text_newlines(text, text + token->source_length);
}

/* The compiler may place an error at the end of a token. */
bool diagnostics_compiler_has(const struct diagnostics *diagnostics, const char *file,
                              unsigned line)
{
	for (size_t i = 0; i < diagnostics->count; i++) {
		size_t start = diagnostics->list[i].start;
		if (!diagnostics->list[i].compiler) continue;
		struct place place = analysis_place(diagnostics->analysis, start);
		if (place.line <= line &&
		    line <= place.line + spliced_lines(diagnostics->analysis, start) &&
		    !strcmp(place.file, file))
			return true;
	}
	return false;
}

bool diagnostics_has(const struct diagnostics *diagnostics, size_t start)
{
	for (size_t i = 0; i < diagnostics->count; i++)
		if (diagnostics->list[i].start == start &&
		    severity_of(&diagnostics->list[i]) == SEVERITY_ERROR)
			return true;
	return false;
}

bool diagnostics_warned(const struct diagnostics *diagnostics, const char *option, size_t start)
{
	bool same = false;
	for (size_t i = 0; i < diagnostics->count; i++) {
		const struct message *message = &diagnostics->list[i];
		if (message->severity != SEVERITY_NOTE)
			same = message->option && strcmp(message->option, option) == 0;
		if (same && message->start == start) return true;
	}
	return false;
}

int diagnostics_compiler_count(const struct diagnostics *diagnostics)
{
	int count = 0;
	for (size_t i = 0; i < diagnostics->count; i++) count += diagnostics->list[i].compiler;
	return count;
}

void diagnostics_drop(struct diagnostics *diagnostics, bool compiler, size_t start, size_t end)
{
	size_t kept = 0;
	bool dropped = false;
	for (size_t i = 0; i < diagnostics->count; i++) {
		struct message *message = &diagnostics->list[i];
		bool error = severity_of(message) == SEVERITY_ERROR;
		if (message->severity != SEVERITY_NOTE)
			dropped = error && message->compiler == compiler &&
			          start <= message->start && message->start < end;
		if (!dropped) diagnostics->list[kept++] = *message;
		else free(message->text), free(message->fix);
	}
	diagnostics->count = kept;
}

int diagnostics_error_count(const struct diagnostics *diagnostics)
{
	return diagnostics->errors;
}

/* ---- printing ---- */

size_t diagnostic_column(const struct place *place)
{
	if (!place->line_text || place->column > place->line_length + 1) return place->column;
	return text_width(place->line_text, place->line_text + place->column - 1, 0) + 1;
}

static void print_head(const struct diagnostic_options *options, const struct message *message,
                       const struct place *place)
{
	bool color = options->color;
	enum severity severity = severity_of(message);
	fputs(color_bold(color), stderr);
	fprintf(stderr, "%s:", place->file);
	if (place->line) fprintf(stderr, "%u:", place->line);
	if (place->line && place->column && !options->no_column)
		fprintf(stderr, "%zu:", diagnostic_column(place));
	fprintf(stderr, "%s %s%s: %s%s", color_off(color), severity_color(color, severity),
	        severity_word(severity), color_off(color), message->text);
	if (message->option && !options->no_option)
		fprintf(stderr, " [%s-W%s%s%s]", severity_color(color, severity),
		        message->promoted ? "error=" : "", message->option, color_off(color));
	fputc('\n', stderr);
}

size_t diagnostic_covered(const struct analysis *analysis, size_t start, size_t end,
                          const struct place *place)
{
	const struct token *first = analysis_token_at(analysis, start);
	if (!first || !first->in_place) {
		size_t length = 1, column = place->column - 1;
		while (column + length < place->line_length &&
		       (place->line_text[column + length] == '_' ||
		        strchr("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
		               place->line_text[column + length])))
			length++;
		return length;
	}
	size_t stop = first->source_offset + first->source_length, from = first->source_offset;
	size_t line_end = from - (place->column - 1) + place->line_length;
	const struct token *last = analysis->tokens + analysis->token_count;
	for (const struct token *token = first; token < last && token->offset < end; token++)
		if (token->in_place && token->file == first->file &&
		    token->source_offset + token->source_length > stop)
			stop = token->source_offset + token->source_length;
	return (stop < line_end ? stop : line_end) - from;
}

static void print_source(const struct diagnostics *diagnostics, const struct message *message,
                         const struct place *place)
{
	if (!place->line_text || !place->column || place->column > place->line_length) return;
	if (diagnostics->options.no_caret) return;
	bool color = diagnostics->options.color;
	enum severity severity = severity_of(message);
	size_t from = place->column - 1,
	       length = diagnostic_covered(diagnostics->analysis, message->start, message->end,
	                                   place);
	fprintf(stderr, "%5u | ", place->line);
	/* tabs become blanks, since the margin would shift their stops */
	size_t width = 0;
	const char *text = place->line_text;
	for (size_t i = 0; i < place->line_length; i++) {
		size_t next = text_width(text + i, text + i + 1, width);
		if (i == from) fputs(severity_color(color, severity), stderr);
		if (text[i] == '\t') fprintf(stderr, "%*s", (int)(next - width), "");
		else fputc(text[i], stderr);
		if (i + 1 == from + length) fputs(color_off(color), stderr);
		width = next;
	}
	fputc('\n', stderr);
	size_t left = text_width(text, text + from, 0);
	size_t right = text_width(text + from, text + from + length, left);
	fprintf(stderr, "      | %*s%s^", (int)left, "", severity_color(color, severity));
	while (++left < right) fputc('~', stderr);
	fprintf(stderr, "%s\n", color_off(color));
}

/* Finds the places of a repair in the file. Returns false if a macro made a token. */
static bool find_fix(const struct diagnostics *diagnostics, const struct message *message,
                     struct place *start, struct place *end)
{
	const struct analysis *analysis = diagnostics->analysis;
	const struct token *token = analysis_token_at(analysis, message->fix_start), *first = token,
	                   *behind = analysis->tokens + analysis->token_count;
	if (!message->fix || !token) return false;
	bool behind_token = message->fix_start == message->fix_end && token > analysis->tokens &&
	                    token[-1].offset + token[-1].length == message->fix_start;
	if (!token[-behind_token].in_place) return false;
	*start = *end = analysis_place(analysis, token[-behind_token].offset);
	if (behind_token) start->column += token[-1].source_length, end->column = start->column;
	for (; token < behind && token->offset < message->fix_end; token++) {
		if (!token->in_place || token->file != first->file) return false;
		*end = analysis_place(analysis, token->offset);
		end->column += (uint32_t)token->source_length;
	}
	return start->line && start->column && end->column;
}

/* As gcc and clang do: lines, and columns in bytes. */
static void print_fix(const struct diagnostics *diagnostics, const struct message *message)
{
	struct place start, end;
	struct text text = {0};
	if (!diagnostics->options.fixes || !find_fix(diagnostics, message, &start, &end)) return;
	text_puts(&text, "fix-it:");
	text_json(&text, start.file, strlen(start.file));
	text_printf(&text, ":{%u:%u-%u:%u}:", start.line, start.column, end.line, end.column);
	text_json(&text, message->fix, strlen(message->fix));
	fprintf(stderr, "%s\n", text.bytes);
	text_free(&text);
}

/* Prints the includers of a header, unless the message before was in the same file. */
static void print_includers(const struct diagnostics *diagnostics, const char *file,
                            const char *file_before)
{
	const struct analysis *analysis = diagnostics->analysis;
	int source = analysis_find_source(analysis, file);
	bool first = true, color = diagnostics->options.color;
	if (file_before && !strcmp(file, file_before)) return;
	for (; source != NO_FILE && analysis->sources[source].includer != NO_FILE; first = false) {
		int includer = analysis->sources[source].includer;
		fprintf(stderr, "%s %s%s:%u%s",
		        first ? "In file included from" : ",\n                 from",
		        color_bold(color), analysis->sources[includer].name,
		        analysis->sources[source].include_line, color_off(color));
		source = includer;
	}
	if (!first) fputs(":\n", stderr);
}

/* The list is in the order of arrival. */
static int diagnostic_compare(const void *left, const void *right)
{
	const struct message *a = *(const struct message *const *)left,
	                     *b = *(const struct message *const *)right;
	if (a->group_start != b->group_start) return a->group_start < b->group_start ? -1 : 1;
	return (a > b) - (a < b);
}

/* Is the message among the first `count` of the list? */
static bool is_repeated(const struct message *const *list, size_t count,
                        const struct message *message)
{
	while (count-- > 0 && list[count]->group_start == message->group_start)
		if (list[count]->severity != SEVERITY_NOTE &&
		    !strcmp(list[count]->text, message->text))
			return true;
	return false;
}

static void print_text(const struct diagnostics *diagnostics, const struct message *const *list,
                       size_t count)
{
	const struct diagnostic_options *options = &diagnostics->options;
	const char *file_before = NULL;
	int errors = 0;
	for (size_t i = 0; i < count; i++) {
		bool error = severity_of(list[i]) == SEVERITY_ERROR;
		if (list[i]->severity != SEVERITY_NOTE && options->most_errors > 0 &&
		    errors >= options->most_errors) {
			fprintf(stderr, "compilation terminated due to -fmax-errors=%d.\n",
			        options->most_errors);
			return;
		}
		struct place place = analysis_place(diagnostics->analysis, list[i]->start);
		print_includers(diagnostics, place.file, file_before);
		file_before = place.file;
		print_head(options, list[i], &place);
		print_source(diagnostics, list[i], &place);
		print_fix(diagnostics, list[i]);
		errors += error;
		if (error && options->fatal_errors) {
			fputs("compilation terminated due to -Wfatal-errors.\n", stderr);
			return;
		}
	}
}

/* ---- as JSON ---- */

static void print_string(const char *string)
{
	struct text text = {0};
	text_json(&text, string, strlen(string));
	fputs(text.bytes, stderr);
	text_free(&text);
}

static void print_point(const char *name, const struct place *place)
{
	size_t shown = diagnostic_column(place);
	fprintf(stderr, "\"%s\": {\"file\": ", name);
	print_string(place->file);
	fprintf(stderr,
	        ", \"line\": %u, \"display-column\": %zu, \"byte-column\": %u, "
	        "\"column\": %zu}",
	        place->line, shown, place->column, shown);
}

/* Prints gcc's JSON object for a message, without the closing brace. */
static void print_object(const struct diagnostics *diagnostics, const struct message *message)
{
	struct place place = analysis_place(diagnostics->analysis, message->start);
	fprintf(stderr, "{\"kind\": \"%s\", \"message\": ", severity_word(severity_of(message)));
	print_string(message->text);
	if (message->option)
		fprintf(stderr, ", \"option\": \"-W%s%s\"", message->promoted ? "error=" : "",
		        message->option);
	fputs(", \"locations\": [{", stderr);
	print_point("caret", &place);
	if (place.line_text && place.column && place.column <= place.line_length) {
		fputs(", ", stderr);
		place.column += (uint32_t)diagnostic_covered(diagnostics->analysis, message->start,
		                                             message->end, &place) -
		                1;
		print_point("finish", &place);
	}
	fputs("}]", stderr);
	struct place end;
	if (find_fix(diagnostics, message, &place, &end)) {
		fputs(", \"fixits\": [{", stderr);
		print_point("start", &place);
		fputs(", ", stderr);
		print_point("next", &end);
		fputs(", \"string\": ", stderr);
		print_string(message->fix);
		fputs("}]", stderr);
	}
	fputs(", \"escape-source\": false", stderr);
}

static void print_json(const struct diagnostics *diagnostics, const struct message *const *list,
                       size_t count)
{
	fputc('[', stderr);
	for (size_t i = 0; i < count;) {
		fputs(i ? ", " : "", stderr);
		print_object(diagnostics, list[i]);
		fputs(", \"column-origin\": 1, \"children\": [", stderr);
		for (size_t first = ++i; i < count && list[i]->severity == SEVERITY_NOTE; i++) {
			fputs(i > first ? ", " : "", stderr);
			print_object(diagnostics, list[i]);
			fputc('}', stderr);
		}
		fputs("]}", stderr);
	}
	fputs("]\n", stderr);
}

void diagnostics_print(const struct diagnostics *diagnostics)
{
	size_t count = 0;
	bool repeated = false;
	const struct message **list = memory_new(diagnostics->count, sizeof *list);
	for (size_t i = 0; i < diagnostics->count; i++) list[i] = &diagnostics->list[i];
	qsort(list, diagnostics->count, sizeof *list, diagnostic_compare);
	for (size_t i = 0; i < diagnostics->count; i++) {
		if (list[i]->severity != SEVERITY_NOTE)
			repeated = is_repeated(list, count, list[i]);
		if (!repeated) list[count++] = list[i];
	}
	if (!diagnostics->options.json) print_text(diagnostics, list, count);
	else if (count) print_json(diagnostics, list, count);
	free(list);
}
