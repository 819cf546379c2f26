/* SPDX-License-Identifier: MIT */
/*
 * file: operations on files, which poll calls always ready and which may wait for a disk.
 *
 * The idea. What the page cache has is read at once (RWF_NOWAIT). The rest goes to io_uring, one
 * ring for the process: the operation is put in, the caller parks, and whoever polls finds the
 * ring readable and wakes those whose operations are done. Where the kernel refuses io_uring (most
 * container runtimes do), or CONC_IO=pool asks for it, a kernel thread of the pool does it.
 *
 * Rejected: a ring for each worker (a worker would have to reap for others while they sleep); a
 * blocking section for each (a thousand reads would be a thousand kernel threads).
 */
#ifndef CONC_SRC_FILE_H
#define CONC_SRC_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum conc_file_operation { CONC_FILE_READ, CONC_FILE_WRITE, CONC_FILE_SYNC, CONC_FILE_OPEN };

struct conc_file_call {
	enum conc_file_operation operation;
	int file;
	void *buffer; /* or the path */
	size_t size;
	int64_t offset; /* -1: at the file's position */
	int flags, mode;
	ssize_t result; /* or -errno */
	struct conc_thread *caller;
};

/* Does it, parked meanwhile. */
ssize_t conc_file_call(struct conc_file_call *call, const char *name, const char *where);

/* uring.c. False: there is no ring, or no room in it. */
bool conc_uring_start(struct conc_file_call *call);
bool conc_uring_exists(void);

/* The same without making one. */
bool conc_uring_in_use(void);

/* Wakes those whose operations are done; returns how many. */
unsigned conc_uring_reap(void);

/* For fork's child. */
void conc_uring_reset(void);

#endif
