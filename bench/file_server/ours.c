// SPDX-License-Identifier: MIT
// A file server, one user thread for each connection. Arguments: directory, port.
// GET and HEAD, connections kept alive, types by extension, Last-Modified and If-Modified-Since, no way out of
// the directory, slow clients dropped; SIGINT ends it once its requests are answered. A connection that is idle
// keeps one page of stack and no buffer.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <conc.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define TIME "%a, %d %b %Y %H:%M:%S GMT"
#define HEAD_TIME 10s // for a request to arrive in
#define IDLE_TIME 1min // for a connection to be silent

enum { IN = 4096, OUT = 1024, IN_ONE_WRITE = 32 << 10 }; // a larger file goes out by sendfile

struct room { struct room *next; size_t have; char in[IN + 1], out[OUT + IN_ONE_WRITE]; };
struct request { char *method, *target, *since; bool keep; };

static int root;
static char date[64];
static conc_rw_lock date_lock;
static future(bool) stop;  // fulfilled when no more requests are wanted
static struct room *spare; // the last that was used comes first: it is still in the cache
static conc_mutex spare_lock;

static struct room *take_room(void)
{
	struct room *room;
	mutex (spare_lock)
		if ((room = spare)) spare = room->next;
	if (!room) room = malloc(sizeof *room);
	room->have = 0;
	return room;
}

static void give_room(struct room *room)
{
	mutex (spare_lock) {
		room->next = spare;
		spare = room;
	}
}

/* ---- the request ---- */

static char *header(char *line, const char *name)
{
	size_t length = strlen(name);
	if (strncasecmp(line, name, length) || line[length] != ':') return NULL;
	line += length + 1;
	return line + strspn(line, " \t");
}

// Splits the head, which ends at the empty line, into r; false if it is none.
static bool parse(char *head, struct request *r)
{
	char *rest, *line = strtok_r(head, "\r\n", &rest), *words;
	if (!line) return false;
	*r = (struct request){ .method = strtok_r(line, " ", &words), .target = strtok_r(NULL, " ", &words) };
	char *version = strtok_r(NULL, " ", &words), *value;
	if (!version || strncmp(version, "HTTP/1.", 7)) return false;
	r->keep = strcmp(version, "HTTP/1.0");
	while ((line = strtok_r(NULL, "\r\n", &rest))) {
		if ((value = header(line, "Connection")))
			r->keep = strcasecmp(value, "close") && (r->keep || !strcasecmp(value, "keep-alive"));
		else if ((value = header(line, "If-Modified-Since"))) r->since = value;
		else if (((value = header(line, "Content-Length")) && strcmp(value, "0")) || header(line, "Transfer-Encoding"))
			r->keep = false; // its body is not read
	}
	return true;
}

static void unescape(char *s)
{
	unsigned code;
	char *to = s;
	for (; *s; *to++ = *s++)
		if (*s == '%' && isxdigit(s[1]) && isxdigit(s[2]) && sscanf(s + 1, "%2x", &code) == 1) *(s += 2) = (char)code;
	*to = 0;
}

// The file that target names, in place, or NULL: it would be outside the directory.
static char *file_name(char *target)
{
	target[strcspn(target, "?")] = 0;
	unescape(target);
	if (*target != '/') return NULL;
	for (char *part = target; part; part = strchr(part + 1, '/'))
		if (!strncmp(part, "/..", 3) && (!part[3] || part[3] == '/')) return NULL;
	return target + strspn(target, "/");
}

static const char *type_of(const char *name)
{
	static const char *const types[][2] = { { ".html", "text/html; charset=utf-8" },
		{ ".txt", "text/plain; charset=utf-8" }, { ".css", "text/css" }, { ".js", "text/javascript" },
		{ ".json", "application/json" }, { ".png", "image/png" }, { ".jpg", "image/jpeg" }, { ".svg", "image/svg+xml" } };
	const char *extension = strrchr(name, '.');
	for (size_t i = 0; extension && i < sizeof types / sizeof *types; i++)
		if (!strcmp(extension, types[i][0])) return types[i][1];
	return "application/octet-stream";
}

/* ---- the answer ---- */

static size_t head(char *out, const struct request *r, const char *status, long length)
{
	char now[sizeof date];
	mutex (conc_reading(&date_lock)) strcpy(now, date);
	return (size_t)sprintf(out, "HTTP/1.1 %s\r\nDate: %s\r\nContent-Length: %ld\r\n%s", status, now, length,
		r->keep ? "" : "Connection: close\r\n");
}

static bool send_all(int connection, const char *bytes, size_t size, int flags)
{
	return conc_send(connection, bytes, size, flags | MSG_NOSIGNAL) == (long)size;
}

static bool plain(int connection, struct room *room, const struct request *r, const char *status)
{
	size_t n = head(room->out, r, status, (long)strlen(status) + 1);
	n += (size_t)sprintf(room->out + n, "Content-Type: text/plain\r\n\r\n");
	if (strcmp(r->method, "HEAD")) n += (size_t)sprintf(room->out + n, "%s\n", status);
	return send_all(connection, room->out, n, 0);
}

static bool send_large(int connection, int file, long size)
{
	for (long sent; size > 0; size -= sent > 0 ? sent : 0) {
		sent = sendfile(connection, file, NULL, (size_t)size);
		if (sent == 0 || (sent < 0 && errno != EAGAIN)) return false;
		if (sent > 0) continue;
		bool late = false;
		waituntil (writable(connection)) { }
		or waituntil (timeout(IDLE_TIME)) late = true;
		if (late) return false;
	}
	return true;
}

static bool send_file(int connection, struct room *room, const struct request *r, int file, const struct stat *s)
{
	bool get = !strcmp(r->method, "GET"), large = s->st_size > IN_ONE_WRITE;
	char *out = room->out;
	struct tm tm;
	size_t n = head(out, r, "200 OK", s->st_size);
	n += (size_t)sprintf(out + n, "Content-Type: %s\r\nLast-Modified: ", type_of(r->target));
	n += strftime(out + n, OUT - n, TIME "\r\n\r\n", gmtime_r(&s->st_mtime, &tm));
	for (long got, left = get && !large ? s->st_size : 0; left > 0; left -= got, n += (size_t)got)
		if ((got = read(file, out + n, (size_t)left)) <= 0) return false;
	return send_all(connection, out, n, get && large ? MSG_MORE : 0)
		&& (!get || !large || send_large(connection, file, s->st_size));
}

static bool unchanged(const struct request *r, const struct stat *s)
{
	struct tm tm = { 0 };
	return r->since && strptime(r->since, TIME, &tm) && timegm(&tm) >= s->st_mtime;
}

static bool answer(int connection, struct room *room, struct request *r)
{
	if (strcmp(r->method, "GET") && strcmp(r->method, "HEAD"))
		return plain(connection, room, r, "405 Method Not Allowed");
	char *name = file_name(r->target), index[IN + 16];
	if (!name) return plain(connection, room, r, "400 Bad Request");
	if (!*name || name[strlen(name) - 1] == '/') {
		sprintf(index, "%sindex.html", name);
		name = index;
	}
	struct stat s;
	bool good;
	int file = openat(root, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file < 0) return plain(connection, room, r, "404 Not Found");
	if (fstat(file, &s) || !S_ISREG(s.st_mode)) good = plain(connection, room, r, "404 Not Found");
	else if (unchanged(r, &s)) {
		size_t n = head(room->out, r, "304 Not Modified", s.st_size);
		good = send_all(connection, strcat(room->out, "\r\n"), n + 2, 0);
	} else {
		r->target = name;
		good = send_file(connection, room, r, file, &s);
	}
	close(file);
	return good;
}

/* ---- the connection ---- */

// The end of the head that room begins with, if it is all there.
static char *head_end(struct room *room)
{
	room->in[room->have] = 0;
	char *end = strstr(room->in, "\r\n\r\n");
	if (end) end[2] = 0;
	return end ? end + 4 : NULL;
}

static bool more_comes(int connection, bool head_begun)
{
	bool more = false;
	waituntil (readable(connection)) more = true;
	or when (!head_begun) waituntil (stop) { }
	or waituntil (timeout(head_begun ? HEAD_TIME : IDLE_TIME)) { }
	return more;
}

static bool receive(int connection, struct room *room)
{
	long n = room->have < IN ? conc_recv(connection, room->in + room->have, IN - room->have, 0) : 0;
	if (n > 0) room->have += (size_t)n;
	return n > 0;
}

static bool serve_one(int connection, struct room *room, char *end)
{
	struct request r;
	size_t used = (size_t)(end - room->in);
	bool open = parse(room->in, &r) && answer(connection, room, &r) && r.keep && !conc_future_ready(&stop);
	memmove(room->in, end, room->have -= used);
	return open;
}

static void serve(int connection)
{
	struct room *room = NULL;
	bool open = true;
	while (open) {
		char *end = room ? head_end(room) : NULL;
		if (end) {
			open = serve_one(connection, room, end);
			continue;
		}
		bool begun = room && room->have > 0;
		if (room && !begun) {
			give_room(room);
			room = NULL;
		}
		open = more_comes(connection, begun);
		if (open && !room) room = take_room();
		open = open && receive(connection, room);
	}
	if (room) give_room(room);
	close(connection);
}

static void tell_time(void)
{
	bool on = true;
	while (on) {
		time_t now = time(NULL);
		struct tm tm;
		mutex (date_lock) strftime(date, sizeof date, TIME, gmtime_r(&now, &tm));
		waituntil (stop) on = false;
		or waituntil (timeout(1s)) { }
	}
}

static int listener(int port)
{
	int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	if (s < 0 || bind(s, (struct sockaddr *)&address, sizeof address) || listen(s, SOMAXCONN)) {
		perror("listen");
		exit(1);
	}
	return s;
}

static int next(int s)
{
	int on = 1, connection = accept4(s, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (connection >= 0) setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	return connection;
}

int main(int argc, char **argv)
{
	bool on = true;
	if (argc != 3 || (root = open(argv[1], O_RDONLY | O_DIRECTORY)) < 0) return 2;
	int s = listener(atoi(argv[2]));
	scope { // until all threads spawned in it have ended
		spawn tell_time();
		while (on) {
			waituntil (readable(s))
				for (int connection; (connection = next(s)) >= 0;) spawn serve(connection);
			or waituntil (signalled(SIGINT)) on = false;
		}
		close(s);
		stop << true;
	}
}
