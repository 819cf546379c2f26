/* SPDX-License-Identifier: MIT */
/* What compiler caches must know and cannot see: the translator, the headers of libconc and the C
 * compiler that make an object. */
#ifndef CONCC_IDENTITY_H
#define CONCC_IDENTITY_H

#include <stdbool.h>
#include <stdio.h>

#include "backend.h"

/* Prints "concc 0.1 HASH"; HASH depends on all three. */
void identity_print(FILE *file, const struct backend *backend);
/* Must the output of -E contain it for a unit without dialect, too? */
bool identity_is_wanted(void);
/* Prints the lines that end the output of -E. */
void identity_mark(FILE *file, const struct backend *backend);

#endif
