/* SPDX-License-Identifier: MIT */
/* The memory of the process, as the kernel lists it. */
#ifndef CONC_SRC_MAPPINGS_H
#define CONC_SRC_MAPPINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct conc_mapping {
	uintptr_t start, end;
	bool is_heap;    /* malloc's first arena */
	bool is_stack;   /* of the initial kernel thread */
	bool is_written; /* it can be, and no other process sees it */
	bool is_code;
};

/* Calls visit for each mapping that can be read and that the program can have written to. Devices
 * are left out. In ascending order. Allocates nothing. False: there is no list. */
bool conc_mappings_each(void (*visit)(const struct conc_mapping *mapping, void *argument),
                        void *argument);

/* Calls visit for all parts of [from, to) in pages that hold anything, or for a copy of the part. A
 * page that was never written, or was given back, holds nothing. Allocates nothing. */
void conc_mappings_each_used(uintptr_t from, uintptr_t to,
                             void (*visit)(uintptr_t from, uintptr_t to));

#endif
