/* SPDX-License-Identifier: MIT */
/* new and delete, for lowered code.
 *
 * Memory comes from malloc, zeroed, after a 32-byte header (magic, count, thread type, start of the
 * allocation) by which delete recognises it. */
#ifndef CONC_ABI_NEW_H
#define CONC_ABI_NEW_H

#include "conc/abi_base.h"
#include "conc/abi_thread.h"

/* Returns count objects of size bytes. Never null: stops the program on overflow or lack of
 * memory. */
void *conc_abi_new(size_t size, size_t align, size_t count, const char *where)
        __attribute__((__returns_nonnull__));

/* Stops the program: an array of count objects has more initialisers than that. */
void conc_abi_new_excess(size_t initialisers, size_t count, const char *where)
        __attribute__((__noreturn__, __cold__));

/* Starts the threads in memory from conc_abi_new. Returns memory. */
void *conc_abi_new_threads(void *memory, const struct conc_abi_thread_type *type,
                           const char *where);

/* Free memory, unless it is null. Stop the program for a pointer that new did not make or that was
 * deleted. conc_abi_delete_thread first joins the threads, the last first. */
void conc_abi_delete(void *memory, const char *where);
void conc_abi_delete_thread(void *memory, const char *where);

/* The same for objects of size bytes that hold channels: joins threads, then calls end for each
 * object, the last first. */
void conc_abi_delete_ending(void *memory, void (*end)(void *object), size_t size,
                            const char *where);

#define CONC_NEW_(number, type, start, ...)                                                    \
	__extension__({                                                                        \
		type *conc_new_##number =                                                      \
		        (type *)conc_abi_new(sizeof(type), __alignof__(type), 1, CONC_HERE);   \
		__builtin_memcpy((void *)conc_new_##number, &(type)__VA_ARGS__, sizeof(type)); \
		start;                                                                         \
		conc_new_##number;                                                             \
	})

#define CONC_NEW_ARRAY_(number, type, n, start, ...)                                            \
	__extension__({                                                                         \
		const size_t conc_count_##number = (size_t)(n);                                 \
		type *conc_new_##number = (type *)conc_abi_new(sizeof(type), __alignof__(type), \
		                                               conc_count_##number, CONC_HERE); \
		const type conc_values_##number[] = __VA_ARGS__;                                \
		if (sizeof(conc_values_##number) / sizeof(type) > conc_count_##number)          \
			conc_abi_new_excess(sizeof(conc_values_##number) / sizeof(type),        \
			                    conc_count_##number, CONC_HERE);                    \
		__builtin_memcpy((void *)conc_new_##number, conc_values_##number,               \
		                 sizeof(conc_values_##number));                                 \
		start;                                                                          \
		conc_new_##number;                                                              \
	})

#define CONC_START_NEW_(number, type) \
	conc_abi_new_threads(conc_new_##number, &conc_type_##type, CONC_HERE)

/* new T { … } and new T[n] { … }; the variable arguments are the initialiser. */
#define CONC_NEW(number, type, ...) CONC_NEW_(number, type, (void)0, __VA_ARGS__)
#define CONC_NEW_THREAD(number, type, ...) \
	CONC_NEW_(number, type, CONC_START_NEW_(number, type), __VA_ARGS__)
#define CONC_NEW_ARRAY(number, type, n, ...) CONC_NEW_ARRAY_(number, type, n, (void)0, __VA_ARGS__)
#define CONC_NEW_THREAD_ARRAY(number, type, n, ...) \
	CONC_NEW_ARRAY_(number, type, n, CONC_START_NEW_(number, type), __VA_ARGS__)

/* new T[n] without values: all zero. */
#define CONC_NEW_ZERO_ARRAY(type, n) \
	((type *)conc_abi_new(sizeof(type), __alignof__(type), (size_t)(n), CONC_HERE))
#define CONC_NEW_THREAD_ZERO_ARRAY(type, n) \
	((type *)conc_abi_new_threads(CONC_NEW_ZERO_ARRAY(type, n), &conc_type_##type, CONC_HERE))

#define CONC_DELETE(pointer) conc_abi_delete((void *)(pointer), CONC_HERE)
#define CONC_DELETE_THREAD(pointer) conc_abi_delete_thread((void *)(pointer), CONC_HERE)

/* Defines the function name, which ends the channels in an object of that type by the given
 * calls; in them conc_object points to the object. A ';' must follow. */
#define CONC_END_TYPE(type, name, ...)                                           \
	static __attribute__((__unused__)) void name(void *conc_memory)          \
	{                                                                        \
		__typeof__(type) *conc_object = (__typeof__(type) *)conc_memory; \
		__VA_ARGS__;                                                     \
	}                                                                        \
	CONC_ABI_DEFINED
#define CONC_DELETE_ENDING(name, pointer) \
	conc_abi_delete_ending((void *)(pointer), name, sizeof(*(pointer)), CONC_HERE)

#endif
