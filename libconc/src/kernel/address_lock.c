/* SPDX-License-Identifier: MIT */
/*
 * address_lock: FILE and pthread_mutex_t as operands of the mutex statement.
 *
 * The idea. These locks belong to kernel threads. A user thread that waited for one in the kernel
 * would stop its processor, and one that migrated while it held one could not release it. The
 * statement therefore first takes a libconc lock kept for that address, for which waiting parks
 * only the user thread. Then it pins the user thread, whose kernel thread from then on runs no
 * other. Then it takes the foreign lock, which only code that does not use the statement can hold:
 * at once if it is free, else inside a blocking section.
 *
 *     entry(address) ──► conc_mutex (parks) ──► pin ──► try the foreign lock ──► or wait for it
 *
 * The locks are in a table of shards by address. Each shard has a few entries; more are allocated
 * when these run out, and kept. An entry counts its holders and waiters and becomes free when the
 * last one leaves.
 *
 * Rejected: a lock inside the FILE (there is no room); a fixed table of locks without addresses
 * (two files could share one, and nested statements would deadlock); pinning first (every waiter
 * would occupy a kernel thread).
 *
 * Invariants. An entry's address is fixed while its count is not 0. No guard is held during a wait.
 * Acquiring and releasing are properly nested per thread.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conc/abi_blocking.h"
#include "conc/abi_mutex.h"
#include "conc/thread.h"
#include "mutex_core.h"
#include "port/stop.h"

enum { SHARDS = 32, OWN_ENTRIES = 4 };

struct entry {
	struct entry *next;      /* in a shard's list of used or of free entries */
	const void *address;     /* of the FILE or pthread_mutex_t */
	unsigned users;          /* holders and waiters; under the shard's guard */
	unsigned depth;          /* acquisitions beyond the first; holder only */
	struct conc_mutex mutex; /* what user threads wait for */
};

struct shard {
	struct conc_tiny_lock guard;
	struct entry *used, *free; /* under guard */
	unsigned own_used;         /* entries of own in use; only grows */
	struct entry own[OWN_ENTRIES];
} __attribute__((aligned(CONC_CACHE_LINE)));

static struct shard shards[SHARDS];

static struct shard *shard_of(const void *address)
{
	uint64_t hash = (uint64_t)(uintptr_t)address * 0x9E3779B97F4A7C15u;

	if (conc_schedule_seeded()) return &shards[0]; /* the same in every run */
	return &shards[hash >> 59];
}

/* ---- The table ---- */

static struct entry *address_lock_find(struct shard *s, const void *address)
{
	struct entry *e = s->used;

	while (e && e->address != address) e = e->next;
	return e;
}

/* Returns the entry of address, counted once more. Makes it of a free entry, or of *spare and
 * clears that. Returns null if it can do neither. */
static struct entry *acquire(struct shard *s, const void *address, struct entry **spare)
{
	struct entry *e;

	conc_tiny_lock_acquire(&s->guard);
	e = address_lock_find(s, address);
	if (!e) {
		e = s->free;
		if (e) {
			s->free = e->next;
		} else if (s->own_used < OWN_ENTRIES) {
			e = &s->own[s->own_used++];
		} else {
			e = *spare;
			*spare = NULL;
		}
		if (e) {
			e->address = address;
			e->users = 0;
			e->next = s->used;
			s->used = e;
		}
	}
	if (e) e->users++;
	conc_tiny_lock_release(&s->guard);
	return e;
}

static void address_lock_release(struct entry *e)
{
	struct shard *s = shard_of(e->address);

	conc_tiny_lock_acquire(&s->guard);
	if (--e->users == 0) {
		struct entry **link = &s->used;
		while (*link != e) link = &(*link)->next;
		*link = e->next;
		conc_edge_fresh(&e->mutex, sizeof e->mutex); /* the next address is another lock */
		e->next = s->free;
		s->free = e;
	}
	conc_tiny_lock_release(&s->guard);
}

/* Returns the entry of address. Stops the program if the caller does not hold it. */
static struct entry *held_entry(const void *address, const char *kind, const char *where)
{
	struct shard *s = shard_of(address);
	struct entry *e;

	conc_tiny_lock_acquire(&s->guard);
	e = address_lock_find(s, address);
	conc_tiny_lock_release(&s->guard);
	if (!e || conc_mutex_core_holder(&e->mutex) != conc_thread_self())
		conc_lock_misuse(kind, address, NULL, where);
	return e;
}

void conc_address_table_locks(void (*change)(struct conc_tiny_lock *lock))
{
	for (int i = 0; i < SHARDS; i++) change(&shards[i].guard);
}

/* ---- Common to both kinds ---- */

/* Takes the libconc lock of address and pins the caller. Returns whether it held it before. */
static bool begin(const void *address, const char *kind, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct shard *s = shard_of(address);
	struct entry *spare = NULL, *e = acquire(s, address, &spare);
	bool again;

	if (!e) { /* more foreign locks of one shard are in use than ever before */
		spare = calloc(1, sizeof(*spare));
		if (!spare) conc_stop(where, self, "out of memory for a lock");
		e = acquire(s, address, &spare);
		free(spare);
	}
	again = conc_mutex_core_holder(&e->mutex) == self;
	if (again) {
		e->depth++;
	} else {
		if (conc_order_on()) conc_order_locking(e->address, where);
		if (!conc_mutex_core_try(&e->mutex, self, CONC_LOCK_WRITE))
			conc_mutex_core_lock(&e->mutex, self, CONC_LOCK_WRITE, CONC_NEVER, kind, where);
		if (conc_order_on()) conc_held_add(self, e->address, where);
	}
	conc_pin();
	return again;
}

static void address_lock_end(struct entry *e)
{
	conc_unpin();
	if (e->depth) {
		e->depth--;
	} else {
		if (conc_order_on()) conc_held_remove(conc_thread_self(), e->address);
		conc_mutex_core_unlock(&e->mutex);
	}
	address_lock_release(e);
}

void conc_abi_file_lock(void *file, const char *where)
{
	struct conc_abi_blocking section;

	conc_operation_on(file, CHANGES, "locks");
	begin(file, "FILE", where);
	/* libc takes all lanes of a seeded run for one thread: no other lane may run meanwhile */
	conc_schedule_forbid_switch(+1);
	if (ftrylockfile(file) != 0) {
		section = conc_abi_blocking_begin(where);
		flockfile(file);
		conc_abi_blocking_end(&section);
	}
	conc_edge_lock(file);
}

void conc_abi_file_unlock(void *file, const char *where)
{
	struct entry *e = held_entry(file, "FILE", where);

	conc_edge_unlock(file);
	funlockfile(file);
	conc_schedule_forbid_switch(-1);
	address_lock_end(e);
}

static void pthread_failed(pthread_mutex_t *mutex, int error, const char *where)
{
	conc_stop(where, conc_thread_self(), "pthread_mutex_t %p: %s", (void *)mutex,
	          strerror(error));
}

void conc_abi_pthread_mutex_lock(void *mutex, const char *where)
{
	bool again = begin(mutex, "pthread_mutex_t", where);
	int error = pthread_mutex_trylock(mutex);
	struct conc_abi_blocking section;

	if (error == 0) return;
	if (error != EBUSY) pthread_failed(mutex, error, where);
	if (again)
		conc_stop(where, conc_thread_self(),
		          "locks pthread_mutex_t %p, which is not recursive and which this thread "
		          "holds",
		          mutex);
	section = conc_abi_blocking_begin(where);
	error = pthread_mutex_lock(mutex);
	conc_abi_blocking_end(&section);
	if (error) pthread_failed(mutex, error, where);
}

void conc_abi_pthread_mutex_unlock(void *mutex, const char *where)
{
	struct entry *e = held_entry(mutex, "pthread_mutex_t", where);
	int error = pthread_mutex_unlock(mutex);

	if (error) pthread_failed(mutex, error, where);
	address_lock_end(e);
}
