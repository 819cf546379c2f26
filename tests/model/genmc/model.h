/* SPDX-License-Identifier: MIT */
/* What the runtime's source files need of the world around them, for GenMC.
 *
 * The idea. A unit is included as it is; this header comes first and puts a model where the
 * unit meets a processor (pause, thread-local storage by inline assembly) or the kernel. A
 * function of a header that GenMC cannot run is renamed while the header is read, and
 * defined here instead: no #ifdef in the runtime.
 *
 * A thread that waits for ever is reported (--check-liveness): that is a lost wake-up. There are
 * two ways to say what waits. GenMC finds loops without a side effect by itself; but it also
 * takes a compare-and-swap that is tried again with what it saw for such a loop. With
 * MODEL_LOOKS (and --disable-spin-assume) a thread waits where it calls conc_relax, for a
 * change of what its last atomic operation has read.
 */
#ifndef MODEL_H
#define MODEL_H

#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef MODEL_LOOKS
static inline void model_look(void)
{
	__VERIFIER_loop_begin();
	__VERIFIER_spin_start();
}
#define __atomic_load_n(p, order) (model_look(), __atomic_load_n(p, order))
#define __atomic_compare_exchange_n(p, expected, v, weak, order, failed) \
	(model_look(), __atomic_compare_exchange_n(p, expected, v, weak, order, failed))
#endif

#define conc_relax unit_relax
#include <atomic.h>
#undef conc_relax

static inline void conc_relax(int pauses)
{
	(void)pauses;
#ifdef MODEL_LOOKS
	__VERIFIER_spin_end(0);
#endif
}

/* Nothing is counted or recorded. */
#include <statistics.h>
bool conc_statistics_on, conc_order_records;

/* After a wait that is over: a loop around it goes on, it does not spin. (GenMC takes the turns
 * of the inner loop for those of the outer one.) */
#define MODEL_WAITED() __VERIFIER_loop_begin()

#endif
