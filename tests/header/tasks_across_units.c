// SPDX-License-Identifier: MIT
// task(T) is the same type in every unit; a header may spawn; both units have the same stubs.
#include "jobs.h"
#include <stdio.h>

int main(void)
{
	task(long) here = begin(5), there = begin_elsewhere(6);
	printf("%ld %ld\n", join(here), finish_elsewhere(there));
}
