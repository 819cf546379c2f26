/* SPDX-License-Identifier: MIT */
/* Input and output that parks the calling user thread and not its kernel thread.
 *
 * Each function does what the one without `conc_` does on a descriptor that blocks: same
 * arguments, same result, -1 and errno where it fails. The descriptor may be blocking or
 * non-blocking; its flags are left as they are. Besides the errors of the system there is
 * ECANCELED: the calling thread was cancelled (conc/cancel.h) while it had to wait; what could be
 * done at once has been done. EINTR does not happen.
 *
 * Several threads may use one descriptor; who waits longest goes first. A close of it, by
 * close, dup2 or dup3, ends all waits for it with EBADF. docs/reference/io.md has the rest.
 */
#ifndef CONC_IO_H
#define CONC_IO_H

#include <stddef.h>

#include "conc/abi_base.h"
#include "conc/duration.h"

/* Declared and not included: their headers have functions whose names, such as send, accept or
 * poll, a program that does no I/O may have for its own. long and unsigned are ssize_t and
 * socklen_t. */
struct iovec;
struct msghdr;
struct pollfd;
struct sockaddr;

/* Reads what there is, up to size bytes; 0 at the end. */
long conc_read(int file, void *buffer, size_t size);
long conc_readv(int file, const struct iovec *parts, int count);

/* Writes all of it. Fewer than size: an error came after so many, and the next call has it. */
long conc_write(int file, const void *buffer, size_t size);
long conc_writev(int file, const struct iovec *parts, int count);

/* flags as for recv, send: with MSG_DONTWAIT they never wait. conc_send sends all, as
 * conc_write; datagrams are whole in any case. */
long conc_recv(int socket, void *buffer, size_t size, int flags);
long conc_send(int socket, const void *buffer, size_t size, int flags);
long conc_recvmsg(int socket, struct msghdr *message, int flags);
long conc_sendmsg(int socket, const struct msghdr *message, int flags);

/* flags: SOCK_NONBLOCK, SOCK_CLOEXEC, as for accept4. Quickest with a listening socket that is
 * non-blocking. */
int conc_accept(int socket, struct sockaddr *address, unsigned *size, int flags);
int conc_connect(int socket, const struct sockaddr *address, unsigned size);

/* As poll, with a duration: below zero without end. */
int conc_poll(struct pollfd *files, size_t count, conc_duration timeout);

/* Macros too, so that a report can name the line. */
long conc_abi_read(int file, void *buffer, size_t size, const char *where);
long conc_abi_readv(int file, const struct iovec *parts, int count, const char *where);
long conc_abi_write(int file, const void *buffer, size_t size, const char *where);
long conc_abi_writev(int file, const struct iovec *parts, int count, const char *where);
long conc_abi_recv(int socket, void *buffer, size_t size, int flags, const char *where);
long conc_abi_send(int socket, const void *buffer, size_t size, int flags, const char *where);
long conc_abi_recvmsg(int socket, struct msghdr *message, int flags, const char *where);
long conc_abi_sendmsg(int socket, const struct msghdr *message, int flags, const char *where);
int conc_abi_accept(int socket, struct sockaddr *address, unsigned *size, int flags,
                    const char *where);
int conc_abi_connect(int socket, const struct sockaddr *address, unsigned size, const char *where);
int conc_abi_poll(struct pollfd *files, size_t count, conc_duration timeout, const char *where);

#ifndef CONC_ANALYSIS
#define conc_read(...) conc_abi_read(__VA_ARGS__, CONC_HERE)
#define conc_readv(...) conc_abi_readv(__VA_ARGS__, CONC_HERE)
#define conc_write(...) conc_abi_write(__VA_ARGS__, CONC_HERE)
#define conc_writev(...) conc_abi_writev(__VA_ARGS__, CONC_HERE)
#define conc_recv(...) conc_abi_recv(__VA_ARGS__, CONC_HERE)
#define conc_send(...) conc_abi_send(__VA_ARGS__, CONC_HERE)
#define conc_recvmsg(...) conc_abi_recvmsg(__VA_ARGS__, CONC_HERE)
#define conc_sendmsg(...) conc_abi_sendmsg(__VA_ARGS__, CONC_HERE)
#define conc_accept(...) conc_abi_accept(__VA_ARGS__, CONC_HERE)
#define conc_connect(...) conc_abi_connect(__VA_ARGS__, CONC_HERE)
#define conc_poll(...) conc_abi_poll(__VA_ARGS__, CONC_HERE)
#endif

#endif
