// SPDX-License-Identifier: MIT
// The log of fig. 4, for all contestants alike. Arguments: processors, elements of the dictionary, records, rounds. A record
// is the dictionary as text behind a header; records are collected in blocks, and a full block is appended to the file with
// one write. The file is new in each round and is read when it is over: every record has to be there, whole and once.
#ifndef BENCH_LOG_H
#define BENCH_LOG_H
#include <fcntl.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "../clock.h"
#include "../work.h"

enum {
	KEY_MAX = 14,
	ELEMENT_MAX = KEY_MAX * 2 + 40, // as text
	BLOCK_FULL = 64 << 10,
	MAX_ROUNDS = 64
};

struct element {
	char key[KEY_MAX + 1];
	double value;
};

struct header {
	uint32_t size, id;
	uint64_t sum;
};

struct block {
	struct block *next;
	size_t used;
	char bytes[]; // BLOCK_FULL and one record
};

static unsigned processors;
static long elements, records, rounds;
static struct element *dictionary;

static inline size_t record_max(void) { return sizeof(struct header) + (size_t)elements * ELEMENT_MAX + 2; }

static inline struct block *new_block(void)
{
	struct block *b = (struct block *)malloc(sizeof *b + BLOCK_FULL + record_max());

	if (!b) abort();
	b->next = NULL;
	b->used = 0;
	return b;
}

static inline bool is_full(const struct block *b) { return b->used >= BLOCK_FULL; }

static inline char *put_key(char *out, const char *key)
{
	*out++ = '"';
	for (; *key; key++) {
		if (*key == '"' || *key == '\\') *out++ = '\\';
		*out++ = *key;
	}
	*out++ = '"';
	return out;
}

// Of a record: FNV-1a.
static inline uint64_t checksum(const char *bytes, size_t size, uint32_t id)
{
	uint64_t sum = 0xcbf29ce484222325 ^ id;

	for (size_t i = 0; i < size; i++) sum = (sum ^ (unsigned char)bytes[i]) * 0x100000001b3;
	return sum;
}

// log(m): a record, at the end of a block that is not full.
static inline void serialise(struct block *b, uint32_t id)
{
	char *const text = b->bytes + b->used + sizeof(struct header), *out = text;
	struct header h;

	*out++ = '{';
	for (long i = 0; i < elements; i++) {
		out = put_key(out, dictionary[i].key);
		out += snprintf(out, 32, ":%.15g,", dictionary[i].value);
	}
	out[-1] = '}';
	h.size = (uint32_t)(out - text);
	h.id = id;
	h.sum = checksum(text, h.size, id);
	memcpy(b->bytes + b->used, &h, sizeof h);
	b->used += sizeof h + h.size;
}

static inline void make_dictionary(void)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz_\"\\ABCD";
	uint64_t random = 1;

	dictionary = (struct element *)calloc((size_t)elements, sizeof *dictionary);
	if (!dictionary) abort();
	for (long i = 0; i < elements; i++) {
		random = work(random, 1);
		for (uint64_t k = 0; k < 4 + (random >> 40) % (KEY_MAX - 3); k++) {
			random = work(random, 1);
			dictionary[i].key[k] = letters[(random >> 40) % (sizeof letters - 1)];
		}
		dictionary[i].value = (double)(random >> 11) / (double)(1 << 20);
	}
}

static inline bool log_arguments(int argc, char **argv)
{
	if (argc != 5) return false;
	processors = (unsigned)atoi(argv[1]);
	elements = atol(argv[2]);
	records = atol(argv[3]);
	rounds = atol(argv[4]);
	if (elements < 1 || rounds < 1 || rounds > MAX_ROUNDS) return false;
	mallopt(M_MMAP_THRESHOLD, 64 << 20); // blocks come and go: their pages shall stay
	mallopt(M_TRIM_THRESHOLD, 64 << 20);
	make_dictionary();
	return true;
}

// To the end of a file that was opened to append.
static inline void append(int file, const struct block *b)
{
	if (write(file, b->bytes, b->used) != (ssize_t)b->used) abort();
}

// The sum of the checksums of all records; stops the program if one is missing, broken or there twice.
static inline uint64_t verify(int file)
{
	struct stat of;
	uint64_t sum = 0;
	long found = 0;

	if (fstat(file, &of)) abort();
	char *const all = (char *)malloc((size_t)of.st_size), *const seen = (char *)calloc((size_t)records, 1), *const end = all + of.st_size;
	if (!all || !seen) abort();
	for (off_t at = 0; at < of.st_size;) {
		const ssize_t got = pread(file, all + at, (size_t)(of.st_size - at), at);
		if (got <= 0) abort();
		at += got;
	}
	for (char *at = all; at < end; found++) {
		struct header h;

		if (end - at < (ptrdiff_t)sizeof h) abort();
		memcpy(&h, at, sizeof h);
		at += sizeof h;
		if (end - at < (ptrdiff_t)h.size || h.id >= records || seen[h.id]++) abort();
		if (checksum(at, h.size, h.id) != h.sum) abort();
		sum += h.sum;
		at += h.size;
	}
	if (found != records) abort();
	free(seen);
	free(all);
	return sum;
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

// One round, in nanoseconds; the file lies where the program is run.
static inline double log_round(void (*run)(int file), uint64_t *sum)
{
	char name[] = "append_log.XXXXXX";
	const int made = mkstemp(name), file = open(name, O_RDWR | O_APPEND);

	if (made < 0 || file < 0) abort();
	close(made);
	unlink(name);
	const double start = clock_ns();
	run(file);
	const double took = clock_ns() - start;
	*sum = verify(file);
	close(file);
	return took;
}

// run: logs all records, and has written them when it returns.
static inline void measure_log(void (*run)(int file))
{
	double took[MAX_ROUNDS];
	const long all = records;
	uint64_t sum;

	records = (all + 9) / 10;
	log_round(run, &sum);
	records = all;
	for (long r = 0; r < rounds; r++) took[r] = log_round(run, &sum) / (double)records;
	qsort(took, (size_t)rounds, sizeof *took, ascending);
	report(took[rounds / 2] / 1e3, (long long)(sum % 1000000007));
}

#endif
