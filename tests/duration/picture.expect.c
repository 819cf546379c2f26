#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

conc_duration f(void);

conc_duration f(void)
{
	static const conc_duration d[] = { CONC_NS(1), CONC_NS(5000), CONC_NS(10000000), CONC_NS(1500000000), CONC_NS(180000000000), CONC_NS(3600000000000) };
	return d[0] + 2 * CONC_NS(7000);	// 3ms in a comment stays
}
