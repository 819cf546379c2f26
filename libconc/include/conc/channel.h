/* SPDX-License-Identifier: MIT */
/* Channels: threads hand each other values.
 *
 * In the dialect a channel is `channel(T) c = {128};`, a send `c << x`, a receive `x << c`. In
 * plain C the type has a name, which CONC_CHANNEL_TYPE defines once per unit:
 *
 *     CONC_CHANNEL_TYPE(int, ints);
 *     ints c = CONC_CHANNEL(128);
 *     ints_send(&c, 1, CONC_HERE);                  waits while c is full
 *     int i = ints_receive(&c, CONC_HERE);          waits while c is empty
 *     ints_end(&c);
 *
 * The capacity is a number of elements. All-zero is a channel of capacity 0, a rendezvous: a send
 * and a receive wait for each other. Elements are copied byte by byte; they come out in the order
 * in which they went in; who waits is served first come, first served. The buffer (capacity times
 * sizeof(T), malloc) is allocated at the first send into it, and the program stops with the line
 * of that send if there is no memory; it is freed by NAME_end or conc_channel_fini. A channel
 * must not be moved or copied once it was used.
 *
 * The operations of a channel type NAME of T; where is CONC_HERE:
 *
 *     void NAME_send(NAME *c, T value, where)       waits; stops the program if c is closed
 *     bool NAME_send_ok(NAME *c, T value, where)    waits; false if c is closed: not sent
 *     void NAME_send_from(NAME *c, const T *value, where), bool NAME_send_from_ok(…)   the same
 *     T NAME_receive(NAME *c, where)                waits; stops if c is closed and empty
 *     void NAME_receive_into(NAME *c, T *to, where) the same
 *     bool NAME_receive_ok(NAME *c, T *to, where)   waits; false, and *to as it was, if closed
 *     bool NAME_try_send(NAME *c, T value, where)   never waits; false also if c is full
 *     bool NAME_try_receive(NAME *c, T *to, where)  never waits; false also if c is empty
 *     void NAME_flush(NAME *c, T value, where)      see conc_flush
 *     void NAME_end(NAME *c)                        as conc_channel_fini
 *
 * Any kernel thread may call everything here, and everything may be called while others use the
 * channel, except conc_channel_init and conc_channel_fini; no signal handler may. Waiting parks
 * the user thread alone (a kernel thread that libconc did not start waits in the kernel). Only
 * send, receive and what is made of them wait.
 *
 * With CONC_STATS=1 in the environment a channel that was used says on standard error, when it
 * ends, how much was sent and received and how often that had to wait. */
#ifndef CONC_CHANNEL_H
#define CONC_CHANNEL_H

#include "conc/abi_channel.h"

/* An initialiser: a channel for that many elements. */
#define CONC_CHANNEL(capacity)                          \
	{                                               \
		.conc_channel.conc_capacity = capacity, \
	}

/* From now on nothing can be sent: senders, those that wait as well, fail and keep their value.
 * Receivers get what is in the buffer, then fail. Closing again does nothing. */
#define conc_close(c) conc_abi_channel_close(&(c)->conc_channel, CONC_HERE)

/* The same, and receivers fail at once. What is in the buffer stays there for conc_try_receive
 * (and is lost when the channel ends). After conc_close or again: as the first time. */
#define conc_shutdown(c) conc_abi_channel_shutdown(&(c)->conc_channel, CONC_HERE)

/* How many elements are in the buffer, 0 to capacity, at some moment during the call. */
#define conc_count(c) conc_abi_channel_count(&(c)->conc_channel)

/* conc_flush(c, value) in the dialect, NAME_flush(c, value, CONC_HERE) in plain C: every receiver
 * that waits gets a copy of value, and what was in the buffer is gone. Senders that wait then put
 * their values into the buffer, as many as have room. */

/* Makes *c an empty channel of that capacity, whatever it was; nobody may be using it. */
#define conc_channel_init(c, capacity) conc_abi_channel_init(&(c)->conc_channel, capacity)

/* Frees the buffer. Stops the program if threads wait in c, and names them and their lines.
 * Who has made sure that every operation has happened (it received the last element, say) need not
 * wait until the calls have returned. Afterwards *c is an empty channel of the same capacity. */
#define conc_channel_fini(c) conc_abi_channel_fini(&(c)->conc_channel, CONC_HERE)

#endif
