/* SPDX-License-Identifier: MIT */
/* Linux: descriptors. Raw system calls: libc's wrappers are cancellation points of kernel threads,
 * write errno, and in a seeded run are those of schedules/foreign.c. ThreadSanitizer does not see
 * raw calls. A check of the library (CONC_RACES=0) tells it that each read may depend on each
 * earlier write; in a check of a program, io.c reports the edges of each descriptor. */
#define _GNU_SOURCE
#include "os_io.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "atomic.h"
#include "conc/duration.h"
#include "sanitizer.h"

#ifndef RWF_NOWAIT
#define RWF_NOWAIT 8
#endif
#ifndef SYS_epoll_pwait2
#define SYS_epoll_pwait2 441
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup 425
#define SYS_io_uring_enter 426
#endif
#define KERNEL_SIGSET 8

#if CONC_TSAN && !CONC_RACES
void __tsan_acquire(void *address);
void __tsan_release(void *address);
static char passed_on; /* the object of both annotations */
#define SENDS() __tsan_release(&passed_on)
#define RECEIVED(result) (__tsan_acquire(&passed_on), (result))
#else
#define SENDS() ((void)0)
#define RECEIVED(result) (result)
#endif

/* The result of a call, or -errno; errno itself is unchanged. */
#define RESULT(call)                                     \
	({                                               \
		int saved_ = errno;                      \
		long result_ = (call);                   \
		if (result_ < 0) result_ = -(long)errno; \
		errno = saved_;                          \
		result_;                                 \
	})

#define CALL(...) RESULT(syscall(__VA_ARGS__))

/* A call that the sanitizer of a program must see: through libc. */
#if CONC_RACES
#define SEEN(name, ...) RESULT(name(__VA_ARGS__))
#else
#define SEEN(name, ...) CALL(SYS_##name, __VA_ARGS__)
#endif

/* Returns a descriptor of libconc's own, moved above 2. If 0, 1 or 2 is closed, that number is left
 * to the program, which may open it as a standard stream, or write to it as if it were one. */
static int own(long file)
{
	long other = file;

	if (CONC_LIKELY(file < 0 || file > STDERR_FILENO)) return (int)file;
	other = CALL(SYS_fcntl, file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	conc_os_close((int)file);
	return (int)other;
}

int conc_os_epoll_create(void)
{
	return own(CALL(SYS_epoll_create1, EPOLL_CLOEXEC));
}

int conc_os_epoll_control(int epoll, int operation, int file, uint32_t events, uint64_t data)
{
	struct epoll_event event = {.events = events, .data.u64 = data};

	return (int)CALL(SYS_epoll_ctl, epoll, operation, file, &event);
}

static uint64_t left_until(uint64_t deadline)
{
	uint64_t now = conc_now();

	return deadline > now ? deadline - now : 0;
}

static struct timespec timespec_of(uint64_t nanoseconds)
{
	return (struct timespec){.tv_sec = (time_t)(nanoseconds / 1000000000),
	                         .tv_nsec = (long)(nanoseconds % 1000000000)};
}

static int wait_nanoseconds(int epoll, struct epoll_event *events, int count, uint64_t nanoseconds)
{
	struct timespec span = timespec_of(nanoseconds);

	return (int)CALL(SYS_epoll_pwait2, epoll, events, count,
	                 nanoseconds == UINT64_MAX ? NULL : &span, NULL, KERNEL_SIGSET);
}

/* For kernels without epoll_pwait2 (before 5.11): milliseconds, rounded up. */
static int wait_milliseconds(int epoll, struct epoll_event *events, int count, uint64_t nanoseconds)
{
	uint64_t ms = nanoseconds / 1000000 + (nanoseconds % 1000000 != 0);
	int timeout = nanoseconds == UINT64_MAX ? -1 : (int)(ms < 1000000000 ? ms : 1000000000);

	return (int)CALL(SYS_epoll_pwait, epoll, events, count, timeout, NULL, KERNEL_SIGSET);
}

/* Tries the older call first if it is precise enough: more kernels and filters have it. */
int conc_os_epoll_wait(int epoll, struct epoll_event *events, int count, uint64_t deadline)
{
	static uint32_t missing; /* atomic: there is no epoll_pwait2; orders nothing */
	uint64_t left = deadline == 0 || deadline == UINT64_MAX ? deadline : left_until(deadline);
	int ready;

	if (left != 0 && left != UINT64_MAX && !load_relaxed(&missing)) {
		ready = wait_nanoseconds(epoll, events, count, left);
		if (!conc_os_is_refused(ready)) return ready;
		store_relaxed(&missing, 1);
	}
	ready = wait_milliseconds(epoll, events, count, left);
	if (CONC_LIKELY(!conc_os_is_refused(ready))) return ready;
	return wait_nanoseconds(epoll, events, count, left);
}

int conc_os_event_create(void)
{
	return own(CALL(SYS_eventfd2, 0, EFD_CLOEXEC | EFD_NONBLOCK));
}

void conc_os_event_set(int event)
{
	uint64_t one = 1;

	(void)CALL(SYS_write, event, &one, sizeof one);
}

void conc_os_close(int file)
{
	(void)CALL(SYS_close, file);
}

int conc_os_poll_all(struct pollfd *files, size_t count)
{
	int ready;

	do {
		struct timespec none = {0};
		ready = (int)CALL(SYS_ppoll, files, count, &none, NULL, KERNEL_SIGSET);
	} while (CONC_UNLIKELY(ready == -EINTR)); /* also with a signal that was pending before */
	return RECEIVED(ready);
}

int conc_os_poll(int file, short events)
{
	struct pollfd look = {.fd = file, .events = events};
	int ready = conc_os_poll_all(&look, 1);

	return ready < 0 ? ready : look.revents;
}

int conc_os_poll_wait(int file, short events, uint64_t deadline)
{
	struct pollfd look = {.fd = file, .events = events};
	bool limited = deadline != UINT64_MAX;
	struct timespec span = timespec_of(limited ? left_until(deadline) : 0);
	int ready = (int)CALL(SYS_ppoll, &look, 1, limited ? &span : NULL, NULL, KERNEL_SIGSET);

	if (ready == 0) return -ETIMEDOUT;
	return ready > 0 || ready == -EINTR ? 0 : ready;
}

ssize_t conc_os_receive(int file, struct msghdr *message, int flags)
{
	ssize_t n = CALL(SYS_recvmsg, file, message, flags | MSG_DONTWAIT);

	return RECEIVED(n);
}

ssize_t conc_os_send(int file, const struct msghdr *message, int flags)
{
	SENDS();
	return CALL(SYS_sendmsg, file, message, flags | MSG_DONTWAIT);
}

ssize_t conc_os_receive_buffer(int file, void *buffer, size_t size, int flags,
                               struct sockaddr *address, uint32_t *address_size)
{
	ssize_t n =
	        CALL(SYS_recvfrom, file, buffer, size, flags | MSG_DONTWAIT, address, address_size);

	return RECEIVED(n);
}

ssize_t conc_os_send_buffer(int file, const void *buffer, size_t size, int flags,
                            const struct sockaddr *address, uint32_t address_size)
{
	SENDS();
	return CALL(SYS_sendto, file, buffer, size, flags | MSG_DONTWAIT, address, address_size);
}

/* Maps a refusal to -EOPNOTSUPP: a kernel or filter too old for the call cannot promise. */
static ssize_t promised(ssize_t n)
{
	return CONC_UNLIKELY(conc_os_is_refused(n)) ? -EOPNOTSUPP : n;
}

ssize_t conc_os_try_read(int file, const struct iovec *parts, int count)
{
	/* -1, -1: at the file's position */
	ssize_t n = promised(CALL(SYS_preadv2, file, parts, count, -1L, -1L, RWF_NOWAIT));

	return RECEIVED(n);
}

ssize_t conc_os_try_write(int file, const struct iovec *parts, int count)
{
	SENDS();
	return promised(CALL(SYS_pwritev2, file, parts, count, -1L, -1L, RWF_NOWAIT));
}

ssize_t conc_os_readv(int file, const struct iovec *parts, int count)
{
	ssize_t n = CALL(SYS_readv, file, parts, count);

	return RECEIVED(n);
}

ssize_t conc_os_writev(int file, const struct iovec *parts, int count)
{
	SENDS();
	return CALL(SYS_writev, file, parts, count);
}

int conc_os_accept(int file, struct sockaddr *address, uint32_t *size, int flags)
{
	int connection = (int)SEEN(accept4, file, address, size, flags);

	return RECEIVED(connection);
}

int conc_os_connect(int file, const struct sockaddr *address, uint32_t size)
{
	SENDS();
	return (int)SEEN(connect, file, address, size);
}

/* A socket that does not block would not wait here, so its time-out is set and put back. */
int conc_os_connect_until(int file, const struct sockaddr *address, uint32_t size,
                          uint64_t deadline)
{
	uint64_t microseconds = left_until(deadline) / 1000 + 1;
	struct timeval before, span = {.tv_sec = (time_t)(microseconds / 1000000),
	                               .tv_usec = (suseconds_t)(microseconds % 1000000)};
	uint32_t length = sizeof before;
	int error = (int)CALL(SYS_getsockopt, file, SOL_SOCKET, SO_SNDTIMEO, &before, &length);

	if (!error)
		error = (int)CALL(SYS_setsockopt, file, SOL_SOCKET, SO_SNDTIMEO, &span,
		                  sizeof span);
	if (error) return error;
	error = conc_os_connect(file, address, size);
	(void)CALL(SYS_setsockopt, file, SOL_SOCKET, SO_SNDTIMEO, &before, sizeof before);
	return error;
}

int conc_os_socket_error(int file)
{
	int error = 0;
	uint32_t size = sizeof error;
	int failed = (int)CALL(SYS_getsockopt, file, SOL_SOCKET, SO_ERROR, &error, &size);

	return failed ? failed : -error;
}

static int socket_option(int file, int option)
{
	int value = -1;
	uint32_t size = sizeof value;

	return CALL(SYS_getsockopt, file, SOL_SOCKET, option, &value, &size) == 0 ? value : -1;
}

bool conc_os_is_tcp(int file)
{
	return socket_option(file, SO_PROTOCOL) == IPPROTO_TCP;
}

bool conc_os_has_datagrams(int file)
{
	int type = socket_option(file, SO_TYPE);

	return type >= 0 && type != SOCK_STREAM;
}

mode_t conc_os_type(int file)
{
	struct stat status;

	return RESULT(fstat(file, &status)) == 0 ? status.st_mode & S_IFMT : 0;
}

int conc_os_flags(int file)
{
	return (int)CALL(SYS_fcntl, file, F_GETFL);
}

void conc_os_set_flags(int file, int flags)
{
	(void)CALL(SYS_fcntl, file, F_SETFL, flags);
}

int conc_os_process_id(void)
{
	return (int)CALL(SYS_getpid);
}

int conc_os_pidfd(int process)
{
	return own(CALL(SYS_pidfd_open, process, 0));
}

int conc_os_wait_process(int process, bool wait)
{
	siginfo_t info = {0};
	long error;

	do
		error = CALL(SYS_waitid, P_PID, process, &info,
		             WEXITED | WNOWAIT | (wait ? 0 : WNOHANG), NULL);
	while (wait && error == -EINTR);
	return error ? (int)error : info.si_pid != 0;
}

/* The offset is one argument on 64-bit machines; the second half is for other machines. */
ssize_t conc_os_pread(int file, void *buffer, size_t size, int64_t offset, bool now)
{
	struct iovec part = {buffer, size};
	ssize_t n = now ? promised(CALL(SYS_preadv2, file, &part, 1L, offset, 0L, RWF_NOWAIT))
	                : CALL(SYS_preadv2, file, &part, 1L, offset, offset < 0 ? -1L : 0L, 0);

	if (conc_os_is_refused(n))
		n = offset < 0 ? CALL(SYS_read, file, buffer, size)
		               : CALL(SYS_pread64, file, buffer, size, offset);
	return RECEIVED(n);
}

ssize_t conc_os_pwrite(int file, const void *buffer, size_t size, int64_t offset, bool now)
{
	struct iovec part = {(void *)(uintptr_t)buffer, size};
	ssize_t n;

	SENDS();
	n = now ? promised(CALL(SYS_pwritev2, file, &part, 1L, offset, 0L, RWF_NOWAIT))
	        : CALL(SYS_pwritev2, file, &part, 1L, offset, offset < 0 ? -1L : 0L, 0);
	if (conc_os_is_refused(n))
		n = offset < 0 ? CALL(SYS_write, file, buffer, size)
		               : CALL(SYS_pwrite64, file, buffer, size, offset);
	return n;
}

int64_t conc_os_seek(int file, int64_t offset, int whence)
{
	return RESULT(lseek(file, offset, whence));
}

int conc_os_sync(int file)
{
	return (int)CALL(SYS_fsync, file);
}

int conc_os_open(const char *path, int flags, int mode)
{
	return (int)SEEN(openat, AT_FDCWD, path, flags, mode);
}

ssize_t conc_os_sendfile(int to, int from, int64_t *offset, size_t size)
{
	SENDS();
	return CALL(SYS_sendfile, to, from, offset, size);
}

ssize_t conc_os_splice(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t size,
                       unsigned flags)
{
	ssize_t n;

	SENDS();
	n = CALL(SYS_splice, from, from_offset, to, to_offset, size, flags);
	return RECEIVED(n);
}

int conc_os_uring_setup(unsigned entries, struct io_uring_params *params)
{
	return own(CALL(SYS_io_uring_setup, entries, params));
}

int conc_os_uring_enter(int ring, unsigned submit)
{
	return (int)CALL(SYS_io_uring_enter, ring, submit, 0, 0, NULL, 0);
}

struct entry { /* of getdents64 */
	uint64_t inode, offset;
	uint16_t length;
	uint8_t type;
	char name[];
};

/* io_uring's kernel threads are called iou-wrk-N and iou-sqp-N. */
static bool is_uring_thread(int directory, const char *name)
{
	char path[64], text[8] = "";
	int file;

	snprintf(path, sizeof path, "%.20s/comm", name);
	file = (int)CALL(SYS_openat, directory, path, O_RDONLY | O_CLOEXEC);
	if (file < 0) return false;
	(void)CALL(SYS_read, file, text, sizeof text - 1);
	conc_os_close(file);
	return strncmp(text, "iou-", 4) == 0;
}

unsigned conc_os_uring_threads(void)
{
	int directory = (int)CALL(SYS_openat, AT_FDCWD, "/proc/self/task",
	                          O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	_Alignas(struct entry) char buffer[1024];
	unsigned count = 0;
	long size;

	if (directory < 0) return 0;
	while ((size = CALL(SYS_getdents64, directory, buffer, sizeof buffer)) > 0)
		for (long at = 0; at < size; at += ((struct entry *)(void *)(buffer + at))->length)
			count += is_uring_thread(directory,
			                         ((struct entry *)(void *)(buffer + at))->name);
	conc_os_close(directory);
	return count;
}
