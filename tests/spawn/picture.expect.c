#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

long fib(int n); CONC_TASK_TYPE(long, conc_task_long); CONC_SPAWN1(conc_spawn_fib, long, conc_task_long, fib, int);

long fib(int n)
{
	if (n < 2) return n;
	conc_task_long a CONC_SCOPED(conc_task_long) = conc_spawn_fib(CONC_HERE, n - 1);
	long b = fib(n - 2);
	return conc_task_long_join(&a, CONC_HERE) + b;
}

struct jobs { conc_task_long first; long (*make)(int); };

void f(struct jobs *j, conc_task_long t); CONC_SPAWN1_VIA(conc_spawn_8, long, conc_task_long, long (*)(int), int);

void f(struct jobs *j, conc_task_long t)
{ CONC_TASKS(10, conc_task_long, t);
	conc_task_long_detach(conc_spawn_fib(CONC_HERE, 3));
	conc_task_long_assign(&j->first, conc_spawn_8(CONC_HERE, j->make, 4), CONC_HERE);
	conc_task_long u CONC_SCOPED(conc_task_long) = conc_task_long_take(&t);
	conc_task_long_assign(&t, conc_task_long_take(&u), CONC_HERE);
}
