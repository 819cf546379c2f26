/* SPDX-License-Identifier: MIT */
/* Lowered code for waituntil (readable(fd)), (writable(fd)), (signalled(SIG)), (exited(pid)).
 * docs/reference/io.md defines their meaning. */
#ifndef CONC_ABI_IO_H
#define CONC_ABI_IO_H

#include "conc/abi_waituntil.h"

void conc_abi_readable_clause(struct conc_abi_waituntil *wait, unsigned clause, int file,
                              const char *where);
void conc_abi_writable_clause(struct conc_abi_waituntil *wait, unsigned clause, int file,
                              const char *where);
void conc_abi_signalled_clause(struct conc_abi_waituntil *wait, unsigned clause, int number,
                               const char *where);
void conc_abi_exited_clause(struct conc_abi_waituntil *wait, unsigned clause, int process,
                            const char *where);

#define CONC_READABLE_CLAUSE(number, i, guard, file) \
	if (guard) conc_abi_readable_clause(&conc_wait_##number, i, file, CONC_HERE)
#define CONC_WRITABLE_CLAUSE(number, i, guard, file) \
	if (guard) conc_abi_writable_clause(&conc_wait_##number, i, file, CONC_HERE)
#define CONC_SIGNALLED_CLAUSE(number, i, guard, signal) \
	if (guard) conc_abi_signalled_clause(&conc_wait_##number, i, signal, CONC_HERE)
#define CONC_EXITED_CLAUSE(number, i, guard, process) \
	if (guard) conc_abi_exited_clause(&conc_wait_##number, i, process, CONC_HERE)

#endif
