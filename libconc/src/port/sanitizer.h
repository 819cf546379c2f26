/* SPDX-License-Identifier: MIT */
/* What sanitizers and valgrind must be told about stacks. In an ordinary build only valgrind's part
 * is left, a few instructions for each new stack.
 *
 * ThreadSanitizer: one fiber per user thread. Threads then never share a stack, so joins do not run
 * inline and stacks are not handed from thread to thread. There are two such builds:
 * - CONC_RACES=1, which programs link: the library is not instrumented, a switch is no
 *   synchronisation, and the library reports the edges that docs/reference/memory_model.md promises
 *   one by one (edge.h). So the sanitizer sees the program's races and nothing of the scheduler.
 * - CONC_RACES=0, which tests/libconc links: the library is instrumented and every switch is
 *   synchronisation. So the sanitizer sees the library's own races.
 * AddressSanitizer: start before and finish after each switch.
 */
#ifndef CONC_SRC_SANITIZER_H
#define CONC_SRC_SANITIZER_H

#include <stddef.h>

#if defined(__SANITIZE_THREAD__) || (defined(CONC_RACES) && CONC_RACES)
#define CONC_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CONC_TSAN 1
#endif
#endif
#ifndef CONC_TSAN
#define CONC_TSAN 0
#endif

#if defined(__SANITIZE_ADDRESS__)
#define CONC_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CONC_ASAN 1
#endif
#endif
#ifndef CONC_ASAN
#define CONC_ASAN 0
#endif

#ifndef CONC_RACES
#define CONC_RACES 0
#endif

#if CONC_TSAN
#define CONC_TSAN_SWITCH CONC_RACES /* flag 1: no synchronisation */
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
#endif

#if CONC_ASAN
void __sanitizer_start_switch_fiber(void **fake_stack, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *fake_stack, const void **bottom, size_t *size);
void __lsan_register_root_region(const void *start, size_t size);
#endif

/* Makes a request of valgrind.h; 0 without valgrind. Only this much is needed, so libconc is the
 * same wherever it is built. */
static inline unsigned long conc_valgrind_request(unsigned long code, const void *first,
                                                  const void *second)
{
	volatile unsigned long request[6] = {code, (unsigned long)first, (unsigned long)second};
#if defined(__x86_64__)
	unsigned long result = 0;

	__asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi\n\t"
	                 "xchgq %%rbx, %%rbx"
	                 : "+d"(result)
	                 : "a"(request)
	                 : "cc", "memory");
#elif defined(__aarch64__)
	register unsigned long result __asm__("x3") = 0;
	register volatile unsigned long *x4 __asm__("x4") = request;

	__asm__ volatile("ror x12, x12, #3; ror x12, x12, #13\n\t"
	                 "ror x12, x12, #51; ror x12, x12, #61\n\t"
	                 "orr x10, x10, x10"
	                 : "+r"(result)
	                 : "r"(x4)
	                 : "cc", "memory");
#else
	unsigned long result = 0;
#endif
	(void)request;
	return result;
}

/* VALGRIND_STACK_REGISTER: a switch to this memory is a switch to another stack. */
static inline void conc_valgrind_stack(const void *low, const void *high)
{
	conc_valgrind_request(0x1501, low, high);
}

/* RUNNING_ON_VALGRIND. valgrind takes a new kernel thread's stack to reach down to the next mapping
 * with other rights. A page under MADV_GUARD_INSTALL has the same rights, so a stack guarded that
 * way, also by glibc from 2.42, merges with the memory below it. */
static inline int conc_valgrind_runs(void)
{
	return conc_valgrind_request(0x1001, NULL, NULL) != 0;
}

#endif
