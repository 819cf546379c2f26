/* SPDX-License-Identifier: MIT */
/* The words carry all that the layout asks about them: whether the author wrote them, which bracket
 * they close, whether a macro reads them as its argument. Open brackets are known across lines. At
 * #else the brackets of #if count again, so that unbalanced branches do no harm. */
#include "pretty_words.h"

#include <stdlib.h>
#include <string.h>

#include "source/lexer.h"

/* ---- places ---- */

static const struct stretch *stretch_at(struct pretty_words *words, const char *at)
{
	const struct pretty *pretty = words->pretty;
	size_t offset = (size_t)(at - words->text);
	while (words->stretch + 1 < pretty->count && pretty->list[words->stretch + 1].out <= offset)
		words->stretch++;
	return &pretty->list[words->stretch];
}

/* Is `at` inside of the arguments of a macro, ours or one that the author calls? */
static bool is_in_call(struct pretty_words *words, const char *at)
{
	if (words->call.depth || words->call.at_name) return true;
	const struct stretch *stretch = stretch_at(words, at);
	uint32_t source = stretch->source;
	if (!stretch->ours) source += (uint32_t)((size_t)(at - words->text) - stretch->out);
	return stretch->inclusion >= 0 &&
	       provenance_is_in_call(words->pretty->provenance, stretch->inclusion, source);
}

/* ---- brackets ---- */

static char partner(char kind)
{
	return kind == ')' ? '(' : kind == ']' ? '[' : '{';
}

static void push(struct pretty_words *words, char kind)
{
	struct bracket *new = GROW(words->brackets, words->bracket_count, words->bracket_room);
	size_t length = strspn(words->start, " \t");
	*new = (struct bracket){kind, words->start, length};
}

static void pop(struct pretty_words *words, struct word *word)
{
	size_t count = words->bracket_count;
	while (count && words->brackets[count - 1].kind != partner(word->kind)) count--;
	if (!count) return;
	words->bracket_count = --count;
	word->indent = words->brackets[count].indent;
	word->indent_length = words->brackets[count].indent_length;
}

static void follow_brackets(struct pretty_words *words, struct word *word)
{
	if (word->kind == ')' || word->kind == ']' || word->kind == '}') pop(words, word);
	word->in_parentheses =
	        words->bracket_count && words->brackets[words->bracket_count - 1].kind != '{';
	if (word->kind == '(' || word->kind == '[' || word->kind == '{') push(words, word->kind);
}

/* Finds the pairs that are on this line. */
static void match(struct pretty_words *words)
{
	int *open = memory_new(words->count, sizeof *open);
	size_t depth = 0;
	for (size_t i = 0; i < words->count; i++) {
		struct word *word = &words->list[i];
		word->match = NO_WORD;
		if (word->kind == '(' || word->kind == '[' || word->kind == '{')
			open[depth++] = (int)i;
		if (word->kind != ')' && word->kind != ']' && word->kind != '}') continue;
		if (!depth || words->list[open[depth - 1]].kind != partner(word->kind)) continue;
		word->match = open[--depth];
		words->list[word->match].match = (int)i;
	}
	free(open);
}

/* ---- lines ---- */

static char kind_of(const char *at, const char *end)
{
	char spelling[8];
	if (lexer_is_word_at(at, end) && end[-1] != '"' && end[-1] != '\'') return 'a';
	if (end[-1] == '"') return '"';
	if (end[-1] == '\'' || (*at >= '0' && *at <= '9')) return '0';
	if ((size_t)(end - at) > sizeof spelling) return '0';
	return lexer_primary(spelling, at, end) == 1 ? spelling[0] : 'o';
}

static void add_word(struct pretty_words *words, const char *at, const char *end, bool comment)
{
	const struct word *before = words->count ? &words->list[words->count - 1] : NULL;
	const char *behind = before ? before->end : words->start;
	const struct stretch *stretch = stretch_at(words, at);
	struct word *word = GROW(words->list, words->count, words->room);
	*word = (struct word){.at = at, .end = end, .behind = behind};
	word->kind = comment ? '/' : kind_of(at, end);
	word->ours = stretch->ours && !comment;
	word->line = word->ours ? stretch->line : 0;
	word->file_scope = stretch->file_scope;
	word->row = (unsigned)text_newlines(words->start, at);
	words->touched |= word->ours;
	word->in_call = is_in_call(words, at);
	if (comment) return;
	our_call_follow(&words->call, at, end, word->ours);
	follow_brackets(words, word);
}

static void read_directive(struct pretty_words *words, const char *hash)
{
	const char *name = lexer_skip_blank(hash, words->stop);
	bool starts = lexer_word_is(name, words->stop, "if") ||
	              lexer_word_is(name, words->stop, "ifdef") ||
	              lexer_word_is(name, words->stop, "ifndef");
	bool ends = lexer_word_is(name, words->stop, "endif");
	bool turns = name < words->stop && *name == 'e' && !ends;
	words->end = lexer_line_end(name, words->stop);
	words->call = (struct our_call){0};
	if (starts)
		*GROW(words->groups, words->group_count, words->group_room) = words->bracket_count;
	if (turns && words->group_count &&
	    words->groups[words->group_count - 1] < words->bracket_count)
		words->bracket_count = words->groups[words->group_count - 1];
	if (ends && words->group_count) words->group_count--;
}

bool pretty_words_next(struct pretty_words *words)
{
	if (words->end) words->at = words->end + (words->end < words->stop);
	if (words->at >= words->stop) return false;
	const char *at = words->start = words->at, *stop = words->stop;
	words->count = 0;
	words->touched = false;
	while (at < stop && *at != '\n') {
		const char *comment = lexer_comment(at, stop), *splice = lexer_splice(at, stop);
		const char *hash = words->count ? NULL : lexer_hash(at, stop);
		if (hash) {
			read_directive(words, hash);
			return true;
		}
		if (splice) at = splice;
		else if (!comment && strchr(" \t\f\v\r", *at)) at++;
		else {
			const char *end = comment ? comment : lexer_token_end(at, stop);
			add_word(words, at, end, comment != NULL);
			at = end;
		}
	}
	words->end = at;
	words->in_call =
	        words->call.depth || words->call.at_name || (at < stop && is_in_call(words, at));
	match(words);
	return true;
}

void pretty_words_fini(struct pretty_words *words)
{
	free(words->list);
	free(words->brackets);
	free(words->groups);
}
