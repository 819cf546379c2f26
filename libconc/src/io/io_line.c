/* SPDX-License-Identifier: MIT */
/* io: lines from a descriptor. What has been read and not taken is in the buffer, from begin to
 * end; there is no newline before seen, so that a line that comes byte by byte is searched once.
 *
 * Rejected: a buffer that grows (who sends a line without an end would fill the memory); a buffer
 * of libconc's own (something to free on each way out of a connection's thread). */
#include <errno.h>
#include <string.h>

#include "conc/io.h"
#include "conc/thread.h"
#include "io.h"
#include "port/stop.h"

void conc_abi_input_init(conc_input *in, int file, void *buffer, size_t size, const char *where)
{
	if (size == 0) conc_stop(where, conc_thread_self(), "conc_input_init: a buffer of 0 bytes");
	*in = (conc_input){.conc_file = file, .conc_buffer = buffer, .conc_size = size};
}

void(conc_input_init)(conc_input *in, int file, void *buffer, size_t size)
{
	conc_abi_input_init(in, file, buffer, size, NULL);
}

/* Reads more. Returns what conc_io_read returns, or -EMSGSIZE if the buffer is full. */
static ssize_t read_more(conc_input *in, CONC_IO_CALL)
{
	ssize_t n;

	memmove(in->conc_buffer, in->conc_buffer + in->conc_begin, in->conc_end - in->conc_begin);
	in->conc_seen -= in->conc_begin;
	in->conc_end -= in->conc_begin;
	in->conc_begin = 0;
	if (in->conc_end == in->conc_size) return -EMSGSIZE;
	n = conc_io_read(in->conc_file, in->conc_buffer + in->conc_end,
	                 in->conc_size - in->conc_end, deadline, operation, where);
	if (n > 0) in->conc_end += (size_t)n;
	return n;
}

/* Takes the line that ends before end; `newline` bytes follow it that are not part of it. */
static ssize_t take_line(conc_input *in, char **line, char *end, size_t newline)
{
	*line = in->conc_buffer + in->conc_begin;
	in->conc_newline = newline;
	in->conc_begin = in->conc_seen = (size_t)(end - in->conc_buffer) + newline;
	if (newline && end > *line && end[-1] == '\r') end--;
	*end = 0;
	return end - *line;
}

/* Returns where the first line ends, or NULL if the rest of it is not here yet. */
static char *find_newline(conc_input *in)
{
	char *newline = memchr(in->conc_buffer + in->conc_seen, '\n', in->conc_end - in->conc_seen);

	in->conc_seen = newline ? (size_t)(newline - in->conc_buffer) : in->conc_end;
	return newline;
}

bool conc_io_line_is_there(conc_input *in)
{
	return find_newline(in) || in->conc_end - in->conc_begin == in->conc_size;
}

ssize_t conc_io_read_line(conc_input *in, char **line, CONC_IO_CALL)
{
	for (;;) {
		char *newline = find_newline(in);
		ssize_t n;
		if (newline) return take_line(in, line, newline, 1);
		n = read_more(in, deadline, operation, where);
		if (n == 0 && in->conc_end > 0)
			return take_line(in, line, in->conc_buffer + in->conc_end, 0);
		if (n <= 0) return n ? n : -ENODATA;
	}
}

/* Takes up to size bytes of what has been read. Returns how many. */
static size_t take(conc_input *in, char *to, size_t size)
{
	size_t there = in->conc_end - in->conc_begin, n = size < there ? size : there;

	memcpy(to, in->conc_buffer + in->conc_begin, n);
	in->conc_begin += n;
	if (in->conc_seen < in->conc_begin) in->conc_seen = in->conc_begin;
	return n;
}

/* What does not fit into the buffer is read past it. */
static ssize_t conc_io_read_exactly(conc_input *in, void *to, size_t size, CONC_IO_CALL)
{
	size_t got = take(in, to, size);
	ssize_t n = 0;

	while (got < size) {
		size_t rest = size - got;
		if (rest < in->conc_size) n = read_more(in, deadline, operation, where);
		else
			n = conc_io_read(in->conc_file, (char *)to + got, rest, deadline, operation,
			                 where);
		if (n <= 0) break;
		got += rest < in->conc_size ? take(in, (char *)to + got, rest) : (size_t)n;
		if (conc_timer_passed(deadline)) break;
	}
	return got ? (ssize_t)got : n;
}

CONC_IO_FUNCTIONS(long, read_line, (conc_input * in, char **line), in, line)
CONC_IO_FUNCTIONS(long, read_exactly, (conc_input * in, void *to, size_t size), in, to, size)
