// SPDX-License-Identifier: MIT
/* examples/http_server.c and its clients in one program, so that seeds order all of them; the limits pass in virtual time. */
#define _GNU_SOURCE
#include <conc.h>
#include <netinet/in.h>
#include <sys/socket.h>

static future(int) port;
static int told(int s, struct sockaddr *address, socklen_t *size)
{
	int error = (getsockname)(s, address, size);
	port << ntohs(((struct sockaddr_in *)(void *)address)->sin_port);
	return error;
}
#undef _GNU_SOURCE
#define getsockname told
#define main server
#include "../../examples/http_server.c"
#undef main
#undef getsockname

static int dial(void)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	to.sin_port = htons((uint16_t)conc_future_read(&port));
	if (conc_connect(fd, (struct sockaddr *)&to, sizeof to)) close(fd), fd = -1; // it has been told to end
	return fd;
}

enum { SILENT, HALF, SLOW, SLEEPER, DEAF, RESETS, GOOD, KINDS };

static void client(int kind)
{
	static const char *const says[KINDS] = {"", "GET / HTTP/1.1\r\nHo", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /sleep/5000 HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET /zeros/9000000 HTTP/1.1\r\nHost: a\r\n\r\n", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx",
		"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.0\r\n\r\n"};
	char got[1024];
	size_t size = strlen(says[kind]), have = 0;
	int fd = dial();
	if (fd < 0) return;
	for (size_t i = 0; kind == SLOW && i < size && conc_send(fd, says[kind] + i, 1, MSG_NOSIGNAL) == 1; i++) conc_sleep(2ms);
	if (kind != SLOW) conc_send(fd, says[kind], size, MSG_NOSIGNAL);
	if (kind == RESETS) setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
	else if (kind == DEAF) conc_sleep(1s);
	else
		for (long n = 1; n > 0 && have < sizeof got - 1; have += n > 0 ? (size_t)n : 0) n = conc_read(fd, got + have, sizeof got - 1 - have);
	got[have] = 0;
	if (kind == GOOD) // both, none, or if it was told to end in between, one
		conc_test_assert(have == 0 || strstr(got, "HTTP/1.1 200 OK") == got);
	if (kind == HALF) conc_test_assert(have == 0 || strstr(got, "HTTP/1.1 408") == got || strstr(got, "HTTP/1.1 503") == got);
	close(fd);
}

static int run(void)
{
	char *argv[] = {"http_server", "0", "idle=300", "head=100", "whole=400", "drain=200", "connections=3", NULL};
	return server(7, argv);
}

int main(void)
{
	waituntil (signalled(SIGTERM)) { } // from here on it is kept
	or else { }
	task(int) s = spawn run();
	scope {
		for (int i = 0; i < KINDS; i++) spawn client(i);
		conc_sleep((int64_t)conc_test_seed() % 9 * 50ms);
		raise(SIGTERM);
	}
	printf("%d\n", join(s));
	return 0;
}
