/* SPDX-License-Identifier: MIT */
/* Lost updates: a thread writes what it has worked out from a value that was changed meanwhile.
 *
 *     mutex (m) n = total;             reads total while it holds m
 *                                      meanwhile: another thread writes total while it holds m
 *     mutex (m) total = n + 1;         writes it while it holds m, and has not read it again
 *
 * No data race, and often a mistake: so it is a hint. docs/reference/schedules.md has the
 * definition. A read is noted here when an access of another strand replaces it among the records
 * of its word. So ordinary accesses cost nothing more. A note may give way to another one.
 *
 * Rejected: `if (n > 0) mutex (m) total--;`, whose second section reads again. Nothing tells it
 * from a counter that is looked at now and then.
 */
#define _GNU_SOURCE
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "race.h"

struct conc_stale conc_stale_reads[CONC_STALE];

static uint64_t value_of(uint64_t word, uint8_t bytes)
{
	for (unsigned i = 0; i < 8; i++)
		if (!(bytes >> i & 1)) ((unsigned char *)&word)[i] = 0;
	return word;
}

void conc_stale_note(uintptr_t address, uint8_t bytes, const struct conc_race_record *read)
{
	uintptr_t word = address & ~(uintptr_t)7;

	*conc_stale_read(address, read->slot) = (struct conc_stale){
	        .word = word,
	        .value = value_of(*(const uint64_t *)word, bytes), /* not written since */
	        .slot = read->slot,
	        .time = read->time,
	        .locks = (uint32_t)read->locks,
	        .bytes = bytes,
	};
}

/* ---- The write ---- */

/* One at a time: there are few. */
const struct conc_strand *conc_stale_writer;
static struct {
	uintptr_t lock, word;
	uint64_t value; /* before the write */
	uint8_t bytes;
	const void *place;
	uint32_t locks;
	struct conc_race_record other;
} judged;

static bool holds(const struct conc_strand *strand, uintptr_t lock)
{
	for (uint32_t i = 0; i < strand->held_count; i++)
		if (strand->held[i] == lock) return true;
	return false;
}

void conc_stale_write(const struct conc_stale *read, struct conc_strand *strand, uintptr_t address,
                      uint8_t bytes, const void *place, const struct conc_race_record *other)
{
	uintptr_t lock = strand->left, word = address & ~(uintptr_t)7;
	uint64_t value = *(const uint64_t *)word;

	if (!lock || read->time != strand->left_time || !holds(strand, lock) ||
	    !conc_race_locks_have(read->locks, lock) || other->slot == strand->slot ||
	    (other->access & ~(unsigned)CONC_ACCESS_READ_TOO) != CONC_ACCESS_WRITE ||
	    !conc_race_locks_have((uint32_t)other->locks, lock) ||
	    value_of(value, read->bytes) == read->value)
		return;
	judged.lock = lock;
	judged.word = word;
	judged.bytes = bytes & read->bytes;
	judged.value = value_of(value, judged.bytes);
	judged.place = place;
	judged.locks = conc_race_locks(strand);
	judged.other = *other;
	conc_stale_writer = strand;
}

/* Has the write changed anything? The memory may have been unmapped since. */
void conc_stale_judge(uintptr_t lock)
{
	const struct conc_strand *strand = conc_stale_writer;
	uint64_t value;
	struct iovec here = {&value, sizeof value}, there = {(void *)judged.word, sizeof value};

	if (lock != judged.lock) return;
	conc_stale_writer = NULL;
	if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != sizeof value ||
	    value_of(value, judged.bytes) == judged.value)
		return;
	conc_race_hint(judged.word + (unsigned)__builtin_ctz(judged.bytes), judged.place,
	               judged.locks, strand, &judged.other);
}
