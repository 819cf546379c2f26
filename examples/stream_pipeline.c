// SPDX-License-Identifier: MIT
// Sums up the numbers that come in, one in a line: stream_pipeline [PERIOD [GRACE]], in seconds. For each period in which lines came it
// prints one, such as 1-5000: sum 12345, bad 2. The lines from 1 to 5000 have been summed up, and two of them are no numbers.
//     read_lines -> parse, several at once -> put_in_order -> sum_up -> write_out
// A slow reader of the output holds up all stages, and then the writer of the input. At the end of the input the stages end in this order.
// So they do at SIGTERM and SIGINT: what has been read is summed up. If the output is closed, or does not take it in GRACE seconds, they end
// in the opposite order.
#define _GNU_SOURCE
#include <conc.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PARSERS = 4, WINDOW = 256, ROOM = 16, LARGEST = 1000000000 };

struct line { long number; bool bad; char text[100]; };
struct value { long number, value; bool bad; };
struct sum { long first, last, sum, bad; };

static channel(struct line) lines = {ROOM};
static channel(struct value) parsed = {ROOM}, ordered = {ROOM};
static channel(struct sum) sums = {2};
static channel(bool) window = {WINDOW}; // an element for each line between read_lines and put_in_order: no more can overtake one
static conc_duration period = 1s, grace = 5s;
static int nothing; // /dev/null
static long lines_read, lines_written, unfinished; // unfinished: bytes of a line that a signal has cut off
static int read_error, write_error;

// False: the next stage has ended. A cancel ends the reading, not this.
static bool pass_on(const char *text, size_t size, bool bad)
{
	struct line l = {.number = lines_read + 1};
	l.bad = bad || size >= sizeof l.text || memchr(text, 0, size);
	if (!l.bad) memcpy(l.text, text, size);
	bool passed;
	shield { passed = (window << true) && (lines << l); }
	lines_read += passed;
	return passed;
}

static void read_lines(void)
{
	static char buffer[1 << 16], rest[sizeof buffer];
	char *text = rest, *end;
	long size, begun = 0; // bytes of a line that is longer than the buffer
	bool more = true;
	conc_input in;
	conc_input_init(&in, 0, buffer, sizeof buffer);
	while (more && !conc_cancelled()) {
		long n = conc_read_line(&in, &text);
		if (n >= 0) {
			more = pass_on(text, (size_t)n, begun);
			begun = 0;
		} else if (errno == EMSGSIZE) {
			begun += conc_read_exactly(&in, rest, sizeof rest);
		} else if (errno != ECANCELED) {
			if (errno != ENODATA) read_error = errno;
			if (begun) pass_on("", 0, true);
			more = false;
		}
	}
	if (more && dup2(nothing, 0) == 0) { // what has been read is the end now
		size = conc_read_exactly(&in, rest, sizeof rest);
		for (text = rest; more && (end = memchr(text, '\n', (size_t)size)); text = end + 1) {
			more = pass_on(text, (size_t)(end - text), begun);
			begun = 0;
			size -= end + 1 - text;
		}
		unfinished = begun + size;
	}
	conc_close(&lines);
}

static void parse(void)
{
	struct line l;
	while (l << lines) {
		char *end;
		struct value v = {l.number, strtol(l.text, &end, 10), l.bad};
		if (end == l.text || end[*end == '\r'] || v.value > LARGEST || v.value < -LARGEST) v.bad = true;
		if (!(parsed << v)) conc_shutdown(&lines);
	}
}

static void parse_all(void)
{
	scope {
		for (int i = 0; i < PARSERS; i++) spawn parse();
	} // all have ended
	conc_close(&parsed);
}

static void put_in_order(void)
{
	struct value v, early[WINDOW] = {0}; // by number, from the next on; one of number 0 is none
	bool more = true;
	for (long next = 1; more && v << parsed;) {
		early[v.number % WINDOW] = v;
		for (struct value *e; more && (e = &early[next % WINDOW])->number == next; next++) {
			more = (ordered << *e);
			waituntil (<< window) { }
		}
	}
	conc_close(&ordered);
	conc_shutdown(&parsed);
	conc_shutdown(&window);
}

static void sum_up(void)
{
	conc_ticker beat = {.period = period};
	struct sum s = {.first = 1};
	struct value v;
	for (bool more = true; more;) {
		bool now = false;
		waituntil (beat) now = true;
		or waituntil (more = v << ordered) {
			if (more) s.last = v.number, s.bad += v.bad, s.sum += v.bad ? 0 : v.value;
		}
		if ((!now && more) || s.last < s.first) continue;
		if (!(sums << s)) more = false;
		s = (struct sum){.first = s.last + 1, .last = s.last};
	}
	conc_close(&sums);
	conc_shutdown(&ordered);
}

static void write_out(void)
{
	struct sum s;
	char text[100];
	while (!write_error && s << sums) {
		long size = snprintf(text, sizeof text, "%ld-%ld: sum %ld, bad %ld\n", s.first, s.last, s.sum, s.bad), at = 0, n = 0;
		while (at < size && (n = conc_write(1, text + at, (size_t)(size - at))) > 0) at += n;
		if (at == size) lines_written = s.last;
		else write_error = n < 0 ? errno : EIO;
	}
	conc_shutdown(&sums);
}

static bool seconds(const char *text, conc_duration *d)
{
	char *end;
	double s = strtod(text, &end);
	*d = s > 0 && s < 1e9 ? (conc_duration)(s * 1e9) : 0;
	return *d > 0 && !*end;
}

int main(int argc, char **argv)
{
	if (argc > 3 || (argc > 1 && !seconds(argv[1], &period)) || (argc > 2 && !seconds(argv[2], &grace)))
		return fputs("arguments: [PERIOD [GRACE]]\n", stderr), 2;
	if (fcntl(0, F_GETFD) < 0 || (nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)) < 0) return perror("stream_pipeline: input"), 1;
	signal(SIGPIPE, SIG_IGN);
	scope {
		spawn parse_all();
		spawn put_in_order();
		spawn sum_up();
		task(void) reader = spawn read_lines(), writer = spawn write_out();
		bool signal = false;
		waituntil (writer) { } // all has come through, or nobody reads it any more
		or waituntil (signalled(SIGTERM)) signal = true;
		or waituntil (signalled(SIGINT)) signal = true;
		conc_cancel(reader);
		when (signal) waituntil (writer) { }
		or when (signal) waituntil (timeout(grace)) conc_cancel(writer);
	}
	if (read_error) fprintf(stderr, "stream_pipeline: input: %s\n", strerror(read_error));
	if (write_error) fprintf(stderr, "stream_pipeline: output: %s\n", strerror(write_error));
	if (unfinished) fprintf(stderr, "stream_pipeline: %ld bytes of an unfinished line\n", unfinished);
	if (lines_written < lines_read) fprintf(stderr, "stream_pipeline: %ld of %ld lines are in the output\n", lines_written, lines_read);
	return read_error || write_error || lines_written < lines_read;
}
