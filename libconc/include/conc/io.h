/* SPDX-License-Identifier: MIT */
/* Input and output that parks the calling user thread and not its kernel thread.
 *
 * Each function takes the arguments and returns the result of the one without `conc_` on a blocking
 * descriptor: -1 with errno on failure. The descriptor may be blocking or non-blocking; its flags
 * are left alone. A further error is ECANCELED: the calling thread was cancelled (conc/cancel.h)
 * while it had to wait; an operation that can take place at once does so. EINTR does not happen.
 *
 * The twin conc_NAME_for waits for at most limit in the whole call. Then it fails with -1 and errno
 * ETIMEDOUT; if it has done a part, it returns that part. With zero or less it does what can be
 * done at once. What the kernel does not stop has no limit: reads and writes of files, and the
 * calls that docs/reference/io.md names.
 *
 * Several threads may use one descriptor; the thread that has waited longest goes first. Closing it
 * by close, dup2 or dup3 ends all waits for it with EBADF. docs/reference/io.md has the rest. */
#ifndef CONC_IO_H
#define CONC_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conc/abi_base.h"
#include "conc/duration.h"

/* Declared without their headers: those declare functions such as send, accept or poll, names that
 * a program without I/O may use for its own. long and unsigned stand for ssize_t and socklen_t. */
struct addrinfo;
struct iovec;
struct msghdr;
struct pollfd;
struct sockaddr;

/* Read what there is, up to size bytes. Return 0 at the end. */
long conc_read(int file, void *buffer, size_t size);
long conc_readv(int file, const struct iovec *parts, int count);

/* Write all of it. A result below size means that an error followed, or the limit; the next call
 * reports it. */
long conc_write(int file, const void *buffer, size_t size);
long conc_writev(int file, const struct iovec *parts, int count);

/* flags as for recv and send; with MSG_DONTWAIT they never wait. conc_send and conc_sendto send all
 * of it, like conc_write. Datagrams are always whole. address and *address_size as for recvfrom:
 * both may be null. */
long conc_recv(int socket, void *buffer, size_t size, int flags);
long conc_send(int socket, const void *buffer, size_t size, int flags);
long conc_recvfrom(int socket, void *buffer, size_t size, int flags, struct sockaddr *address,
                   unsigned *address_size);
long conc_sendto(int socket, const void *buffer, size_t size, int flags,
                 const struct sockaddr *address, unsigned address_size);
long conc_recvmsg(int socket, struct msghdr *message, int flags);
long conc_sendmsg(int socket, const struct msghdr *message, int flags);

/* flags: SOCK_NONBLOCK, SOCK_CLOEXEC, as for accept4. Fastest on a non-blocking listening
 * socket. */
int conc_accept(int socket, struct sockaddr *address, unsigned *size, int flags);

/* After a failure, a cancel or a limit the socket may still be connecting: close it. */
int conc_connect(int socket, const struct sockaddr *address, unsigned size);

/* Like poll, with a duration; below zero: no limit. */
int conc_poll(struct pollfd *files, size_t count, conc_duration timeout);

/* Files. For data not in memory they use io_uring if the kernel allows it, else a kernel thread of
 * a pool; conc_io_backend tells which. They cannot be cancelled once begun. */
int conc_open(const char *path, int flags, unsigned mode);
long conc_pread(int file, void *buffer, size_t size, int64_t offset);
long conc_pwrite(int file, const void *buffer, size_t size, int64_t offset);
int conc_fsync(int file);
const char *conc_io_backend(void); /* "io_uring" or "pool" */

/* Sends size bytes of a file, or up to its end, from *offset, which it advances, or if offset is
 * null from the file's position. It copies unless the socket is non-blocking. To a pipe it sends
 * anything that can be spliced. */
long conc_sendfile(int socket, int file, int64_t *offset, size_t size);

/* Moves what there is, up to size bytes, from a pipe or to a pipe, once it can be read and written.
 * Returns 0 at the end. A side that has no offset is a null pointer. flags as for splice; with
 * SPLICE_F_NONBLOCK it does not wait. */
long conc_splice(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t size,
                 unsigned flags);

/* Like getaddrinfo, in a kernel thread of the pool. If cancelled: EAI_SYSTEM, errno ECANCELED; at
 * the limit: EAI_SYSTEM, errno ETIMEDOUT. */
int conc_getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                     struct addrinfo **list);

/* With a limit for the whole call. */
long conc_read_for(int file, void *buffer, size_t size, conc_duration limit);
long conc_readv_for(int file, const struct iovec *parts, int count, conc_duration limit);
long conc_write_for(int file, const void *buffer, size_t size, conc_duration limit);
long conc_writev_for(int file, const struct iovec *parts, int count, conc_duration limit);
long conc_recv_for(int socket, void *buffer, size_t size, int flags, conc_duration limit);
long conc_send_for(int socket, const void *buffer, size_t size, int flags, conc_duration limit);
long conc_recvfrom_for(int socket, void *buffer, size_t size, int flags, struct sockaddr *address,
                       unsigned *address_size, conc_duration limit);
long conc_sendto_for(int socket, const void *buffer, size_t size, int flags,
                     const struct sockaddr *address, unsigned address_size, conc_duration limit);
long conc_recvmsg_for(int socket, struct msghdr *message, int flags, conc_duration limit);
long conc_sendmsg_for(int socket, const struct msghdr *message, int flags, conc_duration limit);
int conc_accept_for(int socket, struct sockaddr *address, unsigned *size, int flags,
                    conc_duration limit);
int conc_connect_for(int socket, const struct sockaddr *address, unsigned size,
                     conc_duration limit);
long conc_sendfile_for(int socket, int file, int64_t *offset, size_t size, conc_duration limit);
long conc_splice_for(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t size,
                     unsigned flags, conc_duration limit);
int conc_getaddrinfo_for(const char *node, const char *service, const struct addrinfo *hints,
                         struct addrinfo **list, conc_duration limit);

/* Lines. getline and the rest of stdio read by read(2), which holds the kernel thread, and lock the
 * FILE for a kernel thread. So libconc has this much of its own.
 *
 * An input is a descriptor and a buffer, which is the program's: nothing is allocated, there is
 * nothing to destroy, and a line without an end fills the buffer and no more. It reads ahead, so
 * use the descriptor by the input alone; it does not close it. One thread at a time may use an
 * input. What has been read is kept across a limit, a cancel or an error: the next call goes on. */
typedef struct conc_input {
	char *conc_buffer;
	size_t conc_size, conc_begin, conc_end; /* of the buffer; of what is in it */
	size_t conc_seen;                       /* up to here there is no newline */
	int conc_file;
	bool conc_newline; /* the line that was read last ended with a newline */
} conc_input;

/* buffer: size bytes, one or more, which last as long as the input. */
void conc_input_init(conc_input *in, int file, void *buffer, size_t size);

/* Returns the length of the next line, 0 or more, and sets *line to its first byte. The line ends
 * at "\n" or "\r\n", which are not part of it; the last may end at the end of the input: then
 * in->conc_newline is false, and it may be a part of what was to come. It may contain any bytes,
 * also 0, and a 0 follows it. It is in the buffer: valid until the next call, and the program may
 * change it.
 *
 * -1 with errno ENODATA: the end. EMSGSIZE: the line with its newline is longer than the buffer; it
 * stays where it is, and conc_read_exactly can take it. Else an error of conc_read. */
long conc_read_line(conc_input *in, char **line);
long conc_read_line_for(conc_input *in, char **line, conc_duration limit);

/* Reads size bytes. A smaller result means that the end, an error or the limit followed; the next
 * call returns 0 at the end, else -1 with errno. */
long conc_read_exactly(conc_input *in, void *to, size_t size);
long conc_read_exactly_for(conc_input *in, void *to, size_t size, conc_duration limit);

/* Also macros, so that a report can name the line. */
long conc_abi_read(int file, void *buffer, size_t size, const char *where);
long conc_abi_readv(int file, const struct iovec *parts, int count, const char *where);
long conc_abi_write(int file, const void *buffer, size_t size, const char *where);
long conc_abi_writev(int file, const struct iovec *parts, int count, const char *where);
long conc_abi_recv(int socket, void *buffer, size_t size, int flags, const char *where);
long conc_abi_send(int socket, const void *buffer, size_t size, int flags, const char *where);
long conc_abi_recvfrom(int socket, void *buffer, size_t size, int flags, struct sockaddr *address,
                       unsigned *address_size, const char *where);
long conc_abi_sendto(int socket, const void *buffer, size_t size, int flags,
                     const struct sockaddr *address, unsigned address_size, const char *where);
long conc_abi_recvmsg(int socket, struct msghdr *message, int flags, const char *where);
long conc_abi_sendmsg(int socket, const struct msghdr *message, int flags, const char *where);
int conc_abi_accept(int socket, struct sockaddr *address, unsigned *size, int flags,
                    const char *where);
int conc_abi_connect(int socket, const struct sockaddr *address, unsigned size, const char *where);
int conc_abi_poll(struct pollfd *files, size_t count, conc_duration timeout, const char *where);
int conc_abi_open(const char *path, int flags, unsigned mode, const char *where);
long conc_abi_pread(int file, void *buffer, size_t size, int64_t offset, const char *where);
long conc_abi_pwrite(int file, const void *buffer, size_t size, int64_t offset, const char *where);
int conc_abi_fsync(int file, const char *where);
long conc_abi_sendfile(int socket, int file, int64_t *offset, size_t size, const char *where);
long conc_abi_splice(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t size,
                     unsigned flags, const char *where);
int conc_abi_getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                         struct addrinfo **list, const char *where);
long conc_abi_read_for(int file, void *buffer, size_t size, conc_duration limit, const char *where);
long conc_abi_readv_for(int file, const struct iovec *parts, int count, conc_duration limit,
                        const char *where);
long conc_abi_write_for(int file, const void *buffer, size_t size, conc_duration limit,
                        const char *where);
long conc_abi_writev_for(int file, const struct iovec *parts, int count, conc_duration limit,
                         const char *where);
long conc_abi_recv_for(int socket, void *buffer, size_t size, int flags, conc_duration limit,
                       const char *where);
long conc_abi_send_for(int socket, const void *buffer, size_t size, int flags, conc_duration limit,
                       const char *where);
long conc_abi_recvfrom_for(int socket, void *buffer, size_t size, int flags,
                           struct sockaddr *address, unsigned *address_size, conc_duration limit,
                           const char *where);
long conc_abi_sendto_for(int socket, const void *buffer, size_t size, int flags,
                         const struct sockaddr *address, unsigned address_size, conc_duration limit,
                         const char *where);
long conc_abi_recvmsg_for(int socket, struct msghdr *message, int flags, conc_duration limit,
                          const char *where);
long conc_abi_sendmsg_for(int socket, const struct msghdr *message, int flags, conc_duration limit,
                          const char *where);
int conc_abi_accept_for(int socket, struct sockaddr *address, unsigned *size, int flags,
                        conc_duration limit, const char *where);
int conc_abi_connect_for(int socket, const struct sockaddr *address, unsigned size,
                         conc_duration limit, const char *where);
long conc_abi_sendfile_for(int socket, int file, int64_t *offset, size_t size, conc_duration limit,
                           const char *where);
long conc_abi_splice_for(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t size,
                         unsigned flags, conc_duration limit, const char *where);
int conc_abi_getaddrinfo_for(const char *node, const char *service, const struct addrinfo *hints,
                             struct addrinfo **list, conc_duration limit, const char *where);
void conc_abi_input_init(conc_input *in, int file, void *buffer, size_t size, const char *where);
long conc_abi_read_line(conc_input *in, char **line, const char *where);
long conc_abi_read_line_for(conc_input *in, char **line, conc_duration limit, const char *where);
long conc_abi_read_exactly(conc_input *in, void *to, size_t size, const char *where);
long conc_abi_read_exactly_for(conc_input *in, void *to, size_t size, conc_duration limit,
                               const char *where);

#ifndef CONC_ANALYSIS
#define conc_read(...) conc_abi_read(__VA_ARGS__, CONC_HERE)
#define conc_readv(...) conc_abi_readv(__VA_ARGS__, CONC_HERE)
#define conc_write(...) conc_abi_write(__VA_ARGS__, CONC_HERE)
#define conc_writev(...) conc_abi_writev(__VA_ARGS__, CONC_HERE)
#define conc_recv(...) conc_abi_recv(__VA_ARGS__, CONC_HERE)
#define conc_send(...) conc_abi_send(__VA_ARGS__, CONC_HERE)
#define conc_recvfrom(...) conc_abi_recvfrom(__VA_ARGS__, CONC_HERE)
#define conc_sendto(...) conc_abi_sendto(__VA_ARGS__, CONC_HERE)
#define conc_recvmsg(...) conc_abi_recvmsg(__VA_ARGS__, CONC_HERE)
#define conc_sendmsg(...) conc_abi_sendmsg(__VA_ARGS__, CONC_HERE)
#define conc_accept(...) conc_abi_accept(__VA_ARGS__, CONC_HERE)
#define conc_connect(...) conc_abi_connect(__VA_ARGS__, CONC_HERE)
#define conc_poll(...) conc_abi_poll(__VA_ARGS__, CONC_HERE)
#define conc_open(...) conc_abi_open(__VA_ARGS__, CONC_HERE)
#define conc_pread(...) conc_abi_pread(__VA_ARGS__, CONC_HERE)
#define conc_pwrite(...) conc_abi_pwrite(__VA_ARGS__, CONC_HERE)
#define conc_fsync(...) conc_abi_fsync(__VA_ARGS__, CONC_HERE)
#define conc_sendfile(...) conc_abi_sendfile(__VA_ARGS__, CONC_HERE)
#define conc_splice(...) conc_abi_splice(__VA_ARGS__, CONC_HERE)
#define conc_getaddrinfo(...) conc_abi_getaddrinfo(__VA_ARGS__, CONC_HERE)
#define conc_read_for(...) conc_abi_read_for(__VA_ARGS__, CONC_HERE)
#define conc_readv_for(...) conc_abi_readv_for(__VA_ARGS__, CONC_HERE)
#define conc_write_for(...) conc_abi_write_for(__VA_ARGS__, CONC_HERE)
#define conc_writev_for(...) conc_abi_writev_for(__VA_ARGS__, CONC_HERE)
#define conc_recv_for(...) conc_abi_recv_for(__VA_ARGS__, CONC_HERE)
#define conc_send_for(...) conc_abi_send_for(__VA_ARGS__, CONC_HERE)
#define conc_recvfrom_for(...) conc_abi_recvfrom_for(__VA_ARGS__, CONC_HERE)
#define conc_sendto_for(...) conc_abi_sendto_for(__VA_ARGS__, CONC_HERE)
#define conc_recvmsg_for(...) conc_abi_recvmsg_for(__VA_ARGS__, CONC_HERE)
#define conc_sendmsg_for(...) conc_abi_sendmsg_for(__VA_ARGS__, CONC_HERE)
#define conc_accept_for(...) conc_abi_accept_for(__VA_ARGS__, CONC_HERE)
#define conc_connect_for(...) conc_abi_connect_for(__VA_ARGS__, CONC_HERE)
#define conc_sendfile_for(...) conc_abi_sendfile_for(__VA_ARGS__, CONC_HERE)
#define conc_splice_for(...) conc_abi_splice_for(__VA_ARGS__, CONC_HERE)
#define conc_getaddrinfo_for(...) conc_abi_getaddrinfo_for(__VA_ARGS__, CONC_HERE)
#define conc_input_init(...) conc_abi_input_init(__VA_ARGS__, CONC_HERE)
#define conc_read_line(...) conc_abi_read_line(__VA_ARGS__, CONC_HERE)
#define conc_read_line_for(...) conc_abi_read_line_for(__VA_ARGS__, CONC_HERE)
#define conc_read_exactly(...) conc_abi_read_exactly(__VA_ARGS__, CONC_HERE)
#define conc_read_exactly_for(...) conc_abi_read_exactly_for(__VA_ARGS__, CONC_HERE)
#endif

#endif
