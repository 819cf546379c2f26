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

/* One turn of a wait for somebody who is between two instructions and wakes nobody: spins, and
 * sleeps for a moment if that one does not seem to run. *turns: 0 at first. */
void conc_os_turn(unsigned *turns);

int conc_os_thread_id(void);
bool conc_os_is_initial_thread(void);

/* Starts a kernel thread that nobody joins, with a stack of that many bytes (0: as the program
 * has it). 0, or why it cannot be: EAGAIN, ENOMEM. */
int conc_os_thread_start(void *(*run)(void *), void *argument, size_t stack);

/* CPUs usable under affinity and cgroup quota, rounded up, at least 1. */
unsigned conc_os_cpus(void);

/* Kernel threads of this process now; 0 if it cannot be told. */
unsigned conc_os_kernel_threads(void);

/* Copies size bytes, or the first of them, from an address of the program's that may not be there
 * any more. False: it is not, or the kernel refuses. */
bool conc_os_peek(const void *from, void *to, size_t size);

/* Whether conc_os_heavy_barrier works; asked once, at start. */
bool conc_os_heavy_barrier_init(void);

/* Makes every running thread of the process execute a full barrier: the expensive side
 * of an asymmetric store→load pair. Stops the program if the kernel has come to refuse it. */
void conc_os_heavy_barrier(void);

/* Stops the program: a call without which it cannot go on is refused. remedy: what to do. */
_Noreturn void conc_os_refused(const char *call, int error, const char *remedy);

size_t conc_os_page_size(void);

/* An environment variable as a number with an optional K, M or G; fallback if it is unset
 * or not such a number. */
uint64_t conc_os_environment(const char *name, uint64_t fallback);

/* The same, and the nearest number in that range. */
uint64_t conc_os_environment_within(const char *name, uint64_t fallback, uint64_t least,
                                    uint64_t most);

/* Is it in the code or data of the program, or of a library that is loaded now? */
bool conc_os_is_loaded(const void *address);

/* The shared object that holds this stays where it is whatever dlclose is asked: kernel threads run
 * in it for ever. */
void conc_os_stay_loaded(void);

/* Was the program linked with this libconc? Else dlopen or another library brought it in, and main
 * may already be another libconc's. */
bool conc_os_is_of_program(void);

#endif
