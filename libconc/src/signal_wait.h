/* SPDX-License-Identifier: MIT */
/* signalled(SIG): waiting for a signal. */
#ifndef CONC_SRC_SIGNAL_WAIT_H
#define CONC_SRC_SIGNAL_WAIT_H

/* Wakes those who wait for signals that have come. Returns how many. */
unsigned conc_signals_deliver(void);

/* For fork's child. */
void conc_signals_reset(void);

#endif
