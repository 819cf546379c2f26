/* SPDX-License-Identifier: MIT */
/* scope: what lowered code calls.
 *
 *     scope (s) { spawn f(a); task(int) t = spawn g(); … }
 *     { CONC_SCOPE(1); struct conc_scope *const s = &conc_scope_1; {
 *       CONC_SCOPE_CHILD(1, conc_spawn_f(CONC_HERE, a));
 *       … t = conc_spawn_g(CONC_HERE); CONC_SCOPE_TASKS(2, 1, conc_task_int, t); …
 *       CONC_SCOPE_COMPLETE(1); } }
 *
 * The scope lives on the stack of the thread that runs the block. Its end waits for all
 * children; if the block was not left through its closing brace it cancels them first.
 */
#ifndef CONC_ABI_SCOPE_H
#define CONC_ABI_SCOPE_H

#include <stdbool.h>

#include "conc/abi_base.h"
#include "conc/abi_thread.h"
#include "conc/cancel.h"

struct conc_thread;

struct conc_scope {
	uint32_t conc_lock;               /* of the next four */
	uint32_t conc_children;           /* live ones */
	struct conc_thread *conc_first;   /* of the ring of children */
	struct conc_thread *conc_waiting; /* the owner, at the end of its block */
	bool conc_cancelled;              /* so is who comes from now on */
	bool conc_complete;               /* the owner: it left through the closing brace */
	const char *conc_where;
};

/* Ends the children: cancels them unless the block is complete, and waits for all. */
void conc_abi_scope_end(struct conc_scope *scope);

/* conc_cancel(s): cancels the children there are, and those that come. Any thread that s is known
 * to be alive to: its owner, a child. */
void conc_abi_scope_cancel(struct conc_scope *scope);

/* Lets go of a thread that was just started: it is now a child of the scope. */
void conc_abi_scope_adopt(struct conc_scope *scope, struct conc_thread *child);

/* In a scope that is left early: cancels the threads of count handles, each the first member of an
 * object of stride bytes; null ones are passed over. */
struct conc_abi_scope_tasks {
	struct conc_scope *conc_scope;
	char *conc_first;
	size_t conc_count, conc_stride;
};
void conc_abi_scope_tasks_end(struct conc_abi_scope_tasks *tasks);

#define CONC_SCOPE(number)          \
	CONC_SCOPED(conc_abi_scope) \
	struct conc_scope conc_scope_##number = {.conc_where = CONC_HERE}

#define CONC_SCOPE_NAME(number, name) \
	struct conc_scope *const name __attribute__((__unused__)) = &conc_scope_##number

#define CONC_SCOPE_COMPLETE(number) ((void)(conc_scope_##number.conc_complete = 1))

#define CONC_SCOPE_CHILD(number, task) conc_abi_scope_adopt(&conc_scope_##number, (task).conc_task)

#define CONC_CANCEL_TASK(task) conc_abi_cancel((task).conc_task, CONC_HERE)
#define CONC_CANCEL_THREAD(pointer) conc_abi_cancel((pointer)->conc_thread.thread, CONC_HERE)

#define CONC_CANCEL_SCOPE(scope) conc_abi_scope_cancel(scope)

/* Behind a declaration in the block. object: a task, or an array of them. */
#define CONC_SCOPE_TASKS(number, scope, name, object)                                  \
	CONC_SCOPED(conc_abi_scope_tasks)                                              \
	struct conc_abi_scope_tasks conc_scope_tasks_##number = {                      \
	        &conc_scope_##scope, (char *)&(object), sizeof(object) / sizeof(name), \
	        sizeof(name)}

/* The same for threads; type: the thread type. */
#define CONC_SCOPE_THREADS(number, scope, type, object)                                         \
	CONC_SCOPED(conc_abi_scope_tasks)                                                       \
	struct conc_abi_scope_tasks conc_scope_tasks_##number = {                               \
	        &conc_scope_##scope, (char *)&(object) + __builtin_offsetof(type, conc_thread), \
	        sizeof(object) / sizeof(type), sizeof(type)}

#endif
