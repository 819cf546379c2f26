/* SPDX-License-Identifier: MIT */
/* Cancelling by a handle. In a file of its own: if the program calls none of these functions, the
 * linker leaves it out, and leaks.c knows that a handle cancels nobody. */
#include "cancel.h"
#include "conc/abi_scope.h"
#include "conc/cancel.h"
#include "port/stop.h"
#include "thread.h"

void conc_abi_scope_tasks_end(struct conc_abi_scope_tasks *tasks)
{
	if (tasks->conc_scope->conc_complete) return;
	for (size_t i = 0; i < tasks->conc_count; i++) {
		char *object = tasks->conc_first + i * tasks->conc_stride;
		struct conc_thread *t = *(struct conc_thread **)(void *)object;
		if (t) conc_thread_cancel(t);
	}
}

void conc_abi_cancel(struct conc_thread *t, const char *where)
{
	if (!t)
		conc_stop(where, conc_thread_self(),
		          "conc_cancel of a thread that was never started");
	conc_operation_on(t, CHANGES, "cancels");
	conc_thread_cancel(t);
}
