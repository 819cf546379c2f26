/* SPDX-License-Identifier: MIT */
/*
 * System calls of a seeded program that starts kernel threads of its own.
 *
 * The idea. Threads of pthread, of C11, of OpenMP and of C++ are all the same to the kernel: a few
 * system calls. So it is not pthread that is simulated, but the kernel below it. Linux can give a
 * system call back to the process that made it, as a signal (syscall user dispatch, since 5.11).
 * The handler asks schedules/kernel_call.c for the result. There a new kernel thread becomes a
 * lane, a wait for a futex lets another lane run, and so on. glibc's code is what always runs.
 *
 *     glibc: clone3(…) ──SIGSYS──► on_trap ──► conc_kernel_call: a new lane
 *     glibc: futex(WAIT) ─────────────────────► conc_kernel_call: another lane goes on
 *
 * It is turned on when the program starts its first kernel thread: a call that comes here costs
 * three microseconds. Calls in the range of trap_MACHINE.S go to the kernel; the library makes its
 * own there.
 *
 * Rejected: replacing the functions of pthread (over a hundred, some of them inside glibc, and
 * libraries call futex themselves); seccomp (its filters stay after exec); kernel threads that run
 * one at a time (a switch costs 5 us, and they cannot be put back to an earlier state).
 */
#define _GNU_SOURCE
#include "trap.h"

#include <errno.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "lane.h"
#include "port/stop.h"
#include "snapshot.h"

bool conc_trap_on;

long conc_trap_pass(const struct conc_trap *trap)
{
	const long *a = trap->arguments;
	long result;

	/* schedules/foreign.c comes here without a trap */
	if (conc_snapshot_on && conc_snapshot_call(trap, &result)) return result;
	conc_snapshot_make_room();
	result = conc_trap_call_six(trap->number, a[0], a[1], a[2], a[3], a[4], a[5]);
	if (result == -EFAULT && conc_snapshot_on && conc_snapshot_expose(trap))
		result = conc_trap_call_six(trap->number, a[0], a[1], a[2], a[3], a[4], a[5]);
	return result;
}

#if defined(__x86_64__)

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif
#define DISPATCH_ON 1
#define DISPATCHED 2 /* si_code of such a signal */

extern const char conc_trap_end[];
_Noreturn void conc_trap_return(uintptr_t stack);

static void on_trap(int number, siginfo_t *info, void *context)
{
	ucontext_t *at = context;
	greg_t *registers = at->uc_mcontext.gregs;
	struct conc_trap trap = {
	        info->si_syscall,
	        {registers[REG_RDI], registers[REG_RSI], registers[REG_RDX], registers[REG_R10],
	         registers[REG_R8], registers[REG_R9]},
	        at,
	};
	int saved = errno;
	long result;

	if (info->si_code != DISPATCHED)
		conc_stop(NULL, NULL, "signal %d: a system call is not allowed here", number);
	if (trap.number == SYS_rt_sigreturn) {
		trap.context = (void *)registers[REG_RSP]; /* to where the handler returns */
		if (conc_trap_on) conc_kernel_call(&trap);
		conc_trap_return((uintptr_t)registers[REG_RSP]);
	}
	if (!conc_snapshot_on || !conc_snapshot_call(&trap, &result))
		result = conc_trap_on ? conc_kernel_call(&trap) : conc_trap_pass(&trap);
	registers[REG_RAX] = result;
	if (conc_trap_on && conc_kernel_deliver(&trap, result)) {
		registers[REG_RAX] = trap.number;
		registers[REG_RIP] -= 2; /* back to the instruction */
	}
	errno = saved;
}

#define LET 0 /* calls go to the kernel */
#define TRAP 1

static volatile char selector = TRAP; /* the kernel reads it at each call */

void conc_trap_let(bool pass)
{
	selector = pass ? LET : TRAP;
}

static bool dispatch(void)
{
	const char *start = (const char *)(uintptr_t)&conc_trap_call_six;

	return conc_trap_call(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, DISPATCH_ON, start,
	                      conc_trap_end - start, &selector) == 0;
}

bool conc_trap_gives_back(uintptr_t address)
{
	uintptr_t start = (uintptr_t)&conc_trap_call_six;

	return address < start || address >= (uintptr_t)conc_trap_end;
}

bool conc_trap_watch(void)
{
	struct {
		void (*handler)(int, siginfo_t *, void *);
		unsigned long flags;
		const void *restorer;
		uint64_t mask;
	} action = {on_trap, SA_SIGINFO | SA_NODEFER | SA_RESTORER, conc_trap_restore, 0};
	uint64_t traps = UINT64_C(1) << (SIGSYS - 1);

	conc_trap_call(SYS_rt_sigaction, SIGSYS, &action, NULL, 8);
	conc_trap_call(SYS_rt_sigprocmask, SIG_UNBLOCK, &traps, NULL,
	               8); /* or the first is the last */
	return dispatch();
}

bool conc_trap_start(void)
{
	if (!conc_trap_on) conc_trap_on = conc_trap_watch();
	return conc_trap_on;
}

void conc_trap_resume(void)
{
	if (conc_trap_on && !dispatch())
		conc_stop(NULL, NULL, "the kernel refuses to give system calls back");
}

/* ---- Thread-local variables ---- */

#define ARCH_SET_FS 0x1002
#define ARCH_GET_FS 0x1003
#define FSGSBASE 2 /* in AT_HWCAP2: the instructions may be used */

static bool has_instructions(void)
{
	static int has = -1;

	if (has < 0) has = (getauxval(AT_HWCAP2) & FSGSBASE) != 0;
	return has;
}

uintptr_t conc_trap_locals(void)
{
	uintptr_t locals;

	if (has_instructions()) __asm__ volatile("rdfsbase %0" : "=r"(locals));
	else conc_trap_call(SYS_arch_prctl, ARCH_GET_FS, &locals);
	return locals;
}

void conc_trap_set_locals(uintptr_t locals)
{
	if (has_instructions()) __asm__ volatile("wrfsbase %0" : : "r"(locals) : "memory");
	else conc_trap_call(SYS_arch_prctl, ARCH_SET_FS, locals);
}

#else

#include <stdarg.h>
#include <unistd.h>

bool conc_trap_watch(void)
{
	return false;
}

void conc_trap_let(bool pass)
{
	(void)pass;
}

bool conc_trap_start(void)
{
	return false;
}

void conc_trap_resume(void) {}

long conc_trap_call_six(long number, long a, long b, long c, long d, long e, long f)
{
	long result = syscall(number, a, b, c, d, e, f);

	return result == -1 ? -errno : result;
}

uintptr_t conc_trap_locals(void)
{
	return 0;
}

void conc_trap_set_locals(uintptr_t locals)
{
	(void)locals;
}

_Noreturn void conc_trap_begin(const ucontext_t *context, uintptr_t stack)
{
	conc_stop(NULL, NULL, "no kernel thread can begin (%p, %p)", (const void *)context,
	          (void *)stack);
}

long conc_trap_spawn(const ucontext_t *context)
{
	(void)context;
	return -ENOSYS;
}

#endif
