/* SPDX-License-Identifier: MIT */
/* conc_waitset: waits for one of many things, at a cost that depends on how many are ready.
 *
 *     conc_waitset s = {0};
 *     for (int i = 0; i < n; i++) conc_waitset_add(&s, &in[i]);      numbers 0 to n - 1
 *     waituntil (int i << s) { x << in[i]; }                     i: the number of one that is ready
 *     conc_waitset_fini(&s);
 *
 * A member is a channel (ready: it has an element, a sender waits, or it is closed), a future
 * (ready: fulfilled or cancelled), a task or a thread (ready: ended). The set takes nothing from
 * it. A channel stays a member, and is looked at again when a thread next waits for the set. A
 * future, a task or a thread leaves the set when it is told.
 *
 * All-zero is an empty set. Any kernel thread may call everything here, also while others wait,
 * except conc_waitset_fini; signal handlers may not. Only the receive waits. A member must not end,
 * and a set must not be moved or copied, before the member has left the set.
 *
 * In plain C: CONC_WAITSET_ADD_CHANNEL and its like add a member; conc_waitset_receive and
 * conc_waitset_receive_ok wait. */
#ifndef CONC_WAITSET_H
#define CONC_WAITSET_H

#include "conc/abi_channel.h"
#include "conc/abi_future.h"
#include "conc/abi_task.h"
#include "conc/abi_thread.h"

typedef struct conc_waitset {
	struct conc_waitset_member **conc_members; /* by number; null: free */
	unsigned conc_room, conc_used; /* of that array; numbers from conc_used on are free */
	unsigned conc_count, conc_leaving;
	uint32_t conc_lock;
	struct conc_waiter *conc_waiters;           /* FIFO of the threads that wait */
	struct conc_waiter *conc_ready, *conc_told; /* rings of members */
	struct conc_waiter *conc_end;               /* conc_waitset_fini, while it waits */
} conc_waitset;

/* int conc_waitset_add(conc_waitset *s, MEMBER) in the dialect: adds a channel or a future (its
 * address), a task, or a thread (itself or its address). Returns its number, the smallest that is
 * free, from 0. If there is no memory, the program stops. */
#define CONC_WAITSET_ADD_CHANNEL(s, channel)                                                 \
	conc_abi_waitset_add(s, &conc_channel_observer_selectable, &(channel)->conc_channel, \
	                     CONC_HERE)
#define CONC_WAITSET_ADD_FUTURE(s, future) \
	conc_abi_waitset_add(s, &conc_future_selectable, &(future)->conc_future, CONC_HERE)
#define CONC_WAITSET_ADD_TASK(s, task) \
	conc_abi_waitset_add(s, &conc_thread_selectable, (task).conc_task, CONC_HERE)
#define CONC_WAITSET_ADD_THREAD(s, pointer) \
	conc_abi_waitset_add(s, &conc_thread_selectable, (pointer)->conc_thread.thread, CONC_HERE)

/* Takes the member with this number out. No thread is told of it from then on. Its number is free.
 */
#define conc_waitset_remove(s, number) conc_abi_waitset_remove(s, number, CONC_HERE)
void(conc_waitset_remove)(conc_waitset *s, int number);

/* For a channel that was told: looks at it now, and not only when a thread next waits. So that
 * another thread is told of what comes next. */
#define conc_waitset_again(s, number) conc_abi_waitset_again(s, number, CONC_HERE)
void(conc_waitset_again)(conc_waitset *s, int number);

/* Returns how many members the set has. */
unsigned conc_waitset_count(conc_waitset *s);

/* Takes all members out and frees the set's memory. It is empty then, and may be used again. If
 * threads wait for it, the program stops. May wait for a moment until members that were becoming
 * ready have found that it is no longer there. */
#define conc_waitset_fini(s) conc_abi_waitset_fini(s, CONC_HERE)
void(conc_waitset_fini)(conc_waitset *s);

/* ---- The rest of this file is not for users. ---- */

typedef int conc_waitset_element;
extern const struct conc_selectable conc_channel_observer_selectable, conc_thread_selectable,
        conc_waitset_selectable;

int conc_abi_waitset_add(conc_waitset *s, const struct conc_selectable *kind, void *member,
                         const char *where);
void conc_abi_waitset_remove(conc_waitset *s, int number, const char *where);
void conc_abi_waitset_again(conc_waitset *s, int number, const char *where);
void conc_abi_waitset_fini(conc_waitset *s, const char *where);

/* i << s;  ok = i << s; the latter fails if the thread is cancelled. */
int conc_waitset_receive(conc_waitset *s, const char *where);
bool conc_waitset_receive_ok(conc_waitset *s, int *number, const char *where);

#endif
