/* SPDX-License-Identifier: MIT */
/* once.c: the function runs once, each caller sees what it did, nobody waits for ever, and a caller
 * that has returned may free the object, although the one that ran the function has not. */
// options: --disable-spin-assume
// case: two -DCALLERS=2
// case: three -DCALLERS=3
// case: freed -DCALLERS=2 -DFREED
// mutant: once.c s/conc_guard_leave(&o->conc_state, DONE)/store_relaxed(\&o->conc_state, (uintptr_t)DONE)/
// mutant: once.c s/	conc_waiters_complete_all(others, CONC_WAIT_DONE);//
// mutant: once.c s/	conc_guard_leave(&o->conc_state, DONE);/	store_release(\&o->conc_state, (uintptr_t)DONE); o->conc_queue = 0;/
// mutant: once.c s/		f(argument);/		f(argument); store_release(\&o->conc_state, (uintptr_t)DONE); return;/
// mutant: once.c s/conc_guard_leave(&o->conc_state, self)/conc_guard_leave(\&o->conc_state, NULL)/
#include "permit.h"

#include <once.c>

static struct conc_once *once;
static int written; /* plain: published by the once */
static _Thread_local bool runs;

static void make(void *argument)
{
	(void)argument;
	written++;
	runs = true;
}

struct conc_thread *conc_mutex_core_holder(const void *m)
{
	(void)m;
	return NULL;
}

static void *run(void *self)
{
	(void)self;
	conc_abi_once_call(once, make, NULL, NULL);
	assert(written == 1);
#ifdef FREED
	if (!runs) free(once);
#endif
	return NULL;
}

int main(void)
{
	once = malloc(sizeof *once);
	once->conc_state = once->conc_queue = 0;
	model_run(CALLERS, run);
	assert(written == 1);
	return 0;
}
