// SPDX-License-Identifier: MIT
// Signals at any moment change nothing of what is waited for, read, written, connected, accepted and slept.
// schedules: no (real signals, sockets and children)
#define _GNU_SOURCE
#include <conc.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static _Atomic long signals;

static void count(int number)
{
	(void)number;
	signals++;
}

static void check(bool right, const char *what)
{
	if (right) return;
	printf("%s: %s\n", what, strerror(errno));
	exit(1);
}

// Each signal as a program may have it, with SA_RESTART or without.
static void storm(void)
{
	static const int numbers[] = { SIGALRM, SIGPROF, SIGVTALRM, SIGCHLD };
	struct itimerval often = { { 0, 300 }, { 0, 300 } };
	for (int i = 0; i < 4; i++)
		sigaction(numbers[i], &(struct sigaction){ .sa_handler = count, .sa_flags = SA_ONSTACK | (i % 2 ? SA_RESTART : 0) }, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	setitimer(ITIMER_PROF, &often, NULL);
	setitimer(ITIMER_VIRTUAL, &often, NULL);
}

static void waits(int file)
{
	for (int i = 0; i < 300; i++) {
		struct pollfd look = { file, POLLIN, 0 };
		waituntil (readable(file)) { check(false, "readable"); }
		or waituntil (timeout(20us)) { }
		check(conc_poll(&look, 1, i % 2 ? 20us : 0) == 0, "conc_poll");
	}
}

static void sleeps(void)
{
	for (int i = 0; i < 100; i++) {
		uint64_t start = conc_now();
		check(conc_sleep(200us) == 0 && conc_now() - start >= 200000, "conc_sleep");
	}
}

static void bears(void)
{
	for (int i = 0; i < 10; i++) {
		pid_t child = fork();
		int status;
		if (child == 0) _exit(i);
		check(child > 0, "fork");
		waituntil (exited(child)) { }
		check(waitpid(child, &status, WNOHANG) == child && WEXITSTATUS(status) == i, "exited");
	}
}

static void echoes(int file)
{
	char text[16];
	long n;
	while ((n = conc_read(file, text, sizeof text)) > 0) check(conc_write(file, text, (size_t)n) == n, "conc_write");
	check(n == 0 && close(file) == 0, "conc_read");
}

static void accepts(int listener, int times)
{
	scope {
		for (int i = 0; i < times; i++) {
			int connection = conc_accept(listener, NULL, NULL, 0);
			check(connection >= 0, "conc_accept");
			spawn echoes(connection);
		}
	}
}

static void connects(const struct sockaddr *address, socklen_t size, int times)
{
	for (int i = 0; i < times; i++) {
		int client = socket(address->sa_family, SOCK_STREAM, 0);
		char c;
		check(conc_connect(client, address, size) == 0, "conc_connect");
		for (int j = 0; j < 10; j++)
			check(conc_write(client, "x", 1) == 1 && conc_read(client, &c, 1) == 1 && c == 'x', "echo");
		check(close(client) == 0, "close");
	}
}

static void serves(int family)
{
	struct sockaddr_storage here = { .ss_family = (sa_family_t)family };
	socklen_t size = family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(sa_family_t);
	int listener = socket(family, SOCK_STREAM, 0);
	if (family == AF_INET) ((struct sockaddr_in *)&here)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	check(bind(listener, (struct sockaddr *)&here, size) == 0 && listen(listener, 1) == 0, "listen");
	size = sizeof here;
	check(getsockname(listener, (struct sockaddr *)&here, &size) == 0, "getsockname");
	scope {
		spawn accepts(listener, 30);
		for (int i = 0; i < 3; i++) spawn connects((struct sockaddr *)&here, size, 10);
	}
	close(listener);
}

static void files(void)
{
	for (int i = 0; i < 30; i++) {
		char name[] = "/tmp/conc-signal-XXXXXX", text[5] = "";
		int file = mkstemp(name), again = conc_open(name, O_RDONLY, 0);
		check(file >= 0 && again >= 0 && unlink(name) == 0, "conc_open");
		check(conc_pwrite(file, "text", 4, 0) == 4 && conc_fsync(file) == 0, "conc_pwrite");
		check(conc_pread(again, text, 4, 0) == 4 && strcmp(text, "text") == 0, "conc_pread");
		close(file);
		close(again);
	}
}

int main(void)
{
	int ends[2];
	check(pipe(ends) == 0, "pipe");
	storm();
	scope {
		spawn waits(ends[0]);
		spawn sleeps();
		spawn bears();
		spawn serves(AF_INET);
		spawn serves(AF_UNIX);
		spawn files();
	}
	while (signals < 100) conc_sleep(1ms);
	puts("right");
}
