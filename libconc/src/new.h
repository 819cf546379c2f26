/* SPDX-License-Identifier: MIT */
/* What new made in an array: for kinds whose objects say so themselves. */
#ifndef CONC_SRC_NEW_H
#define CONC_SRC_NEW_H

#include <stddef.h>

/* How many objects conc_abi_new made here. */
size_t conc_new_count(void *memory);

/* The same for a pointer from the program: stops the program if new did not make it, or it was
 * deleted. */
size_t conc_new_check(void *memory, const char *where);

#endif
