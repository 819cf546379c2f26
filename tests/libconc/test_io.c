/* SPDX-License-Identifier: MIT */
/* Descriptors: what a thread waits for comes, and nobody waits for what has come. */
#define _GNU_SOURCE
#include "crew.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

#include "conc/cancel.h"
#include "conc/io.h"
#include "kernel/descriptor.h"
#include "kernel/poller.h"

typedef int pair_maker(int ends[2]);

static int make_pipe(int ends[2]) { return pipe(ends); }
static int make_pipe_nonblocking(int ends[2]) { return pipe2(ends, O_NONBLOCK); }
static int make_sockets(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM, 0, ends); }
static int make_sockets_nonblocking(int ends[2])
{
	return socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends);
}

/* Who is woken may run before the waker has counted. */
static void await_no_users(void)
{
	while (load_seq_cst(&conc_poller.users) != 0) conc_sleep(CONC_US(100));
}

/* A listening socket on the loopback interface; *address: where it is. */
static int listening(int flags, struct sockaddr_in *address)
{
	socklen_t size = sizeof *address;
	int s = socket(AF_INET, SOCK_STREAM | flags, 0);

	*address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	CHECK(s >= 0 && bind(s, (struct sockaddr *)address, size) == 0 && listen(s, 128) == 0);
	CHECK(getsockname(s, (struct sockaddr *)address, &size) == 0);
	return s;
}

static int make_tcp(int ends[2])
{
	struct sockaddr_in address;
	int s = listening(0, &address);

	ends[1] = socket(AF_INET, SOCK_STREAM, 0);
	CHECK(connect(ends[1], (struct sockaddr *)&address, sizeof address) == 0);
	ends[0] = accept(s, NULL, NULL);
	close(s);
	return ends[0] < 0;
}

/* ---- One writes, one reads ---- */

#define TOTAL 300000

static void send_or_receive(int index, void *argument)
{
	int *ends = argument;
	unsigned char buffer[5000];
	unsigned random = 1;
	size_t done = 0;

	while (done < TOTAL) {
		size_t size = 1 + crew_random(&random) % sizeof buffer;
		ssize_t n;
		if (size > TOTAL - done) size = TOTAL - done;
		if (index) {
			for (size_t i = 0; i < size; i++) buffer[i] = (unsigned char)((done + i) * 7 >> 3);
			n = conc_write(ends[1], buffer, size);
			CHECK(n == (ssize_t)size);
		} else {
			n = conc_read(ends[0], buffer, size);
			CHECK(n > 0);
			for (ssize_t i = 0; i < n; i++)
				CHECK(buffer[i] == (unsigned char)((done + (size_t)i) * 7 >> 3));
		}
		done += (size_t)n;
	}
	if (index) close(ends[1]);
	else CHECK(conc_read(ends[0], buffer, sizeof buffer) == 0);
}

static void all_bytes_in_order(void **state)
{
	pair_maker *makers[] = {make_pipe, make_pipe_nonblocking, make_sockets,
	                        make_sockets_nonblocking, make_tcp};
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++)
		for (unsigned m = 0; m < 5; m++) {
			int ends[2], flags;
			assert_int_equal(makers[m](ends), 0);
			flags = fcntl(ends[0], F_GETFL);
			crew_run(2, kinds[k], send_or_receive, ends);
			assert_int_equal(fcntl(ends[0], F_GETFL), flags);
			close(ends[0]);
		}
	await_no_users();
}

/* ---- Ping-pong of many pairs ---- */

#define PAIRS 20
#define ROUNDS 300

static void ping_pong(int index, void *argument)
{
	int (*ends)[2] = argument;
	int file = ends[index / 2][index % 2];
	uint32_t n = 0;

	for (int i = 0; i < ROUNDS; i++) {
		if (index % 2) CHECK(conc_write(file, &n, sizeof n) == sizeof n);
		CHECK(conc_read(file, &n, sizeof n) == sizeof n);
		n++;
		if (index % 2 == 0) CHECK(conc_write(file, &n, sizeof n) == sizeof n);
	}
	CHECK(n == 2 * ROUNDS - (index % 2 == 0));
}

static void many_pairs(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};
	int ends[PAIRS][2];

	(void)state;
	for (int k = 0; k < 3; k++)
		for (unsigned m = 0; m < 2; m++) {
			for (int i = 0; i < PAIRS; i++)
				assert_int_equal((m ? make_tcp : make_sockets)(ends[i]), 0);
			crew_run(2 * PAIRS, kinds[k], ping_pong, ends);
			for (int i = 0; i < PAIRS; i++) close(ends[i][0]), close(ends[i][1]);
		}
	await_no_users();
}

/* ---- Several readers of one descriptor ---- */

static uint32_t sum; /* atomic */

static void take_numbers(int index, void *argument)
{
	int *ends = argument;
	uint32_t n;

	if (index == 0) {
		for (n = 1; n <= 5000; n++) {
			CHECK(conc_write(ends[1], &n, sizeof n) == sizeof n);
			if (n % 7 == 0) conc_yield();
		}
		close(ends[1]);
		return;
	}
	while (conc_read(ends[0], &n, sizeof n) == sizeof n) add_relaxed(&sum, n);
}

static void several_readers(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		int ends[2];
		sum = 0;
		assert_int_equal(make_pipe(ends), 0);
		crew_run(9, kinds[k], take_numbers, ends);
		assert_int_equal(sum, 5000 * 5001 / 2);
		close(ends[0]);
	}
}

/* ---- accept and connect ---- */

struct server {
	int socket, flags;
	struct sockaddr_in address;
};

static void serve_or_call(int index, void *argument)
{
	struct server *server = argument;
	char text[16] = "";

	if (index == 0) {
		for (int i = 0; i < 30; i++) {
			struct sockaddr_in from;
			socklen_t size = sizeof from;
			int c = conc_accept(server->socket, (struct sockaddr *)&from, &size, server->flags);
			CHECK(c >= 0 && size == sizeof from && from.sin_family == AF_INET);
			CHECK(!(fcntl(c, F_GETFL) & O_NONBLOCK) == !(server->flags & SOCK_NONBLOCK));
			CHECK(conc_read(c, text, sizeof text) == 5 && memcmp(text, "hello", 5) == 0);
			CHECK(conc_write(c, "bye", 3) == 3);
			close(c);
		}
		return;
	}
	for (int i = 0; i < 10; i++) {
		int c = socket(AF_INET, SOCK_STREAM, 0), flags = fcntl(c, F_GETFL);
		CHECK(conc_connect(c, (struct sockaddr *)&server->address, sizeof server->address) == 0);
		CHECK(fcntl(c, F_GETFL) == flags);
		CHECK(conc_write(c, "hello", 5) == 5);
		CHECK(conc_read(c, text, sizeof text) == 3 && memcmp(text, "bye", 3) == 0);
		CHECK(conc_read(c, text, sizeof text) == 0);
		close(c);
	}
}

static void accept_and_connect(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++)
		for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
			struct server server = {.flags = nonblocking ? SOCK_NONBLOCK | SOCK_CLOEXEC : 0};
			server.socket = listening(nonblocking ? SOCK_NONBLOCK : 0, &server.address);
			crew_run(4, kinds[k], serve_or_call, &server);
			close(server.socket);
		}
}

static void refused(void **state)
{
	struct sockaddr_in address;
	int s = listening(0, &address), c = socket(AF_INET, SOCK_STREAM, 0);

	(void)state;
	close(s);
	assert_int_equal(conc_connect(c, (struct sockaddr *)&address, sizeof address), -1);
	assert_int_equal(errno, ECONNREFUSED);
	close(c);
}

static void local_connect(int index, void *argument)
{
	struct sockaddr_un *address = argument;

	if (index == 0) return;
	int c = socket(AF_UNIX, SOCK_STREAM, 0);
	CHECK(conc_connect(c, (struct sockaddr *)address, sizeof *address) == 0);
	close(c);
}

/* The backlog is full; each connect waits for its accept. */
static void local_backlog(void **state)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int s = socket(AF_UNIX, SOCK_STREAM, 0);

	(void)state;
	snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "conc-test-%d", (int)getpid());
	assert_int_equal(bind(s, (struct sockaddr *)&address, sizeof address), 0);
	assert_int_equal(listen(s, 20), 0);
	crew_run(10, crew_user_only, local_connect, &address);
	for (int i = 0; i < 9; i++) {
		int c = conc_accept(s, NULL, NULL, 0);
		assert_true(c >= 0);
		close(c);
	}
	close(s);
}

/* ---- Errors ---- */

static void errors(void **state)
{
	int ends[2], file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC), closed;
	char buffer[8];

	(void)state;
	assert_int_equal(conc_read(-1, buffer, 1), -1);
	assert_int_equal(errno, EBADF);
	make_pipe(ends);
	closed = ends[0];
	assert_int_equal(conc_write(ends[0], buffer, 1), -1);
	assert_int_equal(errno, EBADF);
	close(ends[0]);
	assert_int_equal(conc_read(closed, buffer, 1), -1);
	assert_int_equal(errno, EBADF);
	signal(SIGPIPE, SIG_IGN);
	assert_int_equal(conc_write(ends[1], buffer, 1), -1);
	assert_int_equal(errno, EPIPE);
	assert_int_equal(conc_recv(ends[1], buffer, 1, 0), -1);
	assert_int_equal(errno, ENOTSOCK);
	close(ends[1]);
	assert_int_equal(conc_read(file, buffer, 4), 4);
	assert_memory_equal(buffer, "\177ELF", 4);
	assert_int_equal(conc_read(file, buffer, 0), 0);
	close(file);
	make_sockets(ends);
	assert_int_equal(conc_recv(ends[0], buffer, 1, MSG_DONTWAIT), -1);
	assert_int_equal(errno, EAGAIN);
	assert_int_equal(conc_read(ends[0], buffer, 0), 0);
	close(ends[0]);
	close(ends[1]);
}

/* ---- Close under a waiter ---- */

static void wait_or_close(int index, void *argument)
{
	int *ends = argument;
	char c;

	if (index == 0) {
		crew_await_queue(&conc_descriptor_get(ends[0])->sides[CONC_READING].queue, 3);
		close(ends[0]);
	} else {
		CHECK(conc_read(ends[0], &c, 1) == -1);
		CHECK(errno == EBADF);
	}
}

static void close_wakes(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};
	pair_maker *makers[] = {make_pipe, make_sockets, make_tcp};

	(void)state;
	for (int k = 0; k < 3; k++)
		for (int m = 0; m < 3; m++)
			for (int i = 0; i < 20; i++) {
				int ends[2];
				assert_int_equal(makers[m](ends), 0);
				crew_run(4, kinds[k], wait_or_close, ends);
				close(ends[1]);
			}
	await_no_users();
}

/* dup2 over it closes it; another file then has the number. */
static void wait_or_replace(int index, void *argument)
{
	int *ends = argument;
	char c = 0;

	if (index == 0) {
		crew_await_queue(&conc_descriptor_get(ends[0])->sides[CONC_READING].queue, 1);
		CHECK(dup2(ends[2], ends[0]) == ends[0]);
		CHECK(conc_read(ends[0], &c, 1) == 1 && c == 'x');
	} else if (index == 1) {
		CHECK(conc_read(ends[0], &c, 1) == -1 && errno == EBADF);
		conc_sleep(CONC_MS(1));
		CHECK(conc_write(ends[3], "x", 1) == 1);
	}
}

static void replaced(void **state)
{
	(void)state;
	for (int i = 0; i < 20; i++) {
		int ends[4];
		make_sockets(ends);
		make_pipe(ends + 2);
		crew_run(2, crew_user_only, wait_or_replace, ends);
		for (int j = 0; j < 4; j++) close(ends[j]);
	}
}

/* ---- poll ---- */

static void poll_or_write(int index, void *argument)
{
	int (*ends)[2] = argument;
	char c;

	if (index) {
		for (int i = 0; i < 200; i++) {
			CHECK(conc_write(ends[i % 12][1], "y", 1) == 1);
			CHECK(conc_read(ends[i % 12][1], &c, 1) == 1);
		}
		return;
	}
	for (int i = 0; i < 200; i++) {
		struct pollfd files[13];
		for (int j = 0; j < 12; j++) files[j] = (struct pollfd){ends[j][0], POLLIN, 0};
		files[12] = (struct pollfd){-1, POLLIN, 0};
		CHECK(conc_poll(files, 13, -1) == 1);
		CHECK(files[i % 12].revents == POLLIN);
		CHECK(conc_read(ends[i % 12][0], &c, 1) == 1);
		CHECK(conc_write(ends[i % 12][0], "z", 1) == 1);
	}
}

static void polls(void **state)
{
	int ends[12][2];
	struct pollfd file;
	uint64_t start = conc_now();

	(void)state;
	for (int i = 0; i < 12; i++) make_sockets(ends[i]);
	file = (struct pollfd){ends[0][0], POLLIN, 0};
	assert_int_equal(conc_poll(&file, 1, CONC_MS(5)), 0);
	assert_true(conc_now() - start >= 5000000);
	assert_int_equal(conc_poll(&file, 1, 0), 0);
	file.events = POLLOUT;
	assert_int_equal(conc_poll(&file, 1, -1), 1);
	assert_int_equal(file.revents, POLLOUT);
	assert_int_equal(conc_poll(NULL, 0, CONC_MS(1)), 0);
	crew_run(2, crew_user_only, poll_or_write, ends);
	crew_run(2, crew_foreign_only, poll_or_write, ends);
	for (int i = 0; i < 12; i++) close(ends[i][0]), close(ends[i][1]);
	await_no_users();
}

/* ---- Cancelled ---- */

static int cancelled_ends[2];

static void read_until_cancelled(void)
{
	char c;

	CHECK(conc_read(cancelled_ends[0], &c, 1) == -1);
	CHECK(errno == ECANCELED);
	CHECK(conc_read(cancelled_ends[0], &c, 1) == -1);
	CHECK(errno == ECANCELED);
	CHECK(conc_poll(&(struct pollfd){cancelled_ends[0], POLLIN, 0}, 1, -1) == -1);
	CHECK(errno == ECANCELED);
	conc_write(cancelled_ends[1], "a", 1); /* what need not wait is done */
	CHECK(conc_read(cancelled_ends[0], &c, 1) == 1);
}
CONC_SPAWN0_VOID(spawn_reader, crew_task, read_until_cancelled);

static void cancelled(void **state)
{
	(void)state;
	make_pipe(cancelled_ends);
	crew_task t = spawn_reader(CONC_HERE);
	while (load_seq_cst(&conc_poller.users) < 1) conc_sleep(CONC_US(100));
	conc_abi_cancel(t.conc_task, CONC_HERE);
	crew_task_join_value(t, CONC_HERE);
	close(cancelled_ends[0]), close(cancelled_ends[1]);
	await_no_users();
}

/* ---- A busy loop stops nobody ---- */

static int busy_ends[2];
static uint32_t heard; /* atomic */

static void hear(void)
{
	char c;

	CHECK(conc_read(busy_ends[0], &c, 1) == 1);
	store_seq_cst(&heard, 1);
}
CONC_SPAWN0_VOID(spawn_hear, crew_task, hear);

static void busy(void)
{
	while (load_seq_cst(&conc_poller.users) < 1) conc_yield();
	CHECK(write(busy_ends[1], "b", 1) == 1);
	while (!load_seq_cst(&heard)) continue;
}
CONC_SPAWN0_VOID(spawn_busy, crew_task, busy);

static void progress(void **state)
{
	crew_task a, b;
	unsigned before = conc_processors(0);

	(void)state;
	conc_processors(1);
	make_pipe(busy_ends);
	a = spawn_hear(CONC_HERE);
	b = spawn_busy(CONC_HERE);
	crew_task_join_value(a, CONC_HERE);
	crew_task_join_value(b, CONC_HERE);
	conc_processors(before);
	close(busy_ends[0]), close(busy_ends[1]);
}

/* ---- Somebody comes while it is being closed ---- */

static int late = -1; /* its close has been decided on, and is carried out when it is waited for */
static pthread_t late_reader;

static void *read_late(void *file)
{
	char c;

	CHECK(conc_read(*(int *)file, &c, 1) == -1 && errno == EBADF);
	return NULL;
}

int __close(int file);
int __close(int file)
{
	if (file >= 0 && file == late) {
		const struct conc_descriptor *d = conc_descriptor_get(file);
		pthread_create(&late_reader, NULL, read_late, &late);
		while (!(load_acquire(&d->sides[CONC_READING].queue) & ~(uintptr_t)CONC_GUARD_BITS)) sched_yield();
	}
	return (int)syscall(SYS_close, file);
}

/* They are told, and so is who waits for the next file of that number. */
static void close_late(void **state)
{
	int ends[2], next[2];
	crew_task reader;

	(void)state;
	make_pipe(ends);
	late = ends[0];
	assert_int_equal(close(ends[0]), 0);
	pthread_join(late_reader, NULL);
	late = -1;
	make_pipe(next);
	assert_int_equal(next[0], ends[0]);
	busy_ends[0] = next[0];
	reader = spawn_hear(CONC_HERE);
	while (load_seq_cst(&conc_poller.users) < 1) conc_yield();
	assert_int_equal(conc_write(next[1], "c", 1), 1);
	crew_task_join_value(reader, CONC_HERE);
	close(ends[1]), close(next[0]), close(next[1]);
}

/* ---- Fork ---- */

static void child_uses_its_own(void **state)
{
	int ends[2], status;
	pid_t child;
	char c;

	(void)state;
	make_sockets(ends);
	child = fork();
	if (child == 0) {
		alarm(20);
		for (int i = 0; i < 100; i++)
			if (conc_read(ends[0], &c, 1) != 1 || conc_write(ends[0], &c, 1) != 1) _exit(1);
		_exit(0);
	}
	close(ends[0]);
	for (int i = 0; i < 100; i++) {
		assert_int_equal(conc_write(ends[1], "c", 1), 1);
		assert_int_equal(conc_read(ends[1], &c, 1), 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	close(ends[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_bytes_in_order), cmocka_unit_test(many_pairs),
		cmocka_unit_test(several_readers), cmocka_unit_test(accept_and_connect),
		cmocka_unit_test(refused), cmocka_unit_test(local_backlog),
		cmocka_unit_test(errors), cmocka_unit_test(close_wakes),
		cmocka_unit_test(replaced), cmocka_unit_test(polls),
		cmocka_unit_test(cancelled), cmocka_unit_test(progress),
		cmocka_unit_test(close_late), cmocka_unit_test(child_uses_its_own),
	};

	return crew_tests(tests);
}
