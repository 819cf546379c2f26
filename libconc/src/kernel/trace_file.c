/* SPDX-License-Identifier: MIT */
/* Writing what the flight recorder has: when the program asks, or all of it with CONC_TRACE=FILE.
 *
 * CONC_TRACE: at each tick of the watchdog a kernel thread moves what is new in the rings to the
 * file. If that thread is too slow, a ring is full, and there is a gap. The rest comes at
 * exit, or with the message when libconc stops the program.
 */
#define _GNU_SOURCE
#include "conc/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "perfetto.h"
#include "port/os.h"
#include "port/stop.h"
#include "recorder.h"
#include "scheduler.h"
#include "trace_file.h"

static struct {
	struct conc_perfetto *trace; /* atomic: NULL: there is no file */
	uint32_t busy;               /* atomic: 1: a thread writes */
	uint32_t word;               /* atomic: futex; 1: look again */
	uint64_t gaps;               /* in the file; the thread that writes */
	int error;                   /* of the first write that failed; the thread that writes */
} tracing;

/* how: as for conc_recorder_copy. gaps: how many there are is added. */
static int write_recording(struct conc_perfetto *trace, unsigned how, uint64_t *gaps)
{
	struct conc_recording recording;
	int error;

	conc_recorder_copy(&recording, how);
	if (!recording.memory) return -ENOMEM;
	conc_perfetto_names(trace, &recording);
	for (size_t i = 0; i < recording.count; i++) {
		conc_perfetto_add(trace, &recording.events[i]);
		*gaps += conc_event_kind(&recording.events[i].event) == CONC_RECORDER_GAP;
	}
	error = conc_perfetto_flush(trace);
	conc_recorder_free(&recording);
	return error;
}

int conc_trace_write(int file)
{
	struct conc_perfetto *trace;
	uint64_t gaps = 0;
	int error;

	conc_thread_self();
	if (!load_relaxed(&conc_recorder.allowance)) return -ENOTSUP;
	trace = conc_perfetto_begin(file);
	if (!trace) return -ENOMEM;
	error = write_recording(trace, 0, &gaps);
	conc_perfetto_free(trace);
	return error;
}

/* ---- Marks: they are recorded where nothing else is, too ---- */

static void mark(enum conc_event_kind event, const char *text)
{
	struct conc_processor *p = conc_processor_get();

	if (load_relaxed(&conc_recorder.allowance))
		conc_recorder_add(p, event, p->current, 0, text, NULL);
}

void conc_mark(const char *text)
{
	mark(CONC_RECORDER_MARK, text);
}

void conc_mark_begin(const char *text)
{
	mark(CONC_RECORDER_MARK_BEGINS, text);
}

void conc_mark_end(const char *text)
{
	mark(CONC_RECORDER_MARK_ENDS, text);
}

/* ---- CONC_TRACE ---- */

/* Moves what is new to the file. False: another thread does. */
static bool drain(unsigned how)
{
	/* acquire: pairs with conc_trace_init */
	struct conc_perfetto *trace = load_acquire(&tracing.trace);
	uint32_t no = 0;
	int error;

	/* acquire: the trace is as the thread before left it */
	if (trace && !cas_acquire(&tracing.busy, &no, 1)) return false;
	if (!trace) return true;
	error = write_recording(trace, CONC_RECORDER_NEW | how, &tracing.gaps);
	if (!tracing.error) tracing.error = error;
	store_release(&tracing.busy, 0);
	return true;
}

void conc_trace_flush(void)
{
	unsigned turns = 0;

	while (!drain(0)) conc_backoff(&turns);
}

static void *trace_thread(void *unused)
{
	for (;;) {
		/* acquire: pairs with conc_trace_tick */
		while (!exchange_acquire(&tracing.word, 0))
			conc_os_futex_wait(&tracing.word, 0, UINT64_MAX);
		conc_trace_flush();
	}
	return unused;
}

void conc_trace_tick(void)
{
	if (CONC_SCHEDULES || !load_relaxed(&tracing.trace)) return;
	store_release(&tracing.word, 1);
	conc_os_futex_wake(&tracing.word, 1);
}

static void trace_at_exit(void)
{
	if (!load_relaxed(&tracing.trace)) return; /* a child of fork */
	conc_trace_flush();
	if (tracing.error)
		conc_warn(NULL, NULL, "CONC_TRACE: the file is not whole: %s",
		          strerror(-tracing.error));
	if (tracing.gaps)
		conc_warn(NULL, NULL, "CONC_TRACE: the file has %llu gaps: events came too fast",
		          (unsigned long long)tracing.gaps);
}

/* Called after a message that ends the program. */
static void stopping(void)
{
	conc_recorder_print();
	drain(CONC_RECORDER_DYING);
}

/* Copies name to `to` with the number of the process for each %p. */
static void file_name(const char *name, char *to, size_t size)
{
	size_t used = 0;

	for (; *name; name++) {
		if (name[0] == '%' && name[1] == 'p') {
			used = conc_text_append(to, used, size, "%d", (int)getpid());
			name++;
		} else {
			used = conc_text_append(to, used, size, "%c", *name);
		}
	}
}

void conc_trace_init(void)
{
	const char *name = getenv("CONC_TRACE");
	char path[4096] = "";
	struct conc_perfetto *trace;
	int file, error;

	conc_recorder_init(name && *name);
	conc_stopping_hook = stopping;
	if (CONC_SCHEDULES || !name || !*name) return;
	file_name(name, path, sizeof path);
	file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (file < 0) {
		fprintf(stderr, "conc: CONC_TRACE=%s: %s\n", path, strerror(errno));
		exit(2);
	}
	trace = conc_perfetto_begin(file);
	error = trace ? conc_os_thread_start(trace_thread, NULL, 0) : ENOMEM;
	if (error) conc_stop(NULL, NULL, "CONC_TRACE=%s: %s", path, strerror(error));
	add_seq_cst(&conc_scheduler.kernel_threads, 1);
	store_release(&tracing.trace, trace);
	atexit(trace_at_exit);
}

void conc_trace_reset(void)
{
	tracing.trace = NULL; /* nobody else runs */
}
