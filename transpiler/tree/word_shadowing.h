/* SPDX-License-Identifier: MIT */
/* Contextual words: where a word of the dialect is declared as an ordinary identifier.
 *
 * One rule decides (dialect reference, provenance rule 1): a word belongs to the dialect only where
 * no declaration of it as an ordinary identifier is in scope. Members, tags and labels have their
 * own name spaces and do not count. The _Conc_ spellings always belong to the dialect. */
#ifndef CONCC_WORD_SHADOWING_H
#define CONCC_WORD_SHADOWING_H

#include <stdbool.h>
#include <stddef.h>

#include "syntax.h"

struct word_shadowing {
	struct hiding {
		int word;
		size_t start, end;
	} * list; /* ranges of text in which the word is an ordinary name */
	size_t count, room;
};

/* Notes identifier if it declares one of the words. Called for every identifier. */
void word_shadowing_note(struct word_shadowing *scope, const struct syntax *syntax,
                         TSNode identifier);
/* May the word at offset belong to the dialect? spelling: its length bytes there. */
bool word_is_dialect(const struct word_shadowing *scope, const char *spelling, size_t length,
                     size_t offset);
/* Is spelling, with or without _Conc_, the word? */
bool word_is(const char *spelling, size_t length, const char *word);
/* Is the word enough to make a construct? */
bool word_makes_construct(const char *spelling, size_t length);
void word_shadowing_free(struct word_shadowing *scope);
/* Returns the declaration (a declaration, type_definition, parameter_declaration,
 * function_definition, enumerator) whose declared name is identifier, or the null node. */
TSNode word_declaration(TSNode identifier);
/* Returns the end of the scope of the declared name. */
size_t word_declaration_end(TSNode declaration);

#endif
