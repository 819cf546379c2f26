/* SPDX-License-Identifier: MIT */
/* Macros that pragmas define for the compiler, but not for its preprocessor. */
#ifndef CONCC_PRAGMA_MACROS_H
#define CONCC_PRAGMA_MACROS_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis.h"
#include "text.h"

/* Is there such a pragma in preprocessed text? */
bool pragma_macros_possible(const char *text, size_t length);

/* Compiles a probe to assembly text; empty where it cannot be compiled. */
typedef struct text pragma_macros_ask(void *context, const struct text *probe);

/* The main file with definitions of the macros; empty where none is missing. */
struct text pragma_macros_amend(const struct analysis *analysis, pragma_macros_ask *compile,
                                void *context);

#endif
