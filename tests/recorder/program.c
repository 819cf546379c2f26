// SPDX-License-Identifier: MIT
// What the scripts beside it run: a bit of everything, then as its first argument says.
#include <assert.h>
#include <conc.h>
#include <conc/trace.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

actor clerk { int done; };
message letter { int n; };
channel(int) jobs = {1};
conc_mutex books, ledger;
conc_semaphore has_books, has_ledger;

typedef struct desk { int papers; } desk;

static void put(desk *d, int n) { d->papers += n; }
static int papers(const desk *d) { return d->papers; }
receive (clerk *c, letter *l) { c->done += l->n; conc_sleep(1ms); }
static void producer(void) { for (int i = 0; i < 20; i++) jobs << i; }
static void consumer(void)
{
	conc_mark_begin("consume");
	for (int i = 0, job; i < 20; i++) job << jobs;
	conc_mark_end("consume");
}
static void holder(void) { mutex (books) { conc_semaphore_post(&has_books); conc_sleep(20ms); } }
static void locker(void)
{
	conc_mark_begin("visit");
	mutex (books) conc_mark("got in");
	conc_mark_end("visit");
}
static void left(void) { mutex (books) { conc_semaphore_post(&has_books); conc_semaphore_wait(&has_ledger); mutex (ledger) {} } }
static void right(void) { mutex (ledger) { conc_semaphore_post(&has_ledger); conc_semaphore_wait(&has_books); mutex (books) {} } }
static int number(int n) { return n; }
// Its joiner runs it on its own stack, unless another processor takes it first.
static int counter(int n)
{
	conc_mark_begin("count");
	n = number(n + 1);
	conc_mark_end("count");
	return n;
}

static void everything(void)
{
	clerk c = {};
	conc_actors_start(NULL);
	for (int i = 1; i < 4; i++) c | (letter){ i };
	task(void) p = spawn producer(), q = spawn consumer(), h = spawn holder();
	conc_semaphore_wait(&has_books);
	task(void) l = spawn locker();
	join(p), join(q), join(h), join(l);
	task(int) t = spawn counter(1);
	assert(join(t) == 2);
	separate desk *d = new separate desk {};
	separate (d) {
		put(d, 1), put(d, 2);
		assert(papers(d) == 3);
	}
	conc_actors_stop();
}
// It begins under one name, and ends under another.
static void renamed(int n)
{
	conc_mark_begin("all its life");
	jobs << n;
	conc_set_name("named; %d", n);
	jobs << n;
	conc_mark_end("all its life");
}
static void deadlock(void)
{
	task(void) l = spawn left(), r = spawn right();
	join(l), join(r);
}
static int write_trace(const char *name)
{
	int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666), error = conc_trace_write(file);
	if (error) printf("conc_trace_write: %s\n", strerror(-error));
	close(file);
	return error;
}
// Two threads that switch to each other, more often than the recorder keeps.
static void yields(void) { for (int i = 0; i < 100000; i++) conc_yield(); }

int main(int argc, char **argv)
{
	const char *what = argv[1];
	everything();
	if (strcmp(what, "write") == 0) return write_trace(argv[2]) != 0;
	if (strcmp(what, "full") == 0) printf("%s\n", strerror(-conc_trace_write(open("/dev/full", O_WRONLY))));
	if (strcmp(what, "write and abort") == 0) write_trace(argv[2]), abort();
	if (strcmp(what, "deadlock") == 0) deadlock();
	if (strcmp(what, "assert") == 0) assert(argc == 0);
	if (strcmp(what, "abort") == 0) abort();
	if (strcmp(what, "fault") == 0) *(volatile int *)(uintptr_t)number(0) = 1;
	if (strcmp(what, "divide") == 0) return number(1) / number(0);
	if (strcmp(what, "stop") == 0) conc_unpin();
	if (strcmp(what, "yields") == 0) {
		task(void) a = spawn yields(), b = spawn yields();
		join(a), join(b);
		return write_trace(argv[2]) != 0;
	}
	if (strcmp(what, "named") == 0) {
		int job;
		task(void) t = spawn renamed(5);
		conc_sleep(1ms);
		for (int i = 0; i < 2; i++) { job << jobs; conc_sleep(1ms); }
		conc_set_name("front end");
		join(t);
	}
	if (strcmp(what, "fork") == 0) {
		int status;
		pid_t child = fork();
		if (child == 0) exit(3);
		waitpid(child, &status, 0);
		printf("%d\n", WEXITSTATUS(status));
	}
	if (strcmp(what, "not for long") == 0) {
		(void)!write(1, "x", 1);
		(void)!read(0, (char[1]){0}, 1);
		everything();
		(void)!write(1, "x", 1);
		(void)!read(0, (char[1]){0}, 1);
	}
	if (strcmp(what, "forever") == 0)
		for (char b = 0; write(1, &b, 1) == 1;) everything();
}
