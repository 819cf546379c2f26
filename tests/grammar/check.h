// SPDX-License-Identifier: MIT
/* The tests of the grammar: what main.c calls and what they share. */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_conc(void);

extern bool show_tree;	/* print every tree, also of texts that are as they should be */
extern bool update;	/* write the trees found into the corpus */

void count(bool good);
char *read_file(const char *path);	/* null, with a message, if it cannot be read */

/* Each checks one file, prints what is wrong in it and yields whether it was unreadable. */
int check_snippets(TSParser *parser, const char *path);
int check_corpus(TSParser *parser, const char *path);
int check_queries(TSParser *parser, const char *words, const char *path);

#endif
