/* SPDX-License-Identifier: MIT */
/* Locks of libc that know the kernel thread that holds them: foreign_lock.c. */
#ifndef CONC_SRC_FOREIGN_LOCK_H
#define CONC_SRC_FOREIGN_LOCK_H

/* Called when the calling kernel thread has taken (+1) or released (-1) such a lock. Atomic: null
 * until the runtime starts, then fixed. Locks that other kernel threads take before that do not
 * matter: these threads have no user thread to pin. */
extern void (*conc_owned_hook)(int change) __attribute__((visibility("hidden")));

#endif
