/* SPDX-License-Identifier: MIT */
/* Reports errors in the author's C as the C compiler describes them. libclang finds the places, in
 * plain C of the unit: its shadow, or, if it could not be parsed, what token_reader.c makes of its
 * tokens. The driver then asks the back end for its messages at these places; where it has none,
 * libclang's are printed.
 *
 * An undeclared name that is nearly a word of the dialect gets a message of ours. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "base/text.h"
#include "tree/words.h"

#define WORD(word) #word,
static const char *const words[] = {DIALECT_WORDS(WORD)};
#undef WORD
enum { LENGTH_MAX = 16 };

/* In lower case and without underscores. Returns the length; 0: too long. */
static size_t simplify(char *out, const char *name, size_t length)
{
	size_t count = 0;
	for (size_t i = 0; i < length; i++) {
		if (name[i] == '_') continue;
		if (count == LENGTH_MAX) return 0;
		out[count++] = (char)tolower((unsigned char)name[i]);
	}
	return count;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* Returns the number of letters that are missing, added, wrong or swapped. */
static int distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
	int d[LENGTH_MAX + 1][LENGTH_MAX + 1];
	for (size_t i = 0; i <= a_length; i++) d[i][0] = (int)i;
	for (size_t k = 0; k <= b_length; k++) d[0][k] = (int)k;
	for (size_t i = 1; i <= a_length; i++)
		for (size_t k = 1; k <= b_length; k++) {
			int wrong = a[i - 1] != b[k - 1];
			d[i][k] =
			        least(d[i - 1][k - 1] + wrong, least(d[i - 1][k], d[i][k - 1]) + 1);
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
				d[i][k] = least(d[i][k], d[i - 2][k - 2] + 1);
		}
	return d[a_length][b_length];
}

static const char *nearest_word(const char *name, size_t length)
{
	char simple[LENGTH_MAX];
	const char *best = NULL;
	int best_distance = 3;
	size_t count = simplify(simple, name, length);
	for (size_t i = 0; count && i < sizeof words / sizeof *words; i++) {
		size_t word = strlen(words[i]);
		int away = distance(simple, count, words[i], word);
		if (away >= best_distance || away > (word >= 6 ? 2 : word >= 4 ? 1 : 0)) continue;
		best = words[i];
		best_distance = away;
	}
	return best;
}

/* Returns the token behind the parenthesis that closes this one; end if there is none. */
static const struct token *behind(const struct unit *unit, const struct token *at,
                                  const struct token *end)
{
	for (int depth = 0; at < end; at++) {
		depth += unit->syntax.text[at->offset] == '(';
		depth -= unit->syntax.text[at->offset] == ')';
		if (!depth) return at + 1;
	}
	return end;
}

static bool is_letter(char c)
{
	return isalpha((unsigned char)c) || c == '_' || (c & 0x80);
}

/* Is this a place for the word? Its construct's form says what comes next: mutex (a) statement, but
 * no call mutx(a); of a function that nobody has declared. */
static bool could_stand(const struct unit *unit, const struct token *token, const char *word)
{
	const char *form = construct_form(word, strlen(word)), *text = unit->syntax.text;
	const struct token *first = unit->analysis->tokens,
	                   *end = first + unit->analysis->token_count, *next = token + 1;
	if (next >= end ||
	    tolower((unsigned char)text[token->offset]) != tolower((unsigned char)*word))
		return false;
	size_t start = token > first ? token[-1].offset : 0;
	char before = token > first ? text[start] : ';', then = text[next->offset];
	if (!form && text_listed(word, "Nodelete Delete Destroy Finished", true))
		return text_starts(text + start, "return") && then == ';';
	if (!form && strstr(word, "_message")) return before == '|';
	if (!form) return before == '(' && then == '(' && strcmp(word, "held") != 0;
	const char *rest = form + strlen(word);
	const struct token *body = then == '(' ? behind(unit, next, end) : end;
	if (*rest == '(' && strstr(rest, ") name")) /* task(result type) name */
		return body < end && (is_letter(text[body->offset]) || text[body->offset] == '*');
	if (*rest == '(') return then == '('; /* join(task) */
	if (rest[1] == '{') return then == '{';
	if (rest[1] != '(') {
		if (!strstr(rest, "members")) return is_letter(then);
		return is_letter(then) && next + 1 < end && text[next[1].offset] == '{';
	}
	return body < end && !strchr(";,)=.?:<>|&+-/%^]", text[body->offset]);
}

struct finding {
	size_t at;
	bool error, syntax, named; /* named: the text quotes the token */
	bool word;                 /* the token is a word of the dialect */
	char *text;
	const struct token *token; /* at `at`; null after the last token */
	const char *meant;         /* the word that an unknown name is nearly; or null */
};

/* For a function, clang 16 has an error, clang 14 a warning. */
static bool is_unknown_name(const struct finding *found)
{
	return strstr(found->text, "type specifier missing") ||
	       strstr(found->text, "type specifier is required") || /* in C23 */
	       strstr(found->text, "unknown type name") || strstr(found->text, "undeclared") ||
	       strstr(found->text, "type name requires a specifier") || /* of a member */
	       strstr(found->text, "expected function body") ||
	       strstr(found->text, "implicit declaration");
}

/* chanel(int) c; looks like a function without a body, at c. Returns the first token. */
static const struct token *declared_function(const struct unit *unit, const struct token *at)
{
	const struct token *first = unit->analysis->tokens;
	int depth = 0;
	while (at > first) {
		char c = unit->syntax.text[(--at)->offset];
		depth += (c == ')') - (c == '(');
		if (depth == 0) return c == '(' && at > first ? at - 1 : NULL;
	}
	return NULL;
}

static struct finding finding(struct unit *unit, unsigned i)
{
	const struct clang *clang = unit->types->clang;
	CXDiagnostic diagnostic = clang->getDiagnostic(unit->types->unit, i);
	struct finding found = {
	        .at = types_offset(unit->types, clang->getDiagnosticLocation(diagnostic)),
	        .error = clang->getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error,
	        .text = types_take(unit, clang->getDiagnosticSpelling(diagnostic)),
	};
	char *category = types_take(unit, clang->getDiagnosticCategoryText(diagnostic));
	found.syntax = strcmp(category, "Semantic Issue") != 0;
	free(category);
	clang->disposeDiagnostic(diagnostic);
	found.token = analysis_token_at(unit->analysis, found.at);
	if (found.token && strstr(found.text, "expected function body")) {
		const struct token *name = declared_function(unit, found.token);
		if (name && nearest_word(unit->syntax.text + name->offset, name->length))
			found.token = name, found.at = name->offset;
	}
	const char *name = found.token ? unit->syntax.text + found.token->offset : "";
	char *quoted = text_format("'%.*s'", found.token ? (int)found.token->length : 0, name);
	found.named = strstr(found.text, quoted) != NULL;
	free(quoted);
	for (size_t k = 0; k < sizeof words / sizeof *words && found.token; k++)
		found.word |= found.token->length == strlen(words[k]) &&
		              !memcmp(name, words[k], found.token->length);
	if (found.token && !found.word && is_unknown_name(&found))
		found.meant = nearest_word(name, found.token->length);
	if (found.meant && !could_stand(unit, found.token, found.meant)) found.meant = NULL;
	return found;
}

static void add_span(struct spans *spans, size_t start, size_t end)
{
	*GROW(spans->list, spans->count, spans->room) = (struct span){start, end};
}

/* The end of the statement, or the begin of a block in it. */
static size_t statement_end(const struct unit *unit, const struct token *token)
{
	const struct token *end = unit->analysis->tokens + unit->analysis->token_count;
	while (token + 1 < end && !strchr("{};", unit->syntax.text[token->offset])) token++;
	return token->offset;
}

/* The form of a word's construct, if C takes the word for an undeclared name; or null. */
static const char *undeclared_word(const struct unit *unit, const struct finding *found)
{
	const struct token *token = found->token;
	if (!found->word || !found->error || !found->named || !strstr(found->text, "undeclared") ||
	    is_system_token(unit, token))
		return NULL;
	const char *text = unit->syntax.text;
	const char *form = construct_form(text + token->offset, token->length);
	const struct token *end = unit->analysis->tokens + unit->analysis->token_count;
	/* "join(t)" has this form: the error comes from the text before it */
	if (form && form[token->length] == '(' && form[strlen(form) - 1] == ')' &&
	    token + 1 < end && text[token[1].offset] == '(')
		return NULL;
	return form;
}

static void report_hint(struct unit *unit, const struct finding *found, struct spans *spoken)
{
	const struct token *token = found->token;
	const char *form = undeclared_word(unit, found);
	if (form && !diagnostics_has(unit->diagnostics, token->offset))
		ERROR_TOKEN(unit, token, "'%.*s' is written '%s'", (int)token->length,
		            unit->syntax.text + token->offset, form);
	if (!found->meant || is_system_token(unit, token)) return;
	ERROR_TOKEN(unit, token, "unknown word '%.*s'; did you mean '%s'?", (int)token->length,
	            unit->syntax.text + token->offset, found->meant);
	diagnose_fix(unit->diagnostics, token->offset, token->offset + token->length, "%s",
	             found->meant);
	add_span(spoken, token->offset, statement_end(unit, token));
}

/* What is missing between two tokens is reported after the first one. */
static void report_finding(struct unit *unit, const struct finding *found)
{
	const struct token *token = found->token;
	size_t at = found->at;
	if (!token || at < token->offset) {
		token = analysis_token_before(unit->analysis, at);
		at = token ? token->offset + token->length - 1 : 0;
	}
	if (!token || is_system_token(unit, token)) return;
	diagnose_compiler(unit->diagnostics, at, token->offset + token->length, "%s", found->text);
}

/* An error or a warning, depending on the version. */
static bool is_of_function(const struct finding *found)
{
	return strstr(found->text, "undeclared function") ||
	       strstr(found->text, "implicit declaration");
}

/* gcc accepts nested functions, and characters of several bytes: 'é' is an int. */
static bool is_of_syntax(const struct finding *found)
{
	return found->error && !strstr(found->text, "function definition is not allowed") &&
	       !strstr(found->text, "character too large") && !is_of_function(found) &&
	       (found->syntax || found->meant || strstr(found->text, "unknown type name"));
}

/* An undeclared name that the author wrote at this place. */
static bool is_of_names(const struct finding *found)
{
	return found->error && !found->word && found->token && found->token->in_place &&
	       found->token->offset == found->at && found->named && is_unknown_name(found) &&
	       !is_of_function(found);
}

static void each_finding(struct unit *unit, struct spans *spoken,
                         bool wanted(const struct finding *found))
{
	unsigned count = unit->types->clang->getNumDiagnostics(unit->types->unit);
	for (int round = 0; round < 2; round++)
		for (unsigned i = 0; i < count; i++) {
			struct finding found = finding(unit, i);
			if (!round) report_hint(unit, &found, spoken);
			bool inside = false;
			for (size_t k = 0; k < spoken->count; k++)
				inside |= spoken->list[k].start <= found.at &&
				          found.at <= spoken->list[k].end;
			if (round && !inside && wanted(&found)) report_finding(unit, &found);
			free(found.text);
		}
}

bool check_tokens(struct unit *unit)
{
	struct spans spoken = {0};
	tokens_read(unit, &spoken);
	if (types_parse_broken(unit)) each_finding(unit, &spoken, is_of_syntax);
	free(spoken.list);
	types_free(unit);
	bool said = diagnostics_error_count(unit->diagnostics) > 0;
	if (!said) edits_free(&unit->shadow);
	return said;
}

/* The name may come out of a macro, which a .i file does not show. */
bool misspelt_names(struct unit *unit)
{
	unsigned count = unit->types->clang->getNumDiagnostics(unit->types->unit);
	bool any = false;
	for (unsigned i = 0; i < count && !any; i++) {
		struct finding found = finding(unit, i);
		any = undeclared_word(unit, &found) ||
		      (found.meant && !is_of_function(&found) && found.token->offset == found.at &&
		       !is_system_token(unit, found.token));
		free(found.text);
	}
	return any;
}

/* Drops our diagnostics that follow from an undeclared name: those in its statement, or, if it
 * names a type, all after it. A diagnostic of ours at the name itself stays. */
void check_unknown_names(struct unit *unit)
{
	struct spans spoken = {0};
	unsigned count = unit->types->clang->getNumDiagnostics(unit->types->unit);
	for (unsigned i = 0; i < count; i++) {
		struct finding found = finding(unit, i);
		bool ours = is_of_names(&found) && !is_system_token(unit, found.token);
		if (ours && diagnostics_has(unit->diagnostics, found.at))
			add_span(&spoken, found.at, found.at);
		else if (ours) {
			TSNode node = unit_node_at(unit, found.token->offset,
			                           found.token->offset + found.token->length);
			TSNode statement = node_statement(node);
			bool type = strstr(found.text, "unknown type name");
			diagnostics_drop(unit->diagnostics, false,
			                 node_start(type ? node : statement),
			                 type ? unit->analysis->length : node_end(statement));
		}
		free(found.text);
	}
	each_finding(unit, &spoken, is_of_names);
	free(spoken.list);
}
