/* SPDX-License-Identifier: MIT */
/* What the tests of waiting and locks share: threads of every sort, and programs that stop. */
#ifndef TEST_CREW_H
#define TEST_CREW_H

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <conc.h>
#include <conc/abi.h>

#include "kernel/waiting.h"

#define CREW_MOST 64

/* For members of a crew, where cmocka's assertions do not work. */
#define CHECK(condition) \
	((condition) ? (void)0 : crew_failed(CONC_HERE, #condition))

static inline void crew_failed(const char *where, const char *condition)
{
	fprintf(stderr, "%s: not true: %s\n", where, condition);
	abort();
}

/* What a member of a crew does; index counts from 0. */
typedef void crew_work(int index, void *argument);

struct crew_member {
	crew_work *work;
	void *argument;
	int index;
};

static inline void crew_user(struct crew_member *m) { m->work(m->index, m->argument); }

static inline void crew_pinned(struct crew_member *m)
{
	conc_pin();
	m->work(m->index, m->argument);
	conc_unpin();
}

static inline void *crew_foreign(void *m)
{
	crew_user(m);
	return NULL;
}

CONC_TASK_TYPE_VOID(crew_task);
CONC_SPAWN1_VOID(crew_spawn_user, crew_task, crew_user, struct crew_member *);
CONC_SPAWN1_VOID(crew_spawn_pinned, crew_task, crew_pinned, struct crew_member *);

/* Of n threads, how the i-th is run. */
enum crew_kind { CREW_USER, CREW_PINNED, CREW_FOREIGN };

static inline enum crew_kind crew_user_only(int i) { (void)i; return CREW_USER; }
static inline enum crew_kind crew_foreign_only(int i) { (void)i; return CREW_FOREIGN; }
static inline enum crew_kind crew_mixed(int i) { return (enum crew_kind)(i % 3); }

/* ThreadSanitizer: children made by fork start threads, and some tests hold hundreds of locks. */
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "die_after_fork=0:detect_deadlocks=0"; }

/* Runs work in n threads and waits for all. The caller is a user thread. */
static inline void crew_run(int n, enum crew_kind (*kind)(int), crew_work *work, void *argument)
{
	struct crew_member members[CREW_MOST];
	crew_task tasks[CREW_MOST] = {{NULL}};
	pthread_t threads[CREW_MOST];

	for (int i = 0; i < n; i++) {
		members[i] = (struct crew_member){work, argument, i};
		if (kind(i) == CREW_USER)
			tasks[i] = crew_spawn_user(CONC_HERE, &members[i]);
		else if (kind(i) == CREW_PINNED)
			tasks[i] = crew_spawn_pinned(CONC_HERE, &members[i]);
		else
			pthread_create(&threads[i], NULL, crew_foreign, &members[i]);
	}
	for (int i = 0; i < n; i++) {
		if (tasks[i].conc_task) {
			crew_task_join_value(tasks[i], CONC_HERE);
			continue;
		}
		CONC_BLOCKING(1);
		pthread_join(threads[i], NULL);
	}
}

/* Waits until n threads are in the FIFO behind guard. */
static inline void crew_await_queue(uintptr_t *guard, int n)
{
	for (int found = -1; found != n; conc_sleep(CONC_US(100))) {
		struct conc_waiter *head = conc_guard_enter(guard);

		found = 0;
		for (struct conc_waiter *w = head; w; w = conc_waiters_next(head, w)) found++;
		conc_guard_leave(guard, head);
	}
}

/* Runs f(argument) in a child process; its standard error comes back in text. Returns the
 * child's wait status. */
static inline int child_status(void (*f)(void *), void *argument, char *text, size_t size)
{
	int fd[2], status = 0;
	size_t length = 0;
	ssize_t n;
	pid_t child;

	assert_int_equal(pipe(fd), 0);
	fflush(NULL);
	child = fork();
	if (child == 0) {
		dup2(fd[1], 2);
		close(fd[0]);
		close(fd[1]);
		signal(SIGABRT, SIG_DFL);
		f(argument);
		_exit(0);
	}
	close(fd[1]);
	while (length < size - 1 && (n = read(fd[0], text + length, size - 1 - length)) > 0)
		length += (size_t)n;
	text[length] = 0;
	close(fd[0]);
	waitpid(child, &status, 0);
	return status;
}

/* f must stop the program with a message that has all of the words given, up to NULL. */
static inline void expect_stop(void (*f)(void *), void *argument, ...)
{
	char text[4096];
	int status = child_status(f, argument, text, sizeof(text));
	const char *word;
	va_list words;

	va_start(words, argument);
	while ((word = va_arg(words, const char *)))
		if (!strstr(text, word)) fail_msg("no \"%s\" in: %s", word, text);
	va_end(words);
	if (!WIFSIGNALED(status) && WEXITSTATUS(status) == 0) fail_msg("went on: %s", text);
}

/* Runs the tests. cmocka keeps what it knows per kernel thread, so main stays on its own. */
#define crew_tests(tests) (conc_pin(), cmocka_run_group_tests(tests, NULL, NULL))

/* A number that differs from call to call, for delays. */
static inline unsigned crew_random(unsigned *state) { return (*state = *state * 1103515245u + 12345u) >> 16; }

static inline void crew_delay(unsigned turns)
{
	for (volatile unsigned i = 0; i < turns; i++) {
	}
}

#endif
