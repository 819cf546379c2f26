/* SPDX-License-Identifier: MIT */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "edit.h"
#include "inclusion.h"
#include "lexer.h"
#include "placement.h"

static void put_name(struct text *out, const char *name)
{
	text_puts(out, "\"");
	for (; *name; name++)
		text_printf(out, *name == '"' || *name == '\\' ? "\\%c" : "%c", *name);
	text_puts(out, "\"");
}

/* Of what a replacement takes away, comments and line breaks stay behind it. */
static void keep(struct text *out, const char *at, const char *end)
{
	while (at < end) {
		const char *comment = lexer_comment(at, end);
		if (comment) {
			text_puts(out, " ");
			text_add(out, at, (size_t)(comment - at));
			at = comment;
		} else if (*at == '\n') {
			text_add(out, at++, 1);
		} else {
			const char *blank = strchr(" \t\r\f\v\\", *at);
			at = blank ? at + 1 : lexer_token_end(at, end);
		}
	}
}

static void write_file(struct text *out, const struct source *source, const struct placement *placement)
{
	size_t done = 0;
	for (size_t i = 0; i < placement->count; i++) {
		const struct placed *placed = &placement->list[i];
		text_add(out, source->text + done, placed->start - done);
		text_puts(out, placed->text);
		keep(out, source->text + placed->start, source->text + placed->end);
		done = placed->end;
	}
	text_add(out, source->text + done, source->length - done);
}

static struct lowered emit_preprocessed(const struct analysis *analysis, const struct edits *edits, char *reason)
{
	struct edited edited = edits_apply(edits, analysis->text, analysis->length);
	struct lowered lowered = {.preprocessed = true, .reason = reason};
	text_add(&lowered.text, edited.text, edited.length);
	edited_free(&edited);
	return lowered;
}

struct lowered emit_unit(const struct analysis *analysis, const struct edits *edits)
{
	struct inclusions inclusions;
	struct placement placement;
	const struct source *source = &analysis->sources[analysis->main_file];
	inclusions_find(&inclusions, source->name, analysis->text, analysis->length);
	placement_find(&placement, analysis, &inclusions, edits);
	if (!placement.reason && placement.count && placement.list[placement.count - 1].inclusion)
		placement.reason = text_copy("header", 6);
	struct lowered lowered = {0};
	if (placement.reason) {
		lowered = emit_preprocessed(analysis, edits, text_copy(placement.reason, strlen(placement.reason)));
	} else {
		text_puts(&lowered.text, "#line 1 ");
		put_name(&lowered.text, source->name);
		text_puts(&lowered.text, "\n");
		write_file(&lowered.text, source, &placement);
	}
	placement_free(&placement);
	inclusions_fini(&inclusions);
	return lowered;
}
