/* SPDX-License-Identifier: MIT */
/*
 * waituntil: what lowered code calls.
 *
 *     waituntil (v << in) {B} or when (n < max) waituntil (m) {C} or waituntil (timeout(10ms)) {D}
 *
 *     {
 *             CONC_WAITUNTIL(1, 3);
 *             CONC_RECEIVE_CLAUSE(1, 0, 1, conc_channel_int, &in);
 *             const int conc_guard_1_1 = !!(n < max);
 *             CONC_LOCK_CLAUSE(1, 1, conc_guard_1_1, conc_mutex, &m);
 *             CONC_TIMEOUT_CLAUSE(1, 2, 1, CONC_NS(10000000));
 *             CONC_WAIT(1);
 *             if (CONC_CHOSEN(1, 0)) { v = conc_value_1_0; {B} }
 *             else if (CONC_CHOSEN(1, 1)) {C}
 *             else if (CONC_CHOSEN(1, 2)) {D}
 *     }
 *
 * The idea. The statement and its clauses lie on the stack. A clause's macro notes what is to be
 * done, and nothing else; CONC_WAIT first tries each in program order without registering
 * anywhere, and only if none can take place registers with all and waits (waituntil.c). So a
 * statement that finds something ready costs one attempt per clause that it looks at, and what
 * only a wait needs is not even initialised. The cleanup of the statement's variable gives back
 * the lock of the chosen clause and takes the others out, however control leaves.
 *
 * With `and`: CONC_WAITUNTIL_AND instead of CONC_WAITUNTIL, a label before CONC_WAIT, and behind
 * the chain   if (CONC_GOES_ON(1) && !(CONC_RAN(1, 0) && …)) goto conc_again_1;
 *
 * Rejected: an array of descriptions that a loop fills in (nothing of it could stay in
 * registers); a statement object per thread (a block may hold another statement).
 */
#ifndef CONC_ABI_WAITUNTIL_H
#define CONC_ABI_WAITUNTIL_H

#include "conc/abi_mutex.h"
#include "conc/abi_thread.h"
#include "conc/duration.h"

struct conc_selectable;

/* One clause; the first members are a struct conc_waiter (waiting.h), which the library checks.
 * Not initialised but by conc_abi_clause and, when the statement has to wait, the library. */
struct conc_abi_clause {
	void *conc_next, *conc_previous, *conc_thread, *conc_race;
	void *conc_slot;
	uint64_t conc_since;
	_Bool conc_queued, conc_at_once;
	int32_t conc_mode, conc_result;
	const struct conc_selectable *conc_kind __attribute__((__aligned__(16)));
	void *conc_resource;
	const char *conc_where;
} __attribute__((__aligned__(16)));

/* Values of conc_chosen that are no clause. */
enum { CONC_CHOSE_NONE_ = -1, CONC_CHOSE_ELSE_ = -2, CONC_CHOSE_UNRUN_ = -3 };

/* One statement. Masks have a bit for each clause. */
struct conc_abi_waituntil {
	uintptr_t conc_race; /* struct conc_race */
	struct conc_abi_clause *conc_clauses;
	uint64_t conc_enabled;  /* its guard held */
	uint64_t conc_ran;      /* has taken effect */
	uint64_t conc_checked;  /* asks whether the operation took place */
	uint64_t conc_timeouts; /* is a timeout */
	uint64_t conc_listed;   /* registered with its resource */
	int16_t conc_chosen;    /* whose block is to run, or one of the above */
	int16_t conc_held;      /* the clause to release after its block, or -1 */
	_Bool conc_else;        /* has an else that is enabled */
	_Bool conc_and;         /* may go on after a block */
	_Bool conc_started;     /* what only a wait needs is initialised */
	_Bool conc_blind;       /* has a clause without a first look */
};

/* Notes what clause is to do; its guard held. since, mode: 0. */
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

/* Waits until a clause can take effect, and chooses it; else by the rules of the statement. */
void conc_abi_wait_until(struct conc_abi_waituntil *wait, const char *where);
void conc_abi_wait_until_fair(struct conc_abi_waituntil *wait, const char *where);

/* Takes everything back. */
void conc_abi_waituntil_leave(struct conc_abi_waituntil *wait);

CONC_ABI_INLINE void conc_abi_waituntil_end(struct conc_abi_waituntil *conc_statement)
{
	if (conc_statement->conc_listed || conc_statement->conc_held >= 0)
		conc_abi_waituntil_leave(conc_statement);
}

#define CONC_WAITUNTIL_(number, count, all)                                                   \
	struct conc_abi_clause conc_clauses_##number[count];                                  \
	CONC_SCOPED(conc_abi_waituntil)                                                       \
	struct conc_abi_waituntil conc_wait_##number = {                                      \
	        0, conc_clauses_##number, 0, 0, 0, 0, 0, CONC_CHOSE_NONE_, -1, 0, all, 0, 0}; \
	int conc_chosen_##number __attribute__((__unused__)) = CONC_CHOSE_NONE_

/* The head of a statement with `or` only; of one with `and`, which goes on behind a block: a
 * longjmp into that must find conc_chosen in memory. */
#define CONC_WAITUNTIL(number, count) CONC_WAITUNTIL_(number, count, 0)
#define CONC_WAITUNTIL_AND(number, count)  \
	CONC_WAITUNTIL_(number, count, 1); \
	CONC_WRITTEN(conc_chosen_##number)

/* object may be written, by a block of which the compiler cannot see whether it has run. */
#define CONC_WRITTEN(object) __asm__("" : "+m"(object))

/* Has an else; guard: whether it is enabled. */
#define CONC_WAIT_ELSE(number, guard) (conc_wait_##number.conc_else = !!(guard))

/* In program order; among those that are ready, at random. */
#define CONC_WAIT(number) conc_abi_wait_until(&conc_wait_##number, CONC_HERE)
#define CONC_WAIT_FAIR(number) conc_abi_wait_until_fair(&conc_wait_##number, CONC_HERE)

/* Is the block of clause i to run now? Is that of else? */
#define CONC_CHOSEN(number, i) (conc_wait_##number.conc_chosen == (i))
#define CONC_CHOSE_ELSE(number) (conc_wait_##number.conc_chosen == CONC_CHOSE_ELSE_)

/* Has a clause just taken effect? Not if every clause was removed, or else was chosen. */
#define CONC_GOES_ON(number)                                   \
	(conc_wait_##number.conc_chosen != CONC_CHOSE_NONE_ && \
	 conc_wait_##number.conc_chosen != CONC_CHOSE_ELSE_)

/* For the completion test: has clause i taken effect; did its guard remove it? */
#define CONC_RAN(number, i) ((int)(conc_wait_##number.conc_ran >> (i)&1))
#define CONC_OFF(number, i) (!(conc_wait_##number.conc_enabled >> (i)&1))

/* `ok = …`: behind the clause; and before its block. */
#define CONC_CHECKED(number, i) (conc_wait_##number.conc_checked |= (uint64_t)1 << (i))
#define CONC_TOOK_PLACE(number, i) (conc_clauses_##number[i].conc_result == 0)

/* ---- Clauses. guard stands for itself or is 1; what is behind it is evaluated if it holds. ----
 */

#define CONC_CLAUSE_(number, i, guard, kind, resource, slot) \
	if (guard) conc_abi_clause(&conc_wait_##number, i, kind, resource, slot, CONC_HERE)

/* name: of the lock, as for CONC_HOLD: one that waiting threads can queue for. */
#define CONC_LOCK_CLAUSE(number, i, guard, name, pointer)  \
	CONC_CLAUSE_(number, i, guard, &name##_selectable, \
	             conc_abi_operand_of_waituntil(pointer, CONC_HERE), 0)

extern const struct conc_selectable conc_mutex_selectable;
extern const struct conc_selectable conc_owner_lock_selectable;
extern const struct conc_selectable conc_rw_lock_selectable;
extern const struct conc_selectable conc_rw_reader_selectable;
extern const struct conc_selectable conc_semaphore_selectable;

void conc_abi_waituntil_null(const char *where) __attribute__((__noreturn__, __cold__));

CONC_ABI_INLINE void *conc_abi_operand_of_waituntil(void *conc_operand, const char *conc_where)
{
	if (__builtin_expect(!conc_operand, 0)) conc_abi_waituntil_null(conc_where);
	return conc_operand;
}

/* Zero or less: ready at the first look. */
void conc_abi_timeout_clause(struct conc_abi_waituntil *wait, unsigned clause,
                             conc_duration duration, const char *where);
#define CONC_TIMEOUT_CLAUSE(number, i, guard, duration) \
	if (guard) conc_abi_timeout_clause(&conc_wait_##number, i, duration, CONC_HERE)

/* The calling thread was cancelled. */
extern const struct conc_selectable conc_cancelled_selectable;
#define CONC_CANCELLED_CLAUSE(number, i, guard) \
	CONC_CLAUSE_(number, i, guard, &conc_cancelled_selectable, 0, 0)

/* The end of a task; of a thread object. */
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

/* Channels: conc_value_NUMBER_I is sent, or has been received when the clause is chosen. */
#define CONC_RECEIVE_CLAUSE(number, i, guard, name, channel)                                \
	name##_element conc_value_##number##_##i __attribute__((__unused__));               \
	if (guard)                                                                          \
	conc_abi_channel_receive_clause(&conc_wait_##number, i, &(channel)->conc_channel,   \
	                                &conc_value_##number##_##i, sizeof(name##_element), \
	                                CONC_HERE)
#define CONC_RECEIVE_INTO_CLAUSE(number, i, guard, name, channel, pointer)                         \
	if (guard)                                                                                 \
	conc_abi_channel_receive_clause(&conc_wait_##number, i, &(channel)->conc_channel, pointer, \
	                                sizeof(name##_element), CONC_HERE)
#define CONC_SEND_CLAUSE(number, i, guard, name, channel, value)                                  \
	name##_element conc_value_##number##_##i __attribute__((__unused__));                     \
	if (guard) {                                                                              \
		struct conc_channel *conc_channel_##number##_##i = &(channel)->conc_channel;      \
		conc_value_##number##_##i = (value);                                              \
		conc_abi_channel_send_clause(&conc_wait_##number, i, conc_channel_##number##_##i, \
		                             &conc_value_##number##_##i, sizeof(name##_element),  \
		                             CONC_HERE);                                          \
	}                                                                                         \
	(void)0

#endif
