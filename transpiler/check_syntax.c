/* SPDX-License-Identifier: MIT */
/* What the parser could not read. Plain C is left to the back end, which names its errors best; where a
 * word of the dialect is involved the error is ours, with the form the construct has. */
#include "lower.h"

#include <string.h>

static const struct form {
	const char *word, *form;
} forms[] = {
	{ "mutex", "mutex (a, b) statement" },
	{ "thread", "thread name { members };" },
	{ "monitor", "monitor name { members };" },
	{ "new", "new type { initialisers }' or 'new type[n] { … }" },
	{ "delete", "delete pointer;" },
	{ "spawn", "spawn function(arguments)" },
	{ "blocking", "blocking { … }" },
	{ "impl", "impl lock for type { .lock = …, .unlock = … };" },
	{ "task", "task(result type) name" },
};

static const struct form *form_of(const char *text, size_t length)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (scope_word_is(text, length, forms[i].word)) return &forms[i];
	return NULL;
}

/* The first word of the dialect among the tokens of start..end. */
static const struct form *word_in(const struct unit *unit, size_t start, size_t end, const struct token **out)
{
	for (const struct token *token = analysis_token_at(unit->analysis, start);
	     token && token < unit->analysis->tokens + unit->analysis->token_count && token->offset < end; token++) {
		const char *text = unit->syntax.text + token->offset;
		const struct form *form = form_of(text, token->length);
		if (!form || !scope_is_dialect(&unit->scope, text, token->length, token->offset)) continue;
		*out = token;
		return form;
	}
	return NULL;
}

static bool is_system(const struct unit *unit, size_t offset)
{
	const struct token *token = analysis_token_at(unit->analysis, offset);
	return token && token->file >= 0 && unit->analysis->sources[token->file].system;
}

/* A missing token is reported behind what stands before it. */
static void report_missing(struct unit *unit, TSNode node, TSNode construct)
{
	const struct token *before = analysis_token_before(unit->analysis, node_start(node));
	size_t at = before ? before->offset + before->length - 1 : node_start(node);
	const struct token *word = NULL;
	const struct form *form = word_in(unit, node_start(construct), node_end(construct), &word);
	const char *type = ts_node_type(node);
	diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, at, at + 1, ts_node_is_named(node) ? "expected %s" : "expected '%s'",
	         ts_node_is_named(node) ? "an expression" : type);
	if (form) diagnose(unit->diagnostics, SEVERITY_NOTE, NULL, word->offset, word->offset + word->length,
	                   "the construct is written '%s'", form->form);
}

static void report_error(struct unit *unit, const struct form *form, const struct token *word)
{
	const struct token *next = word + 1;
	bool has_next = next < unit->analysis->tokens + unit->analysis->token_count;
	size_t end = word->offset + word->length;
	if (has_next)
		diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, word->offset, end, "syntax error in a '%s' construct", form->word);
	diagnose(unit->diagnostics, SEVERITY_NOTE, NULL, word->offset, end, "the construct is written '%s'", form->form);
}

static bool is_dialect_node(TSNode node)
{
	enum node_kind kind = node_kind(node);
	return kind >= NODE_thread_definition && kind <= NODE_separate_qualifier;
}

static TSNode dialect_around(TSNode node)
{
	for (; !ts_node_is_null(node); node = ts_node_parent(node))
		if (is_dialect_node(node)) return node;
	return node;
}

static void check_node(struct unit *unit, TSNode node)
{
	if (is_system(unit, node_start(node))) return;
	TSNode construct = dialect_around(node);
	const struct token *word = NULL;
	if (ts_node_is_missing(node)) {
		if (!ts_node_is_null(construct)) report_missing(unit, node, construct);
		return;
	}
	size_t start = ts_node_is_null(construct) ? node_start(node) : node_start(construct);
	const struct form *form = word_in(unit, start, node_end(node), &word);
	if (form) report_error(unit, form, word);
}

static void walk(struct unit *unit, TSNode node)
{
	if (node_is(node, NODE_ERROR) || ts_node_is_missing(node)) {
		check_node(unit, node);
		return;
	}
	if (!ts_node_has_error(node)) return;
	uint32_t count = ts_node_child_count(node);
	for (uint32_t i = 0; i < count; i++) walk(unit, ts_node_child(node, i));
}

/* "mutex (a);" reads as a call of a function nobody declared. */
static void check_call(struct unit *unit, TSNode call)
{
	TSNode function = node_field(call, "function");
	size_t start = node_start(function), length = node_end(function) - start;
	const char *text = unit->syntax.text + start;
	if (!scope_word_is(text, length, "mutex") || !scope_is_dialect(&unit->scope, text, length, start)) return;
	if (!node_is(ts_node_parent(call), NODE_expression_statement)) return;
	ERROR_AT(unit, call, "a mutex statement needs a body: 'mutex (…) { … }'");
}

static void check_calls(struct unit *unit)
{
	TSTreeCursor cursor = ts_tree_cursor_new(unit->syntax.root);
	for (bool more = true; more;) {
		TSNode node = ts_tree_cursor_current_node(&cursor);
		if (node_is(node, NODE_call_expression) && node_is(node_field(node, "function"), NODE_identifier)) check_call(unit, node);
		if (ts_tree_cursor_goto_first_child(&cursor)) continue;
		while (!ts_tree_cursor_goto_next_sibling(&cursor))
			if (!(more = ts_tree_cursor_goto_parent(&cursor))) break;
	}
	ts_tree_cursor_delete(&cursor);
}

void check_syntax(struct unit *unit)
{
	if (ts_node_has_error(unit->syntax.root)) walk(unit, unit->syntax.root);
	check_calls(unit);
}
