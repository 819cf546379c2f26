/* SPDX-License-Identifier: MIT */
/*
 * signal_wait: signalled(SIG).
 *
 * The idea. The first statement that names a signal installs a handler for it, which sets the
 * signal's bit in `pending` and makes an event for the poller. The kernel thread that polls gives
 * the bit to the first statement that waits for it; if none does, it stays until one looks.
 *
 *     pending:  0 ──handler, or──► 1 ──who delivers, or a statement that looks, and──► 0
 *
 * No signal is missed: a statement looks at the bit inside the signal's guard, and the deliverer
 * takes it there, too. If a bit is set after that look, its event comes after the look, so its
 * deliverer enters the guard later and finds the statement.
 *
 * Rejected: signalfd (the signal would have to be blocked in all kernel threads, also those of
 * the program); a thread in sigwaitinfo (the same, and it costs a thread).
 */
#ifndef CONC_SRC_SIGNAL_WAIT_H
#define CONC_SRC_SIGNAL_WAIT_H

/* Wakes the threads that wait for signals that have come. Returns how many it woke. */
unsigned conc_signals_deliver(void);

/* For fork's child: no signal is pending, and no thread waits. */
void conc_signals_reset(void);

#endif
