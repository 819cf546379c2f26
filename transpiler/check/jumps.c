/* SPDX-License-Identifier: MIT */
/* Reports jumps into a dialect block, or past the declaration of an object of a kind, which would
 * skip an acquisition or a start, and computed gotos, asm gotos and longjmps out of one, which
 * would skip the release. Jumps in are errors as for variable length arrays; compilers see only
 * some of them, since the lowered code has only a cleanup attribute there. */

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "base/text.h"

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
	uint32_t count = node_named_child_count(node);
	if (!ts_node_is_null(body))
		add_region(regions, node_start(body), node_end(body), node, "a waituntil block",
		           true);
	else
		for (uint32_t i = 0; i < count; i++) add_blocks(regions, node_named_child(node, i));
}

static void add_statements(struct unit *unit, struct regions *regions)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		if (construct->kind == NODE_mutex_statement)
			add_region(regions, node_start(node_field(construct->node, "body")),
			           node_end(construct->node), construct->node, "a mutex block",
			           true);
		else if (construct->kind == NODE_separate_statement)
			add_region(regions, node_start(node_field(construct->node, "body")),
			           node_end(construct->node), construct->node, "a separate block",
			           true);
		else if (construct->kind == NODE_blocking_statement)
			add_region(regions, node_start(node_field(construct->node, "body")),
			           node_end(construct->node), construct->node, "a blocking block",
			           true);
		else if (construct->kind == NODE_waituntil_statement)
			add_blocks(regions, construct->node);
		else if (construct->kind == NODE_scope_statement)
			add_region(regions, node_start(node_field(construct->node, "body")),
			           node_end(construct->node), construct->node, "a scope block",
			           true);
		else if (construct->kind == NODE_mutex_qualifier) {
			TSNode function = enclosing_function(construct->node);
			TSNode body =
			        ts_node_is_null(function) ? function : node_field(function, "body");
			if (!ts_node_is_null(body) &&
			    node_start(construct->node) < node_start(body))
				add_region(regions, node_start(body), node_end(body),
				           construct->node, "a function with a mutex parameter",
				           true);
		}
	}
}

static void add_objects(struct unit *unit, struct regions *regions)
{
	const struct types *types = unit->types;
	for (size_t i = 0; i < types->count; i++) {
		const struct indexed *entry = &types->list[i];
		if (entry->kind != CXCursor_VarDecl || entry->parent < 0) continue;
		enum CX_StorageClass storage = types->clang->Cursor_getStorageClass(entry->cursor);
		if (storage == CX_SC_Static || storage == CX_SC_Extern) continue;
		unsigned holds = type_holds(unit, types->clang->getCursorType(entry->cursor));
		if (!(holds & (HOLDS_IDENTITY | HOLDS_TASK | HOLDS_MESSAGE))) continue;
		TSNode node = ts_node_descendant_for_byte_range(
		        unit->syntax.root, (uint32_t)entry->start, (uint32_t)entry->end);
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

struct label_search {
	const struct unit *unit;
	const char *name;
	TSNode found;
};

static void match_label(TSNode node, void *data)
{
	struct label_search *search = data;
	if (!node_is(node, NODE_labeled_statement)) return;
	TSNode label = node_field(node, "label");
	if (node_text_is(&search->unit->syntax, label, search->name)) search->found = label;
}

struct walk {
	struct unit *unit;
	const struct regions *regions;
	TSNode function;
};

static void report_entry(struct unit *unit, TSNode from, const struct region *region)
{
	ERROR_AT(unit, from, "jump into %s", region->what);
	NOTE_AT(unit, first_token(region->node), "it begins here");
}

static void check_goto(struct walk *walk, TSNode node)
{
	TSNode label = node_field(node, "label");
	if (ts_node_is_null(label) || !node_is(label, NODE_statement_identifier)) {
		const struct region *region = around(walk->regions, node_start(node), false);
		if (!region) return;
		ERROR_AT(walk->unit, node, "computed goto out of %s: nothing would be released",
		         region->what);
		NOTE_AT(walk->unit, first_token(region->node), "it begins here");
		return;
	}
	char *name = node_text(walk->unit, label);
	struct label_search search = {.unit = walk->unit, .name = name};
	node_each(walk->function, match_label, &search);
	free(name);
	if (ts_node_is_null(search.found)) return;
	const struct region *region =
	        entered(walk->regions, node_start(node), node_start(search.found));
	if (region) report_entry(walk->unit, node, region);
}

static void check_case(struct walk *walk, TSNode node)
{
	TSNode statement = node_ancestor(node, NODE_switch_statement);
	if (ts_node_is_null(statement)) return;
	const struct region *region =
	        entered(walk->regions, node_start(statement), node_start(node));
	if (region) report_entry(walk->unit, first_token(node), region);
}

struct setjmp_search {
	const struct unit *unit;
	bool found;
};

static bool is_one_of(const struct unit *unit, TSNode name, const char *const *list)
{
	for (; *list; list++)
		if (node_text_is(&unit->syntax, name, *list)) return true;
	return false;
}

static void match_setjmp(TSNode node, void *data)
{
	static const char *const names[] = {"setjmp",      "_setjmp",          "sigsetjmp",
	                                    "__sigsetjmp", "__builtin_setjmp", NULL};
	struct setjmp_search *search = data;
	if (node_is(node, NODE_call_expression) &&
	    is_one_of(search->unit, node_field(node, "function"), names))
		search->found = true;
}

static void check_longjmp(struct walk *walk, TSNode call)
{
	static const char *const names[] = {"longjmp", "_longjmp", "siglongjmp",
	                                    "__builtin_longjmp", NULL};
	if (!is_one_of(walk->unit, node_field(call, "function"), names)) return;
	const struct region *region = around(walk->regions, node_start(call), true);
	if (!region) return;
	struct setjmp_search search = {walk->unit, false};
	node_each(region->node, match_setjmp, &search);
	if (search.found) return;
	ERROR_AT(walk->unit, call, "'%.*s' out of %s: nothing would be released",
	         NODE_ARG(walk->unit, node_field(call, "function")), region->what);
	NOTE_AT(walk->unit, first_token(region->node), "it begins here");
}

static void check_asm(struct walk *walk, TSNode node)
{
	char *text = node_text(walk->unit, node);
	bool jumps = strstr(text, " goto") != NULL && strstr(text, "goto") < strchr(text, '(');
	const struct region *region = jumps ? around(walk->regions, node_start(node), false) : NULL;
	free(text);
	if (!region) return;
	ERROR_AT(walk->unit, node, "asm goto out of %s: nothing would be released", region->what);
	NOTE_AT(walk->unit, first_token(region->node), "it begins here");
}

static void check_node(TSNode node, void *data)
{
	struct walk *walk = data;
	switch (node_kind(node)) {
	case NODE_goto_statement:
		check_goto(walk, node);
		break;
	case NODE_case_statement:
		check_case(walk, node);
		break;
	case NODE_call_expression:
		check_longjmp(walk, node);
		break;
	case NODE_gnu_asm_expression:
		check_asm(walk, node);
		break;
	default:
		break;
	}
}

static void check_function(struct unit *unit, const struct regions *regions, size_t *done,
                           TSNode at)
{
	TSNode function = node_top_level(at);
	if (node_start(function) < *done) return;
	*done = node_end(function);
	struct walk walk = {unit, regions, function};
	node_each(function, check_node, &walk);
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
	for (size_t i = 0; i < regions.count; i++)
		check_function(unit, &regions, &done, regions.list[i].node);
	free(regions.list);
}
