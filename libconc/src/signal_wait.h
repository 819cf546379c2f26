/* SPDX-License-Identifier: MIT */
/*
 * signal_wait: signalled(SIG).
 *
 * The idea. The first statement that names a signal installs a handler for it, which sets the
 * signal's bit in `pending` and makes an event for the poller. Whoever polls then gives the bit
 * to the first statement that waits for the signal; if none does, the bit stays until one looks.
 *
 *     pending:  0 ──handler, or──► 1 ──who delivers, or a statement that looks, and──► 0
 *
 * Nothing is missed: a statement looks at the bit under the signal's guard, inside which the
 * deliverer, too, takes it. A bit that comes after that look has made an event after it, and
 * who delivers that enters the guard later, and finds the statement.
 *
 * Rejected: signalfd (the signal would have to be blocked in all kernel threads, also those of
 * the program); a thread in sigwaitinfo (the same, and a thread).
 */
#ifndef CONC_SRC_SIGNAL_WAIT_H
#define CONC_SRC_SIGNAL_WAIT_H

/* Wakes those who wait for signals that have come. Returns how many. */
unsigned conc_signals_deliver(void);

/* For fork's child: nothing is pending, and nobody waits. */
void conc_signals_reset(void);

#endif
