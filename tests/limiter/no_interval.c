// SPDX-License-Identifier: MIT
#include <conc.h>

int main(void)
{
	conc_limiter l = { .burst = 3 };
	conc_limiter_wait(&l);
}
