/* SPDX-License-Identifier: MIT */
/* Descriptors and stacks: several slabs and chunks, large and aligned frames, stacks of
 * several sizes, stacks whose memory is given back, stacks that overflow. */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "scenario.h"

#define MANY 300 /* three slabs, three chunks */

/* ---- Many at once ---- */

typedef struct member {
	conc_semaphore *gate;
	long n, result;
	struct conc_thread_object conc_thread;
} member;

static void member_main(member *self)
{
	char page[1024];

	memset(page, (int)self->n, sizeof page);
	conc_semaphore_wait(self->gate);
	__asm__ volatile("" : : "r"(page) : "memory");
	self->result = page[self->n % 1024];
}
CONC_THREAD_TYPE(member, member_main);

static void crew(long count)
{
	static member members[MANY];
	static conc_semaphore gate;

	for (long i = 0; i < count; i++)
		members[i] = (member){.gate = &gate, .n = i};
	struct conc_abi_threads all = conc_abi_threads_start(
		&conc_type_member, members, (size_t)count * sizeof *members, CONC_HERE);
	for (int i = 0; i < 3; i++)
		conc_yield();
	for (long i = 0; i < count; i++)
		conc_semaphore_post(&gate);
	conc_abi_threads_end(&all);
	for (long i = 0; i < count; i++)
		CHECK(members[i].result == (char)i);
}

/* ---- Frames ---- */

struct large {
	long v[40];
};
static long sum_large(struct large l)
{
	long sum = 0;

	for (int i = 0; i < 40; i++)
		sum += l.v[i];
	return sum;
}
CONC_SPAWN1(spawn_large, long, task_long, sum_large, struct large);

static void look_at_frame(void *frame)
{
	*(long *)frame = (uintptr_t)frame % 256 == 0;
}

/* As a stub with a parameter that has an alignment of 256 would do. */
static task_long spawn_aligned(void)
{
	static const struct conc_abi_task_type type = {"look_at_frame", look_at_frame, 256, 256};
	task_long t;

	conc_abi_task_new(&type, CONC_HERE, &t.conc_task);
	conc_abi_task_start(t.conc_task);
	return t;
}

static void frames(void)
{
	for (long i = 0; i < 5; i++) {
		task_long a = spawn_large(CONC_HERE, (struct large){{i, 2, 3}});
		task_long b = spawn_aligned();
		task_long_detach(spawn_large(CONC_HERE, (struct large){{i}}));
		conc_yield();
		CHECK(task_long_join_value(b, CONC_HERE) == 1);
		CHECK(task_long_join_value(a, CONC_HERE) == i + 5);
	}
}

/* ---- Recursion ---- */

static long fib(long n);
CONC_SPAWN1(spawn_fib, long, task_long, fib, long);
static long fib(long n)
{
	if (n < 2)
		return n;
	task_long a = spawn_fib(CONC_HERE, n - 1);
	long b = fib(n - 2);
	if (n % 3 == 0)
		conc_yield();
	return b + task_long_join_value(a, CONC_HERE);
}

void scenario_threads(void)
{
	errno = 77;
	crew(MANY);
	frames();
	CHECK(fib(12) == 144);
	CHECK(errno == 77);
}

/* ---- Sizes ---- */

static void sizes(void)
{
	static const size_t size[] = {64 << 10, 1 << 20, 16 << 10, 64 << 10};

	for (int i = 0; i < 4; i++) {
		CHECK(conc_stack_size(size[i]) == size[i]);
		crew(i == 0 ? MANY : 20); /* many: beyond the pool's warm stacks */
	}
}

void scenario_stacks(void)
{
	sizes();
}
void scenario_stacks_mprotect(void)
{
	sizes();
}
void scenario_stacks_canary(void)
{
	sizes();
	CHECK(fib(12) == 144);
}

/* ---- Overflow ---- */

static char *bottom; /* where a thread goes down to */

static __attribute__((noinline)) int dive(int n)
{
	volatile char here[256];

	memset((void *)(uintptr_t)here, n, sizeof here);
	if ((char *)(uintptr_t)here < bottom)
		return here[n % 256];
	return dive(n + 1) + here[0];
}

/* A page has room for what a call needs beside here. */
static long dives(long size)
{
	bottom = (char *)__builtin_frame_address(0) - size + 2048;
	dive(0);
	conc_yield();
	return 0;
}
CONC_SPAWN1(spawn_dives, long, task_long, dives, long);

static void overflows(void)
{
	conc_pin(); /* so that the joiner does not run it */
	task_long t = spawn_dives(CONC_HERE, (long)conc_stack_size(0));
	task_long_join_value(t, CONC_HERE);
	conc_unpin();
}

void scenario_overflow(void)
{
	overflows();
}
void scenario_overflow_mprotect(void)
{
	overflows();
}
void scenario_overflow_canary(void)
{
	overflows();
}
