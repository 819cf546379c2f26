// SPDX-License-Identifier: MIT
/* examples/chat.c and its clients in one program, so that seeds order all of them; the limits pass in virtual time. One client never
 * reads and is dropped; who reads gets all that is said, each in its order; then SIGTERM comes. */
#define _GNU_SOURCE
#include <conc.h>
#include <netinet/in.h>
#include <sys/socket.h>

static future(int) port;
static int told(int s, struct sockaddr *address, socklen_t *size)
{
	int error = (getsockname)(s, address, size), small = 1;
	setsockopt(s, SOL_SOCKET, SO_SNDBUF, &small, sizeof small); // of all connections: the smallest
	port << ntohs(((struct sockaddr_in *)(void *)address)->sin_port);
	return error;
}
#define getsockname told
#define main server
#include "../../examples/chat.c"
#undef main
#undef getsockname

enum { SAYS = 40, TALKERS = 3 };
static conc_barrier together = {TALKERS + 2};
static _Atomic int dropped, said, told_of_the_end;

static int dial(const char *who, int buffer)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	to.sin_port = htons((uint16_t)conc_future_read(&port));
	if (buffer) setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
	conc_test_assert(conc_connect(fd, (struct sockaddr *)&to, sizeof to) == 0);
	conc_test_assert(conc_send(fd, who, strlen(who), MSG_NOSIGNAL) == (long)strlen(who));
	return fd;
}

static void say(int fd, char who)
{
	char text[TEXT];
	for (int i = 0; i < SAYS; i++) {
		int n = snprintf(text, sizeof text, "%c%02d%0230d\n", who, i, 0);
		conc_test_assert(conc_send(fd, text, (size_t)n, MSG_NOSIGNAL) == n);
		conc_sleep(300ms); // not faster than the limiter
	}
}

// Speaks, and reads what all say, to the end.
static void talker(int number)
{
	char who[] = "talkerN\n", buffer[4096], *text;
	int next[TALKERS] = {0};
	conc_input in;
	who[6] = (char)('a' + number);
	int fd = dial(who, 0);
	conc_input_init(&in, fd, buffer, sizeof buffer);
	do conc_test_assert(conc_read_line(&in, &text) > 0);
	while (strncmp(text, "* talker", 8) || text[8] != who[6]); // joins
	conc_barrier_wait(&together);
	scope {
		spawn say(fd, who[6]);
		while (conc_read_line(&in, &text) >= 0) {
			if (!strncmp(text, "talker", 6)) {
				int other = text[6] - 'a', n = 10 * (text[10] - '0') + text[11] - '0';
				conc_test_assert(text[9] == text[6] && next[other]++ == n);
				said++;
			}
			if (!strcmp(text, "* deaf was too slow")) dropped++;
			if (!strcmp(text, "* the server closes")) told_of_the_end++;
		}
	}
	close(fd);
}

static void deaf(void)
{
	int fd = dial("deaf\n", 1);
	char text[64];
	conc_recv(fd, text, 5, MSG_WAITALL); // it has joined
	conc_barrier_wait(&together);
	conc_sleep(1h);
	close(fd);
}

static int run(void)
{
	char *argv[] = {"chat", "0", "drain=1000", "write=60000", NULL};
	return server(4, argv);
}

int main(void)
{
	waituntil (signalled(SIGTERM)) { } // from here on it is kept
	or else { }
	task(int) s = spawn run();
	scope {
		for (int i = 0; i < TALKERS; i++) spawn talker(i);
		spawn deaf();
		conc_barrier_wait(&together);
		conc_sleep(1min);
		raise(SIGTERM);
	}
	printf("%d, %d %d %d\n", join(s), said, dropped, told_of_the_end);
	conc_test_assert(said == TALKERS * TALKERS * SAYS && dropped == TALKERS && told_of_the_end == TALKERS);
	return 0;
}
