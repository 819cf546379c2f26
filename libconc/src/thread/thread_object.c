/* SPDX-License-Identifier: MIT */
/* thread: objects that are threads (conc/abi_thread.h). The descriptor lives from the
 * start to the end of the object, so that a second join finds the thread ended. */
#include "conc/abi_thread.h"

#include "kernel/cancel.h"
#include "kernel/scheduler.h"
#include "kernel/signal_handler.h"
#include "port/stop.h"

static struct conc_thread_object *hidden(const struct conc_abi_thread_type *type, char *object)
{
	return (struct conc_thread_object *)(void *)(object + type->offset);
}

static void thread_object_start(const struct conc_abi_thread_type *type, char *object,
                                const char *where)
{
	struct conc_processor *p = conc_processor_get();
	struct conc_thread *t = conc_thread_new(p);

	t->run = type->run;
	t->name = type->name;
	t->started_at = where;
	t->frame = object;
	if (CONC_UNLIKELY(p->current->bounded)) conc_thread_bound(t, p->current->deadline, 0);
	t->frame_size = 0;
	t->band = p->current->band;
	store_relaxed(&t->kind, CONC_THREAD_OBJECT);
	hidden(type, object)->thread = t;
	conc_schedule_note(CONC_EVENT_STARTS, p->current, t, NULL, where);
	conc_thread_starts(t);
	/* last in the ring, not onto the deque, so that threads start in order */
	conc_scheduler_ready(t);
}

struct conc_abi_threads conc_abi_threads_start(const struct conc_abi_thread_type *type,
                                               void *objects, size_t bytes, const char *where)
{
	struct conc_abi_threads threads = {type, objects, bytes / type->size};

	conc_signal_handler_check(conc_processor_get()->current, where, "starting a thread");
	for (size_t i = 0; i < threads.count; i++)
		hidden(type, threads.objects + i * type->size)->thread = NULL;
	for (size_t i = 0; i < threads.count; i++)
		thread_object_start(type, threads.objects + i * type->size, where);
	return threads;
}

void conc_abi_threads_end(struct conc_abi_threads *threads)
{
	for (size_t i = threads->count; i-- > 0;) {
		char *object = threads->objects + i * threads->type->size;
		struct conc_thread_object *thread = hidden(threads->type, object);

		conc_abi_thread_join(thread, thread->thread ? thread->thread->started_at : NULL);
		conc_thread_free(conc_processor_current(), thread->thread);
		thread->thread = NULL;
	}
}

void conc_abi_thread_join(struct conc_thread_object *object, const char *where)
{
	struct conc_thread *self = conc_thread_self();

	if (!object) conc_stop(where, self, "join of a null pointer");
	if (!object->thread) conc_stop(where, self, "join of a thread that was never started");
	conc_operation_on(object->thread, AWAITS, "joins");
	if (!conc_thread_has_ended(object->thread))
		conc_thread_wait_end(self, object->thread, where);
	conc_edge_to(&object->thread->edge);
}
