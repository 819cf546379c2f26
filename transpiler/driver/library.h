/* SPDX-License-Identifier: MIT */
/* Finds concc's own files: conc.h, and the libconc for the machine that a program is for. */
#ifndef CONCC_LIBRARY_H
#define CONCC_LIBRARY_H

#include "backend.h"
#include "options.h"

/* Sets the files and folders of backend. compiler: the word of backend->words that names it;
 * variant: "asan", "schedules" … or null. */
void library_find(struct backend *backend, const struct options *options, const char *compiler,
                  const char *variant);

#endif
