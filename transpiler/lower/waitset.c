/* SPDX-License-Identifier: MIT */
/* conc_waitset_add(&s, &c);   conc_waitset_add(&s, &f);   conc_waitset_add(&s, t);
 *   →
 * CONC_WAITSET_ADD_CHANNEL(&s, &c);   CONC_WAITSET_ADD_FUTURE(&s, &f);   CONC_WAITSET_ADD_TASK(&s,
 * t);
 *
 * The operand's type decides: the address of a channel or a future, a task, a thread or its
 * address. In the shadow it is typed, and not passed. The receive is in operation.c. */
#include "lower.h"

void waitset_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode arguments = node_field(construct->node, "arguments");
	TSNode comma = node_token(arguments, ","), close = node_token(arguments, ")");
	if (node_named_child_count(arguments) != 2 || ts_node_is_null(comma) ||
	    ts_node_is_null(close))
		return;
	put_instead(&unit->shadow, comma, ", ((void)sizeof(");
	put_instead(&unit->shadow, close, "), (void *)0))");
}

/* Returns the end of the macro's name, or null if the type cannot be a member. *prefix goes before
 * the operand. */
static const char *member_kind(struct unit *unit, CXType type, const char **prefix)
{
	CXType canonical = type_canonical(unit, type), inner;
	*prefix = "";
	if (type_is_task(unit, type, &inner)) return "TASK";
	bool pointer = type_is_pointer(canonical);
	CXType object = pointer ? unit->types->clang->getPointeeType(canonical) : canonical;
	if (pointer && type_is_channel(unit, object, &inner)) return "CHANNEL";
	if (pointer && type_is_future(unit, object, &inner)) return "FUTURE";
	const struct kind *kind = type_kind(unit, object);
	if (!kind || kind->word != KIND_THREAD) return NULL;
	if (!pointer) *prefix = "&";
	return "THREAD";
}

void waitset_lower(struct unit *unit, const struct construct *construct)
{
	TSNode arguments = node_field(construct->node, "arguments"),
	       member = node_named_child(arguments, 1);
	CXType type, inner;
	if (node_named_child_count(arguments) != 2) {
		ERROR_AT(unit, construct->node,
		         "conc_waitset_add takes a set and a member: 'conc_waitset_add(&s, &c)'");
		return;
	}
	if (!type_demand(unit, member, &type)) return;
	const char *prefix, *kind = member_kind(unit, type, &prefix);
	if (!kind && (type_is_channel(unit, type, &inner) || type_is_future(unit, type, &inner)))
		ERROR_AT(unit, member, "'conc_waitset_add' wants the address: '&%.*s'",
		         NODE_ARG(unit, member));
	else if (!kind)
		report_type(unit, member, type,
		            "cannot be a member of a conc_waitset: it is neither a channel, a "
		            "future, a task nor a thread");
	if (!kind) return;
	put_instead(unit->edits, node_field(construct->node, "function"), "CONC_WAITSET_ADD_%s",
	            kind);
	put_before(unit->edits, member, "%s", prefix);
}
