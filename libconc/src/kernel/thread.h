/* SPDX-License-Identifier: MIT */
/* The user thread: its descriptor.
 *
 * A descriptor is 512 bytes of a slab and comes from a freelist of the running processor. Slabs
 * are never given back; they are the registry that the report walks. The stack is separate. A
 * thread gets it at its first dispatch, so a task that its joiner runs inline never has one.
 *
 * Kinds: a spawned task, a thread object, the initial thread ("main"), and a foreign kernel
 * thread, which libconc did not start and which waits in the kernel.
 */
#ifndef CONC_SRC_THREAD_H
#define CONC_SRC_THREAD_H

#include "edge.h"
#include "park.h"
#include "port/atomic.h"
#include "timer.h"

struct conc_stack;
struct conc_processor;
struct conc_local_entry;

/* What a thread waits for; written by the thread itself before it parks, read by the report.
 * operation is a literal such as "conc_mutex", "join", "sleep"; NULL: not waiting. holder(object)
 * returns the thread that would have to act, or NULL if it is no particular one; it must not
 * lock. */
struct conc_wait {
	const char *operation; /* atomic */
	const void *object;
	const char *where; /* "file:line" or NULL */
	struct conc_thread *(*holder)(const void *object);
};

/* A joiner or a waituntil clause that waits for the end of a thread. ended is called once, by the
 * kernel thread on which the thread ended, with no lock held; the waiter may be gone when it
 * returns. */
struct conc_end_waiter {
	struct conc_end_waiter *next;
	void (*ended)(struct conc_end_waiter *waiter);
};

enum conc_thread_kind {
	CONC_THREAD_FREE, /* on a freelist */
	CONC_THREAD_TASK,
	CONC_THREAD_OBJECT,
	CONC_THREAD_MAIN,
	CONC_THREAD_FOREIGN,
};

#define CONC_FRAME_INLINE 128 /* bytes of arguments and result kept in the descriptor */

struct conc_thread {
	/* First line: the switch. Written by the kernel thread that runs the thread. */
	void *context;            /* stack pointer while it is not running; NULL: not started */
	struct conc_thread *next; /* link in the global queue or a freelist */
	void *stack_low;          /* lowest usable byte of the stack it runs on */
	struct conc_stack *stack; /* its own stack, or NULL */
	void (*run)(void *frame);
	void *frame;
	uint32_t park; /* atomic: enum conc_park_state; transitions in park.h */
	int32_t saved_errno;
	union {
		/* The thread itself. Zero in most threads: so they are tested together. */
		struct {
			uint32_t pinned;   /* depth of conc_pin */
			uint16_t blocking; /* depth of blocking sections */
			union {
				struct {
					uint8_t own_modes; /* it set floating-point modes */
					uint8_t band;      /* enum conc_band; its spawner, too */
				};
				uint16_t unusual; /* both */
			};
		};
		uint64_t special; /* all of them */
	};

	/* Second line: identity and waiting. */
	const char
	        *name; /* atomic: of its type or function, or what it was set to; thread_name.c */
	const char *started_at;            /* "file:line" of the spawn or declaration */
	struct conc_wait wait;             /* the thread itself */
	struct conc_thread *inline_parent; /* the thread on whose stack it runs, or NULL */
	uint32_t number;                   /* unique among live descriptors; fixed */
	uint8_t kind;                      /* atomic: enum conc_thread_kind */
	bool starts;                       /* edge holds its spawner's past */
	bool fork_root;                    /* the first thread of a forked child: its end is exit */
	uint8_t cancel;      /* atomic; cancel.h: cancellers, zero when a thread starts */
	uint8_t cancellable; /* atomic; the thread itself: in a wait that can be cancelled */
	bool scope_cancels;  /* its scope is cancelling it; under the scope's lock */
	bool bounded;        /* deadline or shielded is not zero */
	uint8_t leak;        /* leaks.c, while all other threads stand still; zero in a free one */

	/* cancel.h; the thread itself, its spawner before it starts; zero in a free one */
	uint64_t deadline; /* from when it counts as cancelled; 0: never */
	uint64_t shielded; /* until when a cancel is held off; 0: it is not */

	/* Third line: the end. */
	uintptr_t end;                   /* atomic: waiters and lock bit; or see CONC_ENDED */
	uint32_t frame_size;             /* bytes; > CONC_FRAME_INLINE: frame is from malloc */
	uint32_t kernel_woken;           /* atomic; park.c: it may leave the kernel */
	struct conc_local_entry *locals; /* conc_local values; the thread itself */
	uintptr_t permit;                /* atomic: of conc_park; permit.c */
	uint64_t cpu_time;               /* ns so far; its kernel thread; cpu_time.c */
	struct conc_timer timer;         /* of park_until */
	void *fiber;                     /* TSan's fiber, ASan's fake stack, a seed's strand */
	conc_edge_cell edge;             /* edges of its start, its end and its unparks */
	conc_edge_cell cancel_edge;      /* edges of its cancellers */
	const void *asan_bottom;         /* ASan: the stack it runs on */
	size_t asan_size;

	/* For locks, actors and separate objects. */
	uint32_t spin_held;  /* spin locks held: parking with one stops the program */
	uint32_t lock_waits; /* atomic; the thread itself: waits begun for owned resources */
	uint32_t owned;      /* locks of libc held that know their kernel thread; also in pinned */
	uint32_t held_count; /* order.c: the locks in held, and the room there */
	uint32_t held_room;
	struct conc_held *held; /* the locks that it holds, the latest last; the thread itself */
	struct conc_delivery *delivery;     /* the message that it handles (actor.h), or null */
	struct conc_handler *handler;       /* whose requests it runs (separate.h), or null */
	struct conc_abi_reserved *reserved; /* its separate statements, the latest first */
	struct conc_private_queue *cached_queue; /* its queue for blocks of one call, or null */
	const struct conc_handler *last_handler; /* the handler of its last such block */
	union {
		struct conc_private_queue *open_queue; /* the queue that it is written to */
		struct conc_spawned *spawned;          /* not begun: what it waits for */
		struct conc_chunk *open_chunk;         /* of the spawned call that it writes */
	};
	uint32_t left_blocks;     /* blocks that it has left to a server */
	uint32_t lock_waits_seen; /* lock_cycle.c: lock_waits at the look before */

	/* scope.c, under the scope's lock: its scope, and its neighbours in the scope's ring. */
	struct conc_scope *scope;
	struct conc_thread *scope_next, *scope_previous;

	struct conc_thread_name
	        *own_name; /* thread_name.c: the last place of a name here, or null */
#if CONC_SCHEDULES
	int64_t priority; /* PCT, POS: the highest runs */
	uintptr_t word;   /* POS, verifying: what its next step touches: conc_schedule_step_at */
	const uintptr_t *locks; /* verifying: the state of the lock that it is about to take */
	uint32_t order;         /* of all threads of the program, from 0 */
	bool pauses;            /* SURW: its next step is not its turn */
#endif

	_Alignas(64) unsigned char inline_frame[CONC_FRAME_INLINE];
};

/* Returns the calling user thread, never NULL; at first use makes a descriptor for a foreign kernel
 * thread, and starts the runtime. The same as the public conc_self(). */
struct conc_thread *conc_thread_self(void);

/* Does t run before others when it is ready? Under a seed no thread does: more orders are tried. */
static inline bool conc_thread_is_urgent(const struct conc_thread *t)
{
	return !CONC_SCHEDULES && t->band;
}

/* The same without side effects: NULL if there is none yet. Any context. */
struct conc_thread *conc_thread_self_or_null(void);

/* Says what self is about to wait for. */
static inline void conc_thread_waits(struct conc_thread *self, const char *operation,
                                     const void *object, const char *where,
                                     struct conc_thread *(*holder)(const void *))
{
	/* relaxed: published with operation; holder is a constant */
	if (holder) store_relaxed(&self->lock_waits, load_relaxed(&self->lock_waits) + 1);
	store_relaxed(&self->wait.object, object);
	self->wait.where = where;
	store_relaxed(&self->wait.holder, holder);
	/* release: the report loads operation with acquire, and then sees the rest */
	store_release(&self->wait.operation, operation);
	conc_schedule_note(CONC_EVENT_WAITS, self, object, operation, where);
}

/* The operation of a worker of actors that waits for a message: reports only count these. */
extern const char conc_idle_operation[];

/* Registers waiter for the end of thread; false, and not registered, if it has already ended. The
 * caller must hold a handle, which keeps the descriptor alive. */
bool conc_thread_end_register(struct conc_thread *thread, struct conc_end_waiter *waiter);

/* Takes waiter back. False if ended has been or is being called. */
bool conc_thread_end_unregister(struct conc_thread *thread, struct conc_end_waiter *waiter);

bool conc_thread_has_ended(const struct conc_thread *thread);

/* foreign_lock.c calls it when the calling kernel thread has taken (+1) or released (-1) a lock of
 * libc that knows its holder. Atomic: null until the runtime starts, then conc_thread_owns. Locks
 * that other kernel threads take before that do not matter: they have no user thread to pin. */
extern void (*conc_owned_hook)(int change) __attribute__((visibility("hidden")));
void conc_thread_owns(int change);

/* For the kernel's own files. */

/* An edge for a race detector: the caller starts t, which no other thread knows yet. A thread
 * started without it may not rely on its starter's past. */
static inline void conc_thread_starts(struct conc_thread *t)
{
	t->starts = true;
	conc_edge_only_from(&t->edge);
	conc_edge_only_from(&t->cancel_edge);
}

/* Values of end; any other is a list of waiters, whose lowest bit is a lock. */
#define CONC_ENDED ((uintptr_t)2)
#define CONC_DETACHED ((uintptr_t)4) /* nobody will join it: freed at its end */

/* Returns a blank descriptor of p's freelist, not registered anywhere. p is the caller's. */
struct conc_thread *conc_thread_new(struct conc_processor *p);

/* Puts a descriptor back into p's freelist. No handle may refer to it any more. */
void conc_thread_free(struct conc_processor *p, struct conc_thread *t);

/* Gives p's free descriptors but `keep` to others, for example when p's kernel thread ends. */
void conc_thread_give_back(struct conc_processor *p, uint32_t keep);

/* What t does at its end, on its own stack: frees its conc_local storage and cached queue; stops
 * the program if it is pinned or in a blocking section. */
void conc_thread_finish(struct conc_thread *t);

/* Marks t as ended and tells its waiters; t may be gone then. Frees t if it is detached. */
void conc_thread_publish_end(struct conc_processor *p, struct conc_thread *t);

/* Says that nobody will join t: its descriptor is freed at its end, or now. p is the caller's. */
void conc_thread_detach(struct conc_processor *p, struct conc_thread *t);

/* A conc_wait.holder for an object that is the thread itself. */
struct conc_thread *conc_thread_itself(const void *object);

/* Parks self until t has ended. */
void conc_thread_wait_end(struct conc_thread *self, struct conc_thread *t, const char *where);

/* Calls visit for every live descriptor, without a lock: at best a snapshot. */
void conc_thread_each(void (*visit)(struct conc_thread *t, void *argument), void *argument);

/* Calls visit for every slab of descriptors, free ones among them. */
void conc_thread_each_slab(void (*visit)(struct conc_thread *first, unsigned count));

/* For fork. */
void conc_thread_slabs_locks(void (*change)(struct conc_tiny_lock *lock));
void conc_thread_forget_others(struct conc_thread *survivor);

/* conc_local.c: frees the values of t, the calling thread. */
void conc_local_free(struct conc_thread *t);

/* scope.c: takes child, which has ended and is in a scope, out of the scope; may unpark the owner.
 */
void conc_scope_leave(struct conc_thread *child);

/* Writes "NAME NUMBER" (or "main") into buffer; returns buffer. */
char *conc_thread_describe(const struct conc_thread *thread, char *buffer, size_t size);

/* The name of the initial thread, if it has no other: it is shown without a number. */
extern const char conc_main_name[5] __attribute__((visibility("hidden")));

/* ---- permit.c ---- */

/* Takes away a permit that was left in the descriptor. */
void conc_permit_drop(struct conc_thread *t);

/* In fork's child, of the calling thread. */
void conc_permit_forked(struct conc_thread *survivor);

/* ---- thread_name.c ---- */

/* Returns whether t's name is one that it was given by conc_set_name. */
bool conc_thread_is_named(const struct conc_thread *t);

/* How many places of names have been used again: what was remembered by their addresses may be
 * another text now. */
uint32_t conc_thread_names_reused(void);

/* For fork. */
void conc_thread_names_locks(void (*change)(struct conc_tiny_lock *lock));

#endif
