/* SPDX-License-Identifier: MIT */
/* What libconc asks of the kernel. Linux. None of these changes errno. */
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

/* Lets other kernel threads run. */
void conc_os_yield(void);

int conc_os_thread_id(void);
bool conc_os_is_initial_thread(void);

/* Starts a kernel thread that nobody joins, with a stack of that many bytes (0: as the program
 * has it). 0, or why it cannot be: EAGAIN, ENOMEM. */
int conc_os_thread_start(void *(*run)(void *), void *argument, size_t stack);

/* CPUs usable under affinity and cgroup quota, rounded up, at least 1. */
unsigned conc_os_cpus(void);

/* Kernel threads of this process now; 0 if it cannot be told. */
unsigned conc_os_kernel_threads(void);

/* Whether conc_os_heavy_barrier works; asked once, at start. */
bool conc_os_heavy_barrier_init(void);

/* Makes every running thread of the process execute a full barrier: the expensive side
 * of an asymmetric store→load pair. */
void conc_os_heavy_barrier(void);

size_t conc_os_page_size(void);

/* An environment variable as a number with an optional K, M or G; fallback if it is unset
 * or not such a number. */
uint64_t conc_os_environment(const char *name, uint64_t fallback);

#endif
