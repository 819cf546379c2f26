// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan tsan schedules
// Two functions that need each other: the report names the cycle.
#include <conc.h>

static conc_once a, b;
static conc_barrier both = { 2 };

static void make_a(void *);
static void make_b(void *unused)
{
	(void)unused;
	conc_barrier_wait(&both);
	conc_once_call(&a, make_a, NULL);
}
static void make_a(void *unused)
{
	(void)unused;
	conc_barrier_wait(&both);
	conc_once_call(&b, make_b, NULL);
}

static void left(void) { conc_once_call(&a, make_a, NULL); }
static void right(void) { conc_once_call(&b, make_b, NULL); }

int main(void)
{
	task(void) l = spawn left(), r = spawn right();
}
