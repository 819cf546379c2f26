// SPDX-License-Identifier: MIT
/*
 * Small texts that the grammar must get right: parses each with libtree-sitter and
 * compares the dialect nodes it finds with those the text's line names.
 *
 * What is wanted follows from the file's name:
 *
 *   gnu*.txt     name: text         no ERROR or MISSING node, no dialect node
 *   kw*.txt      name|nodes|text    no ERROR or MISSING node, exactly these dialect nodes
 *   broken*.txt  name|nodes|text    an ERROR or MISSING node, these dialect nodes outside
 *                                   of it, and the call `recovered()` in a function;
 *                                   nodes *: what libtree-sitter's version makes of it
 *
 * A text goes on over the lines that do not begin another one. A line that begins with
 * "# " before the first text is a comment. Only the nodes of `dialect` are counted: those
 * that are there for structure (wait_clause, new_separate) are the corpus's to compare.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

enum { MAX_NODES = 64, MAX_TEXT = 1 << 16 };
enum kind { GNU, KW, BROKEN };

static const char *const dialect[] = {
	"thread_definition", "monitor_definition", "actor_definition", "message_definition",
	"inline_base", "mutex_statement", "mutex_qualifier", "held_qualifier",
	"guarded_specifier", "impl_definition",
	"new_expression", "delete_statement", "spawn_expression", "task_type",
	"blocking_statement", "unchecked_statement", "scope_statement", "shield_statement", "duration_literal", "channel_type", "future_type",
	"waituntil_statement", "wait_guard", "timeout_clause", "separate_statement",
	"require_clause", "separate_qualifier", "receive_definition", "destroy_definition",
	"export_definition", "import_definition", "serialize_definition",
	"deserialize_definition",
};

struct found {
	const char *names[MAX_NODES];
	int count;
	bool error, recovered;
};

static bool is_dialect(const char *type)
{
	for (size_t i = 0; i < sizeof dialect / sizeof *dialect; i++)
		if (!strcmp(type, dialect[i]))
			return true;
	return false;
}

static bool is_recovered_call(TSNode node, const char *text)
{
	static const char call[] = "recovered()";
	return !strcmp(ts_node_type(node), "call_expression")
		&& ts_node_end_byte(node) - ts_node_start_byte(node) == sizeof call - 1
		&& !memcmp(text + ts_node_start_byte(node), call, sizeof call - 1);
}

static void visit(TSNode node, const char *text, bool in_function, struct found *found)
{
	const char *type = ts_node_type(node);
	if (ts_node_is_missing(node) || !strcmp(type, "ERROR")) {
		found->error = true;
		in_function = false;
	}
	if (!strcmp(type, "function_definition"))
		in_function = true;
	if (ts_node_is_named(node) && is_dialect(type) && found->count < MAX_NODES)
		found->names[found->count++] = type;
	if (in_function && is_recovered_call(node, text))
		found->recovered = true;
	uint32_t n = ts_node_child_count(node);
	for (uint32_t i = 0; i < n; i++)
		visit(ts_node_child(node, i), text, in_function, found);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Are the nodes found those that `wanted` names, in any order? Cuts `wanted` into words. */
static bool same_nodes(char *wanted, struct found *found)
{
	const char *names[MAX_NODES];
	int count = 0;
	for (char *word = strtok(wanted, " "); word && count < MAX_NODES; word = strtok(NULL, " "))
		names[count++] = word;
	if (count != found->count)
		return false;
	qsort(names, count, sizeof *names, by_name);
	qsort(found->names, count, sizeof *names, by_name);
	for (int i = 0; i < count; i++)
		if (strcmp(names[i], found->names[i]))
			return false;
	return true;
}

static void print_failure(const char *file, const char *name, const char *text, TSNode root,
	const struct found *found, const char *why)
{
	printf("%s: %s: %s\n  %s\n  found:", file, name, why, text);
	for (int i = 0; i < found->count; i++)
		printf(" %s", found->names[i]);
	char *tree = ts_node_string(root);
	printf("\n  %s\n", tree);
	free(tree);
}

static void check(TSParser *parser, const char *file, enum kind kind, const char *name,
	const char *nodes, const char *text)
{
	char wanted[MAX_TEXT];
	snprintf(wanted, sizeof wanted, "%s", nodes);
	TSTree *tree = ts_parser_parse_string(parser, NULL, text, strlen(text));
	TSNode root = ts_tree_root_node(tree);
	struct found found = {0};
	visit(root, text, false, &found);
	found.error |= ts_node_has_error(root); /* a missing name hides in its identifier */

	const char *why = NULL;
	if (found.error != (kind == BROKEN))
		why = found.error ? "does not parse" : "parses, but should not";
	else if (kind == BROKEN && !found.recovered)
		why = "no recovery before recovered()";
	else if (strcmp(nodes, "*") != 0 && !same_nodes(wanted, &found))
		why = "other dialect nodes";
	if (why || show_tree)
		print_failure(file, name, text, root, &found, why ? why : "ok");
	count(!why);
	ts_tree_delete(tree);
}

/* The end of the name if `line` begins a text, else null. */
static char *name_end(char *line, enum kind kind)
{
	char *p = line;
	while (isalnum((unsigned char)*p) || *p == '_')
		p++;
	if (p == line || *p != (kind == GNU ? ':' : '|'))
		return NULL;
	return kind == GNU ? (p[1] == ' ' ? p : NULL) : (strchr(p + 1, '|') ? p : NULL);
}

int check_snippets(TSParser *parser, const char *path)
{
	const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	enum kind kind = !strncmp(base, "gnu", 3) ? GNU : !strncmp(base, "kw", 2) ? KW : BROKEN;
	FILE *file = fopen(path, "r");
	if (!file) {
		perror(path);
		return 1;
	}
	static char name[MAX_TEXT], nodes[1024], text[MAX_TEXT], line[MAX_TEXT];
	name[0] = 0;
	for (;;) {
		bool more = fgets(line, sizeof line, file);
		char *end = more ? name_end(line, kind) : NULL;
		if ((!more || end) && name[0])
			check(parser, base, kind, name, nodes, text);
		if (!more)
			break;
		if (!end) {
			if (name[0])
				strncat(text, line, sizeof text - strlen(text) - 1);
			continue;
		}
		*end = 0;
		char *rest = end + 1;
		nodes[0] = 0;
		if (kind != GNU) {
			char *bar = strchr(rest, '|');
			*bar = 0;
			snprintf(nodes, sizeof nodes, "%s", rest);
			rest = bar + 1;
		}
		snprintf(name, sizeof name, "%s", line);
		snprintf(text, sizeof text, "%s", rest);
	}
	fclose(file);
	return 0;
}
