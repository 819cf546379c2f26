/* SPDX-License-Identifier: MIT */
/* The rounding mode 0-3 of the machine's floating-point unit, without libm. */
#ifndef TESTS_LIBCONC_ROUNDING_H
#define TESTS_LIBCONC_ROUNDING_H

#if defined(__x86_64__)
static inline void set_rounding(unsigned mode)
{
	unsigned short control = (unsigned short)(0x37f | mode << 10);

	__builtin_ia32_ldmxcsr(0x1f80 | mode << 13);
	__asm__ volatile("fldcw %0" : : "m"(control));
}

/* 99 if the two units disagree. */
static inline unsigned get_rounding(void)
{
	unsigned short control;
	unsigned mode = __builtin_ia32_stmxcsr() >> 13 & 3;

	__asm__ volatile("fnstcw %0" : "=m"(control));
	return (control >> 10 & 3) == mode ? mode : 99;
}
#elif defined(__aarch64__)
static inline void set_rounding(unsigned mode)
{
	__asm__ volatile("msr fpcr, %0" : : "r"((unsigned long)mode << 22));
}

static inline unsigned get_rounding(void)
{
	unsigned long control;

	__asm__ volatile("mrs %0, fpcr" : "=r"(control));
	return control >> 22 & 3;
}
#endif

#endif
