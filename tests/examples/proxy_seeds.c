// SPDX-License-Identifier: MIT
/* examples/proxy.c, its clients and its backend in one program, so that seeds order all of them; the limits pass in virtual time. A
 * client's first byte says what the backend does. */
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
#define getsockname told
#define main server
#include "../../examples/proxy.c"
#undef main
#undef getsockname

enum { MUCH = 200000 };
static char much[MUCH];
static conc_semaphore dialled;

static void reset(int fd)
{
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
	close(fd);
}

// Reads to the end. How many bytes came, or -1 if they were cut off by a reset.
static long drink(int fd)
{
	char bytes[5000];
	long n, sum = 0;
	while ((n = conc_read(fd, bytes, sizeof bytes)) > 0) sum += n;
	conc_test_assert(n == 0 || errno == ECONNRESET);
	return n < 0 ? -1 : sum;
}

static void behind(int fd)
{
	char what = 0;
	long n = conc_recv(fd, &what, 1, MSG_WAITALL);
	switch (n == 1 ? what : 0) {
	case 'h': // hears all, and then answers
		if (drink(fd) == MUCH) conc_send(fd, much, MUCH, MSG_NOSIGNAL);
		break;
	case 't': // trickles: the other direction is idle for longer than it may be for both
		for (int i = 0; i < 10 && conc_send(fd, much, 1, MSG_NOSIGNAL) == 1; i++) conc_sleep(1s);
		break;
	case 'r': // breaks off
		conc_send(fd, much, 5000, MSG_NOSIGNAL);
		conc_sleep(100ms);
		reset(fd);
		return;
	case 's': // stalls, neither reads nor ends
		conc_sleep(1min);
		break;
	}
	close(fd);
}

static void listens(int s)
{
	scope {
		for (int fd; (fd = conc_accept(s, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) spawn behind(fd);
	}
}

static int dial(char what)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	to.sin_port = htons((uint16_t)conc_future_read(&port));
	conc_test_assert(conc_connect(fd, (struct sockaddr *)&to, sizeof to) == 0);
	conc_test_assert(conc_send(fd, &what, 1, MSG_NOSIGNAL) == 1);
	return fd;
}

static void half_closes(void)
{
	int fd = dial('h');
	conc_test_assert(conc_send(fd, much, MUCH, MSG_NOSIGNAL) == MUCH);
	shutdown(fd, SHUT_WR);
	conc_test_assert(drink(fd) == MUCH);
	close(fd);
}

static void hears(char what, long wants)
{
	int fd = dial(what);
	conc_semaphore_post(&dialled);
	conc_test_assert(drink(fd) == wants);
	close(fd);
}

static void goes(void)
{
	int fd = dial('h');
	conc_send(fd, much, 1000, MSG_NOSIGNAL);
	reset(fd);
}

// Writes more than anybody takes, until the end of the proxy cuts it off.
static void floods(void)
{
	int fd = dial('s');
	uint64_t until = conc_now() + 1h;
	conc_semaphore_post(&dialled);
	while (conc_now() < until && conc_send(fd, much, MUCH, MSG_NOSIGNAL) >= 0) { } // a part: the next call says why
	conc_test_assert(errno == ECONNRESET || errno == EPIPE);
	close(fd);
}

static int run(char *to)
{
	char *argv[] = {"proxy", "0", "127.0.0.1", to, "idle=3000", "drain=500", NULL};
	return server(6, argv);
}

int main(void)
{
	int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof address;
	char to[8];
	waituntil (signalled(SIGTERM)) { } // from here on it is kept
	or else { }
	if (bind(s, (struct sockaddr *)&address, size) || listen(s, 100) || (getsockname)(s, (struct sockaddr *)&address, &size)) return 1;
	snprintf(to, sizeof to, "%d", ntohs(address.sin_port));
	task(int) proxy = spawn run(to);
	task(void) backends = spawn listens(s);
	scope {
		for (int i = 0; i < 3; i++) spawn half_closes();
		spawn hears('t', 10);
		spawn hears('r', -1); // not taken for the whole
		spawn hears('s', -1); // cut off when it has been idle for too long
		spawn goes();
	}
	scope {
		spawn floods();
		spawn hears('s', -1);
		for (int i = 0; i < 3 + 2; i++) conc_semaphore_wait(&dialled); // all that hear or flood
		conc_sleep((int64_t)(conc_test_seed() % 5) * 100ms);
		raise(SIGTERM);
	}
	printf("%d\n", join(proxy));
	conc_cancel(backends);
	join(backends);
	close(s);
	return 0;
}
