/* SPDX-License-Identifier: MIT */
/* Options that apply to concc's diagnostics as well as to the back end's. */
#ifndef CONCC_WARNING_OPTIONS_H
#define CONCC_WARNING_OPTIONS_H

#include "source/diagnostic.h"
#include "options.h"

/* *list: the -W options, which the result refers to; the caller frees it. */
struct diagnostic_options warning_options_read(const struct options *options, const char ***list);

#endif
