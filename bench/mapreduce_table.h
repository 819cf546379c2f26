// SPDX-License-Identifier: MIT
// A hash table from text to a number, in PARTS that are independent of each other, so that several threads can merge
// two of them. Keys are pointed to. All-zero is empty.
#ifndef BENCH_MAPREDUCE_TABLE_H
#define BENCH_MAPREDUCE_TABLE_H
#include "mapreduce_input.h"

enum { PARTS = 16, SMALLEST = 256 };

typedef struct entry {
	span key;
	uint64_t value;
} entry;

typedef struct table {
	entry *entries;
	uint32_t mask, count;
} table;

typedef struct tables {
	table parts[PARTS];
} tables;

HOT entry *table_look(const table *t, const span *key)
{
	for (uint32_t i = key->hash;; i++) {
		entry *e = &t->entries[i & t->mask];
		if (!e->key.text) return e;
		if (e->key.hash == key->hash && e->key.length == key->length && !memcmp(e->key.text, key->text, key->length)) return e;
	}
}

static inline void table_grow(table *t)
{
	const table old = *t;

	t->mask = old.entries ? 2 * old.mask + 1 : SMALLEST - 1;
	t->entries = (entry *)room((long)t->mask + 1, sizeof *t->entries);
	for (uint32_t i = 0; old.entries && i <= old.mask; i++)
		if (old.entries[i].key.text) *table_look(t, &old.entries[i].key) = old.entries[i];
	free(old.entries);
}

// The value of a key; 0 if it is new.
HOT uint64_t *table_at(table *t, const span *key)
{
	if (2 * t->count >= t->mask) table_grow(t);
	entry *e = table_look(t, key);
	if (!e->key.text) {
		e->key = *key;
		t->count++;
	}
	return &e->value;
}

HOT uint32_t tables_part(const span *key) { return key->hash * 2654435769u >> 28; }
HOT uint64_t *tables_at(tables *t, const span *key) { return table_at(&t->parts[tables_part(key)], key); }

typedef uint64_t combination(uint64_t a, uint64_t b); // in any order; of 0 and b it is b

static inline uint64_t sum_of(uint64_t a, uint64_t b) { return a + b; }

// The smaller one into the larger one. from is empty afterwards.
static inline void tables_merge(tables *into, tables *from, int part, combination *combine)
{
	table *to = &into->parts[part], less = from->parts[part];

	if (less.count > to->count) {
		const table more = less;
		less = *to;
		*to = more;
	}
	for (uint32_t i = 0; less.entries && i <= less.mask; i++)
		if (less.entries[i].key.text) {
			uint64_t *value = table_at(to, &less.entries[i].key);
			*value = combine(*value, less.entries[i].value);
		}
	free(less.entries);
	from->parts[part] = (table){NULL, 0, 0};
}

static inline void tables_clear(tables *t)
{
	for (int part = 0; part < PARTS; part++) free(t->parts[part].entries);
	memset(t, 0, sizeof *t);
}

// In no order, as entries are in none.
static inline long long tables_check(const tables *t, uint64_t (*of)(uint64_t value))
{
	uint64_t sum = 0;

	for (int part = 0; part < PARTS; part++)
		for (uint32_t i = 0; t->parts[part].entries && i <= t->parts[part].mask; i++) {
			const entry *e = &t->parts[part].entries[i];
			if (e->key.text) sum += weight(e->key.text, e->key.length) * (of ? of(e->value) : e->value);
		}
	return (long long)sum;
}

#endif
