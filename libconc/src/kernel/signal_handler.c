/* SPDX-License-Identifier: MIT */
/* Detects operations in signal handlers.
 *
 * A handler may interrupt a user thread anywhere, even inside the scheduler. An operation that
 * waited or switched there would leave the runtime in the middle of a change. So this file defines
 * sigaction and signal (a definition in the program or in a library before libc takes precedence
 * over libc's). They install a handler of ours that counts and calls the program's handler.
 * Operations look at the count where they wait, yield or start a thread. A fast path, such as
 * taking a free lock, does not look.
 *
 * A handler may leave by siglongjmp, and then the count stays up. So the count is believed only
 * while the stack is still below the handler's frame.
 *
 * Rejected: macros in conc.h (they would also replace a member named signal); looking for the
 * kernel's frame on the stack (slow, and different in every libc). Not done with sanitizers,
 * which define these functions themselves.
 */
#include "signal_handler.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "edge.h"
#include "port/sanitizer.h"
#include "port/stop.h"

_Thread_local int conc_signal_depth;

/* The frame of the handler entered last on this kernel thread. */
static _Thread_local uintptr_t frame __attribute__((tls_model("initial-exec")));

static _Thread_local bool in_hook __attribute__((tls_model("initial-exec")));

#define FRAME_NEAR (256u << 10) /* bytes of stack that a handler may use below its frame */

void conc_signal_handler_stop(const struct conc_thread *thread, const char *where, const char *what)
{
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);

	if (here < frame && frame - here < FRAME_NEAR)
		conc_stop(where, in_hook ? NULL : thread, "%s in %s", what,
		          in_hook ? "the hook of a processor" : "a signal handler");
	conc_signal_depth = 0; /* the handler left by siglongjmp */
	in_hook = false;
}

void conc_signal_handler_hook(void (*hook)(unsigned number), unsigned number)
{
	uintptr_t outer = frame;

	frame = (uintptr_t)__builtin_frame_address(0);
	conc_signal_depth++;
	in_hook = true;
	hook(number);
	in_hook = false;
	conc_signal_depth--;
	frame = outer;
}

#if !CONC_ASAN && !CONC_TSAN && defined(__GLIBC__)

int __sigaction(int number, const struct sigaction *action, struct sigaction *old);

/* The program's handlers; atomic, read in handlers. Written without a lock: threads that change the
 * handler of one signal must order that themselves. */
static void (*handlers[NSIG])(int, siginfo_t *, void *);

static void run_handler(int number, siginfo_t *info, void *context)
{
	/* relaxed: the kernel's delivery orders it after the store in sigaction */
	void (*handler)(int, siginfo_t *, void *) =
	        __atomic_load_n(&handlers[number], __ATOMIC_RELAXED);
	uintptr_t outer = frame;

	frame = (uintptr_t)__builtin_frame_address(0);
	conc_signal_depth++;
#if CONC_SCHEDULES
	bool races = conc_edge_on; /* the handler may have interrupted the detector */
	conc_edge_on = false;
#endif
	handler(number, info, context); /* a handler of one parameter ignores the others */
#if CONC_SCHEDULES
	conc_edge_on = races;
#endif
	conc_signal_depth--;
	conc_schedule_handled(number);
	frame = outer;
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
	void (*before)(int, siginfo_t *, void *);
	struct sigaction ours;
	int result;

	if (number < 1 || number >= NSIG) return __sigaction(number, action, old);
	before = __atomic_load_n(&handlers[number], __ATOMIC_RELAXED);
	if (action) {
		ours = *action;
		if (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN) {
			__atomic_store_n(&handlers[number], action->sa_sigaction, __ATOMIC_RELAXED);
			ours.sa_sigaction = run_handler;
		}
		action = &ours;
	}
	result = __sigaction(number, action, old);
	if (old && result == 0 && old->sa_sigaction == run_handler) old->sa_sigaction = before;
	return result;
}

void (*signal(int number, void (*handler)(int)))(int)
{
	struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;

	sigemptyset(&action.sa_mask);
	return sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

#endif
