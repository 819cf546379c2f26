/* SPDX-License-Identifier: MIT */
/*
 * stop:N: a run by a list of switches is started in gdb, and stopped before its step of that
 * number, in the program's code.
 *
 *     begin: execs gdb on the program itself, with commands ──► gdb runs it ──► begin: is traced
 *     the step comes: conc_schedule_stop, where gdb has a breakpoint ──► the program's own line
 *
 * If the step is an access, gdb goes on to its line; a call may wait, so there gdb shows the frame.
 * A step before the one at hand is reached by a new run, which takes the same steps.
 */
#define _GNU_SOURCE
#include "debug.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

uint32_t conc_schedule_taken, conc_schedule_stop_at = UINT32_MAX;
const void *conc_schedule_stopped_at;
uint32_t conc_schedule_stopped_in_call, conc_schedule_stopped_thread;

#define TAKEN "*(unsigned *)&conc_schedule_taken"
#define TO_STOP                       \
	"tbreak conc_schedule_stop\n" \
	"commands\n"                  \
	"silent\n"                    \
	"end\n"

static const char commands[] =
        "set confirm off\n"
        "set pagination off\n"
        "set print inferior-events off\n"
        "handle SIGSYS nostop noprint pass\n"
        "skip -gfi libconc/*\n"
        "skip -gfi */libconc/*\n"
        "skip -gfi */conc/*.h\n"
        /* from a stop in conc_schedule_stop to the line of the program */
        "define conc-arrive\n"
        "if $_thread == 0\n"
        "printf \"The run ended before step %%u.\\n\", $conc_to\n"
        "else\n"
        "if " TAKEN " != $conc_to\n"
        "printf \"The run stopped before step %%u.\\n\", $conc_to\n"
        "else\n"
        "printf \"Step %%u, thread %%u:\\n\", $conc_to, *(unsigned "
        "*)&conc_schedule_stopped_thread\n"
        "if *(unsigned *)&conc_schedule_stopped_in_call\n"
        "set backtrace past-main on\n"
        "while (void *)$pc != *(void **)&conc_schedule_stopped_at\n"
        "up-silently\n"
        "end\n"
        /* out of inline functions of the headers, whose frames have the same address */
        "while (void *)$pc == *(void **)&conc_schedule_stopped_at\n"
        "up-silently\n"
        "end\n"
        "down\n"
        "set backtrace past-main off\n"
        "else\n"
        "eval \"tbreak *%%p\", *(void **)&conc_schedule_stopped_at\n"
        "continue\n"
        "end\n"
        "end\n"
        "end\n"
        "enable\n"
        "end\n"
        "define conc-go\n"
        "set $conc_again = 1\n"
        "if $_thread != 0\n"
        "set $conc_again = $conc_to <= " TAKEN "\n"
        "end\n"
        "disable\n"
        "if $conc_again\n"
        "tbreak conc_schedule_run_begins\n"
        "commands\n"
        "silent\n"
        "end\n"
        "run\n"
        "end\n"
        "set variable *(unsigned *)&conc_schedule_stop_at = $conc_to\n" TO_STOP "continue\n"
        "conc-arrive\n"
        "end\n"
        "define conc-to\n"
        "set $conc_to = $arg0\n"
        "conc-go\n"
        "end\n"
        "document conc-to\n"
        "conc-to N: go to the step of the schedule of that number, forward or back.\n"
        "end\n"
        "define conc-step\n"
        "if $_thread == 0\n"
        "printf \"The run has ended: conc-to N and reverse-step run it again.\\n\"\n"
        "else\n"
        "set $conc_to = " TAKEN " + 1\n"
        "if $argc > 0\n"
        "set $conc_to = " TAKEN " + $arg0\n"
        "end\n"
        "conc-go\n"
        "end\n"
        "end\n"
        "document conc-step\n"
        "conc-step [N]: go to the next step of the schedule, or the N-th, whichever thread takes "
        "it.\n"
        "end\n"
        "define reverse-step\n"
        "if $_thread != 0\n"
        "set $conc_to = " TAKEN "\n"
        "end\n"
        "set $conc_to = $conc_to - 1\n"
        "conc-go\n"
        "end\n"
        "document reverse-step\n"
        "Go to the step of the schedule before this one. The program runs again up to there.\n"
        "end\n" TO_STOP "set $conc_to = %u\n"
        "run\n"
        "conc-arrive\n";

/* gdb stops where these begin. */
__attribute__((noinline)) void conc_schedule_stop(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) void conc_schedule_run_begins(void)
{
	__asm__ volatile("" ::: "memory");
}

static bool is_traced(void)
{
	FILE *file = fopen("/proc/self/status", "re");
	char line[256];
	int tracer = 0;

	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "TracerPid: %d", &tracer) == 1) break;
	if (file) fclose(file);
	return tracer != 0;
}

void conc_schedule_debug(int count, char **arguments)
{
	char **list = calloc((size_t)count + 7, sizeof *list), script[32], program[4096];
	int file = memfd_create("commands", 0), n = 0;
	ssize_t length;

	if (is_traced()) {
		conc_schedule_run_begins();
		return;
	}
	length = readlink("/proc/self/exe", program, sizeof program - 1);
	if (list && file >= 0 && length > 0 && dprintf(file, commands, conc_schedule_stop_at) > 0) {
		program[length] = 0;
		snprintf(script, sizeof script, "/proc/self/fd/%d", file);
		list[n++] = (char[]){"gdb"};
		list[n++] = (char[]){"-q"};
		list[n++] = (char[]){"-x"};
		list[n++] = script;
		list[n++] = (char[]){"--args"};
		list[n++] = program;
		for (int i = 1; i < count; i++) list[n++] = arguments[i];
		execvp("gdb", list);
	}
	fprintf(stderr, "conc: stop:%u runs the program in gdb, which cannot be started: %s\n",
	        conc_schedule_stop_at, strerror(errno));
	_exit(2);
}
