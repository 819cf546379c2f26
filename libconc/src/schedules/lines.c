/* SPDX-License-Identifier: MIT */
/* Lines of places in the code, as addr2line says, which is asked once for many; names of variables,
 * from the program's symbols. Without addr2line there are no lines, and in a stripped program no
 * names. */
#define _GNU_SOURCE
#include "lines.h"
#include "trap.h"

#include <elf.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lane.h"
#include "port/symbols.h"

/* ---- Lines ---- */

static int ask(int questions, int answers)
{
	char program[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
	int status = -1;
	pid_t pid;

	if (length < 0) return -1;
	conc_schedule_asks();
	program[length] = '\0';
	pid = (pid_t)conc_trap_call(SYS_clone, SIGCHLD); /* runs no handlers of fork */
	if (pid == 0) {
		dup2(questions, STDIN_FILENO);
		dup2(answers, STDOUT_FILENO);
		close(STDERR_FILENO);
		execlp("addr2line", "addr2line", "-a", "-f", "-i", "-e", program, (char *)NULL);
		conc_trap_call(SYS_exit_group, 127);
	}
	if (pid > 0) conc_trap_call(SYS_wait4, pid, &status, 0, NULL);
	return status;
}

/* Returns the line as the compiler had it: below the current folder, without a discriminator. Where
 * the line is not known, the file alone. */
static char *tidy(char *line)
{
	char folder[PATH_MAX], *more = strstr(line, " (discriminator");
	size_t length = getcwd(folder, sizeof folder) ? strlen(folder) : 0;

	line[strcspn(line, "\n")] = '\0';
	if (more) *more = '\0';
	if (length && !strncmp(line, folder, length) && line[length] == '/') line += length + 1;
	if (line[0] == '?') return NULL;
	length = strlen(line);
	if (length > 2 && !strcmp(line + length - 2, ":?")) line[length - 2] = '\0'; /* no -g */
	return strdup(line);
}

/* The answer for each place is its address and the chain of inlined functions, the innermost first,
 * each a name and a line. Takes the first line that is neither in a header of libconc nor in a
 * function that one of its macros has defined. */
static void read_answers(FILE *file, struct conc_line *lines, size_t count)
{
	char line[PATH_MAX + 64];
	size_t next = 0;
	bool final = true, ours;

	while (fgets(line, sizeof line, file)) {
		if (!strncmp(line, "0x", 2)) {
			next++;
			final = next > count;
		} else if (!final) {
			ours = !strncmp(line, "conc_", 5);
			if (!fgets(line, sizeof line, file)) return;
			lines[next - 1].line = tidy(line);
			final = !ours && !strstr(line, "/conc/");
		}
	}
}

void conc_lines_find(struct conc_line *lines, size_t count)
{
	int questions = memfd_create("places", MFD_CLOEXEC);
	int answers = memfd_create("lines", MFD_CLOEXEC);
	uintptr_t base = conc_program_base();
	FILE *file = NULL;

	for (size_t i = 0; i < count && questions >= 0;
	     i++) /* the call is before its return address */
		dprintf(questions, "%#zx\n", (size_t)((uintptr_t)lines[i].place - base - 1));
	if (count && questions >= 0 && answers >= 0 && lseek(questions, 0, SEEK_SET) == 0 &&
	    ask(questions, answers) == 0 && lseek(answers, 0, SEEK_SET) == 0)
		file = fdopen(answers, "r");
	if (file) read_answers(file, lines, count);
	for (size_t i = 0; i < count; i++)
		if ((uintptr_t)lines[i].place & CONC_PLACE_SAID)
			lines[i].line =
			        (const char *)((uintptr_t)lines[i].place & ~CONC_PLACE_SAID);
	if (file) fclose(file);
	else if (answers >= 0) close(answers);
	if (questions >= 0) close(questions);
}

/* ---- Names ---- */

static char *symbol_of(int type, uintptr_t address, size_t *offset)
{
	struct conc_symbols symbols;
	struct conc_symbol found;
	char *name = NULL;

	if (!conc_symbols_open(&symbols)) return NULL;
	if (conc_symbols_find(&symbols, type, address, &found)) {
		name = strndup(found.name, found.length);
		*offset = found.offset;
	}
	conc_symbols_close(&symbols);
	return name;
}

char *conc_symbol_of(uintptr_t address, size_t *offset)
{
	return symbol_of(STT_OBJECT, address, offset);
}

const char *conc_function_of(const void *address)
{
	static struct {
		const void *address;
		char *name; /* never freed: reports keep it */
	} found[16];
	size_t i = (uintptr_t)address / 16 % 16, offset;

	if (found[i].address != address) {
		found[i].address = address;
		found[i].name = symbol_of(STT_FUNC, (uintptr_t)address, &offset);
	}
	return found[i].name ? found[i].name : "thread";
}
