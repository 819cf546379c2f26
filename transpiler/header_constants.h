/* SPDX-License-Identifier: MIT */
/* Constants that headers of the author's define. */
#ifndef CONCC_HEADER_CONSTANTS_H
#define CONCC_HEADER_CONSTANTS_H

#include "text.h"
#include "unit.h"

/* Declarations that use each of them. */
void header_constants(struct unit *unit, struct text *uses);

#endif
