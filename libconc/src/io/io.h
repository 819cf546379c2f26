/* SPDX-License-Identifier: MIT */
/*
 * io: operations on descriptors. If the kernel says EAGAIN, the thread waits and tries again.
 *
 * The idea. One loop serves all operations (conc_io_run). They differ in how they are tried without
 * blocking the kernel thread, whatever the descriptor's flags are:
 *
 *   sockets             MSG_DONTWAIT
 *   pipes and such      RWF_NOWAIT
 *   the rest            poll; then, unless O_NONBLOCK is set, a blocking section, since another
 *                       process may take what poll saw
 *   regular files       epoll refuses them: file.c
 *
 * The first try finds out which kind a descriptor is (ENOTSOCK, EOPNOTSUPP); its record keeps that
 * as a hint.
 *
 * A limit is a deadline, computed once for the whole call; CONC_NEVER for calls without one. Once
 * it has passed, the operation is tried a last time: what has come in time counts, even if nobody
 * has fetched its edge. A call that has done a part looks at the clock before it goes on, since a
 * partner that keeps up would never let it wait.
 *
 * Rejected: setting O_NONBLOCK (it belongs to the open file, which other processes may share).
 */
#ifndef CONC_SRC_IO_H
#define CONC_SRC_IO_H

#include <stddef.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "kernel/descriptor.h"

struct conc_io {
	int file, side;
	struct conc_descriptor *descriptor; /* of file; set by conc_io_run */
	const char *operation, *where;
	/* Tries without blocking. Returns the result, -EAGAIN, or another -errno. */
	ssize_t (*try)(struct conc_io *io);
	/* For a file that epoll refuses; may block. NULL: such a file gives -EPERM. */
	ssize_t (*always)(struct conc_io *io);
	uint64_t deadline; /* conc_now(); CONC_NEVER: none */
	union {
		void *to;
		const void *from;
		const struct iovec *parts;
		struct msghdr *message;
		const struct msghdr *sent;
	};
	size_t size; /* of the buffer; or number of parts; or room for the address (accept) */
	union {
		struct sockaddr *address;
		const struct sockaddr *destination; /* sendto */
	};
	union {
		socklen_t *address_size;
		socklen_t destination_size;
	};
	int flags;
	int from_file;   /* sendfile */
	int64_t *offset; /* sendfile */
	bool drains;     /* a read of a stream: a short one has emptied it */
};

/* The initial value, in a function with the parameters of CONC_IO_CALL. */
#define CONC_IO(FD, SIDE, TRY, ...)                                               \
	{                                                                         \
		.file = (FD), .side = (SIDE), .try = (TRY), .deadline = deadline, \
		.operation = operation, .where = where, __VA_ARGS__               \
	}

/* What each function that waits gets besides its own arguments. */
#define CONC_IO_CALL uint64_t deadline, const char *operation, const char *where

/* A deadline: what would have to wait gives -EAGAIN, which no error of a connection is. */
#define CONC_IO_AT_ONCE UINT64_C(0)

/* Runs the operation, parked while it would block. Returns its result, or -errno; -ETIMEDOUT at its
 * deadline. */
ssize_t conc_io_run(struct conc_io *io);

/* conc_read and conc_write; -errno if nothing was read or written. */
ssize_t conc_io_read(int file, void *buffer, size_t size, CONC_IO_CALL);
ssize_t conc_io_write(int file, const void *buffer, size_t size, CONC_IO_CALL);

/* conc_recv, conc_send and conc_accept; -errno. */
ssize_t conc_io_recv(int socket, void *buffer, size_t size, int flags, CONC_IO_CALL);
ssize_t conc_io_send(int socket, const void *buffer, size_t size, int flags, CONC_IO_CALL);
ssize_t conc_io_accept(int socket, struct sockaddr *address, socklen_t *size, int flags,
                       CONC_IO_CALL);

/* conc_read_line; -errno. With CONC_IO_AT_ONCE a part of a line stays in the input. */
struct conc_input;
ssize_t conc_io_read_line(struct conc_input *in, char **line, CONC_IO_CALL);

/* Returns whether that need not read: the buffer has a line, or is full. */
bool conc_io_line_is_there(struct conc_input *in);

/* Does an operation on a file, parked meanwhile (file.c). Returns its result, or -errno. */
struct conc_file_call;
ssize_t conc_file_call(struct conc_file_call *call, const char *name, const char *where);

/* Returns n or, if n is negative, sets errno to -n and returns -1. */
ssize_t conc_io_result(ssize_t n);

/* ---- io_clause.c: clauses, for readable, writable and exited ---- */

/* Returns whether poll reports d ready, or an error or a hang-up. Stops if it is closed. */
bool conc_io_ready(const struct conc_descriptor *d, int side, const char *where);

/* The enlist function of struct conc_selectable, for one side of d. */
int conc_io_enlist(struct conc_descriptor *d, int side, struct conc_waiter *w, bool queue,
                   const char *where);

/* Defines the function behind the macro conc_NAME: conc_abi_NAME without a place. */
#define CONC_IO_FUNCTION(type, name, parameters, ...)      \
	type(conc_##name) parameters                       \
	{                                                  \
		return conc_abi_##name(__VA_ARGS__, NULL); \
	}

/* Defines conc_NAME and conc_NAME_for, and what their macros call, from conc_io_NAME: its own
 * parameters, then CONC_IO_CALL. It returns its result, or -errno. */
#define CONC_IO_PARAMETERS(...) __VA_ARGS__
#define CONC_IO_FUNCTIONS(type, name, parameters, ...)                                          \
	type conc_abi_##name(CONC_IO_PARAMETERS parameters, const char *where)                  \
	{                                                                                       \
		return (type)conc_io_result(                                                    \
		        conc_io_##name(__VA_ARGS__, CONC_NEVER, "conc_" #name, where));         \
	}                                                                                       \
	type conc_abi_##name##_for(CONC_IO_PARAMETERS parameters, conc_duration limit,          \
	                           const char *where)                                           \
	{                                                                                       \
		return (type)conc_io_result(conc_io_##name(                                     \
		        __VA_ARGS__, conc_timer_deadline(limit), "conc_" #name "_for", where)); \
	}                                                                                       \
	CONC_IO_FUNCTION(type, name, parameters, __VA_ARGS__)                                   \
	type(conc_##name##_for)(CONC_IO_PARAMETERS parameters, conc_duration limit)             \
	{                                                                                       \
		return conc_abi_##name##_for(__VA_ARGS__, limit, NULL);                         \
	}

#endif
