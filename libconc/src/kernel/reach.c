/* SPDX-License-Identifier: MIT */
/*
 * reach: follows words that may be pointers, as a conservative collector does.
 *
 * The idea. Memory is cut into blocks: a user thread's stack, a block of malloc (malloc_blocks.h),
 * main's stack. A block that some word points into, anywhere, is reached, and then its own words
 * are followed. All other memory that can be written is a root: data of the program and of its
 * libraries, thread-local variables, mappings of the program's own, the memory of another malloc.
 *
 * No word of the program is missed: what is no block is a root. But there are words of libconc's
 * own that say nothing about what the program can reach, and these are skipped: descriptors,
 * processors, the stacks of workers and of signal handlers, which hold what they ran last. A
 * resource's queue leads to its waiters, and a waiter is on the stack of a thread that waits: such
 * a word is passed by, or every thread that waits for something global would make reachable what it
 * alone knows.
 *
 * Rejected: treating the heap as one root (most programs keep locks and channels there); following
 * only the objects that libconc knows (a struct with a channel in it is malloc's).
 */
#include "reach.h"

#include <malloc.h>
#include <sys/mman.h>

#include "port/malloc_blocks.h"
#include "port/mappings.h"
#include "port/os.h"
#include "recorder.h"
#include "scheduler.h"
#include "waiting.h"

#define ROOM ((size_t)4 << 30) /* of addresses; only what is used becomes memory */
#define REGIONS_MAX ((size_t)1 << 16)
#define ARENAS_MAX 1024
#define CACHED 4096
#define AHEAD 8 /* ranges */
#define LINES 8

/* No pointer is below or above. */
#define FIRST_PAGES ((uintptr_t)1 << 16)
#define LAST_ADDRESS ((uintptr_t)1 << 56)

/* OTHER, and OF_MALLOC, are roots. */
enum region_kind { STACKS, MAIN_STACK, ARENA, THREADS, SKIPPED, OTHER, OF_MALLOC };

struct slot {
	uintptr_t low; /* of what is in use; 0: nobody's, or nobody knows */
	const struct conc_thread *on_top;
	bool reached;
};

struct region {
	uintptr_t start, end;
	enum region_kind kind;
	size_t stack_size;               /* STACKS */
	const struct conc_stack *stacks; /* STACKS */
	struct slot *slots;              /* STACKS, MAIN_STACK */
	struct conc_arena *arena;        /* ARENA */
};

struct range {
	uintptr_t from, to;
};

static struct {
	char *room;
	size_t used;
	struct region *regions; /* once sorted, they cover all addresses in ascending order */
	size_t count;
	struct conc_arena *arenas;
	size_t arena_count;
	struct slot main_slot;
	uintptr_t main_start;
	const struct region **cache; /* of region_of, by address */
	struct range *ranges;        /* a stack: what is reached and not yet followed */
	size_t range_count;
	size_t blocks; /* most ranges that there can be */
	bool has_main, failed;
	bool of_malloc; /* the words being followed may be malloc's own */
} reach;

#define R (&reach)

void *conc_reach_room(size_t bytes)
{
	char *room = R->room + R->used;

	bytes = (bytes + 63) / 64 * 64;
	if (!R->room || bytes > ROOM - R->used) {
		R->failed = true;
		return NULL;
	}
	R->used += bytes;
	return room;
}

/* ---- Regions ---- */

static struct region *add_region(uintptr_t start, uintptr_t end, enum region_kind kind)
{
	struct region *region = &R->regions[R->count];

	if (R->count == REGIONS_MAX - 1) R->failed = true;
	else R->count++;
	*region = (struct region){.start = start, .end = end, .kind = kind};
	return region;
}

static void add_stacks(const struct conc_stack_row *row)
{
	uintptr_t start = (uintptr_t)row->base;
	struct region *region = add_region(start, start + row->count * row->size, STACKS);

	region->stack_size = row->size;
	region->stacks = row->stacks;
	region->slots = conc_reach_room(row->count * sizeof *region->slots);
	R->blocks += row->count;
	add_region((uintptr_t)row->record, (uintptr_t)row->record_end, SKIPPED);
}

static void add_threads(struct conc_thread *first, unsigned count)
{
	add_region((uintptr_t)first, (uintptr_t)(first + count), THREADS);
}

/* Its events name what threads waited for. */
static void add_ring(const void *from, const void *to)
{
	add_region((uintptr_t)from, (uintptr_t)to, SKIPPED);
}

static void add_own(void)
{
	size_t page = conc_os_page_size();
	uintptr_t from, to;

	/* names threads that libconc had to do with */
	add_region((uintptr_t)&conc_scheduler, (uintptr_t)(&conc_scheduler + 1), SKIPPED);
	add_region((uintptr_t)R, (uintptr_t)(R + 1), SKIPPED);
	for (unsigned n = 0;; n++) { /* they name what was used under a seed */
		conc_schedule_own(n, &from, &to);
		if (from == to) break;
		add_region(from, to, SKIPPED);
	}
	/* not malloc: in a seeded run, that is one of libconc's */
	if (conc_os_library_data((const void *)(uintptr_t)malloc_usable_size, &from, &to))
		add_region(from, to, OF_MALLOC);
	conc_recorder_each_ring(add_ring);
	/* acquire: pairs with runtime_register */
	for (uint32_t i = 0, n = load_acquire(&conc_scheduler.workers); i < n; i++) {
		const struct conc_processor *p = conc_scheduler.processors[i];

		add_region((uintptr_t)p, ((uintptr_t)(p + 1) + page - 1) / page * page, SKIPPED);
		add_region((uintptr_t)p->loop_low, (uintptr_t)p->loop_high, SKIPPED);
		/* what SIGQUIT interrupted, and the dump that it prints */
		if (p->fault_low)
			add_region((uintptr_t)p->fault_low, (uintptr_t)p->fault_high, SKIPPED);
	}
}

/* Returns whether an arena begins at start, and adds it. */
static bool add_arena(const struct conc_mapping *mapping, uintptr_t start)
{
	struct conc_arena *arena = &R->arenas[R->arena_count];

	if (R->arena_count == ARENAS_MAX || start - (uintptr_t)R->room < ROOM ||
	    !conc_arena_find(mapping, start, arena))
		return false;
	arena->starts = conc_reach_room(conc_arena_bits(arena));
	arena->marks = conc_reach_room(conc_arena_bits(arena));
	if (R->failed) return false;
	R->arena_count++;
	R->blocks += conc_arena_fill(arena);
	add_region(arena->start, arena->end, ARENA)->arena = arena;
	if (start < arena->start && !mapping->is_heap) add_region(start, arena->start, OF_MALLOC);
	return true;
}

static void add_mapping(const struct conc_mapping *mapping, void *unused)
{
	uintptr_t step = CONC_ARENA_STEP, start = (mapping->start + step - 1) / step * step;

	(void)unused;
	if (mapping->is_stack && R->has_main) {
		add_region(mapping->start, mapping->end, MAIN_STACK)->slots = &R->main_slot;
		R->main_start = mapping->start;
	} else if (mapping->is_heap) {
		add_arena(mapping, mapping->start);
	} else { /* the kernel joins mappings that touch */
		for (; start < mapping->end; start += step) add_arena(mapping, start);
	}
}

/* A heap sort: libc's qsort may call malloc. */
static void sift_down(size_t at, size_t count)
{
	struct region moved = R->regions[at];

	for (size_t child; (child = 2 * at + 1) < count; at = child) {
		if (child + 1 < count && R->regions[child].start < R->regions[child + 1].start)
			child++;
		if (moved.start >= R->regions[child].start) break;
		R->regions[at] = R->regions[child];
	}
	R->regions[at] = moved;
}

static void sort_regions(void)
{
	for (size_t i = R->count / 2; i-- > 0;) sift_down(i, R->count);
	for (size_t i = R->count; i-- > 1;) {
		struct region largest = R->regions[0];
		R->regions[0] = R->regions[i];
		R->regions[i] = largest;
		sift_down(0, i);
	}
}

/* Puts a region OTHER between any two, before the first, and behind the last. */
static void fill_gaps(void)
{
	struct region *all = conc_reach_room((2 * R->count + 1) * sizeof *all);
	uintptr_t at = 0;
	size_t count = 0;

	for (size_t i = 0; all && i < R->count; i++) {
		if (R->regions[i].start > at)
			all[count++] = (struct region){
			        .start = at, .end = R->regions[i].start, .kind = OTHER};
		all[count++] = R->regions[i];
		at = R->regions[i].end;
	}
	if (all) all[count++] = (struct region){.start = at, .end = UINTPTR_MAX, .kind = OTHER};
	R->regions = all;
	R->count = count;
}

bool conc_reach_begin(bool has_main, const struct conc_reach_part *own, unsigned own_count)
{
	void *room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE,
	                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	reach = (__typeof__(reach)){.has_main = has_main, .blocks = 16};
	if (room == MAP_FAILED) return false;
	R->room = room;
	R->regions = conc_reach_room(REGIONS_MAX * sizeof *R->regions);
	R->arenas = conc_reach_room((ARENAS_MAX + 1) * sizeof *R->arenas);
	R->cache = conc_reach_room(CACHED * sizeof(*R->cache));
	add_region((uintptr_t)room, (uintptr_t)room + ROOM, SKIPPED);
	for (unsigned i = 0; i < own_count; i++)
		add_region((uintptr_t)own[i].from, (uintptr_t)own[i].to, SKIPPED);
	conc_stack_each_row(add_stacks);
	conc_thread_each_slab(add_threads);
	add_own();
	if (!conc_mappings_each(add_mapping, NULL)) return false;
	sort_regions();
	fill_gaps();
	R->ranges = conc_reach_room(R->blocks * sizeof *R->ranges);
	return !R->failed;
}

void conc_reach_end(void)
{
	if (R->room) munmap(R->room, ROOM);
	R->room = NULL;
}

static const struct region *find_region(uintptr_t address)
{
	size_t low = 0, high = R->count;

	while (high - low > 1) {
		size_t middle = (low + high) / 2;
		if (R->regions[middle].start <= address) low = middle;
		else high = middle;
	}
	return &R->regions[low];
}

static inline const struct region *region_of(uintptr_t address)
{
	const struct region **cached = &R->cache[(address >> 16) % CACHED];

	if (CONC_UNLIKELY(!*cached ||
	                  address - (*cached)->start >= (*cached)->end - (*cached)->start))
		*cached = find_region(address);
	return *cached;
}

/* ---- Following ---- */

static void follow_later(uintptr_t from, uintptr_t to)
{
	R->ranges[R->range_count++] = (struct range){from, to};
}

static void reach_block(const struct conc_arena *arena, uintptr_t address)
{
	uintptr_t from, to, block = conc_arena_block(arena, address, &from, &to);
	size_t i = (block - arena->start) / CONC_BLOCK_STEP;
	uint64_t bit = UINT64_C(1) << i % 64;

	if (address < from || (arena->marks[i / 64] & bit)) return;
	/* malloc names a free block by its start, which is where the memory of the block before
	 * ends */
	if (R->of_malloc && conc_arena_is_free_start(arena, address)) return;
	arena->marks[i / 64] |= bit;
	conc_leaks_reached(from, to);
	if (!conc_arena_is_free(arena, block)) follow_later(from, to);
}

/* Returns whether address is a waiter of the thread on top of the stack, in a resource's queue. */
static bool is_queued_waiter(const struct slot *slot, uintptr_t address)
{
	const struct conc_waiter *w = (const struct conc_waiter *)address;

	return slot->on_top && address >= slot->low &&
	       address % _Alignof(struct conc_waiter) == 0 && w->thread == slot->on_top &&
	       load_relaxed(&w->queued);
}

static void reach_stack(struct slot *slot, uintptr_t low, uintptr_t high)
{
	if (slot->reached) return;
	slot->reached = true;
	conc_leaks_reached(low, high);
	follow_later(slot->low ? slot->low : low, high);
}

static void reach_word(uintptr_t word)
{
	const struct region *region = region_of(word);
	size_t i;

	switch (region->kind) {
	case STACKS:
		i = (word - region->start) / region->stack_size;
		if (region->slots[i].reached || is_queued_waiter(&region->slots[i], word)) return;
		reach_stack(&region->slots[i], (uintptr_t)region->stacks[i].low,
		            (uintptr_t)region->stacks[i].high);
		break;
	case MAIN_STACK:
		if (is_queued_waiter(region->slots, word)) return;
		reach_stack(region->slots, region->start, region->end);
		break;
	case ARENA:
		reach_block(region->arena, word);
		break;
	case THREADS:
		/* a handle is the plain address; a lock's word that names its holder has flags */
		if ((word - region->start) % sizeof(struct conc_thread) == 0)
			conc_leaks_reached_handle((struct conc_thread *)word);
		break;
	case SKIPPED:
	case OTHER:
	case OF_MALLOC:
		break;
	}
}

__attribute__((no_sanitize("address", "thread"))) static void follow(uintptr_t from, uintptr_t to)
{
	from = (from + sizeof(uintptr_t) - 1) & ~(sizeof(uintptr_t) - 1);
	for (uintptr_t at = from; at + sizeof(uintptr_t) <= to; at += sizeof(uintptr_t)) {
		uintptr_t word = *(const volatile uintptr_t *)at;
		/* most pointers on a stack are into the same stack */
		if (word - from < to - from || word - FIRST_PAGES >= LAST_ADDRESS) continue;
		reach_word(word);
	}
}

void conc_reach_pointer(const void *pointer)
{
	reach_word((uintptr_t)pointer);
}

void conc_reach_words(const void *from, const void *to)
{
	follow((uintptr_t)from, (uintptr_t)to);
}

void conc_reach_search(void)
{
	while (R->range_count > 0) {
		struct range range = R->ranges[--R->range_count];
		/* each stack is on a page of its own, and not in the processor's cache */
		if (R->range_count >= AHEAD) {
			const char *next = (const char *)R->ranges[R->range_count - AHEAD].from;
			for (int line = 0; line < LINES; line++)
				__builtin_prefetch(next + line * CONC_CACHE_LINE);
		}
		follow(range.from, range.to);
	}
}

/* ---- Stacks ---- */

/* Returns the slot of the stack that t runs on, and its bounds; NULL: that is a root. */
static struct slot *stack_of(const struct conc_thread *t, uintptr_t *low, uintptr_t *high)
{
	const struct region *region;
	size_t i;

	while (t->inline_parent) t = t->inline_parent;
	if (t->stack) {
		region = region_of((uintptr_t)t->stack->low);
		i = ((uintptr_t)t->stack->low - region->start) / region->stack_size;
		*low = (uintptr_t)t->stack->low;
		*high = (uintptr_t)t->stack->high;
		return &region->slots[i];
	}
	if (t->kind != CONC_THREAD_MAIN) return NULL;
	if (!R->main_start) return NULL;
	region = region_of(R->main_start);
	*low = region->start;
	*high = region->end;
	return region->slots;
}

void conc_reach_frames(const struct conc_thread *t, uintptr_t frames)
{
	uintptr_t low, high;
	struct slot *slot = stack_of(t, &low, &high);

	if (!slot || frames < low || frames >= high) return;
	slot->low = frames;
	slot->on_top = t;
}

void conc_reach_stack_of(const struct conc_thread *t)
{
	uintptr_t low = 0, high = 0;
	struct slot *slot = stack_of(t, &low, &high);

	if (slot) reach_stack(slot, low, high);
}

/* ---- Roots ---- */

static void follow_root(uintptr_t from, uintptr_t to)
{
	conc_leaks_reached(from, to);
	conc_mappings_each_used(from, to, follow);
}

static void follow_mapping(const struct conc_mapping *mapping, void *unused)
{
	const struct region *region = find_region(mapping->start);

	(void)unused;
	for (uintptr_t from = mapping->start; from < mapping->end; from = (region++)->end) {
		uintptr_t to = region->end < mapping->end ? region->end : mapping->end;
		R->of_malloc = region->kind == OF_MALLOC;
		if (R->of_malloc || region->kind == OTHER) follow_root(from, to);
	}
}

void conc_reach_roots(void)
{
	conc_mappings_each(follow_mapping, NULL);
}
