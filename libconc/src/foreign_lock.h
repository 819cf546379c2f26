/* SPDX-License-Identifier: MIT */
/* Locks of libc that know the kernel thread that holds them: foreign_lock.c. */
#ifndef CONC_SRC_FOREIGN_LOCK_H
#define CONC_SRC_FOREIGN_LOCK_H

/* The calling kernel thread has taken (+1) or released (-1) one. Set when the runtime starts, by
 * the first thread there is. */
extern void (*conc_owned_hook)(int change) __attribute__((visibility("hidden")));

#endif
