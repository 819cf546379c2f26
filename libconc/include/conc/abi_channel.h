/* SPDX-License-Identifier: MIT */
/* channel(T), for lowered code; conc/channel.h defines its meaning.
 *
 * A channel type (CONC_CHANNEL_TYPE) is a structure around a struct conc_channel, which knows no
 * element type, and functions that know it. They pass the runtime a pointer to the element and its
 * size. Elements of 1, 2, 4, 8 and 16 bytes have their own entry points. */
#ifndef CONC_ABI_CHANNEL_H
#define CONC_ABI_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conc/abi_base.h"

struct conc_waiter;
struct conc_abi_waituntil;

/* One side of a channel; channel.h of the sources says who may access which member. The count,
 * which the other side reads, has its own cache line, wherever the channel begins. */
struct conc_abi_channel_side {
	uintptr_t conc_word;        /* the side's lock (biased_lock.h) */
	size_t conc_limit;          /* atomic: below this count an operation takes the fast path */
	char *conc_next;            /* place of the next element */
	char *conc_first;           /* the buffer */
	char *conc_end;             /* its end */
	uintptr_t conc_last;        /* biased_lock.h: the processor that entered last, */
	uint32_t conc_streak;       /* how often it did so in a row, */
	uint32_t conc_bias_backoff; /* and how often a bias did not pay */
	uint32_t conc_flags;        /* enum conc_channel_flags: reasons for the slow path */
	char conc_apart[64];
	size_t conc_count; /* atomic: elements that have passed this side; wraps */
	char conc_away[64];
};

/* All-zero except for the capacity: an unused channel. */
struct conc_channel {
	size_t conc_capacity;   /* elements; fixed */
	size_t conc_size;       /* atomic: bytes per element; set by each slow operation */
	const char *conc_where; /* the first slow operation */
	struct conc_waiter *conc_wait_in, *conc_wait_out; /* FIFOs; under conc_in's lock */
	uint32_t conc_look;                               /* atomic hint: enum conc_channel_flags */
	uint32_t conc_blocked[2]; /* sends and receives that waited; under conc_in's lock */
	size_t conc_handed;       /* elements that bypassed the buffer; the same */
	size_t conc_flushed;      /* elements that a flush discarded; the same */
	struct conc_abi_channel_side conc_in;  /* senders */
	struct conc_abi_channel_side conc_out; /* receivers */
};

/* slot: size bytes. where may be null. They wait, and return true if the operation took place. If
 * it did not: false, with slot unchanged, if checked; else the program stops. */
bool conc_abi_channel_send(struct conc_channel *c, const void *slot, size_t size, const char *where,
                           bool checked);
bool conc_abi_channel_receive(struct conc_channel *c, void *slot, size_t size, const char *where,
                              bool checked);

/* The same for elements of that many bytes. */
#define CONC_ABI_CHANNEL_SIZED_(bytes)                                               \
	bool conc_abi_channel_send_##bytes(struct conc_channel *c, const void *slot, \
	                                   const char *where, bool checked);         \
	bool conc_abi_channel_receive_##bytes(struct conc_channel *c, void *slot,    \
	                                      const char *where, bool checked);
CONC_ABI_CHANNEL_SIZED_(1)
CONC_ABI_CHANNEL_SIZED_(2)
CONC_ABI_CHANNEL_SIZED_(4)
CONC_ABI_CHANNEL_SIZED_(8)
CONC_ABI_CHANNEL_SIZED_(16)

/* The same; never wait. */
bool conc_abi_channel_try_send(struct conc_channel *c, const void *slot, size_t size,
                               const char *where);
bool conc_abi_channel_try_receive(struct conc_channel *c, void *slot, size_t size,
                                  const char *where);

void conc_abi_channel_flush(struct conc_channel *c, const void *slot, size_t size,
                            const char *where);
void conc_abi_channel_close(struct conc_channel *c, const char *where);
void conc_abi_channel_shutdown(struct conc_channel *c, const char *where);
size_t conc_abi_channel_count(const struct conc_channel *c);
void conc_abi_channel_init(struct conc_channel *c, size_t capacity);
void conc_abi_channel_fini(struct conc_channel *c, const char *where);

/* One clause of a waituntil (abi_waituntil.h): sends the element in slot, or receives the next
 * element into it. */
void conc_abi_channel_send_clause(struct conc_abi_waituntil *wait, unsigned clause,
                                  struct conc_channel *c, void *slot, size_t size,
                                  const char *where);
void conc_abi_channel_receive_clause(struct conc_abi_waituntil *wait, unsigned clause,
                                     struct conc_channel *c, void *slot, size_t size,
                                     const char *where);

CONC_ABI_INLINE bool conc_abi_channel_send_any(struct conc_channel *conc_c, const void *conc_slot,
                                               size_t conc_size, const char *conc_where,
                                               bool conc_checked)
{
	switch (conc_size) { /* a constant */
	case 1:
		return conc_abi_channel_send_1(conc_c, conc_slot, conc_where, conc_checked);
	case 2:
		return conc_abi_channel_send_2(conc_c, conc_slot, conc_where, conc_checked);
	case 4:
		return conc_abi_channel_send_4(conc_c, conc_slot, conc_where, conc_checked);
	case 8:
		return conc_abi_channel_send_8(conc_c, conc_slot, conc_where, conc_checked);
	case 16:
		return conc_abi_channel_send_16(conc_c, conc_slot, conc_where, conc_checked);
	default:
		return conc_abi_channel_send(conc_c, conc_slot, conc_size, conc_where,
		                             conc_checked);
	}
}

CONC_ABI_INLINE bool conc_abi_channel_receive_any(struct conc_channel *conc_c, void *conc_slot,
                                                  size_t conc_size, const char *conc_where,
                                                  bool conc_checked)
{
	switch (conc_size) { /* a constant */
	case 1:
		return conc_abi_channel_receive_1(conc_c, conc_slot, conc_where, conc_checked);
	case 2:
		return conc_abi_channel_receive_2(conc_c, conc_slot, conc_where, conc_checked);
	case 4:
		return conc_abi_channel_receive_4(conc_c, conc_slot, conc_where, conc_checked);
	case 8:
		return conc_abi_channel_receive_8(conc_c, conc_slot, conc_where, conc_checked);
	case 16:
		return conc_abi_channel_receive_16(conc_c, conc_slot, conc_where, conc_checked);
	default:
		return conc_abi_channel_receive(conc_c, conc_slot, conc_size, conc_where,
		                                conc_checked);
	}
}

#define CONC_CHANNEL_SENDS_(name)                                                                \
	CONC_ABI_INLINE _Bool name##_send_from_ok(name *conc_c, const name##_element *conc_v,    \
	                                          const char *conc_where)                        \
	{                                                                                        \
		return conc_abi_channel_send_any(&conc_c->conc_channel, conc_v, sizeof(*conc_v), \
		                                 conc_where, 1);                                 \
	}                                                                                        \
	CONC_ABI_INLINE void name##_send_from(name *conc_c, const name##_element *conc_v,        \
	                                      const char *conc_where)                            \
	{                                                                                        \
		conc_abi_channel_send_any(&conc_c->conc_channel, conc_v, sizeof(*conc_v),        \
		                          conc_where, 0);                                        \
	}                                                                                        \
	CONC_ABI_INLINE _Bool name##_send_ok(name *conc_c, name##_element conc_v,                \
	                                     const char *conc_where)                             \
	{                                                                                        \
		return name##_send_from_ok(conc_c, &conc_v, conc_where);                         \
	}                                                                                        \
	CONC_ABI_INLINE void name##_send(name *conc_c, name##_element conc_v,                    \
	                                 const char *conc_where)                                 \
	{                                                                                        \
		name##_send_from(conc_c, &conc_v, conc_where);                                   \
	}                                                                                        \
	CONC_ABI_INLINE _Bool name##_try_send_from(name *conc_c, const name##_element *conc_v,   \
	                                           const char *conc_where)                       \
	{                                                                                        \
		return conc_abi_channel_try_send(&conc_c->conc_channel, conc_v, sizeof(*conc_v), \
		                                 conc_where);                                    \
	}                                                                                        \
	CONC_ABI_INLINE _Bool name##_try_send(name *conc_c, name##_element conc_v,               \
	                                      const char *conc_where)                            \
	{                                                                                        \
		return name##_try_send_from(conc_c, &conc_v, conc_where);                        \
	}                                                                                        \
	CONC_ABI_INLINE void name##_flush_from(name *conc_c, const name##_element *conc_v,       \
	                                       const char *conc_where)                           \
	{                                                                                        \
		conc_abi_channel_flush(&conc_c->conc_channel, conc_v, sizeof(*conc_v),           \
		                       conc_where);                                              \
	}                                                                                        \
	CONC_ABI_INLINE void name##_flush(name *conc_c, name##_element conc_v,                   \
	                                  const char *conc_where)                                \
	{                                                                                        \
		name##_flush_from(conc_c, &conc_v, conc_where);                                  \
	}

#define CONC_CHANNEL_RECEIVES_(name)                                                         \
	CONC_ABI_INLINE _Bool name##_receive_ok(name *conc_c, name##_element *conc_v,        \
	                                        const char *conc_where)                      \
	{                                                                                    \
		return conc_abi_channel_receive_any(&conc_c->conc_channel, conc_v,           \
		                                    sizeof(*conc_v), conc_where, 1);         \
	}                                                                                    \
	CONC_ABI_INLINE void name##_receive_into(name *conc_c, name##_element *conc_v,       \
	                                         const char *conc_where)                     \
	{                                                                                    \
		conc_abi_channel_receive_any(&conc_c->conc_channel, conc_v, sizeof(*conc_v), \
		                             conc_where, 0);                                 \
	}                                                                                    \
	CONC_ABI_INLINE name##_element name##_receive(name *conc_c, const char *conc_where)  \
	{                                                                                    \
		name##_element conc_v;                                                       \
		name##_receive_into(conc_c, &conc_v, conc_where);                            \
		return conc_v;                                                               \
	}                                                                                    \
	CONC_ABI_INLINE _Bool name##_try_receive(name *conc_c, name##_element *conc_v,       \
	                                         const char *conc_where)                     \
	{                                                                                    \
		return conc_abi_channel_try_receive(&conc_c->conc_channel, conc_v,           \
		                                    sizeof(*conc_v), conc_where);            \
	}

/* Defines the channel type name for elements of type, and its operations. A ';' must follow. */
#define CONC_CHANNEL_TYPE(type, name)                                           \
	typedef __typeof__(type) name##_element;                                \
	typedef struct name {                                                   \
		struct conc_channel conc_channel;                               \
		/* What it is a channel of. */                                  \
		__extension__ name##_element *conc_type[0];                     \
	} name;                                                                 \
	CONC_CHANNEL_SENDS_(name)                                               \
	CONC_CHANNEL_RECEIVES_(name)                                            \
	static inline __attribute__((__unused__)) void name##_end(name *conc_c) \
	{                                                                       \
		conc_abi_channel_fini(&conc_c->conc_channel, 0);                \
	}                                                                       \
	struct name

/* The value of `target << c`, where target is of another type or a bit-field. assignment: of
 * conc_received_NUMBER to target. The numbers of nested operations differ. */
#define CONC_RECEIVE_AS(number, name, assignment, channel)                              \
	__extension__({                                                                 \
		name##_element conc_received_##number;                                  \
		_Bool conc_came_##number =                                              \
		        name##_receive_ok(channel, &conc_received_##number, CONC_HERE); \
		if (conc_came_##number) assignment;                                     \
		conc_came_##number;                                                     \
	})

/* The same where the element is a task: it moves, and the task that target held is joined. */
#define CONC_RECEIVE_TASK(number, name, taskname, target, channel) \
	CONC_RECEIVE_AS(number, name,                              \
	                taskname##_assign(&(target), conc_received_##number, CONC_HERE), channel)

/* The value of `channel << task`; task is a pointer. The task moves if it was sent. */
#define CONC_SEND_TASK(number, name, channel, task)                                  \
	__extension__({                                                              \
		name##_element *conc_sent_##number = (task);                         \
		_Bool conc_went_##number =                                           \
		        name##_send_from_ok(channel, conc_sent_##number, CONC_HERE); \
		if (conc_went_##number) conc_sent_##number->conc_task = 0;           \
		conc_went_##number;                                                  \
	})

/* Automatic channels that the cleanup of one variable cannot end: an array, a member of a
 * structure, or a member of each element of an array. They end with the scope, the last first. */
struct conc_abi_channels {
	char *conc_first;
	size_t conc_count, conc_stride; /* bytes from one to the next */
};

static inline __attribute__((__unused__)) void
conc_abi_channels_end(struct conc_abi_channels *conc_channels)
{
	for (size_t conc_i = conc_channels->conc_count; conc_i-- > 0;)
		conc_abi_channel_fini(
		        (struct conc_channel *)(void *)(conc_channels->conc_first +
		                                        conc_i * conc_channels->conc_stride),
		        0);
}

#define CONC_CHANNELS(number, name, object)                                         \
	struct conc_abi_channels conc_channels_##number                             \
	        __attribute__((__cleanup__(conc_abi_channels_end), __unused__)) = { \
	                (char *)&(object), sizeof(object) / sizeof(name), sizeof(name)}

/* element: the structure, or the first one in the array object. member: the channel in it. */
#define CONC_CHANNEL_MEMBERS(number, object, element, member)                        \
	struct conc_abi_channels conc_channels_##number                              \
	        __attribute__((__cleanup__(conc_abi_channels_end), __unused__)) = {  \
	                (char *)&(element).member, sizeof(object) / sizeof(element), \
	                sizeof(element)}

#endif
