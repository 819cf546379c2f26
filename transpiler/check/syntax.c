/* SPDX-License-Identifier: MIT */
/* Reports what the parser could not read. Errors in plain C are left to the back end, which
 * describes them best. If a word of the dialect is involved, concc reports the error and shows the
 * form of the construct. */
#include <string.h>

#include "base/text.h"
#include "check.h"

/* Reports `or` and `and` after a statement that is no waituntil. The grammar takes them for names
 * there, and what follows for an expression, a declaration or a nested function, so that the C
 * compiler would complain of unknown types. They are found among the tokens: a joiner, then one of
 * the words that can only continue a waituntil. */

/* Is it this word of the dialect? */
static bool is_word(const struct unit *unit, const struct token *token, const char *word)
{
	const char *text = unit->syntax.text + token->offset;
	return word_is(text, token->length, word) &&
	       word_is_dialect(&unit->shadowing, text, token->length, token->offset);
}

static bool is_sign(const struct unit *unit, const struct token *token, const char *sign)
{
	return token->length == strlen(sign) &&
	       memcmp(unit->syntax.text + token->offset, sign, token->length) == 0;
}

/* True if the parser read the token as a joiner. */
static bool joins(const struct unit *unit, const struct token *token)
{
	TSNode parent =
	        node_parent(unit_node_at(unit, token->offset, token->offset + token->length));
	return node_is(parent, NODE_wait_or) || node_is(parent, NODE_wait_and) ||
	       node_is(parent, NODE_wait_else);
}

static bool is_joiner(const struct unit *unit, const struct token *token)
{
	if (is_word(unit, token, "or") || is_word(unit, token, "and")) return true;
	/* after an operand the token is C's operator: a || waituntil(b) */
	return (is_sign(unit, token, "||") || is_sign(unit, token, "&&")) &&
	       token != unit->analysis->tokens &&
	       (is_sign(unit, token - 1, "}") || is_sign(unit, token - 1, ";"));
}

static bool is_stray_joiner(const struct unit *unit, const struct token *token)
{
	const struct token *next = token + 1;
	if (next >= unit->analysis->tokens + unit->analysis->token_count) return false;
	bool goes_on = is_sign(unit, next, "else") || is_word(unit, next, "waituntil") ||
	               is_word(unit, next, "when") || is_word(unit, next, "separate");
	return goes_on && is_joiner(unit, token) && !joins(unit, token);
}

/* Runs before other checks: the tree around stray joiners makes no sense. */
static void check_joiners(struct unit *unit)
{
	const struct analysis *analysis = unit->analysis;
	for (size_t i = 0; i < analysis->token_count; i++) {
		const struct token *token = &analysis->tokens[i];
		bool behind = false; /* a waituntil ends right before the token */
		for (size_t k = 0; k < unit->construct_count && i && is_joiner(unit, token); k++)
			behind |= unit->constructs[k].kind == NODE_waituntil_statement &&
			          node_end(unit->constructs[k].node) ==
			                  token[-1].offset + token[-1].length;
		behind = behind && !joins(unit, token);
		if (!behind && !is_stray_joiner(unit, token)) continue;
		ERROR_TOKEN(unit, token, "'%.*s' goes on with %s", (int)token->length,
		            unit->syntax.text + token->offset,
		            behind ? "'waituntil', 'when (guard) waituntil', a group in "
		                     "parentheses or 'else'"
		                   : "a waituntil, and the statement before it is none");
	}
}

static const struct form {
	const char *word, *form;
	bool first; /* a name in C programs: only at the start of an item, beside actors */
} forms[] = {
        {"mutex", "mutex (a, b) statement", false},
        {"thread", "thread name { members };", false},
        {"monitor", "monitor name { members };", false},
        {"actor", "actor name { members };", false},
        {"message", "message name { members };", false},
        {"receive", "receive (ACTOR *self, MESSAGE *m) { … }", true},
        {"destroy", "destroy (TYPE *self) { … }", true},
        {"scalable",
         "scalable receive (ACTOR *self, MESSAGE *m) { … }' or 'static scalable receive …", true},
        {"export", "export (ACTOR *self, ACTOR *replica) { … }", true},
        {"import", "import (ACTOR *self, ACTOR *replica) { … }", true},
        {"serialize", "serialize (TYPE *self, conc_writer *out) { … }", true},
        {"deserialize", "deserialize (TYPE *self, conc_reader *in) { … }", true},
        {"new", "new type { initialisers }' or 'new type[n] { … }", false},
        {"delete", "delete pointer;", false},
        {"spawn", "spawn function(arguments)' or 'spawn separate (s) function(s)", false},
        {"join", "join(task)", false},
        {"blocking", "blocking { … }", false},
        {"scope", "scope { … }', 'scope (name) { … }' or 'scope (timeout(2s)) { … }", false},
        {"shield", "shield { … }' or 'shield (2s) { … }", false},
        {"impl", "impl lock for type { .lock = …, .unlock = … };", false},
        {"waituntil", "waituntil (…) { … } or when (guard) waituntil (…) { … } or else { … }",
         false},
        {"when", "when (guard) waituntil (…) { … }", false},
        {"fair", "fair waituntil (…) { … } or waituntil (…) { … }", false},
        {"task", "task(result type) name", false},
        {"channel", "channel(element type) name = {capacity}", false},
        {"future", "future(value type) name = {}", false},
        {"separate",
         "separate (s) statement', 'separate (s) require (condition) statement' or "
         "'separate type *name",
         false},
};

static const struct form *form_of(const char *text, size_t length)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (word_is(text, length, forms[i].word)) return &forms[i];
	return NULL;
}

const char *construct_form(const char *word, size_t length)
{
	const struct form *form = form_of(word, length);
	return form ? form->form : NULL;
}

/* Returns the last word of the dialect, the one nearest to the error, and its token; or null. */
static const struct form *word_in(const struct unit *unit, size_t start, size_t end,
                                  const struct token **out)
{
	const struct form *last = NULL;
	const struct token *token = analysis_token_at(unit->analysis, start), *first = token;
	if (first && first->length == 6 && !memcmp(unit->syntax.text + start, "static", 6)) first++;
	for (; token && token < unit->analysis->tokens + unit->analysis->token_count &&
	       token->offset < end;
	     token++) {
		const char *text = unit->syntax.text + token->offset;
		const struct form *form = form_of(text, token->length);
		if (!form ||
		    !word_is_dialect(&unit->shadowing, text, token->length, token->offset) ||
		    (form->first && (token != first || !unit_has_actors(unit))))
			continue;
		*out = token;
		last = form;
	}
	return last;
}

/* An identifier whose hidden token is missing is not marked: it has an error and no text. */
static bool is_missing(TSNode node)
{
	return ts_node_is_missing(node) ||
	       (ts_node_has_error(node) && node_start(node) == node_end(node) &&
	        node_child_count(node) == 0);
}

static void report_missing(struct unit *unit, TSNode node, TSNode construct)
{
	const struct token *before = analysis_token_before(unit->analysis, node_start(node));
	size_t at = before ? before->offset + before->length - 1 : node_start(node);
	const struct token *word = NULL;
	const struct form *form = word_in(unit, node_start(construct), node_end(construct), &word);
	diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, at, at + 1,
	         ts_node_is_named(node) ? "expected %s" : "expected '%s'",
	         ts_node_is_named(node) ? "an expression" : node_type(node));
	if (form) NOTE_TOKEN(unit, word, "the construct is written '%s'", form->form);
}

static void report_error(struct unit *unit, const struct form *form, const struct token *word)
{
	if (word + 1 < unit->analysis->tokens + unit->analysis->token_count)
		ERROR_TOKEN(unit, word, "syntax error in a '%s' construct", form->word);
	NOTE_TOKEN(unit, word, "the construct is written '%s'", form->form);
}

/* The word became the parameter's name: "account mutex a", "stack *separate s". */
static const char *word_for_name(const struct unit *unit, const struct token *token)
{
	const char *text = unit->syntax.text + token->offset;
	return word_is(text, token->length, "mutex")
	               ? "a mutex parameter must be a pointer: 'mutex' stands behind its '*'"
	       : word_is(text, token->length, "held")
	               ? "a held parameter must be a pointer: 'held' stands behind its '*'"
	       : word_is(text, token->length, "separate")
	               ? "'separate' stands before the type of what a pointer points to: "
	                 "'separate type *name'"
	               : NULL;
}

static size_t item_start(TSNode node)
{
	for (TSNode parent = node_parent(node); !ts_node_is_null(parent);
	     parent = node_parent(node)) {
		enum node_kind kind = node_kind(parent);
		if (kind == NODE_compound_statement || kind == NODE_translation_unit ||
		    kind == NODE_ERROR)
			break;
		node = parent;
	}
	return node_start(node);
}

static void mark_broken(struct unit *unit, TSNode node)
{
	for (size_t i = 0; i < unit->construct_count; i++)
		if (ts_node_eq(unit->constructs[i].node, node)) unit->constructs[i].broken = true;
}

/* The error was then reported at the joiner. */
static bool follows_joiner(const struct unit *unit, const struct token *word, size_t start)
{
	const struct token *token = analysis_token_at(unit->analysis, start);
	if (token && token > unit->analysis->tokens) token--;
	for (; token && token < word; token++)
		if (is_stray_joiner(unit, token)) return true;
	return false;
}

static void syntax_check_node(struct unit *unit, TSNode node)
{
	if (is_system_text(unit, node)) return;
	TSNode construct = node, below = {0};
	for (; !ts_node_is_null(construct); below = construct, construct = node_parent(construct)) {
		bool body = node_is_behaviour(construct) && node_is(below, NODE_compound_statement);
		if (is_construct(node_kind(construct)) && !body)
			break; /* a behaviour's body is C */
	}
	const struct token *word = NULL;
	if (is_missing(node) && !ts_node_is_null(construct)) {
		report_missing(unit, node, construct);
		mark_broken(unit, construct);
		return;
	}
	if (node_is(node_parent(node), NODE_parameter_list)) {
		word = analysis_token_before(unit->analysis, node_start(node));
		const char *message = word ? word_for_name(unit, word) : NULL;
		if (word && !message) {
			word = analysis_token_at(unit->analysis, node_start(node));
			message = word_for_name(unit, word);
		}
		if (message) {
			ERROR_TOKEN(unit, word, "%s", message);
			return;
		}
	}
	const struct form *form = word_in(unit, item_start(node), node_end(node), &word);
	if (!form) return;
	if (!follows_joiner(unit, word, item_start(node))) report_error(unit, form, word);
	if (!ts_node_is_null(construct)) mark_broken(unit, construct);
}

/* What C reads as an undeclared type: "mutex a { … }", a kind without ';'. */
static void check_type(struct unit *unit, TSNode type)
{
	static const char *const tags[] = {"struct_specifier", "union_specifier", "enum_specifier",
	                                   NULL};
	size_t start = node_start(type), length = node_end(type) - start;
	const struct form *form = form_of(unit->syntax.text + start, length);
	bool scalable = form && strcmp(form->word, "scalable") == 0 && unit_has_actors(unit);
	TSNode parent = node_parent(type);
	if (!form || (form->first && !scalable) || !node_is_dialect(unit, type) ||
	    node_type_in(parent, tags))
		return;
	for (size_t i = 0; i < unit->construct_count; i++)
		if (ts_node_eq(unit->constructs[i].node, parent)) return;
	TSNode body = node_field(parent, "body");
	if (text_listed(form->word, "thread monitor actor message", true) &&
	    node_is(parent, NODE_function_definition) && node_is(body, NODE_compound_statement)) {
		size_t end = node_end(body);
		diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, end - 1, end,
		         "expected ';' behind the definition of a %s", form->word);
		diagnose_fix(unit->diagnostics, end - 1, end, "};");
	} else {
		const struct token *word = analysis_token_at(unit->analysis, start);
		if (!follows_joiner(unit, word, start)) report_error(unit, form, word);
	}
}

static void syntax_walk(struct unit *unit, TSNode node)
{
	if (node_is(node, NODE_ERROR) || is_missing(node)) {
		syntax_check_node(unit, node);
		return;
	}
	if (!ts_node_has_error(node)) return;
	for (uint32_t i = 0; i < node_child_count(node); i++)
		syntax_walk(unit, node_child(node, i));
}

/* C reads "mutex (a);" and the like as calls of undeclared functions. */
static void syntax_check_call(struct unit *unit, TSNode call)
{
	TSNode function = node_field(call, "function"), outer = node_parent(call);
	bool wait = node_is_word(unit, function, "waituntil");
	bool mutex = node_is_word(unit, function, "mutex");
	if ((!wait && !mutex && !node_is_word(unit, function, "separate")) ||
	    !node_is_dialect(unit, function))
		return;
	/* "mutex (a) (x++);" and "mutex (a) assert(x);", where the macro begins with a
	 * parenthesis */
	if (!wait && node_is_field(outer, "function", call) &&
	    node_is(node_parent(outer), NODE_expression_statement)) {
		ERROR_AT(unit, call,
		         "this reads as two calls, since a parenthesis follows: write '%s (…) { … "
		         "}'",
		         mutex ? "mutex" : "separate");
		unit->misread = true;
	}
	if (!node_is(outer, NODE_expression_statement) || !(wait || mutex) ||
	    (wait && ts_node_has_error(outer)))
		return;
	ERROR_AT(unit, call,
	         wait ? "a clause needs a block, if only '{}': 'waituntil (…) { … }'"
	              : "a mutex statement needs a body: 'mutex (…) { … }'");
	size_t end = node_end(outer);
	const struct token *next = analysis_token_at(unit->analysis, end);
	bool ends = next && unit->syntax.text[next->offset] == '}',
	     block = next && unit->syntax.text[next->offset] == '{';
	diagnose_fix(unit->diagnostics, end - 1, end, block || (mutex && !ends) ? "" : " {}");
	unit->misread = true;
}

/* C reads "f(account * mutex(read))" as a parameter mutex of a function type. */
static void check_unnamed(struct unit *unit, TSNode declarator)
{
	TSNode list = node_field(declarator, "parameters"), parameter = node_named_child(list, 0);
	TSNode outer = node_parent(declarator), word = node_field(declarator, "declarator");
	bool held = node_text_is(&unit->syntax, word, "held"),
	     mutex = node_text_is(&unit->syntax, word, "mutex");
	if (node_named_child_count(list) == 1 && node_named_child_count(parameter) == 1 &&
	    node_text_is(&unit->syntax, parameter, "read") && (held || mutex) &&
	    node_is(outer, NODE_pointer_declarator) &&
	    node_is(node_parent(outer), NODE_parameter_declaration) && unit_has_header(unit))
		ERROR_AT(unit, declarator,
		         "a %s(read) parameter needs a name: 'type * %s(read) name'",
		         held ? "held" : "mutex", held ? "held" : "mutex");
}

static void check_word(TSNode node, void *data)
{
	struct unit *unit = data;
	if (node_is(node, NODE_function_declarator)) check_unnamed(unit, node);
	if (node_is(node, NODE_call_expression) &&
	    node_is(node_field(node, "function"), NODE_identifier))
		syntax_check_call(unit, node);
	if (node_is(node, NODE_type_identifier)) check_type(unit, node);
}

/* libclang recurses over nested code, and so do we, on a limited stack. */
bool check_depth(struct unit *unit)
{
	if (ts_node_is_null(unit->too_deep)) return true;
	ERROR_AT(unit, unit->too_deep, "nested too deeply: more than %d levels", DEPTH_MAX);
	return false;
}

void check_syntax(struct unit *unit)
{
	check_joiners(unit);
	if (ts_node_has_error(unit->syntax.root)) syntax_walk(unit, unit->syntax.root);
	unit_each_own(unit, check_word, unit);
	/* Constructs may start inside a token of the preprocessor, such as "3new". */
	for (size_t i = 0; i < unit->construct_count; i++) {
		struct construct *construct = &unit->constructs[i];
		size_t start = node_start(construct->node);
		const struct token *token = analysis_token_at(unit->analysis, start);
		if (!token || token->offset >= start) continue;
		ERROR_TOKEN(unit, token, "'%.*s' is one token", (int)token->length,
		            unit->analysis->text + token->offset);
		construct->broken = true;
	}
}
