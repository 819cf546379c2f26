/* SPDX-License-Identifier: MIT */
/* The translator on any bytes, for libFuzzer and for replay.c: everything between the back end's
 * preprocessor and its compiler, without starting a process.
 *
 * An input is a unit that needs no preprocessing. It stands behind the text of preamble.h, and goes
 * through the passes three times: twice as what clang -E -dD would print for
 *
 *     #include "preamble.h"
 *     #include "part.h"         what the input holds in front of its first form feed, if it has one
 *     …the rest of the input…
 *
 * so that edits go into the author's text, and once as a .i file, whose own text is edited. (Twice
 * only every fourth input, to save time.) Wrong is, apart from a crash, a leak or a hang:
 *
 * - the same input has another result the second time;
 * - the two ways of emitting differ in a token;
 * - a line that no edit falls on is not what it was, or their number changes;
 * - the lowered text still holds a construct, or an error where the input had none.
 *
 * Rejected: compiling the lowered text with libclang. What plain C the input has wrong is the back
 * end's to say, and nearly all inputs have something. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "types/clang.h"
#include "base/edit.h"
#include "emit/emit.h"
#include "source/lexer.h"
#include "source/preprocess.h"
#include "source/source.h"
#include "driver/translate.h"
#include "tree/unit.h"
#include "types/types.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
char *__wrap_source_read(const char *name, size_t *length);

static const char preamble[] =
#include "preamble.inc" /* preamble.h, preprocessed, as string literals */
        ;
static const char main_name[] = "<stdin>", part_name[] = "part.h";

struct input {
	struct text main, part; /* what the author wrote */
	struct text output;     /* of the preprocessor */
	bool plain;             /* no directives, no splices: output lines up with main */
	bool color;
};

struct result {
	enum translation translation;
	struct analysis analysis;
	struct edits edits;
	struct lowered lowered;
	struct text messages;
};

/* ---- what the translator finds ---- */

static const struct text *part;

/* libclang crashes on some units that are no C, and concc goes on without it: what libclang had
 * then is lost. */
bool __real_types_parse_broken(struct unit *unit), __wrap_types_parse_broken(struct unit *unit);
void __lsan_disable(void) __attribute__((weak)), __lsan_enable(void) __attribute__((weak));
bool __wrap_types_parse_broken(struct unit *unit)
{
	if (__lsan_disable) __lsan_disable();
	bool parsed = __real_types_parse_broken(unit);
	if (__lsan_enable) __lsan_enable();
	return parsed;
}

/* In place of the transpiler's: line markers name files, of which only part.h is there. */
char *__wrap_source_read(const char *name, size_t *length)
{
	if (!part->bytes || strcmp(name, part_name)) return NULL;
	*length = part->length;
	return text_copy(part->bytes, part->length);
}

/* The preprocessor's work: comments give way to blanks. False if there is more to do for one. */
static bool add_preprocessed(struct text *out, const struct text *text)
{
	const char *at = text->bytes, *end = at + text->length;
	bool plain = true, line_start = true;
	while (at < end) {
		const char *comment = lexer_comment(at, end);
		bool blank = comment || strchr(" \t\r\n\f\v", *at);
		const char *stop = comment ? comment : blank ? at + 1 : lexer_token_end(at, end);
		plain &= !(line_start && (*at == '#' || *at == '%'));
		plain &= !memchr(at, '\\', (size_t)(stop - at)) && *at;
		line_start = blank && (line_start || memchr(at, '\n', (size_t)(stop - at)));
		for (; at < stop; at++) text_add(out, comment && *at != '\n' ? " " : at, 1);
	}
	return plain;
}

static void input_init(struct input *input, const char *bytes, size_t size)
{
	const char *feed = memchr(bytes, '\f', size);
	size_t head = feed ? (size_t)(feed - bytes) : 0, skip = feed ? head + 1 : 0;
	*input = (struct input){.plain = true, .color = size & 1};
	text_puts(&input->main, "#include \"preamble.h\"\n");
	text_puts(&input->output, preamble);
	if (feed) {
		text_add(&input->part, bytes, head);
		text_puts(&input->part, "\n");
		text_printf(&input->main, "#include \"%s\"\n", part_name);
		text_printf(&input->output, "# 1 \"%s\" 1\n", part_name);
		input->plain = add_preprocessed(&input->output, &input->part);
		text_printf(&input->output, "# 3 \"%s\" 2\n", main_name);
	}
	struct text rest = {0};
	text_add(&rest, bytes + skip, size - skip);
	text_add(&input->main, rest.bytes, rest.length);
	input->plain &= add_preprocessed(&input->output, &rest);
	text_free(&rest);
	part = &input->part;
}

static void input_fini(struct input *input)
{
	text_free(&input->main);
	text_free(&input->part);
	text_free(&input->output);
}

/* ---- a run ---- */

static void pass(struct result *result, const struct input *input)
{
	struct diagnostic_options options = {.color = input->color};
	struct diagnostics *diagnostics = diagnostics_new(&result->analysis, &options);
	const struct settings settings = {.mpi = input->color}; /* one or the other */
	result->translation = translate(&result->analysis, diagnostics, &result->edits, &settings,
	                                NULL, NULL, NULL, NULL);
	diagnostics_print(diagnostics);
	if (diagnostics_error_count(diagnostics)) result->translation = TRANSLATION_FAILED;
	if (result->translation == TRANSLATION_LOWERED)
		result->lowered = emit_unit(&result->analysis, &result->edits, false, false);
	diagnostics_free(diagnostics);
}

/* What becomes of preprocessed text; the rest of it is the back end's. */
static void make_whole(struct result *result, const struct input *input)
{
	struct text whole = preprocessed_text(&result->lowered.text, &input->output);
	preprocessed_trim(&whole, &result->lowered.text);
	text_free(&whole);
}

static void run(struct result *result, const struct input *input, enum preprocess_form form)
{
	*result = (struct result){0};
	FILE *before = stderr,
	     *sink = open_memstream(&result->messages.bytes, &result->messages.length);
	if (!getenv("FUZZ_VERBOSE")) stderr = sink;
	preprocess_read(&result->analysis,
	                &(struct preprocess_input){.form = form,
	                                           .output = input->output.bytes,
	                                           .length = input->output.length,
	                                           .main_name = main_name,
	                                           .main_text = &input->main});
	pass(result, input);
	if (result->lowered.preprocessed) make_whole(result, input);
	fclose(sink);
	stderr = before;
}

static void result_free(struct result *result)
{
	edits_free(&result->edits);
	text_free(&result->lowered.text);
	text_free(&result->lowered.aligned);
	text_free(&result->lowered.uses);
	free((char *)result->lowered.commanded);
	free((char *)result->lowered.reason);
	analysis_free(&result->analysis);
	free(result->messages.bytes);
}

/* ---- what must hold ---- */

static void wrong(const char *what, const char *at, size_t length)
{
	fprintf(stderr, "wrong: %s: %.*s\n", what, (int)length, at);
	abort();
}

static void check_same(const struct result *a, const struct result *b)
{
	if (a->translation != b->translation || a->messages.length != b->messages.length ||
	    memcmp(a->messages.bytes, b->messages.bytes, a->messages.length) ||
	    a->lowered.text.length != b->lowered.text.length ||
	    (a->lowered.text.length &&
	     memcmp(a->lowered.text.bytes, b->lowered.text.bytes, a->lowered.text.length)))
		wrong("the second run has another result", "", 0);
}

/* The next token behind *at; null: the end. */
static const char *next_token(const char **at, const char *end)
{
	const char *token = lexer_skip_space(*at, end);
	*at = token < end ? lexer_token_end(token, end) : end;
	return token < end ? token : NULL;
}

/* A digraph in the author's text is its token in preprocessed text. */
static bool same_token(const char *a, const char *a_end, const char *b, const char *b_end)
{
	char *one = memory_new((size_t)(a_end - a), 1), *other = memory_new((size_t)(b_end - b), 1);
	size_t length = lexer_primary(one, a, a_end);
	bool same = length == lexer_primary(other, b, b_end) && !memcmp(one, other, length);
	free(one);
	free(other);
	return same;
}

/* Both emissions, each from the first line of the author's. */
static void check_tokens(const char *a, const char *b)
{
	const char *a_end = a + strlen(a), *b_end = b + strlen(b);
	for (;;) {
		const char *token = next_token(&a, a_end), *other = next_token(&b, b_end);
		if (!token && !other) return;
		if (!token || !other) wrong("a token is missing", token ? token : other, 40);
		if (!same_token(token, a, other, b))
			wrong("the emissions differ", token, (size_t)(a - token));
	}
}

static const char *behind(const struct text *text, const char *line)
{
	const char *found = text->bytes, *next;
	while ((next = strstr(found, line))) found = next + strlen(line);
	return found;
}

struct lines {
	const char **starts; /* and one more for the end */
	size_t count, room;
};

static struct lines lines_of(const char *bytes, size_t length)
{
	struct lines lines = {0};
	const char *end = bytes + length;
	for (const char *at = bytes; at < end; at++) {
		*GROW(lines.starts, lines.count, lines.room) = at;
		at = memchr(at, '\n', (size_t)(end - at));
		if (!at) break;
	}
	*GROW(lines.starts, lines.count, lines.room) = end;
	lines.count--;
	return lines;
}

static size_t line_of(const struct lines *lines, const char *at)
{
	size_t line = 0;
	while (line + 1 < lines->count && lines->starts[line + 1] <= at) line++;
	return line;
}

/* Lines are counted from the last one back: in front of the author's stands the preamble. */
static bool *edited_lines(const struct result *result)
{
	struct lines lines = lines_of(result->analysis.text, result->analysis.length);
	bool *edited = memory_new(lines.count, sizeof *edited);
	for (size_t i = 0; i < result->edits.count; i++) {
		const struct edit *edit = &result->edits.list[i];
		size_t line = line_of(&lines, result->analysis.text + edit->start),
		       last = line_of(&lines, result->analysis.text + edit->end);
		for (; line <= last; line++) edited[lines.count - 1 - line] = true;
	}
	free(lines.starts);
	return edited;
}

/* before: the text that edits were made in; more: lines that only the lowered text has. */
static void check_lines(const struct result *result, const char *before, size_t length, size_t more)
{
	struct lines old = lines_of(before, length),
	             new = lines_of(result->lowered.text.bytes, result->lowered.text.length);
	bool *edited = edited_lines(result);
	if (new.count != old.count + more) wrong("the number of lines changed", "", 0);
	for (size_t i = 0; i < old.count; i++) {
		const char *line = old.starts[old.count - 1 - i],
		           *now = new.starts[new.count - 1 - i];
		size_t size = (size_t)(old.starts[old.count - i] - line);
		if (!edited[i] &&
		    (size != (size_t)(new.starts[new.count - i] - now) || memcmp(line, now, size)))
			wrong("a line without dialect changed", line, size);
	}
	free(edited);
	free(old.starts);
	free(new.starts);
}

/* ---- the grammar's view of lowered text ---- */

static const char *call_end(const char *at, const char *end)
{
	int depth = 0;
	do {
		const char *token = next_token(&at, end);
		if (!token) return end;
		depth += *token == '(';
		depth -= *token == ')';
	} while (depth);
	return at;
}

/* Macro calls may hold braces and types; the grammar wants an expression. */
static struct text without_macros(const char *at, const char *end)
{
	struct text out = {0};
	for (const char *done = at, *token; (token = next_token(&at, end)); done = at) {
		text_add(&out, done, (size_t)(token - done));
		const char *next = lexer_skip_space(at, end);
		bool call =
		        at - token > 5 && !memcmp(token, "CONC_", 5) && next < end && *next == '(';
		if (call) at = call_end(at, end);
		if (!call) text_add(&out, token, (size_t)(at - token));
		else if (!memcmp(token, "CONC_ON_", 8)) text_puts(&out, "if (0)");
		else if (memcmp(token, "CONC_SCOPED", 11)) text_puts(&out, "conc_macro(0)");
	}
	return out;
}

static bool has_construct(const struct unit *unit)
{
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind >= NODE_thread_definition &&
		    unit->constructs[i].kind <= NODE_separate_qualifier)
			return true;
	return false;
}

/* Has it an error? *construct: has it a construct? */
static bool parse(const struct analysis *analysis, bool *construct)
{
	struct unit unit = {.analysis = analysis};
	if (syntax_parse(&unit.syntax, analysis->blank, analysis->length)) {
		syntax_free(&unit.syntax);
		return true;
	}
	unit_collect(&unit);
	*construct = has_construct(&unit);
	bool error = ts_node_has_error(unit.syntax.root);
	unit_free(&unit);
	return error;
}

static void check_lowered(const struct result *result)
{
	const char *bytes = result->lowered.text.bytes;
	struct text text = without_macros(bytes, bytes + result->lowered.text.length);
	struct analysis analysis;
	bool construct, had_error = parse(&result->analysis, &construct);
	preprocess_read(&analysis, &(struct preprocess_input){.form = PREPROCESS_PLAIN,
	                                                      .output = text.bytes,
	                                                      .length = text.length,
	                                                      .main_name = main_name});
	bool error = parse(&analysis, &construct);
	if (error && !had_error) wrong("the lowered text has a syntax error", "", 0);
	if (construct && !had_error) wrong("the lowered text holds a construct", "", 0);
	analysis_free(&analysis);
	text_free(&text);
}

static void check(const struct input *input, const struct result *placed,
                  const struct result *plain)
{
	if (placed->translation != plain->translation) wrong("a .i file has another result", "", 0);
	if (plain->translation != TRANSLATION_LOWERED || !input->plain) return;
	const struct analysis *analysis = &plain->analysis;
	check_lines(plain, analysis->text, analysis->length, 0);
	check_lowered(plain);
	if (placed->lowered.preprocessed || input->part.length) return;
	check_lines(placed, input->main.bytes, input->main.length, 1);
	check_tokens(behind(&placed->lowered.text, "#include \"preamble.h\"\n"),
	             behind(&plain->lowered.text, "# 2 \"<stdin>\" 2\n"));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct input input;
	struct result placed, again, plain;
	clang_load(); /* with the real stderr: libstdc++ keeps it */
	input_init(&input, (const char *)bytes, size);
	run(&placed, &input, PREPROCESS_MACROS);
	run(&plain, &input, PREPROCESS_PLAIN);
	check(&input, &placed, &plain);
	if (size % 4 == 0) {
		run(&again, &input, PREPROCESS_MACROS);
		check_same(&placed, &again);
		result_free(&again);
	}
	result_free(&placed);
	result_free(&plain);
	input_fini(&input);
	return 0;
}
