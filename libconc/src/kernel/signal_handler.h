/* SPDX-License-Identifier: MIT */
/* Checks that the caller is not in a signal handler, or in a hook that the program has set for
 * kernel threads: no operation of libconc may be used there. */
#ifndef CONC_SRC_SIGNAL_HANDLER_H
#define CONC_SRC_SIGNAL_HANDLER_H

#include "port/atomic.h"

struct conc_thread;

/* The number of signal handlers and hooks that this kernel thread is in; only that thread uses it.
 */
extern _Thread_local int conc_signal_depth __attribute__((tls_model("initial-exec")));

/* Stops the program if the handler that was entered last is still running. */
void conc_signal_handler_stop(const struct conc_thread *thread, const char *where,
                              const char *what);

/* Calls hook(number), a function of the program that must not wait either. */
void conc_signal_handler_hook(void (*hook)(unsigned number), unsigned number);

/* Called where an operation waits, yields or starts a thread; `what` names the operation. */
static inline void conc_signal_handler_check(const struct conc_thread *thread, const char *where,
                                             const char *what)
{
	if (CONC_UNLIKELY(conc_signal_depth != 0)) conc_signal_handler_stop(thread, where, what);
}

#endif
