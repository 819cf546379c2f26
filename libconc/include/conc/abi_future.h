/* SPDX-License-Identifier: MIT */
/*
 * future(T), for lowered code.
 *
 *     future(double) f = {};     CONC_FUTURE_TYPE(double, conc_future_double);
 *                                conc_future_double f CONC_SCOPED(conc_future_double) = {0};
 *     f << 3.5;                  conc_future_double_fulfil(&f, 3.5, CONC_HERE);
 *     y << f;                    y = conc_future_double_read(&f, CONC_HERE);
 *
 * The idea. One word says whether the value is there and which threads wait for it; the value is
 * beside it. Reading a fulfilled future costs one load more than reading a variable. Fulfilling a
 * future that no thread waits for is a compare-and-swap that makes the caller the writer, the
 * assignment, and a store that publishes the value. All of it is inline, so the value is stored by
 * its type.
 *
 * Rejected: the value behind a pointer (an allocation, and a value of 0 needs care); marking and
 * publishing in one swap (two threads that fulfil at once would write one value).
 */
#ifndef CONC_ABI_FUTURE_H
#define CONC_ABI_FUTURE_H

#include "conc/abi_waituntil.h"
#include "conc/future.h"

bool conc_abi_future_fulfil(struct conc_future *f, void *value, const void *from, size_t size);

/* Waits and reads. If the future or the waiting thread was cancelled, returns false if checked,
 * else stops the program. */
bool conc_abi_future_read(struct conc_future *f, const void *value, void *to, size_t size,
                          const char *where, bool checked);
void conc_abi_future_refuses(struct conc_future *f, const char *where)
        __attribute__((__noreturn__, __cold__));
void conc_abi_future_waited_for(const struct conc_future *f)
        __attribute__((__noreturn__, __cold__));

/* Makes the caller the writer of a blank future that no thread waits for; false for another
 * future. */
CONC_ABI_INLINE bool conc_abi_future_begin(struct conc_future *conc_f)
{
	/* Acquires, through the reset, the reads of the previous value. */
	return conc_abi_cas_acquire(&conc_f->conc_state, 0, CONC_ABI_FUTURE_WRITING);
}

CONC_ABI_INLINE void conc_abi_future_publish(struct conc_future *conc_f)
{
	/* Publishes the value to conc_abi_future_is and to the guard's next holder. A store is
	 * enough: no other thread writes the word while it is WRITING. */
	__atomic_store_n(&conc_f->conc_state, (uintptr_t)CONC_ABI_FUTURE_READY, __ATOMIC_RELEASE);
}

CONC_ABI_INLINE void conc_abi_future_end(const struct conc_future *conc_f)
{
	/* relaxed: no thread uses the future any more */
	if (__builtin_expect(__atomic_load_n(&conc_f->conc_state, __ATOMIC_RELAXED) > 15, 0))
		conc_abi_future_waited_for(conc_f);
}

void conc_abi_null_future(const char *where) __attribute__((__noreturn__, __cold__));

/* Defines the type of future(type) and its operations. A ';' must follow. */
#define CONC_FUTURE_TYPE(type, name)                                                               \
	typedef __typeof__(type) name##_element;                                                   \
	typedef struct name {                                                                      \
		struct conc_future conc_future;                                                    \
		name##_element conc_value;                                                         \
	} name;                                                                                    \
	CONC_ABI_INLINE void name##_end(name *conc_f)                                              \
	{                                                                                          \
		conc_abi_future_end(&conc_f->conc_future);                                         \
	}                                                                                          \
	CONC_ABI_INLINE _Bool name##_fulfil_from_ok(name *conc_f, const name##_element *conc_from, \
	                                            const char *conc_where)                        \
	{                                                                                          \
		if (__builtin_expect(!conc_f, 0)) conc_abi_null_future(conc_where);                \
		if (!conc_abi_future_begin(&conc_f->conc_future))                                  \
			return conc_abi_future_fulfil(&conc_f->conc_future, &conc_f->conc_value,   \
			                              conc_from, sizeof(name##_element));          \
		conc_f->conc_value = *conc_from;                                                   \
		conc_abi_future_publish(&conc_f->conc_future);                                     \
		return 1;                                                                          \
	}                                                                                          \
	CONC_ABI_INLINE void name##_fulfil_from(name *conc_f, const name##_element *conc_from,     \
	                                        const char *conc_where)                            \
	{                                                                                          \
		if (!name##_fulfil_from_ok(conc_f, conc_from, conc_where))                         \
			conc_abi_future_refuses(&conc_f->conc_future, conc_where);                 \
	}                                                                                          \
	CONC_ABI_INLINE _Bool name##_fulfil_ok(name *conc_f, name##_element conc_given,            \
	                                       const char *conc_where)                             \
	{                                                                                          \
		return name##_fulfil_from_ok(conc_f, &conc_given, conc_where);                     \
	}                                                                                          \
	CONC_ABI_INLINE void name##_fulfil(name *conc_f, name##_element conc_given,                \
	                                   const char *conc_where)                                 \
	{                                                                                          \
		name##_fulfil_from(conc_f, &conc_given, conc_where);                               \
	}                                                                                          \
	CONC_ABI_INLINE _Bool name##_read_any(name *conc_f, name##_element *conc_to,               \
	                                      const char *conc_where, _Bool conc_checked)          \
	{                                                                                          \
		if (__builtin_expect(!conc_f, 0)) conc_abi_null_future(conc_where);                \
		if (!conc_abi_future_is(&conc_f->conc_future, CONC_ABI_FUTURE_READY))              \
			return conc_abi_future_read(&conc_f->conc_future, &conc_f->conc_value,     \
			                            conc_to, sizeof(name##_element), conc_where,   \
			                            conc_checked);                                 \
		*conc_to = conc_f->conc_value;                                                     \
		return 1;                                                                          \
	}                                                                                          \
	CONC_ABI_INLINE _Bool name##_read_ok(name *conc_f, name##_element *conc_to,                \
	                                     const char *conc_where)                               \
	{                                                                                          \
		return name##_read_any(conc_f, conc_to, conc_where, 1);                            \
	}                                                                                          \
	CONC_ABI_INLINE void name##_read_into(name *conc_f, name##_element *conc_to,               \
	                                      const char *conc_where)                              \
	{                                                                                          \
		name##_read_any(conc_f, conc_to, conc_where, 0);                                   \
	}                                                                                          \
	CONC_ABI_INLINE name##_element name##_read(name *conc_f, const char *conc_where)           \
	{                                                                                          \
		name##_element conc_got;                                                           \
		if (__builtin_expect(!conc_f, 0)) conc_abi_null_future(conc_where);                \
		if (conc_abi_future_is(&conc_f->conc_future, CONC_ABI_FUTURE_READY))               \
			return conc_f->conc_value;                                                 \
		name##_read_into(conc_f, &conc_got, conc_where);                                   \
		return conc_got;                                                                   \
	}                                                                                          \
	struct name

/* The value of `y << f`, where y has another type than the element or no address. assignment: of
 * conc_received_NUMBER to y. The numbers of nested operations differ. */
#define CONC_READ_AS(number, name, assignment, future)                              \
	__extension__({                                                             \
		name##_element conc_received_##number;                              \
		_Bool conc_did_read_##number =                                      \
		        name##_read_ok(future, &conc_received_##number, CONC_HERE); \
		if (conc_did_read_##number) assignment;                             \
		conc_did_read_##number;                                             \
	})

/* ---- Clauses of waituntil (conc/abi_waituntil.h) ---- */

extern const struct conc_selectable conc_future_selectable;

/* Chosen when the future is fulfilled or cancelled: a read does not wait then. */
#define CONC_FUTURE_CLAUSE(number, i, guard, future) \
	CONC_CLAUSE_(number, i, guard, &conc_future_selectable, &(future)->conc_future, 0)

/* offset: of the value in the future. */
CONC_ABI_INLINE void conc_abi_read_clause(struct conc_abi_waituntil *conc_statement,
                                          unsigned conc_clause, struct conc_future *conc_f,
                                          void *conc_to, size_t conc_offset, size_t conc_size,
                                          const char *conc_where)
{
	conc_abi_clause(conc_statement, conc_clause, &conc_future_selectable, conc_f, conc_to,
	                conc_where);
	conc_statement->conc_clauses[conc_clause].conc_mode = (int32_t)conc_offset;
	conc_statement->conc_clauses[conc_clause].conc_since = conc_size;
}

#endif
