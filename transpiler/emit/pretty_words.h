/* SPDX-License-Identifier: MIT */
/* One line of the lowered text as words, for the pretty layout. Only for pretty*.c. */
#ifndef CONCC_PRETTY_WORDS_H
#define CONCC_PRETTY_WORDS_H

#include "pretty.h"

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
	bool opened;        /* of a brace: the block does not stay on one line */
	int match;          /* its partner bracket on this line, or NO_WORD */
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

/* Reads the lowered text line by line. A line ends at a newline outside of comments and splices. */
struct pretty_words {
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

/* Reads the next line. False at the end of the text. */
bool pretty_words_next(struct pretty_words *words);
void pretty_words_fini(struct pretty_words *words);

#endif
