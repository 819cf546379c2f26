// SPDX-License-Identifier: MIT
/*
 * Tests the grammar with libtree-sitter alone.
 *
 *     run [--tree] [--update] TEXT...
 *
 * Checks each TEXT (snippets.c), then the corpus and the queries of the repository that
 * the first TEXT stands in, as tests/grammar/TEXT. Prints each failure and, last,
 * "N passed, N failed".
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

bool show_tree, update;
static int passed, failed;

void count(bool good)
{
	*(good ? &passed : &failed) += 1;
}

char *read_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	if (!file) {
		perror(path);
		return NULL;
	}
	size_t size = 0, room = 1 << 16;
	char *text = malloc(room);
	for (size_t n; text && (n = fread(text + size, 1, room - size - 1, file)) > 0; size += n)
		if (room - size < 2 + n)
			text = realloc(text, room *= 2);
	fclose(file);
	if (text)
		text[size] = 0;
	return text;
}

/* Calls a check for each file that matches ROOT/pattern. */
static int check_all(TSParser *parser, const char *root, const char *pattern)
{
	char path[4096], words[4096];
	snprintf(path, sizeof path, "%s/%s", root, pattern);
	snprintf(words, sizeof words, "%s/tests/grammar/words.conc", root);
	glob_t found;
	if (glob(path, 0, NULL, &found)) {
		fprintf(stderr, "%s: no such file\n", path);
		return 1;
	}
	int bad = 0;
	for (size_t i = 0; i < found.gl_pathc; i++)
		bad |= strstr(pattern, ".scm") ? check_queries(parser, words, found.gl_pathv[i])
			: check_corpus(parser, found.gl_pathv[i]);
	globfree(&found);
	return bad;
}

int main(int argc, char **argv)
{
	TSParser *parser = ts_parser_new();
	if (!ts_parser_set_language(parser, tree_sitter_conc())) {
		fprintf(stderr, "the parser's ABI does not suit this libtree-sitter\n");
		return 2;
	}
	char root[4096] = "";
	int bad = 0;
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--tree")) {
			show_tree = true;
		} else if (!strcmp(argv[i], "--update")) {
			update = true;
		} else {
			const char *slash = strrchr(argv[i], '/');
			if (!root[0])
				snprintf(root, sizeof root, "%.*s/../..", slash ? (int)(slash - argv[i]) : 1, slash ? argv[i] : ".");
			bad |= check_snippets(parser, argv[i]);
		}
	}
	if (root[0])
		bad |= check_all(parser, root, "grammar/test/corpus/*.txt")
			| check_all(parser, root, "grammar/queries/*.scm");
	ts_parser_delete(parser);
	printf("%d passed, %d failed\n", passed, failed);
	return failed || bad;
}
