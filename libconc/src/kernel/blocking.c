/* SPDX-License-Identifier: MIT */
/* blocking { … } (conc/abi_blocking.h). A foreign kernel thread has no slot to give up.
 *
 * A thread that enters leaves its processor as a parking thread does: it publishes the messages
 * sent there, and a behaviour hands over the role of its worker, so that no other actor waits for
 * the section. */
#include "conc/abi_blocking.h"

#include "scheduler.h"

struct conc_abi_blocking conc_abi_blocking_begin(const char *where)
{
	struct conc_processor *p = conc_processor_get();
	struct conc_thread *self = p->current;

	(void)where;
	if (self->blocking == 0 && !p->foreign) {
		conc_processor_before_wait(p, self);
		self->blocking = 1;
		conc_scheduler_slot_release(p, true);
	} else {
		self->blocking++;
	}
	return (struct conc_abi_blocking){self};
}

void conc_abi_blocking_end(struct conc_abi_blocking *section)
{
	struct conc_processor *p = conc_processor_current();

	if (--section->conc_thread->blocking == 0 && !p->foreign) conc_scheduler_slot_take(p, true);
}
