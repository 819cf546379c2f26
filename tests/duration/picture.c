// SPDX-License-Identifier: MIT
#include <conc.h>

conc_duration f(void);

conc_duration f(void)
{
	static const conc_duration d[] = { 1ns, 5us, 10ms, 1.5s, 3min, 1h };
	return d[0] + 2 * 7us;	// 3ms in a comment stays
}
