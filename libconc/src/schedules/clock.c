/* SPDX-License-Identifier: MIT */
/* Vector clocks, and the strands whose times they hold.
 *
 * A strand has a slot in every clock. Slots are used again: a new strand that knows the end of the
 * strand before it in a slot comes after all of that one, so one number says what it knows of both.
 * If no slot is known to have ended, and many have, the one that ended first is used. Then a clock
 * that knows the new strand seems to know the old one: a race with that one may be missed, but none
 * is invented. Clocks are in parts of 16 times, which are shared as long as nobody changes them: a
 * tree of a thousand threads that know few of each other would have clocks of 4 KiB each.
 *
 * Rejected: a slot for each strand (a program with 100 000 tasks would have clocks of
 * 400 KiB each).
 */
#define _GNU_SOURCE
#include "race.h"

#include <string.h>
#include <sys/mman.h>

#include "port/stop.h"
#include "snapshot.h"

#define ADDRESSES ((size_t)1 << 36)
#define LEAST_ADDRESSES ((size_t)2 << 30)
#define STRETCH_MIN ((size_t)64 << 10)
#define STRETCH_MAX ((size_t)512 << 10)
#define SLOTS_MAX 65536u
#define FREE_ENOUGH 64u /* free slots from which one is used that may be unknown */
#define TENURES 32u     /* of a slot, at most */
#define LOOKS 16u       /* free slots that are tried */

/* ---- Memory ---- */

/* One range of addresses has it all, so that the search for leaks can skip it. */
static char *used, *used_end, *limit; /* of what is in use, and of the range */
static char *room, *room_end;

void conc_schedule_own(unsigned n, uintptr_t *from, uintptr_t *to)
{
	if (n > 0) {
		conc_snapshot_own(n - 1, from, to);
		return;
	}
	*from = (uintptr_t)used;
	*to = (uintptr_t)used_end;
}

/* Takes the range; a smaller one where the addresses of a process are limited. */
static void reserve(void)
{
	size_t size = ADDRESSES;

	do used = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	while (used == MAP_FAILED && (size /= 2) >= LEAST_ADDRESSES);
	if (used == MAP_FAILED) size = 0;
	used_end = used;
	limit = used + size;
}

static char *map(size_t size)
{
	char *memory;

	if (!used) reserve();
	memory = used_end;
	size = (size + 4095) & ~(size_t)4095;
	if ((size_t)(limit - used_end) < size ||
	    mprotect(memory, size, PROT_READ | PROT_WRITE) != 0)
		conc_stop(NULL, NULL, "no memory for a seeded run");
	used_end += size;
	return memory;
}

void *conc_schedule_room(size_t size)
{
	static size_t stretch = STRETCH_MIN;
	char *memory;

	size = (size + 15) & ~(size_t)15;
	if (size > STRETCH_MIN / 4) return map(size);
	if ((size_t)(room_end - room) < size) {
		room = map(stretch);
		room_end = room + stretch;
#ifdef MADV_POPULATE_WRITE
		/* a fault for each page would take longer than what is done with it */
		madvise(room, stretch, MADV_POPULATE_WRITE); /* may fail */
#endif
		if (stretch < STRETCH_MAX) stretch *= 2;
	}
	memory = room;
	room += size;
	return memory;
}

/* Free arrays of pointers, by the logarithm of their room, and free parts; linked by their first
 * bytes. */
static void *spare[32];
static struct conc_times *spare_times;

static unsigned class_of(uint32_t parts)
{
	return parts <= 2 ? 1 : 32 - (unsigned)__builtin_clz(parts - 1);
}

static struct conc_times **take_array(unsigned class)
{
	struct conc_times **array = spare[class];

	if (!array) return conc_schedule_room(sizeof *array << class);
	memcpy(&spare[class], array, sizeof(void *));
	return array;
}

static void give_array(struct conc_times **array, unsigned class)
{
	memcpy(array, &spare[class], sizeof(void *));
	spare[class] = array;
}

/* ---- Clocks: in parts, of which those that are alike are shared ---- */

static struct conc_times *new_times(const struct conc_times *from)
{
	struct conc_times *t = spare_times;

	if (t) memcpy(&spare_times, t, sizeof(void *));
	else t = conc_schedule_room(sizeof *t);
	if (from) *t = *from;
	else *t = (struct conc_times){0};
	t->users = 1;
	return t;
}

static void drop_times(struct conc_times *t)
{
	if (!t || --t->users > 0) return;
	memcpy(t, &spare_times, sizeof(void *));
	spare_times = t;
}

static struct conc_times *share_times(struct conc_times *t)
{
	if (t) t->users++;
	return t;
}

/* Gives the clock at least so many parts. */
static void widen(struct conc_clock *clock, uint32_t parts)
{
	unsigned class = class_of(parts);
	struct conc_times **array;

	if (parts > clock->room) {
		array = take_array(class);
		if (clock->size) memcpy(array, clock->parts, clock->size * sizeof *array);
		if (clock->room) give_array(clock->parts, class_of(clock->room));
		clock->parts = array;
		clock->room = 1u << class;
	}
	while (clock->size < parts) clock->parts[clock->size++] = NULL;
}

/* Returns a part that is the clock's own. */
static struct conc_times *own_times(struct conc_times **part)
{
	struct conc_times *shared = *part;

	if (shared && shared->users == 1) return shared;
	*part = new_times(shared);
	drop_times(shared);
	return *part;
}

void conc_clock_set(struct conc_clock *clock, uint32_t slot, uint32_t time)
{
	widen(clock, slot / CONC_TIMES + 1);
	own_times(&clock->parts[slot / CONC_TIMES])->at[slot % CONC_TIMES] = time;
}

void conc_clock_copy(struct conc_clock *to, const struct conc_clock *from)
{
	while (to->size > from->size) drop_times(to->parts[--to->size]);
	widen(to, from->size);
	for (uint32_t i = 0; i < from->size; i++) {
		if (to->parts[i] == from->parts[i]) continue;
		drop_times(to->parts[i]);
		to->parts[i] = share_times(from->parts[i]);
	}
}

typedef uint32_t four __attribute__((vector_size(16), may_alias));

/* Sets the part to the later ones of its times and others. */
static void join_times(struct conc_times **part, struct conc_times *others)
{
	const four *a = (const four *)(*part)->at, *b = (const four *)others->at;
	four later[CONC_TIMES / 4], any_a = {0}, any_b = {0};

	for (unsigned i = 0; i < CONC_TIMES / 4; i++) {
		later[i] = (four)(b[i] > a[i]);
		any_b |= later[i];
		any_a |= (four)(a[i] > b[i]);
	}
	if (!(any_b[0] | any_b[1] | any_b[2] | any_b[3])) return;
	if (!(any_a[0] | any_a[1] | any_a[2] | any_a[3])) { /* the others are the later ones */
		drop_times(*part);
		*part = share_times(others);
		return;
	}
	four *own = (four *)own_times(part)->at;
	for (unsigned i = 0; i < CONC_TIMES / 4; i++)
		own[i] = (b[i] & later[i]) | (own[i] & ~later[i]);
}

void conc_clock_join(struct conc_clock *to, const struct conc_clock *from)
{
	widen(to, from->size);
	for (uint32_t i = 0; i < from->size; i++) {
		if (to->parts[i] == from->parts[i] || !from->parts[i]) continue;
		if (to->parts[i]) join_times(&to->parts[i], from->parts[i]);
		else to->parts[i] = share_times(from->parts[i]);
	}
}

void conc_clock_free(struct conc_clock *clock)
{
	while (clock->size > 0) drop_times(clock->parts[--clock->size]);
	if (clock->room) give_array(clock->parts, class_of(clock->room));
	*clock = (struct conc_clock){0};
}

/* ---- Slots ---- */

static struct slot {
	struct conc_tenure *last;
	uint32_t time;  /* the latest */
	uint32_t older; /* free: the slots that ended before and after, or NONE */
	uint32_t newer;
	uint16_t tenures;
	uint16_t gaps; /* how often a strand took it that did not know the end of the one before */
	bool free;
} * slots;
static uint32_t slot_count, free_count;

#define NONE UINT32_MAX
static uint32_t oldest = NONE, newest = NONE;

static void unlink_slot(uint32_t i)
{
	struct slot *s = &slots[i];

	if (s->older == NONE) oldest = s->newer;
	else slots[s->older].newer = s->newer;
	if (s->newer == NONE) newest = s->older;
	else slots[s->newer].older = s->older;
	s->free = false;
	free_count--;
}

uint64_t conc_strand_gaps(uint32_t slot)
{
	return (uint64_t)slots[slot].gaps << 48;
}

static void free_slot(uint32_t i)
{
	slots[i].free = true;
	slots[i].newer = NONE;
	slots[i].older = newest;
	if (newest == NONE) oldest = i;
	else slots[newest].newer = i;
	newest = i;
	free_count++;
}

static bool is_known(uint32_t i, const struct conc_clock *past)
{
	return slots[i].free && past && conc_clock_at(past, i) >= slots[i].time;
}

/* Returns a slot for a strand with that past. */
static uint32_t choose_slot(const struct conc_clock *past, uint32_t hint)
{
	uint32_t i = newest;

	if (!slots) /* takes memory only where it is used */
		slots = conc_schedule_room(SLOTS_MAX * sizeof *slots);
	if (hint < slot_count && is_known(hint, past)) return hint;
	for (unsigned looks = 0; i != NONE && looks < LOOKS; looks++, i = slots[i].older)
		if (is_known(i, past)) return i;
	if (free_count >= FREE_ENOUGH || (slot_count == SLOTS_MAX && free_count)) return oldest;
	if (slot_count == SLOTS_MAX)
		conc_stop(NULL, NULL, "more than %u threads at once: races cannot be detected%s",
		          SLOTS_MAX, conc_schedule_name());
	return slot_count++;
}

/* ---- Strands ---- */

static struct conc_strand *unused;

static void take_time(struct conc_strand *strand)
{
	uint32_t time = ++slots[strand->slot].time;

	strand->epoch = (uint64_t)strand->slot << 32 | time;
	conc_clock_set(&strand->past, strand->slot, time);
}

struct conc_strand *conc_strand_new(const struct conc_clock *past, uint32_t hint)
{
	struct conc_strand *strand = unused;

	if (strand) unused = strand->next;
	else strand = conc_schedule_room(sizeof *strand);
	strand->slot = choose_slot(past, hint);
	if (slots[strand->slot].free) {
		slots[strand->slot].gaps += !is_known(strand->slot, past);
		unlink_slot(strand->slot);
	}
	if (past) conc_clock_copy(&strand->past, past);
	strand->locks = strand->held_count = 0;
	strand->place = NULL;
	strand->left = 0;
	take_time(strand);
	return strand;
}

void conc_strand_end(struct conc_strand *strand)
{
	free_slot(strand->slot);
	conc_clock_free(&strand->past);
	conc_clock_free(&strand->loaded);
	conc_clock_free(&strand->released);
	strand->next = unused;
	unused = strand;
}

void conc_strand_tick(struct conc_strand *strand)
{
	take_time(strand);
}

void conc_strand_know_all(struct conc_strand *strand)
{
	for (uint32_t i = 0; i < slot_count; i++) conc_clock_set(&strand->past, i, slots[i].time);
	take_time(strand);
}

static struct conc_tenure *unused_tenures;

/* Keeps the later half of the slot's tenures. Who made older accesses is then unknown. */
static void forget_old(struct slot *s)
{
	struct conc_tenure *t = s->last, *old;

	for (unsigned i = 1; i < TENURES / 2; i++) t = t->before;
	while ((old = t->before)) {
		t->before = old->before;
		old->before = unused_tenures;
		unused_tenures = old;
	}
	s->tenures = TENURES / 2 + 1;
}

/* The tenures of a slot are in order, the latest first. Equal ones that follow each other, such as
 * the behaviours of one actor, are one. */
void conc_strand_call(const struct conc_strand *strand, const struct conc_tenure *who)
{
	struct slot *s = &slots[strand->slot];
	struct conc_tenure *t = s->last;

	if (t && t->name == who->name && t->number == who->number &&
	    t->started_at == who->started_at && t->kind == who->kind && t->place == who->place &&
	    t->function == who->function)
		return;
	if (++s->tenures > TENURES) forget_old(s);
	t = unused_tenures;
	if (t) unused_tenures = t->before;
	else t = conc_schedule_room(sizeof *t);
	*t = *who;
	t->first = (uint32_t)strand->epoch;
	t->before = s->last;
	s->last = t;
}

const struct conc_tenure *conc_strand_tenure(uint32_t slot, uint32_t time)
{
	const struct conc_tenure *t = slots[slot].last;

	while (t && t->first > time) t = t->before;
	return t;
}
