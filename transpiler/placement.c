/* SPDX-License-Identifier: MIT */
/* An edit that hangs on tokens in place is an edit of the author's text, unless a macro stands between.
 *
 * Four things can go wrong, and then the whole unit is compiled from the analysis text instead:
 * - the token came out of a macro's body. If the edit only wants a gap between two tokens and the token
 *   on the other side is in place, that one serves;
 * - the token is a macro argument that is expanded several times, and the expansions want different
 *   edits. If they want the same ones, they are made once;
 * - the token is a macro argument that the macro also turns into a string: the program would print the
 *   lowering;
 * - a replaced range begins or ends inside a macro call, or holds directives that do more than choose.
 *   Complete calls inside it simply go. */
#include "placement.h"

#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "edit.h"
#include "lexer.h"
#include "text.h"

struct finder {
	struct placement *placement;
	const struct analysis *analysis;
	const struct inclusions *inclusions;
	int *files;              /* source of each inclusion */
};

static void fail(struct finder *finder, size_t offset, const char *why)
{
	if (finder->placement->reason)
		return;
	struct place place = analysis_place(finder->analysis, offset);
	finder->placement->reason = text_format("%s:%u: %s", place.file, place.line, why);
}

static struct placed *place_at(struct finder *finder, const struct edit *edit, const struct token *token, uint32_t start,
                               uint32_t end)
{
	struct placement *placement = finder->placement;
	struct placed *placed = GROW(placement->list, placement->count, placement->room);
	*placed = (struct placed){inclusions_at(finder->inclusions, token->offset), start, end, (int)edit->kind,
	                          edit->order, edit->sequence, (size_t)(token - finder->analysis->tokens), edit->text};
	return placed;
}

static uint32_t source_end(const struct token *token)
{
	return token->source_offset + token->length;
}

static void place_insertion(struct finder *finder, const struct edit *edit)
{
	const struct token *before = analysis_token_before(finder->analysis, edit->start);
	const struct token *after = analysis_token_at(finder->analysis, edit->start);
	bool left = before && before->in_place, right = after && after->in_place;
	if (left && (edit->kind == EDIT_AFTER || !right))
		place_at(finder, edit, before, source_end(before), source_end(before));
	else if (right)
		place_at(finder, edit, after, after->source_offset, after->source_offset);
	else
		fail(finder, edit->start, "a construct comes out of a macro");
}

static bool is_directive(const char *text, const char *at)
{
	while (at > text && (at[-1] == ' ' || at[-1] == '\t'))
		at--;
	return at == text || at[-1] == '\n';
}

/* May start..end of the file go? What is not a token of first..last must be complete macro calls. */
static bool may_replace(const struct analysis *analysis, const struct token *first, const struct token *last)
{
	const struct source *source = &analysis->sources[first->file];
	const char *text = source->text, *at = text + first->source_offset, *end = text + source_end(last);
	const struct token *token = first;
	int depth = 0;
	for (; (at = lexer_skip_space(at, end)) < end; at = lexer_token_end(at, end)) {
		while (token <= last && !token->in_place)
			token++;
		if (token <= last && token->file == first->file && text + token->source_offset == at) {
			token++;
			continue;
		}
		depth += *at == '(';
		depth -= *at == ')';
		if (depth < 0 || (*at == '#' && is_directive(text, at)))
			return false;
	}
	while (token <= last && !token->in_place)
		token++;
	return depth == 0 && token > last;
}

static void place_replacement(struct finder *finder, const struct edit *edit)
{
	const struct token *first = analysis_token_at(finder->analysis, edit->start);
	const struct token *last = analysis_token_before(finder->analysis, edit->end);
	if (!first || !last || first > last || !first->in_place || !last->in_place)
		fail(finder, edit->start, "a construct comes out of a macro");
	else if (inclusions_at(finder->inclusions, first->offset) != inclusions_at(finder->inclusions, last->offset))
		fail(finder, edit->start, "a construct stands in two files");
	else if (source_end(last) < source_end(first) || !may_replace(finder->analysis, first, last))
		fail(finder, edit->start, "a construct begins or ends inside a macro call");
	else
		place_at(finder, edit, first, first->source_offset, source_end(last));
}

static int compare(const void *left, const void *right)
{
	const struct placed *a = left, *b = right;
	if (a->inclusion != b->inclusion)
		return a->inclusion < b->inclusion ? -1 : 1;
	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	if (a->order != b->order)
		return a->order < b->order ? -1 : 1;
	return a->sequence < b->sequence ? -1 : a->sequence > b->sequence;
}

void placement_find(struct placement *placement, const struct analysis *analysis, const struct inclusions *inclusions,
                    const struct edits *edits)
{
	*placement = (struct placement){0};
	struct finder finder = {.placement = placement, .analysis = analysis, .inclusions = inclusions};
	for (size_t i = 0; i < edits->count && !placement->reason; i++)
		if (edits->list[i].kind == EDIT_REPLACE)
			place_replacement(&finder, &edits->list[i]);
		else
			place_insertion(&finder, &edits->list[i]);
	if (placement->count)
		qsort(placement->list, placement->count, sizeof *placement->list, compare);
}

void placement_free(struct placement *placement)
{
	free(placement->list);
	free(placement->reason);
	*placement = (struct placement){0};
}
