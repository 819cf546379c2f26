/* SPDX-License-Identifier: MIT */
/* Writes the lowered unit.
 *
 * The author's text is copied byte for byte between edits. It follows `#line 1 "bank.c"`, so that
 * __FILE__, warnings, debuggers and gcov name the author's file, whatever ours is called. Each edit
 * keeps the line breaks and comments of the text that it replaces: every line keeps its number.
 *
 *     #include "bank.h"   →   #line 1 "bank.h"
 *                             …the header, lowered…
 *                             #line 13 "bank.c"       (each with a marker for clang)
 *
 * Edits that have no place in the author's text (see placement.c, header_inlining.c) are made in
 * the analysis text; the driver adds the real conc.h to it (preprocessed.c). */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "base/edit.h"
#include "source/lexer.h"
#include "header_inlining.h"
#include "pretty.h"

struct emitter {
	struct text out;
	const struct analysis *analysis;
	struct inclusions inclusions;
	struct placement placement;
	struct header_inlining inlining;
	struct columns columns;
	struct pretty *pretty; /* null: not asked for */
};

static void put_line(struct emitter *emitter, const char *word, uint32_t line, const char *name,
                     const char *flags)
{
	text_printf(&emitter->out, "#%s %u \"", word, line);
	for (; *name; name++)
		if (*name == '\n') text_puts(&emitter->out, "\\n");
		else text_printf(&emitter->out, strchr("\"\\?", *name) ? "\\%c" : "%c", *name);
	text_printf(&emitter->out, "\"%s\n", flags);
}

static const char for_clang[] = "\n#ifdef __clang__\n#pragma clang diagnostic push\n"
                                "#pragma clang diagnostic ignored \"-Wpedantic\"\n",
                  for_all[] = "\n#pragma clang diagnostic pop\n#endif\n";

struct span {
	const char *at;
	size_t length;
};

static const char command_line[] = "<command-line>";

/* Some of clang's warnings spare headers (an unused static inline function). A marker tells clang
 * that this is a header. gcc goes by the name, and both report markers under -Wpedantic. from: the
 * line of the #include for "In file included from"; 0 if the command line includes the file. When a
 * marker enters an absolute path, gcc takes the name for a file without text, and crashes where
 * that path is included again: "/." makes it another name. */
static void put_enter(struct emitter *emitter, uint32_t from, const char *name)
{
	if (emitter->pretty) pretty_author(emitter->pretty, -1, 0, emitter->out.length);
	text_puts(&emitter->out, for_clang + 1);
	if (from) text_printf(&emitter->out, "#line %u\n", from);
	else put_line(emitter, "line", 0, command_line, "");
	char *marked = text_format("%s%s", *name == '/' ? "/." : "", name);
	put_line(emitter, "", 1, marked, " 1");
	free(marked);
	text_puts(&emitter->out, for_all + 1);
	put_line(emitter, "line", 1, name, "");
}

static void put_leave(struct emitter *emitter, uint32_t line, const char *name)
{
	if (emitter->pretty) pretty_author(emitter->pretty, -1, 0, emitter->out.length);
	text_puts(&emitter->out, for_clang + 1);
	put_line(emitter, "", line, name, " 2");
	text_puts(&emitter->out, for_all + 1);
	put_line(emitter, "line", line, name, "");
}

/* Keeps the comments and line breaks of replaced text after the replacement, which has `there` line
 * breaks itself. */
static void keep(struct text *out, const char *at, const char *end, size_t there)
{
	for (const char *token = at; at < end;) { /* goes byte by byte, also inside tokens */
		const char *comment = at < token ? NULL : lexer_comment(at, end);
		if (comment) {
			text_puts(out, " ");
			text_add(out, at, (size_t)(comment - at));
			at = comment;
		} else if (*at == '\n') {
			if (!there) text_add(out, at, 1);
			there -= there > 0;
			at++;
		} else {
			if (at >= token && !strchr(" \t\r\f\v\\", *at))
				token = lexer_token_end(at, end);
			at++;
		}
	}
}

/* Would the blank before a removed token stand before a comma or a semicolon? */
static bool leaves_a_blank(const struct text *out, const char *text, const struct placed *placed)
{
	char behind = text[placed->end];
	return !*placed->text && placed->start < placed->end && out->length > 0 &&
	       out->bytes[out->length - 1] == ' ' && (behind == ',' || behind == ';');
}

/* Would blanks follow a token that was removed, or that became an opening parenthesis? */
static bool leaves_a_gap(const char *text, const struct placed *placed)
{
	size_t length = strlen(placed->text);
	if (placed->start == placed->end) return false;
	if (length) return placed->text[length - 1] == '(';
	char before = placed->start ? text[placed->start - 1] : ' ';
	return before == ' ' || before == '\t' || before == '(';
}

static size_t blanks(const char *at)
{
	return strspn(at, " \t");
}

/* Returns the indentation of the block's lines that a '}' at the start of line `close` ends, beyond
 * the brace's own. */
static struct span inner_indent(const char *text, const char *close)
{
	size_t own = blanks(close), least = SIZE_MAX;
	struct span span = {"\t", 1};
	for (const char *line = close; line > text;) {
		do line--;
		while (line > text && line[-1] != '\n');
		size_t length = blanks(line);
		if (strchr("#\r\n", line[length])) continue;
		if (length <= own || memcmp(line, close, own)) break;
		if (length >= least) continue;
		least = length;
		span = (struct span){line + own, length - own};
	}
	return span;
}

/* A statement before a '}' that is first on its line is indented as the block is. */
static void indent_last(struct emitter *emitter, const char *text, const struct placed *placed)
{
	const char *at = text + placed->start, *line = at;
	const struct text *out = &emitter->out;
	while (line > text && line[-1] != '\n') line--;
	bool first = line + blanks(line) == at && out->length > (size_t)(at - line) &&
	             !memcmp(out->bytes + out->length - (at - line) - 1, "\n", 1);
	if (!first || placed->start < placed->end || *at != '}' || !lexer_is_word(*placed->text))
		return;
	struct span span = inner_indent(text, line);
	text_add(&emitter->out, span.at, span.length);
}

static void put_edit(struct emitter *emitter, const struct column_file *file,
                     const struct placed *placed)
{
	const char *text = file->text;
	indent_last(emitter, text, placed);
	if (leaves_a_blank(&emitter->out, text, placed)) emitter->out.length--;
	if (placed->spots.count)
		columns_expand(&emitter->columns, file, placed->text, &placed->spots, placed->start,
		               emitter->out.length);
	else columns_insert(&emitter->columns, placed->text);
	if (emitter->pretty) pretty_edit(emitter->pretty, placed, emitter->out.length);
	text_puts(&emitter->out, placed->text);
	if (emitter->pretty)
		pretty_author(emitter->pretty, placed->inclusion, placed->start,
		              emitter->out.length);
	keep(&emitter->out, text + placed->start, text + placed->end,
	     text_newlines(placed->text, placed->text + strlen(placed->text)));
}

static void put_file(struct emitter *emitter, int inclusion);

static void put_child(struct emitter *emitter, int child)
{
	const struct inclusion *inclusion = &emitter->inclusions.list[child];
	put_enter(emitter, inclusion->line, inclusion->name);
	put_file(emitter, child);
	if (emitter->out.bytes[emitter->out.length - 1] != '\n') text_puts(&emitter->out, "\n");
	put_leave(emitter, inclusion->line + 1, inclusion->presumed);
	columns_reset(&emitter->columns);
}

/* Writes this file before the author's text, and the -include files that follow it. */
static void put_commanded(struct emitter *emitter, size_t first)
{
	const char *name = emitter->inclusions.list[0].name;
	for (size_t i = first; i < emitter->inclusions.count; i++) {
		char *directive = header_inlining_commanded(&emitter->inlining, (int)i);
		if (!directive) continue;
		if (emitter->inlining.inlined[i]) {
			put_enter(emitter, 0, emitter->inclusions.list[i].name);
			put_file(emitter, (int)i);
			text_puts(&emitter->out, "\n");
			put_leave(emitter, 1, command_line);
		} else {
			text_printf(&emitter->out, "%s\n", directive);
		}
		free(directive);
	}
	put_line(emitter, "line", 1, name, "");
	columns_reset(&emitter->columns);
}

static void put_directive(struct emitter *emitter, const char *text,
                          const struct directive_edit *directive)
{
	if (emitter->pretty) pretty_author(emitter->pretty, -1, 0, emitter->out.length);
	if (directive->kind == DIRECTIVE_FILE) {
		put_child(emitter, directive->child);
		return;
	}
	if (directive->text) text_puts(&emitter->out, directive->text);
	for (uint32_t i = directive->start; i < directive->end; i++)
		if (text[i] == '\n') text_puts(&emitter->out, "\n");
}

static void put_author(struct emitter *emitter, struct column_file *file, size_t start, size_t end)
{
	columns_pass(&emitter->columns, file, (uint32_t)start, (uint32_t)end, emitter->out.length);
	if (emitter->pretty)
		pretty_author(emitter->pretty, file->inclusion, (uint32_t)start,
		              emitter->out.length);
	text_add(&emitter->out, file->text + start, end - start);
}

/* Merges edits and changed directives by place. They never overlap. */
static void put_file(struct emitter *emitter, int inclusion)
{
	const struct source *source =
	        &emitter->analysis->sources[emitter->inlining.files[inclusion]];
	struct directive_edit *directives;
	size_t directive_count = header_inlining_edits(&emitter->inlining, inclusion, &directives),
	       i = 0;
	size_t done = source->length >= 3 && !memcmp(source->text, "\xEF\xBB\xBF", 3) ? 3 : 0;
	const struct placed *placed = emitter->placement.list,
	                    *end = placed ? placed + emitter->placement.count : NULL;
	while (placed < end && placed->inclusion < inclusion) placed++;
	struct column_file file = columns_enter(&emitter->columns, inclusion, source->text);
	for (;;) {
		bool edits = placed < end && placed->inclusion == inclusion;
		bool edit_next =
		        edits && (i == directive_count || placed->start < directives[i].start);
		if (!edit_next && i == directive_count) break;
		size_t start = edit_next ? placed->start : directives[i].start;
		put_author(emitter, &file, done, start > done ? start : done);
		done = edit_next ? placed->end : directives[i].end;
		if (!edit_next) {
			put_directive(emitter, source->text, &directives[i++]);
			continue;
		}
		bool gap = leaves_a_gap(source->text, placed);
		put_edit(emitter, &file, placed++);
		while (gap && done < source->length && source->text[done] == ' ') done++;
	}
	put_author(emitter, &file, done, source->length);
	while (directive_count) free(directives[--directive_count].text);
	free(directives);
}

static void blank(char *at, size_t length)
{
	for (; length--; at++)
		if (*at != '\n') *at = ' ';
}

/* gcc uses markers for __INCLUDE_LEVEL__ and "In file included from". Unless -Wpedantic would
 * report markers, gcc sees them, too: everything around the marker is blanked. */
static void open_markers(struct text *text)
{
	static const size_t length = sizeof for_clang - 1;
	char *at = text->bytes;
	while (at && (at = strstr(at, for_clang))) {
		char *marker = at + length, *end = strchr(marker, '\n');
		if (end && !strncmp(marker, "#line ", 6))
			marker = end + 1, end = strchr(marker, '\n');
		if (end && !strncmp(marker, "# ", 2) &&
		    !strncmp(end, for_all, sizeof for_all - 1)) {
			blank(at, length);
			blank(end, sizeof for_all - 1);
		}
		at = marker;
	}
}

static struct lowered emit_preprocessed(const struct analysis *analysis, const struct edits *edits,
                                        const char *reason)
{
	struct edited edited = edits_apply(edits, analysis->text, analysis->length);
	struct lowered lowered = {.preprocessed = true,
	                          .reason = text_copy(reason, strlen(reason))};
	text_add(&lowered.text, edited.text, edited.length);
	edited_free(&edited);
	return lowered;
}

static struct lowered emit_in_place(struct emitter *emitter, bool pedantic, bool pretty)
{
	struct lowered lowered = {0};
	struct pretty layout;
	columns_init(&emitter->columns, emitter->analysis, &emitter->inclusions);
	if (pretty) {
		pretty_init(&layout, &emitter->columns.provenance);
		pretty_author(&layout, -1, 0, 0);
		emitter->pretty = &layout;
	}
	put_line(emitter, "line", 1, emitter->inclusions.list[0].name, "");
	for (size_t i = 1; i < emitter->inclusions.count && !lowered.commanded; i++) {
		const struct inclusion *inclusion = &emitter->inclusions.list[i];
		if (!inclusion->commanded || !emitter->inlining.inlined[i]) continue;
		lowered.commanded = text_copy(inclusion->name, strlen(inclusion->name));
		put_commanded(emitter, i);
	}
	put_file(emitter, 0);
	if (pretty) {
		lowered.text = pretty_text(&layout, &emitter->out);
		pretty_free(&layout);
		text_free(&emitter->out);
	} else {
		lowered.text = emitter->out;
		lowered.aligned = columns_text(&emitter->columns, &emitter->out, !pedantic);
		if (!pedantic) open_markers(&lowered.aligned);
	}
	columns_free(&emitter->columns);
	return lowered;
}

struct lowered emit_unit(const struct analysis *analysis, const struct edits *edits, bool pedantic,
                         bool pretty)
{
	struct emitter emitter = {.analysis = analysis};
	inclusions_find(&emitter.inclusions, analysis->sources[analysis->main_file].name,
	                analysis->text, analysis->length);
	placement_find(&emitter.placement, analysis, &emitter.inclusions, edits);
	header_inlining_find(&emitter.inlining, analysis, &emitter.inclusions, &emitter.placement);
	const char *reason = !analysis_has_places(analysis) ? "the input is preprocessed already"
	                     : emitter.placement.reason     ? emitter.placement.reason
	                                                    : emitter.inlining.reason;
	struct lowered lowered = reason ? emit_preprocessed(analysis, edits, reason)
	                                : emit_in_place(&emitter, pedantic, pretty);
	header_inlining_free(&emitter.inlining);
	placement_free(&emitter.placement);
	inclusions_fini(&emitter.inclusions);
	return lowered;
}
