/* SPDX-License-Identifier: MIT */
/* Seeded schedules: the runtime's interface to the scheduler that replays runs.
 *
 * These sources are built twice. In the ordinary library everything here is empty and costs
 * nothing. In schedules/libconc.a (CONC_SCHEDULES=1) each atomic operation is first a step of the
 * schedule, and code that needs the kernel asks conc_schedule_on() whether to call it or the
 * simulation on one kernel thread. docs/protocols/schedules.md has the whole picture;
 * schedules/lane.c is the heart of it.
 */
#ifndef CONC_SRC_SCHEDULE_H
#define CONC_SRC_SCHEDULE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef CONC_SCHEDULES
#define CONC_SCHEDULES 0
#endif

struct conc_actor;
struct conc_processor;
struct conc_queue;
struct conc_thread;

/* The events of a trace. */
enum conc_schedule_event {
	CONC_EVENT_STARTS,    /* thread started `other` */
	CONC_EVENT_BEGINS,    /* thread's first instruction, on this processor */
	CONC_EVENT_INLINE,    /* the same on the stack of `other`, which joins it */
	CONC_EVENT_ENDS,      /* thread has ended */
	CONC_EVENT_WAITS,     /* thread waits for `what` on object */
	CONC_EVENT_GOES_ON,   /* thread goes on after a wait, on this processor */
	CONC_EVENT_WAKES,     /* thread lets `other` go on */
	CONC_EVENT_YIELDS,    /* thread let others run */
	CONC_EVENT_DOES,      /* thread does `what` to object */
	CONC_EVENT_PREEMPTED, /* the schedule left this processor in the middle of thread */
	CONC_EVENT_RESUMED,   /* and has come back to it */
	CONC_EVENT_SLEEPS,    /* the processor sleeps: it has nothing to run */
	CONC_EVENT_LATE,      /* time passed at once, up to the next deadline */
};

/* ---- Called only if conc_schedule_on() ---- */

/* Called in a waiting loop: lets another lane run. */
void conc_schedule_relax(void);

/* The same for sched_yield. */
void conc_schedule_yield(void);

/* What the conc_os_ functions of these names, and conc_now, do in a seeded run. */
int conc_schedule_futex_wait(uint32_t *word, uint32_t expected, uint64_t deadline);
void conc_schedule_futex_wake(uint32_t *word, int count);
bool conc_schedule_thread_start(void *(*run)(void *), void *argument);
unsigned conc_schedule_kernel_threads(unsigned real);
uint64_t conc_schedule_now(void);

/* As conc_schedule_futex_wait, but epoll's events end the wait, too. */
void conc_schedule_poll_wait(int epoll, uint32_t *word, uint32_t expected, uint64_t deadline);

/* The number of processors of this run, unless CONC_PROCESSORS says it. */
unsigned conc_schedule_processors(void);

/* Draws a number below n from the seed. */
uint32_t conc_schedule_random(uint32_t n);

/* The first function on a lane's stack. */
_Noreturn void conc_schedule_lane_main(void);

/* ---- Nothing in the ordinary library ---- */

#if CONC_SCHEDULES

/* How many atomic operations of libconc and memory accesses of the program are left until the next
 * decision. Per kernel thread: on a foreign one they never run out. */
extern __thread int64_t conc_schedule_operations __attribute__((tls_model("initial-exec")));
extern __thread int64_t conc_schedule_accesses __attribute__((tls_model("initial-exec")));

/* What a step of the program touches: an address, and how. 0: nothing that others see. */
enum conc_touch {
	CONC_TOUCH_READS,
	CONC_TOUCH_WRITES = 1,
	CONC_TOUCH_SYNC = 2,                    /* an atomic variable, a lock or the like */
	CONC_TOUCH_USES = 4 | CONC_TOUCH_SYNC,  /* and does not wait for a change */
	CONC_TOUCH_GIVES = 8 | CONC_TOUCH_SYNC, /* and comes before who TAKES it later */
	CONC_TOUCH_TAKES = 8 | 4 | CONC_TOUCH_SYNC,
	CONC_TOUCH_CHANGES = CONC_TOUCH_SYNC | CONC_TOUCH_WRITES,
	CONC_TOUCH_LOCKS = 4 | CONC_TOUCH_CHANGES,
	CONC_TOUCH_UNLOCKS = 8 | CONC_TOUCH_CHANGES,    /* or ends it */
	CONC_TOUCH_AWAITS = 8 | 4 | CONC_TOUCH_CHANGES, /* the end of a thread or scope */
};
#define conc_schedule_step_at(address, touch) ((uintptr_t)(address) << 4 | (uintptr_t)(touch))
/* That many bytes: 1, 2, 4, 8; of others the value is not shown. */
#define conc_schedule_step_of(address, touch, size)                                    \
	(conc_schedule_step_at(address, touch) |                                       \
	 ((size) == 1 || (size) == 2 || (size) == 4 || (size) == 8 ? (uintptr_t)(size) \
	                                                           : (uintptr_t)0)     \
	         << 60)
#define conc_step_address(step) ((step) << 4 >> 8)
#define conc_step_word(step) ((step) << 4 >> 11) /* steps conflict in words of 8 bytes */
#define conc_step_touch(step) ((enum conc_touch)((step)&15))
#define conc_step_size(step) ((size_t)((step) >> 60)) /* 0: not known */

/* Called when one of them is used up: decides which lane runs next. place: the step's address in
 * the program, or NULL inside libconc. */
void conc_schedule_decide(const void *place, uintptr_t word);

/* Called before each atomic operation. */
static inline void conc_schedule_step(void)
{
	if (__builtin_expect(--conc_schedule_operations < 0, 0)) conc_schedule_decide(NULL, 0);
}

/* Called before each access of the program; place: its address in the code. */
static inline __attribute__((always_inline)) void conc_schedule_access(const void *place,
                                                                       uintptr_t word)
{
	if (__builtin_expect(--conc_schedule_accesses < 0, 0)) conc_schedule_decide(place, word);
}

/* The caller, in its own code still, is about to do something to the object: for the story of the
 * run, and a step of the program if operations are. what: "sends to", or the like. */
void conc_schedule_operation(const volatile void *object, enum conc_touch touch, const char *what,
                             const void *place);
#define conc_operation_on(object, touch, what) \
	conc_schedule_operation(object, CONC_TOUCH_##touch, what, __builtin_return_address(0))

/* It does something to that object, too (schedules/verify.c). */
void conc_schedule_touches(const volatile void *object, enum conc_touch touch);
#define conc_operation_touches(object, touch) conc_schedule_touches(object, CONC_TOUCH_##touch)

/* Called by conc_yield. In a verified run that is a step at which the thread is left or goes on:
 * then it does all, and returns true. */
bool conc_schedule_skips_yield(const void *place);

/* Something that `verify` does not go through. what: a literal. */
void conc_verify_leaves_out(const char *what);

/* The caller has waited until no other thread could run. */
void conc_verify_has_waited(void);

/* Is this a run that `verify` makes, or one that repeats such a run? */
bool conc_schedule_verified(void);

/* In such a run, returns room for a record, which the caller fills, on its way to the queue. Else
 * NULL. */
void *conc_schedule_courier(struct conc_queue *queue, const struct conc_actor *of,
                            const struct conc_actor *actor, size_t size);

/* In such a run, waits until what was sent to the actor has arrived. The caller then puts a fence
 * into the queue. */
void conc_schedule_fence(struct conc_queue *queue, const struct conc_actor *actor,
                         const char *where);

/* The next record of the queue is about to be handled. */
void conc_schedule_received(const struct conc_queue *queue);

/* The next new thread has in such a run the number that the last one with this place had. There is
 * one at a time. *number: zero at first. */
void conc_schedule_same_number(uint32_t *number);

/* Returns whether the calling kernel thread is the one whose steps a seed orders. */
bool conc_schedule_on(void);

/* Returns whether this is a seeded run, also for foreign kernel threads. */
bool conc_schedule_seeded(void);

/* Called by a kernel thread that libconc did not start: stops if that is not part of the schedule.
 */
void conc_schedule_attach_foreign(void);

/* Adds change to the calling lane's count. While it is not 0, the lane is not left at a step. */
void conc_schedule_forbid_switch(int change);

/* Stores the n-th range of the memory that the schedule uses for itself; an empty range: there is
 * no such one. */
void conc_schedule_own(unsigned n, uintptr_t *from, uintptr_t *to);

/* Returns whether there is memory in the range that the program may write, but that is protected
 * for now (schedules/snapshot.c). */
bool conc_schedule_protects(uintptr_t from, uintptr_t to);

/* pthread_once, without a step of the program. */
int conc_schedule_once(pthread_once_t *once, void (*routine)(void));

/* Called in fork's child, where only the calling lane is left. */
void conc_schedule_forked(void);

/* Called before the program ends: writes the trace. */
void conc_schedule_stopping(void);

/* Returns whether faults are not for libconc: a fault ends the run, and it is made again. */
bool conc_schedule_catches_faults(void);

/* Lets system calls go to the kernel at once, those of libc among them. */
void conc_schedule_calls_pass(bool pass);

/* Returns whether a thread that is left behind at the end of main fails the run. */
bool conc_schedule_leaks(void);

/* Returns ", seed:42" or, without a seed, "". */
const char *conc_schedule_name(void);

/* Records what happened to thread (NULL: to the processor). object: the lock, thread or other thing
 * concerned. what, where: literals. */
void conc_schedule_note(enum conc_schedule_event event, const struct conc_thread *thread,
                        const void *object, const char *what, const char *where);

/* Records that the condition was signalled at place. heard: a thread waited for it. */
void conc_schedule_signalled(const void *condition, bool heard, const void *place);

/* If the latest signal of the condition found nobody, returns true and stores its "file:line", or
 * NULL. */
bool conc_schedule_lost_signal(const void *condition, const char **where);

/* Sometimes changes the order of p's ready threads. */
void conc_schedule_shuffle(struct conc_processor *p);

/* A handler of that signal has run. */
void conc_schedule_handled(int number);

/* Gives t, a new thread, its priority. */
void conc_schedule_new_thread(struct conc_thread *t);

/* t, the caller, has another name. */
void conc_schedule_named(const struct conc_thread *t);

/* Returns the number by which locks are ordered instead of their addresses, so that a run does not
 * depend on where the kernel maps memory (schedules/number.c). */
uintptr_t conc_abi_schedule_order(const void *object);
#define conc_schedule_order(object) conc_abi_schedule_order(object)

#else

#define conc_schedule_step() ((void)0)
#define conc_operation_on(object, touch, what) ((void)(object))
#define conc_operation_touches(object, touch) ((void)(object))
#define conc_verify_leaves_out(what) ((void)(what))
#define conc_verify_has_waited() ((void)0)
#define conc_schedule_handled(number) ((void)(number))
#define conc_schedule_verified() false
#define conc_schedule_courier(queue, of, actor, size) ((void *)NULL)
#define conc_schedule_fence(queue, actor, where) ((void)0)
#define conc_schedule_received(queue) ((void)(queue))
#define conc_schedule_same_number(number) ((void)0)
#define conc_schedule_skips_yield(place) false
#define conc_schedule_forbid_switch(change) ((void)0)
#define conc_schedule_own(n, from, to) ((void)(n), (void)(*(from) = *(to) = 0))
#define conc_schedule_protects(from, to) false
#define conc_schedule_attach_foreign() ((void)0)
#define conc_schedule_once(once, routine) pthread_once(once, routine)
#define conc_schedule_forked() ((void)0)
#define conc_schedule_stopping() ((void)0)
#define conc_schedule_name() ""
#define conc_schedule_leaks() false
#define conc_schedule_catches_faults() false
#define conc_schedule_calls_pass(pass) ((void)0)
#define conc_schedule_note(event, thread, object, what, where) ((void)0)
#define conc_schedule_signalled(condition, heard, place) ((void)0)
#define conc_schedule_lost_signal(condition, where) ((void)(where), false)
#define conc_schedule_shuffle(p) ((void)0)
#define conc_schedule_new_thread(t) ((void)0)
#define conc_schedule_named(t) ((void)0)
#define conc_schedule_order(object) ((uintptr_t)(object))

#define conc_schedule_on() false
#define conc_schedule_seeded() false

#endif
#endif
