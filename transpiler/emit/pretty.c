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
 * are still wider than 120 columns are cut further: blocks are opened, a line for each statement,
 * and lines end after a comma or before an operator.
 *
 * The author's words and the statements of an edit keep their line number, by a #line where the
 * number would be another. Definitions at file scope run on: no report names their line. A line
 * that needs a number does not end inside of the arguments of a macro, where C has no directives;
 * it may be wider. Rejected: a layout in each lowering (a lowering knows neither the width of the
 * line nor what other lowerings add to it). */
#include "pretty.h"

#include <stdlib.h>
#include <string.h>

#include "base/edit.h"
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

void pretty_author(struct pretty *pretty, int inclusion, uint32_t source, size_t out)
{
	*GROW(pretty->list, pretty->count, pretty->room) =
	        (struct stretch){.out = out, .inclusion = inclusion, .source = source};
}

/* Returns the presumed line of the edit: its anchor's, and line breaks inside the anchor. */
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
	struct stretch *new = GROW(pretty->list, pretty->count, pretty->room);
	*new = (struct stretch){.out = out,
	                        .ours = true,
	                        .line = line_of(pretty, placed),
	                        .inclusion = placed->inclusion,
	                        .source = placed->start};
	if (placed->spots.count) return;
	const struct token *anchor = &pretty->provenance->analysis->tokens[placed->anchor];
	bool behind = placed->start > anchor->source_offset;
	new->file_scope = !pretty->depth[placed->anchor + behind];
}

/* ---- the words of a line ---- */

enum { NO_WORD = -1 };

/* A token or a comment. */
struct word {
	const char *at, *end;
	const char *behind; /* end of the word before it, or the start of the line */
	char kind;          /* a punctuator of one character; 'a' a word, '"' a string, '0' other
	                     * literals, '/' a comment, 'o' a longer operator */
	bool ours, file_scope;
	bool in_call; /* a line break before it is inside of the arguments of a macro */
	bool in_parentheses;
	bool fits;          /* the lowered line is narrow enough */
	bool opened;        /* of a brace: the block does not stay on one line */
	int match;          /* its partner bracket on this line, or NO_WORD */
	int outer;          /* the bracket around it on this line, or NO_WORD */
	unsigned row;       /* line breaks before it (in comments, splices) */
	uint32_t line;      /* the line that its edit names; 0: none or unknown */
	const char *indent; /* of a '}' that closes an earlier line's '{': the indentation there */
	size_t indent_length;
};

struct bracket {
	char kind;
	const char *indent; /* of its line */
	size_t indent_length;
};

/* Reads the lowered text line by line. Open brackets are known across lines. At #else the brackets
 * of #if count again, so that unbalanced branches do no harm. A line ends at a newline outside of
 * comments and splices. */
struct line_reader {
	const struct pretty *pretty;
	const char *text, *at, *stop;
	size_t stretch; /* the current one */
	struct word *list;
	size_t count, room;
	const char *start, *end; /* of the line; end: its newline or the end of the text */
	bool touched;            /* it has words of an edit */
	bool in_call;            /* its newline is inside of the arguments of a macro */
	struct our_call call;
	struct bracket *brackets;
	size_t bracket_count, bracket_room;
	size_t *groups; /* open brackets at each open #if */
	size_t group_count, group_room;
};

static const struct stretch *stretch_at(struct line_reader *words, const char *at)
{
	const struct pretty *pretty = words->pretty;
	size_t offset = (size_t)(at - words->text);
	while (words->stretch + 1 < pretty->count && pretty->list[words->stretch + 1].out <= offset)
		words->stretch++;
	return &pretty->list[words->stretch];
}

/* Is `at` inside of the arguments of a macro, ours or one that the author calls? */
static bool is_in_call(struct line_reader *words, const char *at)
{
	if (words->call.depth || words->call.at_name) return true;
	const struct stretch *stretch = stretch_at(words, at);
	uint32_t source = stretch->source;
	if (!stretch->ours) source += (uint32_t)((size_t)(at - words->text) - stretch->out);
	return stretch->inclusion >= 0 &&
	       provenance_is_in_call(words->pretty->provenance, stretch->inclusion, source);
}

static bool opens(const struct word *word)
{
	return word->kind == '(' || word->kind == '[' || word->kind == '{';
}

static bool closes(const struct word *word)
{
	return word->kind == ')' || word->kind == ']' || word->kind == '}';
}

static char partner(char kind)
{
	return kind == ')' ? '(' : kind == ']' ? '[' : '{';
}

static void pop(struct line_reader *words, struct word *word)
{
	size_t count = words->bracket_count;
	while (count && words->brackets[count - 1].kind != partner(word->kind)) count--;
	if (!count) return;
	words->bracket_count = --count;
	word->indent = words->brackets[count].indent;
	word->indent_length = words->brackets[count].indent_length;
}

static void follow_brackets(struct line_reader *words, struct word *word)
{
	if (closes(word)) pop(words, word);
	word->in_parentheses =
	        words->bracket_count && words->brackets[words->bracket_count - 1].kind != '{';
	if (opens(word))
		*GROW(words->brackets, words->bracket_count, words->bracket_room) =
		        (struct bracket){word->kind, words->start, strspn(words->start, " \t")};
}

/* Finds the pairs that are on this line. */
static void match(struct line_reader *words)
{
	int *open = memory_new(words->count, sizeof *open);
	size_t depth = 0;
	for (size_t i = 0; i < words->count; i++) {
		struct word *word = &words->list[i];
		word->match = NO_WORD;
		word->outer = depth ? open[depth - 1] : NO_WORD;
		if (opens(word)) open[depth++] = (int)i;
		if (!closes(word)) continue;
		if (!depth || words->list[open[depth - 1]].kind != partner(word->kind)) continue;
		word->match = open[--depth];
		words->list[word->match].match = (int)i;
	}
	free(open);
}

static char kind_of(const char *at, const char *end)
{
	char spelling[8];
	if (lexer_is_word_at(at, end) && end[-1] != '"' && end[-1] != '\'') return 'a';
	if (end[-1] == '"') return '"';
	if (end[-1] == '\'' || (*at >= '0' && *at <= '9')) return '0';
	if ((size_t)(end - at) > sizeof spelling) return '0';
	return lexer_primary(spelling, at, end) == 1 ? spelling[0] : 'o';
}

static void add_word(struct line_reader *words, const char *at, const char *end, bool comment)
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

static void read_directive(struct line_reader *words, const char *hash)
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

/* Reads the next line. False at the end of the text. */
static bool next_line(struct line_reader *words)
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

/* ---- one line ---- */

/* A line that is laid out. */
struct layout {
	const struct line_reader *words;
	struct text *out;
	struct word *list;
	int count;
	uint32_t line;   /* its presumed number */
	uint32_t number; /* that of the next line that is written, without a directive */
	int piece;       /* the first word of the piece that is written */
};

/* A run of words that gets lines of its own. */
struct piece {
	int first, end;
	bool ours;     /* all of it */
	bool numbered; /* its number matters */
};

static bool all_ours(const struct word *list, int first, int end)
{
	for (int i = first; i < end; i++)
		if (!list[i].ours) return false;
	return true;
}

/* Does the block stay on one line? One that an edit made around the author's words does only if the
 * whole line fits. */
static bool is_kept(const struct word *list, int open)
{
	if (list[open].kind != '{' || list[open].match == NO_WORD || list[open].opened)
		return false;
	return !list[open].ours || list[open].fits || all_ours(list, open, list[open].match + 1);
}

static bool is_word(const struct word *word, const char *name)
{
	return lexer_word_is(word->at, word->end, name);
}

/* Is it the ':' of a label that an edit makes behind another statement? */
static bool ends_label(const struct word *list, int i)
{
	return i > 1 && list[i].kind == ':' && list[i].ours && list[i - 1].kind == 'a' &&
	       list[i - 2].kind == ';';
}

/* May a line end between this word and the next, as between statements? */
static bool divides(const struct word *list, int count, int i)
{
	int next = i + 1;
	while (next < count && list[next].kind == '/') next++;
	if (next >= count || list[i].in_parentheses || list[next].in_call) return false;
	const struct word *left = &list[i], *right = &list[next];
	bool ends = right->kind == '}';
	if (left->kind == '{' && left->opened) return true;
	if (ends && right->match != NO_WORD) return list[right->match].opened;
	if (ends_label(list, i)) return true;
	if (!left->ours && !right->ours)
		return left->kind == ';' && left->outer != NO_WORD && list[left->outer].opened;
	if (ends) return left->kind == ';' && !right->ours;
	if (left->kind == ';') return true;
	if (left->kind == '{') return !left->ours && left->match == NO_WORD;
	return left->kind == '}' && right->ours && right->kind == 'a' && !is_word(right, "while");
}

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

static bool only_declares(const struct word *list, int first, int end)
{
	if (ends_label(list, end - 1)) return true;
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
	return !label && (piece->ours || (first->ours && first->kind == 'a'));
}

/* Returns how many tabs go before the piece, beside the indentation of the line. Of a block that an
 * edit opens and another line closes, only the edit's statements before a label are indented: the
 * author's next lines are not. */
static int level(const struct layout *layout, const struct piece *piece)
{
	const struct word *list = layout->list;
	bool ours = is_our_statement(layout, piece);
	int tabs = 0;
	for (int i = piece->first - 1; i >= 0; i--) {
		bool open = list[i].match == NO_WORD;
		if (ends_label(list, i)) ours = false;
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

static bool is_operator(const struct word *list, int i)
{
	if (!strchr("a0\")]", list[i - 1].kind)) return false; /* no operand before it */
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
	if (left->kind == '(' && i > 1 && list[i - 2].kind == 'a' && !is_word(&list[i - 2], "if"))
		return 7;
	return -1;
}

/* Returns the word before which the line from first on is best broken; end if nowhere. */
static int break_before(const struct layout *layout, size_t column, const struct piece *piece,
                        int first)
{
	const struct word *list = layout->list;
	int best = piece->end, least = 0, depth = 0;
	for (int i = first + 1; i < piece->end; i++) {
		depth += opens(&list[i - 1]) - closes(&list[i - 1]);
		size_t columns = width_of(layout, column, first, i);
		int cost = price(list, i);
		bool may = cost >= 0 && !(piece->numbered && list[i].in_call);
		if (columns > WIDTH && best < piece->end) break;
		if (!may) continue;
		/* for (…) statement: however short the head is */
		bool head =
		        list[i - 1].kind == ')' && !list[i].in_parentheses && list[i].kind == 'a';
		cost += 4 * depth + (columns < WIDTH / 2 && !head ? 6 : 0);
		if (best < piece->end && cost > least) continue;
		best = i;
		least = cost;
	}
	return best;
}

/* Does the next word begin a row of the list of initialisers whose rows make the piece? */
static bool ends_row(const struct word *list, const struct piece *piece, int comma)
{
	return list[comma].kind == ',' && list[piece->first].kind == '{' &&
	       list[comma].outer == list[piece->first].outer;
}

static void put_piece(struct layout *layout, const struct piece *piece)
{
	struct text blank = {0};
	layout->piece = piece->first;
	indent(layout, piece, &blank);
	for (int first = piece->first, end; first < piece->end; first = end) {
		if (first > piece->first) end_line(layout);
		const struct word *before = &layout->list[first - (first > 0)];
		bool goes_on = first > piece->first &&
		               (before->kind != ';' || before->in_parentheses) &&
		               !ends_row(layout->list, piece, first - 1);
		uint32_t number = layout->line + layout->list[first].row;
		if (piece->numbered && layout->number != number) {
			text_printf(layout->out, "#line %u\n", number);
			layout->number = number;
		}
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

/* ---- lines ---- */

/* Returns the number of the line as its edits name it; 0 if it is unknown. */
static uint32_t number_of(const struct line_reader *words)
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

/* Writes the pieces. The comment at the end of the line follows the author's last piece. False if
 * it does not fit there. */
static bool put_pieces(struct layout *layout, const struct word *comment)
{
	struct text *out = layout->out;
	int owner = 0;
	for (int first = 0; first < layout->count;) {
		struct piece piece = next_piece(layout, first);
		bool brace = layout->list[first].kind == '}' && piece.end == first + 1;
		if (!piece.ours && !brace) owner = first;
		first = piece.end;
	}
	for (int first = 0; first < layout->count;) {
		struct piece piece = next_piece(layout, first);
		if (first) end_line(layout);
		put_piece(layout, &piece);
		if (comment && first == owner) {
			text_add(out, comment->behind, (size_t)(comment->end - comment->behind));
			size_t start = out->length;
			while (start && out->bytes[start - 1] != '\n') start--;
			if (text_width(out->bytes + start, out->bytes + out->length, 0) > WIDTH)
				return false;
		}
		first = piece.end;
	}
	return true;
}

/* A comment that does not fit goes before the line. */
static void put_line(struct layout *layout)
{
	const struct line_reader *words = layout->words;
	const struct word *last = &layout->list[layout->count - 1], *comment = NULL;
	bool moves = last->kind == '/' && !text_newlines(last->behind, last->end) &&
	             !layout->list->in_call;
	if (moves) {
		comment = last;
		layout->count--;
	}
	bool fits = text_width(words->start, words->end, 0) <= WIDTH;
	for (int i = 0; i < layout->count; i++) {
		struct word *word = &layout->list[i];
		word->fits = fits;
		word->opened = i && word->kind == '{' && word->ours && word[-1].kind == ')' &&
		               !is_kept(layout->list, i);
	}
	for (int first = 0; first < layout->count;) {
		struct piece piece = next_piece(layout, first);
		first = open_block(layout, &piece) ? 0 : piece.end;
	}
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

struct text pretty_text(const struct pretty *pretty, const struct text *lowered)
{
	struct text out = {0};
	struct line_reader words = {.pretty = pretty,
	                            .text = lowered->bytes,
	                            .at = lowered->bytes,
	                            .stop = lowered->bytes + lowered->length};
	uint32_t actual = 0, owed = 0; /* the next line's number; what it must be; 0: that it is */
	while (next_line(&words)) {
		uint32_t number = words.touched ? number_of(&words) : 0;
		if (!number) { /* it stays as it is */
			if (actual != owed && strncmp(words.start, "#line ", 6))
				text_printf(&out, "#line %u\n", owed);
			text_add(&out, words.start, (size_t)(words.end - words.start));
			if (words.end < words.stop) text_puts(&out, "\n");
			actual = owed = 0;
			continue;
		}
		struct layout layout = {.words = &words,
		                        .out = &out,
		                        .list = words.list,
		                        .count = (int)words.count,
		                        .line = number,
		                        .number = actual != owed ? actual : number};
		put_line(&layout);
		if (words.end < words.stop) end_line(&layout);
		actual = layout.number;
		owed = number + (uint32_t)text_newlines(words.start, words.end) + 1;
	}
	free(words.list);
	free(words.brackets);
	free(words.groups);
	return out;
}
