/* SPDX-License-Identifier: MIT */
/* What of the command line holds for our own diagnostics as well as for the back end's. */
#ifndef CONCC_SWITCHES_H
#define CONCC_SWITCHES_H

#include "diagnostic.h"
#include "options.h"

/* *list: the -W options, which the result uses; the caller frees it. */
struct diagnostic_options switches_read(const struct options *options, const char ***list);

#endif
