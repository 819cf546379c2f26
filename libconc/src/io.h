/* SPDX-License-Identifier: MIT */
/*
 * io: an operation on a descriptor, tried and, where the kernel says EAGAIN, waited for.
 *
 * The idea. One loop for all operations (conc_io_run); what differs is how each is tried without
 * blocking the kernel thread, whatever the descriptor's flags are:
 *
 *   sockets             MSG_DONTWAIT
 *   pipes and such      RWF_NOWAIT
 *   the rest            poll; then, unless O_NONBLOCK is set, a blocking section, since another
 *                       process may take what poll saw
 *   regular files       epoll refuses them: file.c
 *
 * Which of them a descriptor is, the first try finds out (ENOTSOCK, EOPNOTSUPP), and the record
 * remembers it as a hint.
 *
 * Rejected: setting O_NONBLOCK (it belongs to the open file, which other processes may share).
 */
#ifndef CONC_SRC_IO_H
#define CONC_SRC_IO_H

#include <stddef.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "descriptor.h"

struct conc_io {
	int file, side;
	const char *operation, *where;
	/* Does it without blocking: its result, -EAGAIN, or another -errno. */
	ssize_t (*try)(struct conc_io *io, struct conc_descriptor *d);
	/* Does it for a file that epoll refuses; may block. NULL: as try. */
	ssize_t (*always)(struct conc_io *io);
	union {
		void *to;
		const void *from;
		const struct iovec *parts;
		struct msghdr *message;
		const struct msghdr *sent;
		struct sockaddr *address;
	};
	size_t size; /* of the buffer; number of parts */
	socklen_t *address_size;
	int flags;
	int from_file;   /* sendfile */
	int64_t *offset; /* sendfile */
	bool drains;     /* it reads size bytes of a stream, if there are as many */
};

/* The loop. Its result, or -errno. */
ssize_t conc_io_run(struct conc_io *io);

/* -1 and errno for a result below zero. */
ssize_t conc_io_result(ssize_t n);

#endif
