// SPDX-License-Identifier: MIT
/* Runs one of the servers in examples/ among hostile clients, again and again:  hostile http|chat|broker|proxy PROGRAM RUNS SEED
 *
 * A run starts PROGRAM with limits that it draws, and plays some dozens of clients, in random steps that never wait: they write a byte
 * at a time, read slowly or never, send garbage and lines without an end, close, reset, close one half, and new ones take their places.
 * For the proxy it also plays the backend: one that refuses, takes no connections, resets, floods, or echoes. Some runs have few
 * descriptors. At a random step it sends SIGTERM, and goes on. The program has to end with status 0 and to say nothing but where it
 * listens; with CONC_DEBUG=1 it says if it leaks threads. In some runs all clients go before the end: then it must have closed all its
 * connections and serve a good client. Nothing is measured against the clock, but an end that does not come. The seed of a run that
 * fails repeats what the clients do. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CLIENTS = 40, BIG = 30000, HANG = 100 }; // HANG: seconds; more than any limit and any machine needs

struct text { const char *start; size_t size; bool again; };
struct client { int fd; struct text text; size_t at, pace, keeps; bool reads; char kept[512]; };
enum backend { NONE, REFUSES, STALLS, RESETS, FLOODS, ECHOES };

static const char *kind;
static unsigned long seed, at_random;
static pid_t server;
static int says = -1, port, listener = -1, backend_port, idle_pipes = -1;
static bool patient; // the program's limits are long, and it has places enough
static double drain; // seconds that it has to end in
static enum backend backend;
static struct client clients[CLIENTS], behind[CLIENTS]; // behind: the backend's
static char big[BIG], garbage[BIG];

static unsigned long draw(unsigned long below) // xorshift, so that a seed means the same everywhere
{
	at_random ^= at_random << 13, at_random ^= at_random >> 7, at_random ^= at_random << 17;
	return (at_random >> 11) % below;
}

static double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fail(const char *why)
{
	char text[4096];
	printf("not ok - %s, seed %lu: %s\n", kind, seed, why);
	if (says >= 0 && server > 0) {
		fcntl(says, F_SETFL, O_NONBLOCK);
		kill(server, SIGQUIT); // it shows its threads
		for (int i = 0; i < 20; i++, usleep(10000))
			for (long n; (n = read(says, text, sizeof text)) > 0;) fwrite(text, 1, (size_t)n, stdout);
		kill(server, SIGKILL);
	}
	exit(1);
}

static struct sockaddr_in local(int at) { return (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)at), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}; }

static void start(const char *program)
{
	int pipes[2];
	char words[8][40], *argv[16] = {(char *)(size_t)program}, text[256];
	int n = 1;
	bool hurry = idle_pipes >= 0 && draw(2); // short limits, or some that nobody reaches
	static const char *const limits[][3] = {{"idle", "head", "whole"}, {"name", "idle", "write"}, {"idle", "write", "write"}, {"connect", "idle", "whole"}};
	if (pipe2(pipes, O_CLOEXEC)) fail("pipe");
	argv[n++] = (char *)(size_t)"0";
	if (*kind == 'p') snprintf(words[7], sizeof words[7], "%d", backend_port), argv[n++] = (char *)(size_t)"127.0.0.1", argv[n++] = words[7];
	for (int i = 0; i < 3; i++) {
		snprintf(words[i], sizeof words[i], "%s=%lu", limits[*kind == 'h' ? 0 : *kind == 'c' ? 1 : *kind == 'b' ? 2 : 3][i], hurry ? 20 + draw(300) : 1000000);
		argv[n++] = words[i];
	}
	unsigned long ms = 1 + draw(200), few = draw(2) ? 1 + draw(10) : 0;
	snprintf(words[3], sizeof words[3], "drain=%lu", ms);
	snprintf(words[4], sizeof words[4], "connections=%lu", few ? few : 4 * CLIENTS);
	drain = 1e-3 * (double)ms;
	struct rlimit files = {draw(8) ? 1000 : 24, 1000};
	patient = !hurry && !few && files.rlim_cur > 24;
	argv[n++] = words[3], argv[n++] = words[4];
	static const char *const processors[] = {"1", "2", "4"};
	const char *these = processors[draw(3)];
	if (!(server = fork())) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		setenv("CONC_DEBUG", "1", 1);
		setenv("CONC_PROCESSORS", these, 1);
		setrlimit(RLIMIT_NOFILE, &files);
		dup2(pipes[1], 2);
		execv(program, argv);
		_exit(127);
	}
	close(pipes[1]);
	says = pipes[0];
	size_t have = 0;
	for (long got; !memchr(text, '\n', have); have += (size_t)got)
		if ((got = read(says, text + have, sizeof text - 1 - have)) <= 0) fail("it does not start");
	text[have] = 0;
	const char *colon = strrchr(text, ':');
	if (!colon || !(port = atoi(colon + 1))) fail(text);
}

static int dial(bool wait)
{
	struct sockaddr_in to = local(port);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), small = 4096;
	if (fd < 0) fail(strerror(errno));
	if (!wait && draw(2)) setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small); // a slow reader is full soon
	if (connect(fd, (struct sockaddr *)&to, sizeof to) && errno != EINPROGRESS && errno != ECONNREFUSED && errno != ECONNABORTED && errno != ECONNRESET)
		fail(strerror(errno));
	return fd;
}

static void reset(int fd)
{
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
	close(fd);
}

#define TEXT(string, again) {string, sizeof(string) - 1, again}
static struct text a_text(void)
{
	static const struct text http[] = {TEXT("GET / HTTP/1.1\r\nHost: a\r\n\r\n", true), TEXT("GET / HTTP/1.0\r\n\r\n", false),
		TEXT("GET /zeros/50000000 HTTP/1.1\r\nHost: a\r\n\r\n", true), TEXT("GET /sleep/40 HTTP/1.1\r\nHost: a\r\n\r\n", true),
		TEXT("GET /sleep/2000 HTTP/1.1\r\nHost: a\r\n\r\n", false), TEXT("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", true),
		TEXT("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\nhello", false),
		TEXT("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc", true),
		TEXT("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", false),
		TEXT("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", false), TEXT("HEAD / HTTP/1.1\r\nHost: a\r\nX", false),
		TEXT("GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n", true), TEXT("\r\n\r\n\r\n", true), TEXT("GET / HTTP/1.1\r\nX: \0\r\n\r\n", false)};
	static const struct text chat[] = {TEXT("ann\nhello\nhow are you\n", true), TEXT("bob\nhi\n", false), TEXT("carl", false), TEXT("\n\n\n", true),
		TEXT("\r\nx\r\n", true), TEXT("a name that is certainly much too long to be one\n", false), TEXT("eve\n\0\1\2\033[2J\n", true)};
	static const struct text broker[] = {TEXT("sub a\npub a hello\n", true), TEXT("sub a\nsub b\n", false), TEXT("pub a some text\npub b more\n", true),
		TEXT("sub a\nunsub a\n", true), TEXT("sub", false), TEXT("\n\npub a\n\0pub b \1\2\nsub /\n", true), TEXT("sub 1\nsub 2\nsub 3\nsub 4\nsub 5\nsub 6\nsub 7\nsub 8\nsub 9\n", true)};
	static const struct text proxy[] = {TEXT("x", true), TEXT("hello\n", false), TEXT("some more text than that\n", true)};
	switch (draw(8)) {
	case 0: return (struct text){"", 0, false}; // says nothing
	case 1: return (struct text){garbage, sizeof garbage, true};
	case 2: return (struct text){big, sizeof big, draw(2)}; // a line without an end
	}
	if (*kind == 'h') return http[draw(sizeof http / sizeof *http)];
	if (*kind == 'b') return broker[draw(sizeof broker / sizeof *broker)];
	return *kind == 'c' ? chat[draw(sizeof chat / sizeof *chat)] : proxy[draw(sizeof proxy / sizeof *proxy)];
}

static struct client a_client(int fd)
{
	struct client c = {.fd = fd, .text = a_text(), .reads = draw(3) != 0, .pace = draw(3) ? draw(2) ? BIG : 100 : 1};
	return c;
}

// One step of a client, or of the backend's side.
static void play(struct client *c)
{
	char got[8192];
	switch (draw(32)) {
	case 0: shutdown(c->fd, SHUT_WR); break;
	case 1: if (draw(2)) reset(c->fd), c->fd = -1; break;
	case 2: if (draw(2)) close(c->fd), c->fd = -1; break;
	case 3: case 4: case 5: case 6: case 7: case 8: case 9: case 10: case 11: case 12:
		if (c->reads) (void)!recv(c->fd, got, 1 + draw(draw(2) ? 10 : sizeof got), MSG_DONTWAIT);
		break;
	default:
		if (c->at == c->text.size && c->text.again) c->at = 0;
		size_t size = 1 + draw(c->pace), left = c->text.size - c->at;
		long sent = left ? send(c->fd, c->text.start + c->at, size < left ? size : left, MSG_DONTWAIT | MSG_NOSIGNAL) : 0;
		c->at += sent > 0 ? (size_t)sent : 0;
	}
}

// The backend that echoes; the rest of an answer is kept until the proxy takes it.
static void echo(struct client *c)
{
	if (!c->keeps) {
		long n = recv(c->fd, c->kept, sizeof c->kept, MSG_DONTWAIT);
		if (n == 0 || (n < 0 && errno != EAGAIN)) close(c->fd), c->fd = -1;
		c->keeps = n > 0 ? (size_t)n : 0;
	}
	long n = c->keeps ? send(c->fd, c->kept, c->keeps, MSG_DONTWAIT | MSG_NOSIGNAL) : 0;
	if (n > 0) memmove(c->kept, c->kept + n, c->keeps -= (size_t)n);
	else if (n < 0 && errno != EAGAIN) close(c->fd), c->fd = -1;
}

static void play_backend(void)
{
	for (int i = 0; i < CLIENTS && backend >= RESETS; i++) {
		struct client *c = &behind[i];
		if (c->fd < 0) {
			int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
			if (fd < 0) continue;
			*c = a_client(fd);
		}
		if (backend == RESETS) reset(c->fd), c->fd = -1;
		else if (backend == ECHOES) echo(c);
		else play(c);
	}
}

static void start_backend(void)
{
	struct sockaddr_in a = local(0);
	socklen_t size = sizeof a;
	if (*kind != 'p') return;
	listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (listener < 0 || bind(listener, (struct sockaddr *)&a, size) || getsockname(listener, (struct sockaddr *)&a, &size)) fail("no backend");
	if (backend != REFUSES && listen(listener, backend == STALLS ? 1 : 100)) fail("no backend");
	backend_port = ntohs(a.sin_port);
}

static void close_all(struct client *all, bool politely)
{
	for (int i = 0; i < CLIENTS; i++) {
		if (all[i].fd >= 0 && (politely || draw(2))) close(all[i].fd);
		else if (all[i].fd >= 0) reset(all[i].fd);
		all[i].fd = -1;
	}
}

// How many descriptors of the program's are of this kind, "socket:" or "pipe:".
static int count(const char *what)
{
	char name[300], target[64] = "";
	int n = 0;
	snprintf(name, sizeof name, "/proc/%d/fd", server);
	DIR *all = opendir(name);
	if (!all) fail("it has ended");
	for (struct dirent *e; (e = readdir(all));) {
		snprintf(name, sizeof name, "/proc/%d/fd/%s", server, e->d_name);
		long size = readlink(name, target, sizeof target - 1);
		n += size > 0 && !strncmp(target, what, strlen(what));
	}
	closedir(all);
	return n;
}

// A good client gets what it asks for. If it is cut off it tries again.
static void good(void)
{
	char got[16384], asks[64], wants[64];
	size_t have = 0;
	int fd = -1;
	double end = seconds() + HANG;
	unsigned long token = draw(1000000000);
	snprintf(asks, sizeof asks, *kind == 'h' ? "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" : *kind == 'c' ? "dora\n%lu\n" : *kind == 'b' ? "sub good\npub good %lu\n" : "%lu\n", token);
	snprintf(wants, sizeof wants, *kind == 'h' ? "\r\n\r\nhello\n" : *kind == 'c' ? "dora: %lu\n" : *kind == 'b' ? "good %lu\n" : "%lu\n", token);
	while (seconds() < end) {
		if (fd < 0) fd = dial(true), have = 0;
		if (have == 0 && send(fd, asks, strlen(asks), MSG_NOSIGNAL | MSG_DONTWAIT) == (long)strlen(asks)) have = 1;
		play_backend();
		poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, *kind == 'p' || !have ? 1 : 20);
		long n = have ? recv(fd, got + have, sizeof got - have, MSG_DONTWAIT) : 0;
		if (n > 0 && memmem(got, have += (size_t)n, wants, strlen(wants))) {
			close(fd);
			return;
		}
		if (have == sizeof got) have = 1; // a loud chat
		if ((have && n == 0) || (n < 0 && errno != EAGAIN)) close(fd), fd = -1, usleep(1000);
	}
	fail("a good client is not served");
}

// All connections are closed: only the listening socket is left.
static void closed(void)
{
	double end = seconds() + HANG;
	while (count("socket:") != 1 || (idle_pipes >= 0 && count("pipe:") != idle_pipes)) {
		if (seconds() > end) fail("it keeps descriptors open");
		play_backend();
		usleep(500);
	}
}

static double one_run(const char *program)
{
	unsigned long steps = draw(400), stop = draw(steps + 1);
	int status;
	char text[4096];
	backend = *kind != 'p' ? NONE : idle_pipes < 0 || draw(2) ? ECHOES : REFUSES + draw(5);
	for (int i = 0; i < CLIENTS; i++) clients[i].fd = behind[i].fd = -1;
	start_backend();
	start(program);
	bool serves = *kind != 'p' || backend == ECHOES;
	if (idle_pipes < 0) good(), closed(), idle_pipes = count("pipe:");
	for (unsigned long i = 0; i < stop; i++) {
		struct client *c = &clients[draw(1 + draw(CLIENTS))];
		if (c->fd < 0) *c = a_client(dial(false));
		else play(c);
		play_backend();
		if (!draw(20)) usleep((unsigned)draw(5000));
		if (serves && patient && !draw(200)) good();
	}
	if (!draw(4)) {
		close_all(clients, false);
		if (backend != ECHOES) close_all(behind, false);
		if (backend == STALLS) close(listener), listener = -1;
		closed();
		if (serves) good();
	}
	kill(server, SIGTERM);
	double then = seconds();
	for (unsigned long i = stop; i < steps; i++) {
		struct client *c = &clients[draw(CLIENTS)];
		if (c->fd < 0) *c = a_client(dial(false));
		else play(c);
		play_backend();
		if (!draw(20)) usleep((unsigned)draw(5000));
		if (!draw(400)) kill(server, SIGTERM);
	}
	if (draw(2)) close_all(clients, false);
	while (!waitpid(server, &status, WNOHANG)) {
		if (seconds() > then + HANG) fail("it does not end");
		usleep(500);
	}
	double took = seconds() - then;
	server = 0;
	long n = read(says, text, sizeof text - 1);
	text[n > 0 ? n : 0] = 0;
	if (status || n) printf("status %x, and it says: %s\n", (unsigned)status, text), fail("a bad end");
	close_all(clients, true);
	close_all(behind, true);
	close(says);
	if (listener >= 0) close(listener);
	return took - drain;
}

int main(int argc, char **argv)
{
	if (argc != 5) return fprintf(stderr, "hostile: arguments: http|chat|broker|proxy PROGRAM RUNS SEED\n"), 2;
	kind = argv[1];
	unsigned long runs = strtoul(argv[3], NULL, 10), first = strtoul(argv[4], NULL, 10);
	double longest = -1000;
	setvbuf(stdout, NULL, _IOLBF, 0);
	memset(big, 'x', sizeof big);
	for (seed = first; seed < first + runs; seed++) {
		at_random = seed * 0x9e3779b97f4a7c15u + 1;
		for (int i = 0; i < 8; i++) draw(2);
		for (size_t i = 0; i < sizeof garbage; i++) garbage[i] = (char)draw(256);
		double late = one_run(argv[2]);
		if (late > longest) longest = late;
	}
	printf("ok - %s among hostile clients, %lu runs\n", kind, runs);
	fprintf(stderr, "%s: at most %.3f s after its deadline\n", kind, longest);
	return 0;
}
