/* SPDX-License-Identifier: MIT */
/* Makes what libconc asks of the system fail.
 *
 *     CONC_FAULT=mmap:3                 the third call of mmap fails
 *     CONC_FAULT=mmap:3-7               the third to the seventh
 *     CONC_FAULT=mmap:3+                the third and every later one
 *     CONC_FAULT=mmap:3+=EAGAIN,…       with that error; several are separated by commas
 *     CONC_FAULT=address_space:60       at most 60 MiB of addresses (RLIMIT_AS)
 *
 * The linker's --wrap leads every call in the program, which is libconc's objects and the
 * scenarios, to inject.c; calls inside the C library go on as before. So scenarios use none of
 * these functions themselves, or else through `really`.
 *
 * Rejected: interposing by LD_PRELOAD or a definition in the program (glibc's own allocations
 * would fail, too, and in the sanitizers everything); seccomp (refuses a call always or never).
 */
#ifndef TESTS_FAULT_INJECT_H
#define TESTS_FAULT_INJECT_H

#define FAULT_MARK 3       /* to this descriptor is written, at the first failure of f … */
#define FAULT_LETTER(f) ((char)('A' + (f))) /* … this byte */

#define really(function) __real_##function

/* One of each line of functions.h. */
#define LIBC(name, ...) FAULT_##name,
#define ERROR(name, ...) FAULT_##name,
#define SYSCALL(name, ...) FAULT_##name,
enum fault {
#include "functions.h"
	FAULTS
};

#endif
