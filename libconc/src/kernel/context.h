/* SPDX-License-Identifier: MIT */
/* The machine's part of a switch between user threads: context_MACHINE.S.
 *
 * Callee-saved registers stay on the stack that is left; only its stack pointer is kept elsewhere.
 * Each thread has its own floating-point modes (rounding, traps), but only the few threads that set
 * them pay for it: conc_own_modes (conc/thread.h) marks them. The switch is a function, not inline
 * assembly. So every switch returns through the same few call sites, which the processor's return
 * predictor gets right, and debuggers and unwinders see an ordinary call.
 */
#ifndef CONC_SRC_CONTEXT_H
#define CONC_SRC_CONTEXT_H

#include <stdint.h>

struct conc_processor;

/* A function that calls __builtin_unwind_init saves its caller's registers at its frame's address,
 * or at most so many bytes below. */
#if defined(__x86_64__)
#define CONC_SAVED_REGISTERS 48
#elif defined(__aarch64__)
#define CONC_SAVED_REGISTERS 160
#endif

/* Leaves the running stack, stores its pointer in *save, and goes on where `to` was left. When
 * another switch comes back to this stack, returns the processor that switch passed: the kernel
 * thread may be another one. */
struct conc_processor *conc_context_switch(void **save, void *to, struct conc_processor *processor);

/* The same if one of the two threads has set modes of its own: also saves and loads the modes. */
struct conc_processor *conc_context_switch_modes(void **save, void *to,
                                                 struct conc_processor *processor);

/* Writes the modes a thread starts with to the place from which conc_context_switch_modes loads
 * them for the stack left as `context`. */
static inline void conc_context_default_modes(void *context)
{
#if defined(__x86_64__)
	((uint32_t *)context)[0] = 0x1f80;
	((uint32_t *)context)[1] = 0x37f;
#elif defined(__aarch64__)
	((uint64_t *)context)[20] = 0;
#endif
}

/* Prepares a fresh stack that grows down from top, which is 16-byte aligned. A switch to the result
 * calls conc_context_main(processor), which never returns. */
void *conc_context_make(void *top);

/* Resets the running thread's floating-point modes to those a thread starts with. */
static inline void conc_context_reset_modes(void)
{
#if defined(__x86_64__)
	unsigned mxcsr = __builtin_ia32_stmxcsr();
	unsigned short control;

	__asm__ volatile("fnstcw %0" : "=m"(control));
	if (mxcsr != 0x1f80) __builtin_ia32_ldmxcsr(0x1f80);
	if (control != 0x37f) {
		control = 0x37f;
		__asm__ volatile("fldcw %0" : : "m"(control));
	}
#elif defined(__aarch64__)
	__asm__ volatile("msr fpcr, xzr");
#endif
}

/* Calls function(argument) on the caller's stack. To an unwinder that function is called from the
 * place where the stack left as `context` was left. */
void conc_context_visit(const void *context, void (*function)(void *argument), void *argument);

/* The outermost function of every fresh stack. */
void conc_context_start(void);

/* Defined by the user of this module (processor.c; tests have their own). */
_Noreturn void conc_context_main(struct conc_processor *processor);

#endif
