/* SPDX-License-Identifier: MIT */
/* uring: operations on files by io_uring. file.c says when it is used. */
#ifndef CONC_SRC_URING_H
#define CONC_SRC_URING_H

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

/* Starts call; its end unparks the caller. False if there is no ring or no room in it. */
bool conc_uring_start(struct conc_file_call *call);
bool conc_uring_exists(void);

/* The same, but does not make a ring. */
bool conc_uring_in_use(void);

/* Wakes the threads whose operations are done; returns how many. */
unsigned conc_uring_reap(void);

/* For fork's child. */
void conc_uring_reset(void);

#endif
