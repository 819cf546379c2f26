/* SPDX-License-Identifier: MIT */
/* The command line's settings for the passes. All-zero: no options. */
#ifndef CONCC_SETTINGS_H
#define CONCC_SETTINGS_H

#include <stdbool.h>

struct settings {
	/* -fconc-separate=…: turns off ways to avoid waiting, for measurements */
	bool no_dynamic; /* every query asks its handler, even if synchronised */
	bool no_static;  /* the analysis removes no synchronisation */
	bool no_queues;  /* a client waits for its turn when it reserves */
	bool check_sync; /* -fconc-check-sync: the program checks removed synchronisations */
	bool mpi;        /* -fconc-mpi: replicas may live on other ranks */
	bool pretty;     /* --emit-c=pretty: C for a reader */
	bool report;     /* --report=sync: lists kept and removed synchronisations; no C */
};

#endif
