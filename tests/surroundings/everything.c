// SPDX-License-Identifier: MIT
// Asks of the system whatever libconc ever asks, with two processors at work, and checks the answers.
//
//     everything                        once
//     everything ERROR CALL…            twice; each CALL is refused from the second time on
//
// What a program would look at itself (a result of -1 with errno) is printed, not counted as wrong.
#define _GNU_SOURCE
#include <conc.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "refuse.h"

static void check(bool right, const char *what)
{
	if (right) return;
	fprintf(stderr, "wrong: %s\n", what);
	_exit(3);
}

// A result that the program looks at: false if it has failed.
static bool works(long result, const char *what)
{
	if (result < 0) printf("%s: %s\n", what, strerrorname_np(errno));
	return result >= 0;
}

// ---- One side of a channel, from both processors ----

enum { EACH = 400, ROUNDS = 60 };

static int arrived, gone;

static void meet(void)
{
	int round = __atomic_load_n(&gone, __ATOMIC_ACQUIRE);

	if (__atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL) == 2) {
		__atomic_store_n(&arrived, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&gone, round + 1, __ATOMIC_RELEASE);
	}
	while (__atomic_load_n(&gone, __ATOMIC_ACQUIRE) == round) conc_yield();
}

static void sends(channel(long) *c)
{
	for (int r = 0; r < ROUNDS; r++) {
		meet();
		for (long i = 0; i < EACH; i++) *c << i;
		meet();
		meet();
	}
}

static void channels(void)
{
	channel(long) c = { 2 * EACH };
	scope {
		spawn sends(&c);
		for (int r = 0; r < ROUNDS; r++) {
			long n = 0, sum = 0, v;
			meet();
			for (long i = 0; i < EACH; i++) c << i;
			meet();
			for (; conc_try_receive(&c, &v); n++) sum += v;
			check(n == 2 * EACH && sum == (long)EACH * (EACH - 1), "channel");
			meet();
		}
	}
}

// ---- Outboxes ----

actor counter { long sum; };
message add { long n; };
message tell { future(long) *sum; };

receive (counter *self, add *m) { self->sum += m->n; }
receive (counter *self, tell *m) { *m->sum << self->sum; }

static void adds(counter *some)
{
	for (int i = 0; i < 4000; i++) some[i % 4] | (add){ 1 };
}

static void actors(void)
{
	counter some[4] = {};
	long sum = 0;
	conc_actors_start(NULL);
	scope {
		spawn adds(some);
		spawn adds(some);
		adds(some);
	}
	for (int i = 0; i < 4; i++) {
		future(long) one = {};
		long n;
		some[i] | (tell){ &one };
		n << one;
		sum += n;
	}
	check(sum == 12000, "actors");
	conc_actors_stop();
}

// ---- Cancelling what waits, runs, begins and ends ----

static long gives_up(channel(int) *never)
{
	long n = 0;
	int i;
	bool ok;
	while (!conc_cancelled()) {
		waituntil (ok = i << *never) { if (!ok) return n; check(i == 0, "cancel"); }
		or waituntil (timeout(20us)) { n++; }
	}
	return n;
}

static void cancels(void)
{
	for (int r = 0; r < 30; r++) {
		channel(int) never = { 1 };
		task(long) t[4];
		for (int i = 0; i < 4; i++) t[i] = spawn gives_up(&never);
		if (r % 2) conc_sleep(50us);
		for (int i = 0; i < 4; i++) conc_cancel(t[i]);
		for (int i = 0; i < 4; i++) check(join(t[i]) >= 0, "cancel");
	}
}

// ---- Locks, time, kernel threads ----

static conc_mutex lock;
static long guarded;

static void locks(void)
{
	for (int i = 0; i < 300; i++) {
		mutex (lock) {
			guarded++;
			if (i % 16 == 0) conc_yield();
		}
		if (i % 100 == 0) conc_sleep(100us);
	}
}

static void waits(void)
{
	guarded = 0;
	scope {
		for (int i = 0; i < 4; i++) spawn locks();
		blocking { usleep(200); }
	}
	check(guarded == 1200, "mutex");
}

// ---- Descriptors ----

static void echoes(int file)
{
	char text[64];
	long n;
	while ((n = conc_read(file, text, sizeof text)) > 0 && conc_write(file, text, (size_t)n) == n);
	if (n < 0) works(n, "echo");
	close(file);
}

static void plays(int file, const char *name)
{
	char got[8];
	bool right = true;
	for (int i = 0; right && i < 50; i++) {
		long n = 0;
		right = works(conc_write(file, "12345678", 8), name) && works(n = conc_read(file, got, 8), name) && n;
		check(!right || memcmp(got, "12345678", 8) == 0, name);
		if (i % 10 == 0) conc_sleep(20us);
	}
	close(file);
}

static void pairs(void)
{
	int ends[2];
	check(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "socketpair");
	scope {
		spawn echoes(ends[1]);
		plays(ends[0], "pair");
	}
}

static void serves(int listener)
{
	int connection = conc_accept(listener, NULL, NULL, SOCK_CLOEXEC);
	if (works(connection, "accept")) echoes(connection);
	else shutdown(listener, SHUT_RDWR);
}

static void tcp(void)
{
	struct sockaddr_in here = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof here;
	int listener = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0);
	check(bind(listener, (struct sockaddr *)&here, sizeof here) == 0 && listen(listener, 5) == 0 &&
	      getsockname(listener, (struct sockaddr *)&here, &size) == 0, "listen");
	scope {
		spawn serves(listener);
		if (works(conc_connect(client, (struct sockaddr *)&here, sizeof here), "connect")) plays(client, "tcp");
		else close(client), shutdown(listener, SHUT_RDWR);
	}
	close(listener);
}

static void writes(int file)
{
	conc_sleep(200us);
	check(write(file, "x", 1) == 1, "write");
}

static void clauses(void)
{
	int ends[2];
	char c;
	check(pipe(ends) == 0, "pipe");
	scope {
		spawn writes(ends[1]);
		waituntil (readable(ends[0])) { check(works(conc_read(ends[0], &c, 1), "pipe") || true, "pipe"); }
	}
	struct pollfd look = { ends[1], POLLOUT, 0 };
	works(conc_poll(&look, 1, 1ms), "conc_poll");
	close(ends[0]);
	close(ends[1]);
}

// Nothing comes in time; then a line, through a pipe.
static void limits(void)
{
	int ends[2], through[2];
	char text[8], *line;
	conc_input in;
	check(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && pipe(through) == 0, "socketpair");
	check(conc_read_for(ends[0], text, 1, 1ms) == -1, "limit");
	conc_input_init(&in, through[0], text, sizeof text);
	if (works(conc_write(ends[1], "some\n", 5), "write") &&
	    works(conc_splice(ends[0], NULL, through[1], NULL, 5, 0), "splice") &&
	    works(conc_read_line_for(&in, &line, 5s), "line"))
		check(strcmp(line, "some") == 0, "line");
	close(ends[0]), close(ends[1]);
	close(through[0]), close(through[1]);
}

// A local listener that has no room: the connect runs out.
static void no_room(void)
{
	struct sockaddr_un here = { .sun_family = AF_UNIX };
	int listener = socket(AF_UNIX, SOCK_STREAM, 0), first = socket(AF_UNIX, SOCK_STREAM, 0), next = socket(AF_UNIX, SOCK_STREAM, 0);
	snprintf(here.sun_path + 1, 50, "conc-surroundings-%d", (int)getpid());
	check(bind(listener, (struct sockaddr *)&here, sizeof here) == 0 && listen(listener, 0) == 0, "listen");
	if (works(conc_connect_for(first, (struct sockaddr *)&here, sizeof here, 1ms), "local connect"))
		check(conc_connect_for(next, (struct sockaddr *)&here, sizeof here, 1ms) == -1, "no room");
	close(listener), close(first), close(next);
}

static void files(void)
{
	char name[] = "/tmp/conc-surroundings-XXXXXX", text[100] = "";
	int file = mkstemp(name), again;
	if (file < 0) return;
	if (works(conc_pwrite(file, "some text", 9, 10), "pwrite") && works(conc_pread(file, text, 100, 10), "pread"))
		check(strcmp(text, "some text") == 0, "file");
	works(conc_fsync(file), "fsync");
	again = conc_open(name, O_RDONLY | O_CLOEXEC, 0);
	if (works(again, "open")) {
		if (works(conc_read(again, text, 100), "read")) check(memcmp(text + 10, "some text", 10) == 0, "file");
		close(again);
	}
	close(file);
	unlink(name);
}

static void children(void)
{
	pid_t child = fork();
	if (child == 0) {
		usleep(500);
		_exit(5);
	}
	if (child < 0) {
		printf("fork: %s\n", strerrorname_np(errno));
		return;
	}
	int status;
	waituntil (exited(child)) { }
	check(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 5, "exited");
}

static void signals(void)
{
	bool came = false;
	waituntil (signalled(SIGALRM)) { }
	or waituntil (timeout(1us)) { }
	setitimer(ITIMER_REAL, &(struct itimerval){ .it_value.tv_usec = 100 }, NULL);
	waituntil (signalled(SIGALRM)) { came = true; }
	or waituntil (timeout(5s)) { }
	check(came, "signal");
}

static bool no_mmap;
static void lookups(void)
{
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV }, *list = NULL;
	int error = conc_getaddrinfo("127.0.0.1", "80", &hints, &list);
	// glibc says so itself where it gets no memory; rarely, since it has another way
	check(error == 0 || (no_mmap && (error == EAI_MEMORY || error == EAI_SYSTEM)), "getaddrinfo");
	if (error == 0) freeaddrinfo(list);
}

static void all(void)
{
	channels();
	actors();
	cancels();
	waits();
	pairs();
	tcp();
	clauses();
	limits();
	no_room();
	files();
	children();
	signals();
	lookups();
}

int main(int count, char **words)
{
	setlinebuf(stdout);
	conc_processors(2);
	all();
	if (count > 2) {
		puts("refused");
		refuse(words[1], count - 2, words + 2);
		for (int i = 2; i < count; i++) no_mmap |= strcmp(words[i], "mmap") == 0;
		all();
	}
	puts("right");
	fflush(stdout);
	_exit(0);
}
