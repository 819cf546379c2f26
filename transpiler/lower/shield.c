/* SPDX-License-Identifier: MIT */
/* shield { B }  shield (2s) { C }
 *   →
 * { CONC_SHIELD(1); { B } }  { CONC_SHIELD_FOR(2, CONC_NS(2000000000)); { C } } */
#include "lower.h"

void shield_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode limit = node_field(construct->node, "limit");
	if (ts_node_is_null(limit)) {
		put_instead(&unit->shadow, first_token(construct->node), "%s", "");
		return;
	}
	put_instead(&unit->shadow, first_token(construct->node), "{ (void)");
	put_after(&unit->shadow, node_token(construct->node, ")"), ";");
	put_after(&unit->shadow, construct->node, " }");
}

void shield_lower(struct unit *unit, const struct construct *construct)
{
	TSNode limit = node_field(construct->node, "limit"), first = first_token(construct->node);
	if (ts_node_is_null(limit)) {
		put_instead(unit->edits, first, "{ CONC_SHIELD(%d);", construct->number);
	} else {
		if (!duration_check(unit, limit, "shield")) return;
		protect_comma(unit, limit);
		put_over(unit->edits, first, node_token(construct->node, "("),
		         "{ CONC_SHIELD_FOR(%d, ", construct->number);
		put_after(unit->edits, node_token(construct->node, ")"), ";");
	}
	put_after(unit->edits, construct->node, " }");
}
