/* SPDX-License-Identifier: MIT */
/* Tests whose body runs in a user thread of its own. CMocka keeps its state in
 * thread-local variables, so the thread that calls it may not move to another kernel
 * thread: it is pinned, and in the body a failed assertion aborts the program. */
#ifndef TESTS_LIBCONC_IN_THREAD_H
#define TESTS_LIBCONC_IN_THREAD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "conc.h"
#include "conc/abi.h"

CONC_TASK_TYPE_VOID(task_body);

#define CHECK(x) ((x) ? (void)0 : check_failed(CONC_HERE, #x))

static inline _Noreturn void check_failed(const char *where, const char *what)
{
	fprintf(stderr, "%s: failed: %s\n", where, what);
	abort();
}

#define TEST(name) \
	static void name##_body(void); \
	CONC_SPAWN0_VOID(spawn_##name, task_body, name##_body); \
	static void name(void **state) \
	{ \
		(void)state; \
		conc_pin(); \
		task_body body = spawn_##name(CONC_HERE); \
		task_body_end(&body); \
		conc_unpin(); \
	} \
	static void name##_body(void)

#endif
