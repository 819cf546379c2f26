/* SPDX-License-Identifier: MIT */
/*
 * mutex_statement: the parts of mutex statements that conc/abi_mutex.h does not inline; the table
 * of lock kinds.
 *
 * The idea. Operands of several kinds carry a pointer to their kind. They are sorted by address
 * without a branch that depends on the addresses: the place of an operand is the number of operands
 * that come before it. Only if addresses are equal does a second sort look at the kinds. The kinds
 * for which it pays are locked directly, not through the pointer.
 *
 * Rejected: insertion sort alone, and networks of branches: in random order each mispredicted
 * comparison costs as much as taking a free lock (8 mutexes: 161 ns against 110).
 */
#include "conc/abi_mutex.h"
#include "kernel/mutex_core.h"
#include "port/stop.h"

/* ---- Kinds ---- */

#define KIND(name, kin, rank)                                          \
	static void take_##name(void *l, const char *where)            \
	{                                                              \
		conc_operation_on(l, CHANGES, "locks");                \
		conc_abi_lock_##name(l, where);                        \
	}                                                              \
	static void drop_##name(void *l, const char *where)            \
	{                                                              \
		conc_operation_on(l, UNLOCKS, "unlocks");              \
		conc_abi_unlock_##name(l, where);                      \
	}                                                              \
	const struct conc_abi_lockable conc_abi_lockable_##name = {    \
	        #name,        take_##name,   drop_##name,              \
	        leave_##name, return_##name, &conc_abi_lockable_##kin, \
	        rank}

/* Leaving and retaking for a condition, for locks without a depth. */
#define LEAVES(name)                                             \
	static uint32_t leave_##name(void *l, const char *where) \
	{                                                        \
		conc_abi_unlock_##name(l, where);                \
		conc_operation_touches(l, UNLOCKS);              \
		return 0;                                        \
	}
#define ONE_DEPTH(name)                                                       \
	LEAVES(name)                                                          \
	static void return_##name(void *l, uint32_t depth, const char *where) \
	{                                                                     \
		(void)depth;                                                  \
		conc_operation_touches(l, LOCKS);                             \
		conc_abi_lock_##name(l, where);                               \
	}

/* The same for those that conc_signal_block lends. */
#define LENT(name, lock_slow)                                                         \
	LEAVES(name)                                                                  \
	static void return_##name(void *l, uint32_t depth, const char *where)         \
	{                                                                             \
		(void)depth;                                                          \
		conc_operation_touches(l, LOCKS);                                     \
		if (!conc_abi_write_take(l, true) && !conc_mutex_core_lent(l, where)) \
			conc_abi_##lock_slow(l, where);                               \
	}

static uint32_t leave_conc_owner_lock(void *l, const char *where)
{
	uint32_t depth = conc_owner_lock_leave(l, where);

	conc_operation_touches(l, UNLOCKS);
	return depth;
}

static void return_conc_owner_lock(void *l, uint32_t depth, const char *where)
{
	conc_operation_touches(l, LOCKS);
	conc_owner_lock_return(l, depth, where);
}

/* These locks cannot be used with conditions: conc_wait gives a monitor up for writing, and a
 * kernel thread cannot wait for a user thread's signal with the others. */
#define leave_conc_owner_reader NULL
#define return_conc_owner_reader NULL
#define leave_FILE NULL
#define return_FILE NULL
#define leave_pthread_mutex_t NULL
#define return_pthread_mutex_t NULL

LENT(conc_mutex, mutex_lock_slow)
LENT(conc_rw_lock, rw_lock_lock_slow)
ONE_DEPTH(conc_spin_lock)
ONE_DEPTH(conc_rw_reader)
ONE_DEPTH(conc_semaphore)

#define KIND_OF_LIBCONC(name, object, lock, unlock, shared) KIND(name, object, shared);
CONC_ABI_LOCKS_OF_LIBCONC(KIND_OF_LIBCONC)
KIND(FILE, FILE, 0);
KIND(pthread_mutex_t, pthread_mutex_t, 0);

/* ---- All locks of a statement, given up together for a condition ---- */

static struct conc_abi_operand lock_of(const struct conc_abi_lock_set *set, unsigned i)
{
	return set->kind ? (struct conc_abi_operand){set->locks[i], set->kind} : set->operands[i];
}

/* Locks of one kind are sorted, but may be there twice. */
static bool is_again(const struct conc_abi_lock_set *set, unsigned i)
{
	return set->kind && i && set->locks[i] == set->locks[i - 1];
}

static uint32_t leave_set(void *locks, const char *where)
{
	struct conc_abi_lock_set *set = locks;

	for (unsigned i = set->count; i-- > 0;) {
		struct conc_abi_operand o = lock_of(set, i);

		if (!is_again(set, i)) set->depths[i] = o.kind->leave(o.lock, where);
	}
	return 0;
}

static void return_set(void *locks, uint32_t depth, const char *where)
{
	struct conc_abi_lock_set *set = locks;

	(void)depth;
	for (unsigned i = 0; i < set->count; i++) {
		struct conc_abi_operand o = lock_of(set, i);

		if (!is_again(set, i)) o.kind->come_back(o.lock, set->depths[i], where);
	}
}

const struct conc_abi_lockable conc_abi_lockable_set = {
        .name = "locks", .leave = leave_set, .come_back = return_set};

/* ---- Sorting ---- */

static bool before(const struct conc_abi_operand *a, const struct conc_abi_operand *b)
{
	if (a->lock != b->lock) return conc_schedule_order(a->lock) < conc_schedule_order(b->lock);
	if (a->kind->kin != b->kind->kin) return (uintptr_t)a->kind->kin < (uintptr_t)b->kind->kin;
	return a->kind->rank < b->kind->rank;
}

/* Sorts by address. Operands at one address keep their order. */
static void sort_by_address(struct conc_abi_operand *operands, unsigned count)
{
	uintptr_t address[CONC_ABI_OPERANDS];
	const struct conc_abi_lockable *kind[CONC_ABI_OPERANDS];
	unsigned place[CONC_ABI_OPERANDS];

	for (unsigned i = 0; i < count; i++) {
		uintptr_t a = (uintptr_t)operands[i].lock;
		unsigned behind = 0; /* how many operands before it go behind it */

		for (unsigned j = 0; j < i; j++) {
			unsigned first = a < address[j];

			place[j] += first;
			behind += first;
		}
		address[i] = a;
		kind[i] = operands[i].kind;
		place[i] = i - behind;
	}
	for (unsigned i = 0; i < count; i++)
		operands[place[i]] = (struct conc_abi_operand){(void *)address[i], kind[i]};
}

/* Sorts by order and kind. After sort_by_address it moves only different locks at one address. */
static void sort_by_kind(struct conc_abi_operand *operands, unsigned count)
{
	for (unsigned i = 1; i < count; i++) {
		struct conc_abi_operand o = operands[i];
		unsigned j = i;

		for (; j > 0 && before(&o, &operands[j - 1]); j--) operands[j] = operands[j - 1];
		operands[j] = o;
	}
}

/* Keeps the first operand of each object; returns how many are left. */
static unsigned unique(struct conc_abi_operand *operands, unsigned count)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < count; i++)
		if (!kept || operands[i].lock != operands[kept - 1].lock ||
		    operands[i].kind->kin != operands[kept - 1].kind->kin)
			operands[kept++] = operands[i];
	return kept;
}

static bool all_differ(const struct conc_abi_operand *operands, unsigned count)
{
	for (unsigned i = 1; i < count; i++)
		if (operands[i].lock == operands[i - 1].lock) return false;
	return true;
}

/* Sorts the operands and removes duplicates; returns how many are left. */
static unsigned sort(struct conc_abi_operand *operands, unsigned count)
{
	if (conc_schedule_seeded()) sort_by_kind(operands, count); /* in the schedule's order */
	else sort_by_address(operands, count);
	if (CONC_LIKELY(all_differ(operands, count))) return count;
	sort_by_kind(operands, count);
	return unique(operands, count);
}

/* ---- Holding ---- */

static void lock(const struct conc_abi_operand *o, const char *where)
{
	if (o->kind == &conc_abi_lockable_conc_mutex) conc_abi_lock_conc_mutex(o->lock, where);
	else if (o->kind == &conc_abi_lockable_conc_owner_lock)
		conc_abi_lock_conc_owner_lock(o->lock, where);
	else o->kind->lock(o->lock, where);
}

static void unlock(const struct conc_abi_operand *o, const char *where)
{
	if (o->kind == &conc_abi_lockable_conc_mutex) conc_abi_unlock_conc_mutex(o->lock, where);
	else if (o->kind == &conc_abi_lockable_conc_owner_lock)
		conc_abi_unlock_conc_owner_lock(o->lock, where);
	else o->kind->unlock(o->lock, where);
}

struct conc_abi_held_mixed conc_abi_hold_mixed(struct conc_abi_operand *operands, unsigned count,
                                               const char *where)
{
	if (count > CONC_ABI_OPERANDS) conc_stop(where, NULL, "mutex with %u operands", count);
	count = sort(operands, count);
	if (count && !operands[0].lock) conc_abi_null_operand(where);
	for (unsigned i = 0; i < count; i++) lock(&operands[i], where);
	return (struct conc_abi_held_mixed){operands, count, where};
}

void conc_abi_release_mixed(struct conc_abi_held_mixed *held)
{
	for (unsigned i = held->count; i-- > 0;) unlock(&held->operands[i], held->where);
}

void conc_abi_null_operand(const char *where)
{
	conc_stop(where, conc_thread_self_or_null(), "mutex on a null pointer");
}

void conc_abi_null_monitor(const char *where)
{
	conc_stop(where, conc_thread_self_or_null(), "mutex on a null pointer to a monitor");
}
