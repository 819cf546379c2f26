/* SPDX-License-Identifier: MIT */
/* conc_once: a function that is called once, by the first thread that needs what it does.
 *
 * All-zero is valid: not called yet. Two words; nothing to destroy once no thread uses it. Any
 * kernel thread may call it; signal handlers may not. */
#ifndef CONC_ONCE_H
#define CONC_ONCE_H

#include <stdint.h>

#include "conc/abi_base.h"

typedef struct conc_once {
	uintptr_t conc_state; /* guard; the thread that runs the function, or CONC_ABI_ONCE_DONE */
	uintptr_t conc_queue; /* the first waiter; under the guard */
} conc_once;

/* void conc_once_call(conc_once *o, void (*f)(void *argument), void *argument)
 *
 * The first call for o runs f(argument); all calls return after f has returned. Threads that come
 * meanwhile park; cancelling does not end that wait. f must return: not by longjmp, pthread_exit or
 * a C++ exception. If f calls conc_once_call for o, the program stops. */
#define conc_once_call(o, f, argument) conc_abi_once_call(o, f, argument, CONC_HERE)

void(conc_once_call)(conc_once *o, void (*f)(void *argument), void *argument);

/* ---- The rest of this file is not for users. ---- */

enum { CONC_ABI_ONCE_DONE = 4 };

void conc_abi_once_call_slow(struct conc_once *o, void (*f)(void *argument), void *argument,
                             const char *where);

CONC_ABI_INLINE void conc_abi_once_call(struct conc_once *conc_o, void (*conc_f)(void *argument),
                                        void *conc_argument, const char *conc_where)
{
	/* Acquires what the function has done: pairs with the exchange that stores DONE. */
	if (__builtin_expect(__atomic_load_n(&conc_o->conc_state, __ATOMIC_ACQUIRE) !=
	                             (uintptr_t)CONC_ABI_ONCE_DONE,
	                     0))
		conc_abi_once_call_slow(conc_o, conc_f, conc_argument, conc_where);
}

#endif
