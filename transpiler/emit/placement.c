/* SPDX-License-Identifier: MIT */
/* An edit anchored to tokens in place is an edit of the author's text, unless a macro intervenes:
 *
 * - The token came out of a macro's body. If the edit only needs a gap between two tokens and the
 * token on the other side is in place, that token serves.
 * - The token is a macro argument that comes out several times, and the copies need different
 * edits. If they need the same edits, these are made once.
 * - The token is a macro argument that the macro also turns into a string, which would show the
 * lowering.
 * - With the edits a macro call would have more or fewer arguments, or another end.
 * - A replaced range begins or ends inside a macro call.
 *
 * Such edits are trouble. A region is closed around each (expand.c): the expansion, with the edits,
 * replaces the macro call there. Only if that is impossible is the whole unit compiled from the
 * analysis text. Rejected: always the analysis text (one `assert(x << c)` would cost macro debug
 * information, columns and the other back end's reading of the system headers). */
#include "placement.h"

#include <stdlib.h>
#include <string.h>

#include "base/edit.h"
#include "source/lexer.h"
#include "base/text.h"

struct finder {
	struct placement *placement;
	const struct edits *edits;
	const struct analysis *analysis;
	struct provenance provenance;
	struct region *regions; /* trouble; closed and merged at the end */
	size_t region_count, region_room;
};

/* ---- trouble ---- */

static void give_up(struct finder *finder, size_t token, const char *why)
{
	if (finder->placement->reason) return;
	struct place place =
	        analysis_place(finder->analysis, finder->analysis->tokens[token].offset);
	finder->placement->reason = text_format("%s:%u: %s", place.file, place.line, why);
}

static void trouble(struct finder *finder, size_t first, size_t last)
{
	struct region *region = GROW(finder->regions, finder->region_count, finder->region_room);
	*region = (struct region){.first = first, .last = last + 1};
}

/* ---- first, each edit by itself ---- */

static size_t index_of(const struct finder *finder, const struct token *token)
{
	return (size_t)(token - finder->analysis->tokens);
}

static void placement_put(struct finder *finder, size_t edit, size_t anchor, uint32_t start,
                          uint32_t end)
{
	struct placement *placement = finder->placement;
	const struct edit *which = &finder->edits->list[edit];
	struct placed *placed = GROW(placement->list, placement->count, placement->room);
	*placed = (struct placed){
	        .inclusion = provenance_owner(&finder->provenance, anchor),
	        .start = start,
	        .end = end,
	        .rank = (int)which->kind,
	        .order = which->order,
	        .sequence = which->sequence,
	        .edit = edit,
	        .anchor = anchor,
	        .text = text_copy(which->text, strlen(which->text)),
	};
}

static void put_behind(struct finder *finder, size_t edit, size_t anchor)
{
	placement_put(finder, edit, anchor, provenance_end(&finder->provenance, anchor),
	              provenance_end(&finder->provenance, anchor));
}

static void put_before(struct finder *finder, size_t edit, size_t anchor)
{
	uint32_t offset = finder->analysis->tokens[anchor].source_offset;
	placement_put(finder, edit, anchor, offset, offset);
}

/* The neighbour across the gap serves only if no argument ends between the two. */
static void place_insertion(struct finder *finder, size_t edit)
{
	const struct edit *which = &finder->edits->list[edit];
	const struct token *before = analysis_token_before(finder->analysis, which->start);
	const struct token *after = analysis_token_at(finder->analysis, which->start);
	size_t left = before ? index_of(finder, before) : 0,
	       right = after ? index_of(finder, after) : 0;
	if (which->kind == EDIT_AFTER && before && provenance_copies(&finder->provenance, left))
		put_behind(finder, edit, left);
	else if (which->kind == EDIT_BEFORE && after &&
	         provenance_copies(&finder->provenance, right))
		put_before(finder, edit, right);
	else if (after && provenance_is_plain(&finder->provenance, right))
		put_before(finder, edit, right);
	else if (before && provenance_is_plain(&finder->provenance, left))
		put_behind(finder, edit, left);
	else if (which->kind == EDIT_AFTER ? before != NULL : !after) trouble(finder, left, left);
	else trouble(finder, right, right);
}

/* May first..last of one file be replaced? Only complete calls may lie between. */
static bool may_replace(struct finder *finder, size_t first, size_t last)
{
	const struct analysis *analysis = finder->analysis;
	int inclusion = provenance_owner(&finder->provenance, first);
	if (!provenance_copies(&finder->provenance, first) ||
	    !provenance_copies(&finder->provenance, last) ||
	    provenance_owner(&finder->provenance, last) != inclusion)
		return false;
	uint32_t start = analysis->tokens[first].source_offset,
	         end = provenance_end(&finder->provenance, last);
	if (end <= start) return false;
	const struct macro_calls *calls = &provenance_file(&finder->provenance, inclusion)->calls;
	for (size_t i = 0; i < calls->count; i++) {
		const struct macro_call *call = &calls->list[i];
		bool apart = call->end <= start || call->start >= end;
		bool within = call->start >= start && call->end <= end,
		     around = call->open < start && call->end > end;
		if (!apart && !within && !around) return false;
	}
	for (size_t i = first; i <= last; i++)
		if (provenance_copies(&finder->provenance, i) &&
		    (provenance_owner(&finder->provenance, i) != inclusion ||
		     analysis->tokens[i].source_offset < start ||
		     analysis->tokens[i].source_offset >= end))
			return false;
	return true;
}

static bool placement_is_one_of(const char *at, const char *end, const char *const *words)
{
	while (*words && !lexer_word_is(at, end, *words)) words++;
	return *words != NULL;
}

/* Are the directives in start..end only whole #if groups, which have been evaluated? */
static bool only_chooses(const struct source *source, uint32_t start, uint32_t end)
{
	const char *stop = source->text + end, *before = source->text + start, *at;
	int depth = 0;
	for (; (at = lexer_skip_space(before, stop)) < stop; before = lexer_token_end(at, stop)) {
		const char *hash = lexer_hash(at, stop);
		if (!hash || !memchr(before, '\n', (size_t)(at - before))) continue;
		at = lexer_skip_blank(hash, stop);
		bool begins = placement_is_one_of(
		        at, stop, (const char *const[]){"if", "ifdef", "ifndef", NULL});
		bool ends = lexer_word_is(at, stop, "endif");
		depth += begins - ends;
		if (!begins && !ends &&
		    !placement_is_one_of(
		            at, stop,
		            (const char *const[]){"else", "elif", "elifdef", "elifndef", NULL}))
			return false;
		if (depth < 0 || at >= stop) return false;
	}
	return depth == 0;
}

static void place_replacement(struct finder *finder, size_t edit)
{
	const struct edit *which = &finder->edits->list[edit];
	const struct token *start = analysis_token_at(finder->analysis, which->start);
	const struct token *end = analysis_token_before(finder->analysis, which->end);
	if (!start || !end || start > end) return;
	size_t first = index_of(finder, start), last = index_of(finder, end);
	if (!may_replace(finder, first, last)) trouble(finder, first, last);
	else if (!only_chooses(&finder->analysis->sources[start->file], start->source_offset,
	                       provenance_end(&finder->provenance, last)))
		give_up(finder, first, "a directive stands inside a construct");
	else
		placement_put(finder, edit, first, start->source_offset,
		              provenance_end(&finder->provenance, last));
}

/* ---- then, what they do to macro calls ---- */

static int placement_compare(const void *left, const void *right)
{
	const struct placed *a = left, *b = right;
	if (a->inclusion != b->inclusion) return a->inclusion < b->inclusion ? -1 : 1;
	if (a->start != b->start) return a->start < b->start ? -1 : 1;
	if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
	if (a->order != b->order) return a->order < b->order ? -1 : 1;
	return a->sequence < b->sequence ? -1 : a->sequence > b->sequence;
}

static void sort(struct placement *placement)
{
	if (placement->count)
		qsort(placement->list, placement->count, sizeof *placement->list,
		      placement_compare);
}

static bool same_spot(const struct placed *a, const struct placed *b)
{
	return a->inclusion == b->inclusion && a->start == b->start && a->end == b->end &&
	       a->rank == b->rank;
}

/* Do this anchor's edits have the same texts as the first anchor's, in the same order? */
static bool is_like_first(const struct placed *group, size_t count, size_t anchor)
{
	size_t k = 0;
	for (size_t i = 0; i < count; i++) {
		if (group[i].anchor != anchor) continue;
		while (k < count && group[k].anchor != group[0].anchor) k++;
		if (k == count || strcmp(group[k++].text, group[i].text)) return false;
	}
	for (; k < count; k++)
		if (group[k].anchor == group[0].anchor) return false;
	return true;
}

static size_t count_anchors(const struct placed *group, size_t count)
{
	size_t anchors = 0;
	for (size_t i = 0; i < count; i++) {
		bool seen = false;
		for (size_t k = 0; k < i; k++) seen |= group[k].anchor == group[i].anchor;
		anchors += !seen;
	}
	return anchors;
}

/* The group's edits have the same spot. Equal copies become one; otherwise all of them are
 * trouble. */
static void check_copies(struct finder *finder, struct placed *group, size_t count)
{
	unsigned copies = provenance_copies(&finder->provenance, group[0].anchor);
	if (copies == 1) return;
	bool alike = count_anchors(group, count) == copies;
	for (size_t i = 0; i < count; i++) alike &= is_like_first(group, count, group[i].anchor);
	size_t kept = group[0].anchor;
	for (size_t i = 0; i < count; i++) {
		if (!alike) trouble(finder, group[i].anchor, group[i].anchor);
		if (!alike || group[i].anchor != kept) group[i].inclusion = -1;
	}
}

struct shape {
	size_t commas;
	bool closed;
};

/* Measures a call's text from its parenthesis on: top-level commas, and whether it closes at its
 * end. */
static struct shape shape_of(const char *at, const char *end)
{
	struct shape shape = {0};
	int depth = 0;
	while ((at = lexer_skip_space(at, end)) < end) {
		depth += *at == '(';
		depth -= *at == ')';
		shape.commas += *at == ',' && depth == 1;
		at = lexer_token_end(at, end);
		if (!depth) break;
	}
	shape.closed = !depth && lexer_skip_space(at, end) == end;
	return shape;
}

static bool lies_in(const struct placed *placed, int inclusion, const struct macro_call *call)
{
	return placed->inclusion == inclusion && placed->start > call->open &&
	       placed->end < call->end;
}

/* Does the call keep its commas and its end? list[first] is the first edit inside it. */
static bool keeps_shape(const struct placement *placement, size_t first,
                        const struct macro_call *call, const char *source)
{
	struct text text = {0};
	uint32_t done = call->open;
	for (size_t i = first; i < placement->count &&
	                       lies_in(&placement->list[i], placement->list[first].inclusion, call);
	     i++) {
		text_add(&text, source + done, placement->list[i].start - done);
		text_printf(&text, " %s ", placement->list[i].text);
		done = placement->list[i].end;
	}
	text_add(&text, source + done, call->end - done);
	struct shape before = shape_of(source + call->open, source + call->end);
	struct shape after = shape_of(text.bytes, text.bytes + text.length);
	text_free(&text);
	return before.commas == after.commas && before.closed && after.closed;
}

static void placement_check_call(struct finder *finder, int inclusion,
                                 const struct macro_call *call)
{
	const struct placement *placement = finder->placement;
	size_t first = 0;
	while (first < placement->count && !lies_in(&placement->list[first], inclusion, call))
		first++;
	if (first == placement->count) return;
	const char *source = provenance_file(&finder->provenance, inclusion)->source->text;
	if (!call->becomes_string && keeps_shape(placement, first, call, source)) return;
	for (size_t i = first;
	     i < placement->count && lies_in(&placement->list[i], inclusion, call); i++)
		trouble(finder, placement->list[i].anchor, placement->list[i].anchor);
}

static void check_calls(struct finder *finder)
{
	const struct placement *placement = finder->placement;
	for (size_t i = 0; i < placement->count; i++) {
		int inclusion = placement->list[i].inclusion;
		if (inclusion < 0 || (i && placement->list[i - 1].inclusion == inclusion)) continue;
		const struct macro_calls *calls =
		        &provenance_file(&finder->provenance, inclusion)->calls;
		for (size_t k = 0; k < calls->count; k++)
			placement_check_call(finder, inclusion, &calls->list[k]);
	}
}

static void free_placed(struct placed *placed)
{
	free(placed->text);
	free(placed->spots.list);
}

static void drop_unplaced(struct placement *placement)
{
	size_t kept = 0;
	for (size_t i = 0; i < placement->count; i++)
		if (placement->list[i].inclusion >= 0) placement->list[kept++] = placement->list[i];
		else free_placed(&placement->list[i]);
	placement->count = kept;
}

static void check_macros(struct finder *finder)
{
	struct placement *placement = finder->placement;
	sort(placement);
	for (size_t i = 0, end; i < placement->count; i = end) {
		for (end = i + 1; end < placement->count &&
		                  same_spot(&placement->list[i], &placement->list[end]);)
			end++;
		check_copies(finder, &placement->list[i], end - i);
	}
	drop_unplaced(placement);
	check_calls(finder);
}

/* ---- last, regions for those in trouble ---- */

static bool overlap(const struct region *region, size_t first, size_t last)
{
	return first < region->last && last > region->first;
}

/* Merges overlapping regions. Returns whether there were any. */
static bool merge_regions(struct finder *finder)
{
	size_t before = finder->region_count;
	for (size_t i = 0; i < finder->region_count; i++)
		for (size_t k = i + 1; k < finder->region_count;) {
			struct region *a = &finder->regions[i], *b = &finder->regions[k];
			if (!overlap(a, b->first, b->last)) {
				k++;
				continue;
			}
			a->first = a->first < b->first ? a->first : b->first;
			a->last = a->last > b->last ? a->last : b->last;
			*b = finder->regions[--finder->region_count];
			k = i + 1;
		}
	return finder->region_count < before;
}

/* Widens regions that contain part of a replacement to all of it. Returns whether one grew. */
static bool swallow_replacements(struct finder *finder)
{
	bool grown = false;
	for (size_t i = 0; i < finder->edits->count; i++) {
		const struct edit *edit = &finder->edits->list[i];
		if (edit->kind != EDIT_REPLACE) continue;
		size_t first = index_of(finder, analysis_token_at(finder->analysis, edit->start));
		size_t last =
		        index_of(finder, analysis_token_before(finder->analysis, edit->end)) + 1;
		for (size_t k = 0; k < finder->region_count; k++) {
			struct region *region = &finder->regions[k];
			if (!overlap(region, first, last) ||
			    (region->first <= first && region->last >= last))
				continue;
			region->first = region->first < first ? region->first : first;
			region->last = region->last > last ? region->last : last;
			grown = true;
		}
	}
	return grown;
}

/* Closing widens regions, which are then merged and widened again until nothing changes. */
static void close_regions(struct finder *finder)
{
	bool changed = true;
	while (changed) {
		do merge_regions(finder);
		while (swallow_replacements(finder));
		for (size_t i = 0; i < finder->region_count; i++) {
			const char *why = region_close(&finder->regions[i], &finder->provenance);
			if (why) {
				give_up(finder, finder->regions[i].first, why);
				return;
			}
		}
		changed = merge_regions(finder);
		changed |= swallow_replacements(finder);
	}
}

/* Replaces the region by its text, in which its edits are made. */
static void put_region(struct finder *finder, const struct region *region)
{
	struct placement *placement = finder->placement;
	struct spots spots = {0};
	char *text = region_text(region, &finder->provenance, finder->edits, &spots);
	if (!text) {
		give_up(finder, region->first, "a macro names itself, makes a pragma, or counts");
		return;
	}
	for (size_t i = 0; i < placement->count; i++) {
		size_t edit = placement->list[i].edit;
		if (edit < finder->edits->count &&
		    region_holds(region, &finder->provenance, &finder->edits->list[edit]))
			placement->list[i].inclusion = -1;
	}
	struct placed *placed = GROW(placement->list, placement->count, placement->room);
	*placed = (struct placed){.inclusion = region->inclusion,
	                          .start = region->start,
	                          .end = region->end,
	                          .rank = EDIT_REPLACE,
	                          .edit = SIZE_MAX,
	                          .text = text,
	                          .spots = spots};
}

static void put_regions(struct finder *finder)
{
	close_regions(finder);
	for (size_t i = 0; i < finder->region_count && !finder->placement->reason; i++)
		put_region(finder, &finder->regions[i]);
	drop_unplaced(finder->placement);
	sort(finder->placement);
}

void placement_find(struct placement *placement, const struct analysis *analysis,
                    const struct inclusions *inclusions, const struct edits *edits)
{
	*placement = (struct placement){0};
	struct finder finder = {.placement = placement, .edits = edits, .analysis = analysis};
	provenance_init(&finder.provenance, analysis, inclusions);
	for (size_t i = 0; i < edits->count && !placement->reason; i++)
		if (edits->list[i].kind == EDIT_REPLACE) place_replacement(&finder, i);
		else place_insertion(&finder, i);
	check_macros(&finder);
	if (finder.region_count && !placement->reason) put_regions(&finder);
	provenance_fini(&finder.provenance);
	free(finder.regions);
}

void placement_free(struct placement *placement)
{
	for (size_t i = 0; i < placement->count; i++) free_placed(&placement->list[i]);
	free(placement->list);
	free(placement->reason);
	*placement = (struct placement){0};
}
