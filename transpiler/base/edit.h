/* SPDX-License-Identifier: MIT */
/* Edits: the changes that the lowering passes request, in offsets of the analysis text. emit.c
 * applies them to the author's own text.
 *
 * An edit is anchored to tokens. EDIT_AFTER goes directly after the token that ends at `end`,
 * EDIT_BEFORE directly before the token that starts at `start`, and EDIT_REPLACE replaces all
 * tokens in start..end. Several insertions at one anchor come in ascending `order`, then in the
 * order of their making. Replacements do not overlap. An insertion inside a replaced range is a
 * bug, but insertions at its two ends stay outside it. */
#ifndef CONCC_EDIT_H
#define CONCC_EDIT_H

#include <stddef.h>

enum edit_kind { EDIT_AFTER, EDIT_BEFORE, EDIT_REPLACE };

struct edit {
	enum edit_kind kind;
	size_t start, end; /* AFTER: end of the anchor token in both; BEFORE: its start in both */
	int order;
	size_t sequence;
	char *text;
};

struct edits {
	struct edit *list;
	size_t count, room;
};

void edit_after(struct edits *edits, size_t token_end, int order, const char *format, ...)
        __attribute__((format(printf, 4, 5)));
void edit_before(struct edits *edits, size_t token_start, int order, const char *format, ...)
        __attribute__((format(printf, 4, 5)));
void edit_replace(struct edits *edits, size_t start, size_t end, const char *format, ...)
        __attribute__((format(printf, 4, 5)));
/* Removes the edits inside start..end, so that it can be replaced as a whole. Insertions at its two
 * ends stay. */
void edits_drop(struct edits *edits, size_t start, size_t end);
void edits_free(struct edits *edits);

/* A text with the edits applied at their analysis offsets (the shadow unit, the macro fallback),
 * and the map back. Newlines inside a replaced range are kept. */
struct edited {
	char *text;
	size_t length;
	struct shift {
		size_t edited, original;
	} * shifts; /* ascending; the start of each stretch */
	size_t shift_count;
};
struct edited edits_apply(const struct edits *edits, const char *text, size_t length);
/* Returns the original offset for an edited one. Inside inserted text it is the anchor. */
size_t edited_to_original(const struct edited *edited, size_t offset);
/* Returns the edited offset of the original byte at offset. Bytes that were replaced map to the
 * start of the replacement. */
size_t original_to_edited(const struct edited *edited, size_t offset);
void edited_free(struct edited *edited);

#endif
