/* SPDX-License-Identifier: MIT */
/* -fconc-separate=MODE: turns off ways to avoid waiting, for measurements. Each mode is one column
 * of a table in West, Nanz, Meyer, Efficient and Reasonable Object-Oriented Concurrency. This is
 * all that the translator has for it; the library's half is separate_mode.c. */
#ifndef CONCC_SEPARATE_MODE_H
#define CONCC_SEPARATE_MODE_H

#include <stdbool.h>
#include <string.h>

/* All-zero: everything is on. */
struct separate_mode {
	bool no_dynamic; /* every query asks its handler, even if synchronised */
	bool no_static;  /* the analysis removes no synchronisation */
	bool no_queues;  /* a client waits for its turn when it reserves */
};

/* Returns false if there is no such mode. */
static inline bool separate_mode_read(struct separate_mode *mode, const char *name)
{
	bool all = !strcmp(name, "all"), dynamic = !strcmp(name, "dynamic");
	bool is_static = !strcmp(name, "static"), queues = !strcmp(name, "qoq");
	if (!all && !dynamic && !is_static && !queues && strcmp(name, "none") != 0) return false;
	*mode = (struct separate_mode){!all && !dynamic, !all && !is_static, !all && !queues};
	return true;
}

static inline const char *separate_mode_reserve(const struct separate_mode *mode)
{
	return mode->no_queues ? "CONC_RESERVE_LOCKED" : "CONC_RESERVE";
}

static inline const char *separate_mode_sync(const struct separate_mode *mode)
{
	return mode->no_dynamic ? "CONC_ROUND_TRIP" : "CONC_SYNC";
}

#endif
