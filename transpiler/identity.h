/* SPDX-License-Identifier: MIT */
/* What compiler caches must know and cannot see: which translator, which headers of libconc and
 * which C compiler make an object. */
#ifndef CONCC_IDENTITY_H
#define CONCC_IDENTITY_H

#include <stdbool.h>
#include <stdio.h>

#include "backend.h"

/* "concc 0.1 HASH", another one as soon as one of them is another. */
void identity_print(FILE *file, const struct backend *backend);
/* Must what -E prints of a unit without dialect tell it, too? */
bool identity_is_wanted(void);
/* The end of what -E prints. */
void identity_mark(FILE *file, const struct backend *backend);

#endif
