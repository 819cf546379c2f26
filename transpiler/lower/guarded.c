/* SPDX-License-Identifier: MIT */
/* struct queue { conc_mutex lock; node *head guarded (lock); };
 *   →
 * struct queue { conc_mutex lock; node *head; };
 *
 * The specifier only declares. check/guarded.c checks the uses of the member. */
#include "lower.h"

#include "check/guard.h"

void guarded_lower(struct unit *unit, const struct construct *construct)
{
	struct guard guard = guard_of(construct->node);
	CXType type;
	bool monitor;
	put_instead(unit->edits, construct->node, "%s", "");
	if (ts_node_is_null(guard.name)) {
		ERROR_AT(unit, construct->node,
		         "'guarded' stands behind the name of a member or a variable");
		return;
	}
	if (!guard_lock_type(unit, &guard, &type)) {
		ERROR_AT(unit, guard.lock, "'%.*s' is no %s here", NODE_ARG(unit, guard.lock),
		         ts_node_is_null(guard.members) ? "variable"
		                                        : "member beside it, and no variable");
		return;
	}
	CXType canonical = type_canonical(unit, type);
	if (type_is_pointer(canonical)) type = unit->types->clang->getPointeeType(canonical);
	if (!lock_name(unit, type, &monitor))
		report_type(unit, guard.lock, type, "is not lockable");
}
