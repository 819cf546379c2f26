/* SPDX-License-Identifier: MIT */
/* Edits at random places of a real unit, carried out twice: in the author's text (emit.c) and in the analysis
 * text (edits_apply). Preprocessed, both must be the same tokens; the maps of edits_apply must agree.
 *
 *   random_edits FORM OUTPUT NAME SEED EVERY LOWERED WANTED     OUTPUT: of the preprocessor for NAME. Writes aligned.c,
 *                                                               the form for the compiler, and "places", where tokens
 *                                                               of NAME stand that no edit replaces
 *   random_edits places OUTPUT NAME                             prints where tokens of NAME stand, with records
 *   random_edits tokens TEXT                                    prints a text's tokens, one per line */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source/analysis.h"
#include "base/edit.h"
#include "emit/emit.h"
#include "source/lexer.h"
#include "source/preprocess.h"
#include "source/source.h"

static void print_tokens(FILE *file, const char *text, size_t length)
{
	const char *end = text + length, *at = text;
	while ((at = lexer_skip_space(at, end)) < end) {
		const char *stop = lexer_token_end(at, end);
		if (*at == '#' && (at == text || at[-1] == '\n')) {
			stop = memchr(at, '\n', (size_t)(end - at));
			stop = stop ? stop : end;
			if (at[1] == ' ') {
				at = stop;
				continue;
			}
		}
		fprintf(file, "%.*s\n", (int)(stop - at), at);
		at = stop;
	}
}

/* The last token on this one's line, at most five further. */
static size_t last_to_replace(const struct analysis *analysis, size_t first)
{
	size_t last = first + (size_t)(rand() % 6);
	const char *text = analysis->text;
	while (last >= analysis->token_count || (last > first && memchr(text + analysis->tokens[first].offset, '\n',
	                                                                analysis->tokens[last].offset - analysis->tokens[first].offset)))
		last--;
	return last;
}

static void make_edits(const struct analysis *analysis, struct edits *edits, int every)
{
	int number = 0;
	for (size_t i = 0; i < analysis->token_count; i++) {
		const struct token *token = &analysis->tokens[i];
		size_t start = token->offset, end = start + token->length;
		if (analysis_place(analysis, start).system || rand() % every)
			continue;
		number++;
		switch (rand() % 4) {
		case 0:
			edit_after(edits, end, 0, " after_%d ", number);
			break;
		case 1:
			edit_before(edits, start, 0, " before_%d ", number);
			break;
		case 2:
			edit_before(edits, start, 0, " around_%d( ", number);
			edit_after(edits, end, 0, " ) ");
			break;
		default:
			i = last_to_replace(analysis, i);
			edit_replace(edits, start, analysis->tokens[i].offset + analysis->tokens[i].length, " instead_%d ", number);
		}
	}
}

static bool is_replaced(const struct edits *edits, size_t offset)
{
	for (size_t i = 0; i < edits->count; i++)
		if (edits->list[i].kind == EDIT_REPLACE && edits->list[i].start <= offset && offset < edits->list[i].end)
			return true;
	return false;
}

static const char *check_maps(const struct analysis *analysis, const struct edits *edits, const struct edited *edited)
{
	for (size_t i = 0; i < analysis->length; i += 7) {
		if (is_replaced(edits, i))
			continue;
		size_t there = original_to_edited(edited, i);
		if (edited->text[there] != analysis->text[i] || edited_to_original(edited, there) != i)
			return "a map is wrong";
	}
	for (size_t i = 0; i < edits->count; i++)
		if (edits->list[i].kind == EDIT_REPLACE) {
			size_t there = original_to_edited(edited, edits->list[i].start);
			if (strncmp(edited->text + there, edits->list[i].text, strlen(edits->list[i].text)) ||
			    edited_to_original(edited, there + 2) != edits->list[i].start)
				return "a replacement's anchor is wrong";
		}
	return NULL;
}

/* Tokens of the main file that stand in no macro's body. */
static void print_places(FILE *file, const struct analysis *analysis, const struct edits *edits)
{
	for (size_t i = 0; i < analysis->token_count; i++) {
		const struct token *token = &analysis->tokens[i];
		if (token->file == analysis->main_file && token->line && (!edits || (token->in_place && !is_replaced(edits, token->offset))))
			fprintf(file, "%.*s %u:%u\n", (int)token->length, analysis->text + token->offset, token->line, token->column);
	}
}

int main(int count, char **arguments)
{
	size_t length = 0;
	char *text = count > 2 ? source_read(arguments[2], &length) : NULL;
	if (!text)
		return 2;
	if (!strcmp(arguments[1], "tokens")) {
		print_tokens(stdout, text, length);
		return 0;
	}
	struct analysis analysis;
	struct edits edits = {0};
	preprocess_read(&analysis, &(struct preprocess_input){
		.form = !strcmp(arguments[1], "macros") ? PREPROCESS_MACROS : PREPROCESS_RECORDS,
		.output = text, .length = length, .main_name = arguments[3]});
	if (!strcmp(arguments[1], "places")) {
		print_places(stdout, &analysis, NULL);
		return 0;
	}
	srand((unsigned)atoi(arguments[4]));
	make_edits(&analysis, &edits, atoi(arguments[5]));
	struct lowered lowered = emit_unit(&analysis, &edits, false, false);
	struct edited edited = edits_apply(&edits, analysis.text, analysis.length);
	FILE *file = fopen(arguments[6], "w"), *wanted = fopen(arguments[7], "w");
	FILE *aligned = fopen("aligned.c", "w"), *places = fopen("places", "w");
	fwrite(lowered.aligned.bytes, 1, lowered.aligned.length, aligned);
	print_places(places, &analysis, &edits);
	fclose(aligned);
	fclose(places);
	fwrite(lowered.text.bytes, 1, lowered.text.length, file);
	print_tokens(wanted, edited.text, edited.length);
	fclose(file);
	fclose(wanted);
	const char *wrong = check_maps(&analysis, &edits, &edited);
	if (lowered.preprocessed)
		printf("preprocessed: %s\n", lowered.reason);
	if (wrong)
		printf("%s\n", wrong);
	return wrong != NULL;
}
