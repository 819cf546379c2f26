/* SPDX-License-Identifier: MIT */
/* Makes the schedule of a failure small, and tells it. */
#ifndef CONC_SRC_EXPLAIN_H
#define CONC_SRC_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report_file.h"

/* fails runs the program once more by conc_switches (NULL: by its seed), in another process, with
 * conc_story to write or NULL. It returns whether the run fails in the same way, or in any, and
 * whether there is time for more. Writes the smallest list found to text, as CONC_SCHEDULE has it,
 * and the order of its steps to standard error. Returns false, after it has said why, if there is
 * no such list.
 */
bool conc_schedule_explain(bool (*fails)(bool *more, bool any), void *memory, char *text,
                           size_t size);

/* The steps that it wrote, in their order. */
const struct conc_told *conc_schedule_told(size_t *count);

/* The number of the step after which it is too late, of all from 1. */
uint32_t conc_schedule_too_late(void);

#endif
