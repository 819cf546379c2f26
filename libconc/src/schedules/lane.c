/* SPDX-License-Identifier: MIT */
/*
 * A seeded run: the kernel threads of libconc as lanes on one kernel thread.
 *
 * The idea. Nothing of the runtime is replaced, but each of its kernel threads is a lane, a context
 * with a stack of its own, and exactly one lane runs. Every atomic operation of libconc and every
 * memory access of the program (schedules/access.c) is a step. Between two steps the schedule may
 * go on with another lane, as a kernel might between any two instructions. The simulation answers
 * what a lane asks of the kernel (futex, time, a new kernel thread), with virtual time. All choices
 * come from one generator, so the seed determines the run.
 *
 * Two counters go down, one for operations of libconc and one for accesses of the program, so a
 * step costs a subtraction. When one is used up, conc_schedule_decide asks the policy
 * (schedules/policy.c), which may go on with another lane or, at an access, let the user thread
 * yield to another one on the same processor, as if there were more processors.
 *
 *   time = 1 s + steps * 10 ns + ahead
 *
 * ahead grows when no lane is ready (to the next deadline), a little in waiting loops, and
 * sometimes at random: a timer may be due while other lanes are ready.
 *
 * Kernel threads that the program starts are lanes, too: schedules/trap.c. One that a library
 * started in another way runs freely beside the simulation. It must not use libconc. The run is
 * then not reproducible, and a message says so.
 *
 * Rejected: one kernel thread per lane and a baton (a switch costs 2 us instead of 20 ns);
 * instrumenting the runtime like the program (steps there would drown those of the program); a
 * scheduler of its own for user threads (it would test that one, and not the one that ships).
 *
 * Invariants. The current lane is READY. No lane is left while conc_schedule.current->no_switch is
 * not 0, in a signal handler, or inside libc, which has no steps.
 */
#include "lane.h"

#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <poll.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "conc/thread.h"
#include "kernel/context.h"
#include "kernel/cxx.h"
#include "kernel/processor.h"
#include "kernel/report.h"
#include "kernel/signal_handler.h"
#include "port/os.h"
#include "port/sanitizer.h"
#include "port/stop.h"
#include "debug.h"
#include "kernel_call.h"
#include "kernel_timer.h"
#include "profile.h"
#include "race.h"
#include "snapshot.h"
#include "switches.h"
#include "verify.h"

#define LANE_STACK (256u << 10)
#define START_TIME UINT64_C(1000000000)
#define NEVER UINT64_MAX

struct conc_schedule conc_schedule = {0};
__thread int64_t conc_schedule_operations = INT64_MAX;
__thread int64_t conc_schedule_accesses = INT64_MAX;

#define S (&conc_schedule)

static int64_t granted_operations, granted_accesses; /* left at the last count_steps or grant */
static pthread_t simulated;
static char name[32] = "";

bool conc_schedule_on(void)
{
	return S->on && (conc_trap_on || pthread_equal(pthread_self(), simulated));
}

bool conc_schedule_seeded(void)
{
	return S->on;
}

const char *conc_schedule_name(void)
{
	return S->on ? name : "";
}

/* ---- Steps and time ---- */

/* Adds up the steps taken. */
static void count_steps(void)
{
	uint64_t operations = (uint64_t)(granted_operations - conc_schedule_operations);
	uint64_t accesses = (uint64_t)(granted_accesses - conc_schedule_accesses);

	S->operations += operations;
	S->accesses += accesses;
	S->steps += operations + accesses;
	granted_operations = conc_schedule_operations;
	granted_accesses = conc_schedule_accesses;
}

uint64_t conc_schedule_steps(void)
{
	return S->steps + (uint64_t)(granted_operations - conc_schedule_operations) +
	       (uint64_t)(granted_accesses - conc_schedule_accesses);
}

static uint64_t time_now(void)
{
	return START_TIME + S->steps * CONC_STEP_TIME + S->ahead;
}

static uint64_t earliest_deadline(void)
{
	uint64_t earliest = conc_kernel_timer_next();

	for (unsigned i = 0; i < S->count; i++) {
		const struct conc_lane *lane = S->lanes[i];
		if (lane->state == CONC_LANE_WAITS && lane->deadline < earliest)
			earliest = lane->deadline;
	}
	return earliest;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t left(uint64_t until, uint64_t now)
{
	return until > now ? until - now : 0;
}

/* Grants the steps up to the next point of the policy, deadline, or limit of steps. */
static void grant(void)
{
	uint64_t deadline = earliest_deadline(), now = time_now();
	uint64_t most = left(conc_schedule_options.steps, S->steps);

	if (deadline != NEVER)
		most = least(most, deadline > now ? (deadline - now) / CONC_STEP_TIME + 1 : 0);
	if (S->preempt || conc_test_checks || conc_profile_on || conc_story) most = 0;
	granted_operations = (int64_t)least(left(S->next_operation, S->operations), most);
	granted_accesses = (int64_t)least(left(S->next_access, S->accesses), most);
	conc_schedule_operations = granted_operations;
	conc_schedule_accesses = granted_accesses;
}

uint64_t conc_schedule_now(void)
{
	uint64_t now;

	count_steps();
	S->ahead += 100;
	now = time_now();
	grant();
	return now;
}

/* ---- Lanes that become ready ---- */

static void make_ready(struct conc_lane *lane, enum conc_lane_reason reason)
{
	lane->state = CONC_LANE_READY;
	lane->reason = reason;
	if (conc_verify_on && lane->kernel) conc_verify_wakes(lane->order);
	conc_policy_ready();
}

static void wake_due(void)
{
	uint64_t now = time_now();

	conc_kernel_timer_due(now);
	for (unsigned i = 0; i < S->count; i++) {
		struct conc_lane *lane = S->lanes[i];
		if (lane->state == CONC_LANE_WAITS && lane->deadline <= now)
			make_ready(lane, CONC_LANE_LATE);
	}
}

static struct conc_lane *new_lane(void *(*run)(void *), void *argument, bool of_program)
{
	struct conc_lane *lane;
	unsigned number = 0;

	while (number < S->count && S->lanes[number]->state != CONC_LANE_ENDED) number++;
	if (number == CONC_LANES_MAX) return NULL;
	if (number == S->count) S->lanes[S->count++] = conc_schedule_room(sizeof *lane);
	lane = S->lanes[number];
	*lane = (struct conc_lane){.number = number, .run = run, .argument = argument};
	S->live++;
	conc_policy_new(lane, of_program);
	return lane;
}

static bool start_lane(void *(*run)(void *), void *argument)
{
	struct conc_lane *lane = new_lane(run, argument, false);
	char *stack;

	if (!lane) return false;
	stack = conc_schedule_room(LANE_STACK);
	lane->context = conc_context_make(stack + LANE_STACK);
	conc_valgrind_stack(stack, stack + LANE_STACK);
	lane->locals = conc_locals_new();
	make_ready(lane, CONC_LANE_LATE);
	return true;
}

/* ---- From lane to lane ---- */

/* noinline: the thread pointer has changed, and the caller may know the addresses that these
 * variables had before. */
static __attribute__((noinline)) void load_locals(const struct conc_lane *to, int64_t operations,
                                                  int64_t accesses)
{
	conc_schedule_operations = operations; /* not per lane */
	conc_schedule_accesses = accesses;
	conc_processor_tls = to->processor;
	conc_signal_depth = to->signal_depth;
	__asm__ volatile("" : : : "memory");
}

static void lane_enter(struct conc_lane *to)
{
	struct conc_lane *from = S->current;
	int64_t operations = conc_schedule_operations, accesses = conc_schedule_accesses;
	struct conc_cxx_globals *globals = __cxa_get_globals ? __cxa_get_globals() : NULL, cxx;

	if (to == from) return;
	S->fingerprint = (S->fingerprint ^ S->steps << 8 ^ to->number) * FNV_PRIME;
	from->saved_errno = errno;
	from->processor = conc_processor_tls;
	from->signal_depth = conc_signal_depth;
	from->unwatched = S->races && !conc_edge_on;
	if (conc_trap_on) conc_kernel_enter(from, to);
	conc_locals_enter(to);
	load_locals(to, operations, accesses);
	conc_edge_on = S->races && !to->unwatched;
	S->current = to;
	cxx = conc_cxx_take(globals);
	conc_context_switch_modes(&from->context, to->context, NULL);
	conc_cxx_put(globals, cxx);
	errno = from->saved_errno;
}

_Noreturn void conc_schedule_lane_main(void)
{
	struct conc_lane *self = S->current;

	errno = 0;
	self->run(self->argument);
	conc_stop(NULL, NULL, "a kernel thread of libconc has ended");
}

/* Returns a lane that also waits for descriptors; NULL if there is none. */
static struct conc_lane *polling(void)
{
	for (unsigned i = 0; i < S->count; i++)
		if (S->lanes[i]->polls && S->lanes[i]->state == CONC_LANE_WAITS) return S->lanes[i];
	return NULL;
}

/* Makes lane ready if there are events, for which it waits up to so many real nanoseconds. Returns
 * whether there are. */
static bool look_outside(struct conc_lane *lane, long nanoseconds)
{
	struct pollfd look = {.fd = S->epoll, .events = POLLIN};
	struct timespec span = {nanoseconds / 1000000000, nanoseconds % 1000000000};
	bool some = lane && conc_trap_call(SYS_ppoll, &look, 1, &span, NULL, 8) != 0;

	if (some) make_ready(lane, CONC_LANE_WOKEN);
	return some;
}

#define GRACE 200000000L /* nanoseconds in which what the program did itself has arrived */

/* Nothing that is simulated can end the waits. */
static _Noreturn void lanes_blocked(void)
{
	S->current->no_switch++;
	conc_kernel_report();
	if (conc_trap_on) conc_report_blocked();
	fprintf(stderr, "conc: no kernel thread can go on: a wake-up was lost%s\n", name);
	conc_report_threads();
	conc_schedule_stopping();
	abort();
}

/* A kernel thread that is no lane may change what lanes wait for: all look again. */
static void look_again(void)
{
	struct timespec millisecond = {.tv_nsec = 1000000};

	conc_schedule_aside("a kernel thread of a library's", "it is not part of the schedule",
	                    true);
	conc_trap_call(SYS_ppoll, NULL, 0, &millisecond, NULL, 8);
	for (unsigned i = 0; i < S->count; i++)
		if (S->lanes[i]->state == CONC_LANE_WAITS) make_ready(S->lanes[i], CONC_LANE_WOKEN);
}

/* No lane is ready: passes virtual time up to the next deadline, or real time if something outside
 * may act. */
static void idle(void)
{
	uint64_t deadline = earliest_deadline(), now = time_now();
	struct conc_lane *poller = polling();

	if (look_outside(poller, 0)) return;
	if (deadline != NEVER) {
		S->ahead += deadline - now;
	} else if (poller) { /* only a descriptor can make it go on */
		if (look_outside(poller, GRACE)) return;
		S->current->no_switch++;
		conc_schedule_foreign("a descriptor", "what it waits for comes from outside");
		S->current->no_switch--;
		while (!look_outside(poller, 1000000000L))
			;
	} else if (conc_os_kernel_threads() > S->live) {
		look_again();
	} else {
		lanes_blocked();
	}
}

/* The current lane WAITS: runs other lanes until it is READY and chosen. */
static void block(void)
{
	struct conc_lane *next;

	count_steps();
	for (;;) {
		wake_due();
		next = conc_policy_choose(CONC_TURN_BLOCK, false, NULL);
		if (next) break;
		idle();
	}
	grant();
	lane_enter(next);
}

/* ---- Decisions ---- */

static void too_long(void)
{
	uint64_t steps = conc_schedule_options.steps;

	conc_schedule_options.steps = UINT64_MAX; /* the report takes steps, too */
	S->current->no_switch++;
	fprintf(stderr, "conc: no end after %llu steps%s (steps:N in CONC_SCHEDULE)\n",
	        (unsigned long long)steps, name);
	conc_report_threads();
	conc_schedule_stopping();
	abort();
}

/* Sometimes lets a deadline pass although lanes are ready. */
static void be_late(void)
{
	uint64_t deadline, now;

	if (!S->late || conc_schedule_random(32) != 0) return;
	deadline = earliest_deadline();
	now = time_now();
	if (deadline == NEVER || deadline <= now || deadline - now > S->late) return;
	S->late -= deadline - now;
	S->ahead += deadline - now;
	conc_schedule_note(CONC_EVENT_LATE, NULL, NULL, NULL, NULL);
}

/* Checks the program's invariants, whose own steps do not count. */
static void lane_check(void)
{
	bool races = conc_edge_on;

	if (S->ended) return;
	conc_schedule_operations = granted_operations = INT64_MAX;
	conc_schedule_accesses = granted_accesses = INT64_MAX;
	conc_edge_on = false; /* nor do their accesses */
	conc_test_check();
	conc_edge_on = races;
	conc_schedule_operations = granted_operations = 0;
	conc_schedule_accesses = granted_accesses = 0;
}

static bool may_leave(void)
{
	return !S->current->no_switch && conc_signal_depth == 0 && !S->ended;
}

bool conc_lane_of_program(const struct conc_lane *lane)
{
	return lane->kernel || conc_lane_thread(lane);
}

uint32_t conc_lane_order(const struct conc_lane *lane)
{
	const struct conc_thread *t = conc_lane_thread(lane);

	return t ? t->order : lane->order;
}

struct conc_thread *conc_lane_thread(const struct conc_lane *lane)
{
	struct conc_processor *p = lane == S->current ? conc_processor_tls : lane->processor;

	return p && p->current != &p->scheduler ? p->current : NULL;
}

/* Returns whether the running user thread is in its own code, where it could call conc_yield. */
static bool may_yield(enum conc_turn why)
{
	const struct conc_processor *p = conc_processor_tls;
	const struct conc_thread *t = conc_lane_thread(S->current);

	return why == CONC_TURN_ACCESS && t && !t->pinned && !t->spin_held && !p->passive;
}

/* Returns whether another lane or thread has run. */
static bool turn_once(enum conc_turn why)
{
	struct conc_lane *next;
	struct conc_thread *t;
	bool yields = false, told = why == CONC_TURN_ACCESS && (conc_story || S->no_chance);
	const void *place = S->place;
	uintptr_t word = S->word;
	const char *what = NULL;

	be_late();
	wake_due();
	if (S->epoll && polling() && conc_schedule_random(16) == 0) look_outside(polling(), 0);
	next = conc_policy_choose(why, may_yield(why), &yields);
	S->preempt = false;
	if (told && (yields || next != S->current)) what = conc_story_left();
	if (why == CONC_TURN_OPERATION && next != S->current) conc_story_left_inside();
	grant();
	if (next != S->current) {
		t = conc_lane_thread(S->current);
		if (t) conc_schedule_note(CONC_EVENT_PREEMPTED, t, NULL, NULL, NULL);
		lane_enter(next);
		if (t) conc_schedule_note(CONC_EVENT_RESUMED, t, NULL, NULL, NULL);
	} else if (yields) {
		S->forced = true;
		S->fingerprint = (S->fingerprint ^ S->steps << 8 ^ 0xff) * FNV_PRIME;
		conc_yield();
		S->forced = false; /* there was no other thread */
	} else {
		return false;
	}
	conc_story_says(what);
	if (told) conc_story_goes_on(place, word);
	return true;
}

/* By a list of switches a thread may be left more than once before a step. */
static void turn(enum conc_turn why)
{
	while (turn_once(why) && conc_switches && why == CONC_TURN_ACCESS)
		;
}

/* noinline, and keeps errno: it is called between any two instructions of the program. */
__attribute__((noinline)) void conc_schedule_decide(const void *place, uintptr_t word)
{
	int saved = errno;

	if (!conc_schedule_on()) {
		conc_schedule_operations = conc_schedule_accesses = INT64_MAX;
		return;
	}
	count_steps();
	S->place = place;
	S->word = word;
	if (conc_profile_on && place) conc_profile_note(place, word, conc_lane_order(S->current));
	if (place && (conc_story || S->no_chance)) conc_story_note(place, word);
	if (S->steps >= conc_schedule_options.steps) too_long();
	if (conc_test_checks) lane_check();
	if (!may_leave()) {
		if (conc_verify_on && place) conc_verify_touch(word);
		grant();
	} else if (place && (S->preempt || S->accesses > S->next_access)) {
		turn(CONC_TURN_ACCESS);
	} else if (S->preempt || S->operations > S->next_operation) {
		turn(CONC_TURN_OPERATION);
	} else { /* no point of the policy: a deadline or the limit has come */
		wake_due();
		grant();
	}
	if (conc_trap_on) conc_kernel_signals();
	if (place && conc_schedule_taken == conc_schedule_stop_at) {
		conc_schedule_stopped_at = place;
		conc_schedule_stopped_in_call = !conc_step_size(word);
		conc_schedule_stopped_thread = conc_lane_order(S->current);
		conc_schedule_stop();
	}
	errno = saved;
}

void conc_schedule_operation(const volatile void *object, enum conc_touch touch, const char *what,
                             const void *place)
{
	uintptr_t step = conc_schedule_step_at(object, touch);

	if (!conc_schedule_options.operations && !conc_story) return;
	if (!conc_schedule_on()) return;
	conc_story_says(what);
	if (conc_schedule_options.operations) {
		conc_schedule_access(place, step);
		return;
	}
	count_steps(); /* this is none, but one of the runs by its switches */
	conc_story_note(place, step);
	grant();
}

void conc_schedule_recheck(void)
{
	count_steps();
	grant();
}

static bool others_ready(void)
{
	for (unsigned i = 0; i < S->count; i++)
		if (S->lanes[i] != S->current && S->lanes[i]->state == CONC_LANE_READY) return true;
	return false;
}

/* alone: the nanoseconds that pass if no other lane is ready. */
static void lane_yield(uint64_t alone)
{
	if (!conc_schedule_on() || !may_leave()) return;
	count_steps();
	if (S->steps >= conc_schedule_options.steps) too_long();
	S->ahead += others_ready() ? 40 : alone;
	turn(CONC_TURN_RELAX);
}

void conc_schedule_relax(void)
{
	lane_yield(200);
}

void conc_schedule_yield(void)
{
	lane_yield(10000);
}

void conc_schedule_forbid_switch(int change)
{
	if (conc_schedule_on()) S->current->no_switch += change;
}

/* ---- The kernel's part ---- */

static int lane_wait(const void *word, uint32_t bits, uint64_t deadline)
{
	struct conc_lane *self = S->current;

	if (self->interrupted || self->cancelled) {
		self->interrupted = self->cancelled = false;
		return -EINTR;
	}
	self->state = CONC_LANE_WAITS;
	self->word = word;
	self->bits = bits;
	self->deadline = deadline;
	block();
	return self->reason == CONC_LANE_WOKEN  ? 0
	       : self->reason == CONC_LANE_LATE ? -ETIMEDOUT
	                                        : -EINTR;
}

/* A thread of the program comes here with a deadline if it sleeps, which has no word, or from
 * conc_backoff, which looks again after a time-out: that is no time-out of the program's. */
int conc_schedule_futex_wait(uint32_t *word, uint32_t expected, uint64_t deadline)
{
	int result;

	conc_schedule_step();
	if (word && *word != expected) return -EAGAIN;
	if (word && conc_schedule_random(16) == 0) return 0; /* spurious */
	if (deadline <= conc_schedule_now()) {
		conc_schedule_yield();
		return -ETIMEDOUT;
	}
	if (!word) return conc_lane_wait(NULL, UINT32_MAX, deadline);
	result = lane_wait(word, UINT32_MAX, deadline);
	if (deadline != NEVER && conc_lane_of_program(S->current)) conc_verify_has_waited();
	return result;
}

int conc_lane_wait(const void *word, uint32_t bits, uint64_t deadline)
{
	if (deadline != NEVER && conc_lane_of_program(S->current))
		conc_verify_leaves_out("time-outs that come while a thread can run");
	return lane_wait(word, bits, deadline);
}

void conc_schedule_handled(int number)
{
	if (conc_schedule_on()) S->current->handled |= UINT64_C(1) << (number - 1);
}

void conc_lane_interrupt(struct conc_lane *lane)
{
	conc_verify_leaves_out("when signals and cancellation come");
	if (lane->state == CONC_LANE_WAITS) make_ready(lane, CONC_LANE_INTERRUPTED);
	else lane->interrupted = true;
}

void conc_schedule_poll_wait(int epoll, uint32_t *word, uint32_t expected, uint64_t deadline)
{
	struct conc_lane *self = S->current;

	S->epoll = epoll;
	self->polls = true;
	conc_schedule_futex_wait(word, expected, deadline);
	self->polls = false;
}

/* Returns the first lane from the n-th on, in a circle, that waits for word; NULL if none does. */
static struct conc_lane *waiting_for(const void *word, uint32_t bits, uint32_t n)
{
	for (unsigned i = 0; i < S->count; i++) {
		struct conc_lane *lane = S->lanes[(n + i) % S->count];
		if (lane->state == CONC_LANE_WAITS && lane->word == word && lane->bits & bits)
			return lane;
	}
	return NULL;
}

unsigned conc_lane_wake(const void *word, uint32_t bits, unsigned count)
{
	struct conc_lane *lane;
	unsigned woken = 0;

	count_steps();
	while (woken < count && (lane = waiting_for(word, bits, conc_schedule_random(S->count)))) {
		make_ready(lane, CONC_LANE_WOKEN);
		woken++;
	}
	if (woken && woken == count && waiting_for(word, bits, 0))
		conc_verify_leaves_out("which of several threads that wait is woken");
	grant();
	return woken;
}

void conc_schedule_futex_wake(uint32_t *word, int count)
{
	conc_schedule_step();
	if (count > 0) conc_lane_wake(word, UINT32_MAX, (unsigned)count);
}

struct conc_lane *conc_lane_start(void *(*run)(void *), void *argument, uintptr_t top)
{
	struct conc_lane *lane;

	count_steps();
	lane = new_lane(run, argument, true);
	if (lane) {
		lane->context = conc_context_make((void *)(top & ~(uintptr_t)15));
		make_ready(lane, CONC_LANE_LATE);
	}
	grant();
	return lane;
}

_Noreturn void conc_lane_end(void)
{
	S->current->state = CONC_LANE_ENDED;
	S->live--;
	block();
	conc_stop(NULL, NULL, "a kernel thread goes on after its end");
}

bool conc_schedule_thread_start(void *(*run)(void *), void *argument)
{
	bool started;

	count_steps();
	started = start_lane(run, argument);
	grant();
	return started;
}

unsigned conc_schedule_kernel_threads(unsigned real)
{
	return S->live + (real ? real - 1 : 0);
}

unsigned conc_schedule_processors(void)
{
	return S->processors;
}

/* ---- Beginning and end ---- */

void conc_schedule_begin(uint64_t seed)
{
	snprintf(name, sizeof name, ", seed:%llu", (unsigned long long)seed);
	simulated = pthread_self();
	S->fingerprint = FNV_BASIS;
	mallopt(M_MMAP_MAX, 0); /* all memory comes from the heap: schedules/number.c */
	mallopt(M_ARENA_MAX, 1);
	conc_policy_start(seed);
	S->current = new_lane(NULL, NULL, false);
	conc_locals_start(S->current);
	S->on = true;
	if (conc_schedule_options.races) conc_race_start();
	grant();
}

void conc_schedule_forked(void)
{
	if (!conc_schedule_on()) return;
	S->lanes[0] = S->current;
	S->current->number = 0;
	S->count = S->live = 1;
	conc_verify_forked();
	if (conc_trap_on) conc_kernel_forked();
	if (S->races && conc_race_strand()) conc_strand_know_all(conc_race_strand());
}

/* A run with a data race fails, whatever its exit status. */
static void end_raced(void)
{
	fflush(NULL);
	conc_snapshot_exit(CONC_STATUS_RACED);
}

/* The end is a step. In half of the runs the others go on until none is ready, or for as long as
 * the run has taken. */
void conc_schedule_end(void)
{
	bool last = S->no_chance ? conc_switches_waits() : conc_schedule_random(2);
	uint64_t until = 2 * S->steps + 1000;

	if (!S->on || S->ended) return;
	while ((last || conc_profile_on) && others_ready() && S->steps < until)
		conc_schedule_relax();
	conc_schedule_access((const void *)(uintptr_t)conc_schedule_end,
	                     conc_schedule_step_at(conc_schedule_end, CONC_TOUCH_CHANGES));
	conc_schedule_stopping();
}

void conc_schedule_stopping(void)
{
	if (!S->on || S->ended) return;
	S->ended = true;
	count_steps();
	conc_schedule_explored(S);
	conc_trace_finish();
	if (conc_race_found()) end_raced();
}
