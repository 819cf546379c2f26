/* SPDX-License-Identifier: MIT */
/* What concc prints about itself. */
#ifndef CONCC_HELP_H
#define CONCC_HELP_H

#include <stdbool.h>
#include <stdio.h>

#include "backend.h"

/* topic: --help, --conc-version, --conc-identity, --show-compile-flags or --show-link-flags.
 * Returns the exit status. */
int help_show(const char *topic, const struct options *options, const struct backend *backend);

const char *help_version(void);

/* identity.c: what compiler caches must know and cannot see: the translator, the headers of libconc
 * and the C compiler that make an object. identity_print prints "concc 0.1 HASH"; HASH depends on
 * all three. */
void identity_print(FILE *file, const struct backend *backend);
/* Must the output of -E contain it for a unit without dialect, too? */
bool identity_is_wanted(void);
/* Prints the lines that end the output of -E. */
void identity_mark(FILE *file, const struct backend *backend);

#endif
