// SPDX-License-Identifier: MIT
// A chat server, line by line, to start from: chat PORT. Try nc 127.0.0.1 PORT; the first line is your name. A client is two threads, one
// that reads and one that writes, and a queue between the others and it. Nobody waits for a slow client: it is dropped when its queue is
// full. Nobody floods the room: each may say a burst of lines, and then some a second. SIGTERM: all are told and get what is in their
// queues; after the time `drain` their waits are cancelled.
#include <conc.h>
#include <ctype.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { NAME = 16, TEXT = 256, QUEUE = 64 }; // bytes, bytes, lines
static long connections = 1000; // at once; the others wait in the kernel's queue of the listening socket
// Milliseconds: to say a name; between two lines; for the kernel to take a line, and all that is left when a client goes; after SIGTERM.
static long name = 30000, idle = 3600000, write_time = 10000, drain = 5000;
static conc_semaphore places;

struct line { int size; char text[NAME + TEXT + 2]; };
struct client { int fd; char name[NAME]; bool slow; channel(struct line) lines; struct conc_scope *both; struct client *next; };
monitor room { struct client *first; bool closing; };

static struct line line(const char *who, const char *between, const char *what)
{
	struct line l;
	l.size = snprintf(l.text, sizeof l.text, "%s%s%s\n", who, between, what);
	return l;
}

static void tell(room * mutex r, struct line l)
{
	for (struct client *c = r->first; c && !r->closing; c = c->next)
		if (*c->name && !conc_try_send(&c->lines, l)) {
			c->slow = true;
			conc_cancel(c->both); // its threads end, and it leaves
		}
}

static bool enter(room * mutex r, struct client *c)
{
	c->next = r->first;
	if (!r->closing) r->first = c;
	return !r->closing;
}

// After this nobody else knows c.
static void leave(room * mutex r, struct client *c)
{
	struct client **at = &r->first;
	while (*at != c) at = &(*at)->next;
	*at = c->next;
	if (*c->name) tell(r, line("* ", c->name, c->slow ? " was too slow" : " leaves"));
}

static bool call(room * mutex r, struct client *c, const char *who)
{
	size_t size = strspn(who, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
	bool good = size > 0 && size < NAME && !who[size];
	for (struct client *other = r->first; other; other = other->next) good = good && strcmp(other->name, who);
	if (good) {
		strcpy(c->name, who);
		tell(r, line("* ", who, " joins"));
	}
	return good;
}

static void close_room(room * mutex r)
{
	r->closing = true;
	for (struct client *c = r->first; c; c = c->next) {
		(void)conc_try_send(&c->lines, line("* ", "the server closes", ""));
		conc_close(&c->lines); // who writes sends the rest, and ends
	}
}

static void write_lines(struct client *c)
{
	struct line l;
	while (l << c->lines && conc_send_for(c->fd, l.text, (size_t)l.size, MSG_NOSIGNAL, write_time * 1ms) == l.size) { }
	conc_cancel(c->both);
}

static void read_lines(struct client *c, room *r)
{
	char buffer[TEXT], *text;
	conc_input in;
	conc_limiter turns = {.every = 200ms, .burst = 10};
	conc_input_init(&in, c->fd, buffer, sizeof buffer);
	long n = conc_read_line_for(&in, &text, name * 1ms);
	if (n >= 0 && call(r, c, text)) {
		while ((n = conc_read_line_for(&in, &text, idle * 1ms)) >= 0 && conc_limiter_wait(&turns) == 0) {
			for (long i = 0; i < n; i++)
				if (iscntrl((unsigned char)text[i])) text[i] = '?';
			if (n > 0) tell(r, line(c->name, ": ", text));
		}
		if (n < 0 && errno == EMSGSIZE) (void)conc_try_send(&c->lines, line("* ", "too long a line", ""));
	} else if (n >= 0) {
		(void)conc_try_send(&c->lines, line("* ", "choose another name, of up to 15 letters", ""));
	}
	leave(r, c);
	conc_close(&c->lines);
	if (conc_sleep(write_time * 1ms) == 0) conc_cancel(c->both); // the end of the other thread cancels this one
}

static void serve(int fd, room *r)
{
	struct client c = {.fd = fd, .lines = {QUEUE}};
	scope (both) {
		c.both = both;
		if (enter(r, &c)) {
			spawn read_lines(&c, r);
			spawn write_lines(&c);
		}
	}
	close(fd);
	conc_semaphore_post(&places);
}

// "idle=500": changes a limit.
static bool set(const char *text)
{
	static const struct { const char *name; long *limit; } all[] = {{"connections", &connections}, {"name", &name}, {"idle", &idle},
		{"write", &write_time}, {"drain", &drain}};
	char word[16];
	long n;
	int used;
	if (sscanf(text, "%15[^=]=%9ld%n", word, &n, &used) != 2 || text[used] || n < 1) return false;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (!strcmp(word, all[i].name)) return *all[i].limit = n, true;
	return false;
}

int main(int argc, char **argv)
{
	int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), one = 1;
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)(argc > 1 ? atoi(argv[1]) : 0)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof address;
	bool usage = argc < 2, on = true, place = false;
	room r = {0};
	for (int i = 2; i < argc; i++) usage = usage || !set(argv[i]);
	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	if (usage || bind(s, (struct sockaddr *)&address, size) || listen(s, SOMAXCONN) || getsockname(s, (struct sockaddr *)&address, &size))
		return fprintf(stderr, "chat: %s\n", usage ? "arguments: PORT [name=MS] [idle=MS] [write=MS] [drain=MS] [connections=N]" : strerror(errno)), 1;
	conc_semaphore_init(&places, (unsigned)connections);
	waituntil (signalled(SIGTERM)) on = false; // from here on none is lost
	or else { }
	fprintf(stderr, "chat: 127.0.0.1:%d\n", ntohs(address.sin_port));
	scope (clients) {
		while (on) {
			waituntil (signalled(SIGTERM)) on = false;
			or when (!place) waituntil (conc_semaphore_wait(&places)) place = true;
			or when (place) waituntil (readable(s)) {
				int fd = conc_accept_for(s, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC, 0); // it may have gone
				place = fd < 0;
				if (fd >= 0) spawn serve(fd, &r);
				else if (errno != ETIMEDOUT && errno != ECONNABORTED) conc_sleep(10ms); // no descriptor, no memory: some will be closed
			}
		}
		uint64_t until = conc_now() + drain * 1ms;
		close(s);
		close_room(&r);
		for (long left = connections - place; left > 0;) { // who has a place gives it back at its end
			waituntil (conc_semaphore_wait(&places)) left--;
			or waituntil (signalled(SIGTERM)) left = -1;
			or waituntil (timeout(until - conc_now())) left = -1;
			if (left < 0) conc_cancel(clients);
		}
	}
	return 0;
}
