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
 * and a receive wait for each other. Elements are copied byte by byte and come out in the order in
 * which they went in. Waiting threads are served first come, first served. The buffer (capacity
 * times sizeof(T), malloc) is allocated at the first send into it; if there is no memory, the
 * program stops with the line of that send. NAME_end or conc_channel_fini frees it. A channel must
 * not be moved or copied once it was used.
 *
 * The operations of a channel type NAME of T; where is CONC_HERE:
 *
 *     void NAME_send(NAME *c, T value, where)       waits; stops the program if c is closed
 *     bool NAME_send_ok(NAME *c, T value, where)    waits; false if c is closed: not sent
 *     void NAME_send_from(NAME *c, const T *value, where), bool NAME_send_from_ok(…)   the same
 *     T NAME_receive(NAME *c, where)                waits; stops if c is closed and empty
 *     void NAME_receive_into(NAME *c, T *to, where) the same
 *     bool NAME_receive_ok(NAME *c, T *to, where)   waits; false, with *to unchanged, if closed
 *     bool NAME_try_send(NAME *c, T value, where)   never waits; false also if c is full
 *     bool NAME_try_receive(NAME *c, T *to, where)  never waits; false also if c is empty
 *     void NAME_flush(NAME *c, T value, where)      see conc_flush
 *     void NAME_end(NAME *c)                        like conc_channel_fini
 *
 * Any kernel thread may call everything here, while others use the channel, except for
 * conc_channel_init and conc_channel_fini. Signal handlers may call nothing here. Waiting parks
 * only the user thread (a kernel thread that libconc did not start waits in the kernel). Only the
 * sends and receives above that do not begin with try wait.
 *
 * With CONC_STATS=1 in the environment, a channel that was used prints on standard error, when it
 * ends, how many elements were sent and received and how often that had to wait. */
#ifndef CONC_CHANNEL_H
#define CONC_CHANNEL_H

#include "conc/abi_channel.h"

/* An initialiser: a channel for this many elements. */
#define CONC_CHANNEL(capacity)                          \
	{                                               \
		.conc_channel.conc_capacity = capacity, \
	}

/* From now on sends fail, also those that wait, and keep their values. Receives take the elements
 * in the buffer, then fail. Closing again has no effect. */
#define conc_close(c) conc_abi_channel_close(&(c)->conc_channel, CONC_HERE)

/* The same, but receives fail at once. The elements in the buffer stay there for conc_try_receive,
 * and are lost when the channel ends. May be called after conc_close, and again. */
#define conc_shutdown(c) conc_abi_channel_shutdown(&(c)->conc_channel, CONC_HERE)

/* Returns the number of elements in the buffer, 0 to capacity, at some moment during the call. */
#define conc_count(c) conc_abi_channel_count(&(c)->conc_channel)

/* conc_flush(c, value) in the dialect, NAME_flush(c, value, CONC_HERE) in plain C: gives every
 * waiting receiver a copy of value, and discards the elements in the buffer. Waiting senders then
 * put their values into the buffer, as many as have room. */

/* Makes *c an empty channel of this capacity, whatever it was. No thread may use it meanwhile. */
#define conc_channel_init(c, capacity) conc_abi_channel_init(&(c)->conc_channel, capacity)

/* Frees the buffer. If threads wait in c, stops the program and names them and their lines. A
 * caller that knows that every operation has happened (it received the last element, say) need not
 * wait until the calls have returned. Afterwards *c is an empty channel of the same capacity. */
#define conc_channel_fini(c) conc_abi_channel_fini(&(c)->conc_channel, CONC_HERE)

#endif
