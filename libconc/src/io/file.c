/* SPDX-License-Identifier: MIT */
/*
 * file: operations on files, which poll always reports as ready and which may wait for a disk.
 *
 * The idea. Data in the page cache is read at once (RWF_NOWAIT). The rest goes to io_uring, one
 * ring for the process: the operation is put in, the caller parks, and the thread that polls finds
 * the ring readable and wakes the callers whose operations are done. If the kernel refuses io_uring
 * (most container runtimes do), or CONC_IO=pool asks for it, a kernel thread of the pool does it.
 *
 * Rejected: a ring for each worker (a worker would have to reap for others while they sleep); a
 * blocking section for each operation (a thousand reads would be a thousand kernel threads).
 */
#include <errno.h>

#include "conc/io.h"
#include "conc/thread.h"
#include "io.h"
#include "kernel/edge.h"
#include "kernel/blocking_pool.h"
#include "kernel/uring.h"
#include "port/os_io.h"

/* ---- io_uring or the pool ---- */

/* now: reads and writes do not wait for a disk (-EAGAIN, or -EOPNOTSUPP). */
static void do_once(struct conc_file_call *c, bool now)
{
	switch (c->operation) {
	case CONC_FILE_READ:
		c->result = conc_os_pread(c->file, c->buffer, c->size, c->offset, now);
		break;
	case CONC_FILE_WRITE:
		c->result = conc_os_pwrite(c->file, c->buffer, c->size, c->offset, now);
		break;
	case CONC_FILE_SYNC:
		c->result = conc_os_sync(c->file);
		break;
	case CONC_FILE_OPEN:
		c->result = conc_os_open(c->buffer, c->flags, c->mode);
		break;
	}
}

/* Repeats the call while signals interrupt it, which happens outside the threads of the pool. */
static void do_it(void *call)
{
	do do_once(call, false);
	while (((struct conc_file_call *)call)->result == -EINTR);
}

ssize_t conc_file_call(struct conc_file_call *call, const char *name, const char *where)
{
	struct conc_thread *self = conc_thread_self();

	call->caller = self;
	if (!conc_schedule_seeded() && conc_uring_start(call)) {
		conc_thread_waits(self, name, call, where, NULL);
		conc_thread_park(self);
		/* the ring cancels operations that get no kernel thread (RLIMIT_NPROC, pids.max) or
		 * meet a signal: nothing was done then */
		if (call->result != -ECANCELED && call->result != -EINTR) return call->result;
	}
	conc_blocking_pool_call(do_it, call, name, where);
	return call->result;
}

const char *conc_io_backend(void)
{
	return !conc_schedule_seeded() && conc_uring_exists() ? "io_uring" : "pool";
}

/* ---- Operations ---- */

/* Tries without waiting for a disk, then by the ring or the pool. Without waiting, the kernel stops
 * at the first page that is not in its cache; the end of the file shows in the next try. */
static ssize_t transfer(struct conc_file_call *call, const char *name, const char *where)
{
	size_t done = 0;
	bool waited = false;
	ssize_t n;

	if (call->offset < 0) return -EINVAL;
	do {
		do_once(call, true);
		n = call->result;
		waited = n == -EAGAIN || n == -EOPNOTSUPP;
		if (waited) n = conc_file_call(call, name, where);
		if (n <= 0) break;
		done += (size_t)n;
		call->buffer = (char *)call->buffer + n;
		call->size -= (size_t)n;
		call->offset += n;
	} while (call->size > 0 && !waited);
	return done ? (ssize_t)done : n;
}

long conc_abi_pread(int file, void *buffer, size_t size, int64_t offset, const char *where)
{
	struct conc_file_call call = {CONC_FILE_READ, file, buffer, size, .offset = offset};
	ssize_t n = transfer(&call, "conc_pread", where);

	if (n >= 0) {
		conc_edge_file_to(file);
		conc_edge_writes(buffer, (size_t)n);
	}
	return conc_io_result(n);
}

long conc_abi_pwrite(int file, const void *buffer, size_t size, int64_t offset, const char *where)
{
	struct conc_file_call call = {CONC_FILE_WRITE, file, (void *)(uintptr_t)buffer, size,
	                              .offset = offset};

	conc_edge_reads(buffer, size);
	conc_edge_file_from(file);
	return conc_io_result(transfer(&call, "conc_pwrite", where));
}

int conc_abi_fsync(int file, const char *where)
{
	struct conc_file_call call = {CONC_FILE_SYNC, .file = file};

	return (int)conc_io_result(conc_file_call(&call, "conc_fsync", where));
}

int conc_abi_open(const char *path, int flags, unsigned mode, const char *where)
{
	struct conc_file_call call = {CONC_FILE_OPEN, .buffer = (void *)(uintptr_t)path,
	                              .flags = flags, .mode = (int)mode};
	ssize_t file = conc_file_call(&call, "conc_open", where);

	if (file >= 0) conc_descriptor_fresh((int)file);
	return (int)conc_io_result(file);
}

CONC_IO_FUNCTION(long, pread, (int file, void *buffer, size_t size, int64_t offset), file, buffer,
                 size, offset)
CONC_IO_FUNCTION(long, pwrite, (int file, const void *buffer, size_t size, int64_t offset), file,
                 buffer, size, offset)
CONC_IO_FUNCTION(int, fsync, (int file), file)
CONC_IO_FUNCTION(int, open, (const char *path, int flags, unsigned mode), path, flags, mode)
