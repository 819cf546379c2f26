/* SPDX-License-Identifier: MIT */
/* The list of edits, and their application at analysis offsets.
 *
 * Edits at one offset come in this order: insertions after the token that ends there, insertions
 * before the token that starts there, the replacement. A replaced range may contain line breaks and
 * line markers. They follow the new text, so that no line number changes.
 *
 * The map is a list of stretches. Inserted text is a stretch whose original length is zero: it and
 * its successor have the same original offset. All other stretches have the same length in both
 * texts. */
#include "edit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "severity.h"
#include "text.h"

static void edit_add(struct edits *edits, enum edit_kind kind, size_t start, size_t end, int order,
                     const char *format, va_list list)
{
	struct text text = {0};
	text_vprintf(&text, format, list);
	size_t sequence = edits->count ? edits->list[edits->count - 1].sequence + 1 : 0;
	struct edit *edit = GROW(edits->list, edits->count, edits->room);
	*edit = (struct edit){kind, start, end, order, sequence, text.bytes};
}

void edit_after(struct edits *edits, size_t token_end, int order, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	edit_add(edits, EDIT_AFTER, token_end, token_end, order, format, list);
	va_end(list);
}

void edit_before(struct edits *edits, size_t token_start, int order, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	edit_add(edits, EDIT_BEFORE, token_start, token_start, order, format, list);
	va_end(list);
}

void edit_replace(struct edits *edits, size_t start, size_t end, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	edit_add(edits, EDIT_REPLACE, start, end, 0, format, list);
	va_end(list);
}

static bool is_inside(const struct edit *edit, size_t start, size_t end)
{
	if (edit->kind == EDIT_AFTER) return start < edit->end && edit->end < end;
	if (edit->kind == EDIT_BEFORE) return start < edit->start && edit->start < end;
	return start <= edit->start && edit->end <= end;
}

void edits_drop(struct edits *edits, size_t start, size_t end)
{
	size_t kept = 0;
	for (size_t i = 0; i < edits->count; i++)
		if (is_inside(&edits->list[i], start, end)) free(edits->list[i].text);
		else edits->list[kept++] = edits->list[i];
	edits->count = kept;
}

void edits_free(struct edits *edits)
{
	for (size_t i = 0; i < edits->count; i++) free(edits->list[i].text);
	free(edits->list);
	*edits = (struct edits){0};
}

static int edit_compare(const void *left, const void *right)
{
	const struct edit *a = left, *b = right;
	if (a->start != b->start) return a->start < b->start ? -1 : 1;
	if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
	if (a->order != b->order) return a->order < b->order ? -1 : 1;
	return a->sequence < b->sequence ? -1 : a->sequence > b->sequence;
}

/* ---- application ---- */

struct application {
	struct text out;
	struct edited edited;
	size_t room;
	size_t pending; /* index of an insertion that needs its successor's original, or 0 */
	const char *text;
};

static void shift(struct application *application, size_t original)
{
	struct edited *edited = &application->edited;
	struct shift *new = GROW(edited->shifts, edited->shift_count, application->room);
	*new = (struct shift){application->out.length, original};
	if (application->pending) edited->shifts[application->pending].original = original;
	application->pending = 0;
}

static void copy(struct application *application, size_t start, size_t end)
{
	shift(application, start);
	text_add(&application->out, application->text + start, end - start);
}

/* Copies the line breaks of a replaced range, each with the line marker after it. */
static void keep_lines(struct application *application, const struct edit *edit)
{
	size_t there = text_newlines(edit->text, edit->text + strlen(edit->text));
	for (size_t at = edit->start; at < edit->end; at++) {
		if (application->text[at] != '\n' || (there && there--)) continue;
		size_t stop = at + 1;
		/* a line of a raw string is left out: "#include …" would be obeyed */
		if (stop < edit->end && (!strncmp(application->text + stop, "# ", 2) ||
		                         !strncmp(application->text + stop, "#pragma", 7)))
			while (stop < edit->end && application->text[stop] != '\n') stop++;
		copy(application, at, stop);
		at = stop - 1;
	}
}

struct edited edits_apply(const struct edits *edits, const char *text, size_t length)
{
	struct application application = {.text = text};
	struct edit *list = memory_new(edits->count, sizeof *list);
	size_t done = 0;
	if (edits->count) memcpy(list, edits->list, edits->count * sizeof *list);
	qsort(list, edits->count, sizeof *list, edit_compare);
	for (size_t i = 0; i < edits->count; i++) {
		if (list[i].start < done || list[i].end > length) {
			diagnose_plain(SEVERITY_ERROR,
			               "internal: the edit \"%.60s\" at offset %zu lies inside a "
			               "replaced range",
			               list[i].text, list[i].start);
			abort();
		}
		copy(&application, done, list[i].start);
		shift(&application, list[i].end);
		application.pending = application.edited.shift_count - 1;
		text_puts(&application.out, list[i].text);
		if (list[i].kind == EDIT_REPLACE) keep_lines(&application, &list[i]);
		done = list[i].end;
	}
	copy(&application, done, length);
	free(list);
	application.edited.text = application.out.bytes;
	application.edited.length = application.out.length;
	return application.edited;
}

/* ---- the map ---- */

static bool is_insertion(const struct edited *edited, size_t i)
{
	return i + 1 < edited->shift_count &&
	       edited->shifts[i].original == edited->shifts[i + 1].original &&
	       edited->shifts[i].edited < edited->shifts[i + 1].edited;
}

/* Returns the index of the last stretch that begins at or before offset. */
static size_t shift_at(const struct edited *edited, bool in_edited, size_t offset)
{
	size_t low = 0, high = edited->shift_count;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		const struct shift *shift = &edited->shifts[middle];
		if ((in_edited ? shift->edited : shift->original) <= offset) low = middle;
		else high = middle;
	}
	return low;
}

size_t edited_to_original(const struct edited *edited, size_t offset)
{
	size_t low = shift_at(edited, true, offset);
	const struct shift *at = &edited->shifts[low];
	if (!is_insertion(edited, low)) return at->original + (offset - at->edited);
	/* The anchor of a replacement is its start, the end of the stretch before it. */
	if (is_insertion(edited, low - 1)) return at[-1].original;
	return at[-1].original + (at->edited - at[-1].edited);
}

size_t original_to_edited(const struct edited *edited, size_t offset)
{
	size_t low = shift_at(edited, false, offset);
	const struct shift *at = &edited->shifts[low];
	size_t distance = offset - at->original;
	if (low + 1 == edited->shift_count || distance <= at[1].edited - at->edited)
		return at->edited + distance;
	return at[1].edited;
}

void edited_free(struct edited *edited)
{
	free(edited->text);
	free(edited->shifts);
	*edited = (struct edited){0};
}
