/* SPDX-License-Identifier: MIT */
/* Warns about _Thread_local variables that are used across a call that blocks. Such a variable
 * belongs to the kernel thread, and compilers compute its address once in a function. A user thread
 * that blocks between two uses may continue on another kernel thread and then use the old one's
 * variable.
 *
 * The check warns if one use precedes and another follows something that blocks, in the order of
 * the text, or if both are in one loop. A function that blocks is not recognized at its calls. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "types/operation.h"
#include "types/send.h"
#include "base/text.h"

struct point {
	size_t at, end;
	CXCursor variable; /* only of a use */
};

struct points {
	struct point *list;
	size_t count, room;
};

static void add_point(struct points *points, size_t at, size_t end, CXCursor variable)
{
	*GROW(points->list, points->count, points->room) = (struct point){at, end, variable};
}

static void add_node(struct unit *unit, struct points *points, TSNode node)
{
	add_point(points, node_start(node), node_end(node), unit->types->clang->getNullCursor());
}

static const char blocks[] =
        "conc_sleep conc_yield conc_wait conc_wait_for conc_wait_with conc_signal_block "
        "conc_mutex_lock "
        "conc_mutex_lock_for "
        "conc_owner_lock_lock conc_owner_lock_lock_for conc_rw_lock_lock conc_rw_lock_lock_for "
        "conc_rw_lock_read_lock conc_rw_lock_read_lock_for conc_semaphore_wait "
        "conc_semaphore_wait_for conc_semaphore_lock conc_barrier_wait conc_barrier_wait_for "
        "conc_ticker_wait conc_ticker_wait_for conc_limiter_wait conc_limiter_wait_for "
        "conc_once_call conc_park conc_park_for conc_actors_stop "
        "conc_actors_wait conc_actors_wait_for conc_executor_stop conc_executor_wait "
        "conc_executor_wait_for";

static const char blocks_in_io[] =
        "conc_accept conc_accept_for conc_connect conc_connect_for conc_fsync conc_getaddrinfo "
        "conc_getaddrinfo_for conc_open conc_poll conc_pread conc_pwrite conc_read conc_read_for "
        "conc_readv conc_readv_for conc_read_exactly conc_read_exactly_for conc_read_line "
        "conc_read_line_for conc_recv conc_recv_for conc_recvfrom conc_recvfrom_for conc_recvmsg "
        "conc_recvmsg_for conc_send conc_send_for conc_sendfile conc_sendfile_for conc_sendmsg "
        "conc_sendmsg_for conc_sendto conc_sendto_for conc_splice conc_splice_for conc_write "
        "conc_write_for conc_writev conc_writev_for";

static void collect(struct unit *unit, struct points *uses, struct points *blocking)
{
	const struct types *types = unit->types;
	for (size_t i = 0; i < types->count; i++) {
		const struct indexed *entry = &types->list[i];
		if (entry->kind == CXCursor_DeclRefExpr) {
			CXCursor variable = types->clang->getCursorReferenced(entry->cursor);
			if (types->clang->getCursorKind(variable) == CXCursor_VarDecl &&
			    types->clang->getCursorTLSKind(variable) != CXTLS_None)
				add_point(uses, entry->start, entry->end, variable);
		} else if (entry->kind == CXCursor_CallExpr) {
			char *name = cursor_spelling(unit, entry->cursor);
			if (text_listed(name, blocks, true) ||
			    text_listed(name, blocks_in_io, true))
				add_point(blocking, entry->start, entry->end, entry->cursor);
			free(name);
		}
	}
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		TSNode node = construct->node;
		if (construct->kind == NODE_mutex_statement ||
		    construct->kind == NODE_blocking_statement ||
		    construct->kind == NODE_waituntil_statement)
			node = first_token(node);
		else if (construct->kind != NODE_call_expression) continue;
		add_node(unit, blocking, node);
	}
	for (size_t i = 0; i < unit->operation_count; i++) {
		const struct operation *operation = &unit->operations[i];
		bool waits = operation->kind == OPERATION_CALL
		                     ? operation->of->typed && !operation->of->second
		                     : operation->kind != OPERATION_NONE;
		if (waits) add_node(unit, blocking, operation->node);
	}
	for (size_t i = 0; i < unit->send_count; i++) { /* a send blocks if the mailbox is full */
		const struct send *send = &unit->sends[i];
		if (send->state == SEND_ACTOR && !send->call) add_node(unit, blocking, send->node);
	}
}

/* True if a loop around offset also contains other. */
static bool share_loop(struct unit *unit, size_t offset, size_t other)
{
	TSNode node = unit_node_at(unit, offset, offset);
	for (; !ts_node_is_null(node) && !node_is(node, NODE_function_definition);
	     node = node_parent(node))
		if (node_is_loop(node) && node_start(node) <= other && other < node_end(node))
			return true;
	return false;
}

static bool same_function(struct unit *unit, size_t a, size_t b)
{
	TSNode item = node_top_level(unit_node_at(unit, a, a));
	return node_start(item) <= b && b < node_end(item);
}

static bool check_use(struct unit *unit, const struct points *uses, const struct point *use,
                      const struct point *blocking)
{
	if (!same_function(unit, use->at, blocking->at)) return false;
	bool across = false; /* another use comes before what blocks */
	for (size_t i = 0; i < uses->count && blocking->at < use->at && !across; i++)
		across = uses->list[i].at < blocking->at &&
		         unit->types->clang->equalCursors(uses->list[i].variable, use->variable) &&
		         same_function(unit, blocking->at, uses->list[i].at);
	if (!across && !share_loop(unit, use->at, blocking->at)) return false;
	diagnose(unit->diagnostics, SEVERITY_WARNING, "conc-thread-local", use->at, use->end,
	         "'%.*s' belongs to the kernel thread, and this user thread may be on another one "
	         "after it blocked",
	         (int)(use->end - use->at), unit->syntax.text + use->at);
	diagnose(unit->diagnostics, SEVERITY_NOTE, NULL, blocking->at, blocking->end,
	         "it may block here");
	return true;
}

void check_thread_locals(struct unit *unit)
{
	struct points uses = {0}, blocking = {0};
	collect(unit, &uses, &blocking);
	for (size_t i = 0; i < uses.count; i++)
		for (size_t j = 0; j < blocking.count; j++)
			if (check_use(unit, &uses, &uses.list[i], &blocking.list[j])) break;
	free(uses.list);
	free(blocking.list);
}
