/* SPDX-License-Identifier: MIT */
/* Reports of data races: both accesses with their lines, threads and locks, and the object.
 *
 *     bank.c:12: conc: data race: teller 2 (started at bank.c:30) writes total, seed:7
 *     bank.c:19: conc:   main read it holding audit, and nothing orders the two
 *
 * A report is made once for each two lines. The run goes on, and fails at its end. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conc/test.h"
#include "kernel/processor.h"
#include "lines.h"
#include "port/stop.h"
#include "race.h"

enum { REPORTS_MAX = 20, HINTS_MAX = 5, WHO = 160 };

/* ---- Numbers of pairs ---- */

struct pair {
	uintptr_t first, second;
};

/* Pairs, each with its number from 1, and a table in which they are found. */
struct pairs {
	struct pair *pairs;
	uint32_t *numbers; /* 0: empty */
	uint32_t count, room;
};

static uint32_t *number_place(const struct pairs *all, struct pair p)
{
	uint64_t hash =
	        (p.first * UINT64_C(0x9e3779b97f4a7c15) ^ p.second) * UINT64_C(0x9e3779b97f4a7c15);
	size_t at = (size_t)(hash >> 32);

	for (;; at++) {
		uint32_t *number = &all->numbers[at & (all->room - 1)];
		const struct pair *other = &all->pairs[*number];
		if (!*number || (other->first == p.first && other->second == p.second))
			return number;
	}
}

static void grow(struct pairs *all)
{
	struct pairs more = {.count = all->count, .room = all->room ? 2 * all->room : 256};

	more.pairs = conc_schedule_room((more.room / 2 + 1) * sizeof *more.pairs);
	more.numbers = conc_schedule_room(more.room * sizeof *more.numbers);
	if (all->count) memcpy(more.pairs, all->pairs, (all->count + 1) * sizeof *more.pairs);
	for (uint32_t i = 1; i <= all->count; i++) *number_place(&more, more.pairs[i]) = i;
	*all = more;
}

/* Returns the number of the pair. */
static uint32_t number_of(struct pairs *all, uintptr_t first, uintptr_t second)
{
	struct pair p = {first, second};
	uint32_t *number;

	if (2 * all->count >= all->room) grow(all);
	number = number_place(all, p);
	if (!*number) {
		*number = ++all->count;
		all->pairs[*number] = p;
	}
	return *number;
}

/* ---- Places, sets of locks ---- */

static struct pairs places;    /* a place, and 0 */
static struct pairs lock_sets; /* a lock, and the set to which it was added; 0 is empty */

uint32_t conc_race_place(const void *place)
{
	static struct {
		const void *place;
		uint32_t number;
	} found[64], *last;

	last = &found[(uintptr_t)place / 4 % 64];
	if (last->place == place && last->number) return last->number;
	if (places.count == (1u << CONC_PLACE_BITS) - 1) return 0;
	last->place = place;
	return last->number = number_of(&places, (uintptr_t)place, 0);
}

/* Returns the set with the lock, too; without it if there are too many. */
static uint32_t add_lock(uint32_t set, uintptr_t lock)
{
	if (lock_sets.count == (1u << CONC_LOCKS_BITS) - 1) return set;
	return number_of(&lock_sets, lock, set);
}

uint32_t conc_race_locks_slow(struct conc_strand *strand)
{
	uint32_t set = 0;

	for (uint32_t i = 0; i < strand->held_count; i++) set = add_lock(set, strand->held[i]);
	return strand->locks = set;
}

bool conc_race_locks_have(uint32_t set, uintptr_t lock)
{
	while (set && lock_sets.pairs[set].first != lock)
		set = (uint32_t)lock_sets.pairs[set].second;
	return set != 0;
}

void conc_race_takes(struct conc_strand *strand, const volatile void *lock)
{
	for (uint32_t i = 0; i < strand->held_count;
	     i++) /* a lock that was handed on: told twice */
		if (strand->held[i] == (uintptr_t)lock) return;
	if (strand->held_count == CONC_HELD) return;
	strand->held[strand->held_count++] = (uintptr_t)lock;
	strand->locks = CONC_LOCKS_UNKNOWN;
}

void conc_race_leaves(struct conc_strand *strand, const volatile void *lock)
{
	uint32_t i = strand->held_count;

	while (i > 0 && strand->held[i - 1] != (uintptr_t)lock) i--;
	if (i == 0) return;
	for (; i < strand->held_count; i++) strand->held[i - 1] = strand->held[i];
	strand->held_count--;
	strand->locks = strand->held_count ? CONC_LOCKS_UNKNOWN : 0;
}

/* ---- What is meant to be so ---- */

static struct meant {
	struct meant *next;
	uintptr_t start;
	size_t size;
} * meant;

void conc_abi_test_racy(const volatile void *object, size_t size)
{
	struct meant *m;

	if (!conc_edge_on) return;
	m = conc_schedule_room(sizeof *m);
	*m = (struct meant){meant, (uintptr_t)object, size};
	meant = m;
}

void conc_race_not_meant(uintptr_t start, size_t size)
{
	for (struct meant **link = &meant; *link;) {
		if ((*link)->start - start < size) *link = (*link)->next;
		else link = &(*link)->next;
	}
}

static bool is_meant(uintptr_t address, size_t size)
{
	for (const struct meant *m = meant; m; m = m->next)
		if (address < m->start + m->size && m->start < address + size) return true;
	return false;
}

/* ---- Texts ---- */

/* line: where it was started, if who does not say it. */
static const char *describe(const struct conc_tenure *who, const char *line, char *text)
{
	size_t used = 0;

	if (!who) return "an unknown thread";
	if (who->kind) used = conc_text_append(text, used, WHO, "%s ", who->kind);
	used = conc_text_append(text, used, WHO, "%s",
	                        who->function ? conc_function_of(who->function) : who->name);
	if (!who->kind && !who->is_main)
		used = conc_text_append(text, used, WHO, " %u", who->number);
	if (who->started_at) line = who->started_at;
	if (line) conc_text_append(text, used, WHO, " (started at %s)", line);
	return text;
}

static void write_offset(FILE *file, size_t offset)
{
	if (offset) fprintf(file, ", %zu byte%s into it", offset, offset == 1 ? "" : "s");
}

static void write_variable(FILE *file, const char *name, size_t offset)
{
	fprintf(file, "%s", name);
	write_offset(file, offset);
}

static void write_lock(FILE *file, uintptr_t lock)
{
	size_t offset = 0;
	char *name = conc_symbol_of(lock, &offset);

	if (name) write_variable(file, name, offset);
	else fprintf(file, "lock %u", conc_schedule_number((void *)lock));
	free(name);
}

/* The locks of a set, the first one taken first. */
static void write_locks(FILE *file, uint32_t set)
{
	const struct pair *p = &lock_sets.pairs[set];

	if (!set) return;
	write_locks(file, (uint32_t)p->second);
	fprintf(file, p->second ? " and " : " holding ");
	write_lock(file, p->first);
}

static struct conc_thread *on_stack;
static uintptr_t looked_for;

static void look_at_stack(struct conc_thread *t, void *unused)
{
	const struct conc_stack *stack = t->stack;

	(void)unused;
	if (load_relaxed(&t->kind) == CONC_THREAD_FREE) return;
	if (stack ? looked_for - (uintptr_t)stack->low <
	                    (uintptr_t)stack->high - (uintptr_t)stack->low
	          : t->kind == CONC_THREAD_MAIN && looked_for >= (uintptr_t)t->stack_low &&
	                    looked_for >= (uintptr_t)__builtin_frame_address(0) &&
	                    looked_for - (uintptr_t)t->stack_low < (8u << 20))
		on_stack = t;
}

static void write_object(FILE *file, uintptr_t address, const struct conc_race_block *block,
                         const char *allocated_at)
{
	char who[WHO];
	size_t offset = 0;
	char *name = conc_symbol_of(address, &offset);

	on_stack = NULL;
	looked_for = address;
	if (!name && !block) conc_thread_each(look_at_stack, NULL);
	if (name) {
		write_variable(file, name, offset);
	} else if (block) {
		fprintf(file, block->where ? "what new made" : "memory allocated");
		if (block->where) allocated_at = block->where;
		if (allocated_at) fprintf(file, " at %s", allocated_at);
		if (address > block->object) write_offset(file, address - block->object);
	} else if (on_stack) {
		fprintf(file, "a variable on the stack of %s",
		        conc_thread_describe(on_stack, who, sizeof who));
	} else {
		fprintf(file, "memory");
	}
	free(name);
}

static const char *verb(unsigned access, bool past)
{
	if (access & CONC_ACCESS_FREE) return past ? "freed" : "frees";
	if (access & CONC_ACCESS_ATOMIC)
		return access & CONC_ACCESS_WRITE
		               ? past ? "wrote (atomically)" : "writes (atomically)"
		       : past ? "read (atomically)"
		              : "reads (atomically)";
	if (access & CONC_ACCESS_WRITE) return past ? "wrote" : "writes";
	return past ? "read" : "reads";
}

/* ---- The report ---- */

static struct pairs reported, hinted; /* places */
static uint32_t reports;
static struct {
	const char *first, *second;
} lines_reported[REPORTS_MAX + 1];

bool conc_race_found(void)
{
	return reports > 0;
}

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* Returns false if the two lines had a report before. */
static bool is_new(const char *a, const char *b)
{
	for (uint32_t i = 0; i < reports; i++) {
		const char *first = lines_reported[i].first, *second = lines_reported[i].second;
		if ((same(a, first) && same(b, second)) || (same(a, second) && same(b, first)))
			return false;
	}
	lines_reported[reports].first = a;
	lines_reported[reports].second = b;
	return true;
}

static void begin_line(FILE *file, const char *line)
{
	if (line) fprintf(file, "%s: ", line);
	fprintf(file, "conc: ");
}

struct race {
	bool is_hint; /* no race: a lost update */
	uintptr_t address;
	unsigned access, other_access;
	uintptr_t place, other_place;
	uint32_t locks, other_locks;
	const struct conc_tenure *who, *other_who;
};

static void write_report(const struct race *race)
{
	const struct conc_race_block *block = conc_race_block_of(race->address);
	enum { PLACE, OTHER, STARTED, OTHER_STARTED, BLOCK, LINES };
	struct conc_line lines[LINES] = {
	        {(void *)race->place, NULL},
	        {(void *)race->other_place, NULL},
	        {race->who ? race->who->place : NULL, NULL},
	        {race->other_who ? race->other_who->place : NULL, NULL},
	        {block ? block->place : NULL, NULL},
	};
	char who[WHO], *text = NULL;
	size_t length;
	FILE *file;

	conc_lines_find(lines, LINES);
	for (int i = 0; i < LINES; i++)
		if (lines[i].line && strstr(lines[i].line, "libconc/src/")) lines[i].line = NULL;
	if (!race->is_hint && !is_new(lines[PLACE].line, lines[OTHER].line)) return;
	if (!race->is_hint && reports++ == REPORTS_MAX) {
		fprintf(stderr, "conc: more data races are not shown%s\n", conc_schedule_name());
		return;
	}
	file = open_memstream(&text, &length);
	if (!file) return;
	begin_line(file, lines[PLACE].line);
	fprintf(file, "%s: %s %s ", race->is_hint ? "hint" : "data race",
	        describe(race->who, lines[STARTED].line, who), verb(race->access, false));
	write_object(file, race->address, block, lines[BLOCK].line);
	write_locks(file, race->locks);
	fprintf(file, "%s%s\n", race->is_hint ? ", but last read it before it took that" : "",
	        conc_schedule_name());
	begin_line(file, lines[OTHER].line);
	fprintf(file, "  %s %s it", describe(race->other_who, lines[OTHER_STARTED].line, who),
	        verb(race->other_access, true));
	write_locks(file, race->other_locks);
	fprintf(file, race->is_hint ? " in between, and nobody has read that\n"
	                            : ", and nothing orders the two\n");
	fclose(file);
	fwrite(text, 1, length, stderr);
	free(text);
}

/* Is name among those between the + of the list? */
static bool is_listed(const char *list, const char *name)
{
	size_t length = name ? strlen(name) : 0;

	for (; length && list; list = strchr(list, '+')) { /* at its start, or at a + */
		list += *list == '+';
		if (strcspn(list, "+") == length && !strncmp(list, name, length)) return true;
	}
	return false;
}

/* Does racy:NAME in CONC_SCHEDULE say that races of this variable or function are meant? */
static bool is_named(const struct race *race)
{
	const char *list = conc_schedule_options.racy;
	size_t offset;
	char *name;
	bool named;

	if (!list) return false;
	name = conc_symbol_of(race->address, &offset);
	named = is_listed(list, name) || is_listed(list, conc_function_of((void *)race->place)) ||
	        is_listed(list, conc_function_of((void *)race->other_place));
	free(name);
	return named;
}

static void report(const struct race *race, size_t size)
{
	struct pairs *all = race->is_hint ? &hinted : &reported;
	uint32_t before = all->count;

	if (before == HINTS_MAX && race->is_hint) return;
	if (is_meant(race->address, size) || conc_race_is_local(race->address)) return;
	if (number_of(all, race->place, race->other_place) <= before) return;
	conc_schedule_forbid_switch(+1);
	conc_edge_on = false;
	if (!is_named(race)) {
		if (!race->is_hint) conc_schedule_raced();
		write_report(race);
	}
	conc_edge_on = true;
	conc_schedule_forbid_switch(-1);
}

void conc_race_report(uintptr_t address, size_t size, unsigned access, const void *place,
                      struct conc_strand *strand, const struct conc_race_record *other)
{
	struct race race = {.address = address,
	                    .access = access,
	                    .other_access = other->access,
	                    .place = (uintptr_t)place,
	                    .other_place = places.pairs[other->place].first,
	                    .locks = conc_race_locks(strand),
	                    .other_locks = (uint32_t)other->locks,
	                    .who = conc_strand_tenure(strand->slot, (uint32_t)strand->epoch),
	                    .other_who = conc_strand_tenure(other->slot, other->time)};

	if (reports <= REPORTS_MAX) report(&race, size);
}

void conc_race_hint(uintptr_t address, const void *place, uint32_t locks,
                    const struct conc_strand *strand, const struct conc_race_record *other)
{
	struct race race = {.is_hint = true,
	                    .address = address,
	                    .access = CONC_ACCESS_WRITE,
	                    .other_access = other->access,
	                    .place = (uintptr_t)place,
	                    .other_place = places.pairs[other->place].first,
	                    .locks = locks,
	                    .other_locks = (uint32_t)other->locks,
	                    .who = conc_strand_tenure(strand->slot, (uint32_t)strand->epoch),
	                    .other_who = conc_strand_tenure(other->slot, other->time)};

	report(&race, 1);
}
