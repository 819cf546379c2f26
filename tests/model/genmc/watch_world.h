/* SPDX-License-Identifier: MIT */
/* What watch.c needs, for watch.c and watch_message.c beside this file. TELL: the includer has a conc_actor_tell. */
#ifndef MODEL_WATCH_WORLD_H
#define MODEL_WATCH_WORLD_H

#include "permit.h"

#ifndef HEAVY
#define HEAVY true
#endif

static inline void conc_light_barrier(void)
{
	if (HEAVY) __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#include <executor.h>

struct conc_scheduler conc_scheduler = {.heavy_barrier = HEAVY};
uint32_t conc_abi_workers_asleep;
struct conc_queue *conc_queues[CONC_QUEUES_MAX];

void conc_os_heavy_barrier(void)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void conc_tiny_lock_wait(struct conc_tiny_lock *lock)
{
	if (!conc_tiny_lock_try(lock)) conc_relax(1);
}

void conc_tiny_lock_wake(struct conc_tiny_lock *lock)
{
	(void)lock;
}

static struct conc_actor_cold *new_cold(void)
{
	struct conc_actor_cold *cold = malloc(sizeof *cold);

	cold->ends.clauses = NULL;
	cold->ends.watches = cold->ends.watching = NULL;
	cold->ends.listed = false;
	cold->ends.why = 0;
	cold->ends.uses = 0;
	return cold;
}

const struct conc_abi_type conc_type_conc_end;

void conc_outbox_publish_every(bool every)
{
	(void)every;
}

#ifndef TELL
bool conc_actor_tell(struct conc_actor *actor, const struct conc_abi_site *site, const void *message,
                     const struct conc_actor *of)
{
	(void)actor, (void)site, (void)message, (void)of;
	return false;
}
#endif

void conc_misuse_check_watch(const struct conc_actor *actor, const struct conc_abi_type *type,
                             const struct conc_actor *watcher, const struct conc_abi_site *site)
{
	(void)actor, (void)type, (void)watcher, (void)site;
}

void conc_misuse_watch_null(const char *operation, const char *where)
{
	(void)operation, (void)where;
	abort();
}

void conc_misuse_no_system(const struct conc_abi_site *site)
{
	(void)site;
	abort();
}

#include <conc/abi_waituntil.h>
void conc_abi_waituntil_null(const char *where)
{
	(void)where;
	abort();
}

void conc_misuse_check_replica(const struct conc_actor *actor, const char *operation,
                               const char *where)
{
	(void)actor, (void)operation, (void)where;
}

void conc_misuse_check_end(const struct conc_actor *actor, const char *where)
{
	(void)actor, (void)where;
}

#include <taken.c>
#include <watch.c>

static struct conc_queue queues[3];
static struct conc_actor *actors[2];
static int result[2]; /* plain: published by the end */

#endif
