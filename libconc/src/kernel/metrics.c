/* SPDX-License-Identifier: MIT */
/* CONC_METRICS=PATH: a Unix socket for Prometheus, or for
 *
 *     curl --unix-socket PATH http://localhost/metrics
 *
 * A kernel thread of its own takes one connection after the other, reads a request of HTTP up to
 * the empty line or for a second, and answers all alike. It waits in accept, so it costs nothing
 * while nobody asks.
 */
#define _GNU_SOURCE
#include "metrics.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "conc/duration.h"
#include "port/os.h"
#include "port/stop.h"
#include "scheduler.h"

static int listener = -1;
static struct sockaddr_un address = {.sun_family = AF_UNIX};

/* Reads what was asked; it does not matter what. */
static void read_request(int connection)
{
	static const struct timeval second = {.tv_sec = 1};
	char text[4096];
	size_t used = 0;
	ssize_t n;

	setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &second, sizeof second);
	setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &second, sizeof second);
	while (used < sizeof text - 1 &&
	       (n = read(connection, text + used, sizeof text - 1 - used)) > 0) {
		used += (size_t)n;
		text[used] = '\0';
		if (strstr(text, "\r\n\r\n") || strstr(text, "\n\n")) return;
	}
}

static void answer(int connection)
{
	struct conc_statistics *all = conc_statistics_take();
	char *body = NULL;
	size_t size = 0;
	FILE *to = all ? open_memstream(&body, &size) : NULL;

	read_request(connection);
	if (to) conc_statistics_put_metrics(to, all);
	if (to && fclose(to) == 0) {
		dprintf(connection,
		        "HTTP/1.0 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\n"
		        "Content-Length: %zu\r\n\r\n",
		        size);
		for (size_t done = 0; done < size;) {
			ssize_t n = send(connection, body + done, size - done, MSG_NOSIGNAL);
			if (n <= 0) break;
			done += (size_t)n;
		}
	}
	free(body);
	if (all) conc_statistics_drop(all);
}

static void *metrics_thread(void *unused)
{
	for (;;) {
		int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
		if (connection >= 0) {
			answer(connection);
			close(connection);
		} else if (errno != EINTR && errno != ECONNABORTED) {
			conc_os_futex_wait(&(uint32_t){0}, 0, conc_now() + UINT64_C(1000000000));
		}
	}
	return unused;
}

static void remove_socket(void)
{
	if (listener >= 0) unlink(address.sun_path);
}

/* A socket that a program left behind which was killed: nobody answers there. */
static void remove_stale(void)
{
	struct stat status;
	int probe;

	if (stat(address.sun_path, &status) != 0 || !S_ISSOCK(status.st_mode)) return;
	probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connect(probe, (const struct sockaddr *)&address, sizeof address) != 0 &&
	    errno == ECONNREFUSED)
		unlink(address.sun_path);
	close(probe);
}

void conc_metrics_start(const char *path)
{
	int error = ENAMETOOLONG;

	if (strlen(path) < sizeof address.sun_path) {
		strcpy(address.sun_path, path);
		remove_stale();
		listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
		error = listener < 0 ||
		                        bind(listener, (const struct sockaddr *)&address,
		                             sizeof address) != 0 ||
		                        listen(listener, 16) != 0
		                ? errno
		                : 0;
	}
	if (!error) error = conc_os_thread_start(metrics_thread, NULL, 0);
	if (error) {
		fprintf(stderr, "conc: CONC_METRICS=%s: %s\n", path, strerror(error));
		exit(2);
	}
	add_seq_cst(&conc_scheduler.kernel_threads, 1);
	atexit(remove_socket);
}

void conc_metrics_reset(void)
{
	if (listener >= 0) close(listener);
	listener = -1;
}
