/* SPDX-License-Identifier: MIT */
/* Reports jumps into a dialect block, or past the declaration of an object of a kind, which would
 * skip an acquisition or a start, and computed gotos, asm gotos and longjmps out of one, which
 * would skip the release. Jumps in are errors as for variable length arrays; compilers see only
 * some of them, since the lowered code has only a cleanup attribute there. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "base/text.h"
#include "types/variable.h"

/* A stretch of text that may be entered only at its start. */
struct region {
	size_t start, end;
	TSNode node; /* the statement, or the declared name */
	const char *what;
	bool holds; /* its end releases something: longjmp matters */
};

struct regions {
	struct region *list;
	size_t count, room;
};

static void add_region(struct regions *regions, size_t start, size_t end, TSNode node,
                       const char *what, bool holds)
{
	*GROW(regions->list, regions->count, regions->room) =
	        (struct region){start, end, node, what, holds};
}

/* Adds each block of a waituntil: a jump from one block into another is a jump into it, too. */
static void add_blocks(struct regions *regions, TSNode node)
{
	TSNode body = node_field(node, "body");
	if (!ts_node_is_null(body))
		add_region(regions, node_start(body), node_end(body), node, "a waituntil block",
		           true);
	for (uint32_t i = 0; i < node_named_child_count(node) && ts_node_is_null(body); i++)
		add_blocks(regions, node_named_child(node, i));
}

static void add_statements(struct unit *unit, struct regions *regions)
{
	static const struct {
		enum node_kind kind;
		const char *what;
	} blocks[] = {
	        {NODE_mutex_statement, "a mutex block"},
	        {NODE_separate_statement, "a separate block"},
	        {NODE_blocking_statement, "a blocking block"},
	        {NODE_scope_statement, "a scope block"},
	        {NODE_shield_statement, "a shield block"},
	};
	for (size_t i = 0; i < unit->construct_count; i++) {
		enum node_kind kind = unit->constructs[i].kind;
		TSNode node = unit->constructs[i].node;
		if (kind == NODE_waituntil_statement) add_blocks(regions, node);
		for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
			if (kind == blocks[k].kind)
				add_region(regions, node_start(node_field(node, "body")),
				           node_end(node), node, blocks[k].what, true);
		if (kind != NODE_mutex_qualifier) continue;
		TSNode body = node_field(enclosing_function(node), "body");
		if (!ts_node_is_null(body) && node_start(node) < node_start(body))
			add_region(regions, node_start(body), node_end(body), node,
			           "a function with a mutex parameter", true);
	}
}

static void add_objects(struct unit *unit, struct regions *regions)
{
	const struct types *types = unit->types;
	for (size_t i = 0; i < types->count; i++) {
		const struct indexed *entry = &types->list[i];
		if (entry->kind != CXCursor_VarDecl || !cursor_is_automatic(unit, entry->cursor))
			continue;
		unsigned holds = type_holds(unit, types->clang->getCursorType(entry->cursor));
		if (!(holds & (HOLDS_IDENTITY | HOLDS_TASK | HOLDS_MESSAGE))) continue;
		TSNode node = unit_node_at(unit, entry->start, entry->end);
		TSNode block = node_ancestor(node, NODE_compound_statement);
		if (ts_node_is_null(block)) continue;
		bool ended = holds & (HOLDS_IDENTITY | HOLDS_TASK);
		add_region(regions, entry->end, node_end(block), node,
		           ended ? "the scope of an object that is ended at its close"
		                 : "the scope of a message",
		           (holds & (HOLDS_THREAD | HOLDS_TASK | HOLDS_CHANNEL | HOLDS_ACTOR)) !=
		                   0);
	}
}

static const struct region *entered(const struct regions *regions, size_t from, size_t to)
{
	for (size_t i = 0; i < regions->count; i++) {
		const struct region *region = &regions->list[i];
		bool inside = region->start <= to && to < region->end,
		     outside = from < region->start || from >= region->end;
		if (inside && outside) return region;
	}
	return NULL;
}

static const struct region *around(const struct regions *regions, size_t at, bool holding)
{
	for (size_t i = regions->count; i-- > 0;)
		if (regions->list[i].start <= at && at < regions->list[i].end &&
		    (regions->list[i].holds || !holding))
			return &regions->list[i];
	return NULL;
}

struct walk {
	struct unit *unit;
	const struct regions *regions;
	TSNode function;
};

static void report(struct unit *unit, TSNode from, const struct region *region, const char *how)
{
	if (!region) return;
	ERROR_AT(unit, from, how, region->what);
	NOTE_AT(unit, first_token(region->node), "it begins here");
}

static void check_goto(struct walk *walk, TSNode node)
{
	struct unit *unit = walk->unit;
	TSNode label = node_field(node, "label"), found = {0};
	if (!node_is(label, NODE_statement_identifier)) {
		report(unit, node, around(walk->regions, node_start(node), false),
		       "computed goto out of %s: nothing would be released");
		return;
	}
	TSTreeCursor cursor = ts_tree_cursor_new(walk->function);
	do {
		TSNode at = ts_tree_cursor_current_node(&cursor), name = node_field(at, "label");
		if (node_is(at, NODE_labeled_statement) &&
		    same_text(unit->syntax.text, name, label))
			found = name;
	} while (cursor_next(&cursor));
	ts_tree_cursor_delete(&cursor);
	if (!ts_node_is_null(found))
		report(unit, node, entered(walk->regions, node_start(node), node_start(found)),
		       "jump into %s");
}

static void check_longjmp(struct walk *walk, TSNode call)
{
	static const char *const jumps[] = {"longjmp", "_longjmp", "siglongjmp",
	                                    "__builtin_longjmp", NULL};
	static const char *const sets[] = {"setjmp",      "_setjmp",          "sigsetjmp",
	                                   "__sigsetjmp", "__builtin_setjmp", NULL};
	const struct syntax *syntax = &walk->unit->syntax;
	TSNode function = node_field(call, "function");
	if (!node_text_in(syntax, function, jumps)) return;
	const struct region *region = around(walk->regions, node_start(call), true);
	if (!region) return;
	bool inside;
	TSTreeCursor cursor = ts_tree_cursor_new(region->node);
	do {
		TSNode node = ts_tree_cursor_current_node(&cursor);
		inside = node_is(node, NODE_call_expression) &&
		         node_text_in(syntax, node_field(node, "function"), sets);
	} while (!inside && cursor_next(&cursor));
	ts_tree_cursor_delete(&cursor);
	if (inside) return;
	ERROR_AT(walk->unit, call, "'%.*s' out of %s: nothing would be released",
	         NODE_ARG(walk->unit, function), region->what);
	NOTE_AT(walk->unit, first_token(region->node), "it begins here");
}

static void jumps_check_node(TSNode node, void *data)
{
	struct walk *walk = data;
	TSNode statement;
	char *text;
	switch (node_kind(node)) {
	case NODE_goto_statement:
		check_goto(walk, node);
		break;
	case NODE_case_statement:
		statement = node_ancestor(node, NODE_switch_statement);
		if (!ts_node_is_null(statement))
			report(walk->unit, first_token(node),
			       entered(walk->regions, node_start(statement), node_start(node)),
			       "jump into %s");
		break;
	case NODE_call_expression:
		check_longjmp(walk, node);
		break;
	case NODE_gnu_asm_expression:
		text = node_text(walk->unit, node);
		if (strstr(text, " goto") && strstr(text, "goto") < strchr(text, '('))
			report(walk->unit, node, around(walk->regions, node_start(node), false),
			       "asm goto out of %s: nothing would be released");
		free(text);
		break;
	default:
		break;
	}
}

static int by_start(const void *left, const void *right)
{
	const struct region *a = left, *b = right;
	return a->start < b->start ? -1 : a->start > b->start;
}

void check_jumps(struct unit *unit)
{
	struct regions regions = {0};
	size_t done = 0;
	add_statements(unit, &regions);
	add_objects(unit, &regions);
	if (regions.count) qsort(regions.list, regions.count, sizeof *regions.list, by_start);
	for (size_t i = 0; i < regions.count; i++) {
		TSNode function = node_top_level(regions.list[i].node);
		if (node_start(function) < done) continue;
		done = node_end(function);
		node_each(function, jumps_check_node, &(struct walk){unit, &regions, function});
	}
	free(regions.list);
}
