/* SPDX-License-Identifier: MIT */
/* io: read, write, recv, send and similar calls. The idea is in io.h. */
#include "io.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include "conc/abi_blocking.h"
#include "conc/io.h"
#include "conc/thread.h"
#include "kernel/edge.h"
#include "kernel/signal_handler.h"
#include "kernel/uring.h"
#include "port/os_io.h"

/* The call of conc_abi_errno gets errno's address after the last wait (errno.c). */
ssize_t conc_io_result(ssize_t n)
{
	if (CONC_LIKELY(n >= 0)) return n;
	*conc_abi_errno() = (int)-n;
	return -1;
}

/* ---- The loop ---- */

/* Asks the kernel. seen: the edges before. */
static inline __attribute__((always_inline)) ssize_t try_kernel(struct conc_io *io, uint32_t seen)
{
	struct conc_descriptor *d = io->descriptor;
	uint32_t interest = load_relaxed(&d->interest);
	ssize_t n;

	do n = io->try(io);
	while (CONC_UNLIKELY(n == -EINTR));
	if (io->drains && n > 0 && (size_t)n < io->size) conc_descriptor_drained(d, seen, interest);
	return n;
}

/* Tries the operation. Sets *seen to the edges before the try. */
static inline __attribute__((always_inline)) ssize_t try(struct conc_io *io, uint32_t *seen)
{
	*seen = conc_descriptor_edges(io->descriptor, io->side);
	if (io->drains && conc_descriptor_is_drained(io->descriptor, *seen)) return -EAGAIN;
	return try_kernel(io, *seen);
}

/* The deadline has passed. */
static ssize_t try_last(struct conc_io *io)
{
	ssize_t n = try_kernel(io, conc_descriptor_edges(io->descriptor, io->side));

	return n == -EAGAIN && io->deadline != CONC_IO_AT_ONCE ? -ETIMEDOUT : n;
}

static __attribute__((noinline)) ssize_t wait_and_repeat(struct conc_io *io, uint32_t seen)
{
	struct conc_descriptor *d = io->descriptor;
	bool woken = false;
	ssize_t n;

	do {
		n = conc_descriptor_wait(d, io->side, seen, io->deadline, io->operation, io->where,
		                         &woken);
		if (n == -EPERM) return io->always ? io->always(io) : -EPERM;
		/* a clause's call is no wait: what a cancel does is for the statement */
		if (n == -ETIMEDOUT || (n == -ECANCELED && io->deadline == CONC_IO_AT_ONCE))
			return try_last(io);
		if (n < 0) return n;
		n = try(io, &seen);
	} while (n == -EAGAIN);
	if (woken) conc_descriptor_pass(d, io->side);
	return n;
}

ssize_t conc_io_run(struct conc_io *io)
{
	uint32_t seen;
	ssize_t n;

	conc_signal_handler_check(conc_thread_self(), io->where, io->operation);
	io->descriptor = conc_descriptor_get(io->file);
	if (CONC_UNLIKELY(!io->descriptor)) return -EBADF;
	if (io->side == CONC_WRITING) {
		if (io->from) conc_edge_reads(io->from, io->size);
		conc_edge_file_from(io->file);
	}
	n = try(io, &seen);
	if (n == -EAGAIN && !(io->flags & MSG_DONTWAIT)) n = wait_and_repeat(io, seen);
	if (io->side == CONC_READING && n >= 0) {
		conc_edge_file_to(io->file);
		if (io->to) conc_edge_writes(io->to, (size_t)n);
	}
	return n;
}

/* ---- Kinds of files ---- */

static void learn(struct conc_descriptor *d, enum conc_file_kind kind)
{
	/* relaxed: a hint */
	if (load_relaxed(&d->kind) != kind) store_relaxed(&d->kind, kind);
}

typedef ssize_t vector(int file, const struct iovec *parts, int count);

static ssize_t in_blocking(struct conc_io *io, vector *call, const struct iovec *parts, int count)
{
	struct conc_abi_blocking section = conc_abi_blocking_begin(io->where);
	ssize_t n;

	do n = call(io->file, parts, count);
	while (n == -EINTR);
	conc_abi_blocking_end(&section);
	return n;
}

/* Does an operation on a file for which the kernel does not promise not to block: polls first. */
static ssize_t poll_first(struct conc_io *io, vector *call, const struct iovec *parts, int count)
{
	int ready = conc_os_poll(io->file, io->side == CONC_READING ? POLLIN : POLLOUT);
	int flags;

	if (ready <= 0) return ready ? ready : -EAGAIN;
	if (ready & POLLNVAL) return -EBADF;
	flags = conc_os_flags(io->file);
	if (flags >= 0 && (flags & O_NONBLOCK)) return call(io->file, parts, count);
	return in_blocking(io, call, parts, count);
}

/* Without waiting for a disk the kernel reads a regular file up to the first page that is not in
 * its cache. Reads what is missing after `got` bytes; the end of the file shows in the next try. */
static ssize_t read_rest(struct conc_io *io, const struct iovec *parts, int count, size_t got)
{
	size_t skip = got;
	ssize_t n = 1;

	while (n > 0) {
		for (; count > 0 && skip >= parts->iov_len; parts++, count--)
			skip -= parts->iov_len;
		if (count == 0 || conc_os_type(io->file) != S_IFREG) break;
		struct conc_file_call call = {CONC_FILE_READ, io->file,
		                              (char *)parts->iov_base + skip, parts->iov_len - skip,
		                              .offset = -1};
		n = conc_os_try_read(io->file, &(struct iovec){call.buffer, call.size}, 1);
		if (n == -EAGAIN) n = conc_file_call(&call, io->operation, io->where);
		if (n > 0) {
			got += (size_t)n;
			skip += (size_t)n;
		}
	}
	return (ssize_t)got;
}

static ssize_t try_no_socket(struct conc_io *io, const struct iovec *parts, int count)
{
	struct conc_descriptor *d = io->descriptor;
	bool reads = io->side == CONC_READING;
	ssize_t n;

	if (load_relaxed(&d->kind) != CONC_FILE_POLL) {
		n = (reads ? conc_os_try_read : conc_os_try_write)(io->file, parts, count);
		if (n != -EOPNOTSUPP) {
			learn(d, CONC_FILE_NOWAIT);
			/* epoll registers no regular files */
			if (reads && n > 0 &&
			    !(load_relaxed(&d->interest) & ~(uint32_t)CONC_REGISTERING))
				return read_rest(io, parts, count, (size_t)n);
			return n;
		}
		learn(d, CONC_FILE_POLL);
	}
	n = poll_first(io, reads ? conc_os_readv : conc_os_writev, parts, count);
	/* the file may be of another kind than before: find out anew the next time */
	if (n < 0 && n != -EAGAIN) learn(d, CONC_FILE_UNKNOWN);
	return n;
}

/* ---- One buffer ---- */

static ssize_t try_buffer(struct conc_io *io)
{
	struct iovec part = {io->to, io->size};

	if (CONC_LIKELY(load_relaxed(&io->descriptor->kind) <= CONC_FILE_SOCKET)) {
		ssize_t n =
		        io->side == CONC_READING
		                ? conc_os_receive_buffer(io->file, io->to, io->size, 0, NULL, NULL)
		                : conc_os_send_buffer(io->file, io->from, io->size, 0, NULL, 0);
		/* a sandbox may refuse recv and send themselves; that says nothing about a pipe */
		if (CONC_LIKELY(n != -ENOTSOCK && !conc_os_is_refused(n))) {
			learn(io->descriptor, CONC_FILE_SOCKET);
			return n;
		}
	}
	return try_no_socket(io, &part, 1);
}

static ssize_t always_buffer(struct conc_io *io)
{
	struct conc_file_call call = {io->side == CONC_READING ? CONC_FILE_READ : CONC_FILE_WRITE,
	                              io->file, io->to, io->size, .offset = -1};

	return conc_file_call(&call, io->operation, io->where);
}

inline __attribute__((always_inline)) ssize_t conc_io_read(int file, void *buffer, size_t size,
                                                           CONC_IO_CALL)
{
	struct conc_io io = CONC_IO(file, CONC_READING, try_buffer, .always = always_buffer,
	                            .to = buffer, .size = size, .drains = true);

	if (CONC_UNLIKELY(size == 0)) /* recv would take a datagram */
		return conc_os_readv(file, &(struct iovec){buffer, 0}, 1);
	return conc_io_run(&io);
}

/* Writes until all is written. Returns the bytes written or, if there are none, -errno. */
static inline __attribute__((always_inline)) ssize_t write_all(struct conc_io *io)
{
	size_t written = 0;
	ssize_t n;

	do {
		n = conc_io_run(io);
		if (n <= 0) return written ? (ssize_t)written : n;
		written += (size_t)n;
		io->from = (const char *)io->from + n;
		io->size -= (size_t)n;
	} while (CONC_UNLIKELY(io->size != 0) && !conc_timer_passed(io->deadline));
	return (ssize_t)written;
}

inline __attribute__((always_inline)) ssize_t conc_io_write(int file, const void *buffer,
                                                            size_t size, CONC_IO_CALL)
{
	struct conc_io io = CONC_IO(file, CONC_WRITING, try_buffer, .always = always_buffer,
	                            .from = buffer, .size = size);

	return write_all(&io);
}

/* ---- Several buffers ---- */

static ssize_t try_parts(struct conc_io *io)
{
	struct msghdr message = {.msg_iov = (struct iovec *)(uintptr_t)io->parts,
	                         .msg_iovlen = io->size};

	if (load_relaxed(&io->descriptor->kind) <= CONC_FILE_SOCKET) {
		ssize_t n = io->side == CONC_READING ? conc_os_receive(io->file, &message, 0)
		                                     : conc_os_send(io->file, &message, 0);
		if (n != -ENOTSOCK && !conc_os_is_refused(n)) {
			learn(io->descriptor, CONC_FILE_SOCKET);
			return n;
		}
	}
	return try_no_socket(io, io->parts, (int)io->size);
}

static ssize_t always_parts(struct conc_io *io)
{
	return in_blocking(io, io->side == CONC_READING ? conc_os_readv : conc_os_writev, io->parts,
	                   (int)io->size);
}

static ssize_t run_parts(int file, int side, const struct iovec *parts, int count, CONC_IO_CALL)
{
	struct conc_io io = CONC_IO(file, side, try_parts, .always = always_parts, .parts = parts,
	                            .size = (size_t)count);

	if (count <= 0)
		return side == CONC_READING ? conc_os_readv(file, parts, count)
		                            : conc_os_writev(file, parts, count);
	return conc_io_run(&io);
}

static ssize_t conc_io_readv(int file, const struct iovec *parts, int count, CONC_IO_CALL)
{
	return run_parts(file, CONC_READING, parts, count, deadline, operation, where);
}

/* Skips the parts whose n bytes were written. Returns the rest of the part in which the write
 * stopped. */
static struct iovec skip_parts(const struct iovec **parts, int *count, size_t n)
{
	struct iovec rest = {0};

	for (; *count > 0 && n >= (*parts)->iov_len; ++*parts, --*count) n -= (*parts)->iov_len;
	if (n > 0) {
		rest.iov_base = (char *)(*parts)->iov_base + n;
		rest.iov_len = (*parts)->iov_len - n;
		++*parts;
		--*count;
	}
	return rest;
}

static ssize_t conc_io_writev(int file, const struct iovec *parts, int count, CONC_IO_CALL)
{
	size_t written = 0;
	struct iovec rest;
	ssize_t n;

	do {
		n = run_parts(file, CONC_WRITING, parts, count, deadline, operation, where);
		if (n < 0) break;
		written += (size_t)n;
		rest = skip_parts(&parts, &count, (size_t)n);
		if (rest.iov_len == 0) continue;
		n = conc_io_write(file, rest.iov_base, rest.iov_len, deadline, operation, where);
		if (n < 0) break;
		written += (size_t)n;
		if ((size_t)n < rest.iov_len)
			break; /* an error follows: what is behind must wait */
	} while (count > 0 && !conc_timer_passed(deadline));
	return n < 0 && !written ? n : (ssize_t)written;
}

/* ---- Sockets ---- */

static ssize_t try_recvfrom(struct conc_io *io)
{
	return conc_os_receive_buffer(io->file, io->to, io->size, io->flags, io->address,
	                              io->address_size);
}

static ssize_t try_sendto(struct conc_io *io)
{
	return conc_os_send_buffer(io->file, io->from, io->size, io->flags, io->destination,
	                           io->destination_size);
}

static ssize_t try_recvmsg(struct conc_io *io)
{
	return conc_os_receive(io->file, io->message, io->flags);
}

static ssize_t try_sendmsg(struct conc_io *io)
{
	return conc_os_send(io->file, io->sent, io->flags);
}

static ssize_t conc_io_recvfrom(int socket, void *buffer, size_t size, int flags,
                                struct sockaddr *address, socklen_t *address_size, CONC_IO_CALL)
{
	struct conc_io io =
	        CONC_IO(socket, CONC_READING, try_recvfrom, .to = buffer, .size = size,
	                .flags = flags, .address = address, .address_size = address_size,
	                .drains = !flags || flags == MSG_WAITALL);
	size_t got = 0;
	ssize_t n;

	do {
		n = conc_io_run(&io);
		if (n <= 0 || !(flags & MSG_WAITALL) || flags & (MSG_DONTWAIT | MSG_PEEK)) break;
		got += (size_t)n;
		io.to = (char *)io.to + n;
		io.size -= (size_t)n;
	} while (io.size && !conc_timer_passed(deadline) && !conc_os_has_datagrams(socket));
	return got ? (ssize_t)got : n;
}

static ssize_t conc_io_sendto(int socket, const void *buffer, size_t size, int flags,
                              const struct sockaddr *address, socklen_t address_size, CONC_IO_CALL)
{
	struct conc_io io =
	        CONC_IO(socket, CONC_WRITING, try_sendto, .from = buffer, .size = size,
	                .flags = flags, .destination = address, .destination_size = address_size);

	return flags & MSG_DONTWAIT || !size ? conc_io_run(&io) : write_all(&io);
}

ssize_t conc_io_recv(int socket, void *buffer, size_t size, int flags, CONC_IO_CALL)
{
	return conc_io_recvfrom(socket, buffer, size, flags, NULL, NULL, deadline, operation,
	                        where);
}

ssize_t conc_io_send(int socket, const void *buffer, size_t size, int flags, CONC_IO_CALL)
{
	return conc_io_sendto(socket, buffer, size, flags, NULL, 0, deadline, operation, where);
}

static ssize_t conc_io_recvmsg(int socket, struct msghdr *message, int flags, CONC_IO_CALL)
{
	struct conc_io io =
	        CONC_IO(socket, CONC_READING, try_recvmsg, .message = message, .flags = flags);

	return conc_io_run(&io);
}

static ssize_t conc_io_sendmsg(int socket, const struct msghdr *message, int flags, CONC_IO_CALL)
{
	struct conc_io io =
	        CONC_IO(socket, CONC_WRITING, try_sendmsg, .sent = message, .flags = flags);

	return conc_io_run(&io);
}

CONC_IO_FUNCTIONS(long, read, (int file, void *buffer, size_t size), file, buffer, size)
CONC_IO_FUNCTIONS(long, readv, (int file, const struct iovec *parts, int count), file, parts, count)
CONC_IO_FUNCTIONS(long, write, (int file, const void *buffer, size_t size), file, buffer, size)
CONC_IO_FUNCTIONS(long, writev, (int file, const struct iovec *parts, int count), file, parts,
                  count)
CONC_IO_FUNCTIONS(long, recv, (int socket, void *buffer, size_t size, int flags), socket, buffer,
                  size, flags)
CONC_IO_FUNCTIONS(long, send, (int socket, const void *buffer, size_t size, int flags), socket,
                  buffer, size, flags)
CONC_IO_FUNCTIONS(long, recvfrom,
                  (int socket, void *buffer, size_t size, int flags, struct sockaddr *address,
                   socklen_t *address_size),
                  socket, buffer, size, flags, address, address_size)
CONC_IO_FUNCTIONS(long, sendto,
                  (int socket, const void *buffer, size_t size, int flags,
                   const struct sockaddr *address, socklen_t address_size),
                  socket, buffer, size, flags, address, address_size)
CONC_IO_FUNCTIONS(long, recvmsg, (int socket, struct msghdr *message, int flags), socket, message,
                  flags)
CONC_IO_FUNCTIONS(long, sendmsg, (int socket, const struct msghdr *message, int flags), socket,
                  message, flags)
