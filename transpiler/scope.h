/* SPDX-License-Identifier: MIT */
/* Contextual words: where a word of the dialect is declared as an ordinary identifier.
 *
 * One rule decides (dialect reference, ground rule 1): a word is the dialect's only where no
 * declaration of it as an ordinary identifier is in scope. Members, tags and labels have name
 * spaces of their own and do not count. The _Conc_ spellings are always the dialect's. */
#ifndef CONCC_SCOPE_H
#define CONCC_SCOPE_H

#include <stdbool.h>
#include <stddef.h>

#include "syntax.h"

struct scope {
	struct hiding {
		int word;
		size_t start, end;
	} * list; /* text in which the word is an ordinary name */
	size_t count, room;
};

/* Notes node if it is the identifier of a declaration of one of the words. Called for every
 * identifier. */
void scope_note(struct scope *scope, const struct syntax *syntax, TSNode identifier);
/* May the word written at offset be the dialect's? spelling: its length bytes there. */
bool scope_is_dialect(const struct scope *scope, const char *spelling, size_t length,
                      size_t offset);
/* Is spelling (also with _Conc_ before it) the word? */
bool scope_word_is(const char *spelling, size_t length, const char *word);
/* Is there a construct that needs no other word? */
bool scope_makes_construct(const char *spelling, size_t length);
void scope_free(struct scope *scope);
/* The declaration that identifier is the declared name of (a declaration, type_definition,
 * parameter_declaration, function_definition, enumerator), or the null node. */
TSNode scope_declaration(TSNode identifier);
/* Where the scope of what it declares ends. */
size_t scope_declaration_end(TSNode declaration);

#endif
