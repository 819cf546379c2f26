/* SPDX-License-Identifier: MIT */
/* spawn and join (conc/abi_task.h).
 *
 * If the task is still the newest in the deque of the joiner's processor, a join runs it in
 * place. The joiner would wait anyway, so this makes no difference, but for the exceptions in
 * conc_processor_can_inline, such as a joiner that is tied to its kernel thread.
 */
#include "conc/abi_task.h"

#include <errno.h>
#include <stdlib.h>

#include "kernel/cancel.h"
#include "kernel/scheduler.h"
#include "kernel/signal_handler.h"
#include "port/sanitizer.h"
#include "port/stop.h"

static __attribute__((noinline)) void *large_frame(const struct conc_abi_task_type *type,
                                                   const char *where)
{
	size_t align = type->align < 16 ? 16 : type->align;
	int saved = errno;
	void *frame = aligned_alloc(align, (type->size + align - 1) / align * align);

	errno = saved;
	if (!frame) conc_stop(where, conc_thread_self(), "no memory to spawn %s", type->name);
	return frame;
}

void *conc_abi_task_new(const struct conc_abi_task_type *type, const char *where,
                        struct conc_thread **thread)
{
	struct conc_processor *p = conc_processor_get();
	struct conc_thread *t;

	conc_signal_handler_check(p->current, where, "spawn");
	t = conc_thread_new(p);
	t->run = type->run;
	t->name = type->name;
	t->started_at = where;
	t->frame_size = type->size;
	if (CONC_UNLIKELY(p->current->bounded)) conc_thread_bound(t, p->current->deadline, 0);
	store_relaxed(&t->kind, CONC_THREAD_TASK);
	t->frame = t->inline_frame;
	if (CONC_UNLIKELY(CONC_RACES || type->size > CONC_FRAME_INLINE || type->align > 64)) {
		t->frame_size = CONC_FRAME_INLINE + 1;
		t->frame = large_frame(type, where);
	} else conc_edge_fresh(t->inline_frame, sizeof t->inline_frame);
	*thread = t;
	return t->frame;
}

void conc_abi_task_start(struct conc_thread *t)
{
	struct conc_processor *p = conc_processor_current();

	conc_schedule_note(CONC_EVENT_STARTS, p->current, t, NULL, t->started_at);
	conc_thread_starts(t);
	if (CONC_UNLIKELY(p->current->band)) conc_scheduler_spawn_urgent(p, t);
	else conc_scheduler_spawn(p, t);
}

static bool try_inline(struct conc_thread *t, const char *where)
{
	struct conc_processor *p = conc_processor_get();
	struct conc_thread *self = p->current;

	if (conc_deque_peek(&p->deque) != t || !conc_processor_can_inline(p, self)) return false;
	if (conc_deque_pop(&p->deque) != t)
		return false; /* it was the last item, and a thief has taken it */
	conc_thread_waits(self, "join", t, where, conc_thread_itself);
	conc_processor_run_inline(p, self, t);
	store_relaxed(&self->wait.operation, NULL);
	return true;
}

void *conc_abi_task_join(struct conc_thread *t, const char *where)
{
	if (CONC_UNLIKELY(!t)) conc_stop(where, conc_thread_self(), "join of an empty task");
	conc_operation_on(t, AWAITS, "joins");
	if (!conc_thread_has_ended(t) && !try_inline(t, where))
		conc_thread_wait_end(conc_thread_self(), t, where);
	conc_edge_to(&t->edge);
	return t->frame;
}

void conc_abi_task_end(struct conc_thread *t, const char *where)
{
	if (!conc_thread_has_ended(t)) conc_abi_task_join(t, where ? where : t->started_at);
	conc_edge_to(&t->edge);
	if (CONC_UNLIKELY(t->frame_size > CONC_FRAME_INLINE)) free(t->frame);
	conc_thread_free(conc_processor_current(), t);
}

void conc_abi_task_detach(struct conc_thread *t)
{
	conc_thread_detach(conc_processor_get(), t);
}
