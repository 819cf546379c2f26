/* SPDX-License-Identifier: MIT */
/* Room for an element that a clause sends and that is too large for a user thread's stack.
 *
 * The value is evaluated at the clause's head and may change before the clause takes effect, so it
 * is copied. A stack is 256 KiB by default; an element may be a megabyte. */
#include "conc/abi_clause.h"

#include <stdlib.h>

#include "port/stop.h"
#include "thread.h"

void *conc_abi_waituntil_keep(size_t size, size_t align, const char *where)
{
	void *memory = NULL;

	if (align < sizeof(void *)) align = sizeof(void *);
	if (posix_memalign(&memory, align, size) == 0) return memory;
	conc_stop(where, conc_thread_self(), "waituntil: no memory for an element of %zu bytes",
	          size);
}

/* The cleanup of the variable that points to it. */
void conc_abi_waituntil_forget(void *slot)
{
	free(*(void **)slot);
}
