/* SPDX-License-Identifier: MIT */
/* thread, for lowered code. */
#ifndef CONC_ABI_THREAD_H
#define CONC_ABI_THREAD_H

#include "conc/abi_base.h"

struct conc_thread;

/* The hidden member of every thread type. All zero: not started. */
struct conc_thread_object {
	struct conc_thread *thread;
};

struct conc_abi_thread_type {
	const char *name;
	void (*run)(void *object);
	size_t size;   /* of an object, bytes */
	size_t offset; /* of its struct conc_thread_object */
};

/* The threads of one declaration. They are joined in reverse order when its scope is left. */
struct conc_abi_threads {
	const struct conc_abi_thread_type *type;
	char *objects;
	size_t count;
};

/* Clears the hidden state of every object, then starts them in order. */
struct conc_abi_threads conc_abi_threads_start(const struct conc_abi_thread_type *type,
                                               void *objects, size_t bytes, const char *where);
void conc_abi_threads_end(struct conc_abi_threads *threads);

/* Waits for the end of a thread. Stops the program for a null pointer, a thread that was never
 * started, and the calling thread itself. */
void conc_abi_thread_join(struct conc_thread_object *object, const char *where);

#define CONC_THREAD_TYPE_DERIVED(derived, base, main)                                         \
	static void conc_run_##derived(void *conc_object)                                     \
	{                                                                                     \
		main((base *)conc_object);                                                    \
	}                                                                                     \
	static const struct conc_abi_thread_type conc_type_##derived                          \
	        __attribute__((__unused__)) = {#derived, conc_run_##derived, sizeof(derived), \
	                                       __builtin_offsetof(derived, conc_thread)}

#define CONC_THREAD_TYPE(type, main) CONC_THREAD_TYPE_DERIVED(type, type, main)

#define CONC_THREADS(number, type, object)                                      \
	CONC_SCOPED(conc_abi_threads)                                           \
	struct conc_abi_threads conc_threads_##number = conc_abi_threads_start( \
	        &conc_type_##type, (void *)&(object), sizeof(object), CONC_HERE)

#define CONC_JOIN(pointer)                                                                    \
	__extension__({                                                                       \
		__typeof__(&*(pointer)) conc_joined = (pointer);                              \
		conc_abi_thread_join(conc_joined ? &conc_joined->conc_thread : 0, CONC_HERE); \
	})

#endif
