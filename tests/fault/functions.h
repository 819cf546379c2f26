/* SPDX-License-Identifier: MIT */
/* What libconc asks of the system and may be refused, one line each. Included several times
 * with other meanings of the three words; the Makefile takes the names for --wrap from the
 * lines that begin with LIBC or ERROR.
 *
 *     LIBC(name, type, refusal, errno, stop, parameters, arguments)    sets errno
 *     ERROR(name, errno, stop, parameters, arguments)                  yields the error
 *     SYSCALL(name, errno, stop, condition)                            through syscall(number, …)
 *
 * stop: what may be said for it (sweep.c); NONE: the program must go on as if nothing was. */
#ifndef LIBC
#define LIBC(...)
#endif
#ifndef ERROR
#define ERROR(...)
#endif
#ifndef SYSCALL
#define SYSCALL(...)
#endif

LIBC(mmap, void *, MAP_FAILED, ENOMEM, MAPPING, (void *at, size_t n, int p, int f, int d, off_t o), (at, n, p, f, d, o))
LIBC(munmap, int, -1, ENOMEM, NONE, (void *at, size_t n), (at, n))
LIBC(mprotect, int, -1, ENOMEM, NONE, (void *at, size_t n, int p), (at, n, p))
LIBC(madvise, int, -1, EINVAL, NONE, (void *at, size_t n, int advice), (at, n, advice))
LIBC(malloc, void *, NULL, ENOMEM, HEAP, (size_t n), (n))
LIBC(calloc, void *, NULL, ENOMEM, HEAP, (size_t n, size_t size), (n, size))
LIBC(realloc, void *, NULL, ENOMEM, HEAP, (void *at, size_t n), (at, n))
LIBC(aligned_alloc, void *, NULL, ENOMEM, HEAP, (size_t align, size_t n), (align, n))
ERROR(posix_memalign, ENOMEM, HEAP, (void **at, size_t align, size_t n), (at, align, n))

ERROR(pthread_create, EAGAIN, KERNEL_THREAD, (pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *x), (t, a, f, x))
ERROR(pthread_attr_init, ENOMEM, KERNEL_THREAD, (pthread_attr_t *a), (a))
ERROR(pthread_attr_setstacksize, EINVAL, NONE, (pthread_attr_t *a, size_t n), (a, n))
ERROR(pthread_key_create, EAGAIN, START, (pthread_key_t *k, void (*f)(void *)), (k, f))
ERROR(pthread_setspecific, ENOMEM, START, (pthread_key_t k, const void *v), (k, v))
ERROR(pthread_atfork, ENOMEM, START, (void (*before)(void), void (*parent)(void), void (*child)(void)), (before, parent, child))
LIBC(sigaltstack, int, -1, ENOMEM, NONE, (const stack_t *s, stack_t *old), (s, old))
LIBC(sigaction, int, -1, EINVAL, NONE, (int n, const struct sigaction *a, struct sigaction *old), (n, a, old))

LIBC(open, int, -1, EMFILE, NONE, (const char *path, int flags), (path, flags))
LIBC(read, ssize_t, -1, EINTR, NONE, (int file, void *to, size_t n), (file, to, n))
LIBC(stat, int, -1, ENOENT, NONE, (const char *path, struct stat *s), (path, s))
LIBC(sched_getaffinity, int, -1, EINVAL, NONE, (pid_t p, size_t n, cpu_set_t *set), (p, n, set))
LIBC(getrlimit, int, -1, EINVAL, NONE, (FAULT_RLIMIT what, struct rlimit *limit), (what, limit))
LIBC(clock_gettime, int, -1, EINVAL, CLOCK, (clockid_t clock, struct timespec *now), (clock, now))

SYSCALL(futex_wait, EINTR, NONE, number == SYS_futex && (a[1] & FUTEX_CMD_MASK) != FUTEX_WAKE)
SYSCALL(membarrier, ENOSYS, BARRIER, number == SYS_membarrier)
SYSCALL(epoll_create, EMFILE, EPOLL, number == SYS_epoll_create1)
SYSCALL(epoll_ctl, ENOSPC, EPOLL, number == SYS_epoll_ctl)
SYSCALL(eventfd, EMFILE, EPOLL, number == SYS_eventfd2)
SYSCALL(epoll_wait, EINTR, NONE, number == SYS_epoll_pwait)
SYSCALL(epoll_pwait2, ENOSYS, NONE, number == SYS_epoll_pwait2)
SYSCALL(pidfd_open, EMFILE, NONE, number == SYS_pidfd_open)
SYSCALL(io_uring_setup, EPERM, NONE, number == SYS_io_uring_setup)
SYSCALL(io_uring_enter, EAGAIN, NONE, number == SYS_io_uring_enter)
SYSCALL(preadv2, ENOSYS, NONE, number == SYS_preadv2)
SYSCALL(pwritev2, EPERM, NONE, number == SYS_pwritev2)
SYSCALL(splice, EINTR, NONE, number == SYS_splice)
SYSCALL(pread64, EINTR, NONE, number == SYS_pread64)
SYSCALL(pwrite64, EINTR, NONE, number == SYS_pwrite64)
SYSCALL(fsync, EINTR, NONE, number == SYS_fsync)
SYSCALL(openat, EINTR, NONE, number == SYS_openat)
SYSCALL(recvfrom, EINTR, NONE, number == SYS_recvfrom)
SYSCALL(sendto, EINTR, NONE, number == SYS_sendto)
SYSCALL(ppoll, EINTR, NONE, number == SYS_ppoll)
SYSCALL(waitid, EINTR, NONE, number == SYS_waitid)

#undef LIBC
#undef ERROR
#undef SYSCALL
