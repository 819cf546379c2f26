/* SPDX-License-Identifier: MIT */
/* waituntil: how lowered code spells a statement.
 *
 *     waituntil (v << in) { B }
 *     or when (n < max) waituntil (m) { C }
 *     or else { D }
 *
 *     { conc_channel_int_element conc_value_1_0; CONC_WAITUNTIL(1, 2); conc_again_1:
 *     CONC_ON_RECEIVE(1, 0, 1, conc_channel_int, &in) { v = conc_value_1_0; { B } }
 *     else CONC_ON_LOCK(1, 1, n < max, conc_mutex, &m) { C }
 *     else CONC_ON_ELSE(1, 1) { D } else { CONC_CHOOSE(1); goto conc_again_1; } }
 *
 * The idea. Heads stay where they are in the source, so control runs through the statement's text
 * several times. First every clause's guard and head are evaluated, then CONC_CHOOSE chooses, then
 * the chosen clause's block runs. The variable conc_chosen_1 says which one it is. No call can
 * change it, so the compiler turns the first round into straight code and sees that control goes on
 * only after a block. abi_waituntil.h has the functions that the macros call.
 *
 * Invariants. Everything that outlives a head (slots, addresses of targets) is declared before the
 * label: a declaration that is executed again would lose its value. */
#ifndef CONC_ABI_CLAUSE_H
#define CONC_ABI_CLAUSE_H

#include "conc/abi_channel.h"
#include "conc/abi_future.h"
#include "conc/abi_select.h"
#include "conc/abi_separate.h"
#include "conc/abi_waituntil.h"
#include "conc/limiter.h"
#include "conc/ticker.h"

/* True while guards and heads are evaluated. */
#define CONC_HEADS_(number) (conc_chosen_##number == CONC_CHOSE_NONE_)

#define CONC_ON_(number, i, guard, ...)          \
	if (__extension__({                      \
		    if (CONC_HEADS_(number)) {   \
			    if (guard) {         \
				    __VA_ARGS__; \
			    }                    \
		    }                            \
		    conc_chosen_##number == (i); \
	    }))

/* With `ok = …`. */
#define CONC_ON_OK_(number, i, guard, ...) \
	CONC_ON_(number, i, guard, __VA_ARGS__; CONC_CHECKED(number, i))

/* The guard before a group. Clauses in the group refer to it. */
#define CONC_GROUP(number, group, guard)                                             \
	if (CONC_HEADS_(number) && (conc_group_##number##_##group = !!(guard), 0)) { \
	} else

/* ---- What a statement waits for ---- */

#define CONC_ON_LOCK(number, i, guard, name, pointer) \
	CONC_ON_(number, i, guard, CONC_LOCK_CLAUSE(number, i, 1, name, pointer))
#define CONC_ON_TAKEN(number, i, guard, name, pointer)                            \
	CONC_ON_(number, i, guard, CONC_LOCK_CLAUSE(number, i, 1, name, pointer); \
	         CONC_KEPT_(number, i))
#define CONC_ON_CONDITION(number, i, guard, condition, lock) \
	CONC_ON_CONDITION_WITH(number, i, guard, condition, lock, 0)
#define CONC_ON_CONDITION_WITH(number, i, guard, condition, lock, info) \
	CONC_ON_(number, i, guard, CONC_CONDITION_CLAUSE(number, i, 1, condition, lock, info))
/* All locks of a mutex statement: CONC_HELD_LOCKS, kept by CONC_GIVEN_UP_ALL. */
#define CONC_GIVEN_UP_ALL(number) \
	CONC_GIVEN_UP(number);    \
	struct conc_abi_lock_set conc_locks_##number
#define CONC_ON_CONDITION_ALL(number, i, guard, condition, locks) \
	CONC_ON_CONDITION_ALL_WITH(number, i, guard, condition, locks, 0)
#define CONC_ON_CONDITION_ALL_WITH(number, i, guard, condition, locks, info) \
	CONC_ON_(number, i, guard, conc_locks_##number = *(locks);           \
	         CONC_CONDITION_CLAUSE(number, i, 1, condition, &conc_locks_##number, info))
#define CONC_ON_BARRIER(number, i, guard, pointer) \
	CONC_ON_(number, i, guard, CONC_BARRIER_CLAUSE(number, i, 1, pointer))
#define CONC_ON_FUTURE(number, i, guard, pointer) \
	CONC_ON_(number, i, guard, CONC_FUTURE_CLAUSE(number, i, 1, pointer))
#define CONC_ON_TASK(number, i, guard, pointer) \
	CONC_ON_(number, i, guard, CONC_TASK_CLAUSE(number, i, 1, pointer))
#define CONC_ON_THREAD(number, i, guard, pointer) \
	CONC_ON_(number, i, guard, CONC_THREAD_CLAUSE(number, i, 1, pointer))
#define CONC_ON_ACTOR(number, i, guard, pointer) \
	CONC_ON_(number, i, guard, CONC_ACTOR_CLAUSE(number, i, 1, pointer))
#define CONC_ON_SELECT(number, i, guard, name, pointer) \
	CONC_ON_(number, i, guard, CONC_SELECT_CLAUSE(number, i, 1, name, pointer))
#define CONC_ON_TIMEOUT(number, i, guard, duration) \
	CONC_ON_(number, i, guard, CONC_TIMEOUT_CLAUSE(number, i, 1, duration))
#define CONC_ON_TIMED_(number, i, guard, name, pointer)                                   \
	CONC_ON_(number, i, guard,                                                        \
	         conc_abi_timed_clause(&conc_wait_##number, i, &name##_selectable,        \
	                               conc_abi_operand_of_waituntil(pointer, CONC_HERE), \
	                               CONC_HERE))
#define CONC_ON_TICKER(number, i, guard, pointer) \
	CONC_ON_TIMED_(number, i, guard, conc_ticker, pointer)
#define CONC_ON_LIMITER(number, i, guard, pointer) \
	CONC_ON_TIMED_(number, i, guard, conc_limiter, pointer)
#define CONC_ON_READABLE(number, i, guard, fd) \
	CONC_ON_(number, i, guard, CONC_READABLE_CLAUSE(number, i, 1, fd))
#define CONC_ON_WRITABLE(number, i, guard, fd) \
	CONC_ON_(number, i, guard, CONC_WRITABLE_CLAUSE(number, i, 1, fd))
#define CONC_ON_SIGNALLED(number, i, guard, signal) \
	CONC_ON_(number, i, guard, CONC_SIGNALLED_CLAUSE(number, i, 1, signal))
#define CONC_ON_EXITED(number, i, guard, pid) \
	CONC_ON_(number, i, guard, CONC_EXITED_CLAUSE(number, i, 1, pid))
/* n << conc_read(…): function is read, operands are in parentheses. */
#define CONC_ON_IO(number, i, guard, function, operands)                                           \
	if (__extension__({                                                                        \
		    if (CONC_HEADS_(number)) {                                                     \
			    if (guard) {                                                           \
				    CONC_IO_CLAUSE_(number, i, function, operands);                \
			    }                                                                      \
		    }                                                                              \
		    conc_chosen_##number == (i) &&                                                 \
		            (conc_abi_io_took_place(&conc_wait_##number, i,                        \
		                                    &conc_io_##number##_##i,                       \
		                                    &conc_value_##number##_##i) ||                 \
		             (conc_chosen_##number = CONC_CHOSE_AGAIN_, 0));                       \
	    }))
/* operands: in parentheses; separate: the number of the reservation; outer: null or the reservation
 * around it; the rest: the condition. */
#define CONC_ON_REQUIRE(number, i, guard, separate, outer, operands, ...)                        \
	if (__extension__({                                                                      \
		    if (CONC_HEADS_(number)) {                                                   \
			    if (guard) {                                                         \
				    const volatile void *const conc_operands_##separate[] = {    \
				            CONC_ABI_PARAMETERS_ operands};                      \
				    conc_abi_require_clause(                                     \
				            &conc_wait_##number, i, conc_reserved_##separate,    \
				            conc_require_##separate, conc_operands_##separate,   \
				            sizeof conc_operands_##separate / sizeof(void *),    \
				            outer, CONC_HERE);                                   \
			    }                                                                    \
		    }                                                                            \
		    conc_chosen_##number == (i) &&                                               \
		            ((__VA_ARGS__) ? CONC_REQUIRE_HOLDS_(number)                         \
		                           : (conc_chosen_##number = CONC_CHOSE_AGAIN_,          \
		                              conc_abi_require_failed(&conc_wait_##number, i))); \
	    }))
#define CONC_REQUIRE_HOLDS_(number) \
	(!conc_wait_##number.conc_listed || conc_abi_require_holds(&conc_wait_##number))
#define CONC_ON_QUIET(number, i, guard, object)                                                 \
	if (__extension__({                                                                     \
		    if (CONC_HEADS_(number)) {                                                  \
			    if (guard)                                                          \
				    conc_abi_quiet_clause(                                      \
				            &conc_wait_##number, i, &conc_quiet_##number##_##i, \
				            conc_quiet_room_##number##_##i, object, CONC_HERE); \
		    }                                                                           \
		    conc_chosen_##number == (i) && CONC_REQUIRE_HOLDS_(number);                 \
	    }))
#define CONC_ON_CANCELLED(number, i, guard) \
	CONC_ON_(number, i, guard, CONC_CANCELLED_CLAUSE(number, i, 1))
#define CONC_ON_ELSE(number, guard) \
	CONC_ON_(number, CONC_CHOSE_ELSE_, guard, conc_wait_##number.conc_else = 1)

/* ---- Channels and futures: through a slot of the statement, or straight to the target ---- */

#define CONC_CHANNEL_(channel) \
	((struct conc_channel *)conc_abi_operand_of_waituntil(&(channel)->conc_channel, CONC_HERE))

#define CONC_RECEIVE_(number, i, channel, slot, name)                                         \
	conc_abi_channel_receive_clause(&conc_wait_##number, i, CONC_CHANNEL_(channel), slot, \
	                                sizeof(name##_element), CONC_HERE)
#define CONC_ON_RECEIVE(number, i, guard, name, channel) \
	CONC_ON_(number, i, guard,                       \
	         CONC_RECEIVE_(number, i, channel, &conc_value_##number##_##i, name))
#define CONC_ON_RECEIVE_OK(number, i, guard, name, channel) \
	CONC_ON_OK_(number, i, guard,                       \
	            CONC_RECEIVE_(number, i, channel, &conc_value_##number##_##i, name))

#define CONC_RECEIVE_INTO_(number, i, channel, target, name) \
	name##_element *conc_into_##number##_##i = target;   \
	CONC_RECEIVE_(number, i, channel, conc_into_##number##_##i, name)
#define CONC_ON_RECEIVE_INTO(number, i, guard, name, target, channel) \
	CONC_ON_(number, i, guard, CONC_RECEIVE_INTO_(number, i, channel, target, name))
#define CONC_ON_RECEIVE_INTO_OK(number, i, guard, name, target, channel) \
	CONC_ON_OK_(number, i, guard, CONC_RECEIVE_INTO_(number, i, channel, target, name))

#define CONC_SEND_(number, i, channel, slot, value, name)                                       \
	struct conc_channel *conc_channel_##number##_##i = CONC_CHANNEL_(channel);              \
	*(slot) = value;                                                                        \
	conc_abi_channel_send_clause(&conc_wait_##number, i, conc_channel_##number##_##i, slot, \
	                             sizeof(name##_element), CONC_HERE)
#define CONC_ON_SEND(number, i, guard, name, channel, value) \
	CONC_ON_(number, i, guard,                           \
	         CONC_SEND_(number, i, channel, &conc_value_##number##_##i, value, name))
#define CONC_ON_SEND_OK(number, i, guard, name, channel, value) \
	CONC_ON_OK_(number, i, guard,                           \
	            CONC_SEND_(number, i, channel, &conc_value_##number##_##i, value, name))

#define CONC_ON_WAITSET_(number, i, set)                                                           \
	conc_abi_clause(&conc_wait_##number, i, &conc_waitset_selectable,                          \
	                conc_abi_operand_of_waituntil(set, CONC_HERE), &conc_value_##number##_##i, \
	                CONC_HERE)
#define CONC_ON_WAITSET(number, i, guard, name, set) \
	CONC_ON_(number, i, guard, CONC_ON_WAITSET_(number, i, set))
#define CONC_ON_WAITSET_OK(number, i, guard, name, set) \
	CONC_ON_OK_(number, i, guard, CONC_ON_WAITSET_(number, i, set))

#define CONC_FUTURE_(future) \
	((struct conc_future *)conc_abi_operand_of_waituntil(&(future)->conc_future, CONC_HERE))
#define CONC_READ_(number, i, future, slot, name)                                          \
	conc_abi_read_clause(&conc_wait_##number, i, CONC_FUTURE_(future), slot,           \
	                     __builtin_offsetof(name, conc_value), sizeof(name##_element), \
	                     CONC_HERE)
#define CONC_ON_READ(number, i, guard, name, future) \
	CONC_ON_(number, i, guard, CONC_READ_(number, i, future, &conc_value_##number##_##i, name))
#define CONC_ON_READ_OK(number, i, guard, name, future) \
	CONC_ON_OK_(number, i, guard,                   \
	            CONC_READ_(number, i, future, &conc_value_##number##_##i, name))
#define CONC_READ_INTO_(number, i, future, target, name)   \
	name##_element *conc_into_##number##_##i = target; \
	CONC_READ_(number, i, future, conc_into_##number##_##i, name)
#define CONC_ON_READ_INTO(number, i, guard, name, target, future) \
	CONC_ON_(number, i, guard, CONC_READ_INTO_(number, i, future, target, name))
#define CONC_ON_READ_INTO_OK(number, i, guard, name, target, future) \
	CONC_ON_OK_(number, i, guard, CONC_READ_INTO_(number, i, future, target, name))

/* For a slot too large for a user thread's stack. */
#define CONC_KEPT(name, slot) \
	__attribute__((__cleanup__(conc_abi_waituntil_forget))) name##_element *slot = 0
#define CONC_KEEP_(number, i, name)                                            \
	conc_value_##number##_##i = (name##_element *)conc_abi_waituntil_keep( \
	        sizeof(name##_element), __alignof__(name##_element), CONC_HERE)
#define CONC_ON_SEND_LARGE(number, i, guard, name, channel, value) \
	CONC_ON_(number, i, guard, CONC_KEEP_(number, i, name);    \
	         CONC_SEND_(number, i, channel, conc_value_##number##_##i, value, name))
#define CONC_ON_SEND_LARGE_OK(number, i, guard, name, channel, value) \
	CONC_ON_OK_(number, i, guard, CONC_KEEP_(number, i, name);    \
	            CONC_SEND_(number, i, channel, conc_value_##number##_##i, value, name))

void *conc_abi_waituntil_keep(size_t size, size_t align, const char *where);
void conc_abi_waituntil_forget(void *slot);

/* ---- The next step ---- */

/* Waits, and stores the choice where the compiler can follow it. */
#define CONC_CHOOSE_(number, wait) (wait, conc_chosen_##number = conc_wait_##number.conc_chosen)
#define CONC_CHOOSE(number) CONC_CHOOSE_(number, CONC_WAIT(number))
#define CONC_CHOOSE_FAIR(number) CONC_CHOOSE_(number, CONC_WAIT_FAIR(number))

/* One clause, else or none: each at most once. */
#define CONC_NEXT(number) (CONC_HEADS_(number) && CONC_CHOOSE(number) != CONC_CHOSE_NONE_)
/* The same in a statement in which a condition may have been false. */
#define CONC_NEXT_AGAIN_(number, choose)                                       \
	((CONC_HEADS_(number) || conc_chosen_##number == CONC_CHOSE_AGAIN_) && \
	 choose != CONC_CHOSE_NONE_)
#define CONC_NEXT_AGAIN(number) CONC_NEXT_AGAIN_(number, CONC_CHOOSE(number))
#define CONC_NEXT_FAIR_AGAIN(number) CONC_NEXT_AGAIN_(number, CONC_CHOOSE_FAIR(number))
#define CONC_NEXT_FAIR(number) (CONC_HEADS_(number) && CONC_CHOOSE_FAIR(number) != CONC_CHOSE_NONE_)

/* Until the predicate over CONC_RAN, CONC_OFF and CONC_DONE holds. */
#define CONC_DONE(number, i) (CONC_RAN(number, i) || CONC_OFF(number, i))
#define CONC_NEXT_UNTIL_(number, predicate, choose)                                             \
	((CONC_HEADS_(number) || (conc_chosen_##number != CONC_CHOSE_ELSE_ && !(predicate))) && \
	 choose != CONC_CHOSE_NONE_)
#define CONC_NEXT_UNTIL(number, predicate) CONC_NEXT_UNTIL_(number, predicate, CONC_CHOOSE(number))
#define CONC_NEXT_FAIR_UNTIL(number, predicate) \
	CONC_NEXT_UNTIL_(number, predicate, CONC_CHOOSE_FAIR(number))

#endif
