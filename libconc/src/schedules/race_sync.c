/* SPDX-License-Identifier: MIT */
/* The edges of a seeded run: which past each lock, cell or atomic variable gives on.
 *
 * A clock is copied or joined only if it says something new. Most locks hold the past of the strand
 * that released them last, and nothing else: such a clock is pure. Whoever knows that strand at
 * that time knows all of it.
 *
 * An atomic store replaces what the variable gave before, a read-modify-write adds to it, as the
 * release sequences of C11 do. */
#include "race.h"

#include <errno.h>
#include <sys/stat.h>

#include "conc/mutex.h"
#include "kernel/processor.h"
#include "verify.h"

static struct conc_race_sync *unused;

/* Places found last. */
enum { FOUND = 256 };
static struct conc_race_sync *found[FOUND];

static struct conc_race_sync **found_of(uintptr_t address)
{
	return &found[(address >> 3 ^ address >> 11) % FOUND];
}

void conc_race_sync_free(struct conc_race_sync *sync)
{
	struct conc_race_sync **last = found_of(sync->address);

	if (*last == sync) *last = NULL;
	conc_clock_free(&sync->clock);
	sync->next = unused;
	unused = sync;
}

static struct conc_race_sync *sync_find(uintptr_t address)
{
	struct conc_race_sync **last = found_of(address), *sync = *last;
	const struct conc_race_line *line;

	if (sync && sync->address == address) return sync;
	line = conc_race_line_find(address);
	sync = line && line->synced >> address / 8 % CONC_WORDS & 1 ? line->syncs : NULL;
	while (sync && sync->address != address) sync = sync->next;
	if (sync) *last = sync;
	return sync;
}

static struct conc_race_sync *sync_get(uintptr_t address)
{
	struct conc_race_sync *sync = sync_find(address);
	struct conc_race_line *line;

	if (sync) return sync;
	line = conc_race_line_new(address);
	sync = unused;
	if (sync) unused = sync->next;
	else sync = conc_schedule_room(sizeof *sync);
	*sync = (struct conc_race_sync){.next = line->syncs, .address = address};
	line->synced |= UINT64_C(1) << address / 8 % CONC_WORDS;
	return line->syncs = sync;
}

static uint32_t slot_of(uint64_t pure)
{
	return pure >> 32 & UINT16_MAX;
}

/* Does the strand know all of a clock that is pure? */
static bool knows(const struct conc_strand *strand, uint64_t pure)
{
	uint32_t slot = slot_of(pure);

	return pure && conc_clock_at(&strand->past, slot) >= (uint32_t)pure &&
	       (pure ^ conc_strand_gaps(slot)) >> 48 == 0;
}

static void take(struct conc_strand *strand, const struct conc_race_sync *sync)
{
	if (sync && sync->clock.size && !knows(strand, sync->pure)) {
		conc_clock_join(&strand->past, &sync->clock);
		strand->left = 0;
	}
}

/* The past is given as a copy: what the strand does next is later than that. */
static void give(struct conc_strand *strand, struct conc_race_sync *sync, bool only)
{
	if (only || !sync->clock.size || knows(strand, sync->pure)) {
		conc_clock_copy(&sync->clock, &strand->past);
		sync->pure = strand->epoch | conc_strand_gaps(strand->slot);
	} else {
		conc_clock_join(&sync->clock, &strand->past);
		sync->pure = 0;
	}
	conc_strand_tick(strand);
}

void conc_race_forget_sync(const volatile void *object)
{
	struct conc_race_line *line = conc_race_line_find((uintptr_t)object);
	struct conc_race_sync **link = line ? &line->syncs : NULL, *sync;

	while (link && *link && (*link)->address != (uintptr_t)object) link = &(*link)->next;
	if (!link || !*link) return;
	sync = *link;
	*link = sync->next;
	conc_race_sync_free(sync);
}

struct conc_strand *conc_race_strand_after(const volatile void *object)
{
	const struct conc_race_sync *sync = sync_find((uintptr_t)object);

	return conc_strand_new(sync ? &sync->clock : NULL,
	                       sync && sync->pure ? slot_of(sync->pure) : UINT32_MAX);
}

/* ---- For kernel/edge.h ---- */

void conc_edge_take_from(const volatile void *object)
{
	struct conc_strand *strand = conc_race_strand();

	if (strand) take(strand, sync_find((uintptr_t)object));
}

void conc_edge_take_last(const volatile void *object)
{
	struct conc_strand *strand = conc_race_strand();

	if (!strand) return;
	take(strand, sync_find((uintptr_t)object));
	conc_race_forget_sync(object);
}

void conc_edge_give_to(const volatile void *object, bool only)
{
	struct conc_strand *strand = conc_race_strand();

	if (strand) give(strand, sync_get((uintptr_t)object), only);
	else if (only) conc_edge_forget(object, 1);
}

void conc_edge_give_on(const volatile void *from, const volatile void *to)
{
	struct conc_race_sync *other = sync_find((uintptr_t)from), *sync;

	if (!other || !conc_race_simulated()) return;
	sync = sync_get((uintptr_t)to);
	if (!sync->clock.size) sync->pure = other->pure;
	else sync->pure = 0;
	conc_clock_join(&sync->clock, &other->clock);
}

/* The copy of a record that is moved gives on what the record was given. */
void conc_edge_copy(const volatile void *from, const volatile void *to, size_t size)
{
	uintptr_t start = (uintptr_t)from, next;

	if (!conc_race_simulated()) return;
	conc_race_forget((uintptr_t)to, size);
	for (uintptr_t at = start; at < start + size; at = next) {
		const struct conc_race_line *line = conc_race_line_find(at);
		next = (at | (CONC_WORDS * 8 - 1)) + 1;
		for (struct conc_race_sync *s = line ? line->syncs : NULL; s; s = s->next)
			if (s->address - start < size)
				conc_edge_give_on((void *)s->address,
				                  (const volatile char *)to + (s->address - start));
	}
}

void conc_abi_edge_to(const volatile void *object)
{
	conc_edge_to(object);
}

void conc_abi_edge_from(const volatile void *object)
{
	conc_edge_from(object);
}

void conc_abi_edge_lock(const volatile void *object)
{
	if (conc_edge_on) conc_edge_locked(object);
}

void conc_abi_edge_unlock(const volatile void *object)
{
	if (conc_edge_on) conc_edge_unlocks(object);
}

void conc_abi_edge_left(const volatile void *object)
{
	if (conc_edge_on) conc_edge_leaves(object);
}

/* Two steps: most bugs need a switch just before a lock is taken. So PCT draws that point twice as
 * often, and a thread that is resumed there can be left again. */
bool conc_abi_seed_take(uintptr_t *word, uintptr_t to, bool waits)
{
	enum conc_touch touch = waits || !conc_verify_on ? CONC_TOUCH_LOCKS : CONC_TOUCH_CHANGES;
	struct conc_thread *self = waits && conc_verify_on ? conc_thread_self() : NULL;
	uintptr_t from = conc_abi_unlocked;

	conc_schedule_access(__builtin_return_address(0), 0);
	if (self) self->locks = word;
	conc_schedule_access(__builtin_return_address(0), conc_schedule_step_at(word, touch));
	if (self) self->locks = NULL;
	if (!__atomic_compare_exchange_n(word, &from, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		return false;
	if (conc_edge_on) conc_edge_locked(word);
	return true;
}

bool conc_abi_seed_leave(uintptr_t *word, uintptr_t from, uintptr_t to)
{
	conc_schedule_access(__builtin_return_address(0),
	                     conc_schedule_step_at(word, CONC_TOUCH_UNLOCKS));
	if (*word != from) return false;
	if (conc_edge_on) conc_edge_unlocks(word);
	return __atomic_compare_exchange_n(word, &from, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* The library takes and leaves locks in many places: that is what a verified run must know. */
void conc_edge_leaves(const volatile void *object)
{
	struct conc_strand *strand = conc_race_strand();

	conc_operation_touches(object, CHANGES);
	if (strand) conc_race_leaves(strand, object);
}

void conc_edge_locked(const volatile void *object)
{
	struct conc_strand *strand = conc_race_strand();
	uintptr_t left;

	conc_operation_touches(object, LOCKS);
	if (!strand) return;
	left = strand->left;
	take(strand, sync_find((uintptr_t)object));
	if (left == (uintptr_t)object) strand->left = left;
	conc_race_takes(strand, object);
}

void conc_edge_unlocks(const volatile void *object)
{
	struct conc_strand *strand = conc_race_strand();

	conc_operation_touches(object, UNLOCKS);
	if (!strand) return;
	if (CONC_UNLIKELY(conc_stale_writer == strand)) conc_stale_judge((uintptr_t)object);
	strand->left = (uintptr_t)object;
	strand->left_time = (uint32_t)strand->epoch;
	conc_race_leaves(strand, object);
	give(strand, sync_get((uintptr_t)object), false);
}

/* A pipe and its ends are one file. Pipes, sockets and files without a name (eventfd) give pasts
 * on; all sockets as one, since which of them are connected is not known here, and all files
 * without a name. */
void conc_edge_pass_file(int file, bool to)
{
	static char sockets;
	struct stat status;
	const volatile void *object;
	int saved = errno;

	conc_verify_uses_file();
	if (fstat(file, &status) == 0 &&
	    (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || !(status.st_mode & S_IFMT))) {
		/* the address of no object */
		object = (void *)(UINT64_C(1) << 47 | (uint64_t)status.st_ino << 3);
		if (S_ISSOCK(status.st_mode)) object = &sockets;
		if (to) conc_edge_to(object);
		else conc_edge_from(object);
	}
	errno = saved;
}

/* ---- Tokens: clocks without a place ---- */

void *conc_edge_token(void *token)
{
	struct conc_strand *strand = conc_edge_on ? conc_race_strand() : NULL;
	struct conc_race_sync *sync = token;

	if (!strand) return token;
	if (!sync) {
		sync = unused;
		if (sync) unused = sync->next;
		else sync = conc_schedule_room(sizeof *sync);
		*sync = (struct conc_race_sync){0};
	}
	give(strand, sync, true);
	return sync;
}

void conc_edge_drop(void *token)
{
	if (token && conc_race_simulated()) conc_race_sync_free(token);
}

void conc_edge_take(void *token)
{
	struct conc_strand *strand = token ? conc_race_strand() : NULL;

	if (strand) take(strand, token);
	conc_edge_drop(token);
}

/* ---- Atomic operations ---- */

static bool acquires(int order)
{
	return order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME ||
	       order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static bool releases(int order)
{
	return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

void conc_race_load(const volatile void *object, int order)
{
	const struct conc_race_sync *sync = sync_find((uintptr_t)object);
	struct conc_strand *strand = sync ? conc_race_strand() : NULL;

	if (!strand) return;
	if (acquires(order)) take(strand, sync);
	else if (!knows(strand, sync->pure)) conc_clock_join(&strand->loaded, &sync->clock);
}

/* A relaxed store of the strand that released last belongs to that release. */
void conc_race_store(const volatile void *object, int order)
{
	struct conc_strand *strand = conc_race_strand();
	struct conc_race_sync *sync;

	if (!strand) return;
	if (releases(order)) {
		give(strand, sync_get((uintptr_t)object), true);
		return;
	}
	sync = strand->released.size ? sync_get((uintptr_t)object) : sync_find((uintptr_t)object);
	if (!sync || (sync->pure && slot_of(sync->pure) == strand->slot)) return;
	conc_clock_copy(&sync->clock, &strand->released);
	sync->pure = 0;
}

void conc_race_update(const volatile void *object, int order)
{
	struct conc_strand *strand = conc_race_strand();
	struct conc_race_sync *sync;

	if (!strand) return;
	conc_race_load(object, order);
	if (releases(order)) {
		give(strand, sync_get((uintptr_t)object), false);
	} else if (strand->released.size) {
		sync = sync_get((uintptr_t)object);
		conc_clock_join(&sync->clock, &strand->released);
		sync->pure = 0;
	}
}

void conc_race_fence(int order)
{
	struct conc_strand *strand = conc_race_strand();

	if (!strand) return;
	if (acquires(order)) conc_clock_join(&strand->past, &strand->loaded);
	if (!releases(order)) return;
	conc_clock_copy(&strand->released, &strand->past);
	conc_strand_tick(strand);
}
