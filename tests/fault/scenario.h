/* SPDX-License-Identifier: MIT */
/* The programs that are run with faults, one function each. A scenario that returns has
 * computed the right answer. */
#ifndef TESTS_FAULT_SCENARIO_H
#define TESTS_FAULT_SCENARIO_H

#include <stdio.h>
#include <unistd.h>

#include "conc/abi.h"

#define CHECK(x) ((x) ? (void)0 : check_failed(CONC_HERE, #x))

static inline void check_failed(const char *where, const char *what)
{
	fprintf(stderr, "%s: wrong: %s\n", where, what);
	_exit(3);
}

CONC_TASK_TYPE(long, task_long);

/* SCENARIO(name, environment, faults that are there all the time, functions, right end)
 *
 * functions: those whose calls are made to fail; a '+' behind a name: only "from the n-th on",
 * a '-': only "the n-th". right end: NULL, or what it says when it stops as it should. */
#define MEMORY \
	"mmap munmap mprotect madvise malloc calloc realloc aligned_alloc posix_memalign "
#define KERNEL \
	"pthread_create pthread_attr_init pthread_attr_setstacksize pthread_key_create "   \
	"pthread_setspecific pthread_atfork sigaltstack sigaction sched_getaffinity open " \
	"read getrlimit clock_gettime futex_wait membarrier "
#define ALL MEMORY KERNEL "stat address_space"
#define DESCRIPTORS "epoll_create epoll_ctl eventfd epoll_wait- epoll_pwait2 pidfd_open io_uring_setup "
#define FILES "io_uring_enter preadv2 pwritev2 mmap pthread_create "
#define INTERRUPTED "recvfrom- sendto- splice- ppoll- waitid- openat- "
#define TIMED "pthread_create clock_gettime futex_wait membarrier"
#define CANARY "madvise:1+,mprotect:1+"

#define SCENARIOS                                                                            \
	SCENARIO(threads, "CONC_PROCESSORS=2", NULL, ALL, NULL)                              \
	SCENARIO(stacks, "CONC_PROCESSORS=1", NULL, "mmap madvise address_space", NULL)      \
	SCENARIO(stacks_mprotect, "CONC_PROCESSORS=1", "madvise:1+", "mmap mprotect", NULL)  \
	SCENARIO(stacks_canary, "CONC_PROCESSORS=2", CANARY, "mmap", NULL)                   \
	SCENARIO(workers, "CONC_PROCESSORS=4", NULL, ALL, NULL)                              \
	SCENARIO(pinned, "CONC_PROCESSORS=1", NULL, "mmap pthread_create", NULL)             \
	SCENARIO(rescued, "CONC_PROCESSORS=1", "pthread_create:2-50", "", NULL)              \
	SCENARIO(sleepers, "CONC_PROCESSORS=2", NULL, TIMED, NULL)                           \
	SCENARIO(progress, "CONC_PROCESSORS=1", NULL, "mmap- pthread_create-", NULL)         \
	SCENARIO(heap, "CONC_PROCESSORS=2", NULL, ALL, NULL)                                 \
	SCENARIO(order, "CONC_DEBUG=1", NULL, "calloc mmap", NULL)                           \
	SCENARIO(foreign, "CONC_PROCESSORS=2", NULL, ALL, NULL)                              \
	SCENARIO(forked, "CONC_PROCESSORS=2", NULL, ALL, NULL)                               \
	SCENARIO(contended, "CONC_PROCESSORS=2", NULL, "membarrier", NULL)                   \
	SCENARIO(contended_once, "CONC_PROCESSORS=2", "membarrier:5=ENOMEM", "", NULL)       \
	SCENARIO(contended_refused, "CONC_PROCESSORS=2", "membarrier:3+=EPERM", "",          \
	         "the kernel refuses membarrier, which it allowed at the start: Operation not permitted: allow it") \
	SCENARIO(futex_refused, "CONC_PROCESSORS=2", "futex_wait:2+=EPERM", "",              \
	         "the kernel refuses futex: Operation not permitted: ")                      \
	SCENARIO(io, "CONC_PROCESSORS=2", NULL, DESCRIPTORS FILES INTERRUPTED, NULL)         \
	SCENARIO(files, "CONC_IO=pool", "preadv2:1+=EPERM,pwritev2:1+=EPERM",                \
	         "pread64- pwrite64- fsync- openat-", NULL)                                  \
	SCENARIO(clauses, "CONC_PROCESSORS=2", NULL, DESCRIPTORS INTERRUPTED, NULL)          \
	SCENARIO(epoll_refused, "CONC_PROCESSORS=2", "epoll_wait:4+=EPERM,epoll_pwait2:1+=EPERM", "", \
	         "the kernel refuses epoll_pwait: Operation not permitted: ")                \
	SCENARIO(overflow, "CONC_STACK_SIZE=16k", NULL, "madvise", "stack overflow") \
	SCENARIO(overflow_mprotect, "CONC_STACK_SIZE=16k", "madvise:1+", "", "stack overflow") \
	SCENARIO(overflow_canary, "CONC_STACK_SIZE=16k", CANARY, "", "stack overflow")       \
	SCENARIO(blocked, "CONC_PROCESSORS=2", NULL, MEMORY KERNEL,                           \
	         "every thread is blocked|threads wait for each other for ever")

#define SCENARIO(name, ...) void scenario_##name(void);
SCENARIOS
#undef SCENARIO

#endif
