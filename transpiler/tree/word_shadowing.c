/* SPDX-License-Identifier: MIT */
/* A declaration hides a word from the end of its declarator to the end of the enclosing scope:
 * block, prototype, function (parameters of a definition), for statement, or file. Rejected: asking
 * libclang, which would have to be loaded before it is known whether the unit contains dialect. */
#include "word_shadowing.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "words.h"

#define WORD(word) #word,
static const char *const words[] = {DIALECT_WORDS(WORD)};
#undef WORD
enum { WORD_COUNT = sizeof words / sizeof *words, LENGTH_MAX = 16 };
static const char prefix[] = "_Conc_";

static int find_word(const char *spelling, size_t length)
{
	if (length < 2 || length > LENGTH_MAX || spelling[0] < 'D' || spelling[0] > 'w') return -1;
	for (int i = 0; i < WORD_COUNT; i++)
		if (strlen(words[i]) == length && memcmp(words[i], spelling, length) == 0) return i;
	return -1;
}

/* "f(new, old) int *new, *old; { … }": the grammar takes the first new for a type. */
static TSNode old_style_definition(TSNode word)
{
	TSNode node = node_parent(word);
	if (!node_is(node, NODE_parameter_declaration) || node_named_child_count(node) != 1)
		return (TSNode){0};
	node = node_parent(node_parent(node));
	while (node_is(node, NODE_function_declarator) || node_is(node, NODE_pointer_declarator) ||
	       node_is(node, NODE_array_declarator) ||
	       node_is(node, NODE_parenthesized_declarator) ||
	       node_is(node, NODE_attributed_declarator))
		node = node_parent(node);
	return node_is(node, NODE_function_definition) ? node : (TSNode){0};
}

TSNode word_declaration(TSNode identifier)
{
	TSNode node = identifier;
	for (;;) {
		TSNode parent = node_parent(node);
		switch (node_kind(parent)) {
		case NODE_parenthesized_declarator:
		case NODE_attributed_declarator:
			break;
		case NODE_init_declarator:
		case NODE_pointer_declarator:
		case NODE_array_declarator:
		case NODE_function_declarator:
			if (!ts_node_eq(node_field(parent, "declarator"), node)) return (TSNode){0};
			break;
		case NODE_declaration:
		case NODE_type_definition:
		case NODE_parameter_declaration:
		case NODE_function_definition: {
			TSNode type = node_field(parent, "type");
			return !ts_node_is_null(type) && ts_node_eq(type, node) ? (TSNode){0}
			                                                        : parent;
		}
		case NODE_enumerator:
			return ts_node_eq(node_field(parent, "name"), node) ? parent : (TSNode){0};
		default:
			return (TSNode){0};
		}
		node = parent;
	}
}

size_t word_declaration_end(TSNode declaration)
{
	bool parameter = node_is(declaration, NODE_parameter_declaration);
	TSNode parent = node_parent(declaration);
	if (node_is(declaration, NODE_declaration) && node_is(parent, NODE_function_definition))
		return node_end(parent); /* a parameter, in the old style */
	for (TSNode node = parent; !ts_node_is_null(node); node = node_parent(node)) {
		enum node_kind kind = node_kind(node);
		if (kind == NODE_compound_statement || kind == NODE_for_statement ||
		    kind == NODE_translation_unit ||
		    (parameter && (node_is_function(node) || kind == NODE_declaration ||
		                   kind == NODE_field_declaration || kind == NODE_type_definition)))
			return node_end(node);
	}
	return node_end(declaration);
}

void word_shadowing_note(struct word_shadowing *scope, const struct syntax *syntax,
                         TSNode identifier)
{
	size_t start = node_start(identifier), end = node_end(identifier);
	int word = find_word(syntax->text + start, end - start);
	if (word < 0) return;
	TSNode declaration = word_declaration(identifier), old = old_style_definition(identifier);
	TSNode type = node_field(declaration, "type");
	if (!ts_node_is_null(old))
		*GROW(scope->list, scope->count, scope->room) =
		        (struct hiding){word, start, node_end(old)};
	if (ts_node_is_null(declaration)) return;
	/* "or waituntil (b) { … }" that follows no clause reads as a nested function, whose name
	 * would hide the word from the text after it. */
	if (node_is(declaration, NODE_function_definition) &&
	    (node_text_is(syntax, type, "or") || node_text_is(syntax, type, "and")))
		return;
	/* conc.h declares the ready-made messages as types, which hides nothing. */
	if (strstr(words[word], "_message") && node_is(declaration, NODE_type_definition)) return;
	*GROW(scope->list, scope->count, scope->room) =
	        (struct hiding){word, start, word_declaration_end(declaration)};
}

bool word_is_dialect(const struct word_shadowing *scope, const char *spelling, size_t length,
                     size_t offset)
{
	if (length > sizeof prefix - 1 && memcmp(spelling, prefix, sizeof prefix - 1) == 0)
		return true;
	int word = find_word(spelling, length);
	for (size_t i = 0; i < scope->count; i++) {
		const struct hiding *hiding = &scope->list[i];
		if (hiding->word == word && hiding->start <= offset && offset < hiding->end)
			return false;
	}
	return true;
}

bool word_makes_construct(const char *spelling, size_t length)
{
	static const char inner[] = "or and when timeout readable writable join require signalled "
	                            "exited cancelled quiet fair";
	int word = find_word(spelling, length);
	return word >= 0 && !text_listed(words[word], inner, true);
}

bool word_is(const char *spelling, size_t length, const char *word)
{
	size_t skip = length > sizeof prefix - 1 && memcmp(spelling, prefix, sizeof prefix - 1) == 0
	                      ? sizeof prefix - 1
	                      : 0;
	return strlen(word) == length - skip && memcmp(spelling + skip, word, length - skip) == 0;
}

void word_shadowing_free(struct word_shadowing *scope)
{
	free(scope->list);
	*scope = (struct word_shadowing){0};
}
