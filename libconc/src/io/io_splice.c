/* SPDX-License-Identifier: MIT */
/* io: splice and sendfile, which wait for two descriptors.
 *
 * splice has a flag that keeps it from waiting for a pipe, but none for its other side. So poll is
 * asked whether both sides are ready. If one is not, the thread waits for that one and asks again.
 * Then the call is made, in a blocking section: a file may wait for its disk, and a socket that
 * blocks may take less than there is.
 *
 * sendfile to a pipe is a splice, as in the kernel. To anything else the kernel sends only what can
 * be mapped, which is always ready, so only the socket is waited for. sendfile has no flag: to what
 * blocks, libconc copies.
 *
 * Rejected: trying first (the side that is no pipe would hold the kernel thread); copying in place
 * of splice (what was taken out of a pipe and then not written would be lost).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "conc/abi_blocking.h"
#include "conc/io.h"
#include "conc/thread.h"
#include "io.h"
#include "kernel/edge.h"
#include "kernel/signal_handler.h"
#include "kernel/uring.h"
#include "port/os_io.h"

/* ---- splice ---- */

/* What the kernel would say at once, before a wait: 0 or -errno. What a filter hides passes. */
static int check(int from, int to)
{
	int reads = conc_os_flags(from), writes = conc_os_flags(to);
	mode_t in = conc_os_type(from), out = conc_os_type(to);

	if (reads >= 0 && (reads & O_ACCMODE) == O_WRONLY) return -EBADF;
	if (writes >= 0 && (writes & O_ACCMODE) == O_RDONLY) return -EBADF;
	return in && out && in != S_IFIFO && out != S_IFIFO ? -EINVAL : 0;
}

static int await_side(struct conc_descriptor *d, int side, uint32_t seen, CONC_IO_CALL)
{
	bool woken = false;
	int n = conc_descriptor_wait(d, side, seen, deadline, operation, where, &woken);

	if (woken) conc_descriptor_pass(d, side); /* poll takes nothing: others may go on, too */
	return n;
}

/* Waits until from can be read and to can be written. Returns 0 or -errno. */
static int await_both(int from, int to, CONC_IO_CALL)
{
	struct conc_descriptor *in = conc_descriptor_get(from), *out = conc_descriptor_get(to);
	struct pollfd files[] = {{.fd = from, .events = POLLIN}, {.fd = to, .events = POLLOUT}};
	int late = 0, error;

	if (!in || !out) return -EBADF;
	for (;;) {
		uint32_t in_seen = conc_descriptor_edges(in, CONC_READING);
		uint32_t out_seen = conc_descriptor_edges(out, CONC_WRITING);
		int ready = conc_os_poll_all(files, 2);
		if (ready < 0) return ready;
		if ((files[0].revents | files[1].revents) & POLLNVAL) return -EBADF;
		if (ready == 2) return 0;
		error = late ? late : check(from, to);
		if (error) return error;
		if (!files[0].revents)
			error = await_side(in, CONC_READING, in_seen, deadline, operation, where);
		else error = await_side(out, CONC_WRITING, out_seen, deadline, operation, where);
		if (error == -ETIMEDOUT) late = error; /* a last look */
		else if (error) return error;
	}
}

static ssize_t conc_io_splice(int from, int64_t *from_offset, int to, int64_t *to_offset,
                              size_t size, unsigned flags, CONC_IO_CALL)
{
	bool waits = size > 0 && !(flags & SPLICE_F_NONBLOCK), again;
	ssize_t n;

	conc_signal_handler_check(conc_thread_self(), where, operation);
	do {
		struct conc_abi_blocking section;
		int error = waits ? await_both(from, to, deadline, operation, where) : 0;
		if (error) return error;
		/* before others can see the bytes: who reads them knows what their writer did */
		conc_edge_file_to(from);
		conc_edge_file_from(to);
		section = conc_abi_blocking_begin(where);
		n = conc_os_splice(from, from_offset, to, to_offset, size,
		                   flags | SPLICE_F_NONBLOCK);
		conc_abi_blocking_end(&section);
		again = waits &&
		        n == -EAGAIN; /* somebody was faster, or the kernel has no memory */
		if (again && conc_timer_passed(deadline)) return -ETIMEDOUT;
		if (again) conc_yield();
	} while (again || n == -EINTR);
	return n;
}

CONC_IO_FUNCTIONS(long, splice,
                  (int from, int64_t *from_offset, int to, int64_t *to_offset, size_t size,
                   unsigned flags),
                  from, from_offset, to, to_offset, size, flags)

/* ---- sendfile ---- */

static ssize_t try_sendfile(struct conc_io *io)
{
	return conc_os_sendfile(io->file, io->from_file, io->offset, io->size);
}

#define COPY (64u << 10)

/* Copies from *at on, which it advances by what was written. */
static ssize_t copy(int to, int from, int64_t *at, size_t size, CONC_IO_CALL)
{
	char *buffer = malloc(COPY);
	size_t sent = 0;
	ssize_t n = buffer ? 0 : -ENOMEM;

	while (buffer && sent < size) {
		struct conc_file_call call = {CONC_FILE_READ, from, buffer,
		                              size - sent < COPY ? size - sent : COPY,
		                              .offset = *at};
		ssize_t got = n = conc_file_call(&call, operation, where);
		if (got > 0) n = conc_io_write(to, buffer, (size_t)got, deadline, operation, where);
		if (n <= 0) break;
		*at += n;
		sent += (size_t)n;
		if (n < got || conc_timer_passed(deadline)) break;
	}
	free(buffer);
	return sent ? (ssize_t)sent : n;
}

static ssize_t send_by_copying(int to, int from, int64_t *offset, size_t size, CONC_IO_CALL)
{
	int64_t at = offset ? *offset : conc_os_seek(from, 0, SEEK_CUR);
	ssize_t sent;

	if (at < 0) return offset || at == -ESPIPE ? -EINVAL : (ssize_t)at;
	sent = copy(to, from, &at, size, deadline, operation, where);
	if (offset) *offset = at;
	else conc_os_seek(from, at, SEEK_SET);
	return sent;
}

static ssize_t conc_io_sendfile(int to, int from, int64_t *offset, size_t size, CONC_IO_CALL)
{
	struct conc_io io =
	        CONC_IO(to, CONC_WRITING, try_sendfile, .from_file = from, .offset = offset);
	bool is_pipe = conc_os_type(to) == S_IFIFO;
	int flags = conc_os_flags(to);
	size_t sent = 0;
	ssize_t n;

	if (flags < 0) return flags;
	if (!is_pipe && !(flags & O_NONBLOCK))
		return send_by_copying(to, from, offset, size, deadline, operation, where);
	do {
		io.size = size - sent;
		n = is_pipe ? conc_io_splice(from, offset, to, NULL, io.size, 0, deadline,
		                             operation, where)
		            : conc_io_run(&io);
		if (n > 0) sent += (size_t)n;
	} while (n > 0 && sent < size && !conc_timer_passed(deadline));
	return sent ? (ssize_t)sent : n;
}

CONC_IO_FUNCTIONS(long, sendfile, (int to, int from, int64_t *offset, size_t size), to, from,
                  offset, size)
