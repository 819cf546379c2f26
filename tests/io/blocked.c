// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan (others have a kernel thread of their own)
/* Blocked for good after a file was synchronised: the kernel's own threads for io_uring are nobody. */
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static future(int) never;

int main(void)
{
	char name[] = "/tmp/conc-blocked-XXXXXX";
	int file = mkstemp(name), x;

	if (conc_write(file, "abc", 3) != 3 || conc_fsync(file) != 0) return 1;
	unlink(name);
	x << never;
	return x;
}
