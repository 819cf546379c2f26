/* SPDX-License-Identifier: MIT */
/* io: accept and connect.
 *
 * Neither has a MSG_DONTWAIT. accept on a listening socket that blocks: poll first, then accept in
 * a blocking section, since another process may take the connection in between. connect: O_NONBLOCK
 * is set during the call, since no other thread has a use for a socket that is being connected. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>

#include "conc/abi_blocking.h"
#include "conc/io.h"
#include "io.h"
#include "port/os_io.h"

static int accept_now(const struct conc_io *io, socklen_t room)
{
	if (io->address_size) *io->address_size = room;
	return conc_os_accept(io->file, io->address, io->address_size, io->flags);
}

static ssize_t try_accept(struct conc_io *io)
{
	int flags = conc_os_flags(io->file), ready;
	socklen_t room = (socklen_t)io->size;
	struct conc_abi_blocking section;
	ssize_t connection;

	if (flags < 0) return flags;
	if (flags & O_NONBLOCK) return accept_now(io, room);
	ready = conc_os_poll(io->file, POLLIN);
	if (ready <= 0) return ready ? ready : -EAGAIN;
	section = conc_abi_blocking_begin(io->where);
	connection = accept_now(io, room);
	conc_abi_blocking_end(&section);
	return connection;
}

ssize_t conc_io_accept(int socket, struct sockaddr *address, socklen_t *size, int flags,
                       CONC_IO_CALL)
{
	struct conc_io io = CONC_IO(socket, CONC_READING, try_accept, .address = address,
	                            .address_size = address ? size : NULL,
	                            .size = address && size ? *size : 0, .flags = flags);
	ssize_t connection = conc_io_run(&io);

	if (connection >= 0) conc_descriptor_fresh((int)connection);
	return connection;
}

/* Returns 0 if the connect has succeeded, -EAGAIN if it is under way, or its error. */
static ssize_t try_connected(struct conc_io *io)
{
	int ready = conc_os_poll(io->file, POLLOUT);

	if (ready <= 0) return ready ? ready : -EAGAIN;
	return ready & POLLNVAL ? -EBADF : conc_os_socket_error(io->file);
}

/* The backlog of a local listener is full: poll does not tell when that ends. The socket blocks
 * meanwhile. */
static int connect_in_blocking(int socket, int flags, const struct sockaddr *address,
                               socklen_t size, uint64_t deadline, const char *where)
{
	struct conc_abi_blocking section;
	int error = -EAGAIN;

	if (conc_timer_passed(deadline)) return -ETIMEDOUT;
	if (flags & O_NONBLOCK) conc_os_set_flags(socket, flags & ~O_NONBLOCK);
	section = conc_abi_blocking_begin(where);
	do
		error = deadline == CONC_NEVER
		                ? conc_os_connect(socket, address, size)
		                : conc_os_connect_until(socket, address, size, deadline);
	while (error == -EINTR); /* a connect to a local socket is then not under way */
	conc_abi_blocking_end(&section);
	if (flags & O_NONBLOCK) conc_os_set_flags(socket, flags);
	return error == -EAGAIN && conc_timer_passed(deadline) ? -ETIMEDOUT : error;
}

static ssize_t conc_io_connect(int socket, const struct sockaddr *address, socklen_t size,
                               CONC_IO_CALL)
{
	struct conc_io io = CONC_IO(socket, CONC_WRITING, try_connected);
	int flags = conc_os_flags(socket), error;

	if (flags < 0) return flags;
	if (!(flags & O_NONBLOCK)) conc_os_set_flags(socket, flags | O_NONBLOCK);
	error = conc_os_connect(socket, address, size);
	if (!(flags & O_NONBLOCK)) conc_os_set_flags(socket, flags);
	if (error == -EAGAIN)
		error = connect_in_blocking(socket, flags, address, size, deadline, where);
	if (error == -EINPROGRESS || error == -EINTR) error = (int)conc_io_run(&io);
	return error;
}

CONC_IO_FUNCTIONS(int, accept, (int socket, struct sockaddr *address, socklen_t *size, int flags),
                  socket, address, size, flags)
CONC_IO_FUNCTIONS(int, connect, (int socket, const struct sockaddr *address, socklen_t size),
                  socket, address, size)
