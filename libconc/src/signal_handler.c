/* SPDX-License-Identifier: MIT */
/* Knowing that a signal handler runs.
 *
 * A handler interrupts a user thread anywhere, also inside the scheduler: an operation that
 * waited or switched there would leave the runtime half done. So the program's own sigaction
 * and signal come to this file (a definition in the program or in a library before libc goes
 * before libc's), which installs a handler of ours that counts, and calls the program's.
 * Operations look at the count where they wait, yield or start a thread; what ends on a fast
 * path, such as taking a free lock, is not looked at.
 *
 * A handler may leave by siglongjmp, and then nobody counts down. So the count is believed
 * only while the stack is still below the handler's frame.
 *
 * Rejected: macros in conc.h (a member called signal would be taken for it); looking for the
 * kernel's frame on the stack (slow, and every libc's differs). Not done with sanitizers,
 * which define these functions themselves.
 */
#define _GNU_SOURCE
#include "signal_handler.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "sanitizer.h"
#include "stop.h"

_Thread_local int conc_signal_depth;

/* The frame of the handler entered last on this kernel thread. */
static _Thread_local uintptr_t frame __attribute__((tls_model("initial-exec")));

#define FRAME_NEAR (256u << 10) /* bytes a handler may have below its frame */

void conc_signal_handler_stop(const struct conc_thread *thread, const char *where, const char *what)
{
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);

	if (here < frame && frame - here < FRAME_NEAR)
		conc_stop(where, thread, "%s in a signal handler", what);
	conc_signal_depth = 0; /* it was left by siglongjmp */
}

#if !CONC_ASAN && !CONC_TSAN && defined(__GLIBC__)

int __sigaction(int number, const struct sigaction *action, struct sigaction *old);

/* What the program installed; read in handlers. Written under no lock: who changes one
 * signal's handler from two threads at once must order that itself. */
static void (*handlers[NSIG])(int, siginfo_t *, void *);

static void run_handler(int number, siginfo_t *info, void *context)
{
	/* relaxed: the kernel's delivery orders it after the store in sigaction */
	void (*handler)(int, siginfo_t *, void *) =
	        __atomic_load_n(&handlers[number], __ATOMIC_RELAXED);
	uintptr_t outer = frame;

	frame = (uintptr_t)__builtin_frame_address(0);
	conc_signal_depth++;
	handler(number, info, context); /* one that takes a number only ignores the rest */
	conc_signal_depth--;
	frame = outer;
}

static bool is_function(const struct sigaction *action)
{
	return action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
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
		if (is_function(action)) {
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
