// SPDX-License-Identifier: MIT
/* Eight echoes over socketpairs; a poll whose time passes. */
#include <conc.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[8][2];

static void echo(int i)
{
	char text[64];
	long n;

	while ((n = conc_read(ends[i][0], text, sizeof text)) > 0) conc_write(ends[i][0], text, (size_t)n);
	close(ends[i][0]);
}

static int client(int i)
{
	int sum = 0;
	char c;

	for (int k = 0; k < 20; k++) {
		c = (char)(k + i);
		conc_write(ends[i][1], &c, 1);
		c = 0;
		if (conc_read(ends[i][1], &c, 1) != 1) return -1;
		sum += c;
		if (k % 5 == 0) conc_sleep(1ms);
	}
	shutdown(ends[i][1], SHUT_WR);
	if (conc_read(ends[i][1], &c, 1) != 0) return -2;
	close(ends[i][1]);
	return sum;
}

int main(void)
{
	task(int) t[8];
	struct pollfd file;
	int sum = 0, idle[2];

	for (int i = 0; i < 8; i++) {
		if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends[i]) != 0) return 1;
		spawn echo(i);
		t[i] = spawn client(i);
	}
	for (int i = 0; i < 8; i++) sum += join(t[i]);
	printf("%d\n", sum);
	if (pipe(idle) != 0) return 1;
	file = (struct pollfd){idle[0], POLLIN, 0};
	printf("%d\n", conc_poll(&file, 1, 20ms));
	return 0;
}
