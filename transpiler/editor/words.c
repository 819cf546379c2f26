/* SPDX-License-Identifier: MIT */
/* Runs the dialect's part of the query over the tree. */
#include "words.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char query_text[] =
#include "editor/highlights.inc"
        ;

/* Does the text of the node match the pattern of the only predicate, #match? */
static bool agrees(const struct editor_words *words, const struct syntax *syntax, TSNode node,
                   uint32_t pattern)
{
	uint32_t count, length;
	const TSQueryPredicateStep *steps =
	        ts_query_predicates_for_pattern(words->query, pattern, &count);
	bool good = true;
	regex_t regex;
	for (uint32_t i = 0; i < count; i++) {
		if (i != 2) continue; /* match?  @capture  "pattern" */
		const char *text =
		        ts_query_string_value_for_id(words->query, steps[i].value_id, &length);
		char *name = text_copy(syntax->text + node_start(node),
		                       node_end(node) - node_start(node));
		if (regcomp(&regex, text, REG_EXTENDED | REG_NOSUB) == 0) {
			good = regexec(&regex, name, 0, NULL, 0) == 0;
			regfree(&regex);
		}
		free(name);
	}
	return good;
}

void words_find(struct editor_words *words, const struct syntax *syntax)
{
	uint32_t at, index;
	TSQueryError error;
	TSQueryMatch match;
	const char *dialect = strstr(query_text, "; The dialect.");
	TSQueryCursor *cursor = ts_query_cursor_new();
	words->query = ts_query_new(ts_parser_language(syntax->parser), dialect,
	                            (uint32_t)strlen(dialect), &at, &error);
	if (words->query) ts_query_cursor_exec(cursor, words->query, syntax->root);
	while (words->query && ts_query_cursor_next_capture(cursor, &match, &index)) {
		TSNode node = match.captures[index].node;
		struct editor_word *last = words->count ? &words->list[words->count - 1] : NULL;
		if ((last && node_start(node) < node_end(last->node)) ||
		    !agrees(words, syntax, node, match.pattern_index))
			continue;
		struct editor_word *word = GROW(words->list, words->count, words->room);
		word->node = node;
		word->capture = ts_query_capture_name_for_id(
		        words->query, match.captures[index].index, &word->capture_length);
	}
	ts_query_cursor_delete(cursor);
}

void words_free(struct editor_words *words)
{
	free(words->list);
	if (words->query) ts_query_delete(words->query);
}
