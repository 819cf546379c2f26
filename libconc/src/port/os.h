/* SPDX-License-Identifier: MIT */
/* The kernel services that libconc uses, on Linux. These functions do not change errno. */
#ifndef CONC_SRC_OS_H
#define CONC_SRC_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sleeps while *word == expected, until woken or until deadline (conc_now() nanoseconds,
 * UINT64_MAX: none). Returns 0 (also spuriously), -EAGAIN (the word differed), -EINTR or
 * -ETIMEDOUT. */
int conc_os_futex_wait(uint32_t *word, uint32_t expected, uint64_t deadline);
void conc_os_futex_wake(uint32_t *word, int count);

/* The CPU's clock: of all CPUs the same, at a constant rate. */
static inline uint64_t conc_os_cycles(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#else
	uint64_t cycles;
	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(cycles));
	return cycles;
#endif
}

/* Returns the CPU time that the kernel has given to the calling kernel thread, in nanoseconds; 0:
 * it does not say. */
uint64_t conc_os_cpu_time(void);

/* Lets other kernel threads run. */
void conc_os_yield(void);

/* One turn of a wait for a thread that is between two instructions and wakes no waiter: spins, or
 * sleeps for a moment if that thread does not seem to run. *turns: 0 at first. */
void conc_backoff(unsigned *turns);

int conc_os_thread_id(void);
bool conc_os_is_initial_thread(void);

/* Starts a detached kernel thread, all signals blocked, with a stack of that many bytes (0: the
 * program's default). Returns 0, EAGAIN or ENOMEM. */
int conc_os_thread_start(void *(*run)(void *), void *argument, size_t stack);

/* Returns where the frames of a kernel thread of libconc end that has nothing but them and libc's.
 * first: its first function's frame address. */
char *conc_os_frames_end(void *first);

/* CPUs usable under affinity and cgroup quota, rounded up, at least 1. */
unsigned conc_os_cpus(void);

/* Kernel threads of this process now; 0 if unknown. */
unsigned conc_os_kernel_threads(void);

/* Copies size bytes, or the first of them, from an address of the program that may be unmapped.
 * Returns false if it is, or if the kernel refuses. */
bool conc_os_peek(const void *from, void *to, size_t size);

/* Returns whether conc_os_heavy_barrier works; called once, at start. */
bool conc_os_heavy_barrier_init(void);

/* Makes every running thread of the process execute a full barrier: the expensive side of an
 * asymmetric store→load pair. Stops the program if the kernel has begun to refuse it. */
void conc_os_heavy_barrier(void);

/* Stops the program since the kernel refuses a call that it needs. remedy: what the user can do. */
_Noreturn void conc_os_refused(const char *call, int error, const char *remedy);

size_t conc_os_page_size(void);

/* Returns an environment variable that is a number with an optional K, M or G; fallback if it is
 * unset or not such a number. */
uint64_t conc_os_environment(const char *name, uint64_t fallback);

/* The same, limited to the range from least to most. */
uint64_t conc_os_environment_within(const char *name, uint64_t fallback, uint64_t least,
                                    uint64_t most);

/* Returns whether address is in the code or data of the program or of a library loaded now. */
bool conc_os_is_loaded(const void *address);

/* Returns whether address is in the program itself, not in a library. */
bool conc_os_is_program(const void *address);

/* Finds the variables of the library that address is in. False: it is in the program, or nowhere.
 */
bool conc_os_library_data(const void *address, uintptr_t *from, uintptr_t *to);

/* Keeps libconc's shared object loaded whatever dlclose is told: its kernel threads never end. */
void conc_os_stay_loaded(void);

/* Returns whether the program was linked with this libconc. If not, dlopen or another library
 * brought it in, and main may already run under another libconc. */
bool conc_os_is_of_program(void);

#endif
