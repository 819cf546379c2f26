/* SPDX-License-Identifier: MIT */
/* Other programs, and the files that must not outlive this one. */
#ifndef CONCC_PROCESS_H
#define CONCC_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

struct process {
	const char *const *arguments; /* null-terminated; found through PATH */
	const char *input;            /* given on its standard input; null: ours */
	size_t input_length;
	struct text *output, *errors; /* receive what it writes; null: goes where ours goes */
	size_t limit;                 /* of each of them, behind which no more is read; 0: 4 GiB */
};

/* Runs to the end. Returns its exit status; 128 + n if signal n ended it, 127 if it cannot be
 * started (said on stderr). */
int process_run(const struct process *process);
/* The same; says on stderr if a signal ended it or it failed without a word. The status for a
 * signal is 1, as gcc's is for its parts. */
int process_back_end(const struct process *process);
/* Becomes the program; returns 127 only if it cannot be started (said on stderr). */
int process_become(const char *const *arguments);

/* Calls run(data) on a stack of 1 GiB: the passes and libclang recurse over nested code. Only what
 * they use of it takes memory; where the system grants no such stack, a smaller one must do. */
void process_on_large_stack(void *(*run)(void *), void *data);

/* Before anything is opened: closed standard streams stay closed. */
void process_open_streams(void);
/* From now on SIGINT, SIGTERM and SIGHUP reach the running child, remove all temporary files, and
 * end us; a fault of ours removes them, too. */
void process_watch_signals(void);
/* Who read our standard output has gone: ends us by SIGPIPE, unless that was ignored when we began.
 */
void process_end_by_reader(void);
/* A path in a fresh private folder of TMPDIR. Owned by this module. */
const char *process_temporary(const char *base_name);
/* The same, in a folder whose name depends on nothing but this text if nobody else has it now: a
 * compiler cache behind us would never find the same file twice. */
const char *process_temporary_for(const struct text *text, const char *base_name);
/* A fresh private folder; the pattern ends in XXXXXX. Owned by the caller, who guards what comes
 * into it. Null with errno where it cannot be made. */
char *process_folder(const char *pattern);
/* Writes the file or ends with a message. */
void process_write(const char *path, const char *bytes, size_t length);
/* Removes path too, if we end before process_release(path): a partial output. */
void process_guard(const char *path);
void process_release(const char *path);
/* Removes all of them. */
void process_clean(void);

#endif
