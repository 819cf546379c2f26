/* SPDX-License-Identifier: MIT */
/* Parking and unparking a thread: for those who build a construct of their own.
 *
 * Each thread has one permit for this. conc_unpark gives it, and conc_park takes it. What libconc's
 * own constructs do to a thread never gives or takes it. A park may also return early: the permit
 * of an earlier unpark is there, or one was meant for a thread that ended. So park in a loop that
 * tests what the thread waits for:
 *
 *     me.thread = conc_self();                     node->is_done = true;   (release)
 *     … put me where others find it …              conc_unpark(node->thread);
 *     while (!me.is_done) conc_park();             (load: acquire)
 *
 * All that is done before an unpark happens before the return of the park that takes its permit.
 * Any kernel thread may call everything here; signal handlers may not. */
#ifndef CONC_PARK_H
#define CONC_PARK_H

#include "conc/abi_base.h"
#include "conc/duration.h"

struct conc_thread;

/* int conc_park(void): takes the calling thread's permit, and waits until it is there. Returns 0,
 * or -ECANCELED if it would have to wait and the thread was or is cancelled (conc/cancel.h).
 *
 * int conc_park_for(conc_duration d): the same for at most d; also returns -ETIMEDOUT. Zero or
 * less: it does not wait. */
#define conc_park() conc_abi_park(CONC_HERE)
#define conc_park_for(d) conc_abi_park_for(d, CONC_HERE)

int(conc_park)(void);
int(conc_park_for)(conc_duration d);

/* void conc_unpark(struct conc_thread *t): gives t, which conc_self() returned, its permit, if it
 * is not there. Never waits. t may have ended: then nothing happens, or a later thread has a permit
 * that it did not expect. A null pointer stops the program. */
#define conc_unpark(t) conc_abi_unpark(t, CONC_HERE)

void(conc_unpark)(struct conc_thread *t);

/* ---- The rest of this file is not for users. ---- */

int conc_abi_park(const char *where);
int conc_abi_park_for(conc_duration d, const char *where);
void conc_abi_unpark(struct conc_thread *t, const char *where);

#endif
