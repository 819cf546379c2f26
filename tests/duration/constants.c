// SPDX-License-Identifier: MIT
// Durations are constants of type conc_duration, in nanoseconds.
#include <conc.h>
#include <stdio.h>

static const conc_duration table[] = { 100ns, 5us, 10ms, 1.5s, 3min, 1h, 0.001ms, 2.5us };

enum { IS_CONSTANT = 5us };

int main(void)
{
	for (unsigned i = 0; i < sizeof table / sizeof *table; i++) printf("%lld\n", (long long)table[i]);
	_Static_assert(sizeof(1ns) == 8, "64 bits");
	switch (1000ns) {
	case 1us: printf("%d\n", IS_CONSTANT);
	}
	conc_duration d = 3 * 2ms + 1us / 2 - -1ns;
	printf("%lld %d\n", (long long)d, 1h > 59min);
}
