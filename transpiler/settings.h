/* SPDX-License-Identifier: MIT */
/* What the command line asks of the passes. All-zero is what is in force without an option. */
#ifndef CONCC_SETTINGS_H
#define CONCC_SETTINGS_H

#include <stdbool.h>

struct settings {
	/* -fconc-separate=…: which of the means against waiting are left out, for measurements */
	bool no_dynamic; /* every query asks its handler, also where it is synchronised */
	bool no_static;  /* the analysis removes no synchronisation */
	bool no_queues;  /* a client waits for its turn where it reserves */
	bool check_sync; /* -fconc-check-sync: what was removed is checked when the program runs */
	bool mpi;        /* -fconc-mpi: replicas may live on other ranks */
	bool report;     /* --report=sync: what was removed and what was not, instead of C */
};

#endif
