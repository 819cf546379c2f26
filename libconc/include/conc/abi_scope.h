/* SPDX-License-Identifier: MIT */
/* scope, for lowered code.
 *
 *     scope (s) { spawn f(a); task(int) t = spawn g(); … }
 *     { CONC_SCOPE(1); CONC_SCOPE_NAME(1, s); {
 *       CONC_SCOPE_CHILD(1, conc_spawn_f(CONC_HERE, a));
 *       … t = conc_spawn_g(CONC_HERE); CONC_SCOPE_TASKS(2, 1, conc_task_int, t); …
 *       CONC_SCOPE_COMPLETE(1); } }
 *
 * The scope lives on the stack of the thread that runs the block. Its end waits for all children,
 * and cancels them first if the block was not left through its closing brace. */
#ifndef CONC_ABI_SCOPE_H
#define CONC_ABI_SCOPE_H

#include <stdbool.h>

#include "conc/abi_base.h"
#include "conc/abi_thread.h"
#include "conc/cancel.h"
#include "conc/duration.h"

struct conc_thread;

struct conc_scope {
	uint32_t conc_lock;               /* guards the next four */
	uint32_t conc_children;           /* number of live children */
	struct conc_thread *conc_first;   /* of the ring of children */
	struct conc_thread *conc_waiting; /* the owner, at the end of its block */
	bool conc_cancelled;              /* new children are cancelled, too */
	bool conc_complete;               /* owner only: left through the closing brace */
	const char *conc_where;
	uint64_t conc_limit; /* owner only: its deadline, 0 if it has none … */
	uint64_t conc_outer; /* … and the thread's outside of it, 0 if that has none */
	bool *conc_late;     /* owner only: is told whether conc_limit has passed; or null */
};

/* Gives the calling thread the deadline at, of conc_now(), until the end of the scope, unless it
 * has a nearer one. late: see conc_late. */
void conc_abi_scope_limit(struct conc_scope *scope, uint64_t at, bool *late);
uint64_t conc_abi_from_now(conc_duration duration);

/* Ends the scope: cancels the children unless the block is complete, then waits for all of them. */
void conc_abi_scope_end(struct conc_scope *scope);

/* conc_cancel(s): cancels all present and future children. Any thread that knows s to be alive: the
 * owner, a child. */
void conc_abi_scope_cancel(struct conc_scope *scope);

/* Makes a thread that was just started a child of the scope. The caller gives up its handle. */
void conc_abi_scope_adopt(struct conc_scope *scope, struct conc_thread *child);
void conc_abi_scope_adopt_in(struct conc_scope *scope, struct conc_thread *child,
                             const char *where);

/* In a scope that is left early: cancels the threads of count handles. Each is the first member of
 * an object of stride bytes. Null handles are skipped. */
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

/* scope (timeout(d)), scope (deadline(t)); late: the address of a bool, or 0 */
#define CONC_SCOPE_TIMEOUT(number, late, duration) \
	conc_abi_scope_limit(&conc_scope_##number, conc_abi_from_now(duration), late)
#define CONC_SCOPE_DEADLINE(number, late, time) \
	conc_abi_scope_limit(&conc_scope_##number, time, late)

#define CONC_SCOPE_COMPLETE(number) ((void)(conc_scope_##number.conc_complete = 1))

#define CONC_SCOPE_CHILD(number, task) conc_abi_scope_adopt(&conc_scope_##number, (task).conc_task)

/* spawn (s) f(a): scope is a pointer that was handed on. */
#define CONC_SPAWN_CHILD(scope, task) conc_abi_scope_adopt_in(scope, (task).conc_task, CONC_HERE)

#define CONC_CANCEL_TASK(task) conc_abi_cancel((task).conc_task, CONC_HERE)
#define CONC_CANCEL_THREAD(pointer) conc_abi_cancel((pointer)->conc_thread.thread, CONC_HERE)

#define CONC_CANCEL_SCOPE(scope) conc_abi_scope_cancel(scope)

/* After a declaration in the block. object: a task, or an array of tasks. */
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
