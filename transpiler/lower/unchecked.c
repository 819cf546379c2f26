/* SPDX-License-Identifier: MIT */
/* _Conc_unchecked { n++; }
 *   →
 * { n++; }
 *
 * The checks of data do not look inside: unit_is_unchecked. */
#include "lower.h"

void unchecked_shadow(struct unit *unit, const struct construct *construct)
{
	put_instead(&unit->shadow, first_token(construct->node), "%s", "");
}

void unchecked_lower(struct unit *unit, const struct construct *construct)
{
	put_instead(unit->edits, first_token(construct->node), "%s", "");
}
