/* SPDX-License-Identifier: MIT */
/* In front of a test of gcc's this makes it a unit of the dialect: what the compiler sees is our output. */
#include <conc.h>
monitor torture_box { int n; };
__attribute__((used, noinline)) static int torture_lowered(torture_box *mutex b)
{
	return b->n++;
}
