/* SPDX-License-Identifier: MIT */
/* Data races in a seeded run: what each word of memory has seen.
 *
 * The idea is FastTrack's. Each access of the program comes here with its strand: a user thread or
 * a behaviour. A word keeps, for each strand, its latest accesses, as an epoch: the strand's slot
 * and its time. A new access races with one that is kept if their bytes overlap, one of them is a
 * write, they are not both atomic, and the new strand's past does not reach that time. Accesses
 * that come before the new one, and find nothing that it does not find, are dropped. So most words
 * have one record, and only those that several strands read have more. An access like the last one
 * of its word, in the same epoch, is done after one comparison.
 *
 * The edges are those of docs/reference/memory_model.md, which the library reports through
 * kernel/edge.h. The order of the run is none: that two accesses do not meet under one seed proves
 * nothing.
 *
 * Memory has records in lines of 512 bytes, 64 to a region. 64 regions are an area, which a table
 * of areas finds: what a stack has used is forgotten without a look at the rest of it. Addresses
 * are the program's; the records lie outside its heap, so that the detector does not change where
 * its objects are.
 *
 * Rejected: ThreadSanitizer's shadow, which remembers four accesses of a word; its own runtime (its
 * fibers are of one kernel thread, and it takes libc's calls, which the schedule answers).
 */
#define _GNU_SOURCE
#include "race.h"

#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "kernel/processor.h"
#include "lines.h"
#include "port/stop.h"

#define LINE_BYTES ((uintptr_t)1 << CONC_LINE_SHIFT)
#define REGION_SHIFT (CONC_LINE_SHIFT + 6)
#define AREA_SHIFT (REGION_SHIFT + 6)
#define RECORDS_MAX ((size_t)1 << CONC_RECORD_BITS)
#define KEPT_MAX 8u /* records of a word */

bool conc_edge_on;

/* ---- Lines ---- */

struct region {
	uintptr_t start;
	uint64_t present; /* a bit for each line */
	struct conc_race_line *lines[64];
};

struct area {
	uintptr_t number;
	uint64_t present; /* a bit for each region */
	struct region *regions[64];
};

static struct {
	struct area **areas;
	size_t room, count; /* room is a power of two */
} table;

struct conc_race_cached conc_race_cache[CONC_RACE_CACHED];

static struct conc_race_line *unused_lines;
static struct conc_race_record *records; /* all but the first ones of the words */
static uint32_t record_count, unused_record;

static struct area **place_of(uintptr_t number)
{
	size_t at = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 32);

	for (;; at++) {
		struct area **place = &table.areas[at & (table.room - 1)];
		if (!*place || (*place)->number == number) return place;
	}
}

static void grow(void)
{
	struct area **old = table.areas;
	size_t room = table.room;

	table.room = room ? 2 * room : 64;
	table.areas = conc_schedule_room(table.room * sizeof *table.areas);
	memset(table.areas, 0, table.room * sizeof *table.areas);
	for (size_t i = 0; i < room; i++)
		if (old[i]) *place_of(old[i]->number) = old[i];
}

static struct area *area_find(uintptr_t address)
{
	return table.room ? *place_of(address >> AREA_SHIFT) : NULL;
}

static struct area *area_get(uintptr_t address)
{
	struct area **place;

	if (2 * table.count >= table.room) grow();
	place = place_of(address >> AREA_SHIFT);
	if (*place) return *place;
	*place = conc_schedule_room(sizeof **place);
	(*place)->number = address >> AREA_SHIFT;
	table.count++;
	return *place;
}

static struct region *region_find(uintptr_t address)
{
	struct area *area = area_find(address);

	return area ? area->regions[(address >> REGION_SHIFT) % 64] : NULL;
}

static struct region *region_get(uintptr_t address)
{
	struct area *area = area_get(address);
	unsigned i = (unsigned)(address >> REGION_SHIFT) % 64;

	if (area->regions[i]) return area->regions[i];
	area->regions[i] = conc_schedule_room(sizeof *area->regions[i]);
	area->regions[i]->start = address >> REGION_SHIFT << REGION_SHIFT;
	area->present |= UINT64_C(1) << i;
	return area->regions[i];
}

struct conc_race_line *conc_race_line_slow(uintptr_t address, bool make)
{
	struct region *region = make ? region_get(address) : region_find(address);
	unsigned i = (unsigned)(address >> CONC_LINE_SHIFT) % 64;
	struct conc_race_line *line = region ? region->lines[i] : NULL;

	if (!line) {
		if (!make) return NULL;
		line = unused_lines;
		if (line) {
			unused_lines = (void *)line->syncs;
			memset(line, 0, sizeof *line);
		} else {
			line = conc_schedule_room(sizeof *line);
		}
		region->lines[i] = line;
		region->present |= UINT64_C(1) << i;
	}
	*conc_race_cached(address) = (struct conc_race_cached){address >> CONC_LINE_SHIFT, line};
	return line;
}

/* ---- Records ---- */

static uint32_t new_record(void)
{
	uint32_t i = unused_record;

	if (i) {
		unused_record = records[i].more;
		return i;
	}
	if (!records) records = conc_schedule_room(RECORDS_MAX * sizeof *records);
	return ++record_count < RECORDS_MAX ? record_count : 0;
}

static void free_record(uint32_t i)
{
	records[i].more = unused_record;
	unused_record = i;
}

/* Removes the record; the next one takes its place. */
static void drop(struct conc_race_record *record)
{
	uint32_t more = record->more;

	if (!more) {
		record->key = 0;
		return;
	}
	*record = records[more];
	free_record(more);
}

/* An access is to be noted: what was kept before it is compared with it, and may go. */
struct noted {
	struct conc_strand *strand;
	struct conc_race_line *line;
	uintptr_t address;
	size_t size;
	uint64_t key;
	unsigned access;
	const void *place;
	bool known; /* one of them is as good as the access */
	bool small; /* what is freed */
};

/* Puts a record before the others. */
static void put_first(struct conc_race_record *word, uint64_t key, const struct noted *n)
{
	uint32_t more = word->key ? new_record() : 0;

	if (more) {
		records[more] = *word;
		n->line->shared = true;
	}
	word->key = key;
	word->rest = more | (uint64_t)conc_race_place(n->place) << CONC_RECORD_BITS |
	             (uint64_t)conc_race_locks(n->strand) << (CONC_RECORD_BITS + CONC_PLACE_BITS);
}

static void clear_word(struct conc_race_record *word)
{
	while (word->key) drop(word);
}

static void forget_line(struct region *region, unsigned i)
{
	struct conc_race_line *line = region->lines[i];
	uintptr_t address = region->start + ((uintptr_t)i << CONC_LINE_SHIFT);
	struct conc_race_cached *cached = conc_race_cached(address);

	for (unsigned w = 0; line->shared && w < CONC_WORDS; w++)
		if (line->words[w].more) clear_word(&line->words[w]);
	while (line->syncs) {
		struct conc_race_sync *sync = line->syncs;
		line->syncs = sync->next;
		conc_race_sync_free(sync);
	}
	if (cached->line == line) *cached = (struct conc_race_cached){0};
	region->lines[i] = NULL;
	region->present &= ~(UINT64_C(1) << i);
	line->syncs = (void *)unused_lines;
	unused_lines = line;
}

/* Forgets a part of a line. */
static void forget_part(struct conc_race_line *line, uintptr_t address, size_t size)
{
	unsigned from = (unsigned)(address >> 3) % CONC_WORDS;
	unsigned count = (unsigned)((address % 8 + size + 7) / 8);
	struct conc_race_sync **link = &line->syncs, *sync;

	for (unsigned w = from; w < from + count && w < CONC_WORDS; w++)
		if (line->words[w].key) clear_word(&line->words[w]);
	while ((sync = *link)) {
		if (sync->address - address < size) {
			*link = sync->next;
			conc_race_sync_free(sync);
		} else {
			link = &sync->next;
		}
	}
}

/* Returns a bit for each of 64 parts of that size, the first one at start, that has a byte in
 * [from, to). */
static uint64_t parts(uintptr_t start, unsigned shift, uintptr_t from, uintptr_t to)
{
	uintptr_t first = from > start ? (from - start) >> shift : 0;
	uintptr_t last = (to - 1 - start) >> shift;

	return UINT64_MAX << first & UINT64_MAX >> (last < 63 ? 63 - last : 0);
}

/* Calls visit for each line of that memory that is there, with the part that is in it. */
static void each_line(uintptr_t address, size_t size,
                      void (*visit)(struct region *region, unsigned i, uintptr_t from, size_t size))
{
	uintptr_t end = address + size;

	for (uintptr_t a = address >> AREA_SHIFT; size && a <= (end - 1) >> AREA_SHIFT; a++) {
		struct area *area = area_find(a << AREA_SHIFT);
		uint64_t regions =
		        area ? area->present & parts(a << AREA_SHIFT, REGION_SHIFT, address, end)
		             : 0;

		for (; regions; regions &= regions - 1) {
			struct region *region = area->regions[__builtin_ctzll(regions)];
			uint64_t lines = region->present &
			                 parts(region->start, CONC_LINE_SHIFT, address, end);

			for (; lines; lines &= lines - 1) {
				unsigned i = (unsigned)__builtin_ctzll(lines);
				uintptr_t from = region->start + ((uintptr_t)i << CONC_LINE_SHIFT);
				uintptr_t to = from + LINE_BYTES;

				if (from < address) from = address;
				if (to > end) to = end;
				visit(region, i, from, to - from);
			}
		}
	}
}

static void forget(struct region *region, unsigned i, uintptr_t from, size_t size)
{
	if (size == LINE_BYTES) forget_line(region, i);
	else forget_part(region->lines[i], from, size);
}

void conc_race_forget(uintptr_t address, size_t size)
{
	each_line(address, size, forget);
}

/* ---- The running strand ---- */

void *conc_race_thread;
struct conc_strand *conc_race_initial, *conc_race_unattached;

/* kind is read as it is: load_relaxed would be a step, and this is called between two lanes, too.
 */
static void call_strand(struct conc_strand *strand, const struct conc_thread *t)
{
	const struct conc_lane *lane = conc_schedule.current;
	const char *name = t->name;
	bool named = conc_thread_is_named(t);
	struct conc_tenure who = {.number = t->number,
	                          .name = name ? name : "a thread of libconc",
	                          .started_at = t->started_at,
	                          .place = lane->strand == strand ? lane->started_at : NULL,
	                          .function =
	                                  named || lane->strand != strand ? NULL : lane->function,
	                          .is_main = name == conc_main_name};

	conc_strand_call(strand, &who);
}

/* A thread that began without an edge has a strand without a past. */
struct conc_strand *conc_race_strand_slow(struct conc_processor *p)
{
	struct conc_thread *t = p->current;

	if (!t || t == &p->scheduler) return NULL;
	if (t->kind == CONC_THREAD_MAIN) {
		t->fiber = conc_race_initial;
	} else if (t->kind == CONC_THREAD_FOREIGN && conc_schedule.current->strand) {
		t->fiber = conc_schedule.current->strand;
		call_strand(t->fiber, t);
	} else {
		t->fiber = conc_strand_new(NULL, UINT32_MAX);
		call_strand(t->fiber, t);
	}
	return t->fiber;
}

/* ---- Accesses ---- */

/* Does access find all races that one of that kind would? */
static inline bool covers(unsigned access, unsigned other)
{
	return (access & CONC_ACCESS_WRITE || !(other & CONC_ACCESS_WRITE)) &&
	       (!(access & CONC_ACCESS_ATOMIC) || other & CONC_ACCESS_ATOMIC);
}

static inline bool conflict(unsigned a, unsigned b)
{
	return (a | b) & CONC_ACCESS_WRITE && !(a & b & CONC_ACCESS_ATOMIC);
}

/* Returns whether the record stays. */
static inline __attribute__((always_inline)) bool
judge(struct noted *n, struct conc_race_record *record, uint8_t bytes)
{
	bool own = record->slot == n->strand->slot;
	bool before = own || record->time <= conc_clock_at(&n->strand->past, record->slot);

	if (!before) {
		if (record->bytes & bytes && conflict(record->access, n->access))
			conc_race_report((n->address & ~(uintptr_t)7) +
			                         (unsigned)__builtin_ctz(record->bytes & bytes),
			                 n->size, n->access, n->place, n->strand, record);
		return true;
	}
	if (own && record->time == (uint32_t)n->key && !(bytes & ~record->bytes) &&
	    covers(record->access, n->access))
		n->known = true;
	else if (covers(n->access, record->access)) {
		if (CONC_UNLIKELY(record->locks && record->access == CONC_ACCESS_READ && !own))
			conc_stale_note(n->address, record->bytes & bytes, record);
		record->bytes &= (uint8_t)~bytes;
	}
	return record->bytes != 0;
}

/* Compares the access with all records of the word. Drops those that need not be kept, and the
 * oldest ones of too many. */
static void judge_all(struct noted *n, struct conc_race_record *word, uint8_t bytes)
{
	struct conc_race_record *last = word;
	unsigned kept = 0;

	while (word->key && !judge(n, word, bytes)) drop(word);
	while (word->key && last->more) {
		uint32_t i = last->more;
		if (judge(n, &records[i], bytes) && ++kept < KEPT_MAX - 1) {
			last = &records[i];
		} else {
			last->more = records[i].more;
			free_record(i);
		}
	}
}

/* Returns the record of these bytes if there is only one. */
static const struct conc_race_record *only_record(const struct conc_race_record *record,
                                                  uint8_t bytes)
{
	const struct conc_race_record *found = NULL;

	for (; record->key; record = &records[record->more]) {
		if (record->bytes & bytes) {
			if (found) return NULL;
			found = record;
		}
		if (!record->more) break;
	}
	return found;
}

/* The strand has read these bytes before another one wrote them. */
static void use_stale(const struct noted *n, struct conc_stale *read,
                      const struct conc_race_record *word, uint8_t bytes)
{
	const struct conc_race_record *other = only_record(word, bytes);

	if (!(read->bytes & bytes)) return;
	if (n->access == CONC_ACCESS_WRITE && other)
		conc_stale_write(read, n->strand, n->address, bytes, n->place, other);
	read->word = 0;
}

static __attribute__((noinline)) void note_word(struct noted *n, struct conc_race_record *word,
                                                uint8_t bytes)
{
	struct conc_stale *stale = conc_stale_read(n->address, n->strand->slot);

	if (CONC_UNLIKELY(stale->word == (n->address & ~(uintptr_t)7)) &&
	    stale->slot == n->strand->slot)
		use_stale(n, stale, word, bytes);
	n->known = false;
	if (word->key) judge_all(n, word, bytes);
	if (n->known) return;
	put_first(word, n->key | (uint64_t)bytes << 48, n);
}

void conc_race_word(struct conc_strand *strand, uintptr_t address, size_t size, unsigned access,
                    const void *place)
{
	struct noted n = {.strand = strand,
	                  .line = conc_race_line_new(address),
	                  .address = address,
	                  .size = size,
	                  .key = strand->epoch | (uint64_t)access << 56,
	                  .access = access,
	                  .place = place};

	note_word(&n, &n.line->words[address / 8 % CONC_WORDS],
	          (uint8_t)(((1u << size) - 1) << address % 8));
}

void conc_race_range(uintptr_t address, size_t size, unsigned access, const void *place)
{
	struct conc_strand *strand = conc_race_strand();
	size_t part;

	for (; strand && size > 0; address += part, size -= part) {
		part = 8 - address % 8;
		if (part > size) part = size;
		conc_race_word(strand, address, part, access, place);
	}
}

static struct noted freeing;

static void free_line(struct region *region, unsigned i, uintptr_t from, size_t size)
{
	struct conc_race_line *line = region->lines[i];

	freeing.line = line;
	for (uintptr_t at = from; at < from + size; at += 8) {
		struct conc_race_record *word = &line->words[(at >> 3) % CONC_WORDS];
		freeing.address = at;
		if (word->key || freeing.small) note_word(&freeing, word, 255);
	}
}

void conc_race_free(uintptr_t address, size_t size, const void *place)
{
	struct conc_strand *strand = conc_race_strand();
	unsigned access = CONC_ACCESS_WRITE | CONC_ACCESS_FREE;

	if (!strand) {
		if (conc_race_simulated()) conc_race_forget(address, size);
		return;
	}
	freeing = (struct noted){.strand = strand,
	                         .size = 8,
	                         .key = strand->epoch | (uint64_t)access << 56,
	                         .access = access,
	                         .place = place,
	                         .small = size <= LINE_BYTES};
	/* each word of a small block, so that a later access is found, too */
	if (freeing.small) {
		conc_race_line_new(address);
		conc_race_line_new(address + size - 1);
	}
	each_line(address, size, free_line);
}

/* ---- For kernel/edge.h ---- */

void conc_edge_note(const volatile void *start, size_t size, bool writes)
{
	struct conc_strand *strand = conc_race_strand();

	if (strand)
		conc_race_range((uintptr_t)start, size,
		                writes ? CONC_ACCESS_WRITE : CONC_ACCESS_READ, strand->place);
}

void conc_edge_read_at(const volatile void *start, size_t size, const char *where)
{
	conc_race_range((uintptr_t)start, size, CONC_ACCESS_READ, conc_place_said(where));
}

void conc_edge_frees(const volatile void *start, size_t size, const char *where)
{
	conc_race_free((uintptr_t)start, size, conc_place_said(where));
}

void conc_edge_forget(const volatile void *start, size_t size)
{
	if (conc_race_simulated()) conc_race_forget((uintptr_t)start, size);
}

/* Forgets what was on the stack below the caller's frame. */
void conc_edge_forget_below(const volatile void *low)
{
	uintptr_t frame = (uintptr_t)__builtin_frame_address(0);

	if (conc_race_simulated() && (uintptr_t)low < frame)
		conc_race_forget((uintptr_t)low, frame - (uintptr_t)low);
}

void conc_edge_begin(struct conc_thread *t)
{
	if (!conc_edge_on || !conc_race_simulated()) return;
	t->fiber = conc_race_strand_after(&t->edge);
	conc_race_forget_sync(&t->edge); /* only t takes it */
	call_strand(t->fiber, t);
}

/* Its descriptor may belong to another thread while it tells its waiters that it has ended. */
void conc_edge_end_begin(struct conc_processor *p, struct conc_thread *t)
{
	if (conc_edge_on && conc_race_simulated()) p->dead_fiber = t->fiber;
	t->fiber = NULL;
}

void conc_edge_end_end(struct conc_processor *p)
{
	if (p->dead_fiber) conc_strand_end(p->dead_fiber);
	p->dead_fiber = NULL;
}

/* A kernel thread of the program knows what its starter has done. It may have memory that another
 * one had. */
void conc_race_kernel_thread(struct conc_lane *lane, uintptr_t low, uintptr_t high, uintptr_t end)
{
	struct conc_tenure who = {.name = "a kernel thread of a library", .kind = ""};

	if (!conc_edge_on) return;
	conc_race_forget(low, high - low);
	conc_edge_give_to((void *)end, true);
	lane->strand = conc_race_strand_after((void *)end);
	conc_strand_call(lane->strand, &who);
}

/* Who joins it knows what it has done. */
void conc_race_kernel_thread_ends(struct conc_lane *lane, uintptr_t end)
{
	if (!lane->strand) return;
	conc_edge_only_from((void *)end);
	conc_strand_end(lane->strand);
	lane->strand = NULL;
}

void conc_edge_run(const volatile void *object, const char *kind, const char *name,
                   void (*run)(void *argument), void *argument)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_strand *strand, *outer = self->fiber;
	struct conc_tenure who = {.name = name, .kind = kind};

	if (!conc_edge_on || !conc_race_simulated()) {
		run(argument);
		return;
	}
	conc_edge_forget_below(self->stack_low);
	strand = conc_race_strand_after(object);
	conc_strand_call(strand, &who);
	self->fiber = strand;
	run(argument);
	conc_edge_from(object);
	conc_edge_forget_below(self->stack_low);
	self->fiber = outer;
	if (conc_edge_on) conc_strand_end(strand);
}

/* ---- The beginning ---- */

static uintptr_t local_address;

static int visit_locals(struct dl_phdr_info *info, size_t size, void *found)
{
	(void)size;
	for (unsigned i = 0; info->dlpi_tls_data && i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_TLS &&
		    local_address - (uintptr_t)info->dlpi_tls_data < info->dlpi_phdr[i].p_memsz)
			*(bool *)found = true;
	return 0;
}

bool conc_race_is_local(uintptr_t address)
{
	bool found = false;

	local_address = address;
	dl_iterate_phdr(visit_locals, &found);
	return found;
}

void conc_race_start(void)
{
	struct conc_tenure who = {.name = "main", .is_main = true};

	if (!conc_race_calls) {
		conc_schedule_aside("a static program", "data races are not looked for", true);
		return;
	}
	conc_race_calls();
	conc_race_thread = conc_race_thread_pointer();
	conc_race_initial = conc_race_unattached = conc_strand_new(NULL, UINT32_MAX);
	conc_strand_call(conc_race_initial, &who);
	conc_edge_on = conc_schedule.races = true;
}
