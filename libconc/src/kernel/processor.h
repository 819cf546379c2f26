/* SPDX-License-Identifier: MIT */
/* A processor: one kernel thread that runs user threads (a "worker"), with its queues.
 *
 * A processor belongs to its kernel thread for good. Other workers can always steal from its
 * queues, so a worker that blocks or runs for long need not hand anything over.
 *
 * A foreign kernel thread has a processor, too, so that conc_self() is always one load. Such a
 * processor is always passive and in no list.
 */
#ifndef CONC_SRC_PROCESSOR_H
#define CONC_SRC_PROCESSOR_H

#include "port/deque.h"
#include "port/ring.h"
#include "stack_pool.h"
#include "thread.h"

/* What the epilogue of a switch has to do for the thread that was left. */
enum conc_leave {
	CONC_LEAVE_NOTHING, /* it is the scheduler's own context */
	CONC_LEAVE_YIELD,   /* it is ready: queue it */
	CONC_LEAVE_PARK,    /* RUNNING -> PARKED, or queue it if its permit has come */
	CONC_LEAVE_END,     /* it has ended: put its stack away */
	CONC_LEAVE_URGE,    /* as YIELD, for an urgent thread */
};

/* Flags: why a worker must enter its scheduler at the next dispatch. The owner sets and clears
 * all of them; the watchdog sets STUCK, by CAS from a word without STUCK and PASSIVE; any kernel
 * thread sets SURPLUS, TURN and URGENT. With URGENT alone it need not enter the scheduler. */
enum conc_attention {
	CONC_ATTENTION_SURPLUS = 1, /* there may be more workers than processors */
	CONC_ATTENTION_STUCK = 2,   /* the watchdog gave this worker's slot away */
	CONC_ATTENTION_TIMER = 8,   /* there is a new earliest timer that nobody minds yet */
	CONC_ATTENTION_PASSIVE = 4, /* the owner gave its slot up: the watchdog keeps off */
	CONC_ATTENTION_TURN = 16,   /* it is the turn of threads that are not in its ring */
	CONC_ATTENTION_URGENT = 32, /* there may be an urgent thread */
};

/* Flags: what a switch has to do besides switching. */
enum conc_unusual {
	CONC_UNUSUAL_CXX = 1,      /* the program has C++; set by the owner, at first */
	CONC_UNUSUAL_CPU_TIME = 2, /* CPU time is counted; set by any kernel thread */
};

enum { CONC_OBJECT_CLASSES = 17, CONC_OBJECT_STEP = 16 /* bytes */ };

enum conc_wake {
	CONC_WAKE_NONE,
	CONC_WAKE_POKED,   /* look at the timers again */
	CONC_WAKE_CLAIMED, /* a slot was claimed for this worker: run */
};

struct conc_processor {
	/* Owner only, unless a member says otherwise. */
	struct conc_thread *current;  /* running user thread, or &scheduler */
	int *errno_address;           /* of this kernel thread */
	struct conc_cxx_globals *cxx; /* of this kernel thread (cxx.h); NULL without C++ */
	uint32_t unusual;             /* atomic flags: enum conc_unusual */
	struct conc_thread *free;     /* free descriptors */
	uint32_t free_count;
	uint32_t dispatches;  /* atomic: owner writes, watchdog reads */
	uint32_t attention;   /* atomic flags: enum conc_attention */
	uint32_t events_left; /* atomic: that it may record (recorder.h); the watchdog adds some */
	uint8_t leave;        /* enum conc_leave, for the epilogue */
	bool passive;         /* pushes go to the global queue: blocking or foreign */
	bool foreign;
	bool long_waits;              /* it is foreign, or waits are counted; fixed */
	bool searching;               /* counted in scheduler.searching */
	bool mind_timers;             /* the watchdog does not know of a timer yet */
	bool woken;                   /* has found nothing since it was woken */
	bool left_stealable;          /* its last steal left a thread that may be worth taking */
	struct conc_thread *previous; /* the thread that was left, for the epilogue */
	struct conc_stack *dead_stack;
	void *dead_fiber; /* of a thread that ends: TSan's, or a seed's strand; or null */
	struct conc_stack_cache stacks;
	uint32_t random;
	uint32_t turned; /* the last dispatch that took a TURN */
	uint32_t urged;  /* the last dispatch that took an urgent thread */
	uint32_t urgents_in_a_row;
	uint32_t index;
	uintptr_t inside[2]; /* atomic: the biased locks that it holds (biased_lock.h) */
	uint32_t wanted;     /* atomic: kernel threads that sleep until it leaves a side; anybody */
	struct conc_outbox *outbox; /* atomic: messages that were sent on it (outbox.h); or null */
	struct conc_chunk *chunks;  /* free */
	uint32_t chunk_count;
	uint32_t joins;        /* the queue for the next actor that joins here */
	uint32_t direct_bytes; /* sent into inboxes since threads here gave way */
	uint32_t private_count;
	struct conc_private_queue *privates; /* free (separate_queue.c) */
	struct conc_chunk *spawned;          /* the records of spawned calls are cut from it */
	struct conc_object_cache {
		void *first; /* linked by their first word */
		uint32_t count;
	} objects[CONC_OBJECT_CLASSES]; /* free actors and messages, by size: actor_object.c */

	uint64_t cpu_mark, cpu_clock, cpu_short; /* cpu_time.c: times in ns; mark 0: none yet */

	struct conc_event *events; /* atomic: its ring (recorder.h); NULL: not yet */
	uint64_t event_count;      /* atomic: of all that it has recorded */
	uint32_t event_tick;       /* the watchdog's, of the last CLOCK */
	struct {
		const struct conc_thread *thread; /* may be gone; NULL: nobody knows */
		const char *name;
	} recorded;              /* the thread that it runs, as far as its events tell */
	uint64_t steals, sleeps; /* atomic: counts */
	uint64_t events_drained; /* under the recorder's lock: those in CONC_TRACE's file */
	struct conc_processor *next_recorded; /* under the recorder's lock */

	_Alignas(CONC_CACHE_LINE) uint32_t wake; /* atomic: enum conc_wake; futex */
	uint32_t polls;                          /* atomic: it sleeps in epoll, as the timekeeper */
	struct conc_processor *next_sleeper;     /* under the sleepers' lock */
	uint32_t dispatches_seen;                /* watchdog only */
	uint32_t looks_stuck;                    /* watchdog only: ticks without a dispatch */

	_Alignas(CONC_CACHE_LINE) uint32_t lone_head; /* atomic, thieves: where they saw a lone */
	int64_t lone_top;                             /* item in the ring and in the deque, and */
	uint64_t lone_since;                          /* since when (the ring's) */

	struct conc_ring ring;        /* ready threads, first in first out */
	struct conc_deque deque;      /* threads not yet started, newest first */
	struct conc_thread scheduler; /* the context of the worker's own loop */
	char *loop_low, *loop_high;   /* of the stack that the loop runs on; fixed */
	char *fault_low, *fault_high; /* of the alternate stack of signals; fixed; or null */
	int kernel_thread;            /* its number for the kernel and for debuggers; fixed */
};

extern __thread struct conc_processor *conc_processor_tls
        __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* Returns the processor of the running kernel thread; NULL if it has none yet.
 *
 * Not a plain read of the variable: compilers take the address of a thread-local to be constant
 * in a function and keep it in a register, but after a switch the user thread may run on another
 * kernel thread. A volatile asm is not merged with another. */
static inline struct conc_processor *conc_processor_current(void)
{
	struct conc_processor *processor;
#if defined(__x86_64__)
	__asm__ volatile("movq conc_processor_tls@gottpoff(%%rip), %0\n\t"
	                 "movq %%fs:(%0), %0"
	                 : "=r"(processor));
#elif defined(__aarch64__)
	__asm__ volatile("adrp %0, :gottprel:conc_processor_tls\n\t"
	                 "ldr %0, [%0, #:gottprel_lo12:conc_processor_tls]\n\t"
	                 "mrs x16, tpidr_el0\n\t"
	                 "ldr %0, [%0, x16]"
	                 : "=r"(processor)
	                 :
	                 : "x16");
#else
#error "no accessor for this machine"
#endif
	return processor;
}

/* Makes the calling kernel thread a worker (the initial thread) or a foreign thread. */
struct conc_processor *conc_processor_attach(void);

static inline struct conc_processor *conc_processor_get(void)
{
	struct conc_processor *p = conc_processor_current();

	return CONC_LIKELY(p != NULL) ? p : conc_processor_attach();
}

/* Hooks that layers above set when they need them: called before the running thread leaves its
 * processor (p), and before it waits. */
extern void (*conc_leave_hook)(struct conc_processor *p) __attribute__((visibility("hidden")));
extern void (*conc_wait_hook)(struct conc_thread *self) __attribute__((visibility("hidden")));

/* Leaves nothing on p that others could wait for: self waits or enters a blocking section. */
static inline void conc_processor_before_wait(struct conc_processor *p, struct conc_thread *self)
{
	/* acquire: pairs with the store in executor_register; a thread in a behaviour sees the hook
	 */
	void (*hook)(struct conc_thread *) = load_acquire(&conc_wait_hook);

	if (CONC_UNLIKELY(hook != NULL)) {
		hook(self);
		conc_leave_hook(p);
	}
}

/* Called in fork's child, where p is the only processor: for actors, and for handlers. */
extern void (*conc_fork_hook)(struct conc_processor *p) __attribute__((visibility("hidden")));
extern void (*conc_handlers_fork_hook)(struct conc_processor *p)
        __attribute__((visibility("hidden")));
/* Called when t ends and still has its queue for blocks of one call (separate). */
extern void (*conc_cached_queue_hook)(struct conc_thread *t) __attribute__((visibility("hidden")));
/* Called by the report: adds which message t handles. */
extern void (*conc_describe_hook)(const struct conc_thread *t,
                                  void (*add)(void *line, const char *text), void *line)
        __attribute__((visibility("hidden")));

/* In fork's child: p, the caller's, is the only one, and the first. */
void conc_processor_forked(const struct conc_processor *p);

/* Starts the kernel thread of a new worker, with a slot that the caller claimed; it counts as
 * searching. False if it cannot be started. */
bool conc_processor_start(void);

/* Runs t, taken by conc_thread_unpark_taking, in the caller's place; the caller goes to the end of
 * the ring. If the caller has to stay, makes t ready as usual. */
void conc_processor_hand_over(struct conc_thread *t);

/* Leaves self, the running user thread, until an unpark makes it ready. */
void conc_processor_park(struct conc_processor *p, struct conc_thread *self);

/* Runs t. Called in the scheduler's context. */
void conc_processor_run(struct conc_processor *p, struct conc_thread *t);

/* Runs t, which was never started, on the stack of self, which waits for its end. The caller has
 * taken t out of every queue. */
void conc_processor_run_inline(struct conc_processor *p, struct conc_thread *self,
                               struct conc_thread *t);

/* Returns whether self, which p runs, may run another thread on its stack. It does so at once: its
 * own CPU time ends here. */
bool conc_processor_can_inline(struct conc_processor *p, struct conc_thread *self);

/* Takes the next thread of p's own queues, or NULL; &p->scheduler if p needs attention. */
struct conc_thread *conc_processor_pick(struct conc_processor *p);

/* relaxed: only the owner acts on a flag, and whoever sets one publishes nothing with it. Without a
 * step of a schedule: it is in the middle of a switch. */
static inline uint32_t conc_processor_unusual(const struct conc_processor *p)
{
	return __atomic_load_n(&p->unusual, __ATOMIC_RELAXED);
}

/* ---- cpu_time.c ---- */

/* Counts the time since p's last mark for t, which has run since. CONC_UNUSUAL_CPU_TIME is set. */
void conc_cpu_time_mark(struct conc_processor *p, struct conc_thread *t);

/* The same for a thread that ends. */
void conc_cpu_time_end(struct conc_processor *p, struct conc_thread *t);

/* p is in the list of processors now; the sleepers' lock is held. */
void conc_cpu_time_registered(struct conc_processor *p);

/* Returns the next pseudo-random number. *state must not be zero. */
static inline uint32_t conc_random_next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

#endif
