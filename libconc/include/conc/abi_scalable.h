/* SPDX-License-Identifier: MIT */
/* scalable receive, export, import, serialize and deserialize, for lowered code; conc/scalable.h
 * defines their meaning.
 *
 *     actor words { table counts; };
 *     scalable receive (words *self, line *m) { … }
 *     export (words *self, words *replica) { … }
 *     import (words *self, words *replica) { … }
 *
 *         typedef struct words words;
 *         struct words { table counts; struct conc_actor conc_actor; };
 *         void conc_export_words(words *self, words *replica);
 *         void conc_import_words(words *self, words *replica);
 *         CONC_SCALING_TYPE(words);
 *         CONC_ACTOR_TYPE(words, .conc_scaling = &conc_scaling_words);
 *         conc_disposition conc_receive_words__line(words *self, line *m);
 *         CONC_SCALABLE_RECEIVE(words, line);
 *         conc_disposition conc_receive_words__line(words *self, line *m)
 *         { … return CONC_NODELETE; }
 *         void conc_export_words(words *self, words *replica) { … }
 *         void conc_import_words(words *self, words *replica) { … }
 */
#ifndef CONC_ABI_SCALABLE_H
#define CONC_ABI_SCALABLE_H

#include "conc/abi_actor.h"

/* The runtime's functions for such actors. */
struct conc_scalable_operations;
extern const struct conc_scalable_operations conc_abi_scalable;

/* For an actor type with scalable behaviours: conc_scaling_NAME. Both functions are null if the
 * type has no state. */
struct conc_abi_scaling {
	void (*conc_export)(struct conc_actor *self, struct conc_actor *replica);
	void (*conc_import)(struct conc_actor *self, struct conc_actor *replica);
	const struct conc_scalable_operations *conc_operations;
};

#define CONC_SCALING_RUN_(A, operation)                                                     \
	static __attribute__((__unused__)) void conc_run_##operation##_##A(                 \
	        struct conc_actor *conc_a, struct conc_actor *conc_r)                       \
	{                                                                                   \
		conc_##operation##_##A(                                                     \
		        (A *)(void *)((char *)conc_a - __builtin_offsetof(A, conc_actor)),  \
		        (A *)(void *)((char *)conc_r - __builtin_offsetof(A, conc_actor))); \
	}

/* After the prototypes of conc_export_A and conc_import_A: defines conc_scaling_A. A ';' must
 * follow. */
#define CONC_SCALING_TYPE(A)                                                                  \
	CONC_SCALING_RUN_(A, export)                                                          \
	CONC_SCALING_RUN_(A, import)                                                          \
	static const struct conc_abi_scaling conc_scaling_##A __attribute__((__unused__)) = { \
	        conc_run_export_##A, conc_run_import_##A, &conc_abi_scalable}
/* For a type without state. */
#define CONC_SCALING_TYPE_EMPTY(A)                            \
	static const struct conc_abi_scaling conc_scaling_##A \
	        __attribute__((__unused__)) = {0, 0, &conc_abi_scalable}

/* Like CONC_RECEIVE, for a behaviour that replicas may run. */
#define CONC_SCALABLE_RECEIVE(A, M) CONC_BEHAVIOUR_(A, M, 1)

/* ---- replicas in other ranks; emitted with -fconc-mpi ---- */

typedef struct conc_writer conc_writer;
typedef struct conc_reader conc_reader;

/* How an object of an actor or message type travels. Each unit that knows the type has one. */
struct conc_abi_remote_type {
	const struct conc_abi_type *conc_type;
	void (*conc_serialize)(void *object,
	                       conc_writer *out); /* null: the bytes but for the header */
	void (*conc_deserialize)(void *object, conc_reader *in); /* object: all-zero before */
	unsigned conc_header_size;
	struct conc_abi_remote_type *conc_next;
};

/* A scalable behaviour. Each unit that knows it has one. */
struct conc_abi_remote_call {
	const char *conc_name; /* "words__line" */
	conc_disposition (*conc_run)(struct conc_actor *actor, void *message);
	const struct conc_abi_remote_type *conc_actor, *conc_message;
	struct conc_abi_remote_call *conc_next;
};

/* Register; called before main. */
void conc_abi_remote_type(struct conc_abi_remote_type *type);
void conc_abi_remote_call(struct conc_abi_remote_call *call);

#define CONC_REMOTE_TYPE_(T, header, serialize, deserialize)                          \
	static struct conc_abi_remote_type conc_remote_##T = {                        \
	        &conc_type_##T, serialize, deserialize, sizeof(((T *)0)->header), 0}; \
	static __attribute__((__constructor__)) void conc_register_##T(void)          \
	{                                                                             \
		conc_abi_remote_type(&conc_remote_##T);                               \
	}                                                                             \
	CONC_ABI_DEFINED
#define CONC_REMOTE_OPERATIONS_(T, B)                                           \
	static void conc_run_serialize_##T(void *conc_o, conc_writer *conc_w)   \
	{                                                                       \
		conc_serialize_##B((B *)conc_o, conc_w);                        \
	}                                                                       \
	static void conc_run_deserialize_##T(void *conc_o, conc_reader *conc_r) \
	{                                                                       \
		conc_deserialize_##B((B *)conc_o, conc_r);                      \
	}

/* After CONC_ACTOR_TYPE(T) or CONC_MESSAGE_TYPE(T). T is plain data, or has serialize and
 * deserialize of its own, whose prototypes come before. */
#define CONC_REMOTE_ACTOR_PLAIN(T) CONC_REMOTE_TYPE_(T, conc_actor, 0, 0)
#define CONC_REMOTE_MESSAGE_PLAIN(T) CONC_REMOTE_TYPE_(T, conc_message, 0, 0)
#define CONC_REMOTE_ACTOR(T) CONC_REMOTE_ACTOR_AS(T, T)
#define CONC_REMOTE_MESSAGE(T) CONC_REMOTE_MESSAGE_AS(T, T)
/* T has only the members of its base B, and uses B's serialize and deserialize. */
#define CONC_REMOTE_ACTOR_AS(T, B)    \
	CONC_REMOTE_OPERATIONS_(T, B) \
	CONC_REMOTE_TYPE_(T, conc_actor, conc_run_serialize_##T, conc_run_deserialize_##T)
#define CONC_REMOTE_MESSAGE_AS(T, B)  \
	CONC_REMOTE_OPERATIONS_(T, B) \
	CONC_REMOTE_TYPE_(T, conc_message, conc_run_serialize_##T, conc_run_deserialize_##T)

/* After CONC_SCALABLE_RECEIVE(A, M) and the CONC_REMOTE_… of both types. */
#define CONC_REMOTE_CALL(A, M)                                                           \
	static struct conc_abi_remote_call conc_remote_##A##__##M = {                    \
	        #A "__" #M, conc_run_##A##__##M, &conc_remote_##A, &conc_remote_##M, 0}; \
	static __attribute__((__constructor__)) void conc_register_##A##__##M(void)      \
	{                                                                                \
		conc_abi_remote_call(&conc_remote_##A##__##M);                           \
	}                                                                                \
	CONC_ABI_DEFINED

/* ---- configuration ---- */

struct conc_scaling;
struct conc_scaling_statistics;
void conc_abi_scaling_type(const struct conc_abi_type *type, const struct conc_scaling *config,
                           const char *where);
void conc_abi_scaling_actor(struct conc_actor *actor, const struct conc_scaling *config,
                            const char *where);
bool conc_abi_scaling_statistics(struct conc_actor *actor, struct conc_scaling_statistics *out);
bool conc_abi_is_replica(const struct conc_actor *actor);

#endif
