/* SPDX-License-Identifier: MIT */
/* System calls that come to the simulation instead of the kernel. trap.c has the idea. */
#ifndef CONC_SRC_SCHEDULE_TRAP_H
#define CONC_SRC_SCHEDULE_TRAP_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* A system call of the program. */
struct conc_trap {
	long number;
	long arguments[6];
	ucontext_t *context; /* the registers with which it was made */
};

/* From now on the system calls of the calling kernel thread are trapped; they go on to the kernel.
 * Returns false if the kernel or the machine cannot do that. */
bool conc_trap_watch(void);

/* Lets all calls go to the kernel for now. */
void conc_trap_let(bool pass);

/* As conc_trap_watch, but they come to conc_kernel_call. */
bool conc_trap_start(void);

/* Do they? */
extern bool conc_trap_on;

/* Are the system calls of the code at address trapped, when they are on? */
bool conc_trap_gives_back(uintptr_t address);

/* The same again in fork's child, which does not inherit it. */
void conc_trap_resume(void);

/* Makes a system call that the kernel gets. Returns -errno. */
#define conc_trap_call(...) CONC_TRAP_CALL(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
#define CONC_TRAP_CALL(number, a, b, c, d, e, f, ...)                                             \
	conc_trap_call_six((long)(number), (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), \
	                   (long)(f))
long conc_trap_call_six(long number, long a, long b, long c, long d, long e, long f);

/* Makes the call that was trapped. */
long conc_trap_pass(const struct conc_trap *trap);

#define SA_RESTORER 0x04000000
extern const char conc_trap_restore[]; /* the end of a signal handler */

/* Begins a kernel thread: goes on where the context was, on another stack, with the result 0. */
_Noreturn void conc_trap_begin(const ucontext_t *context, uintptr_t stack);

/* Makes a call that starts a process on another stack in this memory; that process goes on there.
 * Returns its number. */
long conc_trap_spawn(const ucontext_t *context);

/* Where the thread-local variables of the running kernel thread are. */
uintptr_t conc_trap_locals(void);
void conc_trap_set_locals(uintptr_t locals);

/* schedules/kernel_call.c: does what the call asks the kernel for. Returns -errno for an error. */
long conc_kernel_call(const struct conc_trap *trap);

/* After a trapped call: lets signals for the running lane in. Returns whether the call is to be
 * made again. */
bool conc_kernel_deliver(const struct conc_trap *trap, long result);

#endif
