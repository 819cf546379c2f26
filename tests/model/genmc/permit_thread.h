/* SPDX-License-Identifier: MIT */
/* The calling thread of the model, and its permit: park and unpark as their contract says (park.h). */
#ifndef MODEL_PERMIT_THREAD_H
#define MODEL_PERMIT_THREAD_H

#include <park.h>
#include <stop.h>
#include <thread.h>

static _Thread_local struct conc_thread *model_self;

struct conc_thread *conc_thread_self(void)
{
	return model_self;
}

void conc_thread_unpark(struct conc_thread *thread)
{
	/* the contract: never a second permit */
	assert(exchange_acq_rel(&thread->park, CONC_PARK_NOTIFIED) != CONC_PARK_NOTIFIED);
}

void conc_thread_park(struct conc_thread *self)
{
	assert(self == model_self);
	if (load_acquire(&self->park) != CONC_PARK_NOTIFIED) conc_relax(1);
	store_relaxed(&self->park, CONC_PARK_RUNNING);
}

/* Time does not pass. */
uint64_t conc_now(void)
{
	return 0;
}

void conc_stop(const char *where, const struct conc_thread *thread, const char *format, ...)
{
	(void)where, (void)thread, (void)format;
	assert(!"conc_stop");
	abort();
}

#endif
