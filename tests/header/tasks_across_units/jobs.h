// SPDX-License-Identifier: MIT
#ifndef JOBS_H
#define JOBS_H
#include <conc.h>

long square(long n);
task(long) begin_elsewhere(long n);
long finish_elsewhere(task(long) t);

static inline task(long) begin(long n)
{
	return spawn square(n);
}

#endif
