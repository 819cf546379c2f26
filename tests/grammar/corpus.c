// SPDX-License-Identifier: MIT
/*
 * Runs the grammar's corpus with libtree-sitter alone: parses each text of the files and
 * compares the tree's S-expression with the one below the text.
 *
 * The files are those of `tree-sitter test`:
 *
 *     ==========
 *     name
 *     ==========
 *
 *     text
 *
 *     ----------
 *
 *     (translation_unit …)
 *
 * White space between the parts of an S-expression does not count. --update writes the
 * trees that the parser yields into the files; read the difference before committing it.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

static char *next_line(char *line)
{
	char *end = strchr(line, '\n');
	return end ? end + 1 : line + strlen(line);
}

/* Does the line consist of three or more of `mark`? */
static bool is_rule(const char *line, char mark)
{
	size_t n = strspn(line, (char[]){mark, 0});
	return n >= 3 && (line[n] == '\n' || !line[n]);
}

/* The first line from `line` on that is a rule of `mark`, or the end of the text. */
static char *find_rule(char *line, char mark)
{
	while (*line && !is_rule(line, mark))
		line = next_line(line);
	return line;
}

/* Leaves one blank between two words and none before a parenthesis that closes. */
static void normalise(char *s)
{
	char *to = s;
	bool blank = false;
	for (char *from = s; *from; from++) {
		if (isspace((unsigned char)*from)) {
			blank = true;
			continue;
		}
		if (blank && to > s && *from != ')')
			*to++ = ' ';
		blank = false;
		*to++ = *from;
	}
	*to = 0;
}

/* One node a line, indented by its depth. */
static void print_tree(FILE *out, const char *tree)
{
	int depth = 0;
	for (const char *p = tree; *p; p++) {
		if (*p == ' ' && p[1] != '"' && strncmp(p - 1, ":", 1) && strcspn(p + 1, "(") < strcspn(p + 1, ")")
			&& strncmp(p - 10 < tree ? tree : p - 10, "UNEXPECTED", 10)) {
			fprintf(out, "\n%*s", depth * 2, "");
			continue;
		}
		depth += (*p == '(') - (*p == ')');
		putc(*p, out);
	}
	putc('\n', out);
}

static char *parse(TSParser *parser, const char *text, size_t size)
{
	TSTree *tree = ts_parser_parse_string(parser, NULL, text, size);
	char *string = ts_node_string(ts_tree_root_node(tree));
	ts_tree_delete(tree);
	return string;
}

/* Checks the test that begins at the rule `start` and ends before `end`. */
static void check(TSParser *parser, const char *path, FILE *out, char *start, char *end)
{
	char *name = next_line(start);
	char *text = next_line(find_rule(name, '='));
	char *rule = text;
	for (char *next = find_rule(text, '-'); next < end; next = find_rule(next_line(next), '-'))
		rule = next;
	char *body = text + (*text == '\n');
	size_t size = rule - body - (rule > body && rule[-1] == '\n');
	char *tree = parse(parser, body, size);
	char *wanted = strndup(next_line(rule), end - next_line(rule));
	normalise(wanted);
	bool same = !strcmp(wanted, tree);
	count(same || update);
	if (!same && !update)
		printf("%s: %.*s\n  wanted: %s\n  found:  %s\n", path, (int)strcspn(name, "\n"), name, wanted,
			tree);
	if (out) {
		fprintf(out, "%.*s\n", (int)(next_line(rule) - start), start);
		print_tree(out, tree);
		fputs(*end ? "\n" : "", out);
	}
	free(wanted);
	free(tree);
}

int check_corpus(TSParser *parser, const char *path)
{
	char *text = read_file(path);
	FILE *out = text && update ? fopen(path, "w") : NULL;
	if (!text || (update && !out)) {
		perror(path);
		return 1;
	}
	for (char *start = find_rule(text, '='), *end; *start; start = end) {
		char *source = next_line(find_rule(next_line(start), '='));
		end = find_rule(source, '=');
		check(parser, path, out, start, end);
	}
	if (out)
		fclose(out);
	free(text);
	return 0;
}
