/* SPDX-License-Identifier: MIT */
/* The word, its page, and the lines of the emitted text that the construct's lines became. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "words.h"

enum { LINES_MAX = 24 };

static const struct page {
	const char *word, *name, *paragraph;
} pages[] = {
#include "editor/reference.inc"
};

/* With or without _Conc_; || is the same as or. */
static const struct page *find_page(const char *text, size_t length)
{
	static const char prefix[] = "_Conc_";
	size_t before = sizeof prefix - 1;
	if (length > before && !memcmp(text, prefix, before)) text += before, length -= before;
	if (length == 4 && !memcmp(text, "else", 4)) text = "or", length = 2;
	if (length == 2 && !memcmp(text, "||", 2)) text = "or";
	if (length == 2 && !memcmp(text, "&&", 2)) text = "and", length = 3;
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
		if (strlen(pages[i].word) == length && !memcmp(pages[i].word, text, length))
			return &pages[i];
	return NULL;
}

/* The whole construct that the word belongs to. */
static TSNode construct_of(const struct editor_word *word)
{
	static const char *const parts[] = {"wait_clause",    "wait_guard",     "wait_or",
	                                    "wait_and",       "wait_group",     "wait_else",
	                                    "timeout_clause", "require_clause", "wait_declaration",
	                                    "wait_drop",      "wait_separate",  NULL};
	TSNode node = word->node;
	if (!ts_node_is_named(node) || text_listed(node_type(node), "identifier", true))
		node = node_parent(node);
	while (node_type_in(node, parts)) node = node_parent(node);
	return node;
}

/* Returns the next marker, # line, or end. */
static const char *next_marker(const char *at, const char *end)
{
	while (at < end && !text_starts(at, "#line ")) {
		at = text_line_end(at, end);
		at += at < end;
	}
	return at;
}

static bool is_in_line(const char *at, const char *end, const char *name)
{
	size_t length = strlen(name);
	while (at + length <= end && memcmp(at, name, length) != 0) at++;
	return length && at + length <= end;
}

/* What an edit adds at file scope to a kind, or to a behaviour, has its name in it. */
static bool is_of(const char *at, const char *end, const char *name, bool kind, bool before)
{
	bool type = text_starts(at, "typedef ") || is_in_line(at, end, "_TYPE(");
	bool behaviour = text_starts(at, "CONC_RECEIVE") || text_starts(at, "conc_disposition");
	if (!is_in_line(at, end, name)) return false;
	return kind ? !behaviour && before == text_starts(at, "typedef ") : !type && before;
}

/* Appends the lines of the emitted text that come from lines first..last of the file. A marker
 * tells the line of what follows. What stands there beyond that line is an edit's, and belongs to
 * what is behind it; at file scope, if name is not null, also to the construct before. */
static void add_emitted(struct text *out, const struct text *emitted, unsigned first, unsigned last,
                        const char *name, bool kind)
{
	const char *at = emitted->bytes, *end = at + emitted->length, *stop, *next;
	unsigned count = 0;
	bool own = false;
	for (at = at ? next_marker(at, end) : end; at < end; at = next) {
		unsigned line = (unsigned)strtoul(at + strlen("#line "), NULL, 10);
		stop = text_line_end(at, end);
		const char *file = memchr(at, '"', (size_t)(stop - at));
		if (file) own = text_starts(file, "\"<stdin>\"");
		next = next_marker(stop + (stop < end), end);
		unsigned behind = next < end ? (unsigned)strtoul(next + strlen("#line "), NULL, 10)
		                             : UINT_MAX;
		unsigned most = behind > line ? behind - 1 : line;
		for (at = stop + (stop < end); own && at < next; at = stop + (stop < end), line++) {
			unsigned from = line < most ? line : most;
			bool is_extra = line > most, is_wanted = first <= from && from <= last;
			stop = text_line_end(at, end);
			if (is_extra && name)
				is_wanted = (is_wanted && is_of(at, stop, name, kind, false)) ||
				            (behind == first && is_of(at, stop, name, kind, true));
			else if (is_extra) is_wanted = first <= behind && behind <= last;
			if (!is_wanted || strspn(at, " \t") == (size_t)(stop - at)) continue;
			if (count++ == LINES_MAX) text_puts(out, "…\n");
			if (count > LINES_MAX) continue;
			text_puts(out, count > 1 ? "" : "\n\n```c\n");
			text_add(out, at, (size_t)(stop - at));
			text_puts(out, "\n");
		}
	}
	if (count) text_puts(out, "```");
}

/* The name in what an edit adds at file scope: of the kind, or of the last parameter's type of a
 * behaviour; "": nothing is added. Null: in a function. */
static char *name_of(const struct text *text, TSNode construct)
{
	bool inside = !ts_node_is_null(enclosing_function(node_parent(construct))),
	     parameter = !ts_node_is_null(node_ancestor(construct, NODE_parameter_declaration));
	TSNode list = node_field(construct, "parameters"), name = node_field(construct, "name");
	if (inside && !parameter) return NULL;
	if (node_is_behaviour(construct))
		name = node_field(node_named_child(list, node_named_child_count(list) - 1), "type");
	return text_copy(text->bytes + node_start(name), node_end(name) - node_start(name));
}

static void add_hover(struct text *out, const struct text *text, const struct text *emitted,
                      const struct editor_word *word, const struct page *page)
{
	TSNode construct = construct_of(word);
	char *name = name_of(text, construct);
	struct text value = {0};
	text_puts(&value, page->paragraph);
	add_emitted(&value, emitted, ts_node_start_point(construct).row + 1,
	            ts_node_end_point(construct).row + 1, name, node_is_kind(construct));
	text_puts(out, "{\"contents\":{\"kind\":\"markdown\",\"value\":");
	text_json(out, value.bytes, value.length);
	text_puts(out, "},\"range\":");
	position_range(out, text, node_start(word->node), node_end(word->node));
	text_puts(out, "}");
	text_free(&value);
	free(name);
}

void answer_hover(struct text *out, const struct text *text, const struct text *emitted,
                  struct position position)
{
	struct syntax syntax = {0};
	struct editor_words words = {0};
	size_t at = position_offset(text, position);
	if (!syntax_parse(&syntax, text->bytes, text->length)) words_find(&words, &syntax);
	for (size_t i = 0; i < words.count; i++) {
		const struct editor_word *word = &words.list[i];
		size_t start = node_start(word->node), end = node_end(word->node), behind = start;
		if (at < start || at >= end) continue;
		while (behind < end && !strchr(" \t\r\n(", text->bytes[behind])) behind++;
		const struct page *page = find_page(text->bytes + start, behind - start);
		if (page) add_hover(out, text, emitted, word, page);
		break;
	}
	words_free(&words);
	syntax_free(&syntax);
}
