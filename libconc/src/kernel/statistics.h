/* SPDX-License-Identifier: MIT */
/* Statistics: counts by place, and what modules report of themselves.
 *
 *     places:   (what, where) ──► count, waits, time of waits, longest wait
 *     sources:  a module's function that says its rows when they are asked for
 *
 * A row is a family ("locks"), what tells it from its neighbours (labels), and numbers. Rows are
 * written as JSON, or as Prometheus' text.
 */
#ifndef CONC_SRC_STATISTICS_H
#define CONC_SRC_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

#include "port/atomic.h"

/* Is anything counted? Fixed before the first thread. Never in a seeded run, where each atomic
 * operation would be a step. */
extern bool conc_statistics_on __attribute__((visibility("hidden")));

/* Counts in a word that only the caller writes. */
#define conc_tally(word) \
	(CONC_UNLIKELY(conc_statistics_on) ? store_relaxed(word, load_relaxed(word) + 1) : (void)0)

/* ---- Counting; only while conc_statistics_on ---- */

/* Something was done at a place so many times. what, where: literals; where may be null. */
void conc_statistics_count(const char *what, const char *where, uint64_t times);

/* It did not get at once what it wanted there. */
void conc_statistics_contended(const char *what, const char *where);

/* A thread waited there for so many nanoseconds. */
void conc_statistics_waited(const char *what, const char *where, uint64_t time);

/* ---- Reporting ---- */

enum { CONC_STATISTICS_NUMBERS = 16 };

struct conc_statistics_row {
	const char *family;       /* a word in the plural */
	const char *what, *where; /* null: none */
	uint64_t number;          /* of the thing, from 1; 0: it has none */
	unsigned count;           /* of the two below */
	const char *names[CONC_STATISTICS_NUMBERS];
	uint64_t values[CONC_STATISTICS_NUMBERS];
};

struct conc_statistics;

/* Adds a row, which is copied. */
void conc_statistics_add(struct conc_statistics *to, const struct conc_statistics_row *row);

/* A module's rows: says add to each. Registered once, before or while others report. */
struct conc_statistics_source {
	void (*say)(struct conc_statistics *to);
	struct conc_statistics_source *next;
};
void conc_statistics_register(struct conc_statistics_source *source);

/* Reads CONC_STATS and CONC_METRICS; once, at start. */
void conc_statistics_init(void);

/* In fork's child: the socket of CONC_METRICS is the parent's. */
void conc_statistics_reset(void);

#endif
