/* SPDX-License-Identifier: MIT */
/* The wrappers, and what CONC_FAULT says. */
#define _GNU_SOURCE
#include "inject.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define FAULT_RLIMIT __typeof__(RLIMIT_STACK)

static const struct {
	const char *name;
	int error;
} functions[] = {
#define LIBC(name, type, refusal, error, ...) {#name, error},
#define ERROR(name, error, ...) {#name, error},
#define SYSCALL(name, error, ...) {#name, error},
#include "functions.h"
};

static const struct {
	const char *name;
	int number;
} errors[] = {{"EAGAIN", EAGAIN}, {"EINTR", EINTR},   {"EINVAL", EINVAL}, {"EMFILE", EMFILE},
	      {"ENOENT", ENOENT}, {"ENOMEM", ENOMEM}, {"ENOSYS", ENOSYS}, {"EPERM", EPERM}};

static struct {
	unsigned first, last; /* calls that fail; 0: none */
	int error;
	unsigned calls; /* atomic */
} faults[FAULTS];

static void wrong_rule(const char *rule)
{
	fprintf(stderr, "CONC_FAULT: not understood: %s\n", rule);
	_exit(2);
}

static int error_named(const char *name)
{
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
		if (strcmp(errors[i].name, name) == 0)
			return errors[i].number;
	wrong_rule(name);
	return 0;
}

static enum fault fault_named(const char *name)
{
	for (int i = 0; i < FAULTS; i++)
		if (strcmp(functions[i].name, name) == 0)
			return (enum fault)i;
	wrong_rule(name);
	return FAULTS;
}

static void limit_addresses(unsigned long mib)
{
	struct rlimit limit = {mib << 20, mib << 20};

	setrlimit(RLIMIT_AS, &limit);
}

/* N, N+ or N-M */
static void calls_that_fail(enum fault f, const char *text)
{
	char *end;

	faults[f].first = (unsigned)strtoul(text, &end, 10);
	if (strcmp(end, "+") == 0)
		faults[f].last = ~0u;
	else if (*end == '-')
		faults[f].last = (unsigned)strtoul(end + 1, &end, 10);
	else
		faults[f].last = faults[f].first;
	if (faults[f].first == 0 || faults[f].last < faults[f].first)
		wrong_rule(text);
}

/* NAME:CALLS[=ERROR] */
static void add_rule(char *rule)
{
	char *error = strchr(rule, '='), *colon = strchr(rule, ':');
	enum fault f;

	if (error)
		*error++ = '\0';
	if (!colon)
		wrong_rule(rule);
	*colon++ = '\0';
	if (strcmp(rule, "address_space") == 0) {
		limit_addresses(strtoul(colon, NULL, 10));
		return;
	}
	f = fault_named(rule);
	calls_that_fail(f, colon);
	faults[f].error = error ? error_named(error) : functions[f].error;
}

__attribute__((constructor(101))) static void read_rules(void)
{
	static char text[512];
	const char *given = getenv("CONC_FAULT");

	if (!given)
		return;
	snprintf(text, sizeof text, "%s", given);
	for (char *save, *rule = strtok_r(text, ",", &save); rule; rule = strtok_r(NULL, ",", &save))
		add_rule(rule);
}

static void mark(enum fault f)
{
	char letter = FAULT_LETTER(f);

	if (write(FAULT_MARK, &letter, 1) != 1)
		return; /* nobody listens: run by hand */
}

/* The error with which this call of f fails; 0: it does not. */
static int due(enum fault f)
{
	unsigned call;

	if (!faults[f].first)
		return 0;
	call = __atomic_add_fetch(&faults[f].calls, 1, __ATOMIC_RELAXED);
	if (call < faults[f].first || call > faults[f].last)
		return 0;
	if (call == faults[f].first)
		mark(f);
	return faults[f].error;
}

#define LIBC(name, type, refusal, number, stop, parameters, arguments) \
	type __real_##name parameters;                                  \
	type __wrap_##name parameters;                                  \
	type __wrap_##name parameters                                   \
	{                                                               \
		int error = due(FAULT_##name);                          \
		if (!error)                                             \
			return __real_##name arguments;                 \
		errno = error;                                          \
		return refusal;                                         \
	}
#define ERROR(name, number, stop, parameters, arguments)                \
	int __real_##name parameters;                                   \
	int __wrap_##name parameters;                                   \
	int __wrap_##name parameters                                    \
	{                                                               \
		int error = due(FAULT_##name);                          \
		return error ? error : __real_##name arguments;         \
	}
#include "functions.h"

/* The line of functions.h that a system call belongs to. */
static enum fault fault_of(long number, const long *a)
{
#define SYSCALL(name, error, stop, condition) \
	if (condition)                        \
		return FAULT_##name;
#include "functions.h"
	(void)a;
	return FAULTS;
}

long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...);
long __wrap_syscall(long number, ...)
{
	long a[6];
	va_list list;
	enum fault f;
	int error;

	va_start(list, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(list, long);
	va_end(list);
	f = fault_of(number, a);
	error = f == FAULTS ? 0 : due(f);
	if (!error)
		return __real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	errno = error;
	return -1;
}
