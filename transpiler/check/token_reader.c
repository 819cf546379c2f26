/* SPDX-License-Identifier: MIT */
/* Reads the constructs of a unit from its tokens alone, for text that the parser could not parse.
 * How a parser recovers from an error differs between its versions. The rules below therefore
 * decide which errors of broken text concc reports and which plain C the compiler sees.
 *
 * Each rule looks at one word and the tokens after it. If the construct is complete, the rule
 * replaces its words by plain C of the same shape; the types may be wrong, because only syntax
 * errors of that C are reported. If something is missing, the rule reports it. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "source/lexer.h"
#include "base/text.h"

enum { NONE = -1 };

struct reader {
	struct unit *unit;
	int count;
	int *partner; /* of each bracket: the index of the other one, or NONE */
	bool *inside; /* of each token: whether it is inside braces */
	struct spans *spoken;
	bool *written; /* the shadow replaces the token */
	bool *hidden;  /* a declaration makes it a name */
	bool *clause;  /* a waituntil clause ends before it */
	bool in_if;    /* the waituntil is the body of a statement */
	int *carriers; /* tokens of the names of channels, futures and tasks */
	size_t carrier_count, carrier_room;
	bool actors; /* the unit has actors or messages */
};

/* ---- tokens ---- */

static const struct token *token(const struct reader *r, int i)
{
	return &r->unit->analysis->tokens[i];
}

static const char *spelling(const struct reader *r, int i)
{
	return r->unit->syntax.text + token(r, i)->offset;
}

static bool is(const struct reader *r, int i, const char *text)
{
	return i >= 0 && i < r->count && token(r, i)->length == strlen(text) &&
	       !memcmp(spelling(r, i), text, token(r, i)->length);
}

static bool reader_is_one_of(const struct reader *r, int i, const char *const *list)
{
	for (; *list; list++)
		if (is(r, i, *list)) return true;
	return false;
}

static bool spells(const struct reader *r, int i, const char *text)
{
	return i >= 0 && i < r->count && word_is(spelling(r, i), token(r, i)->length, text);
}

static bool word(const struct reader *r, int i, const char *text)
{
	return spells(r, i, text) && (!r->hidden[i] || *spelling(r, i) == '_');
}

static bool is_name(const struct reader *r, int i)
{
	return i >= 0 && i < r->count && lexer_starts_word(*spelling(r, i)) &&
	       !strchr("\"'", spelling(r, i)[token(r, i)->length - 1]);
}

/* Returns the index after the bracket that closes the one at i, or NONE. */
static int behind(const struct reader *r, int i)
{
	return i >= 0 && i < r->count && r->partner[i] > i ? r->partner[i] + 1 : NONE;
}

static bool word_is_one_of(const struct reader *r, int i, const char *const *list)
{
	for (; *list; list++)
		if (word(r, i, *list)) return true;
	return false;
}

static bool starts_statement(const struct reader *r, int i)
{
	static const char *const before[] = {";", "{", "}", ")", ":", "else", "do", NULL};
	return i == 0 || reader_is_one_of(r, i - 1, before);
}

static void match_brackets(struct reader *r)
{
	int *open = memory_new((size_t)r->count + 1, sizeof *open), depth = 0, braces = 0;
	for (int i = 0; i < r->count; i++) {
		r->partner[i] = NONE;
		r->inside[i] = braces > 0;
		char c = token(r, i)->length == 1 ? *spelling(r, i) : 0;
		if (c == '(' || c == '[' || c == '{') open[depth++] = i;
		braces += c == '{';
		char wanted = c == ')' ? '(' : c == ']' ? '[' : c == '}' ? '{' : 0;
		int at = depth;
		while (wanted && at > 0 && *spelling(r, open[at - 1]) != wanted)
			if (*spelling(r, open[--at]) == '{') break; /* do not search past a brace */
		if (!wanted || !at || *spelling(r, open[at - 1]) != wanted) continue;
		depth = at - 1;
		braces -= c == '}';
		r->partner[i] = open[depth];
		r->partner[open[depth]] = i;
	}
	free(open);
}

static bool same_spelling(const struct reader *r, int a, int b)
{
	return token(r, a)->length == token(r, b)->length &&
	       !memcmp(spelling(r, a), spelling(r, b), token(r, a)->length);
}

/* ---- names ---- */

static bool is_form(const struct reader *r, int i)
{
	return construct_form(spelling(r, i), token(r, i)->length) != NULL;
}

/* It may also be the last word of a type. */
static bool is_type(const struct reader *r, int i)
{
	static const char *const others[] = {"return", "else",     "do",      "goto",   "case",
	                                     "sizeof", "static",   "extern",  "const",  "volatile",
	                                     "inline", "register", "typedef", "struct", "union",
	                                     "enum",   "or",       "and",     "fair",   NULL};
	return is_name(r, i) && !reader_is_one_of(r, i, others) && !is_form(r, i);
}

/* True if a word of the dialect is declared as a name here: "int mutex;", "char *new = p", "void
 * spawn(int n)". A type, or the end of one, precedes it, and a declarator continues after it. */
static bool reader_declares(const struct reader *r, int i)
{
	static const char *const after[] = {";", ",", "=", ")", "[", NULL};
	static const char *const before[] = {"}", ",", "(", "{", NULL};
	int type = i - 1;
	if (!is_name(r, i) || !is_form(r, i)) return false;
	if (reader_is_one_of(r, i - 1, before)) return reader_is_one_of(r, i + 1, after);
	while (is(r, type, "*")) type--;
	if (!is_type(r, type)) return false;
	return reader_is_one_of(r, i + 1, after) || (is(r, i + 1, "(") && !spells(r, i, "mutex"));
}

/* Hides the word declared at i to the end of its block, or of its function if a parameter. */
static void hide(struct reader *r, int i)
{
	int end = i + 1, depth = 0;
	for (; end < r->count && depth >= 0; end++) {
		depth += is(r, end, "{") - is(r, end, "}");
		if (!r->inside[i] && is(r, end, ")") && r->partner[end] < i) break;
	}
	if (is(r, end, ")") && is(r, end + 1, "{")) end = behind(r, end + 1);
	if (end == NONE || end > r->count) end = r->count;
	for (int k = i; k < end; k++) r->hidden[k] |= same_spelling(r, k, i);
}

/* ---- what is wrong ---- */

static void write(struct reader *r, int first, int last, const char *text)
{
	size_t start = token(r, first)->offset,
	       end = token(r, last)->offset + token(r, last)->length;
	edits_drop(&r->unit->shadow, start, end);
	edit_replace(&r->unit->shadow, start, end, "%s", text);
	for (int i = first; i <= last; i++) r->written[i] = true;
}

/* Hides the text from the construct to the end of its statement or item from the compiler, and
 * records the range as covered by an error. */
static void speak_statement(struct reader *r, int from, int at)
{
	int last = at - 1 > from ? at - 1 : from;
	for (int i = last; i < r->count && !is(r, i, "}") && (i == last || !is(r, i - 1, ";"));
	     i = r->partner[i] > i ? r->partner[i] + 1 : i + 1) {
		last = r->partner[i] > i ? r->partner[i] : i;
		if (is(r, i, "{")) break;
	}
	*GROW(r->spoken->list, r->spoken->count, r->spoken->room) = (struct span){
	        token(r, from)->offset, token(r, last)->offset + token(r, last)->length};
	bool block = is(r, last, "}") && starts_statement(r, from);
	write(r, from, last, !r->inside[from] ? "" : is(r, last, ";") ? "0;" : block ? "{}" : "0");
}

static bool reader_is_quiet(const struct reader *r, int i)
{
	return is_system_token(r->unit, token(r, i));
}

static void note_form(struct reader *r, int i)
{
	const char *form = construct_form(spelling(r, i), token(r, i)->length);
	if (form) NOTE_TOKEN(r->unit, token(r, i), "the construct is written '%s'", form);
}

/* Behind a message: the repair, in place of these tokens. */
static void fix_here(struct reader *r, int first, int last, const char *text)
{
	if (!reader_is_quiet(r, first))
		diagnose_fix(r->unit->diagnostics, token(r, first)->offset,
		             token(r, last)->offset + token(r, last)->length, "%s", text);
}

/* At the end of the token before `at`, as compilers do. */
static void expect_here(struct reader *r, int construct, int at, const char *what)
{
	const struct token *before = token(r, at - 1);
	if (reader_is_quiet(r, construct)) return;
	ERROR_TOKEN(r->unit, before, "expected %s after '%.*s'", what, (int)before->length,
	            spelling(r, at - 1));
	size_t end = before->offset + before->length;
	if (!strcmp(what, "';'") || (!strcmp(what, "')'") && is(r, at, "{")))
		diagnose_fix(r->unit->diagnostics, end, end, "%c", what[1]);
	note_form(r, construct);
}

/* Returns NONE, so that a reader can return it. */
static int expect(struct reader *r, int construct, int at, const char *what)
{
	expect_here(r, construct, at, what);
	speak_statement(r, construct, at);
	return NONE;
}

static void refuse_here(struct reader *r, int i, const char *message)
{
	if (!reader_is_quiet(r, i)) ERROR_TOKEN(r->unit, token(r, i), "%s", message);
}

static void refuse(struct reader *r, int construct, const char *message)
{
	refuse_here(r, construct, message);
	speak_statement(r, construct, construct + 1);
}

static void refuse_form(struct reader *r, int i)
{
	const struct token *at = token(r, i);
	if (reader_is_quiet(r, i)) return;
	ERROR_TOKEN(r->unit, at, "syntax error in a '%.*s' construct", (int)at->length,
	            spelling(r, i));
	note_form(r, i);
	speak_statement(r, i, i + 1);
}

/* ---- operands ---- */

/* Reads operands in parentheses. Returns the index after them; NONE: some are missing. */
static int operands(struct reader *r, int construct, int open)
{
	if (!is(r, open, "(")) return expect(r, construct, open, "'('");
	int end = behind(r, open);
	if (end == NONE) {
		static const char *const stops[] = {"{", ";", "}", NULL};
		int at = open + 1;
		while (at < r->count && !reader_is_one_of(r, at, stops))
			at = behind(r, at) != NONE ? behind(r, at) : at + 1;
		return expect(r, construct, at, "')'");
	}
	if (end == open + 2 || is(r, end - 2, ","))
		return expect(r, construct, end - 1, "an operand");
	return end;
}

/* Turns the head into an if with sizeof, which accepts operands of any type. */
static void write_head(struct reader *r, int i, int end)
{
	write(r, i, i, "if (sizeof");
	edit_after(&r->unit->shadow, token(r, end - 1)->offset + 1, 0, ")");
}

/* KIND NAME { … };  →  typedef struct NAME NAME; struct NAME { … }; */
static void read_kind(struct reader *r, int i)
{
	int name = i + 1, open = i + 2;
	if (!is_name(r, name) || (!is(r, open, "{") && !is(r, open, ";"))) {
		bool plain = is_name(r, name) || is(r, name, "{") || is(r, name, "*");
		if (is(r, name, "{")) expect(r, i, name, "a name");
		else if (plain && (i == 0 || !is_name(r, i - 1))) refuse_form(r, i);
		return;
	}
	static const char *const more[] = {"*", "[", ",", "=", "__attribute__", ";", NULL};
	int length = (int)token(r, name)->length, end = behind(r, open);
	bool forward = is(r, open, ";");
	char *text = text_format("typedef struct %.*s %.*s; struct", length, spelling(r, name),
	                         length, spelling(r, name));
	write(r, i, i, forward ? "typedef struct" : text);
	if (forward)
		edit_after(&r->unit->shadow, token(r, name)->offset + token(r, name)->length, 0,
		           " %.*s", length, spelling(r, name));
	free(text);
	if (end == NONE || reader_is_one_of(r, end, more)) return;
	expect_here(r, i, end, "';'");
	edit_after(&r->unit->shadow, token(r, end - 1)->offset + 1, 0, ";");
}

static const char *const tags[] = {"struct", "union", "enum", NULL};

/* ---- statements ---- */

/* Returns the index of the token before i that is no type qualifier. */
static int before_qualifiers(const struct reader *r, int i)
{
	static const char *const qualifiers[] = {"const", "volatile", "restrict", "_Atomic", NULL};
	do i--;
	while (i > 0 && reader_is_one_of(r, i, qualifiers));
	return i;
}

/* Removes the mutex or held qualifier of a parameter, with its mode. */
static void remove_qualifier(struct reader *r, int i)
{
	bool mode = is(r, i + 1, "("), bare = spells(r, i + 1, "read") && is_name(r, i + 2);
	int name = bare ? i + 2 : mode ? behind(r, i + 1) : i + 1;
	if (is(r, before_qualifiers(r, i), "*") && is_name(r, name)) {
		if (bare || (mode && (name != i + 4 || !is_name(r, i + 2))))
			refuse_here(r, i,
			            spells(r, i, "held")
			                    ? "a held parameter's mode is written 'held(read)'"
			                    : "a mutex parameter's mode is written 'mutex(read)'");
		write(r, i, name - 1, "");
	}
}

/* long n guarded (lock); */
static void remove_guarded(struct reader *r, int i)
{
	static const char *const ends[] = {",", ";", "=", NULL};
	int end = is(r, i + 1, "(") ? behind(r, i + 1) : NONE;
	bool named = is_name(r, i - 1) || is(r, i - 1, "]") || is(r, i - 1, ")");
	if (end == NONE || !named || !(is(r, end, ")") || reader_is_one_of(r, end, ends))) return;
	if (is(r, end, ")"))
		refuse_here(r, i, "'guarded' stands behind the name of a member or a variable");
	write(r, i, end - 1, "");
}

static void read_mutex(struct reader *r, int i)
{
	remove_qualifier(r, i);
	if (!starts_statement(r, i)) return;
	int end = operands(r, i, i + 1);
	if (end == NONE) return;
	if (is(r, end, ";")) {
		refuse(r, i, "a mutex statement needs a body: 'mutex (…) { … }'");
		fix_here(r, end, end, is(r, end + 1, "}") ? " {}" : "");
	} else if (is(r, end, "(") && is(r, behind(r, end), ";"))
		refuse(r, i,
		       "this reads as two calls, since a parenthesis follows: write 'mutex (…) { … "
		       "}'");
	else write_head(r, i, end);
}

/* "account mutex a", "stack *separate s": the parser takes the word for a name. */
static void read_qualifier(struct reader *r, int i)
{
	static const char *const ends[] = {",", ")", "=", ";", NULL};
	const char *message = NULL;
	int name = is(r, i + 1, "*") ? i + 2 : i + 1;
	bool last = is_name(r, i - 1) && is(r, i - 2, "*") && reader_is_one_of(r, i + 1, ends);
	bool first =
	        (is(r, i - 1, "(") || is(r, i - 1, ",")) && is_name(r, i + 1) && is(r, i + 2, "*");
	bool held = spells(r, i, "held"), mutex = spells(r, i, "mutex");
	if ((held || mutex) && (first || last)) {
		refuse_here(r, i,
		            held ? "'held' stands behind the '*' of a parameter: 'type * held name'"
		                 : "'mutex' stands behind the '*' of a parameter: 'type * mutex "
		                   "name'");
		write(r, i, i, "");
		return;
	}
	if (!is_name(r, name) || !reader_is_one_of(r, name + 1, ends)) return;
	bool value = is_name(r, before_qualifiers(r, i));
	if (mutex && value)
		message = "a mutex parameter must be a pointer: 'mutex' stands behind its '*'";
	else if (held && value)
		message = "a held parameter must be a pointer: 'held' stands behind its '*'";
	else if (spells(r, i, "separate") && is(r, i - 1, "*") && name == i + 1)
		message = "'separate' stands before the type of what a pointer points to: "
		          "'separate type *name'";
	if (!message) return;
	refuse_here(r, i, message);
	write(r, i, i, "");
}

static void read_blocking(struct reader *r, int i)
{
	if (!starts_statement(r, i)) return;
	if (is(r, i + 1, "{")) write(r, i, i, "");
	else if (is_name(r, i + 1)) expect(r, i, i + 1, "'{'");
}

static void read_unchecked(struct reader *r, int i)
{
	if (*spelling(r, i) == '_') read_blocking(r, i); /* it has no other spelling */
}

/* scope (…) { … }, shield (2s) { … } */
static void read_scope(struct reader *r, int i)
{
	if (!starts_statement(r, i)) return;
	int open = is(r, i + 1, "(") ? behind(r, i + 1) : i + 1;
	if (is(r, open, "{")) write(r, i, open - 1, "");
	else if (is_name(r, open)) expect(r, i, open, "'{'");
}

static void read_delete(struct reader *r, int i)
{
	static const char *const operand[] = {"(", "*", "&", NULL};
	if (!starts_statement(r, i)) return;
	if (is(r, i + 1, ";")) expect(r, i, i + 1, "a pointer");
	else if (is_name(r, i + 1) || reader_is_one_of(r, i + 1, operand)) write(r, i, i, "(void)");
}

static void read_impl(struct reader *r, int i)
{
	if (!is_name(r, i + 1) || !is(r, i + 2, "for")) return;
	int open = i + 3;
	while (open < r->count && (is_name(r, open) || is(r, open, "*"))) open++;
	if (!is(r, open, "{")) {
		expect(r, i, open, "'{'");
		return;
	}
	char *text = text_format("struct conc_operations conc_operations_%d =", i);
	write(r, i, open - 1, text);
	free(text);
}

/* ---- waituntil ---- */

static const char *const before_clause[] = {"or", "and", "fair", "(", "||", "&&", NULL};

static bool is_require(const struct reader *r, int i)
{
	return word(r, i, "separate") && is(r, i + 1, "(") && word(r, behind(r, i + 1), "require");
}

static bool reader_goes_on(const struct reader *r, int i)
{
	if (is(r, i, "else")) return true;
	while (is(r, i, "(")) i++;
	return word(r, i, "waituntil") || word(r, i, "when") || is_require(r, i);
}

/* Returns the index after the statement at i, or NONE. */
static int statement_end(const struct reader *r, int i)
{
	static const char *const heads[] = {"if",    "for",      "while",   "switch",
	                                    "mutex", "separate", "require", NULL};
	if (is(r, i, "{")) return behind(r, i);
	if (word_is_one_of(r, i, heads) && behind(r, i + 1) != NONE) {
		int end = statement_end(r, behind(r, i + 1));
		return is(r, i, "if") && is(r, end, "else") ? statement_end(r, end + 1) : end;
	}
	while (i < r->count && !is(r, i, ";") && !is(r, i, "}"))
		i = behind(r, i) != NONE ? behind(r, i) : i + 1;
	return i < r->count ? i + 1 : NONE;
}

static void end_clause(struct reader *r, int end)
{
	if (end == NONE) return;
	while (is(r, end, ")")) end++; /* closes groups */
	r->clause[end] = true;
	if (is(r, end, "else") && !r->in_if) {
		refuse(r, end, "the else of a waituntil is written 'or else'");
		fix_here(r, end, end, "or else");
	}
}

static void read_separate(struct reader *r, int i)
{
	bool clause = is_require(r, i) && word_is_one_of(r, i - 1, before_clause);
	bool tag = reader_is_one_of(r, i + 1, tags);
	if (starts_statement(r, i) && !tag && is_name(r, i + 1) && is(r, i + 2, "{")) {
		expect(r, i, i + 1, "'('");
		return;
	}
	if (!is(r, i + 1, "(") || (!clause && !starts_statement(r, i))) {
		if (is_name(r, i + 1)) write(r, i, i, "");
		return;
	}
	int end = operands(r, i, i + 1);
	if (end == NONE) return;
	write_head(r, i, end);
	if (!word(r, end, "require")) return;
	int last = operands(r, end, end + 1);
	if (last == NONE) return;
	write_head(r, end, last);
	/* it may be one of a waituntil; what is in a waituntil's parentheses was refused */
	if (!is(r, last, ")")) end_clause(r, statement_end(r, last));
}

static void refuse_joiner(struct reader *r, int i, const char *why)
{
	char *text = text_format("'%.*s' goes on with %s", (int)token(r, i)->length, spelling(r, i),
	                         why);
	refuse(r, i, text);
	free(text);
}

/* Reads or, and, || and && between clauses. read_group turns a group's parentheses into braces. */
static void read_joiner(struct reader *r, int i)
{
	static const char *const before[] = {"}", ")", ";", NULL};
	bool sign = is(r, i, "||") || is(r, i, "&&");
	if (!reader_is_one_of(r, i - 1, before)) return;
	if (!reader_goes_on(r, i + 1)) {
		if (r->clause[i])
			refuse_joiner(r, i,
			              "'waituntil', 'when (guard) waituntil', a group in "
			              "parentheses or 'else'");
		return;
	}
	if (!r->clause[i] && !(sign && is(r, i - 1, ")")))
		refuse_joiner(r, i, "a waituntil, and the statement before it is none");
	else write(r, i, is(r, i + 1, "else") ? i + 1 : i, "");
}

static void read_group(struct reader *r, int i)
{
	int end = behind(r, i);
	if (is(r, i + 1, "else") || !reader_goes_on(r, i + 1)) return;
	write(r, i, i, "{");
	if (end != NONE) {
		write(r, end - 1, end - 1, "}");
		return;
	}
	for (end = i + 1; end < r->count && !is(r, end, "}");)
		end = behind(r, end) != NONE ? behind(r, end) : end + 1;
	expect_here(r, i + 1, end, "')'");
	edit_after(&r->unit->shadow, token(r, end - 1)->offset + token(r, end - 1)->length, 0, "}");
}

static void note_start(struct reader *r, int i)
{
	static const char *const joiners[] = {"or", "and", "||", "&&", "(", NULL};
	for (int k = 0; joiners[k]; k++)
		if (spells(r, i - 1, joiners[k])) return;
	bool close = is(r, i - 1, ")");
	if (!close || r->partner[i - 1] < 1 || !word(r, r->partner[i - 1] - 1, "when"))
		r->in_if = close || is(r, i - 1, "else");
}

/* waituntil (ok = int x << c)  →  for (int x;;)        waituntil (<< c)  →  if (sizeof(c)) */
static void write_clause_head(struct reader *r, int i, int end)
{
	int start = i + 2, shift = start;
	while (shift < end - 1 && !is(r, shift, "<<")) {
		if (is(r, shift, "=")) start = shift + 1;
		shift = behind(r, shift) != NONE ? behind(r, shift) : shift + 1;
	}
	if (shift < end - 1 && shift > start + 1 && is_name(r, shift - 1) &&
	    (is_name(r, shift - 2) || is(r, shift - 2, "*") || is(r, shift - 2, ")"))) {
		write(r, i, start - 1, "for (");
		write(r, shift, end - 2, ";;");
		return;
	}
	if (shift < end - 1 && shift == start) write(r, shift, shift, "");
	write_head(r, i, end);
}

static void read_waituntil(struct reader *r, int i)
{
	note_start(r, i);
	int end = operands(r, i, i + 1);
	if (end == NONE) return;
	if (is_require(r, i + 2)) {
		refuse_here(r, i,
		            "this clause is written 'separate (…) require (…) { … }', without "
		            "waituntil");
		write(r, i, i + 1, "");
		write(r, end - 1, end - 1, "");
		end_clause(r, statement_end(r, end));
		return;
	}
	for (int at = i + 2; at < end - 1; at++) {
		if (behind(r, at) != NONE) at = behind(r, at) - 1;
		if (!is(r, at, ",")) continue;
		expect(r, i, at, "')'");
		return;
	}
	end_clause(r, statement_end(r, end));
	if (is(r, end, ";")) {
		refuse(r, i, "a clause needs a block, if only '{}': 'waituntil (…) { … }'");
		fix_here(r, end, end, is(r, end + 1, "{") ? "" : " {}");
	} else write_clause_head(r, i, end);
}

static void read_when(struct reader *r, int i)
{
	bool joined = word_is_one_of(r, i - 1, before_clause);
	if ((!joined && !starts_statement(r, i)) || is(r, i + 1, ":")) return;
	note_start(r, i);
	int end = operands(r, i, i + 1);
	if (end == NONE) return;
	if (!reader_goes_on(r, end)) {
		expect(r, i, end, "'waituntil'");
		return;
	}
	write(r, i, i, "if");
	if (!is(r, end, "else")) return;
	write(r, end, end, "");
	end_clause(r, statement_end(r, end + 1));
}

static void read_fair(struct reader *r, int i)
{
	if (starts_statement(r, i) && reader_goes_on(r, i + 1)) write(r, i, i, "");
	else if (starts_statement(r, i)) expect(r, i, i + 1, "'waituntil'");
	else if (word(r, i - 1, "or") || word(r, i - 1, "and")) refuse_form(r, i);
}

/* ---- expressions and types ---- */

/* spawn separate (s, t) require (c) f(s, t)  →  f(s, t) */
static void read_spawn_separate(struct reader *r, int i)
{
	int end = operands(r, i + 1, i + 2);
	if (end != NONE && word(r, end, "require") && is(r, end + 1, "("))
		end = operands(r, end, end + 1);
	if (end == NONE) return;
	if (is(r, end, "{"))
		refuse(r, i,
		       "'spawn separate' is followed by one call: make a function of the block");
	else if (!is_name(r, end) && !is(r, end, "(")) expect(r, i, end, "a call");
	else write(r, i, end - 1, "");
}

static void read_spawn(struct reader *r, int i)
{
	int at = i + 1;
	if (word(r, at, "separate") && is(r, at + 1, "(") && !is(r, behind(r, at + 1), ";")) {
		read_spawn_separate(r, i);
		return;
	}
	if (!is_name(r, at) && !is(r, at, "(") && !is(r, at, "*")) {
		expect(r, i, at, "a call");
		return;
	}
	static const char *const ends[] = {";", "{", "}", NULL};
	while (at < r->count && !reader_is_one_of(r, at, ends) && !is(r, at, "(")) at++;
	if (!is(r, at, "(")) expect(r, i, at, "'(arguments)'");
	else write(r, i, i, "");
}

static bool knows(const struct reader *r, int i)
{
	for (size_t k = 0; i >= 0 && i < r->count && k < r->carrier_count; k++)
		if (same_spelling(r, r->carriers[k], i)) return true;
	return false;
}

static void read_type(struct reader *r, int i)
{
	if (!is(r, i + 1, "(")) {
		if (is_name(r, i + 1)) expect(r, i, i + 1, "'('");
		return;
	}
	int end = behind(r, i + 1);
	if (end == i + 3) {
		expect(r, i, i + 2, "a type");
	} else if (end != NONE) {
		write(r, i, i, "__typeof__");
		for (; end < r->count && (is(r, end, "*") || is(r, end, ",") || is_name(r, end));
		     end++)
			if (is_name(r, end)) /* a declared name */
				*GROW(r->carriers, r->carrier_count, r->carrier_room) = end;
	} else {
		operands(r, i, i + 1);
	}
}

/* new TYPE { … }, new TYPE[n] { … }, new TYPE  →  &(TYPE) { … } */
static void read_new(struct reader *r, int i)
{
	int at = i + 1, first = at;
	if (word(r, at, "separate")) {
		at++;
		if (is(r, at, "(") && behind(r, at) != NONE) at = behind(r, at);
		first = at;
	}
	if (!is_name(r, at)) {
		expect(r, i, at, "a type");
		return;
	}
	static const char *const carriers[] = {"channel", "future", "task", NULL};
	if (word_is_one_of(r, at, carriers) && behind(r, at + 1) != NONE) at = behind(r, at + 1);
	while (is_name(r, at)) at++;
	while (is(r, at, "*")) at++;
	if (is(r, at, "(")) {
		refuse(r, i, "the values of 'new' stand in braces: 'new TYPE { … }'");
		return;
	}
	while (is(r, at, "[") && behind(r, at) != NONE) {
		if (behind(r, at) == at + 2) {
			expect(r, i, at + 1, "a number");
			return;
		}
		at = behind(r, at);
	}
	write(r, i, first - 1, "&(");
	edit_after(&r->unit->shadow, token(r, at - 1)->offset + token(r, at - 1)->length, 0, "%s",
	           is(r, at, "{") ? ")" : "){0}");
}

static void read_duration(struct reader *r, int i)
{
	static const char *const units[] = {"ns", "us", "ms", "s", "min", "h", NULL};
	const char *text = spelling(r, i), *end = text + token(r, i)->length, *at = text;
	if (token(r, i)->length > 1 && (text[1] | 32) == 'x') return;
	if (reader_is_one_of(r, i + 1, units)) {
		char *whole = text_format("%.*s%.*s", (int)token(r, i)->length, text,
		                          (int)token(r, i + 1)->length, spelling(r, i + 1)),
		     *message = text_format("a duration has no blank in it: write '%s'", whole);
		refuse_here(r, i, message);
		fix_here(r, i, i + 1, whole);
		write(r, i + 1, i + 1, "");
		free(message);
		free(whole);
		return;
	}
	while (at < end && (strchr("0123456789.'", *at))) at++;
	if (construct_form(at, (size_t)(end - at))) {
		char *message = text_format("'%.*s' is one token", (int)(end - text), text);
		refuse(r, i, message);
		free(message);
		return;
	}
	size_t k = 0, length = (size_t)(end - at);
	while (units[k] && (strlen(units[k]) != length || memcmp(at, units[k], length))) k++;
	if (units[k]) write(r, i, i, "1");
	else if (at < end && strchr("hmns", *at))
		refuse(r, i, "a duration has one of the units ns, us, ms, s, min, h");
}

/* Replaces a ready-made message in "a | delete_message", but not in "delete_message *m". */
static void read_ready_made(struct reader *r, int i)
{
	if (!is(r, i + 1, "*") && !is_name(r, i + 1)) write(r, i, i, "0");
}

/* In "unsigned long x << c;" first is the first word of the type. */
static void refuse_target(struct reader *r, int first, int i)
{
	const char *type = spelling(r, first), *name = spelling(r, i - 1);
	int type_length = (int)(spelling(r, i - 2) + token(r, i - 2)->length - type);
	int length = (int)token(r, i - 1)->length;
	char *parts = text_format("%.*s %.*s; %.*s << %.*s", type_length, type, length, name,
	                          length, name, (int)token(r, i + 1)->length, spelling(r, i + 1)),
	     *message = text_format("an operation declares no variable: write '%s;'", parts);
	refuse_here(r, i, message);
	if (is(r, i + 2, ";")) fix_here(r, first, i + 1, parts);
	write(r, i, i, ";");
	free(message);
	free(parts);
}

/* && also accepts pointers. */
static void read_shift(struct reader *r, int i)
{
	int first = i - 2;
	bool declares = is_name(r, i - 1) && knows(r, i + 1) && is_type(r, first);
	while (declares && is_type(r, first - 1)) first--;
	if (declares && reader_is_one_of(r, first - 1, tags)) first--;
	if (declares && starts_statement(r, first)) refuse_target(r, first, i);
	else if (knows(r, i - 1) || knows(r, i + 1)) write(r, i, i, "&&");
}

/* ---- behaviours ---- */

static const char *const behaviours[] = {"receive",   "destroy",     "export", "import",
                                         "serialize", "deserialize", NULL};

static void read_disposition(struct reader *r, int i)
{
	if (is(r, i - 1, "return")) write(r, i, i, "");
	else if (is(r, i + 1, ")") || is(r, i - 1, "?") || is(r, i - 1, ":")) write(r, i, i, "0");
}

/* static scalable receive (ACTOR *self, MESSAGE *m) { … } */
static void read_behaviour(struct reader *r, int i)
{
	static const char *const before[] = {";", "}", "static", "scalable", NULL};
	if (!r->actors || (i > 0 && !word_is_one_of(r, i - 1, before))) return;
	if (!is(r, i + 1, "(")) {
		if (is(r, i + 1, "{") || is_name(r, i + 1)) expect(r, i, i + 1, "'('");
		return;
	}
	if (!is_name(r, i + 2) || !is_name(r, i + 4) || !is(r, i + 3, "*")) return;
	int end = operands(r, i, i + 1);
	if (end == NONE) return;
	char *text = text_format("void conc_behaviour_%d", i);
	if (!is(r, end, "{") && !is(r, end, ";")) expect(r, i, end, "'{'");
	else write(r, word(r, i - 1, "scalable") ? i - 1 : i, i, text);
	free(text);
}

static void read_scalable(struct reader *r, int i)
{
	static const char *const before[] = {";", "}", "static", NULL};
	bool outside = i == 0 || reader_is_one_of(r, i - 1, before);
	if (outside && r->actors && is_name(r, i + 1) && !word_is_one_of(r, i + 1, behaviours))
		refuse_form(r, i);
}

static uint32_t indentation(const struct reader *r, int i)
{
	while (i > 0 && token(r, i - 1)->file == token(r, i)->file &&
	       token(r, i - 1)->line == token(r, i)->line)
		i--;
	return token(r, i)->column;
}

/* The '}' is indented less than the line of its '{': the block has one '}' too few. */
static bool closes_another(const struct reader *r, int i)
{
	int close = r->partner[i];
	if (!is(r, i, "{") || close == NONE || !token(r, close)->in_place) return false;
	return token(r, close)->line > token(r, i)->line &&
	       indentation(r, close) == token(r, close)->column &&
	       token(r, close)->column < indentation(r, i);
}

/* The compiler would report it at the end of the file. */
static void find_open_brace(struct reader *r)
{
	int open = r->count - 1;
	while (open >= 0 && !(is(r, open, "{") && r->partner[open] == NONE)) open--;
	if (open < 0 || reader_is_quiet(r, open)) return;
	int inner = open + 1;
	while (inner < r->count && !closes_another(r, inner)) inner++;
	ERROR_TOKEN(r->unit, token(r, inner < r->count ? inner : open), "this '{' has no '}'");
	if (inner < r->count)
		NOTE_TOKEN(r->unit, token(r, r->partner[inner]),
		           "by its indentation this one closes another block");
}

/* ---- the walk ---- */

static const struct rule {
	void (*read)(struct reader *r, int i);
	const char *words[5]; /* up to a null */
} rules[] = {
        {read_kind, {"thread", "monitor", "actor", "message"}},
        {read_mutex, {"mutex"}},
        {remove_qualifier, {"held"}},
        {remove_guarded, {"guarded"}},
        {read_separate, {"separate"}},
        {read_blocking, {"blocking"}},
        {read_unchecked, {"unchecked"}},
        {read_scope, {"scope", "shield"}},
        {read_delete, {"delete"}},
        {read_impl, {"impl"}},
        {read_joiner, {"or", "and"}},
        {read_waituntil, {"waituntil"}},
        {read_when, {"when"}},
        {read_fair, {"fair"}},
        {read_spawn, {"spawn"}},
        {read_type, {"task", "channel", "future"}},
        {read_new, {"new"}},
        {read_scalable, {"scalable"}},
        {read_behaviour, {"receive", "destroy", "export", "import"}},
        {read_behaviour, {"serialize", "deserialize"}},
        {read_disposition, {"Nodelete", "Delete", "Destroy", "Finished"}},
        {read_ready_made, {"delete_message", "destroy_message", "finished_message"}},
};

static void read_token(struct reader *r, int i)
{
	static const char *const opens[] = {"{", ";", "}", NULL};
	const char *text = spelling(r, i), *end = text + token(r, i)->length;
	if (is(r, i, "inline")) { /* of a base */
		if (reader_is_one_of(r, i - 1, opens) && is_name(r, i + 1) && is(r, i + 2, ";"))
			write(r, i, i, "struct");
	} else if (is(r, i, "(")) read_group(r, i);
	else if (is(r, i, "<<")) read_shift(r, i);
	else if (is(r, i, "||") || is(r, i, "&&")) read_joiner(r, i);
	else if (end[-1] == '"') { /* libclang knows raw strings in C++ only */
		const char *quote = strchr(text, '"');
		if (quote > text && quote[-1] == 'R') write(r, i, i, "\"\"");
	} else if (*text >= '0' && *text <= '9') read_duration(r, i);
	if (is(r, i - 1, "struct") && is(r, i + 2, "{") && word_is_one_of(r, i, rules[0].words))
		refuse_here(r, i, "a kind is defined without 'struct': 'monitor NAME { … };'");
	static const char *const names[] = {".", "->", "struct", "union", "enum", "goto", NULL};
	if (!is_name(r, i) || reader_is_one_of(r, i - 1, names)) return;
	for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
		if (word_is_one_of(r, i, rules[k].words)) rules[k].read(r, i);
	read_qualifier(r, i);
}

void tokens_read(struct unit *unit, struct spans *spoken)
{
	struct reader r = {
	        .unit = unit, .spoken = spoken, .count = (int)unit->analysis->token_count};
	r.partner = memory_new((size_t)r.count + 1, sizeof *r.partner);
	r.inside = memory_new((size_t)r.count + 1, sizeof *r.inside);
	r.written = memory_new((size_t)r.count + 1, sizeof *r.written);
	r.hidden = memory_new((size_t)r.count + 1, sizeof *r.hidden);
	r.clause = memory_new((size_t)r.count + 1, sizeof *r.clause);
	match_brackets(&r);
	for (int i = 1; i + 1 < r.count; i++)
		if (reader_declares(&r, i)) hide(&r, i);
	for (int i = 0; i + 2 < r.count && !r.actors; i++)
		r.actors = (word(&r, i, "actor") || word(&r, i, "message")) && is_name(&r, i + 1) &&
		           (is(&r, i + 2, "{") || is(&r, i + 2, ";"));
	for (int i = 0; i < r.count; i++) {
		int file = token(&r, i)->file;
		const char *name = file < 0 ? "" : unit->analysis->sources[file].name;
		bool ours =
		        reader_is_quiet(&r, i) || strstr(name, "/conc/") || strstr(name, "conc.h");
		if (!r.written[i] && !ours) read_token(&r, i); /* ours have no constructs */
	}
	find_open_brace(&r);
	free(r.carriers);
	free(r.partner);
	free(r.written);
	free(r.hidden);
	free(r.inside);
	free(r.clause);
}
