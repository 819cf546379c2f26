/* SPDX-License-Identifier: MIT */
/* Kernel threads join the runtime here: the initial one as a worker whose user thread is `main`,
 * those that libconc starts as workers, all others as foreign threads. The initial one is foreign,
 * too, if the program was not linked with this libconc (a plugin brought it in): main may then be a
 * user thread of another libconc, and two cannot move one thread. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "conc/thread.h"
#include "context.h"
#include "cxx.h"
#include "edge.h"
#include "leaks.h"
#include "port/os.h"
#include "port/sanitizer.h"
#include "port/stop.h"
#include "recorder.h"
#include "report.h"
#include "scheduler.h"
#include "signal_handler.h"
#include "statistics.h"
#include "trace_file.h"

#define SCHEDULER_STACK (64u << 10) /* for the worker loop of the initial thread */
#define WORKER_STACK (256u << 10)
#define MAIN_STACK_MAX (8u << 20)

static pthread_key_t end_key;
static int end_key_error;    /* why there is no key; 0: there is one */
static sigset_t worker_mask; /* signals blocked in workers: as at the start of the runtime */
static bool of_program;      /* the program was linked with this libconc */
static pthread_once_t started = PTHREAD_ONCE_INIT;
static void (*start_hook)(unsigned processor); /* set before other kernel threads run threads */

static struct conc_processor *new_processor(void)
{
	struct conc_processor *p =
	        mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED) return NULL;
#if CONC_ASAN
	__lsan_register_root_region(p, sizeof *p); /* its free lists are no leaks */
#endif
	p->random = 1 | (conc_schedule_on() ? conc_schedule_random(UINT32_MAX)
	                                    : (uint32_t)((uintptr_t)p >> 12));
	p->scheduler.name = "scheduler";
	p->long_waits = conc_statistics_on;
	conc_recorder_attach(p);
	return p;
}

/* Called on p's kernel thread before it runs a user thread, or once the hook has been set. */
static void call_start_hook(const struct conc_processor *p)
{
	if (start_hook) conc_signal_handler_hook(start_hook, p->index);
}

void conc_processor_forked(const struct conc_processor *p)
{
	call_start_hook(p);
}

/* Registers p in the list of workers. False if the list is full. */
static bool runtime_register(struct conc_processor *p)
{
	struct conc_scheduler *s = &conc_scheduler;
	uint32_t index;

	conc_tiny_lock_acquire(&s->sleepers_lock);
	index = s->workers;
	if (index < CONC_WORKERS_MAX) {
		p->index = index;
		s->processors[index] = p;
		conc_cpu_time_registered(p);
		/* release: publishes the entry to all loads of workers with acquire */
		store_release(&s->workers, index + 1);
	}
	conc_tiny_lock_release(&s->sleepers_lock);
	return index < CONC_WORKERS_MAX;
}

static __attribute__((noinline)) void set_current(struct conc_processor *p)
{
	if (p) {
		p->errno_address = conc_abi_errno();
		p->kernel_thread = conc_os_thread_id();
		conc_edge_share_locals();
		if (__cxa_get_globals) {
			p->cxx = __cxa_get_globals();
			or_relaxed(&p->unusual, CONC_UNUSUAL_CXX);
		}
	}
	conc_processor_tls = p;
}

static void attach_thread(struct conc_processor *p, enum conc_thread_kind kind, const char *name)
{
	struct conc_thread *t = conc_thread_new(p);
	struct rlimit limit;
	size_t below;

	if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur > MAIN_STACK_MAX)
		limit.rlim_cur = MAIN_STACK_MAX;
	below = limit.rlim_cur / 4 * 3; /* the rest is for what was used so far */
	t->name = name;
	t->frame_size = 0;
	t->stack_low = (char *)__builtin_frame_address(0) - below;
#if CONC_TSAN
	t->fiber = __tsan_get_current_fiber();
#endif
	store_relaxed(&t->kind, kind);
	conc_thread_give_back(p, 0); /* so that the first spawn is noticed (refill in thread.c) */
	p->current = t;
}

/* A worker's kernel thread should not end: without a key only the message is missing. */
static void notice_worker_end(struct conc_processor *p)
{
	if (!end_key_error) pthread_setspecific(end_key, p);
}

static void attach_initial(struct conc_processor *p)
{
	/* for the worker loop: main has the process's stack */
	char *stack = mmap(NULL, SCHEDULER_STACK, PROT_READ | PROT_WRITE,
	                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (stack == MAP_FAILED) conc_stop(NULL, NULL, "no memory to start");
	attach_thread(p, CONC_THREAD_MAIN, conc_main_name);
	p->scheduler.stack_low = stack;
	p->loop_low = stack;
	p->loop_high = stack + SCHEDULER_STACK;
	p->scheduler.context = conc_context_make(stack + SCHEDULER_STACK);
	conc_valgrind_stack(stack, stack + SCHEDULER_STACK);
#if CONC_ASAN
	p->scheduler.asan_bottom = stack;
	p->scheduler.asan_size = SCHEDULER_STACK;
#elif CONC_TSAN
	p->scheduler.fiber = conc_fiber_new(&p->scheduler);
#endif
	set_current(p);
	conc_fault_attach(p);
	notice_worker_end(p);
	add_seq_cst(&conc_scheduler.kernel_threads, 1);
	add_seq_cst(&conc_scheduler.slots, CONC_SLOTS_EPOCH - 1);
	if (!runtime_register(p)) conc_stop(NULL, NULL, "too many kernel threads");
	call_start_hook(p);
	conc_schedule_note(CONC_EVENT_BEGINS, p->current, NULL, NULL, NULL);
	conc_record(p, BEGINS, p->current, NULL, p->current->name, NULL);
}

static void attach_foreign(struct conc_processor *p)
{
	int error = end_key_error ? end_key_error : pthread_setspecific(end_key, p);

	/* Without a value for the key the end of the thread would not be noticed. */
	if (error)
		conc_stop(NULL, NULL, "cannot start: a key for kernel threads: %s",
		          strerror(error));
	conc_schedule_attach_foreign();
	attach_thread(p, CONC_THREAD_FOREIGN, "foreign");
	p->foreign = true;
	p->long_waits = true;
	p->passive = true;
	set_current(p);
}

struct conc_processor *conc_processor_attach(void)
{
	int saved = errno;
	struct conc_processor *p;

	conc_schedule_calls_pass(true);
	conc_scheduler_start();
	p = new_processor();
	if (!p) conc_stop(NULL, NULL, "no memory to start");
	if (of_program && conc_os_is_initial_thread()) attach_initial(p);
	else attach_foreign(p);
	conc_schedule_calls_pass(false);
	errno = saved;
	return p;
}

/* After pthread_exit in main the others go on, as in C. Any other user thread cannot end so: it
 * would leave its stack without its own end. */
static void worker_end(struct conc_processor *p)
{
	struct conc_thread *t = p->current;

	if (t->kind != CONC_THREAD_MAIN)
		conc_stop(t->started_at, t == &p->scheduler ? NULL : t,
		          "the kernel thread below has ended (pthread_exit, thrd_exit, "
		          "pthread_cancel): a user thread ends by return");
	conc_thread_waits(t, "nothing: it has called pthread_exit", NULL, NULL, NULL);
	/* relaxed: published by the slot */
	store_relaxed(&conc_scheduler.main_left, 1);
	/* leaves a blocking section as the section's end would */
	if (t->blocking) conc_scheduler_slot_take(p, true);
	t->blocking = 0;
	conc_scheduler_slot_release(p, false);
}

static void kernel_thread_end(void *processor)
{
	struct conc_processor *p = processor;

	if (!p->foreign) {
		worker_end(p);
		return;
	}
	set_current(p); /* later destructors that use libconc attach the thread again */
	conc_thread_finish(p->current);
	p->current->cpu_time = 0; /* counted under a seed */
	p->current->special = 0;
	conc_thread_free(p, p->current);
	conc_thread_give_back(p, 0);
	set_current(NULL);
	conc_recorder_detach(p);
	munmap(p, sizeof *p);
}

#if CONC_ASAN
/* LeakSanitizer only scans stacks on which kernel threads are. Memory that a waiting thread's stack
 * refers to is no leak either. A thread that runs now may wait when the scan comes: all of its
 * stack counts. */
static void register_stack(struct conc_thread *t, void *unused)
{
	const struct conc_thread *on = t;
	/* acquire: pairs with the compare-and-swap of leave_park, which comes after the context */
	bool waits = load_acquire(&t->park) == CONC_PARK_PARKED;
	const char *bottom, *high, *low;

	(void)unused;
	while (on->inline_parent) on = on->inline_parent;
	bottom = on->stack ? on->stack->low : on->asan_bottom;
	high = on->stack ? on->stack->high : bottom + on->asan_size;
	low = waits ? t->context : bottom;
	if (low >= bottom && low < high) __lsan_register_root_region(low, (size_t)(high - low));
}

static void register_stacks(void)
{
	conc_thread_each(register_stack, NULL);
}
#endif

static void start_runtime(void)
{
	struct conc_scheduler *s = &conc_scheduler;
	const char *schedule = getenv("CONC_SCHEDULE");
	uint64_t cpus = conc_schedule_on() ? conc_schedule_processors() : conc_os_cpus();
	uint64_t n = conc_os_environment_within("CONC_PROCESSORS", cpus, 1, CONC_WORKERS_MAX / 4);

	/* this build would ignore the seed, and the run would pass for one of that seed */
	if (!CONC_SCHEDULES && schedule && *schedule) {
		fprintf(stderr,
		        "conc: CONC_SCHEDULE=%s needs a program built with: concc "
		        "-fconc-schedules\n",
		        schedule);
		exit(2);
	}
	conc_os_stay_loaded();
	of_program = conc_os_is_of_program();
	s->limit = (uint32_t)n;
	add_seq_cst(&s->slots, n);
	s->heavy_barrier = conc_os_heavy_barrier_init();
	pthread_sigmask(SIG_SETMASK, NULL, &worker_mask);
	end_key_error = pthread_key_create(&end_key, kernel_thread_end);
	conc_stack_size_set(0);
	conc_fault_init();
	conc_dump_init();
	conc_fork_init();
	conc_cxx_init();
	conc_leaks_init();
	conc_trace_init();
	conc_statistics_init();
	__atomic_store_n(&conc_owned_hook, conc_thread_owns, __ATOMIC_RELAXED);
#if CONC_ASAN
	atexit(register_stacks); /* runs before the check for leaks, which was registered earlier */
#endif
}

void conc_scheduler_start(void)
{
	conc_schedule_once(&started, start_runtime);
}

static void *runtime_worker(void *processor)
{
	struct conc_processor *p = processor;

	p->current = &p->scheduler;
	p->loop_high = conc_os_frames_end(__builtin_frame_address(0));
	p->loop_low = p->loop_high - WORKER_STACK / 2;
	set_current(p);
	/* a kernel thread inherits its starter's floating-point modes, which may differ */
	conc_context_reset_modes();
	conc_fault_attach(p);
	notice_worker_end(p);
	pthread_sigmask(SIG_SETMASK, &worker_mask, NULL);
#if CONC_TSAN
	p->scheduler.fiber = __tsan_get_current_fiber();
#endif
	call_start_hook(p);
	conc_scheduler_loop(p);
}

static void warn_once(const char *what, int error)
{
	static uint32_t warned;

	if (!exchange_relaxed(&warned, 1))
		conc_warn(NULL, NULL, "%s: %s: the program goes on with fewer processors", what,
		          strerror(error));
}

/* A processor whose kernel thread could not be started is kept for the next attempt: there may be
 * one every 5 ms. */
static struct conc_processor *worker_processor(void)
{
	struct conc_scheduler *s = &conc_scheduler;
	struct conc_processor *p;

	conc_tiny_lock_acquire(&s->sleepers_lock);
	p = s->unstarted;
	if (p) s->unstarted = p->next_sleeper;
	conc_tiny_lock_release(&s->sleepers_lock);
	if (p) return p;
	p = new_processor();
	if (!p) {
		warn_once("no memory for a kernel thread", ENOMEM);
	} else if (!runtime_register(p)) {
		conc_recorder_detach(p);
		munmap(p, sizeof *p);
		p = NULL;
		warn_once("too many kernel threads", EAGAIN);
	}
	return p;
}

static bool start_worker(struct conc_processor *p)
{
	struct conc_scheduler *s = &conc_scheduler;
	int error;

	p->searching = true;
	add_seq_cst(&conc_scheduler.kernel_threads, 1);
	error = conc_os_thread_start(runtime_worker, p, WORKER_STACK);
	if (!error) return true;
	sub_seq_cst(&conc_scheduler.kernel_threads, 1);
	conc_tiny_lock_acquire(&s->sleepers_lock);
	p->next_sleeper = s->unstarted;
	s->unstarted = p;
	conc_tiny_lock_release(&s->sleepers_lock);
	warn_once("cannot start a kernel thread", error);
	return false;
}

bool conc_processor_start(void)
{
	int saved = errno;
	struct conc_processor *p = worker_processor();
	bool done = p && start_worker(p);

	errno = saved;
	return done;
}

void conc_abi_on_processor_start(void (*start)(unsigned processor), const char *where)
{
	struct conc_scheduler *s = &conc_scheduler;
	struct conc_processor *p = conc_processor_get();
	bool is_first;

	if (!start || start_hook)
		conc_stop(where, p->current, "conc_on_processor_start %s",
		          start ? "is called a second time" : "of a null pointer");
	conc_tiny_lock_acquire(&s->sleepers_lock);
	is_first = s->workers == !p->foreign;
	if (is_first) start_hook = start; /* a kernel thread that is started later sees it */
	conc_tiny_lock_release(&s->sleepers_lock);
	if (!is_first)
		conc_stop(where, p->current,
		          "conc_on_processor_start when other kernel threads run threads already");
	if (!p->foreign) call_start_hook(p);
}

void(conc_on_processor_start)(void (*start)(unsigned processor))
{
	conc_abi_on_processor_start(start, NULL);
}

size_t conc_stack_size(size_t size)
{
	return conc_stack_size_set(size);
}
