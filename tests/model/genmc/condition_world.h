/* SPDX-License-Identifier: MIT */
/* condition.c on mutex.c: what its drivers share. A conc_mutex is the lock of every wait. */
#ifndef CONDITION_WORLD_H
#define CONDITION_WORLD_H

#include "permit.h"

#include <mutex.c>
#undef errno
#include <condition.c>

static struct conc_mutex lock;
static struct conc_condition changed;

static uint32_t leave(void *m, const char *where)
{
	conc_abi_mutex_unlock(m, where);
	return 0;
}

/* As in mutex_statement.c. */
static void come_back(void *m, uint32_t depth, const char *where)
{
	(void)depth;
	if (!conc_abi_write_take(m, true) && !conc_mutex_core_lent(m, where)) conc_abi_mutex_lock_slow(m, where);
}

const struct conc_abi_lockable conc_abi_lockable_conc_mutex = {.leave = leave, .come_back = come_back};
#define lockable conc_abi_lockable_conc_mutex

/* What is not tried here. */
const struct conc_abi_lockable conc_abi_lockable_conc_owner_lock, conc_abi_lockable_conc_rw_lock, conc_abi_lockable_set;
const struct conc_selectable conc_owner_lock_selectable, conc_rw_lock_selectable;

void conc_owner_lock_lend(struct conc_owner_lock *l, struct conc_waiter *to, const char *where)
{
	(void)l, (void)to, (void)where;
	assert(!"a conc_mutex");
}

char *conc_thread_describe(const struct conc_thread *thread, char *buffer, size_t size)
{
	(void)thread, (void)size;
	return buffer;
}

#endif
