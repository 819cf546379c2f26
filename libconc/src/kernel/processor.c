/* SPDX-License-Identifier: MIT */
/* Switching between user threads on one kernel thread.
 *
 * Threads switch to each other directly; the worker's own context (p->scheduler) runs only when
 * the processor's queues are empty or it needs attention. The thread that arrives runs the
 * epilogue for the thread that left, which waits, is ready or has ended: only in the epilogue is
 * it known to be off its stack.
 *
 * After a switch the kernel thread may be another one. So nothing of the old one may be used, and
 * the switch returns the processor.
 */
#include "processor.h"

#include "conc/thread.h"
#include "context.h"
#include "cxx.h"
#include "edge.h"
#include "poller.h"
#include "port/os.h"
#include "port/sanitizer.h"
#include "port/stop.h"
#include "recorder.h"
#include "scheduler.h"
#include "signal_handler.h"

#define FAIRNESS_MASK 15u /* every 16th dispatch takes the oldest first */
#define POLL_MASK 63u     /* every 64th dispatch looks at descriptors */

__thread struct conc_processor *conc_processor_tls;

/* Sanitizer hooks of one switch. */

static inline void before_switch(struct conc_thread *from, struct conc_thread *to)
{
#if CONC_ASAN
	while (to->inline_parent) to = to->inline_parent;
	__sanitizer_start_switch_fiber(from ? &from->fiber : NULL, to->asan_bottom, to->asan_size);
#elif CONC_TSAN
	__tsan_switch_to_fiber(to->fiber, CONC_TSAN_SWITCH);
#endif
	(void)from, (void)to;
}

/* previous: the thread whose stack was left. Notes where that stack is, which is not known before
 * for the initial thread and the workers' own loops. */
static inline void after_switch(struct conc_thread *self, struct conc_thread *previous)
{
#if CONC_ASAN
	const void *bottom;
	size_t size;
	__sanitizer_finish_switch_fiber(self->fiber, &bottom, &size);
	if (previous) {
		while (previous->inline_parent) previous = previous->inline_parent;
		previous->asan_bottom = bottom;
		previous->asan_size = size;
	}
#endif
	(void)self, (void)previous;
}

/* Gives a stack to t, which was never started. */
static __attribute__((noinline)) void give_stack(struct conc_processor *p, struct conc_thread *t)
{
	t->stack = conc_stack_get(&p->stacks);
	t->stack_low = t->stack->low;
	t->context = conc_context_make(t->stack->high);
#if CONC_ASAN
	t->asan_bottom = t->stack->low;
	t->asan_size = (size_t)(t->stack->high - t->stack->low);
	t->fiber = NULL;
#elif CONC_TSAN
	t->fiber = conc_fiber_new(t);
#endif
}

static __attribute__((noinline, cold)) void check_canary(const struct conc_thread *t)
{
	if (*(uint64_t *)(void *)t->stack->low != CONC_CANARY)
		conc_stop(t->started_at, t, "stack overflow (CONC_STACK_SIZE is %u bytes)",
		          t->stack->size);
}

static void leave_park(struct conc_processor *p, struct conc_thread *t)
{
	uint32_t expected = CONC_PARK_RUNNING;

	/* release: publishes the saved context to the unparker's exchange; acquire on
	 * failure: for the permit */
	if (!cas_acq_rel(&t->park, &expected, CONC_PARK_PARKED)) {
		if (conc_thread_is_urgent(t)) {
			conc_scheduler_urge(t);
			return;
		}
		conc_scheduler_queue(p, t);
		conc_scheduler_submitted(p);
	}
}

static __attribute__((noinline)) void leave_end(struct conc_processor *p)
{
	conc_stack_put(&p->stacks, p->dead_stack);
#if CONC_TSAN
	__tsan_destroy_fiber(p->dead_fiber);
#endif
}

static inline __attribute__((always_inline)) void epilogue(struct conc_processor *p)
{
	switch (p->leave) {
	case CONC_LEAVE_YIELD:
		/* not passive, or the thread would have yielded in the kernel */
		if (CONC_UNLIKELY(!conc_ring_push(&p->ring, p->previous)))
			conc_scheduler_queue(p, p->previous);
		conc_scheduler_submitted(p);
		break;
	case CONC_LEAVE_PARK:
		leave_park(p, p->previous);
		break;
	case CONC_LEAVE_END:
		leave_end(p);
		break;
	case CONC_LEAVE_URGE:
		conc_scheduler_urge(p->previous);
		break;
	default:
		break;
	}
}

/* Switches if one of the two threads has floating-point modes of its own. This function and the
 * next are not instrumented: TSan would note the entry for one fiber and the exit for another. */
static __attribute__((noinline, no_sanitize_thread)) struct conc_processor *
switch_modes(struct conc_processor *p, void **save, const struct conc_thread *to)
{
	if (!to->own_modes) conc_context_default_modes(to->context);
	return conc_context_switch_modes(save, to->context, p);
}

/* Switches if one of the two has modes of its own or is urgent, the program has C++, or CPU time is
 * counted. */
static __attribute__((noinline, no_sanitize_thread)) struct conc_processor *
switch_more(struct conc_processor *p, struct conc_thread *from, struct conc_thread *to)
{
	struct conc_cxx_globals cxx = conc_cxx_take(p->cxx);

	if (conc_processor_unusual(p) & CONC_UNUSUAL_CPU_TIME) conc_cpu_time_mark(p, from);
	before_switch(from, to);
	if (from->own_modes | to->own_modes) p = switch_modes(p, &from->context, to);
	else p = conc_context_switch(&from->context, to->context, p);
	conc_cxx_put(p->cxx, cxx);
	return p;
}

static inline __attribute__((always_inline)) void switch_to(struct conc_processor *p,
                                                            struct conc_thread *from,
                                                            struct conc_thread *to,
                                                            enum conc_leave leave)
{
	if (CONC_UNLIKELY(!to->context)) give_stack(p, to);
	if (CONC_UNLIKELY(from->stack && from->stack->canary)) check_canary(from);
	p->previous = from;
	p->leave = (uint8_t)leave;
	p->current = to;
	from->saved_errno = *p->errno_address;
	if (CONC_UNLIKELY((conc_processor_unusual(p) | from->unusual | to->unusual) != 0)) {
		p = switch_more(p, from, to);
	} else {
		before_switch(from, to);
		p = conc_context_switch(&from->context, to->context, p);
	}
	after_switch(from, p->leave == CONC_LEAVE_END ? NULL : p->previous);
	*p->errno_address = from->saved_errno;
	conc_record(p, RUNS, from, NULL, from->name, from->started_at);
	epilogue(p);
}

static __attribute__((noinline)) struct conc_thread *pick_oldest(struct conc_processor *p)
{
	struct conc_thread *t;
	bool retry = false;

	if ((p->dispatches & POLL_MASK) == 0) conc_poller_look_if_wanted();
	t = conc_scheduler_take(p, false);
	return t ? t : conc_deque_steal(&p->deque, &retry);
}

/* The next thread of p's own queues, at that dispatch. */
static inline __attribute__((always_inline)) struct conc_thread *pick_own(struct conc_processor *p,
                                                                          uint32_t dispatch)
{
	struct conc_thread *t;

	if (CONC_UNLIKELY((dispatch & FAIRNESS_MASK) == 0) && (t = pick_oldest(p))) return t;
	if (CONC_LIKELY((t = conc_ring_pop(&p->ring)) != NULL)) return t;
	return conc_deque_pop(&p->deque);
}

/* p needs attention: for urgent threads it need not enter the scheduler. */
static __attribute__((noinline)) struct conc_thread *pick_urgent(struct conc_processor *p)
{
	struct conc_thread *t;

	/* relaxed: as in pick */
	if (load_relaxed(&p->attention) != CONC_ATTENTION_URGENT) return &p->scheduler;
	t = conc_scheduler_take_urgent(p);
	return t ? t : pick_own(p, p->dispatches);
}

static inline __attribute__((always_inline)) struct conc_thread *pick(struct conc_processor *p)
{
	uint32_t dispatch = p->dispatches + 1;

	conc_schedule_shuffle(p);
	/* relaxed: the watchdog only compares it with what it saw before */
	store_relaxed(&p->dispatches, dispatch);
	/* relaxed: the scheduler's loop reads it again, with order */
	if (CONC_UNLIKELY(load_relaxed(&p->attention))) return pick_urgent(p);
	return pick_own(p, dispatch);
}

struct conc_thread *conc_processor_pick(struct conc_processor *p)
{
	return pick(p);
}

/* The four ways to leave a thread. */

static __attribute__((noinline)) void yield_kernel(struct conc_processor *p)
{
	if (p->foreign || p->passive) {
		conc_os_yield();
		return;
	}
	conc_scheduler_slot_release(p, true);
	conc_os_yield();
	conc_scheduler_slot_take(p, true);
}

void (*conc_leave_hook)(struct conc_processor *p);
void (*conc_wait_hook)(struct conc_thread *self);
void (*conc_fork_hook)(struct conc_processor *p);
void (*conc_handlers_fork_hook)(struct conc_processor *p);
void (*conc_cached_queue_hook)(struct conc_thread *t);
void (*conc_describe_hook)(const struct conc_thread *t, void (*add)(void *line, const char *text),
                           void *line);

/* For a thread that stays on its kernel thread, or is urgent: after that one the next ready thread
 * runs, though it may be of a lower band. False: neither. */
static __attribute__((noinline)) bool yield_special(struct conc_processor *p,
                                                    struct conc_thread *self)
{
	struct conc_thread *next;

	if (self->pinned | (uint32_t)p->passive) {
		yield_kernel(p);
		return true;
	}
	if (!conc_thread_is_urgent(self)) return false;
	next = pick(p);
	if (!next) next = conc_scheduler_take(p, true);
	if (next) switch_to(p, self, next, CONC_LEAVE_URGE);
	return true;
}

void conc_yield(void)
{
	struct conc_processor *p = conc_processor_get();
	struct conc_thread *self = p->current, *next;

	if (CONC_UNLIKELY(p->outbox != NULL)) conc_leave_hook(p);
	conc_signal_handler_check(self, NULL, "yield");
	if (conc_schedule_skips_yield(__builtin_return_address(0))) return;
	if (CONC_UNLIKELY((self->special | (uint64_t)p->passive) != 0) && yield_special(p, self))
		return;
	next = pick(p);
	if (!next) next = conc_scheduler_take(p, true);
	if (!next) {
		if (conc_schedule_on()) conc_schedule_yield();
		return;
	}
	conc_schedule_note(CONC_EVENT_YIELDS, self, NULL, NULL, NULL);
	switch_to(p, self, next, CONC_LEAVE_YIELD);
	conc_schedule_note(CONC_EVENT_GOES_ON, self, NULL, NULL, NULL);
}

void conc_processor_hand_over(struct conc_thread *t)
{
	struct conc_processor *p = conc_processor_current();
	struct conc_thread *self = p->current;

	if (CONC_UNLIKELY(p->outbox != NULL)) conc_leave_hook(p);
	conc_record(p, WAKES, self, t->number, NULL, NULL);
	/* relaxed: as in pick */
	if (self->special || self->spin_held || p->passive || load_relaxed(&p->attention) ||
	    conc_schedule_on()) {
		conc_scheduler_ready(t);
		return;
	}
	/* relaxed: as in pick */
	store_relaxed(&p->dispatches, p->dispatches + 1);
	switch_to(p, self, t, CONC_LEAVE_YIELD);
}

void conc_processor_park(struct conc_processor *p, struct conc_thread *self)
{
	struct conc_thread *next = pick(p);

	switch_to(p, self, next ? next : &p->scheduler, CONC_LEAVE_PARK);
}

void conc_processor_run(struct conc_processor *p, struct conc_thread *t)
{
	switch_to(p, &p->scheduler, t, CONC_LEAVE_NOTHING);
}

/* Leaves self, which has ended. modes: it had set floating-point modes of its own. */
static _Noreturn void leave_for_good(struct conc_processor *p, struct conc_thread *self,
                                     struct conc_stack *stack, struct conc_thread *next, bool modes)
{
	void *nowhere;

	if (!next->context) give_stack(p, next);
	p->previous = self;
	p->dead_stack = stack;
	p->leave = CONC_LEAVE_END;
	p->current = next;
	before_switch(NULL, next);
	if (CONC_UNLIKELY(modes | next->own_modes)) switch_modes(p, &nowhere, next);
	else conc_context_switch(&nowhere, next->context, p);
	__builtin_unreachable();
}

/* Gives stack, on which a thread has just ended, to next, if that was never started: it then runs
 * without a switch. */
static bool adopt_stack(struct conc_processor *p, struct conc_stack *stack,
                        struct conc_thread *next, bool modes)
{
	if (CONC_TSAN || !next || next->context || stack->canary) return false;
	next->stack = stack;
	next->stack_low = stack->low;
#if CONC_ASAN
	next->asan_bottom = stack->low;
	next->asan_size = (size_t)(stack->high - stack->low);
#endif
	conc_edge_fresh_stack(stack);
	if (modes) conc_context_reset_modes();
	p->current = next;
	return true;
}

static _Noreturn void run_threads(struct conc_processor *p)
{
	for (;;) {
		struct conc_thread *self = p->current, *next;
		struct conc_stack *stack = self->stack;
		bool modes;

		*p->errno_address = 0;
		conc_schedule_note(CONC_EVENT_BEGINS, self, NULL, NULL, NULL);
		conc_record(p, BEGINS, self, NULL, self->name, self->started_at);
		if (self->starts) {
			self->starts = false;
			conc_edge_begin(self);
		}
		self->run(self->frame);
		conc_thread_finish(self);
		conc_edge_only_from(&self->edge);
		p = conc_processor_current();
		if (CONC_UNLIKELY(p->outbox != NULL)) conc_leave_hook(p);
		conc_schedule_note(CONC_EVENT_ENDS, self, NULL, NULL, NULL);
		conc_record(p, ENDS, self, NULL, NULL, NULL);
		modes = self->own_modes != 0;
		self->special = 0; /* it is neither pinned nor in a blocking section */
		p = conc_processor_current();
		if (stack->canary) check_canary(self);
		if (CONC_UNLIKELY(conc_processor_unusual(p) & CONC_UNUSUAL_CPU_TIME))
			conc_cpu_time_end(p, self);
		self->stack = NULL;
#if CONC_TSAN
		p->dead_fiber = self->fiber;
#endif
		conc_edge_end_begin(p, self);
		conc_operation_touches(self, UNLOCKS);
		conc_thread_publish_end(p, self);
		conc_edge_end_end(p);
		next = pick(p);
		if (!adopt_stack(p, stack, next, modes))
			leave_for_good(p, self, stack, next ? next : &p->scheduler, modes);
	}
}

/* Where the program has C++, or CPU time is counted. */
static __attribute__((noinline)) bool is_ready_to_inline(struct conc_processor *p,
                                                         struct conc_thread *self)
{
	if (conc_processor_unusual(p) & CONC_UNUSUAL_CPU_TIME) conc_cpu_time_mark(p, self);
	return !p->cxx || (!p->cxx->caught && !p->cxx->uncaught);
}

/* False for a thread that is tied to its kernel thread, has modes of its own, handles a C++
 * exception, or has nearly used up its stack. */
bool conc_processor_can_inline(struct conc_processor *p, struct conc_thread *self)
{
	if (conc_schedule_on() && conc_schedule_random(2)) return false;
	if (CONC_UNLIKELY(conc_processor_unusual(p)) && !is_ready_to_inline(p, self)) return false;
	return !CONC_TSAN && !p->passive && self->pinned == 0 && !self->own_modes &&
	       (size_t)((char *)__builtin_frame_address(0) - (char *)self->stack_low) >=
	               load_relaxed(&conc_stack_inline_min);
}

/* Ends the stack at this call for unwinders: a C++ exception that leaves a thread must not reach
 * the handlers of the thread that joins it. */
#define BASE_OF_THREAD __asm__ volatile(".cfi_remember_state\n\t.cfi_undefined " RETURN_ADDRESS)
#define BASE_OF_THREAD_END __asm__ volatile(".cfi_restore_state")
#if defined(__x86_64__)
#define RETURN_ADDRESS "%rip"
#else
#define RETURN_ADDRESS "x30"
#endif

void conc_processor_run_inline(struct conc_processor *p, struct conc_thread *self,
                               struct conc_thread *t)
{
	int saved_errno = *p->errno_address;

	t->inline_parent = self;
	t->stack_low = self->stack_low;
	p->current = t;
	*p->errno_address = 0;
	conc_schedule_note(CONC_EVENT_INLINE, t, self, NULL, NULL);
	conc_edge_fresh_below(t->stack_low);
	conc_edge_begin(t);
	BASE_OF_THREAD;
	t->run(t->frame);
	BASE_OF_THREAD_END;
	if (CONC_UNLIKELY(t->locals || t->special || t->cached_queue)) {
		conc_thread_finish(t);
		if (t->own_modes) conc_context_reset_modes();
		t->special = 0; /* it is neither pinned nor in a blocking section */
	}
	conc_schedule_note(CONC_EVENT_ENDS, t, NULL, NULL, NULL);
	p = conc_processor_current();
	if (CONC_UNLIKELY(p->recorded.thread == t)) conc_recorder_end_inline(p, t, self);
	if (CONC_UNLIKELY(conc_processor_unusual(p) & CONC_UNUSUAL_CPU_TIME))
		conc_cpu_time_end(p, t);
	conc_edge_only_from(&t->edge);
	conc_edge_end_begin(p, t);
	t->inline_parent = NULL;
	p->current = self;
	*p->errno_address = saved_errno;
	conc_thread_publish_end(p, t);
	conc_edge_end_end(p);
}

_Noreturn void conc_context_main(struct conc_processor *p)
{
	struct conc_thread *self;

	if (conc_schedule_on() && !p) conc_schedule_lane_main();
	self = p->current;
	after_switch(self, p->leave == CONC_LEAVE_END ? NULL : p->previous);
	epilogue(p);
	if (self == &p->scheduler) conc_scheduler_loop(p);
	run_threads(p);
}
