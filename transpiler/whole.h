/* SPDX-License-Identifier: MIT */
/* Preprocessed text with what lowered code needs of the real conc.h. */
#ifndef CONCC_WHOLE_H
#define CONCC_WHOLE_H

#include <stdbool.h>

#include "text.h"

/* text was preprocessed with the analysis form of conc.h. real is what the preprocessor printed,
 * with all macro definitions (-dD), for `#include <conc.h>` alone. The result is to be preprocessed
 * once more. */
struct text whole_text(const struct text *text, const struct text *real);

/* Cuts off what a preprocessor printed in front of the first line marker of `input`, which it was
 * given. */
void whole_trim(struct text *text, const struct text *input);

#endif
