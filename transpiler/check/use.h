/* SPDX-License-Identifier: MIT */
/* Uses of objects: what the checks of locks and of races count as one, and what it does. */
#ifndef CONCC_USE_H
#define CONCC_USE_H

#include "types/types.h"

/* Returns the monitor whose member a field_expression is; null: of no monitor. */
struct kind *monitor_at(struct unit *unit, TSNode field);
/* Is it constant, atomic, or does it synchronise itself? */
bool needs_no_lock(struct unit *unit, CXType type);
/* Is the lvalue changed by the node around it, its node_outside? */
bool is_written(struct unit *unit, TSNode path, TSNode parent);
/* sizeof and the like */
bool is_unevaluated(TSNode node);

#endif
