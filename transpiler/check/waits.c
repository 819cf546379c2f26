/* SPDX-License-Identifier: MIT */
/* Where a function may wait for another thread: at locks, channels, futures, tasks, in a call of
 * another function that may. An atomic or volatile variable counts, too: its value may say that
 * another thread is done. A function that nobody can see into waits, but a few of libc and libconc
 * do not.
 *
 * Rejected: to ask what it is that a thread waits for. Programs hand objects back in many ways. */
#include "waits.h"

#include <stdlib.h>

#include "base/text.h"
#include "types/operation.h"
#include "types/separate.h"
#include "types/variable.h"

enum { UNKNOWN, NEVER, WAITS };

bool call_never_waits(const struct unit *unit, TSNode call)
{
	static const char names[] =
	        "conc_cancel conc_channel_init conc_close conc_count conc_cpu_time conc_flush "
	        "conc_future_cancel conc_get_name conc_now conc_set_band conc_set_disposition "
	        "conc_set_name "
	        "conc_shutdown conc_ticker_missed conc_ticker_start conc_limiter_try "
	        "conc_try_send conc_unpark "
	        "__assert_fail calloc fflush fprintf fputs free malloc memcpy memmove memset "
	        "perror printf putchar puts snprintf strcpy strlen";
	return call_is_listed(unit, call, names);
}

/* ---- Blocks ---- */

/* `return task;` moves the task out. */
static bool is_returned(struct unit *unit, CXCursor variable)
{
	const struct types *types = unit->types;
	for (size_t i = 0; i < types->count; i++) {
		const struct indexed *use = &types->list[i];
		if (use->kind != CXCursor_DeclRefExpr ||
		    !types->clang->equalCursors(types->clang->getCursorReferenced(use->cursor),
		                                variable))
			continue;
		TSNode node = ts_node_named_descendant_for_byte_range(
		        unit->syntax.root, (uint32_t)use->start, (uint32_t)use->end);
		if (node_is(node_parent(separate_place(node)), NODE_return_statement)) return true;
	}
	return false;
}

bool block_joins(struct unit *unit, TSNode block)
{
	const struct types *types = unit->types;
	TSNode all = node_is_function(node_parent(block)) ? node_parent(block) : block;
	for (size_t i = 0; i < types->count; i++) {
		const struct indexed *entry = &types->list[i];
		if ((entry->kind != CXCursor_VarDecl && entry->kind != CXCursor_ParmDecl) ||
		    entry->start < node_start(all) || entry->end > node_end(all) ||
		    !cursor_is_automatic(unit, entry->cursor))
			continue;
		CXType type = types->clang->getCursorType(entry->cursor);
		if (type_holds(unit, type) & (HOLDS_TASK | HOLDS_THREAD | HOLDS_ACTOR) &&
		    !is_returned(unit, entry->cursor))
			return true;
	}
	return false;
}

/* ---- Events ---- */

/* Functions that only compute, or only give the processor away. */
static bool computes(const struct unit *unit, TSNode call)
{
	static const char names[] =
	        "abs atoi atol conc_limiter_wait conc_limiter_wait_for conc_self conc_sleep "
	        "conc_ticker_wait conc_ticker_wait_for conc_yield labs memchr memcmp rand "
	        "sched_yield "
	        "sprintf strcat strchr strcmp strncmp strncpy strrchr strstr strtol strtoul";
	return call_is_listed(unit, call, names);
}

static bool function_waits(struct waits *waits, int function)
{
	char *known = &waits->functions[function];
	if (*known != UNKNOWN) return *known == WAITS;
	*known = NEVER; /* a recursive call adds nothing */
	TSTreeCursor cursor =
	        ts_tree_cursor_new(node_field(waits->graph->functions[function].node, "body"));
	bool found;
	do found = waits_at(waits, ts_tree_cursor_current_node(&cursor));
	while (!found && cursor_next(&cursor));
	ts_tree_cursor_delete(&cursor);
	if (found) *known = WAITS;
	return found;
}

static bool call_waits(struct waits *waits, TSNode call)
{
	if (call_never_waits(waits->unit, call) || computes(waits->unit, call)) return false;
	int callee = call_graph_named(waits->unit, waits->graph, node_field(call, "function"));
	return callee < 0 || function_waits(waits, callee);
}

/* Others may write it without a lock, and the reader learns from it. */
static bool is_flag(struct unit *unit, TSNode name)
{
	const struct clang *clang = unit->types->clang;
	CXCursor variable = declaration_at(unit, name);
	if (clang->Cursor_isNull(variable)) return false;
	CXType type = type_canonical(unit, clang->getCursorType(variable));
	return type_element(unit, type).kind == CXType_Atomic ||
	       clang->isVolatileQualifiedType(type);
}

static bool deletes_thread(struct unit *unit, TSNode statement)
{
	CXType type = type_at(unit, node_inner(node_field(statement, "operand")));
	return !type_is_pointer(type) ||
	       type_holds(unit, unit->types->clang->getPointeeType(type)) & HOLDS_IDENTITY;
}

bool waits_at(struct waits *waits, TSNode event)
{
	const struct operation *operation;
	switch (node_kind(event)) {
	case NODE_call_expression:
		return !node_is(node_parent(event), NODE_spawn_expression) &&
		       call_waits(waits, event);
	case NODE_binary_expression:
		operation = operation_at(waits->unit, event);
		return operation && operation->kind != OPERATION_NONE &&
		       operation->kind != OPERATION_FULFIL;
	case NODE_delete_statement:
		return deletes_thread(waits->unit, event);
	case NODE_mutex_statement:
	case NODE_scope_statement:
	case NODE_separate_statement:
	case NODE_waituntil_statement:
	case NODE_gnu_asm_expression:
		return true;
	case NODE_identifier:
		return is_flag(waits->unit, event);
	default:
		return node_type_is(event, "field_expression") && is_flag(waits->unit, event);
	}
}

void waits_begin(struct waits *waits, struct unit *unit, const struct call_graph *graph)
{
	*waits = (struct waits){unit, graph, memory_new(graph->function_count + 1, 1)};
}

void waits_end(struct waits *waits)
{
	free(waits->functions);
}
