/* SPDX-License-Identifier: MIT */
/* The scheduler: which workers run, sleep and are woken.
 *
 * A worker that runs user threads holds one of N slots. The number of free slots can be negative:
 * a worker that comes back from `blocking` takes one in any case, and retires at its next dispatch
 * if none was free. docs/protocols/idle.md has the protocol between kernel threads that submit
 * work and workers that go to sleep.
 */
#ifndef CONC_SRC_SCHEDULER_H
#define CONC_SRC_SCHEDULER_H

#include "processor.h"

#define CONC_WORKERS_MAX 4096 /* kernel threads that run user threads */
#define CONC_SLOTS_BIAS UINT64_C(0x80000000)
#define CONC_SLOTS_EPOCH (UINT64_C(1) << 32)

struct conc_scheduler {
	/* High half: counts activations and changes of N, wraps. Low half: free slots + CONC_SLOTS_BIAS. */
	_Alignas(CONC_CACHE_LINE) uint64_t slots; /* atomic, anybody */
	uint32_t searching;    /* atomic: workers (or claims for workers) that look for work */
	uint32_t wasted_wakes; /* atomic hint: workers in a row that were woken for nothing */
	uint32_t skip_wakes;   /* atomic hint: how many more lone submits are to wake no worker */
	uint32_t reminded;     /* atomic hint: the worker that was reminded last */
	bool heavy_barrier;    /* fixed at start */

	_Alignas(CONC_CACHE_LINE) struct conc_tiny_lock inject_lock;
	uint32_t inject_count;            /* atomic: of both lists; written under the lock */
	struct conc_thread *inject_first; /* under the lock */
	struct conc_thread *inject_last;  /* under the lock */
	struct conc_thread *urgent_first; /* the same for urgent threads, which come first */
	struct conc_thread *urgent_last;
	uint32_t urgent_count; /* atomic hint: of the urgent ones; written under the lock */

	_Alignas(CONC_CACHE_LINE) struct conc_tiny_lock sleepers_lock;
	struct conc_processor *sleepers;   /* under the lock; last in, first out */
	struct conc_processor *unstarted;  /* under the lock; kernel thread could not be started */
	struct conc_processor *timekeeper; /* atomic: the sleeper that minds the timers */
	uint64_t timekeeper_deadline;      /* atomic: until when it sleeps */

	_Alignas(CONC_CACHE_LINE) uint32_t limit; /* atomic: N; written under limit_lock */
	struct conc_tiny_lock limit_lock;
	uint32_t workers;                         /* atomic: length of processors */
	uint32_t kernel_threads;                  /* atomic: started by libconc, plus the initial */
	uint32_t blocked_workers;                 /* atomic: blocking sections and stuck workers */
	uint32_t external_waits;                  /* atomic: waits that something outside can end */
	uint32_t foreign_waiting;                 /* atomic: foreign threads parked in libconc */
	uint32_t main_left;                       /* atomic: main has called pthread_exit */
	uint32_t holds_begun;                     /* atomic: calls of conc_scheduler_hold … */
	uint32_t holds_ended;                     /* atomic: … and their ends */
	struct conc_processor *processors[CONC_WORKERS_MAX]; /* atomic; grows only */
};

extern struct conc_scheduler conc_scheduler __attribute__((visibility("hidden")));

static inline int32_t conc_scheduler_free_slots(uint64_t word)
{
	return (int32_t)(uint32_t)(word - CONC_SLOTS_BIAS);
}

/* Starts the runtime if it has not been started. */
void conc_scheduler_start(void);

/* Wakes or starts a worker to look for work, if a slot is free and no worker searches. */
void conc_scheduler_wake(void);

void conc_scheduler_submitted_slow(struct conc_processor *p);

/* Call it after a push to a queue of p (NULL: the global one). The push is a release store, and
 * this load is relaxed: the other side, a worker that goes to sleep, announces itself, executes a
 * heavy barrier (membarrier) and looks at all queues. Without membarrier, a read-modify-write here
 * replaces it. */
static inline void conc_scheduler_submitted(struct conc_processor *p)
{
	uint64_t slots = CONC_LIKELY(conc_scheduler.heavy_barrier)
	                         ? load_relaxed(&conc_scheduler.slots)
	                         : add_seq_cst(&conc_scheduler.slots, 0);

	if (CONC_UNLIKELY(conc_scheduler_free_slots(slots) > 0) &&
	    load_relaxed(&conc_scheduler.searching) == 0)
		conc_scheduler_submitted_slow(p);
}

/* Queues t, which is ready, and wakes a worker if need be. Any kernel thread. */
void conc_scheduler_ready(struct conc_thread *t);

/* Queues t, which is ready, on p, the caller's processor. Wakes no worker. */
void conc_scheduler_queue(struct conc_processor *p, struct conc_thread *t);

/* Queues t, which was never started, on p, the caller's, and wakes a worker if need be. */
void conc_scheduler_spawn(struct conc_processor *p, struct conc_thread *t);

/* The same for the child of an urgent thread, which is urgent. */
void conc_scheduler_spawn_urgent(struct conc_processor *p, struct conc_thread *t);

/* Queues t, which is ready and urgent, and tells workers. Any kernel thread. */
void conc_scheduler_urge(struct conc_thread *t);

/* Acts on URGENT in p's attention: takes an urgent thread, or NULL. */
struct conc_thread *conc_scheduler_take_urgent(struct conc_processor *p);

/* Moves up to count threads, oldest first, from the deque of p, the caller's, to its ring's end. */
void conc_scheduler_move_to_ring(struct conc_processor *p, uint32_t count);

/* Takes a thread from the global queue, or NULL. With refill, also moves some to p's own ring. */
struct conc_thread *conc_scheduler_take(struct conc_processor *p, bool refill);

/* Gives active workers a turn: all if the global queue holds a thread, else those with a thread in
 * their deque. */
void conc_scheduler_remind(void);

/* Moves the threads in victim's queues to the global queue. */
void conc_scheduler_flush(struct conc_processor *victim);

/* Returns whether any queue holds a ready thread. */
bool conc_scheduler_has_work(void);

/* Returns whether there is a thread that a thief would take now. */
bool conc_scheduler_has_stealable(void);

/* Steals from another processor. Returns one thread, or NULL, and moves more to p's ring. */
struct conc_thread *conc_scheduler_steal(struct conc_processor *p);

/* The worker's loop. */
_Noreturn void conc_scheduler_loop(struct conc_processor *p);

/* Called around code that keeps the kernel thread but needs no slot. able: that code may make
 * other threads ready (a blocking section; not a thread parked in the kernel). */
void conc_scheduler_slot_release(struct conc_processor *p, bool able);
void conc_scheduler_slot_take(struct conc_processor *p, bool able);

/* Takes a slot for a thread parked in the kernel that the caller is about to wake. A foreign thread
 * needs no slot. */
void conc_scheduler_kernel_wake(bool foreign);

/* Gives a slot back. */
void conc_scheduler_unclaim(void);

/* Counts waits that something outside the program can end, except those of the poller, and queues
 * that a kernel thread without a slot is moving. */
void conc_scheduler_count_external(int change);

/* For a wait for descriptors by a kernel thread that cannot poll: gets a sleeper to become the
 * timekeeper. False: no worker sleeps, or there is a timekeeper already. */
bool conc_scheduler_want_timekeeper(void);

/* Wakes the timekeeper, if there is one, to decide again where it sleeps. */
void conc_scheduler_wake_timekeeper(void);

/* The caller took an interrupt out of epoll: repeats it if the timekeeper must wake. */
void conc_scheduler_pass_interrupt(void);

/* Stops the program with the report if no thread can ever run again. */
void conc_scheduler_check_blocked(void);

/* Keeps all threads but the caller, who is a user thread or the watchdog, from running. */
enum conc_hold {
	CONC_HELD,
	CONC_HOLD_LATER, /* threads run or are ready */
	CONC_HOLD_NEVER, /* a kernel thread runs code that libconc cannot see the end of */
};
enum conc_hold conc_scheduler_hold(uint64_t *held);

/* Ends the hold. Returns whether all stood still: a thread that waits in the kernel, because it is
 * pinned or foreign, cannot be kept from running. */
bool conc_scheduler_let_go(uint64_t held);

/* Called for a new earliest deadline: tells the timekeeper, the calling worker or the watchdog. */
void conc_scheduler_timer_changed(uint64_t deadline);

/* fork.c: installs the fork handlers. */
void conc_fork_init(void);

/* fault.c: installs the handler of stack overflows, once; gives the calling kernel thread an
 * alternate signal stack, if it has none. */
void conc_fault_init(void);
void conc_fault_attach(struct conc_processor *p); /* on its kernel thread */

/* watchdog.c. A worker has become active: makes the watchdog tick. Cheap if it ticks already. */
void conc_watchdog_active(void);

/* There is a timer at deadline that perhaps nobody else minds. */
void conc_watchdog_timer(uint64_t deadline);

/* Makes the watchdog look at everything now. False: there is none. Async-signal-safe. */
bool conc_watchdog_look(void);

/* For fork. */
void conc_scheduler_reset(struct conc_processor *survivor);
void conc_watchdog_reset(void);

#endif
