/* SPDX-License-Identifier: MIT */
/* blocking { getaddrinfo(…); }
 *   →
 * { CONC_BLOCKING(1); { getaddrinfo(…); } } */
#include "lower.h"

void blocking_shadow(struct unit *unit, const struct construct *construct)
{
	put_instead(&unit->shadow, first_token(construct->node), "%s", "");
}

void blocking_lower(struct unit *unit, const struct construct *construct)
{
	put_instead(unit->edits, first_token(construct->node), "{ CONC_BLOCKING(%d);",
	            construct->number);
	put_after(unit->edits, construct->node, " }");
}
