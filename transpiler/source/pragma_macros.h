/* SPDX-License-Identifier: MIT */
/* Macros that pragmas define for the compiler, but not for its preprocessor. */
#ifndef CONCC_PRAGMA_MACROS_H
#define CONCC_PRAGMA_MACROS_H

#include "analysis.h"
#include "base/text.h"

/* Is there such a pragma in preprocessed text? */
bool pragma_macros_possible(const char *text, size_t length);

/* Compiles a probe to assembly text. Returns an empty text if it cannot be compiled. */
typedef struct text pragma_macros_ask(void *context, const struct text *probe);

/* Returns the main file with definitions of the macros; empty if no macro is missing. */
struct text pragma_macros_amend(const struct analysis *analysis, pragma_macros_ask *compile,
                                void *context);

#endif
