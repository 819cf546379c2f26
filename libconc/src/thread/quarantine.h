/* SPDX-License-Identifier: MIT */
/* With CONC_DEBUG=1, memory that `delete` gives back is kept for a while. */
#ifndef CONC_SRC_QUARANTINE_H
#define CONC_SRC_QUARANTINE_H

#include <stdbool.h>
#include <stddef.h>

/* CONC_DEBUG=1; set before the program's own constructors. */
extern bool conc_debug __attribute__((visibility("hidden")));

/* Called instead of free: keeps the object for a while. */
void conc_quarantine(void *object, size_t size);

/* For fork's child: empties the ring, which another thread may have been changing. */
void conc_quarantine_reset(void);

#endif
