/* SPDX-License-Identifier: MIT */
/* readable(fd), writable(fd): clauses of a statement. They are level-triggered: a clause is
 * selected whenever poll reports the file ready, even if another thread has seen that before. The
 * waiters are LEVEL (descriptor.h): they take nothing, so an edge wakes all of them.
 *
 * n << conc_read(fd, …): a readable clause, and when it has been chosen the call, which does not
 * wait. If it would have to, the clause has not been chosen after all, and waits again.
 *
 * n << conc_read_line(&in, &line): the same, and the clause is also ready while the input has a
 * line. Chosen for the bytes of a part of a line, the call moves them into the input, and the
 * clause waits again: they are there for whoever reads next, whichever clause wins. The input is
 * looked at anew in each look: a block of an `and` may have used it meanwhile. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <string.h>

#include "conc/abi_io.h"
#include "conc/io.h"
#include "io.h"
#include "port/os_io.h"
#include "port/stop.h"

static _Noreturn void stop(int file, int error, const char *where)
{
	conc_stop(where, conc_thread_self(), "waituntil: descriptor %d: %s", file, strerror(error));
}

bool conc_io_ready(const struct conc_descriptor *d, int side, const char *where)
{
	int file = load_relaxed(&d->file);
	int ready = conc_os_poll(file, side == CONC_READING ? POLLIN | POLLRDHUP : POLLOUT);

	if (CONC_UNLIKELY(ready < 0)) stop(file, -ready, where);
	if (CONC_UNLIKELY(ready & POLLNVAL)) stop(file, EBADF, where);
	return ready != 0;
}

int conc_io_enlist(struct conc_descriptor *d, int side, struct conc_waiter *w, bool queue,
                   const char *where)
{
	int how = CONC_IO_LOOK_AGAIN;

	while (how == CONC_IO_LOOK_AGAIN) {
		uint32_t seen = conc_descriptor_edges(d, side);
		if (conc_io_ready(d, side, where) ||
		    (queue && conc_descriptor_register_or_stop(d, side, where)))
			return conc_descriptor_claim(d, side, w) ? CONC_ENLIST_DONE
			                                         : CONC_ENLIST_GONE;
		if (!queue) return CONC_ENLIST_QUEUED;
		how = conc_descriptor_enlist(d, side, w, seen);
	}
	return how;
}

/* Returns whether the file is known to be empty until the next edge. Then a statement that can wait
 * for the edge need not ask the kernel. A statement with an else must know the state now. */
static bool readable_is_drained(const struct conc_descriptor *d, const struct conc_abi_waituntil *s)
{
	return !s->conc_else &&
	       conc_descriptor_is_drained(d, conc_descriptor_edges(d, CONC_READING));
}

static bool readable_attempt(void *d, struct conc_waiter *w, const char *where)
{
	return !readable_is_drained(d, w->slot) && conc_io_ready(d, CONC_READING, where);
}

static int enlist_reading(struct conc_descriptor *d, struct conc_waiter *w, bool queue,
                          const struct conc_abi_waituntil *s, const char *where)
{
	uint32_t seen = conc_descriptor_edges(d, CONC_READING);
	int how = CONC_IO_LOOK_AGAIN;

	if (queue && readable_is_drained(d, s))
		how = conc_descriptor_enlist(d, CONC_READING, w, seen);
	if (how != CONC_IO_LOOK_AGAIN) return how;
	return conc_io_enlist(d, CONC_READING, w, queue, where);
}

static int readable_enlist(void *d, struct conc_waiter *w, bool queue, const char *where)
{
	return enlist_reading(d, w, queue, w->slot, where);
}

static void readable_delist(void *d, struct conc_waiter *w)
{
	conc_descriptor_delist(d, CONC_READING, w);
}

static bool line_attempt(void *d, struct conc_waiter *w, const char *where)
{
	const struct conc_abi_io *io = w->slot;

	return conc_io_line_is_there(io->conc_buffer) ||
	       (!readable_is_drained(d, io->conc_wait) && conc_io_ready(d, CONC_READING, where));
}

static int line_enlist(void *d, struct conc_waiter *w, bool queue, const char *where)
{
	const struct conc_abi_io *io = w->slot;

	if (conc_io_line_is_there(io->conc_buffer))
		return conc_descriptor_claim(d, CONC_READING, w) ? CONC_ENLIST_DONE
		                                                 : CONC_ENLIST_GONE;
	return enlist_reading(d, w, queue, io->conc_wait, where);
}

static bool writable_attempt(void *d, struct conc_waiter *w, const char *where)
{
	(void)w;
	return conc_io_ready(d, CONC_WRITING, where);
}

static int writable_enlist(void *d, struct conc_waiter *w, bool queue, const char *where)
{
	return conc_io_enlist(d, CONC_WRITING, w, queue, where);
}

static void writable_delist(void *d, struct conc_waiter *w)
{
	conc_descriptor_delist(d, CONC_WRITING, w);
}

static const struct conc_selectable readable = {
        .operation = "readable",
        .enlist = readable_enlist,
        .delist = readable_delist,
        .attempt = readable_attempt,
        .closed = "waituntil: a descriptor was closed while it was waited for",
};

static const struct conc_selectable line_readable = {
        .operation = "readable",
        .enlist = line_enlist,
        .delist = readable_delist,
        .attempt = line_attempt,
        .closed = "waituntil: a descriptor was closed while it was waited for",
};

static const struct conc_selectable writable = {
        .operation = "writable",
        .enlist = writable_enlist,
        .delist = writable_delist,
        .attempt = writable_attempt,
        .closed = "waituntil: a descriptor was closed while it was waited for",
};

static struct conc_descriptor *descriptor_of(int file, const char *where)
{
	struct conc_descriptor *d = conc_descriptor_get(file);

	if (!d) stop(file, EBADF, where);
	return d;
}

void conc_abi_readable_clause(struct conc_abi_waituntil *wait, unsigned i, int file,
                              const char *where)
{
	conc_abi_clause(wait, i, &readable, descriptor_of(file, where), wait, where);
}

struct conc_abi_io conc_abi_io_read_line(struct conc_input *in, char **line)
{
	return (struct conc_abi_io){.conc_function = CONC_ABI_IO_READ_LINE,
	                            .conc_file = in->conc_file,
	                            .conc_buffer = in,
	                            .conc_line = line};
}

void conc_abi_io_clause(struct conc_abi_waituntil *wait, unsigned i, struct conc_abi_io *io,
                        const char *where)
{
	io->conc_wait = wait;
	if (io->conc_function == CONC_ABI_IO_READ_LINE)
		conc_abi_clause(wait, i, &line_readable, descriptor_of(io->conc_file, where), io,
		                where);
	else if (io->conc_function < CONC_ABI_IO_WRITE)
		conc_abi_readable_clause(wait, i, io->conc_file, where);
	else conc_abi_writable_clause(wait, i, io->conc_file, where);
}

/* Does the call if it need not wait. Returns its result, or -errno. */
static ssize_t call_at_once(const struct conc_abi_io *io, const char *where)
{
	int file = io->conc_file, flags = io->conc_flags;
	void *buffer = io->conc_buffer;
	size_t size = io->conc_size;

	switch ((enum conc_abi_io_function)io->conc_function) {
	case CONC_ABI_IO_READ:
		return conc_io_read(file, buffer, size, CONC_IO_AT_ONCE, "conc_read", where);
	case CONC_ABI_IO_RECV:
		return conc_io_recv(file, buffer, size, flags, CONC_IO_AT_ONCE, "conc_recv", where);
	case CONC_ABI_IO_ACCEPT:
		return conc_io_accept(file, buffer, io->conc_address_size, flags, CONC_IO_AT_ONCE,
		                      "conc_accept", where);
	case CONC_ABI_IO_READ_LINE:
		return conc_io_read_line(buffer, io->conc_line, CONC_IO_AT_ONCE, "conc_read_line",
		                         where);
	case CONC_ABI_IO_WRITE:
		return conc_io_write(file, buffer, size, CONC_IO_AT_ONCE, "conc_write", where);
	case CONC_ABI_IO_SEND:
		break;
	}
	return conc_io_send(file, buffer, size, flags, CONC_IO_AT_ONCE, "conc_send", where);
}

bool conc_abi_io_took_place(struct conc_abi_waituntil *wait, unsigned i,
                            const struct conc_abi_io *io, long *result)
{
	ssize_t n = call_at_once(io, wait->conc_clauses[i].conc_where);

	*result = conc_io_result(n);
	if (n != -EAGAIN) return true;
	/* another thread was faster, or the kernel was wrong */
	wait->conc_ran &= ~((uint64_t)1 << i);
	return false;
}

void conc_abi_writable_clause(struct conc_abi_waituntil *wait, unsigned i, int file,
                              const char *where)
{
	conc_abi_clause(wait, i, &writable, descriptor_of(file, where), NULL, where);
}
