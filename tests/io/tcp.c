// SPDX-License-Identifier: MIT
/* A server over loopback: a thread for each connection, a client that says that it is slow and times out, a graceful
 * stop. */
#include <conc.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;
static int served, slow;
static conc_mutex counts;

static void serve(int connection)
{
	char text[256];
	conc_duration limit = 1h;
	long n = 1;

	while (n > 0) {
		waituntil (readable(connection)) {
			n = conc_read(connection, text, sizeof text);
			if (n > 0 && conc_write(connection, text, (size_t)n) != n) n = -1;
			mutex (counts) { served += n > 0; }
			if (n > 0 && text[0] == 's') limit = 50ms;
		}
		or waituntil (timeout(limit)) {
			mutex (counts) { slow++; }
			n = 0;
		}
	}
	close(connection);
}

static int client(int i)
{
	int s = socket(AF_INET, SOCK_STREAM, 0), good = 0;
	char text[16], back[16];

	if (conc_connect(s, (struct sockaddr *)&address, sizeof address) != 0) return -1;
	for (int k = 0; k < 10; k++) {
		int size = snprintf(text, sizeof text, "%d/%d", i, k);
		if (conc_write(s, text, (size_t)size) != size) break;
		if (conc_recv(s, back, (size_t)size, MSG_WAITALL) != size) break;
		good += memcmp(text, back, (size_t)size) == 0;
	}
	/* the server closes */
	if (i == 0 && conc_write(s, "s", 1) == 1 && conc_recv(s, back, 1, MSG_WAITALL) == 1 &&
	    conc_read(s, back, sizeof back) == 0)
		good += 100;
	close(s);
	return good;
}

int main(void)
{
	int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), sum = 0;
	task(int) clients[6];
	socklen_t size = sizeof address;

	address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	if (bind(s, (struct sockaddr *)&address, sizeof address) || listen(s, 10)) return 1;
	getsockname(s, (struct sockaddr *)&address, &size);
	for (int i = 0; i < 6; i++) clients[i] = spawn client(i);
	task(void) servers[6];
	for (int i = 0; i < 6; i++) servers[i] = spawn serve(conc_accept(s, NULL, NULL, SOCK_NONBLOCK));
	for (int i = 0; i < 6; i++) sum += join(clients[i]);
	for (int i = 0; i < 6; i++) join(servers[i]);
	close(s);
	printf("%d answers, %d slow\n", sum, slow);
	return served != 61;
}
