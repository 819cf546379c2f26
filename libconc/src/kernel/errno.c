/* SPDX-License-Identifier: MIT */
/* errno of the calling user thread: the kernel thread's own, saved and restored at each switch.
 * Compilers know that __errno_location() does not change within a function, and so call it only
 * once across a switch. They know nothing of this function. */
#include <errno.h>

int *conc_abi_errno(void);

__attribute__((noinline)) int *conc_abi_errno(void)
{
	return &errno;
}
