/* SPDX-License-Identifier: MIT */
/* Operations with a limit, splice and sendfile; how each of them ends. */
#define _GNU_SOURCE
#include "crew.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>

#include "conc/cancel.h"
#include "conc/io.h"
#include "kernel/descriptor.h"
#include "kernel/poller.h"

static enum crew_kind (*const kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};
static char bytes[4096];

/* Who is woken may run before the waker has counted. */
static void await_no_users(void)
{
	while (load_seq_cst(&conc_poller.users) != 0) conc_sleep(CONC_US(100));
}

static void sockets(int ends[2], int flags)
{
	CHECK(socketpair(AF_UNIX, SOCK_STREAM | flags, 0, ends) == 0);
}

/* Writes until no more fits. Returns how much did. */
static long fill(int file)
{
	int flags = fcntl(file, F_GETFL);
	long n, all = 0;

	fcntl(file, F_SETFL, flags | O_NONBLOCK);
	while ((n = write(file, bytes, sizeof bytes)) > 0) all += n;
	CHECK(errno == EAGAIN);
	fcntl(file, F_SETFL, flags);
	return all;
}

static int bound(int domain, int type, void *address, socklen_t size)
{
	int s = socket(domain, type, 0);

	CHECK(s >= 0 && bind(s, address, size) == 0);
	CHECK(getsockname(s, address, &size) == 0);
	return s;
}

static struct sockaddr_in loopback(void)
{
	return (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static struct sockaddr_un local(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "conc-limits-%d", (int)getpid());
	return address;
}

static int listening(int domain, void *address, socklen_t size, int backlog)
{
	int s = bound(domain, SOCK_STREAM, address, size);

	CHECK(listen(s, backlog) == 0);
	return s;
}

/* ---- Each of them, where it has to wait ---- */

static int idle[2], full[2], listener, drained_pipe[2], full_pipe[2], file;
static struct sockaddr_un crowded;
static int crowd; /* its socket */

static long read_for(conc_duration limit) { return conc_read_for(idle[0], bytes, 1, limit); }
static long readv_for(conc_duration limit)
{
	return conc_readv_for(idle[0], (struct iovec[]){{bytes, 1}, {bytes + 1, 1}}, 2, limit);
}
static long write_for(conc_duration limit) { return conc_write_for(full[0], bytes, 1, limit); }
static long writev_for(conc_duration limit)
{
	return conc_writev_for(full[0], (struct iovec[]){{bytes, 1}, {bytes + 1, 1}}, 2, limit);
}
static long recv_for(conc_duration limit) { return conc_recv_for(idle[0], bytes, 1, 0, limit); }
static long send_for(conc_duration limit) { return conc_send_for(full[0], bytes, 1, 0, limit); }
static long recvfrom_for(conc_duration limit)
{
	return conc_recvfrom_for(idle[0], bytes, 1, 0, NULL, NULL, limit);
}
static long sendto_for(conc_duration limit)
{
	return conc_sendto_for(full[0], bytes, 1, 0, NULL, 0, limit);
}
static long recvmsg_for(conc_duration limit)
{
	struct msghdr m = {.msg_iov = &(struct iovec){bytes, 1}, .msg_iovlen = 1};

	return conc_recvmsg_for(idle[0], &m, 0, limit);
}
static long sendmsg_for(conc_duration limit)
{
	struct msghdr m = {.msg_iov = &(struct iovec){bytes, 1}, .msg_iovlen = 1};

	return conc_sendmsg_for(full[0], &m, 0, limit);
}
static long accept_for(conc_duration limit) { return conc_accept_for(listener, NULL, NULL, 0, limit); }
static long connect_for(conc_duration limit)
{
	int s = socket(AF_UNIX, SOCK_STREAM, 0);
	int result = conc_connect_for(s, (struct sockaddr *)&crowded, sizeof crowded, limit);
	int error = errno;

	close(s);
	errno = error;
	return result;
}
static long sendfile_for(conc_duration limit)
{
	int64_t offset = 0;
	long n = conc_sendfile_for(full[0], file, &offset, 10, limit);

	CHECK(offset == 0);
	return n;
}
static long sendfile_to_pipe_for(conc_duration limit)
{
	return conc_sendfile_for(full_pipe[1], file, &(int64_t){0}, 10, limit);
}
static long splice_in_for(conc_duration limit)
{
	return conc_splice_for(idle[0], NULL, drained_pipe[1], NULL, 10, 0, limit);
}
static long splice_out_for(conc_duration limit)
{
	return conc_splice_for(full_pipe[0], NULL, full[0], NULL, 10, 0, limit);
}
static long splice_pipes_for(conc_duration limit)
{
	return conc_splice_for(drained_pipe[0], NULL, full_pipe[1], NULL, 10, 0, limit);
}
static conc_input lines;
static long read_line_for(conc_duration limit) { return conc_read_line_for(&lines, &(char *){0}, limit); }
static long read_exactly_for(conc_duration limit) { return conc_read_exactly_for(&lines, bytes, 10, limit); }
static long getaddrinfo_for(conc_duration limit)
{
	struct addrinfo *list;

	if (conc_getaddrinfo_for("nobody", "80", NULL, &list, limit) != EAI_SYSTEM) return 0;
	return -1;
}

static long (*const each[])(conc_duration limit) = {
        read_for,     readv_for,    write_for,     writev_for,     recv_for,
        send_for,     recvfrom_for, sendto_for,    recvmsg_for,    sendmsg_for,
        accept_for,   connect_for,  sendfile_for,  sendfile_to_pipe_for,
        splice_in_for, splice_out_for, splice_pipes_for, read_line_for, read_exactly_for,
        getaddrinfo_for};
enum { EACH = sizeof each / sizeof *each };

/* The lookup of "nobody" takes until it is let go. */
static uint32_t slow_lookups = 1; /* atomic; 0: no more */

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **list)
{
	(void)service, (void)hints;
	*list = NULL;
	while (strcmp(node, "nobody") == 0 && load_seq_cst(&slow_lookups)) usleep(100);
	return EAI_NONAME;
}
void freeaddrinfo(struct addrinfo *list) { CHECK(!list); }

static void make_all(int flags)
{
	struct sockaddr_in address = loopback();

	sockets(idle, flags);
	sockets(full, flags);
	fill(full[0]);
	listener = listening(AF_INET, &address, sizeof address, 5);
	fcntl(listener, F_SETFL, flags & SOCK_NONBLOCK ? O_NONBLOCK : 0);
	CHECK(pipe2(drained_pipe, flags & SOCK_NONBLOCK ? O_NONBLOCK : 0) == 0);
	CHECK(pipe2(full_pipe, flags & SOCK_NONBLOCK ? O_NONBLOCK : 0) == 0);
	fill(full_pipe[1]);
	file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	crowded = local();
	listening(AF_UNIX, &crowded, sizeof crowded, 0);
	crowd = socket(AF_UNIX, SOCK_STREAM, 0);
	CHECK(connect(crowd, (struct sockaddr *)&crowded, sizeof crowded) == 0);
	conc_input_init(&lines, idle[0], (char[16]){0}, 16);
}

static void unmake_all(void)
{
	for (int i = crowd; i >= idle[0]; i--) close(i);
}

static void runs_out(int index, void *limit)
{
	static char buffer[16]; /* nothing comes */

	(void)index;
	for (int i = 0; i < EACH; i++) {
		uint64_t start = conc_now();
		if (each[i] == read_line_for) conc_input_init(&lines, idle[0], buffer, 16);
		errno = 0;
		if (each[i](*(conc_duration *)limit) != -1 || errno != ETIMEDOUT) {
			fprintf(stderr, "the %dth: %s\n", i, strerror(errno));
			abort();
		}
		CHECK(conc_now() - start >= (uint64_t)*(conc_duration *)limit);
	}
}

static void all_run_out(void **state)
{
	(void)state;
	store_seq_cst(&slow_lookups, 1);
	for (int flags = 0; flags <= SOCK_NONBLOCK; flags += SOCK_NONBLOCK) {
		make_all(flags);
		for (conc_duration limit = 0; limit <= CONC_MS(2); limit += CONC_MS(1))
			for (int k = 0; k < 2; k++) crew_run(1, kinds[k], runs_out, &limit);
		unmake_all();
	}
	store_seq_cst(&slow_lookups, 0);
	await_no_users();
}

/* ---- Cancelled ---- */

static long (*cancelled_call)(conc_duration limit);

static void is_cancelled(void)
{
	errno = 0;
	CHECK(cancelled_call(CONC_S(1000)) == -1 && errno == ECANCELED);
	CHECK(cancelled_call(CONC_S(1000)) == -1 && errno == ECANCELED);
	CHECK(cancelled_call(0) == -1 && errno == ECANCELED);
}
CONC_SPAWN0_VOID(spawn_cancelled, crew_task, is_cancelled);

static void all_cancelled(void **state)
{
	(void)state;
	store_seq_cst(&slow_lookups, 1);
	make_all(SOCK_NONBLOCK);
	for (int i = 0; i < EACH; i++) {
		static char buffer[16];
		crew_task t;
		if (each[i] == connect_for) continue; /* holds its kernel thread */
		conc_input_init(&lines, idle[0], buffer, 16);
		cancelled_call = each[i];
		t = spawn_cancelled(CONC_HERE);
		if (i % 2) conc_sleep(CONC_MS(1)); /* it waits by now, or does not */
		conc_abi_cancel(t.conc_task, CONC_HERE);
		crew_task_join_value(t, CONC_HERE);
	}
	unmake_all();
	store_seq_cst(&slow_lookups, 0);
	await_no_users();
}

/* ---- Closed meanwhile ---- */

static void splice_or_close(int index, void *argument)
{
	int *ends = argument; /* an idle pipe, a full one */

	if (index == 0) {
		crew_await_queue(&conc_descriptor_get(ends[0])->sides[CONC_READING].queue, 2);
		close(ends[0]);
	} else if (index == 1) {
		CHECK(conc_splice(ends[0], NULL, ends[3], NULL, 10, 0) == -1 && errno == EBADF);
	} else if (index == 2) {
		CHECK(conc_read_for(ends[0], bytes, 1, CONC_S(1000)) == -1 && errno == EBADF);
	} else if (index == 3) {
		crew_await_queue(&conc_descriptor_get(ends[5])->sides[CONC_WRITING].queue, 1);
		close(ends[5]);
	} else {
		CHECK(conc_splice(ends[2], NULL, ends[5], NULL, 10, 0) == -1 && errno == EBADF);
	}
}

static void closed(void **state)
{
	(void)state;
	for (int k = 0; k < 3; k++) {
		int ends[6];
		CHECK(pipe(ends) == 0 && pipe(ends + 2) == 0 && pipe(ends + 4) == 0);
		fill(ends[3]);
		fill(ends[5]);
		crew_run(5, kinds[k], splice_or_close, ends);
		close(ends[1]), close(ends[2]), close(ends[3]), close(ends[4]);
	}
	await_no_users();
}

/* ---- The limit is the whole call's ---- */

static int whole[2];
static uint32_t stop; /* atomic */

static void drain(void)
{
	while (conc_read(whole[1], bytes, sizeof bytes) > 0) continue;
}
CONC_SPAWN0_VOID(spawn_drain, crew_task, drain);

static void pour(void)
{
	while (!load_seq_cst(&stop)) CHECK(conc_write(whole[1], bytes, sizeof bytes) > 0);
}
CONC_SPAWN0_VOID(spawn_pour, crew_task, pour);

#define ENDLESS ((size_t)1 << 36)

/* The limit may pass before there is any room. */
static bool cut(long n) { return n < (long)(ENDLESS / 2) && (n > 0 || (n == -1 && errno == ETIMEDOUT)); }

static void whole_call(void **state)
{
	char *zeros = mmap(NULL, ENDLESS, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	struct iovec parts[2] = {{zeros, 1 << 20}, {zeros, ENDLESS / 2}};
	crew_task t;
	long n;

	(void)state;
	if (zeros == MAP_FAILED) skip();
	sockets(whole, 0);
	t = spawn_drain(CONC_HERE);
	n = conc_write_for(whole[0], zeros, ENDLESS, CONC_MS(5));
	assert_true(cut(n));
	n = conc_writev_for(whole[0], parts, 2, CONC_MS(5));
	assert_true(cut(n));
	n = conc_send_for(whole[0], zeros, ENDLESS, 0, CONC_MS(5));
	assert_true(cut(n));
	shutdown(whole[0], SHUT_WR);
	crew_task_join_value(t, CONC_HERE);
	close(whole[0]), close(whole[1]);
	munmap(zeros, ENDLESS);
	await_no_users();
}

/* The same for a reader; the memory is its own. */
static void whole_read(void **state)
{
	enum { MUCH = 1 << 20 };
	char *room = malloc(MUCH);
	crew_task t;
	conc_input in;
	char buffer[64];
	long n;

	(void)state;
	sockets(whole, 0);
	assert_int_equal(conc_write(whole[1], "abc", 3), 3);
	assert_int_equal(conc_recv_for(whole[0], room, MUCH, MSG_WAITALL, CONC_MS(1)), 3);
	assert_int_equal(conc_recv_for(whole[0], room, MUCH, MSG_WAITALL, CONC_MS(1)), -1);
	assert_int_equal(errno, ETIMEDOUT);
	conc_input_init(&in, whole[0], buffer, sizeof buffer);
	assert_int_equal(conc_write(whole[1], "abc", 3), 3);
	assert_int_equal(conc_read_exactly_for(&in, room, MUCH, CONC_MS(1)), 3);
	assert_int_equal(conc_read_exactly_for(&in, room, MUCH, CONC_MS(1)), -1);
	assert_int_equal(errno, ETIMEDOUT);
	store_seq_cst(&stop, 0);
	t = spawn_pour(CONC_HERE);
	n = conc_recv_for(whole[0], room, MUCH, MSG_WAITALL, 0);
	assert_true(n == -1 ? errno == ETIMEDOUT : n < MUCH);
	store_seq_cst(&stop, 1);
	while (conc_read_for(whole[0], room, MUCH, CONC_MS(1)) > 0) continue;
	crew_task_join_value(t, CONC_HERE);
	close(whole[0]), close(whole[1]);
	free(room);
	await_no_users();
}

/* What was written counts, and the next call says why it was cut short. */
static void cut_short(void **state)
{
	static char much[8 << 20];
	struct iovec parts[3] = {{much, 10}, {much, sizeof much}, {much, 10}};
	int64_t offset = 0;
	int ends[2], big = memfd_create("conc-limits", MFD_CLOEXEC);
	long n;

	(void)state;
	assert_int_equal(ftruncate(big, sizeof much), 0);
	for (int how = 0; how < 8; how++) {
		sockets(ends, how % 2 ? SOCK_NONBLOCK : 0);
		n = how < 2   ? conc_write_for(ends[0], much, sizeof much, CONC_MS(2))
		    : how < 4 ? conc_writev_for(ends[0], parts, 3, CONC_MS(2))
		    : how < 6 ? conc_send_for(ends[0], much, sizeof much, 0, CONC_MS(2))
		              : conc_sendfile_for(ends[0], big, &offset, sizeof much, CONC_MS(2));
		assert_in_range(n, 1, sizeof much - 1);
		if (how >= 6) assert_int_equal(offset, n);
		offset = 0;
		n += fill(ends[0]); /* the limit may have come before that */
		assert_int_equal(conc_write_for(ends[0], much, 1, CONC_MS(1)), -1);
		assert_int_equal(errno, ETIMEDOUT);
		while (n > 0) n -= conc_read_for(ends[1], much, sizeof much, CONC_S(100));
		assert_int_equal(conc_read_for(ends[1], much, 1, 0), -1);
		assert_int_equal(errno, ETIMEDOUT);
		assert_int_equal(conc_write_for(ends[0], much, 1, 0), 1);
		close(ends[0]), close(ends[1]);
	}
	/* from the file's position, which is where the next one begins */
	sockets(ends, 0);
	n = conc_sendfile_for(ends[0], big, NULL, sizeof much, CONC_MS(2));
	assert_in_range(n, 1, sizeof much - 1);
	assert_int_equal(lseek(big, 0, SEEK_CUR), n);
	close(ends[0]), close(ends[1]), close(big);
	await_no_users();
}

/* ---- A writev that is cut short leaves no hole ---- */

static int holes[2];
static long written; /* of the cancelled thread */

static void writes_parts(void)
{
	static char head[100000], tail[100000];
	struct iovec parts[2] = {{head, sizeof head}, {tail, sizeof tail}};

	memset(head, 'h', sizeof head);
	memset(tail, 't', sizeof tail);
	written = conc_writev(holes[0], parts, 2);
	shutdown(holes[0], SHUT_WR);
}
CONC_SPAWN0_VOID(spawn_parts, crew_task, writes_parts);

static void no_hole(void **state)
{
	(void)state;
	for (int round = 0; round < 200; round++) {
		long got = 0, n;
		crew_task t;
		sockets(holes, 0);
		CHECK(setsockopt(holes[0], SOL_SOCKET, SO_SNDBUF, &(int){4096}, sizeof(int)) == 0);
		t = spawn_parts(CONC_HERE);
		while ((n = conc_read(holes[1], bytes, sizeof bytes)) > 0) {
			for (long i = 0; i < n; i++) assert_int_equal(bytes[i], got + i < 100000 ? 'h' : 't');
			got += n;
			if (got > round * 400 && got - n <= round * 400) conc_abi_cancel(t.conc_task, CONC_HERE);
		}
		crew_task_join_value(t, CONC_HERE);
		assert_int_equal(got, written > 0 ? written : 0);
		close(holes[0]), close(holes[1]);
	}
	await_no_users();
}

/* ---- What has come counts ---- */

static void tcp(int ends[2])
{
	struct sockaddr_in address = loopback();
	int s = listening(AF_INET, &address, sizeof address, 5);

	ends[1] = socket(AF_INET, SOCK_STREAM, 0);
	CHECK(connect(ends[1], (struct sockaddr *)&address, sizeof address) == 0);
	ends[0] = accept(s, NULL, NULL);
	CHECK(ends[0] >= 0);
	close(s);
}

/* A read that has emptied a socket is followed by one for whose bytes nobody has fetched the edge. */
static void not_fetched(void **state)
{
	int ends[2];

	(void)state;
	tcp(ends);
	assert_int_equal(conc_read_for(ends[0], bytes, 1, CONC_MS(1)), -1); /* epoll knows it now */
	for (int i = 0; i < 200; i++) {
		struct pollfd look = {.fd = ends[0], .events = POLLIN};
		assert_int_equal(write(ends[1], "a", 1), 1);
		assert_int_equal(poll(&look, 1, -1), 1);
		assert_int_equal(conc_read_for(ends[0], bytes, sizeof bytes, i % 3 ? 0 : 1), 1);
	}
	close(ends[0]), close(ends[1]);
	await_no_users();
}

/* Bytes and the limit come together: never both, and never none. */
static int close_by[2];

static void writes_at_once(void)
{
	for (int i = 0; i < 2000; i++) {
		CHECK(conc_write(close_by[1], "x", 1) == 1);
		conc_sleep(CONC_US(20));
	}
}
CONC_SPAWN0_VOID(spawn_writes_at_once, crew_task, writes_at_once);

static void at_the_limit(void **state)
{
	int got = 0;
	crew_task t;

	(void)state;
	sockets(close_by, 0);
	t = spawn_writes_at_once(CONC_HERE);
	while (got < 2000) {
		long n = conc_read_for(close_by[0], bytes, 1, CONC_US(20));
		if (n == 1) got++;
		else assert_true(n == -1 && errno == ETIMEDOUT);
	}
	crew_task_join_value(t, CONC_HERE);
	assert_int_equal(conc_read_for(close_by[0], bytes, 1, 0), -1);
	close(close_by[0]), close(close_by[1]);
	await_no_users();
}

/* ---- connect ---- */

static void connects(void **state)
{
	struct sockaddr_in address = loopback();
	struct sockaddr_un name = local();
	int s = listening(AF_INET, &address, sizeof address, 0), l, c, few[8];

	(void)state;
	/* it is soon full, and then answers nobody */
	for (int i = 0; i < 8; i++) {
		few[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
		connect(few[i], (struct sockaddr *)&address, sizeof address);
	}
	c = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(conc_connect_for(c, (struct sockaddr *)&address, sizeof address, CONC_MS(2)), -1);
	assert_int_equal(errno, ETIMEDOUT);
	assert_int_equal(fcntl(c, F_GETFL) & O_NONBLOCK, 0);
	close(c);
	for (int i = 0; i < 8; i++) close(few[i]);
	close(s);

	l = listening(AF_UNIX, &name, sizeof name, 0);
	for (int i = 0; i < 4; i++) {
		struct timeval before = {.tv_sec = 77}, after;
		socklen_t size = sizeof after;
		int flags = i % 2 ? SOCK_NONBLOCK : 0;
		c = socket(AF_UNIX, SOCK_STREAM | flags, 0);
		setsockopt(c, SOL_SOCKET, SO_SNDTIMEO, &before, sizeof before);
		if (i == 0) {
			assert_int_equal(conc_connect_for(c, (struct sockaddr *)&name, sizeof name, 0), 0);
			few[0] = c;
			continue;
		}
		assert_int_equal(conc_connect_for(c, (struct sockaddr *)&name, sizeof name, CONC_MS(2)), -1);
		assert_int_equal(errno, ETIMEDOUT);
		assert_int_equal(!(fcntl(c, F_GETFL) & O_NONBLOCK), !flags);
		getsockopt(c, SOL_SOCKET, SO_SNDTIMEO, &after, &size);
		assert_int_equal(after.tv_sec, 77);
		close(c);
	}
	close(few[0]), close(l);
	await_no_users();
}

/* A socket that does not block waits for room in the backlog, too. */
static void connects_or_accepts(int index, void *argument)
{
	struct sockaddr_un *name = argument;

	if (index == 0) {
		for (int i = 0; i < 30; i++) {
			int c = conc_accept_for(listener, NULL, NULL, 0, CONC_S(1000));
			CHECK(c >= 0);
			close(c);
		}
		return;
	}
	for (int i = 0; i < 10; i++) {
		int c = socket(AF_UNIX, SOCK_STREAM | (i % 2 ? SOCK_NONBLOCK : 0), 0);
		CHECK((i % 4 < 2 ? conc_connect(c, (struct sockaddr *)name, sizeof *name)
		                 : conc_connect_for(c, (struct sockaddr *)name, sizeof *name, CONC_S(1000))) == 0);
		CHECK(!(fcntl(c, F_GETFL) & O_NONBLOCK) == !(i % 2));
		close(c);
	}
}

static void full_backlog(void **state)
{
	struct sockaddr_un name = local();

	(void)state;
	listener = listening(AF_UNIX, &name, sizeof name, 0);
	for (int k = 0; k < 3; k++) crew_run(4, kinds[k], connects_or_accepts, &name);
	close(listener);
	await_no_users();
}

/* ---- Datagrams ---- */

struct exchange {
	int a, b;
	struct sockaddr_in to_a, to_b;
};

static void sends_or_echoes(int index, void *argument)
{
	struct exchange *x = argument;
	char text[100];

	for (int i = 1; i <= 50; i++) {
		struct sockaddr_in from = {0};
		socklen_t size = sizeof from;
		if (index) {
			CHECK(conc_recvfrom(x->b, text, sizeof text, MSG_WAITALL, (struct sockaddr *)&from, &size) == i - 1);
			CHECK(size == sizeof from && from.sin_port == x->to_a.sin_port);
			CHECK(conc_sendto(x->b, text, (size_t)i - 1, 0, (struct sockaddr *)&from, size) == i - 1);
		} else {
			memset(text, i, sizeof text);
			CHECK(conc_sendto_for(x->a, text, (size_t)i - 1, 0, (struct sockaddr *)&x->to_b,
			                      sizeof x->to_b, CONC_S(1000)) == i - 1);
			memset(text, 0, sizeof text);
			CHECK(conc_recvfrom_for(x->a, text, sizeof text, 0, (struct sockaddr *)&from, &size,
			                        CONC_S(1000)) == i - 1);
			CHECK(from.sin_port == x->to_b.sin_port && (i < 2 || (text[0] == i && text[i - 2] == i)));
		}
	}
}

static void datagrams(void **state)
{
	int ends[2];

	(void)state;
	for (int k = 0; k < 3; k++) {
		struct exchange x = {.to_a = loopback(), .to_b = loopback()};
		x.a = bound(AF_INET, SOCK_DGRAM, &x.to_a, sizeof x.to_a);
		x.b = bound(AF_INET, SOCK_DGRAM, &x.to_b, sizeof x.to_b);
		crew_run(2, kinds[k], sends_or_echoes, &x);
		close(x.a), close(x.b);
	}
	/* MSG_WAITALL joins no datagrams, and does not take what it only looks at twice */
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	assert_int_equal(conc_send(ends[1], "ab", 2, 0) + conc_send(ends[1], "cde", 3, 0), 5);
	assert_int_equal(conc_recv(ends[0], bytes, 10, MSG_WAITALL), 2);
	assert_int_equal(conc_recv(ends[0], bytes, 10, MSG_WAITALL), 3);
	close(ends[0]), close(ends[1]);
	sockets(ends, 0);
	assert_int_equal(conc_send(ends[1], "ab", 2, 0), 2);
	assert_int_equal(conc_recv(ends[0], bytes, 10, MSG_WAITALL | MSG_PEEK), 2);
	assert_int_equal(conc_recv(ends[0], bytes, 2, MSG_WAITALL), 2);
	close(ends[0]), close(ends[1]);
	await_no_users();
}

/* ---- splice ---- */

#define MUCH 400000

struct chain {
	int a[2], in[2], out[2], b[2]; /* socket a → pipe in → pipe out → socket b */
	bool sendfile;
};

static void moves(int from, int to, bool by_sendfile)
{
	long n = 1;

	if (by_sendfile) CHECK(conc_sendfile(to, from, NULL, MUCH) == MUCH);
	else
		while (n > 0) CHECK((n = conc_splice(from, NULL, to, NULL, 30000, SPLICE_F_MOVE)) >= 0);
}

static void along_the_chain(int index, void *argument)
{
	struct chain *c = argument;
	unsigned char buffer[7777];
	long n;

	switch (index) {
	case 0:
		for (int done = 0; done < MUCH; done += (int)n) {
			n = MUCH - done < 7777 ? MUCH - done : 7777;
			for (long i = 0; i < n; i++) buffer[i] = (unsigned char)((done + i) * 7 >> 3);
			CHECK(conc_write(c->a[0], buffer, (size_t)n) == n);
			if (done % 5 == 0) conc_sleep(CONC_US(50));
		}
		close(c->a[0]);
		break;
	case 1:
		moves(c->a[1], c->in[1], c->sendfile);
		close(c->in[1]);
		break;
	case 2:
		moves(c->in[0], c->out[1], false);
		close(c->out[1]);
		break;
	case 3:
		moves(c->out[0], c->b[0], false);
		close(c->b[0]);
		break;
	default:
		for (long done = 0;; done += n) {
			n = conc_read(c->b[1], buffer, sizeof buffer);
			if (n == 0) CHECK(done == MUCH);
			if (n <= 0) break;
			for (long i = 0; i < n; i++) CHECK(buffer[i] == (unsigned char)((done + i) * 7 >> 3));
		}
	}
}

static void splices(void **state)
{
	(void)state;
	for (int k = 0; k < 3; k++)
		for (int how = 0; how < 8; how++) {
			struct chain c = {.sendfile = how / 4};
			if (how & 2) tcp(c.a), tcp(c.b);
			else sockets(c.a, 0), sockets(c.b, 0);
			CHECK(pipe(c.in) == 0 && pipe(c.out) == 0);
			if (how & 1) {
				int files[] = {c.a[1], c.b[0], c.in[0], c.in[1], c.out[0], c.out[1]};
				for (int i = 0; i < 6; i++) fcntl(files[i], F_SETFL, O_NONBLOCK);
			}
			crew_run(5, kinds[k], along_the_chain, &c);
			close(c.a[1]), close(c.in[0]), close(c.out[0]), close(c.b[1]);
		}
	await_no_users();
}

/* Who is woken and takes a part wakes the next. */
static void takes_one_each(int index, void *argument)
{
	int *ends = argument; /* a pipe to take from, one to splice to */

	if (index == 0) {
		crew_await_queue(&conc_descriptor_get(ends[0])->sides[CONC_READING].queue, 4);
		CHECK(write(ends[1], "abcd", 4) == 4);
	} else if (index % 2) {
		CHECK(conc_splice(ends[0], NULL, ends[3], NULL, 1, 0) == 1);
	} else {
		CHECK(conc_read(ends[0], &(char){0}, 1) == 1);
	}
}

static void each_takes_one(void **state)
{
	(void)state;
	for (int i = 0; i < 60; i++) {
		int ends[4];
		CHECK(pipe(ends) == 0 && pipe(ends + 2) == 0);
		crew_run(5, kinds[i % 3], takes_one_each, ends);
		for (int j = 0; j < 4; j++) close(ends[j]);
	}
	await_no_users();
}

static void splice_errors(void **state)
{
	int ends[2], p[2], again[2], big = memfd_create("conc-splice", MFD_CLOEXEC);
	int64_t offset = 3;

	(void)state;
	sockets(ends, 0);
	CHECK(pipe(p) == 0 && pipe(again) == 0);
	assert_int_equal(conc_splice(-1, NULL, p[1], NULL, 10, 0), -1);
	assert_int_equal(errno, EBADF);
	assert_int_equal(conc_splice(p[0], NULL, 1000, NULL, 10, 0), -1);
	assert_int_equal(errno, EBADF);
	assert_int_equal(conc_splice(ends[0], NULL, ends[1], NULL, 10, 0), -1); /* not after a wait */
	assert_int_equal(errno, EINVAL);
	assert_int_equal(conc_splice(p[1], NULL, ends[0], NULL, 10, 0), -1);
	assert_int_equal(errno, EBADF);
	assert_int_equal(conc_splice(p[0], NULL, again[0], NULL, 10, 0), -1);
	assert_int_equal(errno, EBADF);
	assert_int_equal(conc_splice(p[0], NULL, ends[0], NULL, 0, 0), 0);
	assert_int_equal(conc_splice(p[0], NULL, ends[0], NULL, 10, SPLICE_F_NONBLOCK), -1);
	assert_int_equal(errno, EAGAIN);
	assert_int_equal(conc_sendfile(ends[0], p[0], NULL, 10), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(conc_sendfile(ends[0], big, NULL, 0), 0);
	/* files, with offsets */
	assert_int_equal(conc_write(big, "0123456789", 10), 10);
	assert_int_equal(conc_splice(big, &offset, p[1], NULL, 4, 0), 4);
	assert_int_equal(offset, 7);
	assert_int_equal(conc_read(p[0], bytes, 10), 4);
	assert_memory_equal(bytes, "3456", 4);
	assert_int_equal(conc_sendfile(p[1], big, &offset, 100), 3);
	assert_int_equal(offset, 10);
	assert_int_equal(conc_splice(big, &offset, p[1], NULL, 4, 0), 0);
	offset = 1;
	assert_int_equal(conc_splice(p[0], NULL, big, &offset, 10, 0), 3);
	assert_int_equal(conc_pread(big, bytes, 10, 0), 10);
	assert_memory_equal(bytes, "0789456789", 10);
	/* nobody reads, nobody writes */
	signal(SIGPIPE, SIG_IGN);
	close(again[0]);
	assert_int_equal(conc_write(p[1], "x", 1), 1);
	assert_int_equal(conc_splice(p[0], NULL, again[1], NULL, 10, 0), -1);
	assert_int_equal(errno, EPIPE);
	assert_int_equal(conc_read(p[0], bytes, 10), 1);
	close(p[1]);
	assert_int_equal(conc_splice(p[0], NULL, ends[0], NULL, 10, 0), 0);
	close(ends[0]), close(ends[1]), close(p[0]), close(again[1]), close(big);
	await_no_users();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_run_out), cmocka_unit_test(all_cancelled),
		cmocka_unit_test(closed), cmocka_unit_test(whole_call),
		cmocka_unit_test(whole_read), cmocka_unit_test(cut_short),
		cmocka_unit_test(no_hole), cmocka_unit_test(not_fetched),
		cmocka_unit_test(at_the_limit), cmocka_unit_test(connects),
		cmocka_unit_test(full_backlog), cmocka_unit_test(datagrams),
		cmocka_unit_test(splices), cmocka_unit_test(each_takes_one),
		cmocka_unit_test(splice_errors),
	};

	return crew_tests(tests);
}
