/* SPDX-License-Identifier: MIT */
/*
 * waituntil: the functions and macros behind lowered code.
 *
 * abi_clause.h has the picture and the macros that lowered code spells; those use the macros below.
 *
 * The idea. The statement and its clauses lie on the stack. A clause's macro only notes the
 * operation. conc_abi_wait_until first tries each clause in program order without registering
 * anywhere. Only if none can take effect does it register all of them and wait (waituntil.c). So a
 * statement that finds a clause ready costs one attempt per clause that it looks at, and the
 * members that only a wait needs are not even initialised. The cleanup of the statement's variable
 * releases the lock of the chosen clause and unregisters the others, however control leaves.
 *
 * Rejected: an array of descriptions that a loop fills in (nothing of it could stay in registers);
 * a statement object per thread (a block may hold another statement).
 */
#ifndef CONC_ABI_WAITUNTIL_H
#define CONC_ABI_WAITUNTIL_H

#include "conc/abi_locks.h"
#include "conc/abi_mutex.h"
#include "conc/abi_thread.h"
#include "conc/duration.h"

struct conc_selectable;
struct conc_actor;

/* One clause. It begins with the members of struct conc_waiter (waiting.h), which the library
 * checks. Only conc_abi_clause and, if the statement has to wait, the library initialise it. */
struct conc_abi_clause {
	void *conc_next, *conc_previous, *conc_thread, *conc_selection;
	void *conc_slot;
	uint64_t conc_since;
	_Bool conc_queued, conc_nonblocking;
	int32_t conc_mode, conc_result;
	const struct conc_selectable *conc_kind __attribute__((__aligned__(16)));
	void *conc_resource;
	const char *conc_where;
} __attribute__((__aligned__(16)));

/* Values of conc_chosen that do not name a clause. */
enum {
	CONC_CHOSE_NONE_ = -1,
	CONC_CHOSE_ELSE_ = -2,
	CONC_CHOSE_UNRUN_ = -3,
	CONC_CHOSE_AGAIN_ = -4
};

/* What a statement gives up while it waits, if a clause is a wait for a condition. */
struct conc_abi_given_up {
	void *conc_lock;
	const struct conc_abi_lockable *conc_lockable;
	uint32_t conc_depth; /* with which it takes the lock again */
};

/* One statement. Masks have one bit per clause. */
struct conc_abi_waituntil {
	uintptr_t conc_selection; /* with conc_user: struct conc_selection */
	uint8_t conc_user;
	_Bool conc_else;    /* has an enabled else */
	_Bool conc_and;     /* may continue after a block */
	_Bool conc_started; /* the members for a wait are initialised */
	int8_t conc_chosen; /* the clause whose block runs next, or a value above */
	int8_t conc_held;   /* the clause to release after its block, or -1 */
	int8_t conc_waits; /* a wait for a condition, or -1; its since is a struct conc_abi_given_up
	                    */
	_Bool conc_left;   /* that has been given up */
	struct conc_abi_clause *conc_clauses;
	uint64_t conc_enabled;  /* its guard was true */
	uint64_t conc_ran;      /* has taken effect */
	uint64_t conc_checked;  /* has `ok =` */
	uint64_t conc_timeouts; /* is a timeout, or of a kind that time makes ready */
	uint64_t conc_listed;   /* registered with its resource */
};

/* Notes the operation of a clause whose guard was true. Sets since and mode to 0. */
CONC_ABI_INLINE void conc_abi_clause(struct conc_abi_waituntil *conc_statement,
                                     unsigned conc_clause, const struct conc_selectable *conc_kind,
                                     void *conc_resource, void *conc_slot, const char *conc_where)
{
	struct conc_abi_clause *conc_c = &conc_statement->conc_clauses[conc_clause];

	conc_statement->conc_enabled |= (uint64_t)1 << conc_clause;
	conc_c->conc_kind = conc_kind;
	conc_c->conc_resource = conc_resource;
	conc_c->conc_slot = conc_slot;
	conc_c->conc_where = conc_where;
	conc_c->conc_since = 0;
	conc_c->conc_mode = 0;
	conc_c->conc_result = 0;
}

/* Wait until a clause can take effect, and choose it; or choose else or none by the statement's
 * rules. fair: at random among the clauses that are ready. */
void conc_abi_wait_until(struct conc_abi_waituntil *wait, const char *where);
void conc_abi_wait_until_fair(struct conc_abi_waituntil *wait, const char *where);

/* Unregisters all clauses and releases the lock that is held. */
void conc_abi_waituntil_leave(struct conc_abi_waituntil *wait);

CONC_ABI_INLINE void conc_abi_waituntil_end(struct conc_abi_waituntil *conc_statement)
{
	if (conc_statement->conc_listed || conc_statement->conc_held >= 0)
		conc_abi_waituntil_leave(conc_statement);
}

#define CONC_WAITUNTIL_(number, count, all)                                           \
	struct conc_abi_clause conc_clauses_##number[count];                          \
	CONC_SCOPED(conc_abi_waituntil)                                               \
	struct conc_abi_waituntil conc_wait_##number =                                \
	        {0, 0, 0, all, 0, CONC_CHOSE_NONE_, -1, -1, 0, conc_clauses_##number, \
	         0, 0, 0, 0,   0};                                                    \
	int conc_chosen_##number __attribute__((__unused__)) = CONC_CHOSE_NONE_

/* The head of a statement with `or` only; and with `and`, which continues after a block: a longjmp
 * into that must find conc_chosen in memory. */
#define CONC_WAITUNTIL(number, count) CONC_WAITUNTIL_(number, count, 0)
#define CONC_WAITUNTIL_AND(number, count)  \
	CONC_WAITUNTIL_(number, count, 1); \
	CONC_WRITTEN(conc_chosen_##number)

/* Tells the compiler that object may be written, by a block that may have run. */
#define CONC_WRITTEN(object) __asm__("" : "+m"(object))

/* In program order; at random among the clauses that are ready. */
#define CONC_WAIT(number) conc_abi_wait_until(&conc_wait_##number, CONC_HERE)
#define CONC_WAIT_FAIR(number) conc_abi_wait_until_fair(&conc_wait_##number, CONC_HERE)

/* For the completion test: has clause i taken effect; did its guard remove it? */
#define CONC_RAN(number, i) ((int)(conc_wait_##number.conc_ran >> (i)&1))
#define CONC_OFF(number, i) (!(conc_wait_##number.conc_enabled >> (i)&1))

/* For `ok = …`: after the clause; before its block. */
#define CONC_CHECKED(number, i) (conc_wait_##number.conc_checked |= (uint64_t)1 << (i))
#define CONC_TOOK_PLACE(number, i) (conc_clauses_##number[i].conc_result == 0)

/* For a call that takes a lock or a unit, after the clause: it is not released after the block. */
#define CONC_KEPT_(number, i) (conc_clauses_##number[i].conc_since = 1)

/* ---- Clauses. guard: the guard, or 1. What follows it is evaluated only if it is true. ---- */

void conc_abi_waituntil_null(const char *where) __attribute__((__noreturn__, __cold__));

CONC_ABI_INLINE void *conc_abi_operand_of_waituntil(void *conc_operand, const char *conc_where)
{
	if (__builtin_expect(!conc_operand, 0)) conc_abi_waituntil_null(conc_where);
	return conc_operand;
}

#define CONC_CLAUSE_(number, i, guard, kind, resource, slot) \
	if (guard) conc_abi_clause(&conc_wait_##number, i, kind, resource, slot, CONC_HERE)

/* name: of a lock for which threads can queue, as in CONC_HOLD. */
#define CONC_LOCK_CLAUSE(number, i, guard, name, pointer)  \
	CONC_CLAUSE_(number, i, guard, &name##_selectable, \
	             conc_abi_operand_of_waituntil(pointer, CONC_HERE), 0)

#define CONC_ABI_DECLARE_SELECTABLE(name, object, lock, unlock, shared) \
	extern const struct conc_selectable name##_selectable;
CONC_ABI_SELECTABLE_LOCKS(CONC_ABI_DECLARE_SELECTABLE)

/* A wait for a condition: the statement gives up the lock while it waits. */
extern const struct conc_selectable conc_condition_selectable;

void conc_abi_waituntil_two_locks(const char *where) __attribute__((__noreturn__, __cold__));

CONC_ABI_INLINE void conc_abi_condition_clause(struct conc_abi_waituntil *conc_statement,
                                               unsigned conc_clause, struct conc_condition *conc_c,
                                               struct conc_abi_given_up *conc_given_up,
                                               void *conc_lock,
                                               const struct conc_abi_lockable *conc_lockable,
                                               uintptr_t conc_info, const char *conc_where)
{
	conc_abi_clause(conc_statement, conc_clause, &conc_condition_selectable,
	                conc_abi_operand_of_waituntil(conc_c, conc_where), (void *)conc_info,
	                conc_where);
	conc_statement->conc_clauses[conc_clause].conc_since = (uintptr_t)conc_given_up;
	if (__builtin_expect(
	            conc_statement->conc_waits >= 0 && conc_given_up->conc_lock != conc_lock, 0))
		conc_abi_waituntil_two_locks(conc_where);
	conc_statement->conc_waits = (int8_t)conc_clause;
	conc_given_up->conc_lock = conc_abi_operand_of_waituntil(conc_lock, conc_where);
	conc_given_up->conc_lockable = conc_lockable;
}

/* Before the statement, once. */
#define CONC_GIVEN_UP(number) struct conc_abi_given_up conc_given_up_##number
#define CONC_CONDITION_CLAUSE(number, i, guard, condition, lock, info)                        \
	if (guard)                                                                            \
	conc_abi_condition_clause(&conc_wait_##number, i, condition, &conc_given_up_##number, \
	                          lock, CONC_ABI_LOCKABLE(lock), info, CONC_HERE)

/* A meeting. */
extern const struct conc_selectable conc_barrier_selectable;
#define CONC_BARRIER_CLAUSE(number, i, guard, pointer)           \
	CONC_CLAUSE_(number, i, guard, &conc_barrier_selectable, \
	             conc_abi_operand_of_waituntil(pointer, CONC_HERE), 0)

/* The end of an actor. */
void conc_abi_actor_clause(struct conc_abi_waituntil *wait, unsigned clause,
                           struct conc_actor *actor, const char *where);
#define CONC_ACTOR_CLAUSE(number, i, guard, pointer)                  \
	if (guard)                                                    \
	conc_abi_actor_clause(&conc_wait_##number, i, __extension__({ \
		__typeof__(&*(pointer)) conc_ends = (pointer);        \
		conc_ends ? &conc_ends->conc_actor : 0;               \
	}),                                                           \
	                      CONC_HERE)

/* duration: if zero or less, the clause is ready at once. */
void conc_abi_timeout_clause(struct conc_abi_waituntil *wait, unsigned clause,
                             conc_duration duration, const char *where);
#define CONC_TIMEOUT_CLAUSE(number, i, guard, duration) \
	if (guard) conc_abi_timeout_clause(&conc_wait_##number, i, duration, CONC_HERE)

/* Kinds that time makes ready: a ticker, a limiter. */
CONC_ABI_INLINE void conc_abi_timed_clause(struct conc_abi_waituntil *conc_statement,
                                           unsigned conc_clause,
                                           const struct conc_selectable *conc_kind,
                                           void *conc_resource, const char *conc_where)
{
	conc_abi_clause(conc_statement, conc_clause, conc_kind, conc_resource, 0, conc_where);
	conc_statement->conc_timeouts |= (uint64_t)1 << conc_clause;
}

/* Ready if the calling thread has been cancelled. */
extern const struct conc_selectable conc_cancelled_selectable;
#define CONC_CANCELLED_CLAUSE(number, i, guard) \
	CONC_CLAUSE_(number, i, guard, &conc_cancelled_selectable, 0, 0)

/* The end of a task, and of a thread object. */
void conc_abi_end_clause(struct conc_abi_waituntil *wait, unsigned clause,
                         struct conc_thread *thread, const char *where);
#define CONC_TASK_CLAUSE(number, i, guard, task) \
	if (guard) conc_abi_end_clause(&conc_wait_##number, i, (task)->conc_task, CONC_HERE)

struct conc_thread *conc_abi_thread_of(const struct conc_thread_object *object, const char *where);
#define CONC_THREAD_CLAUSE(number, i, guard, pointer)                                     \
	if (guard)                                                                        \
	conc_abi_end_clause(&conc_wait_##number, i, __extension__({                       \
		__typeof__(&*(pointer)) conc_ended = (pointer);                           \
		conc_abi_thread_of(conc_ended ? &conc_ended->conc_thread : 0, CONC_HERE); \
	}),                                                                               \
	                    CONC_HERE)

#endif
