// SPDX-License-Identifier: MIT
/* A proxy: what comes from one socket goes to another through a pipe, in both directions, without a copy. */
#define _GNU_SOURCE
#include <conc.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int client[2], server[2];

static void forward(int from, int to)
{
	int pipe[2];
	long n, m = 1;

	if (pipe2(pipe, O_CLOEXEC)) return;
	while (m > 0 && (n = conc_splice(from, NULL, pipe[1], NULL, 1 << 16, 0)) > 0)
		for (; n > 0; n -= m)
			if ((m = conc_splice(pipe[0], NULL, to, NULL, (size_t)n, 0)) <= 0) break;
	shutdown(to, SHUT_WR);
	close(pipe[0]), close(pipe[1]);
}

static void shout(void)
{
	char text[100];

	for (long n; (n = conc_read(server[1], text, sizeof text)) > 0; conc_write(server[1], text, (size_t)n))
		for (long i = 0; i < n; i++) text[i] -= text[i] >= 'a' && text[i] <= 'z' ? 32 : 0;
	shutdown(server[1], SHUT_WR);
}

static void talk(void)
{
	for (int i = 0; i < 100; i++) {
		conc_write(client[0], "hello ", 6);
		if (i % 30 == 0) conc_sleep(1ms);
	}
	shutdown(client[0], SHUT_WR);
}

int main(void)
{
	char text[1000] = "";
	int idle[2];

	socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, client);
	socketpair(AF_UNIX, SOCK_STREAM, 0, server);
	scope {
		spawn forward(client[1], server[0]);
		spawn forward(server[0], client[1]);
		spawn shout();
		spawn talk();
		printf("%ld ", conc_recv(client[0], text, sizeof text, MSG_WAITALL));
		printf("%.11s\n", text);
	}
	if (pipe(idle)) return 1;
	printf("%ld ", conc_splice_for(idle[0], NULL, client[0], NULL, 10, 0, 5ms));
	printf("%s\n", strerrorname_np(errno));
	printf("%ld ", conc_splice_for(idle[0], NULL, client[0], NULL, 10, SPLICE_F_NONBLOCK, 1h));
	printf("%s\n", strerrorname_np(errno));
	close(idle[1]);
	printf("%ld\n", conc_splice(idle[0], NULL, client[0], NULL, 10, 0));
	return 0;
}
