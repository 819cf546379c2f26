/* SPDX-License-Identifier: MIT */
/* io: read, write, recv, send and similar calls. The idea is in io.h. */
#include "io.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>

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

/* Tries the operation. Sets *seen to the edges before the try. */
static inline __attribute__((always_inline)) ssize_t try(struct conc_io *io, uint32_t *seen)
{
	struct conc_descriptor *d = io->descriptor;
	uint32_t interest = load_relaxed(&d->interest);
	ssize_t n;

	*seen = conc_descriptor_edges(d, io->side);
	if (io->drains && conc_descriptor_is_drained(d, *seen)) return -EAGAIN;
	do n = io->try(io);
	while (CONC_UNLIKELY(n == -EINTR));
	if (io->drains && n > 0 && (size_t)n < io->size)
		conc_descriptor_drained(d, *seen, interest);
	return n;
}

static ssize_t wait_and_repeat(struct conc_io *io, uint32_t seen)
{
	struct conc_descriptor *d = io->descriptor;
	bool woken = false;
	ssize_t n;

	do {
		n = conc_descriptor_wait(d, io->side, seen, io->operation, io->where, &woken);
		if (n == -EPERM) return io->always ? io->always(io) : -EPERM;
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
		if (count == 0 || !conc_os_is_regular(io->file)) break;
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
		ssize_t n = io->side == CONC_READING
		                    ? conc_os_receive_buffer(io->file, io->to, io->size, 0)
		                    : conc_os_send_buffer(io->file, io->from, io->size, 0);
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

ssize_t conc_abi_read(int file, void *buffer, size_t size, const char *where)
{
	struct conc_io io =
	        CONC_IO(file, CONC_READING, "conc_read", try_buffer, .always = always_buffer,
	                .to = buffer, .size = size, .drains = true);

	if (CONC_UNLIKELY(size == 0)) /* recv would take a datagram */
		return conc_io_result(conc_os_readv(file, &(struct iovec){buffer, 0}, 1));
	return conc_io_result(conc_io_run(&io));
}

/* Writes until all is written. Returns the bytes written or, if there are none, -errno. */
static ssize_t write_all(struct conc_io *io)
{
	size_t written = 0;
	ssize_t n;

	do {
		n = conc_io_run(io);
		if (n <= 0) return written ? (ssize_t)written : n;
		written += (size_t)n;
		io->from = (const char *)io->from + n;
		io->size -= (size_t)n;
	} while (CONC_UNLIKELY(io->size != 0));
	return (ssize_t)written;
}

static ssize_t write_buffer(int file, const void *buffer, size_t size, const char *operation,
                            const char *where)
{
	struct conc_io io = CONC_IO(file, CONC_WRITING, operation, try_buffer,
	                            .always = always_buffer, .from = buffer, .size = size);

	return write_all(&io);
}

ssize_t conc_abi_write(int file, const void *buffer, size_t size, const char *where)
{
	return conc_io_result(write_buffer(file, buffer, size, "conc_write", where));
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

static ssize_t run_parts(int file, int side, const struct iovec *parts, int count,
                         const char *operation, const char *where)
{
	struct conc_io io = CONC_IO(file, side, operation, try_parts, .always = always_parts,
	                            .parts = parts, .size = (size_t)count);

	if (count <= 0)
		return side == CONC_READING ? conc_os_readv(file, parts, count)
		                            : conc_os_writev(file, parts, count);
	return conc_io_run(&io);
}

ssize_t conc_abi_readv(int file, const struct iovec *parts, int count, const char *where)
{
	return conc_io_result(run_parts(file, CONC_READING, parts, count, "conc_readv", where));
}

/* After n bytes of *parts were written: writes the rest of the part in which the write stopped. */
static ssize_t finish_part(int file, const struct iovec **parts, int *count, size_t n,
                           const char *where)
{
	const struct iovec *part;

	while (*count > 0 && n >= (*parts)->iov_len) {
		n -= (*parts)->iov_len;
		++*parts;
		--*count;
	}
	if (n == 0) return 0;
	part = (*parts)++;
	--*count;
	return write_buffer(file, (const char *)part->iov_base + n, part->iov_len - n,
	                    "conc_writev", where);
}

ssize_t conc_abi_writev(int file, const struct iovec *parts, int count, const char *where)
{
	size_t written = 0;
	ssize_t n;

	do {
		n = run_parts(file, CONC_WRITING, parts, count, "conc_writev", where);
		if (n < 0) break;
		written += (size_t)n;
		n = finish_part(file, &parts, &count, (size_t)n, where);
		if (n < 0) break;
		written += (size_t)n;
	} while (count > 0 && n >= 0);
	return conc_io_result(n < 0 && !written ? n : (ssize_t)written);
}

/* ---- Sockets ---- */

static ssize_t try_recv(struct conc_io *io)
{
	return conc_os_receive_buffer(io->file, io->to, io->size, io->flags);
}

static ssize_t try_send(struct conc_io *io)
{
	return conc_os_send_buffer(io->file, io->from, io->size, io->flags);
}

static ssize_t try_recvmsg(struct conc_io *io)
{
	return conc_os_receive(io->file, io->message, io->flags);
}

static ssize_t try_sendmsg(struct conc_io *io)
{
	return conc_os_send(io->file, io->sent, io->flags);
}

ssize_t conc_abi_recv(int socket, void *buffer, size_t size, int flags, const char *where)
{
	struct conc_io io =
	        CONC_IO(socket, CONC_READING, "conc_recv", try_recv, .to = buffer, .size = size,
	                .flags = flags, .drains = !flags || flags == MSG_WAITALL);
	size_t got = 0;
	ssize_t n;

	do {
		n = conc_io_run(&io);
		if (n <= 0 || !(flags & MSG_WAITALL) || (flags & MSG_DONTWAIT)) break;
		got += (size_t)n;
		io.to = (char *)io.to + n;
		io.size -= (size_t)n;
	} while (io.size);
	if (got) return (ssize_t)(io.size && n > 0 ? got + (size_t)n : got);
	return conc_io_result(n);
}

ssize_t conc_abi_send(int socket, const void *buffer, size_t size, int flags, const char *where)
{
	struct conc_io io = CONC_IO(socket, CONC_WRITING, "conc_send", try_send, .from = buffer,
	                            .size = size, .flags = flags);

	return conc_io_result(flags & MSG_DONTWAIT || !size ? conc_io_run(&io) : write_all(&io));
}

ssize_t conc_abi_recvmsg(int socket, struct msghdr *message, int flags, const char *where)
{
	struct conc_io io = CONC_IO(socket, CONC_READING, "conc_recvmsg", try_recvmsg,
	                            .message = message, .flags = flags);

	return conc_io_result(conc_io_run(&io));
}

ssize_t conc_abi_sendmsg(int socket, const struct msghdr *message, int flags, const char *where)
{
	struct conc_io io = CONC_IO(socket, CONC_WRITING, "conc_sendmsg", try_sendmsg,
	                            .sent = message, .flags = flags);

	return conc_io_result(conc_io_run(&io));
}

CONC_IO_FUNCTION(ssize_t, read, (int file, void *buffer, size_t size), file, buffer, size)
CONC_IO_FUNCTION(ssize_t, readv, (int file, const struct iovec *parts, int count), file, parts,
                 count)
CONC_IO_FUNCTION(ssize_t, write, (int file, const void *buffer, size_t size), file, buffer, size)
CONC_IO_FUNCTION(ssize_t, writev, (int file, const struct iovec *parts, int count), file, parts,
                 count)
CONC_IO_FUNCTION(ssize_t, recv, (int socket, void *buffer, size_t size, int flags), socket, buffer,
                 size, flags)
CONC_IO_FUNCTION(ssize_t, send, (int socket, const void *buffer, size_t size, int flags), socket,
                 buffer, size, flags)
CONC_IO_FUNCTION(ssize_t, recvmsg, (int socket, struct msghdr *message, int flags), socket, message,
                 flags)
CONC_IO_FUNCTION(ssize_t, sendmsg, (int socket, const struct msghdr *message, int flags), socket,
                 message, flags)
