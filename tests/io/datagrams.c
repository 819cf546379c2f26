// SPDX-License-Identifier: MIT
/* Datagrams: whole, also empty ones and those that are cut; to whom they go and from whom they come. */
#define _GNU_SOURCE
#include <conc.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address[2];
static int sockets[2];

static void echo(void)
{
	struct sockaddr_in from;
	char text[100];
	long n = 1;

	while (n) {
		socklen_t size = sizeof from;
		n = conc_recvfrom(sockets[1], text, sizeof text, 0, (struct sockaddr *)&from, &size);
		if (n < 0 || conc_sendto(sockets[1], text, (size_t)n, 0, (struct sockaddr *)&from, size) != n) break;
	}
}

static void say(const char *text)
{
	struct sockaddr_in from = { 0 };
	socklen_t size = sizeof from;
	char back[8] = "";
	long n = conc_sendto(sockets[0], text, strlen(text), 0, (struct sockaddr *)&address[1], sizeof address[1]);

	printf("sent %ld, ", n);
	n = conc_recvfrom_for(sockets[0], back, sizeof back - 1, 0, (struct sockaddr *)&from, &size, 1h);
	printf("got %ld \"%s\" from %s\n", n, back, from.sin_port == address[1].sin_port ? "there" : "elsewhere");
}

int main(void)
{
	for (int i = 0; i < 2; i++) {
		socklen_t size = sizeof address[i];
		address[i] = (struct sockaddr_in){ .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
		sockets[i] = socket(AF_INET, SOCK_DGRAM, 0);
		if (bind(sockets[i], (struct sockaddr *)&address[i], size)) return 1;
		getsockname(sockets[i], (struct sockaddr *)&address[i], &size);
	}
	task(void) t = spawn echo();
	say("one");
	say("a long one");
	say("");
	join(t);
	printf("nothing more: %ld ", conc_recvfrom(sockets[0], address, 1, MSG_DONTWAIT, NULL, NULL));
	printf("%s\n", strerrorname_np(errno));
	printf("too large: %ld ", conc_sendto(sockets[0], &(char[70000]){0}, 70000, 0, (struct sockaddr *)&address[1], sizeof address[1]));
	printf("%s\n", strerrorname_np(errno));
	return 0;
}
