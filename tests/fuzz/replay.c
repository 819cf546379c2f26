/* SPDX-License-Identifier: MIT */
/* The fuzzer's inputs once each, without libFuzzer: replay FILE … prints one line per file. What
 * kills the process is reported before it does. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "source/source.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
char *__real_source_read(const char *name, size_t *length);

enum { SECONDS = 10 }; /* for one input */
static const char *current;

static void put(const char *text)
{
	if (write(STDOUT_FILENO, text, strlen(text)) < 0) _exit(2);
}

static void on_signal(int number)
{
	put("not ok - ");
	put(current);
	put(number == SIGALRM ? ": takes too long\n" : ": stopped by a signal\n");
	signal(number, SIG_DFL);
	raise(number);
}

/* A stack of its own for the handler: the other one may be full. */
static void watch(void)
{
	static const int numbers[] = {SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGILL, SIGSEGV};
	static char stack[1 << 16];
	stack_t now; /* AddressSanitizer's, which it unmaps */
	if (sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_DISABLE))
		sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &action, NULL);
}

static void replay(const char *name)
{
	size_t length = 0;
	char *bytes = __real_source_read(name, &length);
	const char *slash = strrchr(name, '/');
	current = slash ? slash + 1 : name;
	if (!bytes) {
		printf("not ok - %s: cannot be read\n", name);
		return;
	}
	alarm(SECONDS);
	LLVMFuzzerTestOneInput((const uint8_t *)bytes, length);
	alarm(0);
	free(bytes);
	printf("ok - %s\n", current);
}

static void *replay_all(void *names)
{
	watch();
	for (char **name = names; *name; name++) replay(*name);
	return NULL;
}

int main(int count, char **arguments)
{
	(void)count;
	setvbuf(stdout, NULL, _IOLBF, 0);
	process_on_large_stack(replay_all, arguments + 1); /* as concc does */
	return 0;
}
