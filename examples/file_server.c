// SPDX-License-Identifier: MIT
// An HTTP/1.1 file server, a user thread for each connection: file_server DIRECTORY PORT. Connections are kept alive, slow clients
// dropped, and SIGINT ends it once the requests under way are answered.
#define _GNU_SOURCE
#include <conc.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD = 4096 };
static int root, spare = -1; // spare: a descriptor for the moment when there are no others
static future(bool) stop; // fulfilled when no more requests are wanted

static const char *type_of(const char *name)
{
	static const char *const types[][2] = {{".html", "text/html; charset=utf-8"}, {".txt", "text/plain; charset=utf-8"},
		{".css", "text/css"}, {".js", "text/javascript"}, {".png", "image/png"}, {".jpg", "image/jpeg"}, {".svg", "image/svg+xml"}};
	const char *end = strrchr(name, '.');
	for (size_t i = 0; end && i < sizeof types / sizeof *types; i++)
		if (!strcmp(end, types[i][0])) return types[i][1];
	return "application/octet-stream";
}

// The file that target names below the directory, or -1.
static int open_target(const char **name, char *target, struct stat *status)
{
	target[strcspn(target, "?#")] = 0;
	errno = 0;
	if (*target != '/' || strstr(target, "/..")) return -1;
	target += strspn(target, "/");
	*name = *target ? target : "index.html";
	int file = openat(root, *name, O_RDONLY | O_CLOEXEC);
	if (file >= 0 && fstat(file, status) == 0 && S_ISREG(status->st_mode)) return file;
	if (file >= 0) close(file), errno = 0;
	return -1;
}

static bool answer(int connection, const char *status, const char *type, const char *body, int file, long size, bool keep)
{
	char head[512];
	int64_t offset = 0;
	int n = snprintf(head, sizeof head, "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %ld\r\nConnection: %s\r\n\r\n%s", status, type,
		size, keep ? "keep-alive" : "close", body);
	return conc_send(connection, head, (size_t)n, MSG_NOSIGNAL | (file >= 0 ? MSG_MORE : 0)) == n &&
	       (file < 0 || conc_sendfile(connection, file, &offset, (size_t)size) == size);
}

#define BUSY "503 Service Unavailable", "text/plain", "busy\n", -1, 5, false

// head: one request, up to its empty line. False: the connection is to be closed.
static bool serve_one(int connection, char *head)
{
	char *rest, *method = strtok_r(head, " ", &rest), *target = strtok_r(NULL, " ", &rest), *version = strtok_r(NULL, "\r\n", &rest);
	if (!version || strncmp(version, "HTTP/1.", 7)) return answer(connection, "400 Bad Request", "text/plain", "?\n", -1, 2, false), false;
	bool get = !strcmp(method, "GET"), keep = strcmp(version, "HTTP/1.0") && !strcasestr(rest, "\nConnection: close");
	if (!get && strcmp(method, "HEAD")) return answer(connection, "501 Not Implemented", "text/plain", "no\n", -1, 3, false), false;
	struct stat status;
	const char *name;
	int file = open_target(&name, target, &status);
	if (file < 0 && (errno == EMFILE || errno == ENFILE)) return answer(connection, BUSY), false;
	if (file < 0) return answer(connection, "404 Not Found", "text/plain", get ? "not here\n" : "", -1, 9, keep) && keep;
	bool sent = answer(connection, "200 OK", type_of(name), "", get ? file : -1, (long)status.st_size, keep);
	close(file);
	return sent && keep;
}

// Waits for bytes of a request. False: there are none in time, or the server stops between two requests.
static bool more_comes(int connection, bool begun)
{
	bool comes = false;
	waituntil (readable(connection)) comes = true;
	or when (!begun) waituntil (stop) { }
	or waituntil (timeout(begun ? 10s : 1min)) { }
	return comes;
}

// Bytes that nobody has read would make close reset the connection, and the client lose the answer.
static void finish(int connection, char *rest, conc_duration patience)
{
	bool comes = true;
	shutdown(connection, SHUT_WR);
	for (int i = 0; comes && i < 100; i++) {
		comes = false;
		waituntil (readable(connection)) comes = conc_read(connection, rest, HEAD) > 0;
		or waituntil (timeout(patience)) { }
	}
	close(connection);
}

// There are too many open files: the spare one's place is enough to say so.
static void refuse(int s)
{
	char rest[HEAD];
	close(spare);
	int connection = conc_accept(s, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (connection >= 0 && answer(connection, BUSY)) finish(connection, rest, 100ms);
	else if (connection >= 0) close(connection);
	else conc_sleep(10ms); // another has taken it: some will be closed
	spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static void serve(int connection)
{
	char head[HEAD + 1], *end;
	size_t have = 0;
	bool open = true;
	while (open) {
		head[have] = 0;
		if ((end = strstr(head, "\r\n\r\n"))) { // perhaps with the next request behind it
			size_t used = (size_t)(end + 4 - head);
			end[2] = 0;
			open = serve_one(connection, head);
			memmove(head, head + used, have -= used);
		} else if (have == HEAD) {
			open = answer(connection, "431 Request Header Fields Too Large", "text/plain", "too long\n", -1, 9, false) && false;
		} else {
			long n = more_comes(connection, have > 0) ? conc_read(connection, head + have, HEAD - have) : 0;
			open = n > 0;
			have += n > 0 ? (size_t)n : 0;
		}
	}
	finish(connection, head, 1s);
}

int main(int argc, char **argv)
{
	int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)(argc == 3 ? atoi(argv[2]) : 0)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof address;
	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	if (argc != 3 || (root = open(argv[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0 ||
	    bind(s, (struct sockaddr *)&address, size) || listen(s, SOMAXCONN) || getsockname(s, (struct sockaddr *)&address, &size))
		return fprintf(stderr, "file_server: %s\n", argc != 3 ? "arguments: DIRECTORY PORT" : strerror(errno)), 1;
	spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
	signal(SIGPIPE, SIG_IGN); // who sends finds out by itself
	fprintf(stderr, "http://127.0.0.1:%d/\n", ntohs(address.sin_port));
	scope { // until all threads spawned in it have ended
		while (on) {
			waituntil (readable(s)) {
				int connection = conc_accept(s, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
				if (connection >= 0) spawn serve(connection);
				else if (errno == EMFILE || errno == ENFILE) refuse(s);
			}
			or waituntil (signalled(SIGINT)) on = 0;
		}
		close(s);
		stop << true;
	}
	return 0;
}
