/* SPDX-License-Identifier: MIT */
/* Running other programs, and the files that must not outlive this one. */
#ifndef CONCC_PROCESS_H
#define CONCC_PROCESS_H

#include "text.h"

struct process {
	const char *const *arguments; /* null-terminated; found through PATH */
	const struct text *input;     /* its standard input; null, or without bytes: ours */
	struct text *output, *errors; /* receive its output; null: it goes where ours goes */
	size_t limit;                 /* maximum bytes of each; reading stops there; 0: 4 GiB */
};

/* Runs the program to its end. Returns its exit status, 128 + n if signal n ended it, or 127 if it
 * cannot be started (a message is printed). */
int process_run(const struct process *process);
/* The same, and prints an error if a signal ended it or it failed without a message. The status for
 * a signal is 1, as gcc's for its parts. */
int process_back_end(const struct process *process);
/* Becomes the program. Returns 127 only if it cannot be started (a message is printed). */
int process_become(const char *const *arguments);

/* Calls run(data) on a stack of 1 GiB, or less if the system does not grant it: the passes and
 * libclang recurse over nested code. Only the part that they use takes memory. */
void process_on_large_stack(void *(*run)(void *), void *data);

/* Keeps closed standard streams closed. Call it before any file is opened. */
void process_open_streams(void);
/* From now on SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGXCPU reach the running child, remove all
 * temporary files, and end concc. A fault of concc also removes them. */
void process_watch_signals(void);
/* Calls run(data), which calls a library that may crash. Returns false after a crash: the library's
 * memory is lost then, and what it worked on may not be used. */
bool process_survives(void (*run)(void *), void *data);
/* The reader of our standard output has gone: ends concc by SIGPIPE, unless SIGPIPE was ignored
 * when it began. */
void process_end_by_reader(void);
/* Returns a path in a fresh private folder of TMPDIR. Owned by this module. */
const char *process_temporary(const char *base_name);
/* The same, with the text in it. The folder's name depends only on the text, unless that is taken:
 * otherwise a compiler cache behind concc would never find the same file twice. */
const char *process_temporary_text(const struct text *text, const char *base_name);
/* Makes a fresh private folder; the pattern ends in XXXXXX. The caller owns the result and guards
 * the files in the folder. Null with errno if it cannot be made. */
char *process_folder(const char *pattern);
/* Writes the file or ends with a message. */
void process_write(const char *path, const char *bytes, size_t length);
/* Removes path as well if concc ends before process_release(path): a partial output. */
void process_guard(const char *path);
void process_release(const char *path);
/* Removes all guarded and temporary files. */
void process_clean(void);

#endif
