// SPDX-License-Identifier: MIT
// Where the preprocessor knows C23's grouped digits, durations have them too, also in macro arguments.
// flags: -std=gnu2x
#include <conc.h>
#include <stdio.h>

#define TWICE(x) ((x) + (x))

int main(void)
{
	conc_duration d[] = { 1'000ms, 2'5.5s };
	conc_sleep(1'0ns);
	printf("%d %d %d\n", d[0] == 1s, d[1] == 25.5s, TWICE(1'000us) == 2ms);
}
