/* SPDX-License-Identifier: MIT */
/* shield: a block in which a cancelled thread may wait (conc/abi_shield.h; the idea is in
 * cancel.h).
 *
 * A deadline that a scope sets inside the block counts there: the shield hides what was outside. */
#include "conc/abi_shield.h"

#include "cancel.h"
#include "conc/abi_scope.h"
#include "thread.h"

/* until: of the shield; the deadline that was there does not count before it. */
static struct conc_abi_shield begin(uint64_t deadline, uint64_t until)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_abi_shield before = {self->deadline, self->shielded};

	conc_thread_bound(self, deadline, until);
	return before;
}

struct conc_abi_shield conc_abi_shield_begin(void)
{
	return begin(0, CONC_NEVER);
}

struct conc_abi_shield conc_abi_shield_begin_for(conc_duration limit)
{
	uint64_t until = conc_abi_from_now(limit), deadline = conc_thread_self()->deadline;

	return begin(deadline && deadline < until ? until : deadline, until);
}

void conc_abi_shield_end(struct conc_abi_shield *before)
{
	conc_thread_bound(conc_thread_self(), before->conc_deadline, before->conc_shielded);
}
