/* SPDX-License-Identifier: MIT */
/* Builds and explores a program in one command:
 *
 *     concc --test-schedules=1000 prog.c -- a b
 *     concc -fconc-schedules prog.c -o PROGRAM && CONC_SCHEDULE=explore:1000 PROGRAM a b
 *
 * PROGRAM is the name after -o, or a temporary file. 1000,limit:3s means explore:1000,limit:3s. Any
 * other value goes to CONC_SCHEDULE unchanged. With seed:42 the command replays a run; the program
 * prints that command. --verify=2 means --test-schedules=verify:2. */
#include "job.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "base/severity.h"

static bool is_ours(const char *word)
{
	return text_starts(word, "--test-schedules=") || strcmp(word, "--verify") == 0 ||
	       text_starts(word, "--verify=");
}

static int build(int count, char **arguments, const char *program)
{
	struct command command = {0};
	command_words(&command, "/proc/self/exe", "-gdwarf-4", "-fconc-schedules", NULL);
	for (int i = 1; i < count; i++)
		if (!is_ours(arguments[i])) command_add(&command, arguments[i]);
	if (program) {
		command_words(&command, "-o", program, NULL);
	}
	int status = process_run(&(struct process){.arguments = command.list});
	command_free(&command);
	return status;
}

/* Adds a word, quoted for a shell. */
static void add_word(struct text *text, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                            "0123456789_-+=./,:@";
	size_t length = strlen(word);
	text_printf(text, " ");
	if (length && strspn(word, plain) == length) {
		text_add(text, word, length);
		return;
	}
	text_printf(text, "'");
	for (; *word; word++) text_printf(text, *word == '\'' ? "'\\''" : "%c", *word);
	text_printf(text, "'");
}

int test_schedules(const struct options *options, int count, char **arguments)
{
	int own = 1; /* the number of concc's arguments, which end at "--" */
	while (own < count && strcmp(arguments[own], "--")) own++;
	char **theirs = &arguments[own < count ? own + 1 : count];
	if (options->mode != MODE_LINK) {
		diagnose_plain(SEVERITY_ERROR,
		               "%s builds a program: it goes with neither -c, -S, -E nor --emit-c",
		               text_starts(options->test_schedules, "verify")
		                       ? "--verify"
		                       : "--test-schedules=");
		return 1;
	}
	process_watch_signals();
	const char *program = options->output ? options->output : process_temporary("program");
	int status = build(own, arguments, options->output ? NULL : program);
	if (status) return status;
	struct text text = {0};
	text_printf(&text, "concc --test-schedules=%%s");
	for (int i = 1; i < count; i++)
		if (i >= own || !is_ours(arguments[i])) add_word(&text, arguments[i]);
	setenv("CONC_SCHEDULE_AGAIN", text.bytes, 1);
	text_free(&text);
	const char *value = options->test_schedules;
	size_t digits = strspn(value, "0123456789");
	bool number = digits && (!value[digits] || value[digits] == ',');
	char *schedule = text_format(number ? "explore:%s" : "%s", value);
	if (text_starts(schedule, "verify=")) schedule[strlen("verify")] = ':';
	char *path = text_format(strchr(program, '/') ? "%s" : "./%s", program);
	struct command command = {0};
	setenv("CONC_SCHEDULE", schedule, 1);
	if (strstr(schedule, ",stop:")) signal(SIGINT, SIG_IGN); /* it is for gdb, which runs it */
	command_add(&command, path);
	for (; *theirs; theirs++) command_add(&command, *theirs);
	status = process_run(&(struct process){.arguments = command.list});
	command_free(&command);
	free(schedule);
	free(path);
	return status;
}
