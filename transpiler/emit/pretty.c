/* SPDX-License-Identifier: MIT */
/* The pretty layout, for readers:
 *
 *     actor queue { int n; };
 *   --emit-c:
 *     typedef struct queue queue; struct queue { int n; struct conc_actor conc_actor; };
 * CONC_ACTOR_TYPE(queue);
 *   --emit-c=pretty:
 *     typedef struct queue queue;
 *     #line 7
 *     struct queue { int n; struct conc_actor conc_actor; };
 *     CONC_ACTOR_TYPE(queue);
 *     #line 8
 *
 * It is a pass over the lowered text, which moves no token. Lines without an edit stay byte for
 * byte. A line with one is cut between what the author wrote and what the edits added. Pieces that
 * are still wider than 120 columns are cut further: blocks are opened, and lines end after a comma
 * or before an operator.
 *
 * The author's words and the statements of an edit keep their line number, by a #line where the
 * number would be another. Definitions at file scope run on: no report names their line. Inside of
 * the arguments of a macro a #line is an extension of both back ends, which -Wpedantic reports, as
 * in columns.c. Rejected: a layout in each lowering (a lowering knows neither the width of the line
 * nor what other lowerings add to it). */
#include "pretty.h"

#include <stdlib.h>
#include <string.h>

#include "base/edit.h"
#include "pretty_words.h"
#include "source/analysis.h"
#include "source/lexer.h"

enum { WIDTH = 120, TAB = 8 };

/* ---- what is whose ---- */

void pretty_init(struct pretty *pretty, struct provenance *provenance)
{
	const struct analysis *analysis = provenance->analysis;
	unsigned depth = 0;
	*pretty = (struct pretty){.provenance = provenance};
	pretty->depth = memory_new(analysis->token_count + 1, sizeof *pretty->depth);
	for (size_t i = 0; i < analysis->token_count; i++) {
		char first = analysis->text[analysis->tokens[i].offset];
		pretty->depth[i] = depth;
		if (first == '{') depth++;
		if (first == '}' && depth) depth--;
	}
	pretty->depth[analysis->token_count] = depth;
}

void pretty_free(struct pretty *pretty)
{
	free(pretty->list);
	free(pretty->depth);
	*pretty = (struct pretty){0};
}

static struct stretch *add_stretch(struct pretty *pretty, size_t out)
{
	struct stretch *new = GROW(pretty->list, pretty->count, pretty->room);
	*new = (struct stretch){.out = out, .inclusion = -1};
	return new;
}

void pretty_author(struct pretty *pretty, int inclusion, uint32_t source, size_t out)
{
	struct stretch *new = add_stretch(pretty, out);
	new->inclusion = inclusion;
	new->source = source;
}

void pretty_directives(struct pretty *pretty, size_t out)
{
	add_stretch(pretty, out);
}

/* Returns the presumed line of the edit's place: its anchor's, and line breaks inside the anchor.
 */
static uint32_t line_of(const struct pretty *pretty, const struct placed *placed)
{
	if (placed->spots.count) return placed->spots.line;
	const struct token *anchor = &pretty->provenance->analysis->tokens[placed->anchor];
	const struct source *source =
	        provenance_file(pretty->provenance, placed->inclusion)->source;
	uint32_t line = anchor->line;
	const char *text = source->text;
	if (line) line += text_newlines(text + anchor->source_offset, text + placed->start);
	return line;
}

void pretty_edit(struct pretty *pretty, const struct placed *placed, size_t out)
{
	struct stretch *new = add_stretch(pretty, out);
	new->ours = true;
	new->line = line_of(pretty, placed);
	new->inclusion = placed->inclusion;
	new->source = placed->start;
	if (placed->spots.count) return;
	const struct token *anchor = &pretty->provenance->analysis->tokens[placed->anchor];
	bool behind = placed->start > anchor->source_offset;
	new->file_scope = !pretty->depth[placed->anchor + behind];
}

/* ---- one line ---- */

/* A line that is laid out. */
struct layout {
	const struct pretty_words *words;
	struct text *out;
	struct word *list;
	int count;
	uint32_t line;   /* its presumed number */
	uint32_t number; /* that of the next line that is written, without a directive */
	bool in_calls;
	int piece; /* the first word of the piece that is written */
};

/* A run of words that gets lines of its own. */
struct piece {
	int first, end;
	bool ours;     /* all of it */
	bool numbered; /* its number matters */
};

static bool is_closed_here(const struct word *list, int i)
{
	return list[i].kind == '{' && list[i].match != NO_WORD;
}

/* Are the words from first to end all ours? */
static bool all_ours(const struct word *list, int first, int end)
{
	for (int i = first; i < end; i++)
		if (!list[i].ours) return false;
	return true;
}

/* Does the block stay on one line? One that an edit made around the author's words does not. */
static bool is_kept(const struct word *list, int open)
{
	if (!is_closed_here(list, open) || list[open].opened) return false;
	return !list[open].ours || all_ours(list, open, list[open].match + 1);
}

static bool is_word(const struct word *word, const char *name)
{
	return lexer_word_is(word->at, word->end, name);
}

/* May a line end between this word and the next, as between statements? */
static bool divides(const struct word *list, int count, int i)
{
	int next = i + 1;
	while (next < count && list[next].kind == '/') next++;
	if (next >= count || list[i].in_parentheses || list[next].in_call) return false;
	const struct word *left = &list[i], *right = &list[next];
	bool closes = right->kind == '}';
	if (left->kind == '{' && left->opened) return true;
	if (closes && right->match != NO_WORD) return list[right->match].opened;
	if (!left->ours && !right->ours) return false;
	if (closes) return left->kind == ';' && !right->ours;
	if (left->kind == ';') return true;
	if (left->kind == '{') return !left->ours && left->match == NO_WORD;
	return left->kind == '}' && right->ours && right->kind == 'a' && !is_word(right, "while");
}

/* Finds the end of the piece that begins at first. */
static int piece_end(const struct layout *layout, int first)
{
	const struct word *list = layout->list;
	int i = first;
	while (i < layout->count) {
		if (is_kept(list, i)) i = list[i].match;
		if (list[i].kind != '/' && divides(list, layout->count, i)) return i + 1;
		i++;
	}
	return layout->count;
}

/* Does it only declare a name? */
static bool only_declares(const struct word *list, int first, int end)
{
	if (is_word(&list[first], "return") || is_word(&list[first], "goto")) return false;
	for (int i = first; i < end; i++)
		if (list[i].kind == '(' || list[i].kind == '=' || list[i].kind == ':') return false;
	return end - first > 2;
}

static struct piece next_piece(const struct layout *layout, int first)
{
	const struct word *list = layout->list;
	struct piece piece = {.first = first, .end = piece_end(layout, first)};
	piece.ours = all_ours(list, first, piece.end);
	piece.numbered =
	        !piece.ours || !(list[first].file_scope || only_declares(list, first, piece.end));
	if (piece.end == layout->count) piece.numbered |= layout->words->in_call;
	else if (list[first].kind == '{' && piece.end == first + 1) piece.numbered = false;
	return piece;
}

/* ---- indentation ---- */

/* Is the piece a statement of an edit, and no label, else or block? */
static bool is_our_statement(const struct layout *layout, const struct piece *piece)
{
	const struct word *first = &layout->list[piece->first];
	bool label = piece->first + 1 < piece->end && first[1].kind == ':';
	return piece->ours || (first->ours && first->kind == 'a' && !label);
}

/* Returns how many tabs go before the piece, beside the indentation of the line. A block that an
 * edit opens and another line closes has only the edit's statements indented: the author's next
 * lines are not. */
static int level(const struct layout *layout, const struct piece *piece)
{
	const struct word *list = layout->list;
	bool ours = is_our_statement(layout, piece) && !is_word(&list[piece->first], "else");
	int tabs = 0;
	for (int i = 0; i < piece->first; i++) {
		bool open = list[i].match == NO_WORD;
		if (list[i].kind != '{' || (!open && list[i].match <= piece->first)) continue;
		tabs += !list[i].ours || !open || ours;
	}
	return tabs;
}

static void indent(const struct layout *layout, const struct piece *piece, struct text *text)
{
	const struct word *first = &layout->list[piece->first];
	const char *start = layout->words->start;
	if (first->kind == '}' && first->match == NO_WORD && first->indent) {
		text_add(text, first->indent, first->indent_length);
		return;
	}
	text_add(text, start, strspn(start, " \t"));
	for (int tabs = level(layout, piece); tabs > 0; tabs--) text_puts(text, "\t");
}

/* ---- writing ---- */

static void put_number(struct layout *layout, uint32_t number)
{
	if (layout->number == number) return;
	text_printf(layout->out, "#line %u\n", number);
	layout->number = number;
}

static void end_line(struct layout *layout)
{
	text_puts(layout->out, "\n");
	layout->number++;
}

/* What an edit declares in a block of its own is one tab from the brace, as the lines after it. */
static bool tab_before(const struct layout *layout, int first, int i)
{
	const struct word *open = &layout->list[first];
	return first == layout->piece && i == first + 1 && open->kind == '{' && open->ours &&
	       layout->list[i].ours && !is_kept(layout->list, first);
}

/* Writes the words first..end on one line, with the author's blanks between them. */
static void put_words(struct layout *layout, int first, int end)
{
	for (int i = first; i < end; i++) {
		const struct word *word = &layout->list[i];
		bool tab = tab_before(layout, first, i);
		const char *from = i == first || tab ? word->at : word->behind;
		if (tab) text_puts(layout->out, "\t");
		text_add(layout->out, from, (size_t)(word->end - from));
		layout->number += (uint32_t)text_newlines(from, word->end);
	}
}

static size_t width_of(const struct layout *layout, size_t column, int first, int end)
{
	const struct word *list = layout->list;
	const char *at = list[first].at;
	if (first + 1 < end && tab_before(layout, first, first + 1)) {
		column += TAB - column % TAB;
		at = list[first + 1].at;
	}
	return text_width(at, list[end - 1].end, column);
}

/* ---- long pieces ---- */

static bool is_operand(const struct word *word)
{
	return strchr("a0\")]", word->kind) != NULL;
}

static bool is_operator(const struct word *list, int i)
{
	if (!is_operand(&list[i - 1])) return false;
	if (list[i].kind == 'o') {
		bool unary = !memcmp(list[i].at, "++", 2) || !memcmp(list[i].at, "--", 2);
		return !unary && memcmp(list[i].at, "->", 2) != 0 && list[i].end[-1] != '=';
	}
	return strchr("+-?|", list[i].kind) != NULL && list[i].kind;
}

/* What a break before the word costs beside its depth: the lower, the better. Negative: none. */
static int price(const struct word *list, int i)
{
	const struct word *left = &list[i - 1], *right = &list[i];
	if (left->kind == '/' || right->kind == '/' || strchr(")],;", right->kind)) return -1;
	if (left->kind == ';' || (left->kind == '{' && left->ours && !left->in_parentheses))
		return 0;
	if (left->kind == ',' || (left->kind == '"' && right->kind == '"')) return 1;
	if (left->kind == ')' && !right->in_parentheses && right->kind == 'a') return 2;
	if (left->kind == ')' && !right->in_parentheses && right->ours) return 6;
	if (is_operator(list, i)) return 2;
	if (left->kind == '=') return 3;
	if (left->kind == '(' && i > 1 && list[i - 2].kind == 'a') return 7;
	return -1;
}

/* Returns the word before which the line from first on is best broken; end if nowhere. */
static int break_before(const struct layout *layout, size_t column, const struct piece *piece,
                        int first)
{
	const struct word *list = layout->list;
	int best = piece->end, least = 0, depth = 0;
	for (int i = first + 1; i < piece->end; i++) {
		depth += strchr("([{", list[i - 1].kind) != NULL;
		depth -= strchr(")]}", list[i - 1].kind) != NULL;
		size_t columns = width_of(layout, column, first, i);
		int cost = price(list, i);
		bool may = cost >= 0 && (!piece->numbered || !list[i].in_call || layout->in_calls);
		if (columns > WIDTH && best < piece->end) break;
		if (!may) continue;
		cost += 4 * depth + (columns < WIDTH / 2 ? 6 : 0);
		if (best < piece->end && cost > least) continue;
		best = i;
		least = cost;
	}
	return best;
}

/* Does the word continue a statement of the piece? */
static bool is_inside_statement(const struct layout *layout, const struct piece *piece, int i)
{
	const struct word *before = &layout->list[i - (i > 0)];
	return i > piece->first && (before->kind != ';' || before->in_parentheses);
}

static void put_piece(struct layout *layout, const struct piece *piece)
{
	struct text blank = {0};
	layout->piece = piece->first;
	indent(layout, piece, &blank);
	for (int first = piece->first, end; first < piece->end; first = end) {
		if (first > piece->first) end_line(layout);
		bool goes_on = is_inside_statement(layout, piece, first);
		if (piece->numbered) put_number(layout, layout->line + layout->list[first].row);
		if (blank.length) text_add(layout->out, blank.bytes, blank.length);
		if (goes_on) text_puts(layout->out, "\t");
		size_t column = text_width(blank.bytes, blank.bytes + blank.length, 0);
		column += goes_on ? TAB - column % TAB : 0;
		end = piece->end;
		if (width_of(layout, column, first, end) > WIDTH)
			end = break_before(layout, column, piece, first);
		put_words(layout, first, end);
	}
	text_free(&blank);
}

/* Opens the first block in a piece that is too wide. False if there is none. */
static bool open_block(struct layout *layout, const struct piece *piece)
{
	struct word *list = layout->list;
	struct text blank = {0};
	indent(layout, piece, &blank);
	size_t column = text_width(blank.bytes, blank.bytes + blank.length, 0);
	text_free(&blank);
	if (width_of(layout, column, piece->first, piece->end) <= WIDTH) return false;
	for (int i = piece->first; i < piece->end; i++) {
		if (!is_kept(list, i) || list[i].in_parentheses || list[i].in_call) continue;
		for (int k = i + 1; k < list[i].match; k++)
			if (list[k].kind == ';' && !list[k].in_parentheses)
				return list[i].opened = true;
	}
	return false;
}

static void open_blocks(struct layout *layout)
{
	for (int first = 0; first < layout->count;) {
		struct piece piece = next_piece(layout, first);
		first = open_block(layout, &piece) ? 0 : piece.end;
	}
}

/* ---- lines ---- */

/* Returns the number of the line as its edits name it; 0 if it is unknown. */
static uint32_t number_of(const struct pretty_words *words)
{
	uint32_t number = 0;
	for (size_t i = 0; i < words->count; i++) {
		const struct word *word = &words->list[i];
		if (!word->ours) continue;
		if (word->line <= word->row) return 0;
		if (number && number != word->line - word->row) return 0;
		number = word->line - word->row;
	}
	return number;
}

static size_t last_column(const struct text *out)
{
	size_t start = out->length;
	while (start && out->bytes[start - 1] != '\n') start--;
	return text_width(out->bytes + start, out->bytes + out->length, 0);
}

/* Writes the pieces. The comment at the end of the line follows the author's last piece. False if
 * it does not fit there. */
static bool put_pieces(struct layout *layout, const struct word *comment)
{
	int owner = 0;
	for (int first = 0; first < layout->count;) {
		struct piece piece = next_piece(layout, first);
		bool closes = layout->list[first].kind == '}' && piece.end == first + 1;
		if (!piece.ours && !closes) owner = first;
		first = piece.end;
	}
	for (int first = 0; first < layout->count;) {
		struct piece piece = next_piece(layout, first);
		if (first) end_line(layout);
		put_piece(layout, &piece);
		if (comment && first == owner) {
			const char *behind = comment->behind;
			text_add(layout->out, behind, (size_t)(comment->end - behind));
			if (last_column(layout->out) > WIDTH) return false;
		}
		first = piece.end;
	}
	return true;
}

/* A comment that does not fit goes before the line. */
static void put_line(struct layout *layout)
{
	const struct pretty_words *words = layout->words;
	const struct word *last = &layout->list[layout->count - 1], *comment = NULL;
	bool moves = last->kind == '/' && !text_newlines(last->behind, last->end) &&
	             (!layout->list->in_call || layout->in_calls);
	if (moves) {
		comment = last;
		layout->count--;
	}
	open_blocks(layout);
	size_t length = layout->out->length;
	uint32_t number = layout->number;
	if (!put_pieces(layout, comment)) {
		layout->out->length = length;
		layout->number = number;
		text_add(layout->out, words->start, strspn(words->start, " \t"));
		text_add(layout->out, comment->at, (size_t)(comment->end - comment->at));
		end_line(layout);
		put_pieces(layout, NULL);
	}
	text_add(layout->out, last->end, (size_t)(words->end - last->end));
}

/* Copies the line as it is. actual: the number that it has without a directive. */
static void copy_line(struct text *out, const struct pretty_words *words, uint32_t actual,
                      uint32_t number)
{
	if (actual != number && strncmp(words->start, "#line ", 6))
		text_printf(out, "#line %u\n", number);
	text_add(out, words->start, (size_t)(words->end - words->start));
	if (words->end < words->stop) text_puts(out, "\n");
}

struct text pretty_text(const struct pretty *pretty, const struct text *lowered, bool in_calls)
{
	struct text out = {0};
	struct pretty_words words = {.pretty = pretty,
	                             .text = lowered->bytes,
	                             .at = lowered->bytes,
	                             .stop = lowered->bytes + lowered->length};
	uint32_t actual = 0, owed = 0; /* the next line's number; what it must be; 0: that it is */
	while (pretty_words_next(&words)) {
		uint32_t number = words.touched ? number_of(&words) : 0;
		if (!number) {
			copy_line(&out, &words, actual, owed);
			actual = owed = 0;
			continue;
		}
		struct layout layout = {.words = &words,
		                        .out = &out,
		                        .list = words.list,
		                        .count = (int)words.count,
		                        .line = number,
		                        .number = actual != owed ? actual : number,
		                        .in_calls = in_calls};
		put_line(&layout);
		if (words.end < words.stop) end_line(&layout);
		actual = layout.number;
		owed = number + (uint32_t)text_newlines(words.start, words.end) + 1;
	}
	pretty_words_fini(&words);
	return out;
}
