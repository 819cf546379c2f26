/* SPDX-License-Identifier: MIT */
/* Descriptors, files, lookups, signals and children where epoll, io_uring and the rest are refused. */
#define _GNU_SOURCE
#include "scenario.h"
#include "../libconc/clauses.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>

static int ends[2];

static long echoes(long n)
{
	char c;

	while (conc_read(ends[1], &c, 1) == 1 && conc_write(ends[1], &c, 1) == 1)
		n++;
	return n;
}
CONC_SPAWN1(spawn_echoes, long, task_long, echoes, long);

void scenario_files(void)
{
	char name[] = "/tmp/conc-fault-XXXXXX", text[8];
	int file = mkstemp(name), again = conc_open(name, O_RDONLY | O_CLOEXEC, 0);

	CHECK(file >= 0 && again >= 0 && unlink(name) == 0);
	CHECK(conc_pwrite(file, "written", 8, 3) == 8);
	CHECK(conc_fsync(file) == 0);
	CHECK(conc_pread(again, text, 8, 3) == 8 && strcmp(text, "written") == 0);
	close(file);
	close(again);
}

/* Nothing comes in time; then something, through a pipe. */
static void limits(void)
{
	int through[2];
	char text[4], *line;
	conc_input in;

	CHECK(conc_read_for(ends[0], text, 1, CONC_US(100)) == -1 && errno == ETIMEDOUT);
	CHECK(pipe(through) == 0);
	conc_input_init(&in, through[0], text, sizeof text);
	CHECK(conc_write_for(ends[1], "abc\n", 4, CONC_S(100)) == 4);
	CHECK(conc_splice_for(ends[0], NULL, through[1], NULL, 4, 0, CONC_S(100)) == 4);
	CHECK(conc_read_line_for(&in, &line, CONC_S(100)) == 3 && strcmp(line, "abc") == 0);
	close(through[0]);
	close(through[1]);
}

/* No statement: that could not do without epoll. */
void scenario_io(void)
{
	struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV}, *list = NULL;
	task_long t;
	char c;
	int file;

	CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
	t = spawn_echoes(CONC_HERE, 0);
	for (int i = 0; i < 20; i++) {
		CHECK(conc_write(ends[0], "x", 1) == 1);
		CHECK(conc_read(ends[0], &c, 1) == 1 && c == 'x');
	}
	shutdown(ends[0], SHUT_WR);
	CHECK(task_long_join_value(t, CONC_HERE) == 20);
	limits();
	close(ends[0]);
	close(ends[1]);
	file = conc_open("/proc/self/exe", O_RDONLY | O_CLOEXEC, 0);
	CHECK(file >= 0);
	CHECK(conc_pread(file, &c, 1, 1) == 1 && c == 'E');
	close(file);
	scenario_files();
	CHECK(conc_getaddrinfo("127.0.0.1", "80", &hints, &list) == 0);
	freeaddrinfo(list);
}

static long writes(long n)
{
	conc_sleep(CONC_US(100));
	CHECK(write(ends[1], "xyz", 3) == 3);
	return n;
}
CONC_SPAWN1(spawn_writes, long, task_long, writes, long);

static void waits_for_a_pipe(void)
{
	struct pollfd look;
	task_long t;
	char c[3];

	CHECK(pipe(ends) == 0);
	t = spawn_writes(CONC_HERE, 1);
	{
		CONC_WAITUNTIL(1, 1);
		CONC_READABLE_CLAUSE(1, 0, 1, ends[0]);
		CONC_WAIT(1);
	}
	look = (struct pollfd){.fd = ends[0], .events = POLLIN};
	CHECK(conc_poll(&look, 1, -1) == 1 && look.revents == POLLIN);
	CHECK(conc_read(ends[0], c, 3) == 3);
	CHECK(conc_poll(&look, 1, CONC_US(10)) == 0);
	CHECK(task_long_join_value(t, CONC_HERE) == 1);
	close(ends[0]);
	close(ends[1]);
}

void scenario_epoll_refused(void)
{
	for (int i = 0; i < 5; i++)
		waits_for_a_pipe();
}

void scenario_clauses(void)
{
	pid_t child = fork();

	if (child == 0)
		_exit(0);
	signal(SIGCHLD, SIG_DFL);
	waits_for_a_pipe();
	{
		CONC_WAITUNTIL(1, 1);
		CONC_EXITED_CLAUSE(1, 0, 1, child);
		CONC_WAIT(1);
		CHECK(CONC_CHOSEN(1, 0));
	}
	CHECK(waitpid(child, NULL, WNOHANG) == child);
	raise(SIGURG);
	{
		CONC_WAITUNTIL(2, 2);
		CONC_SIGNALLED_CLAUSE(2, 0, 1, SIGURG);
		CONC_TIMEOUT_CLAUSE(2, 1, 1, CONC_MS(1));
		CONC_WAIT(2);
		CHECK(CONC_CHOSEN(2, 1)); /* it was nobody's when it came */
	}
	raise(SIGURG);
	{
		CONC_WAITUNTIL(3, 1);
		CONC_SIGNALLED_CLAUSE(3, 0, 1, SIGURG);
		CONC_WAIT(3);
		CHECK(CONC_CHOSEN(3, 0));
	}
}
