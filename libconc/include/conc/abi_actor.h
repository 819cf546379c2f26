/* SPDX-License-Identifier: MIT */
/* actor, message, receive, destroy and sends, for lowered code; conc/actor.h defines their meaning.
 *
 *     receive (counter *self, add *m) { … }
 *         conc_disposition conc_receive_counter__add(counter *self, add *m);
 *         CONC_RECEIVE(counter, add);
 *         conc_disposition conc_receive_counter__add(counter *self, add *m)
 *         { … return CONC_NODELETE; }
 *     c | one;
 *         CONC_SEND(counter, add, &c, one);
 *     c | &big;
 *         CONC_SEND_REFERENCE(counter, add, &c, &big);
 */
#ifndef CONC_ABI_ACTOR_H
#define CONC_ABI_ACTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conc/abi_base.h"

/* What happens to an actor after a behaviour, or to a message sent by reference. Behaviours write
 * Nodelete, Delete, Destroy, Finished. */
typedef enum conc_disposition {
	CONC_NODELETE, /* it lives on */
	CONC_DELETE,   /* its destroy runs, and memory from new is freed */
	CONC_DESTROY,  /* its destroy runs; the memory stays the program's */
	CONC_FINISHED, /* it takes no more messages; nothing else happens */
	CONC_FAILED,   /* returned by conc_fail */
} conc_disposition;

struct conc_abi_scaling;

/* An actor or message type. Each unit has one for each type, conc_type_NAME. */
struct conc_abi_type {
	const char *conc_name;
	const struct conc_abi_type *conc_base; /* or null */
	void (*conc_destroy)(void *object);    /* or null; those of the bases run after it */
	const size_t *conc_asks;               /* offsets of members that are pointers to futures */
	unsigned conc_ask_count;
	unsigned conc_size, conc_header;             /* sizeof; offset of the hidden member */
	const struct conc_abi_scaling *conc_scaling; /* for scalable behaviours, or null */
};

enum conc_abi_made {
	CONC_MADE_OTHERWISE,
	CONC_MADE_BY_NEW,
	CONC_MADE_IN_ARRAY,
	CONC_MADE_DELETED,
	CONC_MADE_AS_REPLICA,
};

/* Why an actor has ended. */
enum conc_ended_why {
	CONC_ENDED_FINISHED = 1, /* a behaviour returned Finished or Destroy */
	CONC_ENDED_DELETED,      /* Delete, delete, or the end of its scope: its memory goes */
	CONC_ENDED_FAILED,       /* conc_fail, and it was not restarted */
	CONC_ENDED_STOPPED,      /* its system or executor stopped */
};

/* The hidden member of an actor. All-zero: not joined. */
struct conc_actor {
	uint64_t conc_ticket;                  /* atomic: its executor, queue and flags; actor.h */
	struct conc_actor_cold *conc_cold;     /* atomic: what few actors have; actor.h */
	const struct conc_abi_type *conc_type; /* its type when it was made; null: unknown */
	uint8_t conc_made;                     /* enum conc_abi_made */
	uint8_t conc_destroyed;                /* its destroy has run */
	uint8_t conc_ended;                    /* atomic: enum conc_ended_why; 0: it has not */
	uint8_t conc_leaves;                   /* atomic: its scope or delete ends it: it is told no
	                                          more ends */
	int32_t conc_status;                   /* of conc_fail, if that has ended it */
};

/* The hidden member of a message. All-zero: not sent. */
struct conc_message {
	const struct conc_abi_type *conc_type; /* its type when it was made; null: unknown */
	uint32_t conc_holders;    /* atomic: deliveries that must end before its disposition */
	uint8_t conc_disposition; /* atomic; enum conc_disposition */
	uint8_t conc_sent;        /* atomic: it was sent by reference */
	uint16_t conc_made;       /* enum conc_abi_made, or CONC_MADE_HERE_ */
};

/* Made by new at this address: a copy of the message is not. m: the hidden member. */
#define CONC_MADE_HERE_(m) ((uint16_t)((uintptr_t)(m) >> 4 | 0x8000))

/* A send: a static constant at each place in the source that sends. */
struct conc_abi_site {
	conc_disposition (*conc_run)(struct conc_actor *actor, void *message);
	const struct conc_abi_type *conc_actor, *conc_message; /* of the receive; of the operand */
	const char *conc_where;                                /* "file:line" */
	size_t conc_size, conc_align;                          /* of a message by value */
	bool conc_scalable;                                    /* replicas may run it */
};

/* ---- sending ---- */

/* How a message travels. Stored in the low bits of a record's site. */
enum conc_abi_record {
	CONC_RECORD_VALUE,     /* the record contains the message */
	CONC_RECORD_REFERENCE, /* the record contains a pointer to it */
	CONC_RECORD_COUNTED,   /* the same; the message counts this delivery */
	CONC_RECORD_LARGE,     /* a pointer to a copy on the heap, owned by the record */
	CONC_RECORD_FENCE,     /* no message: a thread waits until earlier ones are handled */
	CONC_RECORD_ENDING,    /* by value; its destroy runs after the behaviour */
};

enum {
	CONC_ABI_QUEUES = 4096,
	CONC_ABI_RECORD_HEAD = 16, /* bytes: the actor, the site and the kind */
	CONC_ABI_VALUE_MAX = 1024, /* bytes; a larger message goes to the heap */
};

/* The records that the running kernel thread has sent and that are still there. outbox.h of the
 * sources says who may access which member. */
struct conc_abi_outbox_entry {
	uint64_t conc_ticket;
	char *conc_next, *conc_limit; /* place of the next record, if it ends by the limit */
	char *conc_start;
	void *conc_first, *conc_last;
	uint32_t conc_listed, conc_joined;
	uint64_t conc_unused;
};
struct conc_abi_outbox {
	uint32_t conc_busy, conc_taken; /* atomic */
	uint32_t conc_private[14];
	struct conc_abi_outbox_entry conc_entries[CONC_ABI_QUEUES];
};

/* atomic: number of sleeping workers */
extern uint32_t conc_abi_workers_asleep;
/* Hands the sent records to the queue's worker if that sleeps. */
void conc_abi_actor_notify(uint64_t ticket);

/* Send. message: the bytes, or the object if by reference; forward sends on the message that the
 * calling behaviour got, as it came. An actor receives one sender's messages in the order of the
 * calls. May wait for room in a full mailbox. */
void conc_abi_actor_send(struct conc_actor *actor, const struct conc_abi_site *site,
                         const void *message);
void conc_abi_actor_send_reference(struct conc_actor *actor, const struct conc_abi_site *site,
                                   void *message);
void conc_abi_actor_forward(struct conc_actor *actor, const struct conc_abi_site *site,
                            void *message);
/* The same, but never wait. Return false if the mailbox is full, the actor has ended or no system
 * is running. */
bool conc_abi_actor_try_send(struct conc_actor *actor, const struct conc_abi_site *site,
                             const void *message);
bool conc_abi_actor_try_send_reference(struct conc_actor *actor, const struct conc_abi_site *site,
                                       void *message);
bool conc_abi_actor_try_forward(struct conc_actor *actor, const struct conc_abi_site *site,
                                void *message);
void conc_abi_actor_send_null(const struct conc_abi_site *site)
        __attribute__((__noreturn__, __cold__));

struct conc_actors_config;
struct conc_actors_statistics;
struct conc_mailbox_config;
struct conc_mailbox_statistics;
struct conc_supervision;
struct conc_executor;
void conc_abi_actors_start(const struct conc_actors_config *config, const char *where);
void conc_abi_actors_stop(const char *where);
void conc_abi_actors_wait(const char *where);
int conc_abi_actors_wait_for(int64_t limit, const char *where);
struct conc_executor *conc_abi_executor_new(const struct conc_actors_config *config,
                                            const char *where);
void conc_abi_executor_place(struct conc_executor *executor, struct conc_actor *actor,
                             const char *where);
void conc_abi_executor_wait(struct conc_executor *executor, const char *where);
int conc_abi_executor_wait_for(struct conc_executor *executor, int64_t limit, const char *where);
void conc_abi_executor_stop(struct conc_executor *executor, const char *where);
void conc_abi_set_disposition(struct conc_message *message, conc_disposition disposition);
void conc_abi_mailbox_limit(struct conc_actor *actor, const struct conc_mailbox_config *config,
                            const char *where);
bool conc_abi_mailbox_statistics(struct conc_actor *actor, struct conc_mailbox_statistics *out);
void conc_abi_ended_type(const struct conc_abi_type *type, unsigned policy, const char *where);
/* failure: the site for sending a conc_failure to supervisor. */
void conc_abi_supervise(struct conc_actor *actor, struct conc_actor *supervisor,
                        const struct conc_abi_site *failure, const struct conc_supervision *rules);
/* type: of actor, as far as the caller knows; end: the site for sending a conc_end to watcher. */
void conc_abi_watch(struct conc_actor *actor, const struct conc_abi_type *type,
                    struct conc_actor *watcher, const struct conc_abi_site *end);
bool conc_abi_unwatch(const struct conc_actor *actor, struct conc_actor *watcher,
                      const char *where);

/* ---- types ---- */

/* Defines conc_type_NAME for a type whose hidden member is conc_actor or conc_message. Further
 * members by name: .conc_base = &conc_type_BASE, .conc_destroy = conc_end_NAME, and
 * CONC_ASKS(offsets). A ';' must follow. */
#define CONC_KIND_TYPE_(header, name, ...)                                                      \
	static const struct conc_abi_type conc_type_##name                                      \
	        __attribute__((__unused__)) = {.conc_name = #name,                              \
	                                       .conc_size = sizeof(name),                       \
	                                       .conc_header = __builtin_offsetof(name, header), \
	                                       __VA_ARGS__}
#define CONC_ACTOR_TYPE(...) CONC_KIND_TYPE_(conc_actor, __VA_ARGS__, )
#define CONC_MESSAGE_TYPE(...) CONC_KIND_TYPE_(conc_message, __VA_ARGS__, )
#define CONC_ASKS(...)                              \
	.conc_asks = (const size_t[]){__VA_ARGS__}, \
	.conc_ask_count = sizeof((const size_t[]){__VA_ARGS__}) / sizeof(size_t)

/* After the prototype of conc_destroy_NAME: defines conc_end_NAME. */
#define CONC_DESTROY_TYPE(name)                                                    \
	static __attribute__((__unused__)) void conc_end_##name(void *conc_object) \
	{                                                                          \
		conc_destroy_##name((name *)conc_object);                          \
	}                                                                          \
	CONC_ABI_DEFINED

#if (defined(__x86_64__) || defined(__aarch64__)) && \
        !(defined(CONC_SCHEDULES) && CONC_SCHEDULES) && !CONC_RACES
/* Returns the running kernel thread's outbox. processor.h of the sources has the reason for asm. */
CONC_ABI_INLINE struct conc_abi_outbox *conc_abi_outbox(void)
{
	struct conc_abi_outbox *conc_box;
#if defined(__x86_64__)
	__asm__ volatile("mov{q}\t{conc_abi_outbox_tls@gottpoff(%%rip), %0|"
	                 "%0, QWORD PTR conc_abi_outbox_tls@gottpoff[rip]}\n\t"
	                 "mov{q}\t{%%fs:(%0), %0|%0, QWORD PTR fs:[%0]}"
	                 : "=r"(conc_box));
#else
	__asm__ volatile("adrp %0, :gottprel:conc_abi_outbox_tls\n\t"
	                 "ldr %0, [%0, #:gottprel_lo12:conc_abi_outbox_tls]\n\t"
	                 "mrs x16, tpidr_el0\n\t"
	                 "ldr %0, [%0, x16]"
	                 : "=r"(conc_box)
	                 :
	                 : "x16");
#endif
	return conc_box;
}

/* Enters the outbox and returns room for a record. Null: not entered; use the slow path. */
CONC_ABI_INLINE char *conc_abi_outbox_enter(struct conc_abi_outbox *conc_box, uint64_t conc_ticket,
                                            size_t conc_room)
{
	struct conc_abi_outbox_entry *conc_e =
	        &conc_box->conc_entries[conc_ticket % CONC_ABI_QUEUES];
	char *conc_record;

	__atomic_store_n(&conc_box->conc_busy, 1, __ATOMIC_RELAXED);
	__asm__ volatile("" ::: "memory"); /* pairs with the heavy barrier of conc_outbox_take */
	/* acquire: pairs with conc_outbox_give */
	if (__builtin_expect(!__atomic_load_n(&conc_box->conc_taken, __ATOMIC_ACQUIRE), 1) &&
	    __builtin_expect(conc_e->conc_ticket == conc_ticket, 1)) {
		conc_record = conc_e->conc_next;
		/* as numbers: both may be null, and sanitizers report sums with a null pointer */
		if (__builtin_expect((uintptr_t)conc_record + conc_room <=
		                             (uintptr_t)conc_e->conc_limit,
		                     1)) {
			conc_e->conc_next = conc_record + conc_room;
			return conc_record;
		}
	}
	__atomic_store_n(&conc_box->conc_busy, 0, __ATOMIC_RELEASE);
	return 0;
}

/* Leaves the outbox: the record is complete. */
CONC_ABI_INLINE void conc_abi_outbox_leave(struct conc_abi_outbox *conc_box, uint64_t conc_ticket)
{
	/* release: publishes the record to the thread that waits in conc_outbox_take */
	__atomic_store_n(&conc_box->conc_busy, 0, __ATOMIC_RELEASE);
	__asm__ volatile("" ::: "memory"); /* pairs with the heavy barrier of sleep in worker.c */
	if (__builtin_expect(__atomic_load_n(&conc_abi_workers_asleep, __ATOMIC_RELAXED) != 0, 0))
		conc_abi_actor_notify(conc_ticket);
}

CONC_ABI_INLINE void conc_abi_record_head(char *conc_record, struct conc_actor *conc_a,
                                          const struct conc_abi_site *conc_at,
                                          enum conc_abi_record conc_how)
{
	uintptr_t conc_head[2] = {(uintptr_t)conc_a, (uintptr_t)conc_at | (uintptr_t)conc_how};

	__builtin_memcpy(conc_record, conc_head, sizeof(conc_head));
}

/* Sends a message by value. size and align (of the message) and how must be constants. */
CONC_ABI_INLINE void conc_abi_actor_put(struct conc_actor *conc_a,
                                        const struct conc_abi_site *conc_at, const void *conc_m,
                                        size_t conc_size, size_t conc_align,
                                        enum conc_abi_record conc_how)
{
	struct conc_abi_outbox *conc_box = conc_abi_outbox();
	/* relaxed: only compared with values that this kernel thread knows */
	uint64_t conc_ticket = __atomic_load_n(&conc_a->conc_ticket, __ATOMIC_RELAXED);
	char *conc_record = 0;

	if (conc_size <= CONC_ABI_VALUE_MAX && conc_align <= 8)
		conc_record = conc_abi_outbox_enter(conc_box, conc_ticket,
		                                    CONC_ABI_RECORD_HEAD + conc_size);
	if (__builtin_expect(!conc_record, 0)) {
		conc_abi_actor_send(conc_a, conc_at, conc_m);
		return;
	}
	conc_abi_record_head(conc_record, conc_a, conc_at, conc_how);
	__builtin_memcpy(conc_record + CONC_ABI_RECORD_HEAD, conc_m, conc_size);
	conc_abi_outbox_leave(conc_box, conc_ticket);
}

CONC_ABI_INLINE void conc_abi_actor_put_reference(struct conc_actor *conc_a,
                                                  const struct conc_abi_site *conc_at, void *conc_m,
                                                  struct conc_message *conc_head)
{
	struct conc_abi_outbox *conc_box = conc_abi_outbox();
	uint64_t conc_ticket = __atomic_load_n(&conc_a->conc_ticket, __ATOMIC_RELAXED);
	char *conc_record = 0;

	/* relaxed: only the sender has the message, or others send it as well and it does not
	 * change. The first send of a message, and sends of one that counts deliveries, take the
	 * slow path. */
	if (__builtin_expect(
	            conc_m && __atomic_load_n(&conc_head->conc_sent, __ATOMIC_RELAXED) &&
	                    !__atomic_load_n(&conc_head->conc_disposition, __ATOMIC_RELAXED),
	            1))
		conc_record = conc_abi_outbox_enter(conc_box, conc_ticket,
		                                    CONC_ABI_RECORD_HEAD + sizeof(conc_m));
	if (__builtin_expect(!conc_record, 0)) {
		conc_abi_actor_send_reference(conc_a, conc_at, conc_m);
		return;
	}
	conc_abi_record_head(conc_record, conc_a, conc_at, CONC_RECORD_REFERENCE);
	__builtin_memcpy(conc_record + CONC_ABI_RECORD_HEAD, &conc_m, sizeof(conc_m));
	conc_abi_outbox_leave(conc_box, conc_ticket);
}
#else
#define conc_abi_actor_put(a, at, m, size, align, how) conc_abi_actor_send(a, at, m)
#define conc_abi_actor_put_reference(a, at, m, head) conc_abi_actor_send_reference(a, at, m)
#endif

/* The address of a message's hidden member, null for a null pointer. */
#define CONC_MESSAGE_OF_(m) ((m) ? &(m)->conc_message : (struct conc_message *)0)

#define CONC_TRY_(A, M, suffix, type, address, function)                             \
	CONC_ABI_INLINE _Bool conc_try_send_##A##__##M##suffix(                      \
	        A *conc_a, type conc_m, const struct conc_abi_site *conc_at)         \
	{                                                                            \
		if (__builtin_expect(!conc_a, 0)) conc_abi_actor_send_null(conc_at); \
		return conc_abi_actor_try_##function(&conc_a->conc_actor, conc_at,   \
		                                     address conc_m);                \
	}

#define CONC_TO_(A, M, suffix, type, ...)                                                    \
	CONC_ABI_INLINE A *conc_send_##A##__##M##suffix(A *conc_a, type conc_m,              \
	                                                const struct conc_abi_site *conc_at) \
	{                                                                                    \
		if (__builtin_expect(!conc_a, 0)) conc_abi_actor_send_null(conc_at);         \
		__VA_ARGS__;                                                                 \
		return conc_a;                                                               \
	}

#define CONC_SENDS_(A, M)                                                                      \
	CONC_TO_(A, M, , M,                                                                    \
	         conc_abi_actor_put(&conc_a->conc_actor, conc_at, &conc_m, sizeof(M),          \
	                            __alignof__(M),                                            \
	                            conc_type_##M.conc_destroy || conc_type_##M.conc_base      \
	                                    ? CONC_RECORD_ENDING                               \
	                                    : CONC_RECORD_VALUE))                              \
	CONC_TO_(A, M, _reference, M *,                                                        \
	         conc_abi_actor_put_reference(&conc_a->conc_actor, conc_at, conc_m,            \
	                                      CONC_MESSAGE_OF_(conc_m)))                       \
	CONC_TO_(A, M, _on, M *, conc_abi_actor_forward(&conc_a->conc_actor, conc_at, conc_m)) \
	CONC_TRY_(A, M, , M, &, send)                                                          \
	CONC_TRY_(A, M, _reference, M *, , send_reference)                                     \
	CONC_TRY_(A, M, _on, M *, , forward)

/* After the prototype of conc_receive_A__M: defines the sends. A ';' must follow. */
#define CONC_RECEIVE(A, M) CONC_BEHAVIOUR_(A, M, 0)
#define CONC_BEHAVIOUR_(A, M, scalable)                                                    \
	enum { conc_scalable_##A##__##M = scalable };                                      \
	static __attribute__((__unused__))                                                 \
	conc_disposition conc_run_##A##__##M(struct conc_actor *conc_a, void *conc_m)      \
	{                                                                                  \
		return conc_receive_##A##__##M(                                            \
		        (A *)(void *)((char *)conc_a - __builtin_offsetof(A, conc_actor)), \
		        (M *)conc_m);                                                      \
	}                                                                                  \
	CONC_SENDS_(A, M)                                                                  \
	CONC_ABI_DEFINED

#define CONC_SITE_(run, A, T, scalable)                                        \
	__extension__({                                                        \
		static const struct conc_abi_site conc_site = {                \
		        run,       &conc_type_##A, &conc_type_##T, CONC_PLACE, \
		        sizeof(T), __alignof__(T), scalable};                  \
		&conc_site;                                                    \
	})
/* The site for sending an operand of type T to the receive for A and M. */
#define CONC_SITE_OF(A, M, T) CONC_SITE_(conc_run_##A##__##M, A, T, conc_scalable_##A##__##M)
#define CONC_SITE(A, M) CONC_SITE_OF(A, M, M)

/* to: a pointer to an A. The value is to, so that `a | m1 | m2` nests. */
#define CONC_SEND(A, M, to, ...) conc_send_##A##__##M(to, (__VA_ARGS__), CONC_SITE(A, M))
#define CONC_SEND_REFERENCE(A, M, to, ...) \
	conc_send_##A##__##M##_reference(to, (__VA_ARGS__), CONC_SITE(A, M))
/* message is a T *, and T is derived from M. */
#define CONC_SEND_REFERENCE_AS(A, M, T, to, ...) \
	conc_send_##A##__##M##_reference(to, (M *)(__VA_ARGS__), CONC_SITE_OF(A, M, T))
/* message is the parameter of the enclosing behaviour. */
#define CONC_SEND_ON(A, M, to, message) conc_send_##A##__##M##_on(to, message, CONC_SITE(A, M))
#define CONC_SEND_ON_AS(A, M, T, to, message) \
	conc_send_##A##__##M##_on(to, (M *)(message), CONC_SITE_OF(A, M, T))

#define CONC_TRY_SEND(A, M, to, ...) conc_try_send_##A##__##M(to, (__VA_ARGS__), CONC_SITE(A, M))
#define CONC_TRY_SEND_REFERENCE(A, M, to, ...) \
	conc_try_send_##A##__##M##_reference(to, (__VA_ARGS__), CONC_SITE(A, M))
#define CONC_TRY_SEND_REFERENCE_AS(A, M, T, to, ...) \
	conc_try_send_##A##__##M##_reference(to, (M *)(__VA_ARGS__), CONC_SITE_OF(A, M, T))
#define CONC_TRY_SEND_ON(A, M, to, message) \
	conc_try_send_##A##__##M##_on(to, message, CONC_SITE(A, M))
#define CONC_TRY_SEND_ON_AS(A, M, T, to, message) \
	conc_try_send_##A##__##M##_on(to, (M *)(message), CONC_SITE_OF(A, M, T))

/* ---- ready-made messages ---- */

/* Messages without members that every actor receives; an actor type may define its own receive for
 * them. conc_control is the base of messages that enter a full mailbox. */
#define CONC_READY_MADE_(name)                    \
	typedef struct name {                     \
		struct conc_message conc_message; \
	} name;                                   \
	extern const struct conc_abi_type conc_type_##name
CONC_READY_MADE_(conc_control);
CONC_READY_MADE_(delete_message);
CONC_READY_MADE_(destroy_message);
CONC_READY_MADE_(finished_message);

/* The message that a supervisor receives. */
typedef struct conc_failure {
	void *actor;       /* the failed actor; it may run again unless given_up */
	const char *type;  /* its name */
	int status;        /* of conc_fail */
	unsigned restarts; /* so far, including this one */
	bool given_up;     /* too many restarts: it has ended */
	struct conc_message conc_message;
} conc_failure;
extern const struct conc_abi_type conc_type_conc_failure;

/* The message that an actor receives that watches another one. */
typedef struct conc_end {
	void *actor;             /* that has ended; its memory may be gone */
	const char *type;        /* its name */
	enum conc_ended_why why; /* it has ended */
	int status;              /* of conc_fail, for CONC_ENDED_FAILED; else 0 */
	struct conc_message conc_message;
} conc_end;
extern const struct conc_abi_type conc_type_conc_end;

conc_disposition conc_run_delete_message(struct conc_actor *actor, void *message);
conc_disposition conc_run_destroy_message(struct conc_actor *actor, void *message);
conc_disposition conc_run_finished_message(struct conc_actor *actor, void *message);

/* The site for the ready-made message M to an actor type A without its own receive for M. */
#define CONC_SITE_READY_(A, M) CONC_SITE_(conc_run_##M, A, M, 0)
CONC_ABI_INLINE struct conc_actor *conc_ready_actor(void *conc_actor,
                                                    const struct conc_abi_site *conc_site)
{
	if (__builtin_expect(!conc_actor, 0)) conc_abi_actor_send_null(conc_site);
	return (struct conc_actor *)(void *)((char *)conc_actor +
	                                     conc_site->conc_actor->conc_header);
}
CONC_ABI_INLINE void *conc_send_ready(void *conc_actor, const struct conc_abi_site *conc_site,
                                      const void *conc_message)
{
	conc_abi_actor_send(conc_ready_actor(conc_actor, conc_site), conc_site, conc_message);
	return conc_actor;
}
CONC_ABI_INLINE bool conc_try_send_ready(void *conc_actor, const struct conc_abi_site *conc_site,
                                         const void *conc_message)
{
	return conc_abi_actor_try_send(conc_ready_actor(conc_actor, conc_site), conc_site,
	                               conc_message);
}
/* The operand of ?: that is never used makes the compiler check the type of `to`. */
#define CONC_SEND_READY(A, to, M) \
	((A *)conc_send_ready(1 ? (to) : (A *)0, CONC_SITE_READY_(A, M), &(M){{0}}))
#define CONC_TRY_SEND_READY(A, to, M) \
	conc_try_send_ready(1 ? (to) : (A *)0, CONC_SITE_READY_(A, M), &(M){{0}})

#define CONC_SUPERVISE(A, actor, supervisor, ...)                           \
	conc_abi_supervise(&(actor)->conc_actor, &(supervisor)->conc_actor, \
	                   CONC_SITE(A, conc_failure), (__VA_ARGS__))

/* The hidden member of the actor that p points to, null for a null pointer. */
#define CONC_ACTOR_AT_(p)                                     \
	__extension__({                                       \
		__typeof__(&*(p)) conc_at_ = (p);             \
		conc_at_ ? &conc_at_->conc_actor : (void *)0; \
	})
/* actor: a pointer to an A; watcher: to an actor for which the receive for W and conc_end runs. */
#define CONC_WATCH(A, W, actor, watcher)                                     \
	conc_abi_watch(CONC_ACTOR_AT_(1 ? (actor) : (A *)0), &conc_type_##A, \
	               CONC_ACTOR_AT_(watcher), CONC_SITE(W, conc_end))

/* ---- objects ---- */

/* Returns memory for one object of size bytes, not zeroed, never null. Delete or delete frees
 * it. */
void *conc_abi_new_object(size_t size, size_t align, const char *where)
        __attribute__((__returns_nonnull__, __malloc__));
/* Lowered `delete p` of an actor or message of static type `type`; no effect if p is null. An actor
 * ends once its queued messages have been handled. */
void conc_abi_delete_actor(void *object, const struct conc_abi_type *type, const char *where);
void conc_abi_delete_message(void *object, const struct conc_abi_type *type, const char *where);
/* Record the type of the count objects in memory from conc_abi_new. Return memory. */
void *conc_abi_new_actors(void *memory, const struct conc_abi_type *type);
void *conc_abi_new_messages(void *memory, const struct conc_abi_type *type);

#define CONC_MADE_BY_NEW_(m) CONC_MADE_BY_NEW
/* Uses the type's tag, since a variable may have the type's name. */
#define CONC_NEW_OBJECT_(number, type, header, made, ...)                               \
	__extension__({                                                                 \
		struct type *conc_new_##number = (struct type *)conc_abi_new_object(    \
		        sizeof(struct type), __alignof__(struct type), CONC_HERE);      \
		*conc_new_##number = (struct type)__VA_ARGS__;                          \
		conc_new_##number->header.conc_type = &conc_type_##type;                \
		conc_new_##number->header.conc_made = made(&conc_new_##number->header); \
		conc_new_##number;                                                      \
	})
#define CONC_NEW_ACTOR(number, type, ...) \
	CONC_NEW_OBJECT_(number, type, conc_actor, CONC_MADE_BY_NEW_, __VA_ARGS__)
#define CONC_NEW_MESSAGE(number, type, ...) \
	CONC_NEW_OBJECT_(number, type, conc_message, CONC_MADE_HERE_, __VA_ARGS__)
#define CONC_NEW_ACTOR_ARRAY(number, type, n, ...)                                 \
	((type *)conc_abi_new_actors(CONC_NEW_ARRAY(number, type, n, __VA_ARGS__), \
	                             &conc_type_##type))
#define CONC_NEW_MESSAGE_ARRAY(number, type, n, ...)                                 \
	((type *)conc_abi_new_messages(CONC_NEW_ARRAY(number, type, n, __VA_ARGS__), \
	                               &conc_type_##type))
#define CONC_NEW_ACTOR_ZERO_ARRAY(type, n) \
	((type *)conc_abi_new_actors(CONC_NEW_ZERO_ARRAY(type, n), &conc_type_##type))
#define CONC_NEW_MESSAGE_ZERO_ARRAY(type, n) \
	((type *)conc_abi_new_messages(CONC_NEW_ZERO_ARRAY(type, n), &conc_type_##type))
#define CONC_DELETE_ACTOR(type, pointer) \
	conc_abi_delete_actor((void *)(pointer), &conc_type_##type, CONC_HERE)
#define CONC_DELETE_MESSAGE(type, pointer) \
	conc_abi_delete_message((void *)(pointer), &conc_type_##type, CONC_HERE)

/* For return from main: waits until all calls logged with handlers have run, and stops the system,
 * if one is running. */
void conc_abi_main_end(const char *const *where);
#define CONC_MAIN                                                                                  \
	__attribute__((__cleanup__(conc_abi_main_end), __unused__)) const char *const conc_main_ = \
	        CONC_HERE

/* The automatic actors of one declaration. At the end of its scope each actor's queued messages are
 * handled and it ends, the last actor first. */
struct conc_abi_actors {
	const struct conc_abi_type *conc_type;
	char *conc_objects;
	size_t conc_count;
	const char *conc_where;
};
struct conc_abi_actors conc_abi_actors_begin(const struct conc_abi_type *type, void *objects,
                                             size_t bytes, const char *where);
void conc_abi_actors_end(struct conc_abi_actors *actors);
#define CONC_ACTORS(number, type, object)                                    \
	CONC_SCOPED(conc_abi_actors)                                         \
	struct conc_abi_actors conc_actors_##number = conc_abi_actors_begin( \
	        &conc_type_##type, (void *)&(object), sizeof(object), CONC_HERE)

#endif
