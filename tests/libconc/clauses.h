/* SPDX-License-Identifier: MIT */
/* Statements of several clauses in plain C: each clause is described, CONC_WAIT chooses, then the caller looks which one it
 * was. Lowered code runs through the statement's text instead (conc/abi_clause.h), and calls the same functions. */
#ifndef CLAUSES_H
#define CLAUSES_H

#include <conc.h>

/* Has an else; guard: whether it is enabled. */
#define CONC_WAIT_ELSE(number, guard) (conc_wait_##number.conc_else = !!(guard))

/* Is the block of clause i to run now? Is that of else? */
#define CONC_CHOSEN(number, i) (conc_wait_##number.conc_chosen == (i))
#define CONC_CHOSE_ELSE(number) (conc_wait_##number.conc_chosen == CONC_CHOSE_ELSE_)

/* Has a clause just taken effect? Not if every clause was removed, or else was chosen. */
#define CONC_GOES_ON(number)                                   \
	(conc_wait_##number.conc_chosen != CONC_CHOSE_NONE_ && \
	 conc_wait_##number.conc_chosen != CONC_CHOSE_ELSE_)

/* Channels: conc_value_NUMBER_I is sent, or has been received when the clause is chosen. */
#define CONC_RECEIVE_CLAUSE(number, i, guard, name, channel)                                \
	name##_element conc_value_##number##_##i __attribute__((__unused__));               \
	if (guard)                                                                          \
	conc_abi_channel_receive_clause(&conc_wait_##number, i, &(channel)->conc_channel,   \
	                                &conc_value_##number##_##i, sizeof(name##_element), \
	                                CONC_HERE)
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

#define CONC_READ_INTO_CLAUSE(number, i, guard, name, future, pointer)                     \
	if (guard)                                                                         \
	conc_abi_read_clause(&conc_wait_##number, i, &(future)->conc_future, pointer,      \
	                     __builtin_offsetof(name, conc_value), sizeof(name##_element), \
	                     CONC_HERE)

/* conc_value_NUMBER_I has been read when the clause is chosen. */
#define CONC_READ_CLAUSE(number, i, guard, name, future)                      \
	name##_element conc_value_##number##_##i __attribute__((__unused__)); \
	CONC_READ_INTO_CLAUSE(number, i, guard, name, future, &conc_value_##number##_##i)

#endif
