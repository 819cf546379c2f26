/* SPDX-License-Identifier: MIT */
/* Arrays made by new, for object kinds whose hidden member says how an object was made. */
#ifndef CONC_SRC_NEW_H
#define CONC_SRC_NEW_H

#include <stddef.h>

/* Returns how many objects conc_abi_new made at memory. */
size_t conc_new_count(void *memory);

/* The same for a pointer from the program: stops the program if new did not make it, or it was
 * deleted. */
size_t conc_new_check(void *memory, const char *where);

#endif
