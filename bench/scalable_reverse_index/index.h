// SPDX-License-Identifier: MIT
// From which documents each address is linked, as often as it is. A message is a document. Arguments: documents, KiB of the longest one,
// different addresses.
#ifndef BENCH_INDEX_H
#define BENCH_INDEX_H
#include "../mapreduce_table.h"

enum { BLOCK = 1000 };

// Of one address: a ring, of which the table has the last one.
typedef struct posting {
	struct posting *next;
	long document;
} posting;

typedef struct block {
	struct block *next;
	long count;
	posting postings[BLOCK];
} block;

typedef struct state {
	tables addresses;
	block *blocks[PARTS]; // where the postings are: the first one has room
} state;

// ---- Documents ----

// Words and links: one link for 24 words.
static inline char *put_document(char *to, char *end, const word *words, const word *sites, long different)
{
	while (to < end) {
		if (random_below(24) == 0) {
			to += sprintf(to, "<a href=\"http://%s.org/%s\">", sites[random_zipf(different)].letters, words[random_below(4)].letters);
			to = put_word(to, &words[random_zipf(1024)]);
			to += sprintf(to, "</a>");
		}
		to = put_word(to, &words[random_zipf(1024)]);
		*to++ = ' ';
	}
	return to;
}

static inline void make_input(int count, char **arguments)
{
	if (count != 3) exit(2);
	const long longest = atol(arguments[1]) << 10, different = atol(arguments[2]);
	word *words = vocabulary(1024), *sites = vocabulary(different);

	piece_count = atol(arguments[0]);
	pieces = (piece *)room(piece_count, sizeof *pieces);
	for (long p = 0; p < piece_count; p++) {
		const long length = 256 + random_below(longest);
		char *document = (char *)room(length + 8 * LONGEST, 1);
		pieces[p] = (piece){document, put_document(document, document + length, words, sites, different) - document, p};
	}
	free(sites);
	free(words);
}

// The address of the next link from *at on, which is moved behind it.
HOT bool next_link(const char **at, const char *end, span *address)
{
	static const char mark[] = "<a href=\"";
	const char *p = (const char *)memmem(*at, (size_t)(end - *at), mark, sizeof mark - 1);

	if (!p) return false;
	p += sizeof mark - 1;
	*at = (const char *)memchr(p, '"', (size_t)(end - p));
	if (!*at) return false;
	*address = (span){p, (uint32_t)(*at - p), 2166136261u};
	for (; p < *at; p++) address->hash = (address->hash ^ (unsigned char)*p) * 16777619u;
	return true;
}

// ---- The index ----

HOT posting *new_posting(block **first)
{
	if (!*first || (*first)->count == BLOCK) {
		block *b = (block *)malloc(sizeof *b);
		if (!b) abort();
		b->next = *first;
		b->count = 0;
		*first = b;
	}
	return &(*first)->postings[(*first)->count++];
}

HOT posting *last_of(uint64_t value) { return (posting *)(uintptr_t)value; }

HOT void state_add(state *s, const span *address, long document)
{
	uint64_t *value = tables_at(&s->addresses, address);
	posting *last = last_of(*value), *p = new_posting(&s->blocks[tables_part(address)]);

	*p = (posting){last ? last->next : p, document};
	if (last) last->next = p;
	*value = (uintptr_t)p;
}

static inline void state_map(state *s, const piece *p)
{
	span address;
	for (const char *at = p->text; next_link(&at, p->text + p->length, &address);) state_add(s, &address, p->number);
}

// Two rings are one when what comes next in them is exchanged.
static inline uint64_t ring_of(uint64_t a, uint64_t b)
{
	if (!a || !b) return a | b;
	posting *const next = last_of(a)->next;
	last_of(a)->next = last_of(b)->next;
	last_of(b)->next = next;
	return a;
}

static inline void state_merge(state *into, state *from, int part)
{
	block **first = &into->blocks[part];

	tables_merge(&into->addresses, &from->addresses, part, ring_of);
	while (*first) first = &(*first)->next;
	*first = from->blocks[part];
	from->blocks[part] = NULL;
}

static inline void state_begin(state *s) { (void)s; }
static inline void state_export(const state *from, state *to) { (void)from, (void)to; }
static inline void state_finish(state *s) { (void)s; }

static inline uint64_t documents_of(uint64_t value)
{
	uint64_t sum = 0;
	const posting *p = last_of(value);

	do sum += (uint64_t)p->document + 1;
	while ((p = p->next) != last_of(value));
	return sum;
}

static inline long long state_check(const state *s) { return tables_check(&s->addresses, documents_of); }

static inline void state_clear(state *s)
{
	tables_clear(&s->addresses);
	for (int part = 0; part < PARTS; part++)
		for (block *b; (b = s->blocks[part]); free(b)) s->blocks[part] = b->next;
}

#endif
