/* SPDX-License-Identifier: MIT */
/*
 * The kernel of a seeded run: what the program asks for by system calls.
 *
 * schedules/foreign.c asks by the names of libc, schedules/trap.c by numbers, for code that was not
 * compiled by concc. A call that could wait lets other lanes run until it no longer does. A kernel
 * thread that the program starts is a lane (conc_lane_start) with what the kernel keeps of it in a
 * conc_kernel_thread: its number, the signals that it blocks, the word that is cleared at its end,
 * its robust locks. Time is the run's. What is not known here goes to the kernel.
 *
 * Signals. The kernel delivers to its one thread, in the lane that runs. A signal to one lane waits
 * in `pending` until that lane runs and does not block it. SIGSYS is never blocked: the traps come
 * by it.
 */
#define _GNU_SOURCE
#include "kernel_call.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <linux/sched.h>

#include "kernel/signal_handler.h"
#include "kernel_timer.h"
#include "lines.h"
#include "port/stop.h"
#include "race.h"
#include "snapshot.h"
#include "verify.h"

#define S (&conc_schedule)
#define NEVER UINT64_MAX
#define SIGNALS 64
#define ANY_BIT UINT32_MAX

static inline uint64_t signal_bit(int number)
{
	return UINT64_C(1) << (number - 1);
}

/* As rt_sigaction has it. */
struct action {
	void *handler;
	unsigned long flags;
	void *restorer;
	uint64_t mask;
};

struct robust {
	struct robust *next; /* the lowest bit: of a lock with priority inheritance */
};

struct robust_head {
	struct robust first;
	long word; /* from an element to its lock's word */
	struct robust *taken;
};

struct conc_kernel_thread {
	struct conc_kernel_thread *next; /* free */
	uintptr_t locals;                /* its thread pointer */
	int number;                      /* gettid */
	uint32_t *cleared;               /* at its end; or NULL */
	struct robust_head *robust;
	uint64_t blocked;
	uint64_t awaited;          /* it waits for one of these, blocked or not */
	uint64_t pending;          /* sent to this thread alone */
	siginfo_t queued[SIGNALS]; /* of those */
	ucontext_t begins;         /* with these registers */
	uintptr_t stack;           /* and this stack */
};

/* These are never blocked: system calls and, with a snapshot, writes come by them. */
static uint64_t ours(void)
{
	return signal_bit(SIGSYS) | (conc_snapshot_on ? signal_bit(SIGSEGV) : 0);
}

/* The one that there is. All lanes of libconc are this one to the kernel. */
static struct conc_kernel_thread first;
static struct conc_kernel_thread *unused;
static int numbers = 1 << 23; /* the highest given: no process has such a one */

static struct conc_kernel_thread *kernel_of(const struct conc_lane *lane)
{
	return lane->kernel ? lane->kernel : &first;
}

static struct conc_kernel_thread *self(void)
{
	return kernel_of(S->current);
}

static long pass(const struct conc_trap *trap)
{
	return conc_trap_pass(trap);
}

/* ---- Switches ---- */

static uint64_t really_blocked(const struct conc_kernel_thread *t)
{
	return t->blocked & ~ours();
}

/* In a handler more is blocked than the thread has asked for. */
static uint64_t blocked_now(const struct conc_lane *lane, int depth)
{
	uint64_t blocked = really_blocked(kernel_of(lane));

	if (depth) conc_trap_call(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &blocked, 8);
	return blocked;
}

void conc_kernel_enter(struct conc_lane *from, const struct conc_lane *to)
{
	const struct conc_kernel_thread *old = kernel_of(from), *new = kernel_of(to);
	uint64_t was = blocked_now(from, from->signal_depth);
	uint64_t blocked = to->signal_depth ? to->blocked_in_handler : really_blocked(new);

	from->blocked_in_handler = was;
	if (blocked != was) {
		conc_snapshot_make_room();
		conc_trap_call(SYS_rt_sigprocmask, SIG_SETMASK, &blocked, NULL, 8);
	}
	if (old == new) return;
	conc_trap_set_locals(new->locals);
	conc_race_thread = (void *)new->locals;
	conc_race_unattached = to->strand ? to->strand : conc_race_initial;
}

/* Called before the first thread of the program's own. */
static void kernel_start(void)
{
	first.locals = conc_trap_locals();
	first.number = (int)conc_trap_call(SYS_gettid);
	conc_trap_call(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &first.blocked, 8);
}

bool conc_kernel_threads(void)
{
	struct action action;

	if (conc_trap_on) return true;
	kernel_start();
	if (!conc_trap_start()) return false;
	for (int i = 1; i <= SIGNALS; i++) { /* no handler blocks the traps */
		if (i == SIGSYS || conc_trap_call(SYS_rt_sigaction, i, NULL, &action, 8)) continue;
		if (!(action.mask & signal_bit(SIGSYS))) continue;
		action.mask &= ~signal_bit(SIGSYS);
		conc_trap_call(SYS_rt_sigaction, i, &action, NULL, 8);
	}
	return true;
}

void conc_kernel_forked(void)
{
	self()->number = (int)conc_trap_call(SYS_gettid);
	conc_trap_resume();
}

/* ---- Threads ---- */

static void *begin(void *argument)
{
	struct conc_kernel_thread *t = argument;

	conc_trap_begin(&t->begins, t->stack);
}

struct start {
	uint64_t flags;
	uintptr_t low, stack; /* the ends of its stack; low may be the high one, too: unknown */
	uintptr_t locals;
	int *parent_number, *child_number;
};

/* glibc puts the thread-local variables above the stack. */
static uintptr_t block_end(const struct start *start)
{
	enum { VARIABLES = 1 << 20, DESCRIPTOR = 4096 };

	return start->locals - start->stack < VARIABLES ? start->locals + DESCRIPTOR : start->stack;
}

static long start_thread(const struct conc_trap *trap, const struct start *start)
{
	struct conc_kernel_thread *t = unused;
	struct conc_lane *lane;

	if (t) unused = t->next;
	else t = conc_schedule_room(sizeof *t);
	*t = (struct conc_kernel_thread){.locals = start->flags & CLONE_SETTLS ? start->locals
	                                                                       : self()->locals,
	                                 .number = ++numbers,
	                                 .blocked = self()->blocked,
	                                 .stack = start->stack,
	                                 .begins = *trap->context};
	/* its frames of ours are below what it begins with */
	lane = conc_lane_start(begin, t, start->stack - 128);
	if (!lane) {
		t->next = unused;
		unused = t;
		return -EAGAIN;
	}
	lane->kernel = t;
	S->threads++;
	if (start->flags & CLONE_PARENT_SETTID) *start->parent_number = t->number;
	if (start->flags & CLONE_CHILD_SETTID) *start->child_number = t->number;
	if (start->flags & CLONE_CHILD_CLEARTID) t->cleared = (uint32_t *)start->child_number;
	conc_race_kernel_thread(lane, start->low, block_end(start), t->locals);
	return t->number;
}

/* The memory is shared with a child process until it calls exec: it runs alone until then. */
static long start_process(const struct conc_trap *trap, uint64_t flags, uintptr_t stack)
{
	if (flags & CLONE_VM && flags & CLONE_VFORK && stack) return conc_trap_spawn(trap->context);
	if (flags & CLONE_VM) {
		conc_schedule_foreign("clone", "the process is no part of the schedule");
		return conc_trap_spawn(trap->context);
	}
	return pass(trap);
}

static long kernel_clone(const struct conc_trap *trap)
{
	const long *a = trap->arguments;
	struct start start = {(uint64_t)a[0],  (uintptr_t)a[1], (uintptr_t)a[1],
	                      (uintptr_t)a[4], (int *)a[2],     (int *)a[3]};

	if (start.flags & CLONE_THREAD) return start_thread(trap, &start);
	return start_process(trap, start.flags, start.stack);
}

static long kernel_clone3(const struct conc_trap *trap)
{
	const struct clone_args *a = (const void *)trap->arguments[0];
	struct start start = {a->flags,
	                      a->stack,
	                      a->stack + a->stack_size,
	                      a->tls,
	                      (int *)a->parent_tid,
	                      (int *)a->child_tid};

	if (start.flags & CLONE_THREAD) return start_thread(trap, &start);
	return start_process(trap, start.flags, a->stack);
}

/* What the kernel does with the robust locks of a thread that ends. */
static void leave_robust_locks(struct conc_kernel_thread *t)
{
	struct robust_head *head = t->robust;
	struct robust *at = head ? head->first.next : NULL;

	for (int i = 0; at && i < 2048; i++) {
		uint32_t *word;
		at = (struct robust *)((uintptr_t)at & ~(uintptr_t)1);
		if (at == &head->first) break;
		word = (uint32_t *)((char *)at + head->word);
		if ((*word & FUTEX_TID_MASK) == (uint32_t)t->number) {
			*word = (*word & FUTEX_WAITERS) | FUTEX_OWNER_DIED;
			conc_lane_wake(word, ANY_BIT, 1);
		}
		at = at->next;
	}
}

static _Noreturn void end_thread(void)
{
	struct conc_lane *lane = S->current;
	struct conc_kernel_thread *t = self();

	leave_robust_locks(t);
	conc_race_kernel_thread_ends(lane, t->locals);
	if (t->cleared) {
		*t->cleared = 0;
		conc_lane_wake(t->cleared, ANY_BIT, UINT32_MAX);
	}
	if (t != &first) {
		t->next = unused;
		unused = t;
	}
	conc_lane_end();
}

static struct conc_lane *lane_of(int number)
{
	for (unsigned i = 0; i < S->count; i++) {
		struct conc_lane *lane = S->lanes[i];
		if (lane->state != CONC_LANE_ENDED && kernel_of(lane)->number == number)
			return lane;
	}
	return NULL;
}

void conc_kernel_interrupt(uintptr_t locals)
{
	for (unsigned i = 0; i < S->count; i++)
		if (S->lanes[i]->kernel && S->lanes[i]->kernel->locals == locals) {
			S->lanes[i]->cancelled = S->lanes[i]->state != CONC_LANE_WAITS;
			conc_lane_interrupt(S->lanes[i]);
		}
}

/* ---- Reports ---- */

/* The processor of a lane that does not run is in the lane. */
static struct conc_thread *thread_of(const struct conc_lane *lane)
{
	const struct conc_processor *p = lane == S->current ? conc_processor_tls : lane->processor;

	return p ? p->current : NULL;
}

struct conc_thread *conc_kernel_thread_of(int number)
{
	const struct conc_lane *lane = lane_of(number);

	return lane ? thread_of(lane) : NULL;
}

void conc_kernel_report(void)
{
	struct conc_line *lines = conc_schedule_room(2 * S->count * sizeof *lines);

	for (unsigned i = 0; i < S->count; i++) {
		lines[2 * i].place = S->lanes[i]->started_at;
		lines[2 * i + 1].place = S->lanes[i]->place;
	}
	conc_lines_find(lines, 2 * S->count);
	for (unsigned i = 0; i < S->count; i++) {
		struct conc_thread *t = thread_of(S->lanes[i]);
		if (!t || S->lanes[i]->state == CONC_LANE_ENDED) continue;
		if (S->lanes[i]->function && !conc_thread_is_named(t))
			t->name = conc_function_of(S->lanes[i]->function);
		if (!t->started_at) t->started_at = lines[2 * i].line;
		if (!t->wait.where) t->wait.where = lines[2 * i + 1].line;
	}
}

/* ---- Signals ---- */

static bool takes(const struct conc_kernel_thread *t, int signal)
{
	return (~t->blocked | t->awaited) & signal_bit(signal);
}

/* Does the program ignore the signal? */
static bool is_ignored(int signal)
{
	struct action action;
	uint64_t harmless = signal_bit(SIGCHLD) | signal_bit(SIGURG) | signal_bit(SIGWINCH) |
	                    signal_bit(SIGCONT);

	if (conc_trap_call(SYS_rt_sigaction, signal, NULL, &action, 8)) return false;
	return action.handler == (void *)SIG_IGN ||
	       (action.handler == (void *)SIG_DFL && signal_bit(signal) & harmless);
}

/* The last thread has ended, and what it leaves behind stops the program. */
static long end_by(int signal)
{
	uint64_t bit = signal_bit(signal);

	conc_trap_call(SYS_rt_sigprocmask, SIG_UNBLOCK, &bit, NULL, 8);
	return conc_trap_call(SYS_tgkill, getpid(), conc_trap_call(SYS_gettid), signal);
}

static long send_signal(int number, int signal, const siginfo_t *information)
{
	struct conc_lane *lane = lane_of(number);
	struct conc_kernel_thread *t;

	if (signal < 0 || signal > SIGNALS) return -EINVAL;
	if (!lane && S->current->state == CONC_LANE_ENDED) return end_by(signal);
	if (!lane) return -ESRCH;
	t = kernel_of(lane);
	if (!signal || (!(t->blocked & signal_bit(signal)) && is_ignored(signal))) return 0;
	t->pending |= signal_bit(signal);
	if (information) {
		t->queued[signal - 1] = *information;
	} else {
		t->queued[signal - 1] = (siginfo_t){.si_signo = signal, .si_code = SI_TKILL};
		t->queued[signal - 1].si_pid = getpid();
		t->queued[signal - 1].si_uid = getuid();
	}
	if (takes(t, signal)) conc_lane_interrupt(lane);
	return 0;
}

void conc_kernel_send(int number, const siginfo_t *information)
{
	for (unsigned i = 0; conc_trap_on && !number && i < S->count; i++)
		if (S->lanes[i]->state != CONC_LANE_ENDED &&
		    takes(kernel_of(S->lanes[i]), information->si_signo))
			number = kernel_of(S->lanes[i])->number;
	if (number) {
		send_signal(number, information->si_signo, information);
		return;
	}
	conc_snapshot_spend(); /* it may wait there when the run ends */
	conc_trap_call(SYS_rt_sigqueueinfo, getpid(), information->si_signo, information);
}

/* A signal to the whole process. */
static long send_to_all(const struct conc_trap *trap, int signal, const siginfo_t *information)
{
	siginfo_t sent = {.si_signo = signal, .si_code = SI_USER};

	if (trap->arguments[0] != getpid() || signal <= 0 || signal > SIGNALS ||
	    signal == SIGKILL || signal == SIGSTOP)
		return pass(trap);
	sent.si_pid = getpid();
	sent.si_uid = getuid();
	conc_kernel_send(0, information ? information : &sent);
	return 0;
}

/* Lets the kernel deliver what waits for the running lane and is not in blocked. */
static void deliver(uint64_t blocked)
{
	struct conc_kernel_thread *t = self();
	uint64_t due;

	while ((due = t->pending & ~blocked)) {
		int signal = __builtin_ctzll(due) + 1;
		siginfo_t information = t->queued[signal - 1];
		t->pending &= ~signal_bit(signal);
		S->current->interrupted = false;
		conc_snapshot_make_room();
		conc_trap_call(SYS_rt_tgsigqueueinfo, first.number, first.number, signal,
		               &information);
	}
}

static uint64_t mask_of(const ucontext_t *context)
{
	uint64_t mask;

	memcpy(&mask, &context->uc_sigmask, sizeof mask);
	return mask;
}

static void set_mask(ucontext_t *context, uint64_t mask)
{
	mask &= ~ours();
	memcpy(&context->uc_sigmask, &mask, sizeof mask);
}

/* Calls that a handler with SA_RESTART interrupts are made again. */
static bool restarts(const struct conc_trap *trap)
{
	switch (trap->number) {
	case SYS_futex:
		return !trap->arguments[3];
	case SYS_read:
	case SYS_readv:
	case SYS_recvfrom:
	case SYS_recvmsg:
	case SYS_accept:
	case SYS_accept4:
	case SYS_write:
	case SYS_writev:
	case SYS_sendto:
	case SYS_sendmsg:
	case SYS_wait4:
	case SYS_waitid:
	case SYS_flock:
	case SYS_fcntl:
		return true;
	default:
		return false;
	}
}

/* Do the handlers of all these signals say so? */
static bool all_restart(uint64_t signals)
{
	struct action action;

	for (; signals; signals &= signals - 1)
		if (conc_trap_call(SYS_rt_sigaction, __builtin_ctzll(signals) + 1, NULL, &action,
		                   8) == 0 &&
		    !(action.flags & SA_RESTART))
			return false;
	return true;
}

bool conc_kernel_deliver(const struct conc_trap *trap, long result)
{
	uint64_t blocked =
	        trap->context ? mask_of(trap->context) : blocked_now(S->current, conc_signal_depth);
	uint64_t due = self()->pending & ~blocked;
	bool again = result == -EINTR && restarts(trap) && all_restart(due | S->current->handled);

	if (due) deliver(blocked);
	return again;
}

void conc_kernel_signals(void)
{
	if (self()->pending & ~self()->blocked && conc_signal_depth == 0) deliver(self()->blocked);
}

static long signal_mask(const struct conc_trap *trap)
{
	const uint64_t *set = (const void *)trap->arguments[1];
	uint64_t *old = (void *)trap->arguments[2];
	struct conc_kernel_thread *t = self();
	uint64_t now = t->blocked, change = set ? *set : 0;

	if (trap->context) /* in a handler that is more */
		now = mask_of(trap->context) | (now & ours());
	if (old) *old = now;
	if (!set) return 0;
	switch (trap->arguments[0]) {
	case SIG_BLOCK:
		now |= change;
		break;
	case SIG_UNBLOCK:
		now &= ~change;
		break;
	case SIG_SETMASK:
		now = change;
		break;
	default:
		return -EINVAL;
	}
	t->blocked = now & ~signal_bit(SIGKILL) & ~signal_bit(SIGSTOP);
	set_mask(trap->context, t->blocked);
	return 0;
}

static long signal_action(const struct conc_trap *trap)
{
	struct action action;
	const long *a = trap->arguments;

	if (a[0] == SIGSYS)
		return a[1] ? -EINVAL : conc_trap_call(trap->number, a[0], NULL, a[2], a[3]);
	if (!a[1]) return conc_trap_call(trap->number, a[0], NULL, a[2], a[3]);
	memcpy(&action, (const void *)a[1], sizeof action);
	action.mask &= ~ours();
	return conc_trap_call(trap->number, a[0], &action, a[2], a[3]);
}

/* A signal handler returns to code with this context. */
static void signal_return(const ucontext_t *to)
{
	self()->blocked = mask_of(to) | (self()->blocked & ours());
}

/* ---- Waiting ---- */

#define LOOKS 100                /* in virtual time alone; each further look takes a millisecond */
#define BETWEEN UINT64_C(100000) /* nanoseconds of virtual time between the first two looks */

static unsigned looking; /* lanes that wait for a file */
static unsigned in_vain; /* looks of all lanes since one of them used a file */

/* Lets others run until a lane uses a file, or for a while that doubles up to 0.1 s. Returns -EINTR
 * if a signal has come. A loop of waits with a timeout, whose looks begin anew, takes real time,
 * too, but in an exploration, where what ends the waits is seldom outside. */
static int between_looks(unsigned *looks)
{
	struct timespec millisecond = {.tv_nsec = 1000000};
	uint64_t between = BETWEEN << (*looks < 10 ? *looks : 10);
	int result;

	if (*looks > LOOKS || (in_vain > LOOKS && !conc_schedule_is_explored()))
		conc_trap_call(SYS_ppoll, NULL, 0, &millisecond, NULL, 8);
	looking++;
	result = conc_lane_wait(&looking, ANY_BIT, conc_schedule_now() + between);
	looking--;
	if (result == -ETIMEDOUT) ++*looks, ++in_vain;
	return result == -EINTR || S->current->handled ? -EINTR : 0;
}

/* What a lane has done to a file may be what others wait for. */
static void files_used(void)
{
	conc_verify_uses_file();
	in_vain = 0;
	if (looking) conc_lane_wake(&looking, ANY_BIT, UINT32_MAX);
}

static void outside(const char *what)
{
	conc_schedule_foreign(what, "what it waits for may come from outside");
}

/* Waits until file is ready for events, if it is a file that a call would wait for. */
static int wait_for_file(const char *what, int file, short events)
{
	struct pollfd look = {.fd = file, .events = events};
	struct timespec none = {0};
	struct stat status;
	unsigned looks = 0;
	long flags = conc_trap_call(SYS_fcntl, file, F_GETFL);

	if (flags < 0 || flags & O_NONBLOCK || fstat(file, &status) != 0) return 0;
	if (status.st_mode & S_IFMT && !S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode) &&
	    !isatty(file))
		return 0;
	if (events & POLLIN && !conc_trap_on) outside(what);
	while (conc_trap_call(SYS_ppoll, &look, 1, &none, NULL, 8) == 0) {
		if (!conc_trap_on || looks == LOOKS) outside(what);
		if (between_looks(&looks)) return -EINTR;
	}
	return 0;
}

/* Writes what the file takes at once, up to 64 parts from byte `done` on. */
static long write_some(int file, const struct iovec *parts, int count, size_t done)
{
	struct iovec now[64];
	long flags = conc_trap_call(SYS_fcntl, file, F_GETFL), result;
	int n = 0;

	for (int i = 0; i < count && n < 64; i++) {
		size_t skipped = done < parts[i].iov_len ? done : parts[i].iov_len;
		done -= skipped;
		now[n] = (struct iovec){(char *)parts[i].iov_base + skipped,
		                        parts[i].iov_len - skipped};
		n += now[n].iov_len > 0;
	}
	conc_trap_call(SYS_fcntl, file, F_SETFL, flags | O_NONBLOCK);
	result = conc_trap_call(SYS_writev, file, now, n);
	conc_trap_call(SYS_fcntl, file, F_SETFL, flags);
	files_used();
	return result;
}

/* A pipe or socket that takes something may not take all, and the kernel would wait for the rest.
 */
static long write_all(int file, const struct iovec *parts, int count, size_t size)
{
	size_t done = 0;

	while (done < size) {
		long result = wait_for_file("write", file, POLLOUT);
		if (!result) result = write_some(file, parts, count, done);
		if (result == -EAGAIN) continue;
		if (result <= 0) return done ? (long)done : result;
		done += (size_t)result;
	}
	return (long)done;
}

/* Could the kernel wait in a write of so much, although the file takes something? */
static bool may_wait_long(int file, size_t size)
{
	struct stat status;
	long flags = conc_trap_call(SYS_fcntl, file, F_GETFL);

	return size > PIPE_BUF && flags >= 0 && !(flags & O_NONBLOCK) &&
	       fstat(file, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

/* A call that takes from, or gives to, the file that is its first argument. */
static long file_call(const struct conc_trap *trap, const char *what, bool takes, bool waits)
{
	int file = (int)trap->arguments[0];
	long result = waits ? wait_for_file(what, file, takes ? POLLIN : POLLOUT) : 0;

	if (result) return result;
	if (!takes) conc_edge_file_from(file);
	result = pass(trap);
	if (takes && result >= 0) conc_edge_file_to(file);
	files_used();
	return result;
}

static long write_call(const struct conc_trap *trap, bool waits)
{
	const struct iovec one = {(void *)trap->arguments[1], (size_t)trap->arguments[2]};
	bool is_one = trap->number == SYS_write;
	const struct iovec *parts = is_one ? &one : (const void *)trap->arguments[1];
	int file = (int)trap->arguments[0], count = is_one ? 1 : (int)trap->arguments[2];
	size_t size = 0;

	for (int i = 0; waits && i < count; i++) size += parts[i].iov_len;
	if (!may_wait_long(file, size)) return file_call(trap, "write", false, waits);
	conc_edge_file_from(file);
	return write_all(file, parts, count, size);
}

/* Printed output may go to a pipe, too, which no lane reads. */
static bool is_own(const struct conc_trap *trap)
{
	return trap->arguments[0] > STDERR_FILENO;
}

static uint64_t span_of(const struct timespec *span)
{
	return conc_schedule_nanoseconds(span);
}

/* Looks again and again until the call, made with a timeout of 0 in argument `at`, finds something,
 * or the timeout is over in virtual time. */
static long look(const struct conc_trap *trap, int at, bool milliseconds, uint64_t timeout,
                 const char *what)
{
	struct timespec none = {0};
	struct conc_trap now = *trap;
	uint64_t end = timeout == NEVER ? NEVER : conc_schedule_now() + timeout;
	unsigned looks = 0;

	if (timeout && !conc_trap_on) outside(what);
	for (;;) {
		long ready;
		none = (struct timespec){0};
		now.arguments[at] = milliseconds ? 0 : (long)&none;
		ready = pass(&now);
		if (ready || timeout == 0 || conc_schedule_now() >= end) return ready;
		if (timeout == NEVER && looks == LOOKS) outside(what);
		if (between_looks(&looks)) return -EINTR;
	}
}

static long poll_call(const struct conc_trap *trap)
{
	const long *a = trap->arguments;

	switch (trap->number) {
#ifdef SYS_poll
	case SYS_poll:
		return look(trap, 2, true, (int)a[2] < 0 ? NEVER : (uint64_t)(int)a[2] * 1000000,
		            "poll");
#endif
	case SYS_ppoll:
		return look(trap, 2, false, a[2] ? span_of((void *)a[2]) : NEVER, "poll");
#ifdef SYS_epoll_wait
	case SYS_epoll_wait:
#endif
	case SYS_epoll_pwait:
		return look(trap, 3, true, (int)a[3] < 0 ? NEVER : (uint64_t)(int)a[3] * 1000000,
		            "epoll_wait");
#ifdef SYS_epoll_pwait2
	case SYS_epoll_pwait2:
		return look(trap, 3, false, a[3] ? span_of((void *)a[3]) : NEVER, "epoll_wait");
#endif
	default:
		return -ENOSYS;
	}
}

/* The kernel clears what is not ready: each look needs the sets as they were. */
static long select_call(const struct conc_trap *trap, uint64_t timeout)
{
	char kept[3][1024 / 8];
	size_t size = ((size_t)trap->arguments[0] + 63) / 64 * 8;
	struct conc_trap now = *trap;
	uint64_t end = timeout == NEVER ? NEVER : conc_schedule_now() + timeout;
	unsigned looks = 0;

	if (trap->arguments[0] < 0 || size > sizeof kept[0]) return -EINVAL;
	if (timeout && !conc_trap_on) outside("select");
	for (int i = 0; i < 3; i++)
		if (trap->arguments[1 + i]) memcpy(kept[i], (void *)trap->arguments[1 + i], size);
	for (;;) {
		struct timespec none = {0};
		long ready;
		now.number = SYS_pselect6;
		now.arguments[4] = (long)&none;
		ready = pass(&now);
		if (ready || timeout == 0 || conc_schedule_now() >= end) return ready;
		if (timeout == NEVER && looks == LOOKS) outside("select");
		for (int i = 0; i < 3; i++)
			if (trap->arguments[1 + i])
				memcpy((void *)trap->arguments[1 + i], kept[i], size);
		if (between_looks(&looks)) return -EINTR;
	}
}

static long wait_for_child(const struct conc_trap *trap, int options)
{
	struct conc_trap now = *trap;
	unsigned looks = 0;

	if (trap->arguments[options] & WNOHANG) return pass(trap);
	outside("waitpid");
	now.arguments[options] |= WNOHANG;
	if (trap->number == SYS_waitid &&
	    trap->arguments[2]) /* si_pid tells whether one has ended */
		((siginfo_t *)trap->arguments[2])->si_pid = 0;
	for (;;) {
		long ended = pass(&now);
		if (ended) return ended;
		if (trap->number == SYS_waitid && trap->arguments[2] &&
		    ((siginfo_t *)trap->arguments[2])->si_pid)
			return 0;
		if (between_looks(&looks)) return -EINTR;
	}
}

/* Locks of files: tries until it can be had. */
static long lock_file(const struct conc_trap *trap, int at, long without_waiting, long busy)
{
	struct conc_trap now = *trap;
	unsigned looks = 0;

	now.arguments[at] = without_waiting;
	for (;;) {
		long result = pass(&now);
		if (result != -busy && result != -EACCES) return result;
		if (looks == LOOKS) outside("a lock of a file");
		if (between_looks(&looks)) return -EINTR;
	}
}

static long wait_for_signal(const struct conc_trap *trap)
{
	const uint64_t set = *(const uint64_t *)trap->arguments[0];
	siginfo_t *information = (void *)trap->arguments[1];
	const struct timespec *timeout = (const void *)trap->arguments[2];
	struct conc_kernel_thread *t = self();
	struct timespec none = {0};
	uint64_t end = timeout ? conc_schedule_now() + span_of(timeout) : NEVER;
	unsigned looks = 0;

	for (;;) {
		long signal;
		bool interrupted;
		if (t->pending & set) {
			signal = __builtin_ctzll(t->pending & set) + 1;
			t->pending &= ~signal_bit((int)signal);
			if (information) *information = t->queued[signal - 1];
			return signal;
		}
		signal = conc_trap_call(SYS_rt_sigtimedwait, &set, information, &none, 8);
		if (signal != -EAGAIN) return signal;
		if (conc_schedule_now() >= end) return -EAGAIN;
		if (looks == LOOKS) outside("sigwait");
		t->awaited = set;
		interrupted = between_looks(&looks);
		t->awaited = 0;
		if (interrupted && !(t->pending & set)) return -EINTR;
	}
}

/* Waits until a handler has run, with that mask in between. */
static long suspend(const struct conc_trap *trap, uint64_t mask)
{
	struct conc_kernel_thread *t = self();
	uint64_t before = trap->context ? really_blocked(t) : blocked_now(S->current, 1);
	uint64_t pending = 0;
	unsigned looks = 0;

	for (;;) {
		conc_trap_call(SYS_rt_sigpending, &pending, 8);
		if ((pending | t->pending) & ~mask) break;
		if (looks == LOOKS) outside("pause");
		t->awaited = ~mask;
		between_looks(&looks);
		t->awaited = 0;
		if (S->current->handled) break; /* of a signal that another process has sent */
	}
	/* the kernel's signals come when they are let in, this lane's own after that */
	mask &= ~ours();
	conc_snapshot_make_room();
	conc_trap_call(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, 8);
	deliver(mask);
	if (trap->context) set_mask(trap->context, before);
	conc_trap_call(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, 8);
	return -EINTR;
}

/* ---- Time ---- */

#define SECOND UINT64_C(1000000000)

static bool is_of_day(long clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
}

uint64_t conc_kernel_run_time(long clock, uint64_t time)
{
	if (!is_of_day(clock)) return time;
	return time > CONC_EPOCH * SECOND ? time - CONC_EPOCH * SECOND : 0;
}

static uint64_t run_time(long clock, const struct timespec *at)
{
	return conc_kernel_run_time(clock, span_of(at));
}

static long read_clock(long clock, struct timespec *now)
{
	uint64_t time = conc_schedule_now();

	*now = (struct timespec){(time_t)(time / SECOND + (is_of_day(clock) ? CONC_EPOCH : 0)),
	                         (long)(time % SECOND)};
	return 0;
}

static long sleep_call(long clock, long flags, const struct timespec *span, struct timespec *left)
{
	uint64_t end, now;
	int result;

	if (span->tv_nsec < 0 || span->tv_nsec >= (long)SECOND || span->tv_sec < 0) return -EINVAL;
	end = flags & TIMER_ABSTIME ? run_time(clock, span) : conc_schedule_now() + span_of(span);
	result = conc_schedule_futex_wait(NULL, 0, end);
	now = conc_schedule_now();
	if (result != -EINTR || now >= end) return 0;
	if (left && !(flags & TIMER_ABSTIME))
		*left = (struct timespec){(time_t)((end - now) / SECOND),
		                          (long)((end - now) % SECOND)};
	return -EINTR;
}

/* ---- Futexes ---- */

static long futex_wait(uint32_t *word, uint32_t expected, uint32_t bits, uint64_t end)
{
	if (*word != expected) return -EAGAIN;
	if (conc_schedule_random(16) == 0) return 0; /* spurious */
	return conc_lane_wait(word, bits, end);
}

/* A lock with priority inheritance has its owner in the word. */
static long lock_owner(uint32_t *word, uint64_t end, bool tries)
{
	uint32_t number = (uint32_t)self()->number;

	for (;;) {
		uint32_t now = *word;
		if ((now & FUTEX_TID_MASK) == number) return -EDEADLK;
		if (!(now & FUTEX_TID_MASK)) {
			*word = number | (now & (FUTEX_OWNER_DIED | FUTEX_WAITERS));
			return 0;
		}
		if (tries) return -EAGAIN;
		*word = now | FUTEX_WAITERS;
		if (conc_lane_wait(word, ANY_BIT, end) == -ETIMEDOUT) return -ETIMEDOUT;
	}
}

static long unlock_owner(uint32_t *word)
{
	if ((*word & FUTEX_TID_MASK) != (uint32_t)self()->number) return -EPERM;
	*word = 0;
	conc_lane_wake(word, ANY_BIT, UINT32_MAX);
	return 0;
}

static long requeue(uint32_t *from, uint32_t *to, uint32_t wakes, uint32_t moves)
{
	unsigned done = conc_lane_wake(from, ANY_BIT, wakes);

	for (unsigned i = 0; i < S->count && moves; i++) {
		struct conc_lane *lane = S->lanes[i];
		if (lane->state != CONC_LANE_WAITS || lane->word != from) continue;
		lane->word = to;
		moves--;
		done++;
	}
	return done;
}

static long wake_operation(uint32_t *word, uint32_t *other, uint32_t wakes, uint32_t more,
                           uint32_t code)
{
	uint32_t was = *other, argument = code >> 12 & 0xfff, against = code & 0xfff;
	unsigned done;
	bool holds;

	if (code >> 28 & FUTEX_OP_OPARG_SHIFT) argument = UINT32_C(1) << (argument & 31);
	switch (code >> 28 & 7) {
	case FUTEX_OP_SET:
		*other = argument;
		break;
	case FUTEX_OP_ADD:
		*other = was + argument;
		break;
	case FUTEX_OP_OR:
		*other = was | argument;
		break;
	case FUTEX_OP_ANDN:
		*other = was & ~argument;
		break;
	case FUTEX_OP_XOR:
		*other = was ^ argument;
		break;
	default:
		return -ENOSYS;
	}
	switch (code >> 24 & 15) {
	case FUTEX_OP_CMP_EQ:
		holds = was == against;
		break;
	case FUTEX_OP_CMP_NE:
		holds = was != against;
		break;
	case FUTEX_OP_CMP_LT:
		holds = (int)was < (int)against;
		break;
	case FUTEX_OP_CMP_LE:
		holds = (int)was <= (int)against;
		break;
	case FUTEX_OP_CMP_GT:
		holds = (int)was > (int)against;
		break;
	case FUTEX_OP_CMP_GE:
		holds = (int)was >= (int)against;
		break;
	default:
		return -ENOSYS;
	}
	done = conc_lane_wake(word, ANY_BIT, wakes);
	return holds ? done + conc_lane_wake(other, ANY_BIT, more) : done;
}

static long futex_call(const struct conc_trap *trap)
{
	const long *a = trap->arguments;
	uint32_t *word = (void *)a[0], *other = (void *)a[4], value = (uint32_t)a[2];
	const struct timespec *timeout = (const void *)a[3];
	long clock = a[1] & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
	uint64_t at = NEVER;

	switch (a[1] & FUTEX_CMD_MASK) {
	case FUTEX_WAIT:
		if (timeout) at = conc_schedule_now() + span_of(timeout);
		return futex_wait(word, value, ANY_BIT, at);
	case FUTEX_WAIT_BITSET:
		if (timeout) at = run_time(clock, timeout);
		return futex_wait(word, value, (uint32_t)a[5], at);
	case FUTEX_WAKE:
		return conc_lane_wake(word, ANY_BIT, value);
	case FUTEX_WAKE_BITSET:
		return conc_lane_wake(word, (uint32_t)a[5], value);
	case FUTEX_WAKE_OP:
		return wake_operation(word, other, value, (uint32_t)a[3], (uint32_t)a[5]);
	case FUTEX_CMP_REQUEUE:
		if (*word != (uint32_t)a[5]) return -EAGAIN;
		return requeue(word, other, value, (uint32_t)a[3]);
	case FUTEX_REQUEUE:
		return requeue(word, other, value, (uint32_t)a[3]);
	case FUTEX_LOCK_PI:
		if (timeout) at = run_time(CLOCK_REALTIME, timeout);
		return lock_owner(word, at, false);
#ifdef FUTEX_LOCK_PI2
	case FUTEX_LOCK_PI2:
		if (timeout) at = run_time(clock, timeout);
		return lock_owner(word, at, false);
#endif
	case FUTEX_TRYLOCK_PI:
		return lock_owner(word, NEVER, true);
	case FUTEX_UNLOCK_PI:
		return unlock_owner(word);
	default:
		return -ENOSYS;
	}
}

/* ---- All calls ---- */

static long of_thread(const struct conc_trap *trap)
{
	struct conc_trap real = *trap;

	if (lane_of((int)trap->arguments[0])) real.arguments[0] = 0;
	return pass(&real);
}

/* All lanes wait while this one does. */
static long apart(const struct conc_trap *trap, const char *what)
{
	conc_schedule_foreign(what, "the kernel alone orders them");
	return pass(trap);
}

long conc_kernel_call(const struct conc_trap *trap)
{
	const long *a = trap->arguments;
	struct conc_kernel_thread *t = self();
	long result;

	if (trap->number != SYS_rt_sigreturn) S->current->handled = 0;
	if (conc_kernel_timer_call(trap, &result)) return result;
	switch (trap->number) {
	case SYS_clone:
		return kernel_clone(trap);
	case SYS_clone3:
		return kernel_clone3(trap);
#ifdef SYS_vfork
	case SYS_vfork:
		/* its child would share the stack on which the traps are; fork will do */
		return conc_trap_call(SYS_clone, SIGCHLD);
#endif
	case SYS_exit:
		end_thread();
	case SYS_gettid:
		return t->number;
	case SYS_set_tid_address:
		t->cleared = (uint32_t *)a[0];
		return t->number;
	case SYS_set_robust_list:
		t->robust = (void *)a[0];
		return 0;
	case SYS_rseq:
		return 0; /* one registration is enough: there is one kernel thread */
	case SYS_futex:
		return futex_call(trap);
	case SYS_sched_yield:
		conc_schedule_yield();
		return 0;

	case SYS_tgkill:
		return send_signal((int)a[1], (int)a[2], NULL);
	case SYS_tkill:
		return send_signal((int)a[0], (int)a[1], NULL);
	case SYS_rt_tgsigqueueinfo:
		return send_signal((int)a[1], (int)a[2], (const void *)a[3]);
	case SYS_kill:
		return send_to_all(trap, (int)a[1], NULL);
	case SYS_rt_sigqueueinfo:
		return send_to_all(trap, (int)a[1], (const void *)a[2]);
	case SYS_rt_sigprocmask:
		return signal_mask(trap);
	case SYS_rt_sigaction:
		return signal_action(trap);
	case SYS_rt_sigreturn:
		signal_return(trap->context);
		return 0;
	case SYS_rt_sigtimedwait:
		return wait_for_signal(trap);
	case SYS_rt_sigsuspend:
		return suspend(trap, *(const uint64_t *)a[0]);
#ifdef SYS_pause
	case SYS_pause:
		return suspend(trap, t->blocked);
#endif

	case SYS_read:
		return file_call(trap, "read", true, true);
	case SYS_readv:
		return file_call(trap, "readv", true, true);
	case SYS_recvfrom:
		return file_call(trap, "recv", true, !(a[3] & MSG_DONTWAIT));
	case SYS_recvmsg:
		return file_call(trap, "recvmsg", true, !(a[2] & MSG_DONTWAIT));
	case SYS_accept:
		return file_call(trap, "accept", true, true);
	case SYS_accept4:
		return file_call(trap, "accept4", true, true);
	case SYS_write:
		return write_call(trap, is_own(trap));
	case SYS_writev:
		return write_call(trap, is_own(trap));
	case SYS_sendto:
		return file_call(trap, "send", false, !(a[3] & MSG_DONTWAIT));
	case SYS_sendmsg:
		return file_call(trap, "sendmsg", false, !(a[2] & MSG_DONTWAIT));
	case SYS_connect:
		outside("connect");
		return file_call(trap, "connect", false, false);
	case SYS_shutdown:
		return file_call(trap, "shutdown", false, false);
#ifdef SYS_poll
	case SYS_poll:
#endif
#ifdef SYS_epoll_wait
	case SYS_epoll_wait:
#endif
#ifdef SYS_epoll_pwait2
	case SYS_epoll_pwait2:
#endif
	case SYS_ppoll:
	case SYS_epoll_pwait:
		return poll_call(trap);
#ifdef SYS_select
	case SYS_select:
		return select_call(trap, a[4] ? (uint64_t)((long *)a[4])[0] * SECOND +
		                                         (uint64_t)((long *)a[4])[1] * 1000
		                              : NEVER);
#endif
	case SYS_pselect6:
		return select_call(trap, a[4] ? span_of((void *)a[4]) : NEVER);
	case SYS_wait4:
		return wait_for_child(trap, 2);
	case SYS_waitid:
		return wait_for_child(trap, 3);
	case SYS_close:
		result = pass(trap);
		files_used();
		return result;
	case SYS_flock:
		if (a[1] & LOCK_NB) return pass(trap);
		return lock_file(trap, 1, a[1] | LOCK_NB, EAGAIN);
	case SYS_fcntl:
		if (a[1] == F_SETLKW) return lock_file(trap, 1, F_SETLK, EAGAIN);
		if (a[1] == F_OFD_SETLKW) return lock_file(trap, 1, F_OFD_SETLK, EAGAIN);
		return pass(trap);

	case SYS_nanosleep:
		return sleep_call(CLOCK_MONOTONIC, 0, (void *)a[0], (void *)a[1]);
	case SYS_clock_nanosleep:
		return sleep_call(a[0], a[1], (void *)a[2], (void *)a[3]);
	case SYS_clock_gettime:
		return read_clock(a[0], (void *)a[1]);
	/* the kernel knows one thread */
	case SYS_sched_setaffinity:
	case SYS_sched_getaffinity:
	case SYS_sched_setscheduler:
	case SYS_sched_getscheduler:
	case SYS_sched_setparam:
	case SYS_sched_getparam:
	case SYS_sched_setattr:
	case SYS_sched_getattr:
	case SYS_sched_rr_get_interval:
		return of_thread(trap);

	/* what cannot be ordered */
	case SYS_msgrcv:
	case SYS_msgsnd:
	case SYS_semop:
	case SYS_semtimedop:
	case SYS_mq_timedreceive:
	case SYS_mq_timedsend:
		return apart(trap, "System V or POSIX messages and semaphores");
	case SYS_io_uring_enter:
	case SYS_io_getevents:
		return apart(trap, "io_uring or Linux AIO");
	case SYS_timerfd_settime:
		return apart(trap, "timerfd");

	case SYS_getrandom:
		conc_schedule_foreign("getrandom", "its numbers are not of the seed");
		return pass(trap);
	default:
		return pass(trap);
	}
}
