/* SPDX-License-Identifier: MIT */
/* conc_wait(&self->not_empty, self);               (self is a monitor)
 * mutex (a, b) conc_wait(&changed);                (a and b are monitors)
 *   →
 * conc_wait(&self->not_empty, CONC_MONITOR(self));
 * { CONC_HOLD2(1, conc_owner_lock, …); conc_wait(&changed, CONC_HELD_LOCKS(1, conc_owner_lock)); }
 *
 * conc_wait takes any lock; a monitor's lock is hidden in it. Without a lock, those of the
 * innermost mutex statement or of the function's mutex parameters are meant. In libconc's analysis
 * header conc_wait is a function, so that the lock's expression is in the tree once.
 *
 * conc_signal_block(&self->not_empty, self) is lowered likewise. It lends the lock, so that has to
 * be named, and a lock that only one thread can hold. */
#include "lower.h"

#include <string.h>

enum { ENOUGH = 4 };

/* A call of conc_wait, conc_wait_for, conc_wait_with or conc_signal_block. */
struct wait_call {
	TSNode function, arguments[ENOUGH];
	bool signals;   /* conc_signal_block */
	TSNode lock;    /* the null node: all locks of a statement */
	bool all_locks; /* neither: the number of arguments is wrong */
};

static struct wait_call wait_call(const struct unit *unit, const struct construct *construct)
{
	struct wait_call call = {.function = node_field(construct->node, "function")};
	int count = node_arguments(construct->node, call.arguments, ENOUGH);
	call.signals = node_text_is(&unit->syntax, call.function, "conc_signal_block");
	int most = call.signals || node_text_is(&unit->syntax, call.function, "conc_wait") ? 2 : 3;
	if (count == most) call.lock = call.arguments[1];
	call.all_locks = count == most - 1;
	return call;
}

/* Returns the token beside an argument. Returns the null node if the parser could not read it. */
static TSNode beside(TSNode argument, TSNode sibling(TSNode node))
{
	TSNode found = sibling(argument);
	while (node_type_is(found, "comment")) found = sibling(found);
	return ts_node_is_null(found) || ts_node_is_named(found) ? (TSNode){0} : found;
}

/* The lock is typed, but not passed: libclang would drop the call for a wrong lock. */
void wait_shadow(struct unit *unit, const struct construct *construct)
{
	struct wait_call call = wait_call(unit, construct);
	if (call.all_locks) put_after(&unit->shadow, call.arguments[0], ", (void *)0");
	if (ts_node_is_null(call.lock)) return;
	TSNode comma = beside(call.lock, ts_node_prev_sibling),
	       next = beside(call.lock, ts_node_next_sibling);
	if (ts_node_is_null(comma) || ts_node_is_null(next)) return;
	put_instead(&unit->shadow, comma, ", ((void)sizeof(");
	put_instead(&unit->shadow, next, "), (void *)0)%.*s", NODE_ARG(unit, next));
}

/* Returns what is known of the locks of the innermost mutex statement around a node, or else of the
 * mutex parameters of its function; null: there are none. */
static const struct held_locks *held_around(const struct unit *unit, TSNode node)
{
	for (; !ts_node_is_null(node) && !node_is_function(node); node = node_parent(node))
		for (size_t i = 0; i < unit->held_count; i++)
			if (ts_node_eq(unit->held[i].body, node)) return &unit->held[i];
	return NULL;
}

static void lower_all_locks(struct unit *unit, const struct construct *construct,
                            const struct wait_call *call)
{
	const struct held_locks *held = held_around(unit, construct->node);
	if (!held) {
		ERROR_AT(unit, construct->node,
		         "'%.*s' without a lock gives up all locks of a mutex statement or of "
		         "mutex parameters, and there are none here",
		         NODE_ARG(unit, call->function));
		NOTE_AT(unit, construct->node, "name the lock behind the condition");
	} else if (held->why) {
		ERROR_AT(unit, construct->node,
		         "'%.*s' without a lock gives up all locks of this statement, and "
		         "'%.*s' cannot be given up: %s",
		         NODE_ARG(unit, call->function), NODE_ARG(unit, held->stays), held->why);
		NOTE_AT(unit, held->stays, "it is locked here");
	} else if (held->lock) {
		put_after(unit->edits, call->arguments[0], ", CONC_HELD_LOCKS(%d, %s)",
		          held->number, held->lock);
	} else if (held->number) {
		put_after(unit->edits, call->arguments[0], ", CONC_HELD_LOCKS_MIXED(%d)",
		          held->number);
	}
}

/* Returns the lock name of what an expression points to; null if that is no lock of libconc. */
static const char *pointed_lock(struct unit *unit, CXType type, bool *monitor)
{
	CXType canonical = type_canonical(unit, type);
	const char *name =
	        type_is_pointer(canonical)
	                ? lock_name(unit, unit->types->clang->getPointeeType(canonical), monitor)
	                : NULL;
	return name && strncmp(name, "conc_", 5) == 0 ? name : NULL;
}

static bool lock_is_lent(const char *name)
{
	return strcmp(name, "conc_mutex") == 0 || strcmp(name, "conc_owner_lock") == 0 ||
	       strcmp(name, "conc_rw_lock") == 0;
}

static void report_no_lock(struct unit *unit, const struct construct *construct)
{
	ERROR_AT(unit, construct->node,
	         "'conc_signal_block' lends one lock: with several, the thread that is signalled "
	         "would hold one and wait for another");
	NOTE_AT(unit, construct->node, "name the lock behind the condition");
}

void wait_lower(struct unit *unit, const struct construct *construct)
{
	struct wait_call call = wait_call(unit, construct);
	TSNode condition = call.arguments[0];
	CXType type;
	bool monitor = false;
	if (type_of(unit, condition, &type) && type_canonical(unit, type).kind == CXType_Record) {
		ERROR_AT(unit, condition, "'%.*s' wants the address of the condition: '&%.*s'",
		         NODE_ARG(unit, call.function), NODE_ARG(unit, condition));
		return;
	}
	if (call.all_locks) {
		TSNode second = call.arguments[1];
		if (!ts_node_is_null(second) && type_of(unit, second, &type) &&
		    pointed_lock(unit, type, &monitor))
			ERROR_AT(unit, second, "'%.*s' wants another argument behind the lock",
			         NODE_ARG(unit, call.function));
		else if (call.signals) report_no_lock(unit, construct);
		else lower_all_locks(unit, construct, &call);
		return;
	}
	if (ts_node_is_null(call.lock) || !type_demand(unit, call.lock, &type)) return;
	const char *lock = pointed_lock(unit, type, &monitor);
	if (call.signals && !(lock && (monitor || lock_is_lent(lock)))) {
		report_type(unit, call.lock, type, "is not a lock that can be lent");
		NOTE_AT(unit, call.lock,
		        "conc_signal_block wants a pointer to a monitor, a conc_mutex, a "
		        "conc_owner_lock or a conc_rw_lock that the caller holds for writing");
	} else if (!lock) {
		report_type(unit, call.lock, type, "is not a lock that can be waited with");
		NOTE_AT(unit, call.lock,
		        "%.*s wants a pointer to a monitor or to a lock of libconc that the caller "
		        "holds",
		        NODE_ARG(unit, call.function));
	} else if (monitor) {
		put_before(unit->edits, call.lock, "CONC_MONITOR(");
		put_after(unit->edits, call.lock, ")");
	}
}
