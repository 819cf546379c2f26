// SPDX-License-Identifier: MIT
// An HTTP/1.1 server to start from: http_server PORT. Whatever a client does, it costs at most one of so many places for so long: each
// connection is a thread, and each thing that it waits for has a limit. SIGTERM: no new requests; those under way have the time
// `drain` to end, then their waits are cancelled. A second SIGTERM cancels them at once.
#define _GNU_SOURCE
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

enum { LINE = 4096, HEAD = 16384, BODY = 65536 }; // bytes: of one line of a head, of a whole head, of a body
static long connections = 1000; // at once; the others wait in the kernel's queue of the listening socket
// Milliseconds: between two requests; for a head, from its first byte on; for a request, from the same moment to the last byte of the
// answer; for the requests under way, after SIGTERM.
static long idle = 60000, head = 10000, whole = 30000, drain = 10000;

static conc_semaphore places;
static future(bool) stop; // fulfilled when no more requests are wanted

struct request { char method[16], target[256]; int minor, hosts; bool keep, expects; long length; };

static bool answer(int fd, struct request *r, const char *status, const char *body, long size)
{
	char text[256];
	int n = snprintf(text, sizeof text, "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %ld\r\nConnection: %s\r\n\r\n", status, size,
		r->keep ? "keep-alive" : "close");
	if (!strcmp(r->method, "HEAD") || !body) size = 0;
	return conc_send(fd, text, (size_t)n, MSG_NOSIGNAL | (size ? MSG_MORE : 0)) == n &&
	       conc_send(fd, body, (size_t)size, MSG_NOSIGNAL) == size;
}

// What this server serves. False: the client has not got it all.
static bool respond(int fd, struct request *r, const char *body)
{
	static const char zeros[65536];
	bool post = !strcmp(r->method, "POST");
	long n;
	if (!strcmp(r->target, "/echo") && post) return answer(fd, r, "200 OK", body, r->length);
	if (post || (strcmp(r->method, "GET") && strcmp(r->method, "HEAD"))) return answer(fd, r, "405 Method Not Allowed", "no\n", 3);
	if (!strcmp(r->target, "/")) return answer(fd, r, "200 OK", "hello\n", 6);
	if (sscanf(r->target, "/sleep/%9ld", &n) == 1) // milliseconds: work that takes its time
		return conc_sleep(n * 1ms) == 0 && answer(fd, r, "200 OK", "slept\n", 6);
	if (sscanf(r->target, "/zeros/%9ld", &n) != 1 || n < 0) return answer(fd, r, "404 Not Found", "not here\n", 9);
	if (!answer(fd, r, "200 OK", NULL, n)) return false;
	for (long part; n > 0 && strcmp(r->method, "HEAD"); n -= part) {
		part = n < (long)sizeof zeros ? n : (long)sizeof zeros;
		if (conc_send(fd, zeros, (size_t)part, MSG_NOSIGNAL) != part) return false;
	}
	return true;
}

// One line of the head. What is wrong with it, or NULL.
static const char *field(struct request *r, char *line)
{
	char *value = strchr(line, ':'), *end;
	if (!value || value == line || strcspn(line, " \t") < (size_t)(value - line)) return "400 Bad Request";
	*value++ = 0;
	value += strspn(value, " \t");
	if (!strcasecmp(line, "Host")) r->hosts++;
	else if (!strcasecmp(line, "Connection")) r->keep = r->keep && !strcasestr(value, "close");
	else if (!strcasecmp(line, "Expect")) r->expects = !strcasecmp(value, "100-continue");
	else if (!strcasecmp(line, "Transfer-Encoding")) return "501 Not Implemented";
	else if (!strcasecmp(line, "Content-Length")) {
		if (r->length >= 0 || !isdigit((unsigned char)*value)) return "400 Bad Request";
		r->length = strtol(value, &end, 10);
		if (end[strspn(end, " \t")]) return "400 Bad Request";
		if (r->length > BODY) return "413 Content Too Large";
	}
	return NULL;
}

// The status that tells the client why reading failed, "" if nobody is left to hear it.
static const char *failure(int error)
{
	if (error == EMSGSIZE) return "431 Request Header Fields Too Large";
	if (error == ECANCELED && conc_deadline() == 0) return "503 Service Unavailable"; // by main
	return error == ETIMEDOUT || error == ECANCELED ? "408 Request Timeout" : "";
}

// Reads a head, of which n is the length of the first line, or -1 with errno. NULL, or the status that says what is wrong.
static const char *read_head(conc_input *in, struct request *r, char *line, long n, uint64_t until)
{
	char end;
	long sum = 0;
	if (n >= 0 && ((long)strlen(line) != n || sscanf(line, "%15s %255s HTTP/1.%1d%c", r->method, r->target, &r->minor, &end) != 3))
		return "400 Bad Request";
	r->keep = r->minor > 0;
	while (n >= 0 && (n = conc_read_line_for(in, &line, until - conc_now())) > 0) {
		const char *wrong = (sum += n) > HEAD ? failure(EMSGSIZE) : (long)strlen(line) != n ? "400 Bad Request" : field(r, line);
		if (wrong) return wrong;
	}
	if (n < 0) return failure(errno);
	return r->minor > 0 && r->hosts != 1 ? "400 Bad Request" : NULL;
}

// True: the connection stays open for more.
static bool serve_one(conc_input *in, int fd, char *line, long n, uint64_t began)
{
	struct request r = {.length = -1};
	const char *wrong = read_head(in, &r, line, n, began + head * 1ms);
	if (r.length < 0) r.length = 0;
	char *body = wrong ? NULL : malloc((size_t)r.length + 1);
	if (!wrong && !body) wrong = "503 Service Unavailable";
	if (!wrong && r.expects && r.length && conc_send(fd, "HTTP/1.1 100 Continue\r\n\r\n", 25, MSG_NOSIGNAL) != 25) wrong = "";
	if (!wrong && conc_read_exactly(in, body, (size_t)r.length) != r.length) wrong = failure(conc_cancelled() ? ECANCELED : 0);
	r.keep = r.keep && !wrong && !conc_future_ready(&stop);
	bool sent = wrong ? *wrong && answer(fd, &r, wrong, "", 0) : respond(fd, &r, body);
	free(body);
	return sent && r.keep;
}

// Waits for a request. True: *n is the length of its first line, or -1 with errno. False: there will be none.
static bool begins(conc_input *in, int fd, char **line, long *n, uint64_t *began)
{
	bool comes = true;
	*n = conc_read_line_for(in, line, 0); // it may have been read with the request before
	bool wait = *n < 0 && errno == ETIMEDOUT;
	when (wait) waituntil (readable(fd)) { }
	or when (wait) waituntil (stop) comes = false;
	or when (wait) waituntil (timeout(idle * 1ms)) comes = false;
	*began = conc_now();
	if (wait && comes) *n = conc_read_line_for(in, line, head * 1ms);
	return comes && (*n >= 0 || errno != ENODATA);
}

// Closes a connection. Bytes that nobody has read would make close reset it, and the client lose the answer: so it reads some.
static void finish(int fd)
{
	char rest[1024];
	uint64_t until = conc_now() + 1s;
	shutdown(fd, SHUT_WR);
	for (int i = 0; i < 100 && conc_read_for(fd, rest, sizeof rest, until - conc_now()) > 0; i++) { }
	close(fd);
}

static void serve(int fd)
{
	char buffer[LINE], *line;
	conc_input in;
	uint64_t began;
	bool open = true;
	long n;
	conc_input_init(&in, fd, buffer, sizeof buffer);
	while (open && begins(&in, fd, &line, &n, &began))
		scope (deadline(began + whole * 1ms)) { open = serve_one(&in, fd, line, n, began); }
	finish(fd);
	conc_semaphore_post(&places);
}

// "idle=500": changes a limit.
static bool set(const char *text)
{
	static const struct { const char *name; long *limit; } all[] = {{"connections", &connections}, {"idle", &idle}, {"head", &head},
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
	int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), one = 1;
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)(argc > 1 ? atoi(argv[1]) : 0)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof address;
	bool usage = argc < 2, on = true, place = false;
	for (int i = 2; i < argc; i++) usage = usage || !set(argv[i]);
	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	if (usage || bind(s, (struct sockaddr *)&address, size) || listen(s, SOMAXCONN) || getsockname(s, (struct sockaddr *)&address, &size))
		return fprintf(stderr, "http_server: %s\n", usage ? "arguments: PORT [idle=MS] [head=MS] [whole=MS] [drain=MS] [connections=N]" : strerror(errno)), 1;
	conc_semaphore_init(&places, (unsigned)connections);
	waituntil (signalled(SIGTERM)) on = false; // from here on none is lost
	or else { }
	fprintf(stderr, "http://127.0.0.1:%d/\n", ntohs(address.sin_port));
	scope (clients) {
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
		stop << true;
		for (long left = connections - place; left > 0;) { // who has a place gives it back at its end
			waituntil (conc_semaphore_wait(&places)) left--;
			or waituntil (signalled(SIGTERM)) left = -1;
			or waituntil (timeout(until - conc_now())) left = -1;
			if (left < 0) conc_cancel(clients);
		}
	}
	return 0;
}
