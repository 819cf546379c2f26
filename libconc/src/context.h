/* SPDX-License-Identifier: MIT */
/* The machine's part of a switch between user threads: context_MACHINE.S.
 *
 * Callee-saved registers and the floating-point control words live on the stack that is
 * left; only its stack pointer is kept elsewhere. A function and not inline assembly:
 * every switch then returns through the same few call sites, which the processor's
 * return predictor gets right, and debuggers and unwinders see an ordinary call.
 */
#ifndef CONC_SRC_CONTEXT_H
#define CONC_SRC_CONTEXT_H

struct conc_processor;

/* Leaves the running stack, storing its pointer in *save, and goes on where `to` was
 * left. Returns, when somebody comes back, what that caller passed as processor: the
 * kernel thread may be another one. */
struct conc_processor *conc_context_switch(void **save, void *to,
	struct conc_processor *processor);

/* Prepares a fresh stack that ends (grows down from) top, 16-byte aligned, such that a
 * switch to the result calls conc_context_main(processor), which never returns. */
void *conc_context_make(void *top);

/* Gives the running thread the floating-point modes a thread starts with. */
static inline void conc_context_reset_modes(void)
{
#if defined(__x86_64__)
	unsigned mxcsr = __builtin_ia32_stmxcsr();
	unsigned short control;

	__asm__ volatile("fnstcw %0" : "=m"(control));
	if (mxcsr != 0x1f80)
		__builtin_ia32_ldmxcsr(0x1f80);
	if (control != 0x37f) {
		control = 0x37f;
		__asm__ volatile("fldcw %0" : : "m"(control));
	}
#elif defined(__aarch64__)
	__asm__ volatile("msr fpcr, xzr");
#endif
}

/* Provided by the user of this module (processor.c; tests have their own). */
_Noreturn void conc_context_main(struct conc_processor *processor);

#endif
