// SPDX-License-Identifier: MIT
// A TCP proxy to start from: proxy PORT HOST PORT. The bytes go through pipes and never through the program. An end of one direction is
// handed on while the other goes on; where a connection breaks, or a limit ends it, both sides are reset, so that nobody takes a part for
// the whole. SIGTERM: no new connections; those that are open have the time `drain` to end, then their waits are cancelled.
#define _GNU_SOURCE
#include <conc.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static long connections = 150; // at once, six descriptors each; the others wait in the kernel's queue of the listening socket
// Milliseconds: for the backend to take a connection; without a byte in either direction; for a connection; after SIGTERM.
static long connect_time = 5000, idle = 600000, whole = 86400000, drain = 10000;
static conc_semaphore places;
static struct addrinfo *backend;

struct pair { struct conc_scope *both; _Atomic uint64_t last; _Atomic bool broken; }; // last: when bytes moved

// conc_splice that gives up only if no bytes move in the other direction either.
static long splice_some(struct pair *p, int from, int to, size_t size)
{
	long n;
	do n = conc_splice_for(from, NULL, to, NULL, size, SPLICE_F_MOVE, p->last + idle * 1ms - conc_now());
	while (n < 0 && errno == ETIMEDOUT && conc_now() < p->last + idle * 1ms);
	if (n > 0) p->last = conc_now();
	return n;
}

// One direction, up to its end.
static void move(struct pair *p, int from, int to)
{
	int pipes[2];
	bool good = pipe2(pipes, O_NONBLOCK | O_CLOEXEC) == 0;
	if (good) {
		long n = 1, m = 1;
		while (m > 0 && (n = splice_some(p, from, pipes[1], 65536)) > 0)
			while (n > 0 && (m = splice_some(p, pipes[0], to, (size_t)n)) > 0) n -= m;
		good = n == 0 && shutdown(to, SHUT_WR) == 0;
		close(pipes[0]);
		close(pipes[1]);
	}
	if (good) return;
	p->broken = true;
	conc_cancel(p->both);
}

static void serve(int client)
{
	struct pair p = {.last = conc_now()};
	int to = socket(backend->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (to >= 0 && conc_connect_for(to, backend->ai_addr, backend->ai_addrlen, connect_time * 1ms) == 0) {
		p.last = conc_now();
		scope (both, timeout(whole * 1ms)) {
			p.both = both;
			spawn move(&p, client, to);
			spawn move(&p, to, client);
		}
	} else {
		p.broken = true;
	}
	struct linger reset = {.l_onoff = p.broken, .l_linger = 0};
	setsockopt(client, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
	if (to >= 0) setsockopt(to, SOL_SOCKET, SO_LINGER, &reset, sizeof reset), close(to);
	close(client);
	conc_semaphore_post(&places);
}

// "idle=500": changes a limit.
static bool set(const char *text)
{
	static const struct { const char *name; long *limit; } all[] = {{"connections", &connections}, {"connect", &connect_time}, {"idle", &idle},
		{"whole", &whole}, {"drain", &drain}};
	char name[16];
	long n;
	int used;
	if (sscanf(text, "%15[^=]=%9ld%n", name, &n, &used) != 2 || text[used] || n < 1) return false;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (!strcmp(name, all[i].name)) return *all[i].limit = n, true;
	return false;
}

int main(int argc, char **argv)
{
	int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), one = 1, error = 0;
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)(argc > 1 ? atoi(argv[1]) : 0)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	socklen_t size = sizeof address;
	bool usage = argc < 4, on = true, place = false;
	for (int i = 4; i < argc; i++) usage = usage || !set(argv[i]);
	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	if (usage || (error = conc_getaddrinfo_for(argv[2], argv[3], &hints, &backend, 10s)))
		return fprintf(stderr, "proxy: %s\n", usage ? "arguments: PORT HOST PORT [connect=MS] [idle=MS] [whole=MS] [drain=MS] [connections=N]" : gai_strerror(error)), 1;
	if (bind(s, (struct sockaddr *)&address, size) || listen(s, SOMAXCONN) || getsockname(s, (struct sockaddr *)&address, &size))
		return fprintf(stderr, "proxy: %s\n", strerror(errno)), 1;
	conc_semaphore_init(&places, (unsigned)connections);
	signal(SIGPIPE, SIG_IGN); // who writes finds out by itself
	waituntil (signalled(SIGTERM)) on = false; // from here on none is lost
	or else { }
	fprintf(stderr, "proxy: 127.0.0.1:%d\n", ntohs(address.sin_port));
	scope (clients) {
		while (on) {
			waituntil (signalled(SIGTERM)) on = false;
			or when (!place) waituntil (conc_semaphore_wait(&places)) place = true;
			or when (place) waituntil (readable(s)) {
				int client = conc_accept_for(s, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC, 0); // it may have gone
				place = client < 0;
				if (client >= 0) spawn serve(client);
				else if (errno != ETIMEDOUT && errno != ECONNABORTED) conc_sleep(10ms); // no descriptor, no memory: some will be closed
			}
		}
		uint64_t until = conc_now() + drain * 1ms;
		close(s);
		for (long left = connections - place; left > 0;) { // who has a place gives it back at its end
			waituntil (conc_semaphore_wait(&places)) left--;
			or waituntil (signalled(SIGTERM)) left = -1;
			or waituntil (timeout(until - conc_now())) left = -1;
			if (left < 0) conc_cancel(clients);
		}
	}
	freeaddrinfo(backend);
	return 0;
}
