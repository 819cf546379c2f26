/* SPDX-License-Identifier: MIT */
/* The kernel services for descriptors that libconc uses, on Linux: epoll, eventfd and operations on
 * files. These functions do not change errno; a result below 0 is -errno. */
#ifndef CONC_SRC_OS_IO_H
#define CONC_SRC_OS_IO_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct epoll_event;
struct iovec;
struct msghdr;
struct pollfd;
struct sockaddr;

/* Returns whether n is what seccomp filters return for a call that they do not know. A descriptor
 * may give EPERM, too. */
static inline bool conc_os_is_refused(ssize_t n)
{
	return n == -ENOSYS || n == -EPERM;
}

int conc_os_epoll_create(void);
int conc_os_epoll_control(int epoll, int operation, int file, uint32_t events, uint64_t data);

/* Takes up to count events. Sleeps until there is one, or until deadline (conc_now(); UINT64_MAX:
 * no deadline; 0: does not sleep). Returns the number of events, or -errno. */
int conc_os_epoll_wait(int epoll, struct epoll_event *events, int count, uint64_t deadline);

/* Makes a descriptor on which epoll sees a new edge at each conc_os_event_set. */
int conc_os_event_create(void);

/* May be called in a signal handler. */
void conc_os_event_set(int event);

/* Closes a descriptor of libconc's own. */
void conc_os_close(int file);

/* poll(2) without waiting. Returns the events (_all: the number of ready files), or -errno. */
int conc_os_poll(int file, short events);
int conc_os_poll_all(struct pollfd *files, size_t count);

/* Blocks the kernel thread until file is ready, or a signal, or until deadline (conc_now();
 * UINT64_MAX: none). Returns 0 or -errno, -ETIMEDOUT at the deadline. */
int conc_os_poll_wait(int file, short events, uint64_t deadline);

/* recvmsg and sendmsg without blocking. -ENOTSOCK: file is not a socket. */
ssize_t conc_os_receive(int file, struct msghdr *message, int flags);
ssize_t conc_os_send(int file, const struct msghdr *message, int flags);

/* The same with one buffer: recvfrom and sendto. */
ssize_t conc_os_receive_buffer(int file, void *buffer, size_t size, int flags,
                               struct sockaddr *address, uint32_t *address_size);
ssize_t conc_os_send_buffer(int file, const void *buffer, size_t size, int flags,
                            const struct sockaddr *address, uint32_t address_size);

/* readv and writev at the file's position, without blocking; -EOPNOTSUPP if the kernel cannot
 * promise that for this file. */
ssize_t conc_os_try_read(int file, const struct iovec *parts, int count);
ssize_t conc_os_try_write(int file, const struct iovec *parts, int count);

/* The plain system calls, which may block the kernel thread. */
ssize_t conc_os_readv(int file, const struct iovec *parts, int count);
ssize_t conc_os_writev(int file, const struct iovec *parts, int count);
int conc_os_accept(int file, struct sockaddr *address, uint32_t *size, int flags);
int conc_os_connect(int file, const struct sockaddr *address, uint32_t size);

/* Read and write at offset, or at the file's position if offset is negative. now: does not wait for
 * a disk (-EAGAIN); -EOPNOTSUPP if the kernel cannot promise that. */
ssize_t conc_os_pread(int file, void *buffer, size_t size, int64_t offset, bool now);
ssize_t conc_os_pwrite(int file, const void *buffer, size_t size, int64_t offset, bool now);
int64_t conc_os_seek(int file, int64_t offset, int whence); /* lseek */
int conc_os_sync(int file);
int conc_os_open(const char *path, int flags, int mode);
ssize_t conc_os_sendfile(int to, int from, int64_t *offset, size_t size);
ssize_t conc_os_splice(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t size,
                       unsigned flags);

struct io_uring_params;
int conc_os_uring_setup(unsigned entries, struct io_uring_params *params);
int conc_os_uring_enter(int ring, unsigned submit);

/* Kernel threads that io_uring has made, which the kernel counts among the process's threads; too
 * few if /proc cannot be read. */
unsigned conc_os_uring_threads(void);

/* Returns the result of an asynchronous connect: 0 or -errno. */
int conc_os_socket_error(int file);

/* connect(2) of a socket that blocks, until deadline (conc_now()). Returns 0 or -errno, -EAGAIN at
 * the deadline. */
int conc_os_connect_until(int file, const struct sockaddr *address, uint32_t size,
                          uint64_t deadline);

/* What file is: a TCP socket; a socket that keeps the bounds of what is sent; false if the kernel
 * does not say. S_IFREG, S_IFIFO and so on; 0 if the kernel does not say. */
bool conc_os_is_tcp(int file);
bool conc_os_has_datagrams(int file);
mode_t conc_os_type(int file);

/* F_GETFL, or -errno; F_SETFL. */
int conc_os_flags(int file);
void conc_os_set_flags(int file, int flags);

int conc_os_process_id(void);

/* Makes a descriptor that is readable once process has ended; -ESRCH: no such process. */
int conc_os_pidfd(int process);

/* Returns 1 if the child process has ended, 0 if not, or -errno (-ECHILD: not a child). wait:
 * blocks until it has ended. Does not reap it. */
int conc_os_wait_process(int process, bool wait);

#endif
