/* SPDX-License-Identifier: MIT */
/* What sanitizers and valgrind must be told about stacks. All of it vanishes in an
 * ordinary build.
 *
 * ThreadSanitizer: one fiber per user thread, switched with flag 0 (a switch is no
 * synchronisation; flag 1 gives false reports). Threads then never share a stack, so
 * joins do not run inline and stacks are not handed from thread to thread.
 * AddressSanitizer: start before and finish after each switch.
 */
#ifndef CONC_SRC_SANITIZER_H
#define CONC_SRC_SANITIZER_H

#include <stddef.h>

#if defined(__SANITIZE_THREAD__)
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

#if CONC_TSAN
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

#endif
