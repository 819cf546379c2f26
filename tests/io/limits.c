// SPDX-License-Identifier: MIT
/* Operations with a limit: what they give when nobody comes, when a partner is slow, and when there is time enough. */
#define _GNU_SOURCE
#include <conc.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2];
static char text[1 << 20];

static const char *said(long n)
{
	static char result[64];

	if (n < 0) return strerrorname_np(errno);
	snprintf(result, sizeof result, "%ld", n);
	return result;
}

static void nobody_comes(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	struct iovec part = { text, 1 };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
	int s = socket(AF_INET, SOCK_STREAM, 0);

	if (bind(s, (struct sockaddr *)&address, sizeof address) || listen(s, 1)) return;
	printf("accept %s\n", said(conc_accept_for(s, NULL, NULL, 0, 5ms)));
	close(s);
	printf("read %s\n", said(conc_read_for(ends[0], text, 1, 5ms)));
	printf("readv %s\n", said(conc_readv_for(ends[0], &part, 1, 5ms)));
	printf("recv %s\n", said(conc_recv_for(ends[0], text, 1, 0, 5ms)));
	printf("recvfrom %s\n", said(conc_recvfrom_for(ends[0], text, 1, 0, NULL, NULL, 5ms)));
	printf("recvmsg %s\n", said(conc_recvmsg_for(ends[0], &message, 0, 5ms)));
	printf("at once %s\n", said(conc_read_for(ends[0], text, 1, 0)));
	printf("less than at once %s\n", said(conc_read_for(ends[0], text, 1, -1s)));
}

/* No wait takes long, but all of them together do. */
static void dribbles(future(bool) *more)
{
	bool go;

	for (int i = 0; i < 20; i++) {
		if (i == 10 && !(go << more)) return;
		conc_write(ends[1], "x", 1);
		conc_sleep(1ms);
	}
}

static void slow_partner(void)
{
	future(bool) more = {};
	task(void) t = spawn dribbles(&more);
	long n;

	conc_recv(ends[0], text, 1, MSG_PEEK);
	n = conc_recv_for(ends[0], text, 20, MSG_WAITALL, 15ms);
	printf("some, not all: %d\n", n > 0 && n <= 10);
	more << true;
	n += conc_recv_for(ends[0], text, (size_t)(20 - n), MSG_WAITALL, 1h);
	printf("all: %ld\n", n);
	join(t);
}

static void full(void)
{
	struct iovec parts[2] = { { text, 10 }, { text, sizeof text } };
	long n = conc_write_for(ends[0], text, sizeof text, 5ms), m;

	printf("a part: %d\n", n > 0 && n < (long)sizeof text);
	m = conc_writev_for(ends[0], parts, 2, 5ms); // seldom more than nothing
	if (m > 0) n += m;
	while (conc_write_for(ends[0], text, 1, 5ms) == 1) n++;
	printf("write %s\n", said(-1));
	printf("send %s\n", said(conc_send_for(ends[0], text, 1, 0, 5ms)));
	while (n > 0) n -= conc_read_for(ends[1], text, sizeof text, 1h);
	printf("left %ld\n", n);
	printf("write %s\n", said(conc_write_for(ends[0], text, 1, 0)));
	printf("read %s\n", said(conc_read_for(ends[1], text, 1, 0)));
}

static long reads(void)
{
	long n = conc_read_for(ends[0], text, 1, 1h);

	return n < 0 ? -errno : n;
}

int main(void)
{
	struct addrinfo *list;

	socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	nobody_comes();
	slow_partner();
	full();
	task(long) t = spawn reads();
	conc_sleep(1ms);
	conc_cancel(t);
	printf("cancelled: %d\n", join(t) == -ECANCELED);
	errno = 0;
	printf("lookup: %d, ", conc_getaddrinfo_for("127.0.0.1", "80", NULL, &list, 0) == EAI_SYSTEM);
	puts(said(-1));
	printf("lookup: %d\n", conc_getaddrinfo_for("127.0.0.1", "80", NULL, &list, 1h));
	freeaddrinfo(list);
	close(ends[0]), close(ends[1]);
	return 0;
}
