/* SPDX-License-Identifier: MIT */
/* What was counted: for each place of the program where threads wait or take locks, for each
 * processor, channel, handler of separate objects and actor system. docs/reference/statistics.md
 *
 * Counting begins with CONC_STATS=1, CONC_STATS=json:FILE or CONC_METRICS=PATH in the environment,
 * at the start of the program. Counts of a program that runs meanwhile are not of one moment. */
#ifndef CONC_STATISTICS_H
#define CONC_STATISTICS_H

/* Writes all counts as one JSON object to a file that is open for writing. Any kernel thread; it
 * blocks for the file only. Returns 0, -ENOMEM, -errno of write, or -ENOTSUP: nothing is counted.
 */
int conc_statistics_write(int file);

#endif
