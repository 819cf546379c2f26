/* SPDX-License-Identifier: MIT */
/* separate, for lowered code; conc/separate.h defines its meaning.
 *
 *     separate (s) require (count(s) < 9) { push(s, 1); n = count(s); m = count(s); }
 *         CONC_CALL_TYPE(push, stack *, int);
 *         { CONC_RESERVE(1, s);
 *           CONC_REQUIRE(1, count(s) < 9);
 *           { conc_call_push(conc_reserved_1, s, 1);
 *             n = count(CONC_SYNC(conc_reserved_1, s)); m = count(s); } }
 *
 * A separate T * is a plain T *; a header in front of the object names the handler. A reservation
 * has a private queue: a stretch of typed requests that its client writes and that the handler's
 * server runs one after the other. The queue's tail is the end of the logged requests. Its lowest
 * bit, IDLE, says that the queue's turn has come and all its requests have run. The client is then
 * synchronised until it logs the next request. So a query costs one load and one branch while IDLE
 * is set. A request costs one exchange, which publishes the request and tells whether a server must
 * be found.
 *
 * Rejected: a word for "a client waits" beside the tail (a store and a load with a fence between
 * them cost more than the exchange); libffi, as in the paper (the types are known here). */
#ifndef CONC_ABI_SEPARATE_H
#define CONC_ABI_SEPARATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conc/abi_base.h"
#include "conc/mutex.h"

/* ---- Objects ---- */

/* Returns zeroed memory for an object of type, on a new handler if with is null, else on that of
 * the separate object with. Never null: stops if there is no memory, or with is no separate
 * object. */
void *conc_abi_new_separate(const volatile void *with, size_t size, size_t align, const char *type,
                            const char *where) __attribute__((__returns_nonnull__));

/* Logs the end of the object: calls end for it (may be null) and frees its memory, and the
 * handler's with its last object. No effect if object is null. */
void conc_abi_delete_separate(const volatile void *object, void (*end)(void *object),
                              const char *where);

/* Returns object. Stops the program if it is not a separate object. */
void *conc_abi_separate_of(const volatile void *object, const char *where)
        __attribute__((__returns_nonnull__));

#define CONC_NEW_SEPARATE_(number, with, type, ...)                                            \
	__extension__({                                                                        \
		type *conc_new_##number = (type *)conc_abi_new_separate(                       \
		        with, sizeof(type), __alignof__(type), CONC_STRING_(type), CONC_HERE); \
		__builtin_memcpy((void *)conc_new_##number, &(type)__VA_ARGS__, sizeof(type)); \
		conc_new_##number;                                                             \
	})
#define CONC_NEW_SEPARATE(number, type, ...) CONC_NEW_SEPARATE_(number, NULL, type, __VA_ARGS__)
#define CONC_NEW_SEPARATE_WITH(number, with, type, ...) \
	CONC_NEW_SEPARATE_(number, conc_abi_separate_of(with, CONC_HERE), type, __VA_ARGS__)
#define CONC_DELETE_SEPARATE(object) conc_abi_delete_separate(object, NULL, CONC_HERE)
#define CONC_DELETE_SEPARATE_ENDING(end, object) conc_abi_delete_separate(object, end, CONC_HERE)
#define CONC_SEPARATE_OF(self) ((__typeof__(self))conc_abi_separate_of(self, CONC_HERE))

/* ---- Reservations ---- */

/* A private queue, as far as lowered code sees it. */
struct conc_abi_queue {
	char *conc_write;    /* the client: the place of its next request, */
	char *conc_limit;    /* and the end of the room */
	uintptr_t conc_tail; /* atomic: the end of the logged requests, and flags in its low bits */
};

enum { CONC_ABI_IDLE = 1, CONC_ABI_REQUEST_ALIGN = 16 };

/* One operand of a separate statement, on its client's stack. */
struct conc_abi_reserved {
	struct conc_abi_queue *conc_queue; /* its own, or of the reservation that it re-enters */
	const volatile void *conc_object;
	struct conc_handler *conc_handler;
	const char *conc_where;
	struct conc_abi_reserved *conc_before; /* list of the thread's reservations, latest first */
	uint64_t conc_ticket;                  /* in the first one: its turn in `require`; or 0 */
	uint32_t conc_count;                   /* in the first one: operands of the statement */
	bool conc_direct;                      /* the client runs all calls itself */
	bool conc_enters;                      /* it re-enters: it has no queue of its own */
	bool conc_nested; /* in the first one: nested in another statement of its function */
};

/* Reserves the handlers of all objects in one step, without waiting. outer: the reservations of the
 * enclosing separate statement in the same function, or null. */
void conc_abi_reserve(struct conc_abi_reserved *reserved, const volatile void *const *objects,
                      size_t count, const struct conc_abi_reserved *outer, const char *where);
/* The same for one object. */
void conc_abi_reserve_one(struct conc_abi_reserved *r, const volatile void *object,
                          const struct conc_abi_reserved *outer, const char *where);
/* For cleanup: logs the end of the reservations. reserved: the array. */
void conc_abi_release(void *reserved);

/* Waits until the queue's turn has come and all its requests have run. */
void conc_abi_sync_slow(struct conc_abi_reserved *r, const char *where);
void conc_abi_not_synced(const struct conc_abi_reserved *r, const char *where)
        __attribute__((__noreturn__, __cold__));

CONC_ABI_INLINE bool conc_abi_is_synced(const struct conc_abi_reserved *conc_r)
{
	/* acquire: pairs with the release that set IDLE; the handler's data are visible */
	return (__atomic_load_n(&conc_r->conc_queue->conc_tail, __ATOMIC_ACQUIRE) &
	        CONC_ABI_IDLE) != 0;
}

CONC_ABI_INLINE void conc_abi_sync(struct conc_abi_reserved *conc_r, const char *conc_where)
{
#if !(defined(CONC_SCHEDULES) && CONC_SCHEDULES) && !CONC_RACES
	if (__builtin_expect(conc_abi_is_synced(conc_r), 1)) return;
#endif
	conc_abi_sync_slow(conc_r, conc_where);
}

CONC_ABI_INLINE void conc_abi_check_synced(const struct conc_abi_reserved *conc_r,
                                           const char *conc_where)
{
	if (!conc_abi_is_synced(conc_r)) conc_abi_not_synced(conc_r, conc_where);
}

/* Declarations for the head of a block: reservations conc_reserved_NUMBER, one per object. */
#define CONC_ABI_RESERVE_(number, outer, ...)                                               \
	const volatile void *const conc_operands_##number[] = {__VA_ARGS__};                \
	__attribute__((__cleanup__(conc_abi_release), __unused__)) struct conc_abi_reserved \
	        conc_reserved_##number[sizeof conc_operands_##number / sizeof(void *)];     \
	conc_abi_reserve_these(conc_reserved_##number, conc_operands_##number,              \
	                       sizeof conc_operands_##number / sizeof(void *), outer, CONC_HERE)
CONC_ABI_INLINE void conc_abi_reserve_these(struct conc_abi_reserved *conc_reserved,
                                            const volatile void *const *conc_objects,
                                            size_t conc_count,
                                            const struct conc_abi_reserved *conc_outer,
                                            const char *conc_where)
{
	if (conc_count == 1)
		conc_abi_reserve_one(conc_reserved, conc_objects[0], conc_outer, conc_where);
	else conc_abi_reserve(conc_reserved, conc_objects, conc_count, conc_outer, conc_where);
}
#define CONC_RESERVE(number, ...) CONC_ABI_RESERVE_(number, NULL, __VA_ARGS__)
/* The statement is nested in statement outer of the same function. */
#define CONC_RESERVE_IN(number, outer, ...) \
	CONC_ABI_RESERVE_(number, conc_reserved_##outer, __VA_ARGS__)

/* An operand in front of a function call or field access. The client synchronises first. */
#define CONC_SYNC(reserved, object) ((void)conc_abi_sync(reserved, CONC_HERE), object)
#define CONC_SYNCED(reserved, object) ((void)conc_abi_check_synced(reserved, CONC_HERE), object)

/* Synchronise once, in the head of a loop, if the loop has a first round.
 *     for (i = 0; i < n; i++) sum += at(s, i);
 *         for (i = 0, CONC_SYNC_IF(i < n, CONC_SYNC(conc_reserved_1, s)); i < n; i++) …
 * CONC_BEFORE is for a loop that declares its variable: the value of one more, a null pointer. */
#define CONC_SYNC_IF(condition, sync) ((condition) ? (void)(sync) : (void)0)
#define CONC_BEFORE(condition, sync)  (CONC_SYNC_IF(condition, sync), (void *)0)

/* ---- require ---- */

/* Synchronises with all handlers of the statement. */
void conc_abi_require_begin(struct conc_abi_reserved *reserved, const char *where);
/* After a false condition: gives the reservation up, waits until another client's call on one of
 * the handlers has run, and reserves again. Synchronised when it returns. */
void conc_abi_require_wait(struct conc_abi_reserved *reserved, const char *where);

#define CONC_REQUIRE(number, ...)                                                       \
	for (conc_abi_require_begin(conc_reserved_##number, CONC_HERE); !(__VA_ARGS__); \
	     conc_abi_require_wait(conc_reserved_##number, CONC_HERE))                  \
	(void)0

/* ---- require as a clause of waituntil ----
 *
 *     separate (s) require (count(s) > 0) { x = pop(s); } or waituntil (timeout(1s)) { … }
 *         { CONC_REQUIRE_CLAUSE(2, 1); CONC_WAITUNTIL(1, 2); conc_again_1:
 *           CONC_ON_REQUIRE(1, 0, 1, 2, NULL, (s), count(CONC_SYNC(conc_reserved_2, s)) > 0) { … }
 *           else CONC_ON_TIMEOUT(1, 1, 1, CONC_NS(1000000000)) { … }
 *           else { CONC_CHOOSE(1); goto conc_again_1; } }
 *
 * The clause is chosen when all its handlers are reserved and synchronised. The condition is tested
 * in place; if it is false the reservation is given up, and the statement waits on. */

struct conc_abi_waituntil;

/* Room for what others see of a clause that waits, and for each operand. */
enum { CONC_ABI_REQUIRE_BYTES = 80, CONC_ABI_REQUIRE_OPERAND_BYTES = 32 };

/* Notes the clause. memory: the room; outer: as for conc_abi_reserve. */
void conc_abi_require_clause(struct conc_abi_waituntil *wait, unsigned clause,
                             struct conc_abi_reserved *reserved, void *memory,
                             const volatile void *const *objects, size_t count,
                             const struct conc_abi_reserved *outer, const char *where);
/* After a true condition, if other clauses are listed. Returns true. */
bool conc_abi_require_holds(struct conc_abi_waituntil *wait);
/* After a false condition. Returns false. */
bool conc_abi_require_failed(struct conc_abi_waituntil *wait, unsigned clause);

#define CONC_REQUIRE_CLAUSE(number, count)                        \
	struct conc_abi_reserved conc_reserved_##number[count];   \
	__attribute__((__aligned__(16))) char conc_require_##number \
	        [CONC_ABI_REQUIRE_BYTES + (count)*CONC_ABI_REQUIRE_OPERAND_BYTES]

/* ---- quiet(s), a clause of waituntil ----
 *
 *     waituntil (quiet(s)) { … }
 *         { CONC_QUIET_CLAUSE(1, 0); CONC_WAITUNTIL(1, 1); conc_again_1: CONC_ON_QUIET(1, 0, 1, s) { … } …
 *
 * The clause is chosen when all blocks that were reserved before on the handler have ended and their
 * calls have run. object: a separate one. */
void conc_abi_quiet_clause(struct conc_abi_waituntil *wait, unsigned clause,
                           struct conc_abi_reserved *reserved, void *memory,
                           const volatile void *object, const char *where);

#define CONC_QUIET_CLAUSE(number, i)                              \
	struct conc_abi_reserved conc_quiet_##number##_##i;       \
	__attribute__((__aligned__(16))) char conc_quiet_room_##number##_##i \
	        [CONC_ABI_REQUIRE_BYTES + CONC_ABI_REQUIRE_OPERAND_BYTES]

/* ---- Calls ---- */

/* A request begins with the address of its kind. */
struct conc_abi_request_kind {
	char *(*conc_run)(char *request); /* runs it and returns the place of the next one */
	const char *conc_name;            /* of the function called; null: libconc's own */
	const char *conc_where;           /* of a spawned call; null: it was logged */
};

/* Returns room for a request after the last one. */
char *conc_abi_request_slow(struct conc_abi_reserved *r, size_t size);
/* Finds a server for a queue that was idle. */
void conc_abi_serve(struct conc_abi_reserved *r);

#if defined(CONC_SCHEDULES) && CONC_SCHEDULES
/* The same, in memory without a past. */
char *conc_abi_request_seen(struct conc_abi_reserved *r, size_t size);
#define conc_abi_request(reserved, size) conc_abi_request_seen(reserved, size)
#else
CONC_ABI_INLINE char *conc_abi_request(struct conc_abi_reserved *conc_r, size_t conc_size)
{
	struct conc_abi_queue *conc_q = conc_r->conc_queue;

	if (CONC_RACES || /* each request has its own memory then */
	    __builtin_expect(conc_size > (size_t)(conc_q->conc_limit - conc_q->conc_write), 0))
		return conc_abi_request_slow(conc_r, conc_size);
	return conc_q->conc_write;
}
#endif

/* Not inline: the queue's memory was used by others before, which the sanitizer would report as a
 * race. */
void conc_abi_log_seen(struct conc_abi_reserved *r, size_t size);

/* size: as passed to conc_abi_request. */
CONC_ABI_INLINE void conc_abi_log(struct conc_abi_reserved *conc_r, size_t conc_size)
{
#if CONC_ABI_EDGES
	conc_abi_log_seen(conc_r, conc_size);
#else
	struct conc_abi_queue *conc_q = conc_r->conc_queue;
	uintptr_t conc_before = __atomic_load_n(&conc_q->conc_tail, __ATOMIC_ACQUIRE);

	conc_q->conc_write += conc_size;
	if (conc_before &
	    CONC_ABI_IDLE) { /* no other thread reads it; starting the server publishes it */
		__atomic_store_n(&conc_q->conc_tail, (uintptr_t)conc_q->conc_write,
		                 __ATOMIC_RELAXED);
	} else {
		/* release: publishes the request to the server's load of the tail; acquire: if the
		 * queue became idle, what the last server did */
		conc_before = __atomic_exchange_n(&conc_q->conc_tail, (uintptr_t)conc_q->conc_write,
		                                  __ATOMIC_ACQ_REL);
	}
	if (conc_before & CONC_ABI_IDLE) conc_abi_serve(conc_r);
#endif
}

/* A block with one call only. begin: room for its request, or null if the caller must reserve and
 * call as usual; end: logs the request and ends the block. */
char *conc_abi_single_call_begin(const volatile void *object, size_t size, const char *where);
void conc_abi_single_call_end(size_t size);

#if defined(__GNUC__) && !defined(__clang__)
#define CONC_ABI_PACKED_ \
	_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wpacked-not-aligned\"")
#define CONC_ABI_PACKED_END_ _Pragma("GCC diagnostic pop")
#else
#define CONC_ABI_PACKED_
#define CONC_ABI_PACKED_END_
#endif

#define CONC_ABI_NINTH_(A, B, C, D, E, F, G, H, each, ...) each
#define CONC_ABI_EACH_(...)                                                                 \
	CONC_ABI_NINTH_(__VA_ARGS__, CONC_ABI_EACH8_, CONC_ABI_EACH7_, CONC_ABI_EACH6_,     \
	                CONC_ABI_EACH5_, CONC_ABI_EACH4_, CONC_ABI_EACH3_, CONC_ABI_EACH2_, \
	                CONC_ABI_EACH1_, )
#define CONC_ABI_PARAMETER_(type, i) type conc_##i
#define CONC_ABI_NAME_(type, i) conc_##i
#define CONC_ABI_REQUESTED_(type, i) conc_request.conc_##i
#define CONC_ABI_MEMBER_(type, i) type conc_##i;

/* Defines conc_call_FUNCTION(reservation, arguments …), which logs a call of a function that
 * returns nothing, and conc_single_call_FUNCTION(where, arguments …), a separate statement on the
 * first argument that contains only that call. The types of the function's parameters follow it, at
 * most eight. A ';' must follow. */
#define CONC_CALL_TYPE(function, ...) \
	CONC_ABI_CALL_TYPE_(function, CONC_ABI_EACH_(__VA_ARGS__), __VA_ARGS__)
#define CONC_ABI_CALL_TYPE_(function, each, ...)                                                 \
	CONC_CALL_TYPE_LONG(function, (each(CONC_ABI_PARAMETER_, CONC_ABI_COMMA_, __VA_ARGS__)), \
	                    (each(CONC_ABI_NAME_, CONC_ABI_COMMA_, __VA_ARGS__)),                \
	                    (each(CONC_ABI_REQUESTED_, CONC_ABI_COMMA_, __VA_ARGS__)),           \
	                    each(CONC_ABI_MEMBER_, CONC_ABI_NOTHING_, __VA_ARGS__))

/* The same for any number of parameters. parameters: in parentheses, named conc_1, conc_2 …;
 * arguments: these names; members: the same as conc_request.conc_1 …; the rest: the parameters as
 * members. The request is packed, because a queue may not have the alignment that its members
 * need. */
#define CONC_CALL_TYPE_LONG(function, parameters, arguments, members, ...)                     \
	CONC_ABI_PACKED_                                                                       \
	struct __attribute__((__may_alias__, __packed__, __aligned__(CONC_ABI_REQUEST_ALIGN))) \
	conc_request_##function {                                                              \
		const struct conc_abi_request_kind *conc_kind;                                 \
		__VA_ARGS__                                                                    \
	};                                                                                     \
	struct __attribute__((__packed__)) conc_packed_##function {                            \
		const struct conc_abi_request_kind *conc_kind;                                 \
		__VA_ARGS__                                                                    \
	};                                                                                     \
	CONC_ABI_PACKED_END_                                                                   \
	static char *conc_run_##function(char *conc_place)                                     \
	{                                                                                      \
		const struct conc_request_##function conc_request =                            \
		        *(const struct conc_request_##function *)(const void *)conc_place;     \
		function members;                                                              \
		return conc_place + sizeof conc_request;                                       \
	}                                                                                      \
	static const struct conc_abi_request_kind conc_kind_##function = {                     \
	        conc_run_##function, #function, 0};                                            \
	CONC_ABI_INLINE void conc_call_##function(struct conc_abi_reserved *conc_reserved,     \
	                                          CONC_ABI_PARAMETERS_ parameters){            \
	        CONC_ABI_CALL_(function, arguments)} CONC_ABI_INLINE void                      \
	        conc_single_call_##function(const char *conc_where,                            \
	                                    CONC_ABI_PARAMETERS_ parameters){                  \
	                CONC_ABI_SINGLE_CALL_(function, arguments)} CONC_ABI_INLINE void         \
	        conc_spawned_call_##function(const struct conc_abi_request_kind *conc_kind,      \
	                                     const volatile void *const *conc_objects,           \
	                                     size_t conc_count,                                  \
	                                     CONC_ABI_PARAMETERS_ parameters){                   \
	                CONC_ABI_SPAWNED_CALL_(function, arguments)} CONC_ABI_DEFINED
#define CONC_ABI_PARAMETERS_(...) __VA_ARGS__
#define CONC_ABI_PUT_(function, place, arguments)                                             \
	*(struct conc_request_##function *)(void *)(place) = (struct conc_request_##function) \
	{                                                                                     \
		&conc_kind_##function, CONC_ABI_PARAMETERS_ arguments                          \
	}
#define CONC_ABI_CALL_(function, arguments)                                                     \
	const size_t conc_size = sizeof(struct conc_request_##function);                        \
	if (__builtin_expect(conc_reserved->conc_direct, 0)) {                                  \
		conc_abi_sync(conc_reserved, conc_reserved->conc_where);                        \
		function arguments;                                                             \
	} else {                                                                                \
		CONC_ABI_PUT_(function, conc_abi_request(conc_reserved, conc_size), arguments); \
		conc_abi_log(conc_reserved, conc_size);                                         \
	}
#define CONC_ABI_SINGLE_CALL_(function, arguments)                                          \
	const size_t conc_size = sizeof(struct conc_request_##function);                    \
	char *const conc_place = conc_abi_single_call_begin(conc_1, conc_size, conc_where); \
	if (__builtin_expect(conc_place != NULL, 1)) {                                      \
		CONC_ABI_PUT_(function, conc_place, arguments);                             \
		conc_abi_single_call_end(conc_size);                                        \
	} else {                                                                            \
		struct conc_abi_reserved conc_reserved[1];                                  \
		conc_abi_reserve_one(conc_reserved, conc_1, NULL, conc_where);              \
		conc_call_##function(conc_reserved, CONC_ABI_PARAMETERS_ arguments);        \
		conc_abi_release(conc_reserved);                                            \
	}

/* ---- Spawned calls ----
 *
 *     spawn separate (s, t) transfer(s, t, 5);
 *         CONC_SPAWN_SEPARATE(transfer, (s, t), s, t, 5);
 *     task(long) u = spawn separate (s, t) count(s, t);        (the stub: abi_task.h)
 *         … = conc_spawn_separate_count(CONC_HERE, CONC_OBJECTS(s, t), s, t);
 *
 * The call is queued with the handlers of all objects in one step, and runs when it heads all of
 * them. begin: room for its request; end: queues it. size: of the request without padding. */
char *conc_abi_spawned_begin(size_t count, size_t size, const char *where);
void conc_abi_spawned_end(char *request, size_t size, const volatile void *const *objects,
                          size_t count, const char *where);

/* A task: t is made, but not started. */
struct conc_thread;
void conc_abi_spawned_task(struct conc_thread *t, const volatile void *const *objects,
                           size_t count, const char *where);
#define CONC_OBJECTS(...)                                         \
	(const volatile void *const[]){__VA_ARGS__},              \
	        sizeof((const volatile void *const[]){__VA_ARGS__}) / sizeof(void *)

#define CONC_ABI_SPAWNED_CALL_(function, arguments)                                               \
	const size_t conc_size = sizeof(struct conc_packed_##function);                           \
	char *const conc_place =                                                                  \
	        conc_abi_spawned_begin(conc_count, conc_size, conc_kind->conc_where);             \
	*(struct conc_request_##function *)(void *)conc_place = (struct conc_request_##function){ \
	        conc_kind, CONC_ABI_PARAMETERS_ arguments};                                       \
	conc_abi_spawned_end(conc_place, conc_size, conc_objects, conc_count,                     \
	                     conc_kind->conc_where);

/* objects: in parentheses. The rest: the arguments. */
#define CONC_SPAWN_SEPARATE(function, objects, ...)                                       \
	__extension__({                                                                   \
		static const struct conc_abi_request_kind conc_kind = {                   \
		        conc_run_##function, #function, CONC_HERE};                       \
		const volatile void *const conc_objects[] = {CONC_ABI_PARAMETERS_ objects}; \
		conc_spawned_call_##function(&conc_kind, conc_objects,                    \
		                             sizeof conc_objects / sizeof(void *),        \
		                             __VA_ARGS__);                                \
	})

#endif
