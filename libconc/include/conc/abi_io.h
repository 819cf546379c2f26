/* SPDX-License-Identifier: MIT */
/* Lowered code for waituntil (readable(fd)), (writable(fd)), (signalled(SIG)), (exited(pid)), (n <<
 * conc_read(fd, buffer, size)) and its like, also conc_read_line.
 * docs/reference/io.md defines their meaning. */
#ifndef CONC_ABI_IO_H
#define CONC_ABI_IO_H

#include "conc/abi_waituntil.h"

struct conc_input;
struct sockaddr;

void conc_abi_readable_clause(struct conc_abi_waituntil *wait, unsigned clause, int file,
                              const char *where);
void conc_abi_writable_clause(struct conc_abi_waituntil *wait, unsigned clause, int file,
                              const char *where);
void conc_abi_signalled_clause(struct conc_abi_waituntil *wait, unsigned clause, int number,
                               const char *where);
void conc_abi_exited_clause(struct conc_abi_waituntil *wait, unsigned clause, int process,
                            const char *where);

#define CONC_READABLE_CLAUSE(number, i, guard, file) \
	if (guard) conc_abi_readable_clause(&conc_wait_##number, i, file, CONC_HERE)
#define CONC_WRITABLE_CLAUSE(number, i, guard, file) \
	if (guard) conc_abi_writable_clause(&conc_wait_##number, i, file, CONC_HERE)
#define CONC_SIGNALLED_CLAUSE(number, i, guard, signal) \
	if (guard) conc_abi_signalled_clause(&conc_wait_##number, i, signal, CONC_HERE)
#define CONC_EXITED_CLAUSE(number, i, guard, process) \
	if (guard) conc_abi_exited_clause(&conc_wait_##number, i, process, CONC_HERE)

/* A call in a clause: its operands, evaluated at the clause's head, and then what it gives. */
struct conc_abi_io {
	int conc_function; /* enum conc_abi_io_function */
	int conc_file, conc_flags;
	size_t conc_size;
	void *conc_buffer; /* an address, for accept; a conc_input, for read_line */
	unsigned *conc_address_size;
	char **conc_line;
	struct conc_abi_waituntil *conc_wait; /* the statement */
};
enum conc_abi_io_function { /* the first ones read */
	                    CONC_ABI_IO_READ,
	                    CONC_ABI_IO_RECV,
	                    CONC_ABI_IO_ACCEPT,
	                    CONC_ABI_IO_READ_LINE,
	                    CONC_ABI_IO_WRITE,
	                    CONC_ABI_IO_SEND,
};

CONC_ABI_INLINE struct conc_abi_io conc_abi_io_read(int conc_file, void *conc_buffer,
                                                    size_t conc_size)
{
	return (struct conc_abi_io){CONC_ABI_IO_READ, conc_file, 0, conc_size,
	                            conc_buffer,      0,         0, 0};
}
CONC_ABI_INLINE struct conc_abi_io conc_abi_io_recv(int conc_file, void *conc_buffer,
                                                    size_t conc_size, int conc_flags)
{
	return (struct conc_abi_io){CONC_ABI_IO_RECV, conc_file, conc_flags, conc_size,
	                            conc_buffer,      0,         0,          0};
}
CONC_ABI_INLINE struct conc_abi_io conc_abi_io_accept(int conc_file, struct sockaddr *conc_address,
                                                      unsigned *conc_size, int conc_flags)
{
	return (struct conc_abi_io){CONC_ABI_IO_ACCEPT, conc_file, conc_flags, 0,
	                            conc_address,       conc_size, 0,          0};
}
CONC_ABI_INLINE struct conc_abi_io conc_abi_io_write(int conc_file, const void *conc_buffer,
                                                     size_t conc_size)
{
	return (struct conc_abi_io){CONC_ABI_IO_WRITE,
	                            conc_file,
	                            0,
	                            conc_size,
	                            (void *)(uintptr_t)conc_buffer,
	                            0,
	                            0,
	                            0};
}
CONC_ABI_INLINE struct conc_abi_io conc_abi_io_send(int conc_file, const void *conc_buffer,
                                                    size_t conc_size, int conc_flags)
{
	return (struct conc_abi_io){CONC_ABI_IO_SEND,
	                            conc_file,
	                            conc_flags,
	                            conc_size,
	                            (void *)(uintptr_t)conc_buffer,
	                            0,
	                            0,
	                            0};
}

/* Not inline: it looks into the input. */
struct conc_abi_io conc_abi_io_read_line(struct conc_input *in, char **line);

void conc_abi_io_clause(struct conc_abi_waituntil *wait, unsigned clause, struct conc_abi_io *io,
                        const char *where);
/* The clause has been chosen. Does the call, without waiting. False: it would have to wait, and the
 * clause waits again. */
bool conc_abi_io_took_place(struct conc_abi_waituntil *wait, unsigned clause,
                            const struct conc_abi_io *io, long *result);

/* operands: in parentheses. */
#define CONC_IO_CLAUSE_(number, i, function, operands)            \
	conc_io_##number##_##i = conc_abi_io_##function operands; \
	conc_abi_io_clause(&conc_wait_##number, i, &conc_io_##number##_##i, CONC_HERE)

#endif
