/* SPDX-License-Identifier: MIT */
/*
 * cpu_time: how much CPU time each thread has used.
 *
 * The idea. While nobody asks, nothing is counted: a switch looks at the same byte of its processor
 * as before (CONC_UNUSUAL_CPU_TIME). Once it is on, the time from the processor's last *mark* to
 * this one belongs to the thread that ran. Marks are at each switch, around a task that its joiner
 * runs on its own stack, and where a thread asks.
 *
 *     mark        mark   mark                     mark
 *      ├─ short ───┼─short┼────── long ─────────────┤
 *      ▲ the kernel's count is C0                   ▲ C1:  the long one has C1 - C0 - the short
 * ones
 *
 * A run that is shorter than LONG counts as it is by the wall clock (some 40 ns a mark). In a
 * longer one the kernel may have given the CPU to others, or the thread may have slept in the
 * kernel: it gets what the kernel's own count for this kernel thread (a system call, up to some 1.5
 * us) has more than at the last long run, less the short ones since.
 *
 * Rejected: the kernel's count at each switch (it is a system call); cycles (the kernel's other
 * threads would count, and a length of a cycle would have to be found first).
 */
#include "conc/duration.h"
#include "conc/thread.h"
#include "port/os.h"
#include "scheduler.h"

#define LONG 100000u /* nanoseconds */

static bool counts; /* under the sleepers' lock */

/* Returns how much of a long run the kernel has given to it. */
static uint64_t used_of(struct conc_processor *p, uint64_t span)
{
	/* under a seed the kernel's count is not the run's time */
	uint64_t clock = conc_schedule_on() ? 0 : conc_os_cpu_time();
	uint64_t before = p->cpu_clock + p->cpu_short;

	p->cpu_clock = clock;
	p->cpu_short = 0;
	if (!clock) return span;
	if (clock < before) return 0; /* some of what was short was not the thread's */
	return clock - before < span ? clock - before : span;
}

void conc_cpu_time_mark(struct conc_processor *p, struct conc_thread *t)
{
	uint64_t now = conc_now(), span = now - p->cpu_mark;
	bool first = !p->cpu_mark;

	p->cpu_mark = now;
	if (first || span >= LONG) span = used_of(p, span);
	else p->cpu_short += span;
	if (!first) t->cpu_time += span;
}

void conc_cpu_time_end(struct conc_processor *p, struct conc_thread *t)
{
	conc_cpu_time_mark(p, t);
	t->cpu_time = 0; /* for the next thread in this descriptor */
}

void conc_cpu_time_registered(struct conc_processor *p)
{
	if (counts) or_relaxed(&p->unusual, CONC_UNUSUAL_CPU_TIME);
}

/* Processors that begin later look at counts under the same lock. */
static __attribute__((noinline, cold)) void begin_to_count(void)
{
	struct conc_scheduler *s = &conc_scheduler;

	conc_tiny_lock_acquire(&s->sleepers_lock);
	counts = true;
	for (uint32_t i = 0; i < s->workers; i++) conc_cpu_time_registered(s->processors[i]);
	conc_tiny_lock_release(&s->sleepers_lock);
}

conc_duration conc_cpu_time(void)
{
	struct conc_processor *p = conc_processor_get();

	if (p->foreign && !conc_schedule_on()) return (conc_duration)conc_os_cpu_time();
	if (!(conc_processor_unusual(p) & CONC_UNUSUAL_CPU_TIME)) begin_to_count();
	conc_cpu_time_mark(p, p->current);
	return (conc_duration)p->current->cpu_time;
}
