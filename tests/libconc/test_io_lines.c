/* SPDX-License-Identifier: MIT */
/* Lines and blocks from descriptors: what each of the odd inputs gives, however it comes in pieces. */
#define _GNU_SOURCE
#include "crew.h"

#include <errno.h>
#include <sys/socket.h>

#include "conc/io.h"
#include "kernel/descriptor.h"
#include "kernel/poller.h"

/* ---- Every input, every size of the buffer, in pieces of each length ---- */

/* Bytes, and what reading them by lines gives: each line in brackets, then "end" or "long". */
static const struct {
	const char *bytes;
	size_t size;
	size_t buffer; /* at least so large; with one less it is too long */
	const char *lines;
	size_t length; /* of lines */
} inputs[] = {
#define INPUT(text, buffer, lines) {text, sizeof(text) - 1, buffer, lines, sizeof(lines) - 1}
        INPUT("", 1, "end"),
        INPUT("\n", 1, "[]end"),
        INPUT("\n\n\n", 1, "[][][]end"),
        INPUT("a\nbc\n", 3, "[a][bc]end"),
        INPUT("a\nbc", 3, "[a][bc]end"),
        INPUT("\r\n\r\n", 2, "[][]end"),
        INPUT("ab\r\ncd\r\n", 4, "[ab][cd]end"),
        INPUT("a\rb\r\r\n\rc\n", 6, "[a\rb\r][\rc]end"),
        INPUT("ab\r", 4, "[ab\r]end"),
        INPUT("a\0b\n\0\n\0", 4, "[a\0b][\0][\0]end"),
        INPUT("1234567\n1\n", 8, "[1234567][1]end"),
        INPUT("x", 2, "[x]end"),
};
enum { INPUTS = sizeof inputs / sizeof *inputs };

static int ends[2];
static const char *bytes;
static size_t size, piece;

static void sends(void)
{
	for (size_t done = 0; done < size; done += piece) {
		size_t n = size - done < piece ? size - done : piece;
		CHECK(conc_write(ends[1], bytes + done, n) == (long)n);
		conc_yield();
	}
	CHECK(shutdown(ends[1], SHUT_WR) == 0);
}
CONC_SPAWN0_VOID(spawn_sends, crew_task, sends);

/* The input's lines as in the table above; its length. */
static size_t all_lines(conc_input *in, char *out)
{
	char *line, *start = out;
	long n;

	while ((n = conc_read_line(in, &line)) >= 0) {
		CHECK(line[n] == 0);
		*out++ = '[';
		memcpy(out, line, (size_t)n);
		out += n;
		*out++ = ']';
		memset(line, '#', (size_t)n); /* it is the program's */
	}
	CHECK(errno == ENODATA || errno == EMSGSIZE);
	strcpy(out, errno == ENODATA ? "end" : "long");
	return (size_t)(out - start) + strlen(out);
}

static void every_input(void **state)
{
	(void)state;
	for (int i = 0; i < INPUTS; i++)
		for (piece = 1; piece <= 4; piece++)
			for (size_t room = 1; room < 12; room++) {
				char *buffer = malloc(room), out[100]; /* sanitizers see what is past it */
				crew_task t;
				conc_input in;
				size_t n;
				bytes = inputs[i].bytes, size = inputs[i].size;
				CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
				t = spawn_sends(CONC_HERE);
				conc_input_init(&in, ends[0], buffer, room);
				n = all_lines(&in, out);
				if (room < inputs[i].buffer) {
					assert_string_equal(out + n - 4, "long");
					assert_int_equal(conc_read_line(&in, &(char *){0}), -1);
					assert_int_equal(errno, EMSGSIZE); /* it is still there */
				} else {
					assert_int_equal(n, inputs[i].length);
					assert_memory_equal(out, inputs[i].lines, n);
					assert_int_equal(conc_read_line(&in, &(char *){0}), -1);
					assert_int_equal(errno, ENODATA); /* and so on */
					assert_int_equal(in.conc_newline, size > 0 && bytes[size - 1] == '\n');
					assert_int_equal(conc_read_exactly(&in, out, 5), 0);
				}
				crew_task_join_value(t, CONC_HERE);
				close(ends[0]), close(ends[1]), free(buffer);
			}
}

/* ---- Lines and blocks in turn ---- */

static char body[100];

static void lines_and_blocks(void **state)
{
	for (size_t room = 5; room < 120; room += room < 20 ? 1 : 9)
		for (piece = 1; piece < 120; piece = piece * 3 + 1) {
			static char text[300];
			char *buffer = malloc(room), *line;
			crew_task t;
			conc_input in;
			size = 0;
			for (int i = 0; i < 100; i++) body[i] = (char)i; /* a newline, too */
			for (int i = 0; i < 2; i++) {
				memcpy(text + size, "100\n", 4);
				memcpy(text + size + 4, body, 100);
				size += 104;
			}
			memcpy(text + size, "abc", 3);
			size += 3, bytes = text;
			CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
			t = spawn_sends(CONC_HERE);
			conc_input_init(&in, ends[0], buffer, room);
			for (int i = 0; i < 2; i++) {
				char got[100];
				assert_int_equal(conc_read_line(&in, &line), 3);
				assert_string_equal(line, "100");
				assert_int_equal(conc_read_exactly(&in, got, 0), 0);
				assert_int_equal(conc_read_exactly(&in, got, 100), 100);
				assert_memory_equal(got, body, 100);
			}
			assert_int_equal(conc_read_exactly(&in, text, 10), 3); /* then the end */
			assert_int_equal(conc_read_exactly(&in, text, 10), 0);
			crew_task_join_value(t, CONC_HERE);
			close(ends[0]), close(ends[1]), free(buffer);
		}
	(void)state;
}

/* ---- What is read is kept ---- */

static void kept(void **state)
{
	char buffer[8], *line, got[8];
	conc_input in;

	(void)state;
	CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
	conc_input_init(&in, ends[0], buffer, sizeof buffer);
	assert_int_equal(conc_read_line_for(&in, &line, 0), -1);
	assert_int_equal(errno, ETIMEDOUT);
	for (const char *c = "slow"; *c; c++) { /* a byte at a time, and the limit each time */
		assert_int_equal(write(ends[1], c, 1), 1);
		assert_int_equal(conc_read_line_for(&in, &line, CONC_US(*c % 2)), -1);
		assert_int_equal(errno, ETIMEDOUT);
	}
	assert_int_equal(write(ends[1], "\nab\n1234567890\n", 15), 15);
	assert_int_equal(conc_read_line_for(&in, &line, 0), 4);
	assert_string_equal(line, "slow");
	assert_int_equal(conc_read_line_for(&in, &line, 0), 2); /* it is in the buffer */
	assert_string_equal(line, "ab");
	assert_int_equal(conc_read_line(&in, &line), -1);
	assert_int_equal(errno, EMSGSIZE);
	assert_int_equal(conc_read_exactly_for(&in, got, 8, 0), 8);
	assert_memory_equal(got, "12345678", 8);
	assert_int_equal(conc_read_line_for(&in, &line, 0), 2);
	assert_string_equal(line, "90");
	/* a part of a block is returned; the rest comes later */
	assert_int_equal(write(ends[1], "xyz", 3), 3);
	assert_int_equal(conc_read_exactly_for(&in, got, 5, CONC_US(10)), 3);
	assert_memory_equal(got, "xyz", 3);
	assert_int_equal(conc_read_exactly_for(&in, got, 5, CONC_US(10)), -1);
	assert_int_equal(errno, ETIMEDOUT);
	assert_int_equal(write(ends[1], "u", 1), 1);
	assert_int_equal(conc_read_line_for(&in, &line, CONC_US(10)), -1);
	close(ends[0]);
	assert_int_equal(conc_read_line(&in, &line), -1);
	assert_int_equal(errno, EBADF);
	assert_int_equal(conc_read_exactly(&in, got, 5), 1);
	assert_int_equal(got[0], 'u');
	assert_int_equal(conc_read_exactly(&in, got, 5), -1);
	assert_int_equal(errno, EBADF);
	close(ends[1]);
}

/* ---- Others ---- */

static void serves(int index, void *argument)
{
	char buffer[32], *line;
	conc_input in;

	(void)argument;
	if (index) {
		for (int i = 0; i < 500; i++) {
			char text[32];
			int n = snprintf(text, sizeof text, "line %d\n", i);
			CHECK(conc_write(ends[1], text, (size_t)n) == n);
		}
		CHECK(shutdown(ends[1], SHUT_WR) == 0);
		return;
	}
	conc_input_init(&in, ends[0], buffer, sizeof buffer);
	for (int i = 0; i < 500; i++) {
		char text[32];
		CHECK(conc_read_line_for(&in, &line, CONC_S(1000)) == snprintf(text, sizeof text, "line %d", i));
		CHECK(strcmp(line, text) == 0);
	}
	CHECK(conc_read_line(&in, &line) == -1 && errno == ENODATA);
}

static void by_all_threads(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
		crew_run(2, kinds[k], serves, NULL);
		close(ends[0]), close(ends[1]);
	}
}

static void no_bytes(void *unused)
{
	conc_input in;

	(void)unused;
	conc_input_init(&in, 0, &in, 0);
}

static void no_buffer(void **state)
{
	(void)state;
	expect_stop(no_bytes, NULL, "test_io_lines.c:", "conc_input_init: a buffer of 0 bytes", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_input), cmocka_unit_test(lines_and_blocks),
		cmocka_unit_test(kept), cmocka_unit_test(by_all_threads),
		cmocka_unit_test(no_buffer),
	};

	return crew_tests(tests);
}
