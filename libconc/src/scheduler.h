/* SPDX-License-Identifier: MIT */
/* The scheduler: who runs, who sleeps, who is woken.
 *
 * N slots; a worker that runs user threads holds one. Slots can be below zero: a worker
 * that comes back from `blocking` takes one whether there is one or not, and retires at
 * its next dispatch if there was none. docs/protocols/idle.md has the protocol between
 * those who submit work and workers that go to sleep.
 */
#ifndef CONC_SRC_SCHEDULER_H
#define CONC_SRC_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

#include "processor.h"

#define CONC_WORKERS_MAX 4096 /* kernel threads that run user threads */
#define CONC_SLOTS_BIAS UINT64_C(0x80000000)
#define CONC_SLOTS_EPOCH (UINT64_C(1) << 32)

struct conc_scheduler {
	/* High half: counts activations, wraps. Low half: free slots + CONC_SLOTS_BIAS. */
	_Alignas(CONC_CACHE_LINE) uint64_t slots; /* atomic, anybody */
	uint32_t searching; /* atomic: workers (or claims for workers) that look for work */
	uint32_t fruitless; /* atomic hint: workers in a row that were woken for nothing */
	uint32_t patience;  /* atomic hint: lone submits still to be left to their processor */
	uint32_t reminded;  /* atomic hint: the worker that was reminded last */
	bool heavy_barrier; /* fixed at start */

	_Alignas(CONC_CACHE_LINE) struct conc_tiny_lock inject_lock;
	uint32_t inject_count;            /* atomic: written under the lock */
	struct conc_thread *inject_first; /* under the lock */
	struct conc_thread *inject_last;  /* under the lock */

	_Alignas(CONC_CACHE_LINE) struct conc_tiny_lock sleepers_lock;
	struct conc_processor *sleepers;  /* under the lock; last in, first out */
	struct conc_processor *unstarted; /* under the lock; no kernel thread could be had */
	struct conc_processor *keeper;    /* atomic: the sleeper that minds the timers */
	uint64_t keeper_deadline;         /* atomic: until when it sleeps */

	_Alignas(CONC_CACHE_LINE) uint32_t limit; /* atomic: N */
	uint32_t workers;                         /* atomic: length of processors */
	uint32_t kernel_threads;                  /* atomic: started by libconc, plus the initial */
	uint32_t outside;                         /* atomic: blocking sections and stuck workers */
	uint32_t external;                        /* atomic: waits that something outside can end */
	uint32_t foreign_waiting;                 /* atomic: foreign threads parked in libconc */
	uint32_t main_left;                       /* atomic: main has called pthread_exit */
	struct conc_processor *processors[CONC_WORKERS_MAX]; /* atomic; grows only */
};

extern struct conc_scheduler conc_scheduler __attribute__((visibility("hidden")));

static inline int32_t conc_scheduler_free_slots(uint64_t word)
{
	return (int32_t)(uint32_t)(word - CONC_SLOTS_BIAS);
}

/* Starts the runtime if that was not done. */
void conc_scheduler_start(void);

/* Somebody should look for work: wakes or starts a worker if a slot is free. */
void conc_scheduler_wake(void);

void conc_scheduler_submitted_slow(struct conc_processor *p);

/* To be called after a push to a queue of p (NULL: the global one). The push is a release
 * store, this load is relaxed: the other side, a worker that goes to sleep, announces
 * itself, executes a heavy barrier (membarrier) and looks at all queues. Where the kernel
 * has none, a read-modify-write here stands for it. */
static inline void conc_scheduler_submitted(struct conc_processor *p)
{
	uint64_t slots = CONC_LIKELY(conc_scheduler.heavy_barrier)
	                         ? load_relaxed(&conc_scheduler.slots)
	                         : add_seq_cst(&conc_scheduler.slots, 0);

	if (CONC_UNLIKELY(conc_scheduler_free_slots(slots) > 0) &&
	    load_relaxed(&conc_scheduler.searching) == 0)
		conc_scheduler_submitted_slow(p);
}

/* Makes a thread ready to run. Any kernel thread. */
void conc_scheduler_ready(struct conc_thread *t);

/* Queues t, which is ready, on p, the calling kernel thread's; wakes nobody. */
void conc_scheduler_queue(struct conc_processor *p, struct conc_thread *t);

/* Queues a thread that was never started. */
void conc_scheduler_spawn(struct conc_processor *p, struct conc_thread *t);

/* Moves up to count of the threads in p's deque, p being the caller's, behind those in its ring:
 * the oldest first. */
void conc_scheduler_line_up(struct conc_processor *p, uint32_t count);

/* Takes one of the global queue; with refill, more of it into p's own ring. */
struct conc_thread *conc_scheduler_take(struct conc_processor *p, bool refill);

/* Something has been put into the global queue: if all slots are taken, some workers look there at
 * their next dispatch. */
void conc_scheduler_remind_some(void);

/* Each worker that is active looks at its next dispatch at what is not in its ring, if there is
 * something. */
void conc_scheduler_remind(void);

/* Moves what thieves can take of victim's queues to the global queue. */
void conc_scheduler_flush(struct conc_processor *victim);

/* Whether any queue holds a ready thread. */
bool conc_scheduler_has_work(void);

/* Whether there is something that a thief would take now. */
bool conc_scheduler_tempts_thieves(void);

/* Takes what a thief takes of some other processor: one to run, more into p's ring. */
struct conc_thread *conc_scheduler_steal(struct conc_processor *p);

/* The worker's loop. */
_Noreturn void conc_scheduler_loop(struct conc_processor *p);

/* Around code that keeps the kernel thread but needs no slot. `able`: it may make other
 * threads ready by itself (a blocking section; not a thread parked in the kernel). */
void conc_scheduler_slot_release(struct conc_processor *p, bool able);
void conc_scheduler_slot_take(struct conc_processor *p, bool able);

/* A thread that is parked in the kernel is about to be woken: on its behalf. */
void conc_scheduler_kernel_wake(bool foreign);

/* Takes one slot if one is free. */
bool conc_scheduler_claim(void);
void conc_scheduler_unclaim(void);

/* Waits that something outside the program can end and that are not the poller's. */
void conc_scheduler_external(int change);

/* Somebody waits for descriptors who cannot poll itself: sees to it that a sleeper does. False:
 * none sleeps, or there is a keeper already. */
bool conc_scheduler_want_keeper(void);

/* The keeper, if there is one, is to look anew at where it sleeps. */
void conc_scheduler_rouse_keeper(void);

/* The caller took an interrupt out of epoll that may have been meant for the keeper. */
void conc_scheduler_pass_interrupt(void);

/* Looks whether nothing can ever run again; if so prints the report and stops. */
void conc_scheduler_check_blocked(void);

/* A new earliest deadline: whoever sleeps until a later one must know. */
void conc_scheduler_timer_changed(uint64_t deadline);

/* For fork. */
void conc_scheduler_lock_all(void);
void conc_scheduler_unlock_all(void);
void conc_scheduler_reset(struct conc_processor *survivor);

#endif
