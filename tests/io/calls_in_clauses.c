/* n << conc_read(…) and its like: the call is done when the clause is chosen, by one thread. */
#include <conc.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void writes(int fd)
{
	for (int i = 0; i < 3; i++) {
		conc_write(fd, "hello", 5);
		conc_yield();
	}
	close(fd);
}

static void reads(void)
{
	int p[2], all = 0;
	char buffer[100];
	long n = -1;
	if (pipe(p)) return;
	spawn writes(p[1]);
	while (n)
		waituntil (n << conc_read(p[0], buffer, sizeof buffer)) { all += (int)n; }
		or waituntil (timeout(1h)) { printf("late\n"); }
	printf("%d read\n", all);
	close(p[0]);
}

/* One packet, two threads: the other one waits on. */
static int takes(int fd, channel(int) *stop)
{
	char packet[10];
	waituntil (int n << conc_recv(fd, packet, sizeof packet, 0)) { return n; }
	or waituntil (<< *stop) { return 0; }
}

static void one_packet(void)
{
	int s[2];
	channel(int) stop = {2};
	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, s)) return;
	task(int) a = spawn takes(s[0], &stop), b = spawn takes(s[0], &stop);
	waituntil (int n << conc_send(s[1], "abc", 3, 0)) { printf("%d sent\n", n); }
	waituntil (a) { stop << 0; }
	or waituntil (b) { stop << 0; }
	printf("%d taken\n", join(a) + join(b));
	close(s[0]);
	close(s[1]);
}

static int server(void)
{
	struct sockaddr address = { .sa_family = AF_UNIX };
	int s = socket(AF_UNIX, SOCK_STREAM, 0);
	bind(s, &address, sizeof address.sa_family); /* any name */
	listen(s, 5);
	return s;
}

static void connects(int to)
{
	struct sockaddr_storage address;
	socklen_t size = sizeof address;
	int s = socket(AF_UNIX, SOCK_STREAM, 0);
	getsockname(to, (struct sockaddr *)&address, &size);
	if (conc_connect(s, (struct sockaddr *)&address, size)) perror("connect");
	close(s);
}

static void several(void)
{
	int s = server(), p[2], nothing = 0, accepted = 0, written = 0;
	char buffer[4] = "";
	if (pipe(p)) return;
	waituntil (int n << conc_read(p[0], buffer, 3)) { printf("%d\n", n); }
	or else { nothing = 1; }
	task(void) t = spawn connects(s);
	waituntil (int c << conc_accept(s, NULL, NULL, SOCK_CLOEXEC)) { accepted = c >= 0; close(c); }
	and waituntil (int n << conc_write(p[1], "xyz", 3)) { written = n; }
	printf("%d accepted, %d written\n", accepted, written);
	join(t);
	fair waituntil (int n << conc_read(p[0], buffer, 3)) { printf("%d, %s, %d\n", n, buffer, nothing); }
	close(p[0]);
	waituntil (int n << conc_write(p[1], "xyz", 3)) { printf("%d, %s\n", n, strerror(errno)); }
	close(p[1]);
	close(s);
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	reads();
	one_packet();
	several();
}
