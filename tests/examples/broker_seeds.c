// SPDX-License-Identifier: MIT
/* examples/broker.c and its clients in one program, so that seeds order all of them. Under seeds no window of
 * TCP may close: virtual time, and with it each limit, passes while the kernel's own timers open it again. So broker.sh runs this without
 * seeds, too; then what is lost is lost for sure. What each subscriber gets, and what it is told that it has lost, is all that was published, in the order of each
 * publisher. One reads nothing until all has been published, one never, others come late and go early; then SIGTERM comes. */
#define _GNU_SOURCE
#include <conc.h>
#include <netinet/in.h>
#include <sys/socket.h>

static future(int) port;
static int told(int s, struct sockaddr *address, socklen_t *size)
{
	int error = (getsockname)(s, address, size), small = 1;
	if (!conc_test_seed()) setsockopt(s, SOL_SOCKET, SO_SNDBUF, &small, sizeof small); // of all connections: the smallest
	port << ntohs(((struct sockaddr_in *)(void *)address)->sin_port);
	return error;
}
#define getsockname told
#define main server
#include "../../examples/broker.c"
#undef main
#undef getsockname

enum { PUBLISHERS = 3, PUBLISHED = 80, SUBSCRIBERS = 3, VISITS = 10 };
static conc_barrier subscribed = {SUBSCRIBERS + PUBLISHERS + 1}, published = {SUBSCRIBERS + PUBLISHERS + 1};
static _Atomic int got, lost, left_early;

static int dial(const char *says)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), small = 1;
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	to.sin_port = htons((uint16_t)conc_future_read(&port));
	if (!conc_test_seed()) setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
	conc_test_assert(conc_connect(fd, (struct sockaddr *)&to, sizeof to) == 0);
	conc_test_assert(conc_send(fd, says, strlen(says), MSG_NOSIGNAL) == (long)strlen(says));
	return fd;
}

static long read_line(conc_input *in, char **text)
{
	long n = conc_read_line(in, text);
	conc_test_assert(n >= 0 || errno == ENODATA);
	return n;
}

// Subscribes, and waits until it has: then there is nothing that it misses.
static int subscribe(conc_input *in, char *buffer, size_t size)
{
	char *text;
	int fd = dial("sub all\n");
	conc_input_init(in, fd, buffer, size);
	conc_test_assert(read_line(in, &text) >= 0 && !strcmp(text, "+ all"));
	return fd;
}

// Publishes its numbers to all, and goes when it knows that they have been passed on.
static void publish(int number)
{
	char buffer[TEXT], word[TEXT], *text;
	conc_input in;
	int fd = dial("");
	conc_barrier_wait(&subscribed);
	for (int i = 0; i < PUBLISHED; i++) {
		int n = snprintf(word, sizeof word, "pub all %d %d %0200d\n", number, i, 0);
		conc_test_assert(conc_send(fd, word, (size_t)n, MSG_NOSIGNAL) == n);
	}
	conc_input_init(&in, fd, buffer, sizeof buffer);
	conc_test_assert(conc_send(fd, "unsub all\n", 10, MSG_NOSIGNAL) == 10);
	conc_test_assert(read_line(&in, &text) >= 0 && !strcmp(text, "- all"));
	conc_barrier_wait(&published);
	close(fd);
}

static void read_all(int number)
{
	char buffer[TEXT], *text;
	int next[PUBLISHERS] = {0}, from, i, mine = 0, missed = 0, n;
	conc_input in;
	int fd = subscribe(&in, buffer, sizeof buffer);
	conc_barrier_wait(&subscribed);
	scope {
		if (number == 0) conc_barrier_wait(&published); // it is too slow
		else spawn conc_barrier_wait(&published);
		while (read_line(&in, &text) >= 0) {
			if (sscanf(text, "! %d lost", &n) == 1) missed += n;
			else if (sscanf(text, "all %d %d", &from, &i) == 2) {
				conc_test_assert(i >= next[from]);
				next[from] = i + 1;
				mine++;
			} else conc_test_assert(!"a line that nobody said");
		}
	}
	conc_test_assert(mine + missed == PUBLISHERS * PUBLISHED);
	got += mine;
	lost += missed;
	close(fd);
}

// Comes and goes while others publish.
static void visit(void)
{
	for (int i = 0; i < VISITS; i++) {
		char buffer[TEXT], *text;
		conc_input in;
		int fd = subscribe(&in, buffer, sizeof buffer);
		(void)conc_read_line_for(&in, &text, 10ms);
		left_early++;
		close(fd);
	}
}

#define LIMIT(name) name "=999999999"
static int run(void)
{
	char *argv[] = {"broker", "0", LIMIT("idle"), LIMIT("write"), LIMIT("drain"), NULL};
	return server(5, argv);
}

int main(void)
{
	waituntil (signalled(SIGTERM)) { } // from here on it is kept
	or else { }
	task(int) s = spawn run();
	int deaf = dial("sub all\nsub all\n");
	scope {
		for (int i = 0; i < SUBSCRIBERS; i++) spawn read_all(i);
		for (int i = 0; i < PUBLISHERS; i++) spawn publish(i);
		conc_barrier_wait(&subscribed);
		task(void) visitor = spawn visit();
		conc_barrier_wait(&published);
		join(visitor);
		raise(SIGTERM);
	} // all have been told all
	close(deaf);
	printf("%d, %d %d %d\n", join(s), got, lost, left_early);
	conc_test_assert(got + lost == SUBSCRIBERS * PUBLISHERS * PUBLISHED && left_early == VISITS && (lost || conc_test_seed()));
	return 0;
}
