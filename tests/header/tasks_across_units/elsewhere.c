// SPDX-License-Identifier: MIT
#include "jobs.h"

long square(long n) { return n * n; }
task(long) begin_elsewhere(long n) { return begin(n); }
long finish_elsewhere(task(long) t) { return join(t); }
