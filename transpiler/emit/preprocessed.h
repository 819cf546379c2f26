/* SPDX-License-Identifier: MIT */
/* Adds to preprocessed text the parts of the real conc.h that lowered code needs. */
#ifndef CONCC_PREPROCESSED_H
#define CONCC_PREPROCESSED_H

#include "base/text.h"

/* text was preprocessed with the short form of conc.h. real is what the preprocessor printed for
 * `#include <conc.h>` alone, with all macro definitions (-dD). The result must be preprocessed once
 * more. */
struct text preprocessed_text(const struct text *text, const struct text *real);

/* Cuts off the preprocessor's output before the first line marker of `input`, its input. */
void preprocessed_trim(struct text *text, const struct text *input);

#endif
