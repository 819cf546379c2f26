/* SPDX-License-Identifier: MIT */
/* Where our own files stand: conc.h, and the libconc that fits the machine a program is for. */
#ifndef CONCC_LIBRARY_H
#define CONCC_LIBRARY_H

#include "backend.h"
#include "options.h"

/* Sets what backend->words does not say. compiler: the word of these that names the compiler;
 * variant: "asan", "schedules" … or null. */
void library_find(struct backend *backend, const struct options *options, const char *compiler,
                  const char *variant);

#endif
