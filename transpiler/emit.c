/* SPDX-License-Identifier: MIT */
/* Writes the lowered unit.
 *
 * The author's text is copied byte for byte between edits. `#line 1 "bank.c"` stands before it, so
 * that
 * __FILE__, warnings, debuggers and gcov name the author's file whatever ours is called. Each edit
 * keeps the line breaks and comments of what it replaces, so that every line keeps its number.
 *
 *     #include "bank.h"   →   #line 1 "bank.h"
 *                             …the header, lowered…
 *                             #line 13 "bank.c"       (each with a marker for clang)
 *
 * Only what no text of the author's can express (placement.c, paste.c say what that is) is compiled
 * from the analysis text; the driver brings the real conc.h into it (whole.c). */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "columns.h"
#include "edit.h"
#include "inclusion.h"
#include "lexer.h"
#include "paste.h"
#include "placement.h"

struct emitter {
	struct text out;
	const struct analysis *analysis;
	struct inclusions inclusions;
	struct placement placement;
	struct pastes pastes;
	struct columns columns;
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

/* clang has warnings that spare headers (an unused static inline function); its markers tell it
 * that this still is one. gcc goes by the name, and both are pedantic about markers. */
static void put_border(struct emitter *emitter, uint32_t line, const char *name, const char *flags)
{
	text_puts(&emitter->out, for_clang + 1);
	put_line(emitter, "", line, name, flags);
	text_puts(&emitter->out, for_all + 1);
	put_line(emitter, "line", line, name, "");
}

static size_t count_newlines(const char *text)
{
	size_t count = 0;
	for (; (text = strchr(text, '\n')); text++) count++;
	return count;
}

/* Of what a replacement takes away, comments and line breaks stay behind it; `there` line breaks
 * stand in the replacement already. */
static void keep(struct text *out, const char *at, const char *end, size_t there)
{
	for (const char *token = at; at < end;) { /* also those within a token */
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

/* Blanks behind a token that vanished, or that became an opening parenthesis, would look odd. */
static bool leaves_a_gap(const char *text, const struct placed *placed)
{
	size_t length = strlen(placed->text);
	if (placed->start == placed->end) return false;
	if (length) return placed->text[length - 1] == '(';
	char before = placed->start ? text[placed->start - 1] : ' ';
	return before == ' ' || before == '\t' || before == '(';
}

static void put_edit(struct emitter *emitter, const struct column_file *file,
                     const struct placed *placed)
{
	const char *text = file->text;
	if (placed->spots.count)
		columns_expand(&emitter->columns, file, placed->text, &placed->spots, placed->start,
		               emitter->out.length);
	else columns_insert(&emitter->columns, placed->text);
	text_puts(&emitter->out, placed->text);
	keep(&emitter->out, text + placed->start, text + placed->end, count_newlines(placed->text));
}

static void put_file(struct emitter *emitter, int inclusion);

static void put_child(struct emitter *emitter, int child)
{
	const struct inclusion *inclusion = &emitter->inclusions.list[child];
	put_border(emitter, 1, inclusion->name, " 1");
	put_file(emitter, child);
	if (emitter->out.bytes[emitter->out.length - 1] != '\n') text_puts(&emitter->out, "\n");
	put_border(emitter, inclusion->line + 1, inclusion->presumed, " 2");
	columns_settle(&emitter->columns);
}

/* The first file with dialect that -include names; 0 if there is none. */
static size_t first_commanded(const struct emitter *emitter)
{
	for (size_t i = 1; i < emitter->inclusions.count; i++)
		if (emitter->inclusions.list[i].commanded && emitter->pastes.pasted[i]) return i;
	return 0;
}

/* It goes in front of the author's text, and what -include names behind it follows. */
static void put_commanded(struct emitter *emitter, size_t first)
{
	const char *name = emitter->inclusions.list[0].name;
	for (size_t i = first; i < emitter->inclusions.count; i++) {
		char *directive = pastes_commanded(&emitter->pastes, (int)i);
		if (!directive) continue;
		if (emitter->pastes.pasted[i]) {
			put_border(emitter, 1, emitter->inclusions.list[i].name, " 1");
			put_file(emitter, (int)i);
			text_puts(&emitter->out, "\n");
			put_border(emitter, 1, name, " 2");
		} else {
			text_printf(&emitter->out, "%s\n", directive);
		}
		free(directive);
	}
	put_line(emitter, "line", 1, name, "");
	columns_settle(&emitter->columns);
}

static void put_paste(struct emitter *emitter, const char *text, const struct paste *paste)
{
	if (paste->kind == PASTE_FILE) {
		put_child(emitter, paste->child);
		return;
	}
	if (paste->text) text_puts(&emitter->out, paste->text);
	for (uint32_t i = paste->start; i < paste->end; i++)
		if (text[i] == '\n') text_puts(&emitter->out, "\n");
}

/* Without any, list is null. */
static const struct placed *placed_end(const struct emitter *emitter)
{
	const struct placement *placement = &emitter->placement;
	return placement->count ? placement->list + placement->count : placement->list;
}

static const struct placed *first_placed(const struct emitter *emitter, int inclusion)
{
	const struct placed *placed = emitter->placement.list;
	while (placed < placed_end(emitter) && placed->inclusion < inclusion) placed++;
	return placed;
}

static void put_author(struct emitter *emitter, struct column_file *file, size_t start, size_t end)
{
	columns_pass(&emitter->columns, file, (uint32_t)start, (uint32_t)end, emitter->out.length);
	text_add(&emitter->out, file->text + start, end - start);
}

/* Edits and changed directives never overlap: merge the two lists by place. */
static void put_file(struct emitter *emitter, int inclusion)
{
	const struct source *source = &emitter->analysis->sources[emitter->pastes.files[inclusion]];
	struct paste *pastes;
	size_t paste_count = pastes_of(&emitter->pastes, inclusion, &pastes), i = 0;
	size_t done = source->length >= 3 && !memcmp(source->text, "\xEF\xBB\xBF", 3) ? 3 : 0;
	const struct placed *placed = first_placed(emitter, inclusion);
	const struct placed *end = placed_end(emitter);
	struct column_file file = columns_enter(&emitter->columns, inclusion, source->text);
	for (;;) {
		bool edits = placed < end && placed->inclusion == inclusion;
		bool edit_next = edits && (i == paste_count || placed->start < pastes[i].start);
		if (!edit_next && i == paste_count) break;
		size_t start = edit_next ? placed->start : pastes[i].start;
		put_author(emitter, &file, done, start > done ? start : done);
		done = edit_next ? placed->end : pastes[i].end;
		if (!edit_next) {
			put_paste(emitter, source->text, &pastes[i++]);
			continue;
		}
		bool gap = leaves_a_gap(source->text, placed);
		put_edit(emitter, &file, placed++);
		while (gap && done < source->length && source->text[done] == ' ') done++;
	}
	put_author(emitter, &file, done, source->length);
	while (paste_count) free(pastes[--paste_count].text);
	free(pastes);
}

static void blank(char *at, size_t length)
{
	for (; length--; at++)
		if (*at != '\n') *at = ' ';
}

/* gcc counts __INCLUDE_LEVEL__ by markers, and says "In file included from" by them. Unless it may
 * be pedantic about them it gets to see them, too: only the marker stays between two of our lines.
 */
static void open_markers(struct text *text)
{
	static const size_t length = sizeof for_clang - 1;
	char *at = text->bytes;
	while (at && (at = strstr(at, for_clang))) {
		char *marker = at + length, *end = strchr(marker, '\n');
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

static bool has_tokens_in_place(const struct analysis *analysis)
{
	for (size_t i = analysis->token_count; i-- > 0;)
		if (analysis->tokens[i].in_place) return true;
	return false;
}

static const char *find_places(struct emitter *emitter, const struct edits *edits)
{
	const struct analysis *analysis = emitter->analysis;
	inclusions_find(&emitter->inclusions, analysis->sources[analysis->main_file].name,
	                analysis->text, analysis->length);
	placement_find(&emitter->placement, analysis, &emitter->inclusions, edits);
	pastes_find(&emitter->pastes, analysis, &emitter->inclusions, &emitter->placement);
	if (!has_tokens_in_place(analysis)) return "the input is preprocessed already";
	return emitter->placement.reason ? emitter->placement.reason : emitter->pastes.reason;
}

struct lowered emit_unit(const struct analysis *analysis, const struct edits *edits, bool pedantic)
{
	struct emitter emitter = {.analysis = analysis};
	struct lowered lowered = {0};
	const char *reason = find_places(&emitter, edits);
	if (reason) {
		lowered = emit_preprocessed(analysis, edits, reason);
	} else {
		columns_init(&emitter.columns, analysis, &emitter.inclusions);
		put_line(&emitter, "line", 1, emitter.inclusions.list[0].name, "");
		size_t first = first_commanded(&emitter);
		if (first) {
			const char *name = emitter.inclusions.list[first].name;
			lowered.commanded = text_copy(name, strlen(name));
			put_commanded(&emitter, first);
		}
		put_file(&emitter, 0);
		lowered.text = emitter.out;
		lowered.aligned = columns_text(&emitter.columns, &emitter.out, !pedantic);
		if (!pedantic) open_markers(&lowered.aligned);
		columns_free(&emitter.columns);
	}
	pastes_free(&emitter.pastes);
	placement_free(&emitter.placement);
	inclusions_fini(&emitter.inclusions);
	return lowered;
}
