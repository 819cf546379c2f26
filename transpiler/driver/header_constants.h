/* SPDX-License-Identifier: MIT */
/* Constants that the author's headers define. */
#ifndef CONCC_HEADER_CONSTANTS_H
#define CONCC_HEADER_CONSTANTS_H

#include "base/text.h"
#include "tree/unit.h"

/* Appends to `uses` declarations that use each of them. */
void header_constants(struct unit *unit, struct text *uses);

#endif
