/* SPDX-License-Identifier: MIT */
/* errno of the calling user thread: the kernel thread's own, which each switch saves and
 * restores. Compilers know that __errno_location() does not change within a function,
 * and so call it once across a switch; of this function they know nothing. */
#include <errno.h>

int *conc_abi_errno(void);

__attribute__((noinline)) int *conc_abi_errno(void)
{
	return &errno;
}
