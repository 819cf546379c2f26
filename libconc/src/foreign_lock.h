/* SPDX-License-Identifier: MIT */
/* Locks of libc that know the kernel thread that holds them: foreign_lock.c. */
#ifndef CONC_SRC_FOREIGN_LOCK_H
#define CONC_SRC_FOREIGN_LOCK_H

/* The calling kernel thread has taken (+1) or released (-1) one. Atomic: null until the
 * runtime starts, then fixed. Other kernel threads may take locks meanwhile; they have no user
 * thread that would have to be pinned. */
extern void (*conc_owned_hook)(int change) __attribute__((visibility("hidden")));

#endif
