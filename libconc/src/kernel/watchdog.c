/* SPDX-License-Identifier: MIT */
/* The watchdog: a kernel thread that sees to it that ready threads run, and minds the timers while
 * no worker is idle. It ticks every 5 ms while workers run, and sleeps without a timeout in an idle
 * program.
 *
 * A worker is stuck if its count of dispatches does not change for two ticks (10 ms or more) while
 * others are ready and no slot is free. Its slot is then given away and its queues are moved to
 * the global queue. The user thread keeps its kernel thread; at its next dispatch the worker takes
 * a slot again, and a surplus worker retires. No signal is sent.
 *
 * A tick that finds ready threads and a free slot wakes a worker: that bounds the harm of missed
 * hints.
 */
#include "scheduler.h"

#include <string.h>

#include "conc/duration.h"
#include "leaks.h"
#include "poller.h"
#include "port/os.h"
#include "port/stop.h"
#include "recorder.h"
#include "report.h"
#include "trace_file.h"

#define TICK UINT64_C(5000000) /* 5 ms */
#define POLL_TICK \
	UINT64_C(1000000) /* 1 ms: a thread waits for events, and there is no timekeeper */
#define STUCK_TICKS 2
#define LINGER 20          /* ticks without any active worker before it stops ticking */
#define HOPELESS_TICKS 200 /* 1 s */
#define CYCLE_TICKS 200

static struct {
	uint32_t started;       /* atomic: 0 no, 1 being started, 2 yes */
	uint32_t word;          /* atomic: futex; 1: look again */
	uint64_t until;         /* atomic: when it wakes up; only the watchdog writes */
	const void *frames_end; /* of its stack; the watchdog itself */
} watchdog;

#define S (&conc_scheduler)

/* Marks p as stuck and gives its slot away, unless it holds none. */
static void mark_stuck(struct conc_processor *p)
{
	uint32_t seen = load_acquire(&p->attention);

	do {
		if (seen & (CONC_ATTENTION_STUCK | CONC_ATTENTION_PASSIVE)) return;
		/* acq_rel: pairs with the owner, which clears the flag */
	} while (!cas_acq_rel(&p->attention, &seen, seen | CONC_ATTENTION_STUCK));
	add_seq_cst(&S->blocked_workers, 1);
	conc_scheduler_unclaim();
}

static void tick_processor(struct conc_processor *p, bool others_ready)
{
	uint32_t attention = load_acquire(&p->attention);
	uint32_t dispatches = load_relaxed(&p->dispatches);

	if (dispatches != p->dispatches_seen) {
		p->dispatches_seen = dispatches;
		p->looks_stuck = 0;
		return;
	}
	if (++p->looks_stuck < STUCK_TICKS || (attention & CONC_ATTENTION_PASSIVE)) return;
	if (others_ready) mark_stuck(p);
	if (!(load_acquire(&p->attention) & CONC_ATTENTION_STUCK)) return;
	/* what it moves is in no queue for a while, and the watchdog has no slot */
	conc_scheduler_count_external(+1);
	conc_scheduler_flush(p);
	conc_scheduler_count_external(-1);
}

static bool all_idle(void)
{
	return conc_scheduler_free_slots(load_seq_cst(&S->slots)) >=
	       (int32_t)load_relaxed(&S->limit);
}

/* Once every TICK. Wake-ups in between, for timers and at a POLL_TICK, do not count. */
static void tick_processors(uint64_t now)
{
	static uint64_t next;
	static int ticks, hopeless;
	bool ready, others_ready;
	uint32_t ended;

	if (now < next) return;
	conc_recorder_tick();
	conc_trace_tick();
	next = now + TICK - TICK / 8; /* a sleep that was a little short must not skip a tick */
	ready = conc_scheduler_has_work();
	/* A hold is counted before it takes the slots, and again after it has given them back. If
	 * one has them at the look in between, the two counts differ. */
	ended = load_seq_cst(&S->holds_ended);
	others_ready = ready && conc_scheduler_free_slots(load_seq_cst(&S->slots)) <= 0 &&
	               load_seq_cst(&S->holds_begun) == ended;
	for (uint32_t i = 0, n = load_acquire(&S->workers); i < n; i++)
		tick_processor(S->processors[i], others_ready);
	if (ready) conc_scheduler_wake();
	/* threads stay ready while each kernel thread belongs to a pinned thread that waits: only a
	 * new kernel thread could run them */
	hopeless = ready && all_idle() && !load_seq_cst(&S->blocked_workers) ? hopeless + 1 : 0;
	if (hopeless > HOPELESS_TICKS)
		conc_stop(NULL, NULL, "cannot start a kernel thread: nobody runs what is ready");
	if (++ticks % CYCLE_TICKS == 0) conc_lock_cycle_look();
}

static uint64_t next_wakeup(int *idle_ticks)
{
	uint64_t now = conc_now(), until, timer;

	*idle_ticks = all_idle() && !conc_scheduler_has_work() ? *idle_ticks + 1 : 0;
	until = now + TICK;
	if (conc_poller_wanted() && !load_seq_cst(&S->timekeeper)) {
		*idle_ticks = 0;
		until = now + POLL_TICK;
	}
	/* twice before it sleeps until a worker is active: only waits that last from one look to
	 * the next are reported */
	if (!conc_leaks_answer(watchdog.frames_end)) *idle_ticks = 0;
	if (*idle_ticks == LINGER / 2 || *idle_ticks == LINGER) conc_lock_cycle_look();
	if (*idle_ticks > LINGER) until = CONC_NEVER;
	timer = load_seq_cst(&S->timekeeper) ? CONC_NEVER : conc_timer_next();
	return timer < until ? timer : until;
}

static void *watch(void *unused)
{
	int idle_ticks = 0;

	watchdog.frames_end = conc_os_frames_end(__builtin_frame_address(0));
	for (;;) {
		uint64_t until;
		store_seq_cst(&watchdog.word, 0);
		conc_timer_run();
		tick_processors(conc_now());
		conc_poller_tick();
		conc_dump_if_wanted();
		conc_scheduler_remind();
		until = next_wakeup(&idle_ticks);
		/* seq_cst: stores until when, then looks again; the others change something and
		 * then look at until */
		store_seq_cst(&watchdog.until, until);
		if (until == CONC_NEVER && !all_idle()) continue;
		if (!load_seq_cst(&S->timekeeper) && conc_timer_next() < until) continue;
		conc_os_futex_wait(&watchdog.word, 0, until);
	}
	return unused;
}

static void watchdog_start(void)
{
	uint32_t no = 0;
	int error;

	if (!cas_acq_rel(&watchdog.started, &no, 1)) return;
	error = conc_os_thread_start(watch, NULL, 0);
	if (error)
		conc_stop(NULL, NULL, "cannot start a kernel thread (the watchdog): %s",
		          strerror(error));
	/* Only now: a check whether all of ours sleep must not take the caller, which may be
	 * foreign, for a watchdog that does not run yet. The caller runs, so no check is needed
	 * before. */
	add_seq_cst(&S->kernel_threads, 1);
	store_release(&watchdog.started, 2);
}

static void poke(void)
{
	if (CONC_UNLIKELY(load_acquire(&watchdog.started) == 0)) watchdog_start();
	if (exchange_seq_cst(&watchdog.word, 1) == 0) conc_os_futex_wake(&watchdog.word, 1);
}

void conc_watchdog_active(void)
{
	/* seq_cst: after the slot was taken; pairs with watch's look at the slots */
	if (CONC_UNLIKELY(load_seq_cst(&watchdog.until) == CONC_NEVER) ||
	    CONC_UNLIKELY(load_relaxed(&watchdog.started) == 0))
		poke();
}

void conc_watchdog_timer(uint64_t deadline)
{
	if (deadline == CONC_NEVER) return;
	/* seq_cst: after the timer was added; pairs with watch's look at the timers */
	if (load_seq_cst(&watchdog.until) > deadline || load_relaxed(&watchdog.started) == 0)
		poke();
}

bool conc_watchdog_look(void)
{
	/* relaxed: a watchdog that is being started looks anyway */
	if (load_relaxed(&watchdog.started) == 0) return false;
	if (load_relaxed(&watchdog.started) == 2 && exchange_seq_cst(&watchdog.word, 1) == 0)
		conc_os_futex_wake(&watchdog.word, 1);
	return true;
}

void conc_watchdog_reset(void)
{
	watchdog.started = 0;
	watchdog.word = 0;
	watchdog.until = 0;
}
