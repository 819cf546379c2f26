// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan (others have a kernel thread of their own)
// Waiting for what nobody will signal.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	conc_mutex m = {0};
	conc_condition never = {0};
	mutex (m) conc_wait(&never, &m);
	puts("not reached");
}
