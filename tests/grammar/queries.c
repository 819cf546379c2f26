// SPDX-License-Identifier: MIT
/*
 * Checks the queries for editors: each file's patterns are valid for the parser, and
 * highlights.scm captures every word of the dialect. words.conc holds every word once in its
 * always-dialect spelling; a word of the parser's that it lacks is a failure too, so that
 * it cannot fall behind the grammar.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

enum { MAX_SYMBOLS = 1024 };

static void report(bool good, const char *what, const char *why)
{
	count(good);
	if (!good)
		printf("%s: %s\n", what, why);
}

static TSQuery *compile(const char *path)
{
	char *text = read_file(path);
	if (!text)
		return NULL;
	uint32_t offset = 0;
	TSQueryError error = TSQueryErrorNone;
	TSQuery *query = ts_query_new(tree_sitter_conc(), text, strlen(text), &offset, &error);
	char why[128];
	snprintf(why, sizeof why, "error %d at byte %u: %.40s", error, offset, text + (query ? 0 : offset));
	report(query, path, why);
	free(text);
	return query;
}

static bool is_word(TSNode node)
{
	return !ts_node_is_named(node) && !strncmp(ts_node_type(node), "_Conc_", 6);
}

/* Notes for each symbol of a word whether it occurs under `node`. */
static void note_words(TSNode node, bool *seen)
{
	if (is_word(node))
		seen[ts_node_symbol(node)] = true;
	for (uint32_t i = 0, n = ts_node_child_count(node); i < n; i++)
		note_words(ts_node_child(node, i), seen);
}

/* A capture of a word or of a node that is nothing but a word. */
static void note_captured(TSNode node, bool *captured)
{
	if (ts_node_child_count(node) == 1)
		node = ts_node_child(node, 0);
	if (is_word(node))
		captured[ts_node_symbol(node)] = true;
}

static void check_words(TSQuery *query, TSNode root)
{
	bool seen[MAX_SYMBOLS] = {0}, captured[MAX_SYMBOLS] = {0};
	note_words(root, seen);
	TSQueryCursor *cursor = ts_query_cursor_new();
	ts_query_cursor_exec(cursor, query, root);
	for (TSQueryMatch match; ts_query_cursor_next_match(cursor, &match);)
		for (uint16_t i = 0; i < match.capture_count; i++)
			note_captured(match.captures[i].node, captured);
	ts_query_cursor_delete(cursor);

	const TSLanguage *language = tree_sitter_conc();
	for (uint32_t symbol = 0; symbol < ts_language_symbol_count(language) && symbol < MAX_SYMBOLS; symbol++) {
		const char *name = ts_language_symbol_name(language, symbol);
		if (strncmp(name, "_Conc_", 6))
			continue;
		report(seen[symbol], name, "is not in the text of words");
		report(captured[symbol], name, "is not highlighted");
	}
}

int check_queries(TSParser *parser, const char *words, const char *path)
{
	char *text = read_file(words);
	if (!text)
		return 1;
	TSTree *tree = ts_parser_parse_string(parser, NULL, text, strlen(text));
	report(!ts_node_has_error(ts_tree_root_node(tree)), words, "does not parse");
	TSQuery *query = compile(path);
	if (query && strstr(path, "highlights"))
		check_words(query, ts_tree_root_node(tree));
	if (query)
		ts_query_delete(query);
	ts_tree_delete(tree);
	free(text);
	return !query;
}
