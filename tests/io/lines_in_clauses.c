/* n << conc_read_line(&in, &line): the line is read when the clause is chosen, and a part of one is kept whichever clause wins. */
#include <conc.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void begin(conc_input *in, char *buffer, size_t size)
{
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) perror("socketpair");
	conc_input_init(in, ends[0], buffer, size);
}

static void say(const char *text) { conc_write(ends[1], text, strlen(text)); }

static void end(void)
{
	close(ends[0]);
	close(ends[1]);
}

/* What is in the buffer is ready at once; what is there in part is not, and stays. */
static void at_once(void)
{
	char buffer[32], *line = NULL, byte;
	conc_input in;
	begin(&in, buffer, sizeof buffer);
	say("one\ntwo\r\nthr");
	for (int i = 0; i < 4; i++) {
		waituntil (int n << conc_read_line(&in, &line)) printf("%d %s\n", n, line);
		or else printf("nothing\n");
	}
	waituntil (int n << conc_recv(ends[0], &byte, 1, 0)) printf("%d\n", n);
	or else printf("the part is in the input\n");
	waituntil (int n << conc_read_line(&in, &line)) printf("%d %s\n", n, line);
	or waituntil (timeout(1ms)) printf("time\n");
	say("ee\n\n");
	waituntil (int n << conc_read_line(&in, &line)) printf("%d %s\n", n, line);
	fair waituntil (int n << conc_read_line(&in, &line)) printf("%d %s\n", n, line);
	end();
}

/* The results are those of the call. */
static void results(void)
{
	char buffer[8], *line = NULL;
	conc_input in;
	long n = 0;
	begin(&in, buffer, sizeof buffer);
	say("1234567890\nlast");
	shutdown(ends[1], SHUT_WR);
	for (int i = 0; i < 2; i++)
		waituntil (n << conc_read_line(&in, &line)) printf("%ld %s\n", n, strerror(errno));
	printf("%ld taken\n", conc_read_exactly(&in, (char[8]){0}, 8));
	while (n != -1 || errno != ENODATA)
		waituntil (n << conc_read_line(&in, &line)) printf("%ld %s, %s\n", n, n < 0 ? strerror(errno) : line, in.conc_newline ? "whole" : "cut off");
	end();
}

/* Byte by byte, beside a channel that has something now and then. */
static void bytes(const char *text, channel(int) *ticks)
{
	for (int i = 0; text[i]; i++) {
		conc_write(ends[1], text + i, 1);
		if (i % 3 == 0) ticks << i;
		else conc_yield();
	}
	shutdown(ends[1], SHUT_WR);
	conc_close(ticks);
}

static void beside(void)
{
	char buffer[16], *line = NULL, all[100] = "";
	conc_input in;
	channel(int) ticks = {};
	int count = 0, lines = 0;
	bool more = true;
	begin(&in, buffer, sizeof buffer);
	scope {
		spawn bytes("these are\nsome lines\nthat come\nslowly\n", &ticks);
		for (long n = 0; n >= 0;) {
			when (more) waituntil (more = << ticks) count += more;
			or waituntil (n << conc_read_line(&in, &line)) if (n >= 0) lines++, strcat(strcat(all, line), ".");
		}
	}
	printf("%s %d lines, %s\n", all, lines, count <= 13 ? "beside ticks" : "too many ticks");
	end();
}

/* A block of an `and` may use the input of another clause. */
static void both(void)
{
	char buffer[32], *line = NULL;
	conc_input in;
	channel(int) c = {1};
	begin(&in, buffer, sizeof buffer);
	say("a\nb\n");
	c << 1;
	waituntil (<< c) { if (conc_read_line(&in, &line) == 1) printf("block: %s\n", line); }
	and waituntil (int n << conc_read_line(&in, &line)) printf("clause: %d %s\n", n, line);
	end();
}

/* A cancelled thread gives up, and loses nothing. */
static long waits(conc_input *in, char **line)
{
	waituntil (long n << conc_read_line(in, line)) return n;
	or waituntil (cancelled()) return -2;
}

static long waits_late(conc_input *in, char **line)
{
	while (!conc_cancelled()) conc_yield();
	say("be"); /* there is something to read */
	return waits(in, line);
}

static void cancels(void)
{
	char buffer[32], *line = NULL;
	conc_input in;
	begin(&in, buffer, sizeof buffer);
	say("mem");
	task(long) t = spawn waits(&in, &line);
	conc_yield();
	conc_cancel(t);
	printf("%ld\n", join(t));
	t = spawn waits_late(&in, &line);
	conc_cancel(t);
	printf("%ld\n", join(t));
	say("r\n");
	long n = waits(&in, &line);
	printf("%ld %s\n", n, line);
	end();
}

static void *foreign(void *nothing)
{
	at_once();
	return nothing;
}

int main(void)
{
	pthread_t t;
	at_once();
	results();
	beside();
	both();
	cancels();
	if (pthread_create(&t, NULL, foreign, NULL)) return 1;
	pthread_join(t, NULL);
	return 0;
}
