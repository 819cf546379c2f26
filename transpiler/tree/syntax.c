/* SPDX-License-Identifier: MIT */
/* Node names are compared once per grammar symbol, not once per node: each parse first fills a
 * table from the parser's symbol numbers to ours.
 *
 * ts_node_parent walks down from the root, so a way up through n levels would take n * n steps, and
 * each check goes up from many nodes. node_parent looks the parent up: a tree's first call puts all
 * of its nodes, in source order, into a list with the index of each one's parent, and into a hash
 * table by their ids. */
#include "syntax.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "source/lexer.h"

const TSLanguage *tree_sitter_conc(void);

enum { SYMBOLS_MAX = 2048 };
static unsigned char kind_of_symbol[SYMBOLS_MAX];

static void fill_kinds(const TSLanguage *language)
{
	static const char *const names[] = {"",
#define NODE(name) #name,
	                                    SYNTAX_NODES(NODE)
#undef NODE
	};
	uint32_t symbols = ts_language_symbol_count(language);
	for (uint32_t symbol = 0; symbol < symbols && symbol < SYMBOLS_MAX; symbol++) {
		if (ts_language_symbol_type(language, (TSSymbol)symbol) != TSSymbolTypeRegular)
			continue;
		for (int kind = 1; kind < NODE_COUNT; kind++)
			if (strcmp(ts_language_symbol_name(language, (TSSymbol)symbol),
			           names[kind]) == 0)
				kind_of_symbol[symbol] = (unsigned char)kind;
	}
}

/* Errors with more than 65535 open brackets make libtree-sitter 0.20.7 write outside its memory. */
static bool nests_too_deeply(const char *text, size_t length)
{
	int depth = 0;
	for (const char *at = text, *end = text + length; at < end && depth <= DEPTH_MAX;) {
		depth += *at == '(' || *at == '[' || *at == '{';
		depth -= *at == ')' || *at == ']' || *at == '}';
		at = *at == '"' || *at == '\'' ? lexer_token_end(at, end) : at + 1;
	}
	return depth > DEPTH_MAX;
}

/* Returns processor time: the load of the machine must not decide what can be read. */
static uint64_t microseconds_used(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* A megabyte of C takes a second; text that is not C takes time by its square. */
static uint64_t microseconds_allowed(size_t length)
{
	return 10000000 + 10 * (uint64_t)length;
}

/* libtree-sitter 0.25 replaced the limit by a callback, and 0.26 has only that. */
#if TREE_SITTER_LANGUAGE_VERSION < 15
static TSTree *parse(TSParser *parser, const char *text, size_t length)
{
	uint64_t deadline = microseconds_used() + microseconds_allowed(length);
	TSTree *tree;
	ts_parser_set_timeout_micros(parser, 1000000); /* in real time; the next call continues */
	do tree = ts_parser_parse_string(parser, NULL, text, (uint32_t)length);
	while (!tree && microseconds_used() < deadline);
	return tree;
}
#else
struct reading {
	const char *text;
	size_t length;
	uint64_t deadline;
};

static const char *rest_of_text(void *payload, uint32_t at, TSPoint point, uint32_t *length)
{
	struct reading *reading = payload;
	(void)point;
	if (at > reading->length) at = (uint32_t)reading->length;
	*length = (uint32_t)reading->length - at;
	return reading->text + at;
}

static bool too_late(TSParseState *state)
{
	return microseconds_used() > ((struct reading *)state->payload)->deadline;
}

static TSTree *parse(TSParser *parser, const char *text, size_t length)
{
	struct reading reading = {text, length, microseconds_used() + microseconds_allowed(length)};
	TSInput input = {
	        .payload = &reading, .read = rest_of_text, .encoding = TSInputEncodingUTF8};
	TSParseOptions options = {.payload = &reading, .progress_callback = too_late};
	return ts_parser_parse_with_options(parser, NULL, input, options);
}
#endif

const char *syntax_parse(struct syntax *syntax, const char *text, size_t length)
{
	return syntax_parse_ranges(syntax, text, length, NULL, 0);
}

const char *syntax_parse_ranges(struct syntax *syntax, const char *text, size_t length,
                                const TSRange *ranges, size_t count)
{
	const TSLanguage *language = tree_sitter_conc();
	fill_kinds(language);
	*syntax = (struct syntax){.text = text};
	if (nests_too_deeply(text, length)) return "nested too deeply";
	syntax->parser = ts_parser_new();
	ts_parser_set_language(syntax->parser, language);
	ts_parser_set_included_ranges(syntax->parser, ranges, (uint32_t)count);
	syntax->tree = parse(syntax->parser, text, length);
	if (!syntax->tree) return "too many syntax errors";
	syntax->root = ts_tree_root_node(syntax->tree);
	return NULL;
}

/* ---- Parents ---- */

struct parents {
	struct parents *next;
	const TSTree *tree;
	TSNode *nodes; /* in source order */
	size_t count, room;
	uint32_t *parents; /* of each node; of the root: itself */
	uint32_t *slots;   /* of the hash table: an index + 1; 0: free */
	size_t mask;
};

static _Thread_local struct parents *parents_known;

/* Returns the slot of the node, or the free one where it belongs. */
static uint32_t *parents_slot(const struct parents *p, TSNode node)
{
	size_t at = ((uintptr_t)node.id >> 3) * UINT64_C(0x9e3779b97f4a7c15) >> 20;
	while (p->slots[at & p->mask] && p->nodes[p->slots[at & p->mask] - 1].id != node.id) at++;
	return &p->slots[at & p->mask];
}

static struct parents *parents_of(const TSTree *tree)
{
	struct parents *p = parents_known;
	while (p && p->tree != tree) p = p->next;
	if (p) return p;
	p = memory_new(1, sizeof *p);
	p->tree = tree;
	size_t parent_room = 0, parent_count = 0;
	uint32_t parent = 0;
	TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
	for (bool more = true; more;) {
		uint32_t self = (uint32_t)p->count;
		*GROW(p->nodes, p->count, p->room) = ts_tree_cursor_current_node(&cursor);
		*GROW(p->parents, parent_count, parent_room) = parent;
		if (ts_tree_cursor_goto_first_child(&cursor)) {
			parent = self;
			continue;
		}
		while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
			more = ts_tree_cursor_goto_parent(&cursor);
			parent = p->parents[parent];
		}
	}
	ts_tree_cursor_delete(&cursor);
	p->mask = 1;
	while (p->mask < 2 * p->count) p->mask = 2 * p->mask + 1;
	p->slots = memory_new(p->mask + 1, sizeof *p->slots);
	for (size_t i = 0; i < p->count; i++) *parents_slot(p, p->nodes[i]) = (uint32_t)i + 1;
	p->next = parents_known;
	parents_known = p;
	return p;
}

TSNode node_parent(TSNode node)
{
	if (ts_node_is_null(node)) return node;
	const struct parents *p = parents_of(node.tree);
	uint32_t index = *parents_slot(p, node);
	if (index <= 1) return (TSNode){0}; /* the root */
	return p->nodes[p->parents[index - 1]];
}

static void parents_free(const TSTree *tree)
{
	for (struct parents **at = &parents_known; *at; at = &(*at)->next) {
		struct parents *p = *at;
		if (p->tree != tree) continue;
		*at = p->next;
		free(p->nodes);
		free(p->parents);
		free(p->slots);
		free(p);
		return;
	}
}

void syntax_free(struct syntax *syntax)
{
	parents_free(syntax->tree);
	if (syntax->tree) ts_tree_delete(syntax->tree);
	if (syntax->parser) ts_parser_delete(syntax->parser);
}

enum node_kind node_kind(TSNode node)
{
	if (ts_node_is_null(node)) return NODE_OTHER;
	TSSymbol symbol = ts_node_symbol(node);
	if (symbol == (TSSymbol)-1) return NODE_ERROR;
	return symbol < SYMBOLS_MAX ? (enum node_kind)kind_of_symbol[symbol] : NODE_OTHER;
}

TSNode node_field(TSNode node, const char *field)
{
	if (ts_node_is_null(node)) return node;
	return ts_node_child_by_field_name(node, field, (uint32_t)strlen(field));
}

int node_fields(TSNode node, const char *field, TSNode *out, int room)
{
	int count = 0;
	if (ts_node_is_null(node)) return 0;
	TSTreeCursor cursor = ts_tree_cursor_new(node);
	bool more = ts_tree_cursor_goto_first_child(&cursor);
	for (; more; more = ts_tree_cursor_goto_next_sibling(&cursor)) {
		const char *name = ts_tree_cursor_current_field_name(&cursor);
		if (!name || strcmp(name, field) != 0) continue;
		TSNode child = ts_tree_cursor_current_node(&cursor);
		if (!ts_node_is_named(child)) continue;
		if (count < room) out[count] = child;
		count++;
	}
	ts_tree_cursor_delete(&cursor);
	return count;
}

bool node_is_behaviour(TSNode node)
{
	enum node_kind kind = node_kind(node);
	return kind >= NODE_receive_definition && kind <= NODE_deserialize_definition;
}

bool node_is_kind(TSNode node)
{
	enum node_kind kind = node_kind(node);
	return kind == NODE_thread_definition || kind == NODE_monitor_definition ||
	       kind == NODE_actor_definition || kind == NODE_message_definition;
}

bool node_is_function(TSNode node)
{
	return node_is(node, NODE_function_definition) || node_is_behaviour(node);
}

bool node_type_is(TSNode node, const char *type)
{
	return strcmp(node_type(node), type) == 0;
}

bool node_type_in(TSNode node, const char *const *types)
{
	while (*types && !node_type_is(node, *types)) types++;
	return *types != NULL;
}

bool node_has_operator(TSNode node, const char *sign)
{
	return node_type_is(node_field(node, "operator"), sign);
}

bool node_is_loop(TSNode node)
{
	return node_is(node, NODE_for_statement) || node_type_is(node, "while_statement") ||
	       node_type_is(node, "do_statement");
}

bool node_is_field(TSNode parent, const char *field, TSNode child)
{
	TSNode found = node_field(parent, field);
	return !ts_node_is_null(found) && ts_node_eq(found, child);
}

int node_arguments(TSNode call, TSNode *out, int room)
{
	TSNode list = node_field(call, "arguments");
	int found = 0;
	for (uint32_t i = 0; i < node_named_child_count(list); i++) {
		TSNode child = node_named_child(list, i);
		if (node_type_is(child, "comment")) continue;
		if (found < room) out[found] = child;
		found++;
	}
	return found;
}

TSNode node_ancestor(TSNode node, enum node_kind kind)
{
	do node = node_parent(node);
	while (!ts_node_is_null(node) && !node_is(node, kind));
	return node;
}

/* Walks down: node_parent itself walks down from the root each time. */
TSNode node_top_level(TSNode node)
{
	if (ts_node_is_null(node)) return node;
	TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(node.tree));
	bool found =
	        ts_tree_cursor_goto_first_child_for_byte(&cursor, ts_node_start_byte(node)) >= 0;
	TSNode item = found ? ts_tree_cursor_current_node(&cursor) : node;
	ts_tree_cursor_delete(&cursor);
	return item;
}

TSNode node_token(TSNode node, const char *token)
{
	for (uint32_t i = 0; i < node_child_count(node); i++) {
		TSNode child = node_child(node, i);
		if (!ts_node_is_named(child) && node_type_is(child, token)) return child;
	}
	return (TSNode){0};
}

bool node_text_is(const struct syntax *syntax, TSNode node, const char *text)
{
	if (ts_node_is_null(node)) return false;
	size_t length = node_end(node) - node_start(node);
	return strlen(text) == length && memcmp(syntax->text + node_start(node), text, length) == 0;
}

bool node_text_in(const struct syntax *syntax, TSNode node, const char *const *texts)
{
	while (*texts && !node_text_is(syntax, node, *texts)) texts++;
	return *texts != NULL;
}

bool same_text(const char *text, TSNode a, TSNode b)
{
	size_t length = node_end(a) - node_start(a);
	return node_end(b) - node_start(b) == length &&
	       memcmp(text + node_start(a), text + node_start(b), length) == 0;
}

TSNode node_child_of_type(TSNode node, const char *type)
{
	for (uint32_t i = 0; i < node_named_child_count(node); i++)
		if (node_type_is(node_named_child(node, i), type)) return node_named_child(node, i);
	return (TSNode){0};
}

TSNode declarator_name(TSNode declarator)
{
	while (!ts_node_is_null(declarator)) {
		switch (node_kind(declarator)) {
		case NODE_identifier:
		case NODE_type_identifier:
		case NODE_field_identifier:
			return declarator;
		case NODE_parenthesized_declarator:
		case NODE_attributed_declarator:
			declarator = node_named_child(declarator, 0);
			break;
		default:
			declarator = node_field(declarator, "declarator");
		}
	}
	return declarator;
}

bool node_takes_address(TSNode node)
{
	return node_is(node, NODE_pointer_expression) && node_has_operator(node, "&");
}

TSNode node_bare(TSNode node)
{
	while (node_is(node, NODE_parenthesized_expression)) node = node_named_child(node, 0);
	return node;
}

TSNode node_inner(TSNode node)
{
	while ((node_is(node, NODE_parenthesized_expression) ||
	        node_type_is(node, "extension_expression")) &&
	       node_named_child_count(node) == 1)
		node = node_named_child(node, 0);
	return node;
}

TSNode node_outside(TSNode node)
{
	do node = node_parent(node);
	while (node_is(node, NODE_parenthesized_expression));
	return node;
}

TSNode node_outer_list(TSNode node)
{
	while (node_is(node_parent(node), NODE_initializer_list) ||
	       node_is(node_parent(node), NODE_initializer_pair))
		node = node_parent(node);
	return node;
}

bool cursor_next(TSTreeCursor *cursor)
{
	if (ts_tree_cursor_goto_first_child(cursor)) return true;
	while (!ts_tree_cursor_goto_next_sibling(cursor))
		if (!ts_tree_cursor_goto_parent(cursor)) return false;
	return true;
}

void node_each(TSNode root, void (*visit)(TSNode node, void *data), void *data)
{
	TSTreeCursor cursor = ts_tree_cursor_new(root);
	do visit(ts_tree_cursor_current_node(&cursor), data);
	while (cursor_next(&cursor));
	ts_tree_cursor_delete(&cursor);
}

TSNode enclosing_function(TSNode node)
{
	do node = node_parent(node);
	while (!ts_node_is_null(node) && !node_is_function(node));
	return node;
}
