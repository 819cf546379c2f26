/* SPDX-License-Identifier: MIT */
/* The command line's settings for the passes. All-zero: no options. */
#ifndef CONCC_SETTINGS_H
#define CONCC_SETTINGS_H

#include <stdbool.h>

#include "separate_mode.h"

struct settings {
	struct separate_mode separate;
	bool check_sync; /* -fconc-check-sync: the program checks removed synchronisations */
	bool safe;       /* -fconc-safe: data that threads may share unseen is an error */
	bool mpi;        /* -fconc-mpi: replicas may live on other ranks */
	bool pretty;     /* --emit-c=pretty: C for a reader */
	bool summaries;  /* -fconc-summaries: units tell the link what they share */
	bool report;     /* --report=sync: lists kept and removed synchronisations; no C */
};

#endif
