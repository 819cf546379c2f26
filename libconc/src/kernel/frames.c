/* SPDX-License-Identifier: MIT */
/* The frames of a thread that waits: libgcc's unwinder finds them (backtrace), the program's
 * symbols name them, and addr2line, if it is installed, says the lines and what was inlined.
 *
 * As in gdb, frames of libconc are left out at both ends.
 */
#define _GNU_SOURCE
#include "frames.h"

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "context.h"
#include "port/os_io.h"
#include "report.h"
#include "thread.h"

#define CALLS 100u  /* of one thread, which are looked at */
#define SHOWN 32u   /* of these, printed */
#define PATIENCE 10 /* seconds for addr2line */

static uint32_t loaded; /* atomic */

void conc_frames_load(void)
{
	void *first[1];

	if (load_relaxed(&loaded)) return;
	backtrace(first, 1);
	store_relaxed(&loaded, 1);
}

bool conc_frames_loaded(void)
{
	return load_relaxed(&loaded);
}

static void walk(void *argument)
{
	struct conc_frames *frames = argument;
	void *list[CONC_FRAMES + 2];
	int count = backtrace(list, CONC_FRAMES + 2);

	if (count <= 2) return; /* this function and conc_context_visit */
	frames->count = (unsigned)count - 2;
	memcpy(frames->list, list + 2, frames->count * sizeof *list);
}

void conc_frames_take(const struct conc_thread *t, struct conc_frames *frames)
{
	uintptr_t start = (uintptr_t)&conc_context_start, last;

	frames->count = 0;
	if (load_relaxed(&t->park) != CONC_PARK_PARKED) return; /* relaxed: nobody writes it */
	conc_context_visit(t->context, walk, frames);
	if (!frames->count) return;
	last = (uintptr_t)frames->list[frames->count - 1];
	/* an inline thread's stack ends at conc_processor_run_inline */
	frames->whole = t->kind == CONC_THREAD_MAIN || t->inline_parent || last - start < 64;
}

/* ---- addr2line ---- */

_Noreturn static void run_addr2line(int questions, int answers, pid_t asker)
{
	char program[32];
	sigset_t none;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	alarm(PATIENCE);
	snprintf(program, sizeof program, "/proc/%d/exe", (int)asker);
	/* dup2 and close are ours: they wake waiters */
	syscall(SYS_dup3, questions, STDIN_FILENO, 0);
	syscall(SYS_dup3, answers, STDOUT_FILENO, 0);
	conc_os_close(STDERR_FILENO);
	execlp("addr2line", "addr2line", "-afiC", "-e", program, (char *)NULL);
	_exit(127);
}

/* Returns the answers to the questions in that file; "" if there are none. */
static const char *ask(int questions)
{
	int answers = memfd_create("answers", MFD_CLOEXEC), status = -1;
	struct stat size;
	void *text;
	pid_t pid, self = getpid();

	if (answers < 0 || lseek(questions, 0, SEEK_SET) != 0) return "";
	pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); /* no handlers of fork */
	if (pid == 0) run_addr2line(questions, answers, self);
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) return "";
	if (write(answers, "", 1) != 1 || fstat(answers, &size) != 0) return "";
	text = mmap(NULL, (size_t)size.st_size, PROT_READ, MAP_PRIVATE, answers, 0);
	return text == MAP_FAILED ? "" : text;
}

static void write_question(int questions, uintptr_t address)
{
	struct conc_report_line line = {0};

	conc_report_add(&line, "%#zx", (size_t)address);
	conc_report_print(&line, questions);
}

void conc_frames_ask(const struct conc_frames *threads, size_t count,
                     struct conc_frame_lines *lines)
{
	static char folder[PATH_MAX];
	int questions = memfd_create("questions", MFD_CLOEXEC);
	uintptr_t base = conc_program_base();

	*lines = (struct conc_frame_lines){.answers = "", .folder = folder};
	lines->has_symbols = conc_symbols_open(&lines->symbols);
	if (getcwd(folder, sizeof folder - 1)) strcat(folder, "/");
	/* the program of a user with more rights runs nothing that PATH names */
	if (questions < 0 || getauxval(AT_SECURE)) return;
	for (size_t i = 0; i < count; i++) {
		/* the call is before its return address */
		for (unsigned k = 0; k < threads[i].count; k++)
			write_question(questions, (uintptr_t)threads[i].list[k] - base - 1);
	}
	lines->answers = ask(questions);
	conc_os_close(questions);
}

/* ---- Text ---- */

struct call {
	const char *name, *line; /* not terminated; line: NULL or "file:line" */
	size_t name_length, line_length;
	size_t offset; /* of the return address in the function; 0: nothing to say */
};

static bool begins(const struct call *call, const char *with)
{
	size_t length = strlen(with);

	return call->name_length >= length && !memcmp(call->name, with, length);
}

static bool is(const struct call *call, const char *name)
{
	return call->name_length == strlen(name) && begins(call, name);
}

static bool is_of_program(const struct call *call)
{
	if (begins(call, "conc_main_") || begins(call, "conc_receive_") ||
	    begins(call, "conc_destroy_"))
		return true;
	return !begins(call, "conc_") &&
	       !(call->line && memmem(call->line, call->line_length, "libconc/src/", 12));
}

static const char *next_line(const char *text)
{
	text += strcspn(text, "\n");
	return text + (*text == '\n');
}

/* Takes addr2line's answer for one frame: its address, then a function and a line for each call.
 * Returns how many calls there are. */
static unsigned read_answer(struct conc_frame_lines *lines, struct call *calls, unsigned room)
{
	const char *at = lines->answers, *file;
	size_t folder = strlen(lines->folder);
	unsigned count = 0;

	if (!*at) return 0;
	for (at = next_line(at); *at && strncmp(at, "0x", 2) != 0; at = next_line(file)) {
		file = next_line(at);
		if (count == room) continue;
		struct call call = {at, file, strcspn(at, "\n"), strcspn(file, "\n "), 0};
		if (*at == '?') break;
		if (folder && !strncmp(file, lines->folder, folder)) {
			call.line += folder;
			call.line_length -= folder;
		}
		if (memchr(call.line, '?', call.line_length)) break; /* its symbol says more */
		/* by clang a line of an inline function of libconc may be in its caller */
		if (memmem(call.line, call.line_length, "include/conc/", 13)) call.line = NULL;
		calls[count++] = call;
	}
	while (*at && strncmp(at, "0x", 2) != 0) at = next_line(at);
	lines->answers = at;
	return count;
}

/* The frame's function without its line, or its object. */
static struct call by_symbol(const struct conc_frame_lines *lines, const void *address)
{
	struct conc_symbol symbol;
	Dl_info info = {0};
	const char *name = "?";

	if (lines->has_symbols &&
	    conc_symbols_find(&lines->symbols, STT_FUNC, (uintptr_t)address - 1, &symbol))
		return (struct call){symbol.name, NULL, symbol.length, 0, symbol.offset + 1};
	if (dladdr(address, &info) && info.dli_sname)
		return (struct call){info.dli_sname, NULL, strlen(info.dli_sname), 0,
		                     (size_t)((uintptr_t)address - (uintptr_t)info.dli_saddr)};
	if (info.dli_fname)
		name = strrchr(info.dli_fname, '/') ? strrchr(info.dli_fname, '/') + 1
		                                    : info.dli_fname;
	return (struct call){name, NULL, strlen(name), 0,
	                     (size_t)((uintptr_t)address - (uintptr_t)info.dli_fbase)};
}

/* conc_receive_clerk__letter is receive(clerk *, letter *). */
static void add_name(struct conc_report_line *line, const struct call *call)
{
	const char *at = call->name, *end = at + call->name_length, *mark;

	if (!begins(call, "conc_") || !is_of_program(call)) {
		conc_report_add(line, "%.*s", (int)call->name_length, at);
		return;
	}
	at += strlen("conc_");
	mark = memchr(at, '_', (size_t)(end - at));
	conc_report_add(line, "%.*s(", (int)(mark - at), at);
	at = mark + 1;
	while ((mark = memmem(at, (size_t)(end - at), "__", 2))) {
		conc_report_add(line, "%.*s *, ", (int)(mark - at), at);
		at = mark + 2;
	}
	conc_report_add(line, "%.*s *)", (int)(end - at), at);
}

static void print_call(const struct call *call, int file)
{
	struct conc_report_line line = {0};

	conc_report_add(&line, "      ");
	add_name(&line, call);
	if (call->line) conc_report_add(&line, ", at %.*s", (int)call->line_length, call->line);
	else if (call->offset) conc_report_add(&line, "+%#zx", call->offset);
	conc_report_print(&line, file);
}

void conc_frames_print(const struct conc_frames *frames, struct conc_frame_lines *lines, int file)
{
	struct conc_report_line line = {0};
	static struct call calls[CALLS]; /* the stack may be a small one */
	unsigned count = 0, first = 0, added;

	if (!frames->count) return;
	for (unsigned i = 0; i < frames->count; i++) {
		added = read_answer(lines, calls + count, CALLS - count);
		if (!added && count < CALLS) {
			calls[count] = by_symbol(lines, frames->list[i]);
			added = 1;
		}
		count += added;
	}
	for (unsigned i = 0; i < count; i++)
		if (is(&calls[i], "main")) count = i + 1; /* the rest is libc's */
	while (count && !is_of_program(&calls[count - 1])) count--;
	while (first < count && !is_of_program(&calls[first])) first++;
	if (count - first < 2 && frames->whole) return;
	for (unsigned i = first; i < count && i < first + SHOWN; i++) print_call(&calls[i], file);
	if (count > first + SHOWN)
		conc_report_add(&line, "      and %u more", count - first - SHOWN);
	else if (!frames->whole) conc_report_add(&line, "      and more");
	if (line.used) conc_report_print(&line, file);
}
