/* SPDX-License-Identifier: MIT */
/* Stack overflow: a fault in a stack's guard stops the program with a message that names the
 * thread. Any other fault goes to the previous SIGSEGV handler.
 *
 * Where a program dies of a signal that it does not handle, the last events come first. */
#define _GNU_SOURCE
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

#include "port/stop.h"
#include "scheduler.h"

#define ALTERNATE_STACK (64u << 10)

static struct sigaction previous;

#define NEAR (64u << 10)

/* Returns whether the fault is within NEAR bytes of the stack pointer. This finds overflows of
 * stacks that are not libconc's: the process's own, or a foreign thread's. */
static bool near_stack_pointer(const siginfo_t *info, const void *context)
{
	const ucontext_t *at = context;
	uintptr_t address = (uintptr_t)info->si_addr;
#if defined(__x86_64__)
	uintptr_t sp = (uintptr_t)at->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
	uintptr_t sp = at->uc_mcontext.sp;
#endif

	return address + NEAR > sp && address < sp + NEAR;
}

/* Stops with a message: whose stack it was, its size, and what makes it larger. t may be null. */
static _Noreturn void stop_overflow(const struct conc_thread *t)
{
	const struct conc_thread *root = t;
	struct rlimit limit;

	while (root && root->inline_parent) root = root->inline_parent;
	if (!root || root->stack)
		conc_stop(t ? t->started_at : NULL, t,
		          "stack overflow: this thread has %zu bytes (CONC_STACK_SIZE)",
		          root ? (size_t)root->stack->size : conc_stack_size_set(0));
	if (load_relaxed(&root->kind) == CONC_THREAD_MAIN && getrlimit(RLIMIT_STACK, &limit) == 0)
		conc_stop(t->started_at, t, "stack overflow: main has %llu bytes (ulimit -s)",
		          (unsigned long long)limit.rlim_cur);
	conc_stop(t->started_at, t,
	          "stack overflow: this kernel thread has the stack that its pthread_attr_t asked "
	          "for");
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
	const struct conc_thread *t = conc_thread_self_or_null();

	if (conc_stack_is_guard(info->si_addr) || (t && near_stack_pointer(info, context)))
		stop_overflow(t);
	if (previous.sa_flags & SA_SIGINFO) {
		previous.sa_sigaction(signal, info, context);
	} else if (previous.sa_handler == SIG_DFL || previous.sa_handler == SIG_IGN) {
		if (conc_stopping_hook) conc_stopping_hook();
		/* return to the faulting instruction with the default in place */
		sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
	} else {
		previous.sa_handler(signal);
	}
}

/* The program dies of this signal, when this returns. */
static void on_death(int signal)
{
	if (conc_stopping_hook) conc_stopping_hook();
	raise(signal);
}

void conc_fault_init(void)
{
	static const int deadly[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL};
	struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	struct sigaction death = {.sa_handler = on_death, .sa_flags = SA_RESETHAND | SA_ONSTACK},
	                 now;

	if (conc_schedule_catches_faults()) return;
	sigemptyset(&action.sa_mask);
	sigaction(SIGSEGV, &action, &previous);
	for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
		if (sigaction(deadly[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
			sigaction(deadly[i], &death, NULL);
}

void conc_fault_attach(struct conc_processor *p)
{
	stack_t now, alternate = {.ss_size = ALTERNATE_STACK};

	if (conc_schedule_catches_faults()) return;
	if (sigaltstack(NULL, &now) == 0 && !(now.ss_flags & SS_DISABLE)) return;
	alternate.ss_sp = mmap(NULL, ALTERNATE_STACK, PROT_READ | PROT_WRITE,
	                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	/* without it an overflow is a segmentation fault without a message */
	if (alternate.ss_sp == MAP_FAILED) return;
	if (sigaltstack(&alternate, NULL) != 0) {
		munmap(alternate.ss_sp, ALTERNATE_STACK);
		return;
	}
	p->fault_low = alternate.ss_sp;
	p->fault_high = p->fault_low + ALTERNATE_STACK;
}
