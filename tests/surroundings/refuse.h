// SPDX-License-Identifier: MIT
// A seccomp filter that answers system calls by an error, as containers and sandboxes do.
#ifndef TESTS_SURROUNDINGS_REFUSE_H
#define TESTS_SURROUNDINGS_REFUSE_H

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CALL(call) { #call, SYS_##call },
static const struct { const char *name; int number; } refuse_calls[] = {
	CALL(accept4) CALL(clock_gettime) CALL(clone) CALL(clone3) CALL(connect) CALL(epoll_create1) CALL(epoll_ctl)
	CALL(epoll_pwait) CALL(epoll_pwait2) CALL(eventfd2) CALL(fcntl) CALL(fsync) CALL(futex) CALL(getdents64)
	CALL(getpid) CALL(getsockopt) CALL(gettid) CALL(io_uring_enter) CALL(io_uring_setup) CALL(madvise)
	CALL(membarrier) CALL(mmap) CALL(mprotect) CALL(munmap) CALL(newfstatat) CALL(openat) CALL(pidfd_open) CALL(ppoll)
	CALL(pread64) CALL(preadv2) CALL(prlimit64) CALL(pwrite64) CALL(pwritev2) CALL(readv) CALL(recvfrom)
	CALL(recvmsg) CALL(rt_sigaction) CALL(rt_sigprocmask) CALL(sched_getaffinity) CALL(sched_yield) CALL(sendmsg)
	CALL(sendto) CALL(set_robust_list) CALL(setsockopt) CALL(sigaltstack) CALL(splice) CALL(waitid) CALL(writev)
};
#undef CALL
#define REFUSE_CALLS (sizeof refuse_calls / sizeof *refuse_calls)

static inline int refuse_number(const char *name)
{
	for (size_t i = 0; i < REFUSE_CALLS; i++)
		if (strcmp(refuse_calls[i].name, name) == 0)
			return refuse_calls[i].number;
	fprintf(stderr, "no such call: %s\n", name);
	exit(2);
}

// From now on, for all threads: each of these calls fails with that error ("EPERM", "ENOSYS", "ETIMEDOUT").
static inline void refuse(const char *error, int count, char **names)
{
	static struct sock_filter filter[2 * REFUSE_CALLS + 2];
	unsigned short length = 0;
	struct sock_fprog program = { 0, filter };
	int number = strcmp(error, "EPERM") == 0 ? EPERM : strcmp(error, "ETIMEDOUT") == 0 ? ETIMEDOUT : ENOSYS;

	filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	for (int i = 0; i < count; i++) {
		filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
		                                                (unsigned)refuse_number(names[i]), 0, 1);
		filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)number);
	}
	filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	program.len = length;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0) {
		perror("seccomp");
		exit(4);
	}
}

#endif
