/* SPDX-License-Identifier: MIT */
/* Memory of new and delete: arrays, and what CONC_DEBUG=1 keeps. */
#ifndef CONC_SRC_NEW_H
#define CONC_SRC_NEW_H

#include <stdbool.h>
#include <stddef.h>

/* ---- Arrays, for object kinds whose hidden member says how an object was made ---- */

/* Returns how many objects conc_abi_new made at memory. */
size_t conc_new_count(void *memory);

/* The same for a pointer from the program: stops the program if new did not make it, or it was
 * deleted. */
size_t conc_new_check(void *memory, const char *where);

/* ---- quarantine.c: with CONC_DEBUG=1, memory that `delete` gives back is kept for a while ---- */

/* CONC_DEBUG=1; set before the program's own constructors. */
extern bool conc_debug __attribute__((visibility("hidden")));

/* Called instead of free: keeps the object for a while. */
void conc_quarantine(void *object, size_t size);

/* For fork's child: empties the ring, which another thread may have been changing. */
void conc_quarantine_reset(void);

#endif
