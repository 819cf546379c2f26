// SPDX-License-Identifier: MIT
// A message broker, line by line, to start from: broker PORT. Try nc 127.0.0.1 PORT. A client that says "sub TOPIC" gets "TOPIC TEXT" for
// each "pub TOPIC TEXT" that a client says, until it says "unsub TOPIC". One thread owns all that is known of the clients, so nothing is
// locked. A client is a thread, a channel to the broker and one from it; the broker waits for all of them with a wait set, and takes a line
// of each in turn. Who publishes too fast waits. Who reads too slowly loses lines, and is told how many.
// SIGTERM: what has been said goes to all, and then the clients go; after the time `drain` their waits are cancelled.
#include <conc.h>
#include <ctype.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { NAME = 16, TEXT = 256, TOPICS = 8, SAYS = 4, HEARS = 64 }; // bytes, bytes; of a client: topics, lines from it, lines to it
static long connections = 1000; // at once; the others wait in the kernel's queue of the listening socket
// Milliseconds: without a line in either direction; for the kernel to take a line, and all that is left when a client goes; after SIGTERM.
static long idle = 3600000, write_time = 10000, drain = 5000;
static conc_semaphore places;

struct line { enum { WRONG, SUB, UNSUB, PUB } what; int size; char topic[NAME], text[NAME + TEXT + 1]; }; // text: as it is sent
struct client {
	channel(struct line) says, hears;
	char topics[TOPICS][NAME];
	long lost; // lines that it has not been told of
	future(bool) forgotten; // the broker knows it no more
};
static channel(struct client *) arrivals;
static struct client **clients; // by their numbers in the broker's set

static struct line line(const char *first, const char *second)
{
	struct line l = {.what = WRONG};
	l.size = snprintf(l.text, sizeof l.text, "%s %s\n", first, second);
	return l;
}

static void tell(struct client *c, struct line l)
{
	char text[40];
	snprintf(text, sizeof text, "%ld lost", c->lost);
	if (c->lost && conc_try_send(&c->hears, line("!", text))) c->lost = 0;
	if (c->lost || !conc_try_send(&c->hears, l)) c->lost++;
}

// Returns where the topic is in a client's list, or NULL.
static char *find(struct client *c, const char *topic)
{
	for (int i = 0; i < TOPICS; i++)
		if (!strcmp(c->topics[i], topic)) return c->topics[i];
	return NULL;
}

static void carry_out(struct client *c, struct line l)
{
	char *at = find(c, l.topic);
	switch (l.what) {
	case WRONG: tell(c, l); break;
	case SUB:
		if (!at && (at = find(c, ""))) strcpy(at, l.topic);
		tell(c, at ? line("+", l.topic) : line("!", "too many topics"));
		break;
	case UNSUB:
		if (at) *at = 0;
		tell(c, line("-", l.topic));
		break;
	case PUB:
		for (long i = 0; i <= connections; i++)
			if (clients[i] && find(clients[i], l.topic)) tell(clients[i], l);
	}
}

static void forget(int i)
{
	struct client *c = clients[i];
	clients[i] = NULL;
	conc_close(&c->hears); // who writes sends the rest, and ends
	c->forgotten << true;
}

static void broker(void)
{
	conc_waitset all = {0};
	struct client *c;
	struct line l;
	bool open = true;
	int i, door = conc_waitset_add(&all, &arrivals);
	while (conc_waitset_count(&all)) {
		i << all;
		if (i == door && c << arrivals) {
			clients[conc_waitset_add(&all, &c->says)] = c;
		} else if (i == door) { // closed: all go when what they have said is carried out
			open = false;
			conc_waitset_remove(&all, door);
			for (long k = 0; k <= connections; k++)
				if (clients[k]) conc_close(&clients[k]->says);
		} else if (l << clients[i]->says) {
			carry_out(clients[i], l);
		} else { // it has gone
			conc_waitset_remove(&all, i);
			if (open) forget(i);
		}
	}
	for (i = 0; i <= connections; i++)
		if (clients[i]) forget(i);
	conc_waitset_fini(&all);
}

static struct line parse(char *text, long size)
{
	static const char *const words[] = {[SUB] = "sub", [UNSUB] = "unsub", [PUB] = "pub"};
	char word[6] = "", topic[NAME] = "";
	int at = 0;
	for (long i = 0; i < size; i++)
		if (iscntrl((unsigned char)text[i])) text[i] = '?';
	sscanf(text, "%5s %15[A-Za-z0-9]%n", word, topic, &at);
	for (int what = SUB; what <= PUB && at && strchr(" ", text[at]); what++) {
		if (strcmp(word, words[what]) || (what != PUB && text[at])) continue;
		struct line l = line(topic, text[at] ? text + at + 1 : "");
		l.what = what;
		strcpy(l.topic, topic);
		return l;
	}
	return line("!", "say sub TOPIC, unsub TOPIC or pub TOPIC TEXT");
}

static bool send_line(int fd, const struct line *l) { return conc_send_for(fd, l->text, (size_t)l->size, MSG_NOSIGNAL, write_time * 1ms) == l->size; }

static void serve(int fd)
{
	struct client c = {.says = {SAYS}, .hears = {HEARS}};
	struct line l;
	char buffer[TEXT], *text, lost[40];
	conc_input in;
	conc_input_init(&in, fd, buffer, sizeof buffer);
	bool known = arrivals << &c, reads = known, writes = known;
	while (reads && writes) {
		waituntil (long n << conc_read_line(&in, &text)) {
			reads = n >= 0 && (n == 0 || c.says << parse(text, n));
			if (n < 0 && errno == EMSGSIZE) (void)(c.says << line("!", "too long a line"));
		}
		or waituntil (reads = l << c.hears) writes = !reads || send_line(fd, &l); // false: the broker has forgotten it
		or waituntil (timeout(idle * 1ms)) reads = false;
	}
	conc_close(&c.says);
	scope (timeout(write_time * 1ms)) {
		while (writes && l << c.hears) writes = send_line(fd, &l);
	}
	shield { when (known) waituntil (c.forgotten) { } }
	if (writes && c.lost) {
		snprintf(lost, sizeof lost, "%ld lost", c.lost);
		l = line("!", lost);
		(void)send_line(fd, &l);
	}
	close(fd);
	conc_semaphore_post(&places);
}

// "idle=500": changes a limit.
static bool set(const char *text)
{
	static const struct { const char *name; long *limit; } all[] = {{"connections", &connections}, {"idle", &idle}, {"write", &write_time},
		{"drain", &drain}};
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
	for (int i = 2; i < argc; i++) usage = usage || !set(argv[i]);
	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	if (usage || bind(s, (struct sockaddr *)&address, size) || listen(s, SOMAXCONN) || getsockname(s, (struct sockaddr *)&address, &size))
		return fprintf(stderr, "broker: %s\n", usage ? "arguments: PORT [idle=MS] [write=MS] [drain=MS] [connections=N]" : strerror(errno)), 1;
	if (!(clients = calloc((size_t)connections + 1, sizeof *clients))) return perror("broker"), 1;
	conc_semaphore_init(&places, (unsigned)connections);
	waituntil (signalled(SIGTERM)) on = false; // from here on none is lost
	or else { }
	fprintf(stderr, "broker: 127.0.0.1:%d\n", ntohs(address.sin_port));
	task(void) all = spawn broker();
	scope (served) {
		while (on) {
			waituntil (signalled(SIGTERM)) on = false;
			or when (!place) waituntil (conc_semaphore_wait(&places)) place = true;
			or when (place) waituntil (readable(s)) {
				int fd = conc_accept_for(s, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC, 0); // it may have gone
				place = fd < 0;
				if (fd >= 0) spawn serve(fd);
				else if (errno != ETIMEDOUT && errno != ECONNABORTED) conc_sleep(10ms); // no descriptor, no memory: some will be closed
			}
		}
		uint64_t until = conc_now() + drain * 1ms;
		close(s);
		conc_close(&arrivals);
		for (long left = connections - place; left > 0;) { // who has a place gives it back at its end
			waituntil (conc_semaphore_wait(&places)) left--;
			or waituntil (signalled(SIGTERM)) left = -1;
			or waituntil (timeout(until - conc_now())) left = -1;
			if (left < 0) conc_cancel(served);
		}
	}
	join(all);
	free(clients);
	return 0;
}
