/* SPDX-License-Identifier: MIT */
/* blocking { … }, for lowered code.
 *
 * While the section runs, the calling kernel thread does not count as one of the processors, and
 * another one takes its place. Sections nest. Cleanup leaves the section. */
#ifndef CONC_ABI_BLOCKING_H
#define CONC_ABI_BLOCKING_H

#include "conc/abi_base.h"

struct conc_abi_blocking {
	struct conc_thread *conc_thread;
};

struct conc_abi_blocking conc_abi_blocking_begin(const char *where);
void conc_abi_blocking_end(struct conc_abi_blocking *section);

#define CONC_BLOCKING(number)          \
	CONC_SCOPED(conc_abi_blocking) \
	struct conc_abi_blocking conc_blocking_##number = conc_abi_blocking_begin(CONC_HERE)

#endif
