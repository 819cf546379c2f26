/* SPDX-License-Identifier: MIT */
/* shield { … }, shield (2s) { … }, for lowered code.
 *
 *     shield (2s) { (void)(c << x); }
 *     { CONC_SHIELD_FOR(1, CONC_NS(2000000000)); { … } }
 *
 * In the block the calling thread does not count as cancelled and has no deadline; with a limit, at
 * most until that has passed. Shields nest: the inner one counts. */
#ifndef CONC_ABI_SHIELD_H
#define CONC_ABI_SHIELD_H

#include "conc/abi_base.h"
#include "conc/duration.h"

/* What the thread had before the block. */
struct conc_abi_shield {
	uint64_t conc_deadline, conc_shielded;
};

struct conc_abi_shield conc_abi_shield_begin(void);
struct conc_abi_shield conc_abi_shield_begin_for(conc_duration limit);
void conc_abi_shield_end(struct conc_abi_shield *before);

#define CONC_SHIELD_(number, begin) \
	CONC_SCOPED(conc_abi_shield) struct conc_abi_shield conc_shield_##number = begin
#define CONC_SHIELD(number) CONC_SHIELD_(number, conc_abi_shield_begin())
#define CONC_SHIELD_FOR(number, limit) CONC_SHIELD_(number, conc_abi_shield_begin_for(limit))

#endif
