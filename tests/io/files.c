// SPDX-License-Identifier: MIT
/* Files, by io_uring or by the pool; sendfile to sockets of both sorts; a lookup. */
#include <conc.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SIZE = 300000 };

static char name[] = "/tmp/conc-files-XXXXXX", text[SIZE], back[SIZE];
static int ends[2];

static void write_part(int file, int i)
{
	if (conc_pwrite(file, text + i * (SIZE / 10), SIZE / 10, i * (SIZE / 10)) != SIZE / 10) puts("short write");
}

static void read_part(int file, int i)
{
	if (conc_pread(file, back + i * (SIZE / 10), SIZE / 10, i * (SIZE / 10)) != SIZE / 10) puts("short read");
}

static long receive_all(void)
{
	long got = conc_recv(ends[1], back, SIZE, MSG_WAITALL);

	return got == SIZE && memcmp(text, back, SIZE) == 0 ? got : -1;
}

static void send_whole_file(int file, int flags)
{
	int64_t offset = 0;

	socketpair(AF_UNIX, SOCK_STREAM | flags, 0, ends);
	task(long) t = spawn receive_all();
	printf("sent %ld", conc_sendfile(ends[0], file, &offset, SIZE + 5));
	printf(" to %ld,", (long)offset);
	printf(" received %ld\n", join(t));
	close(ends[0]);
	close(ends[1]);
}

static void look_up(void)
{
	struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM}, *list = NULL;

	if (conc_getaddrinfo("127.0.0.1", "80", &hints, &list) == 0)
		printf("port %d\n", ntohs(((struct sockaddr_in *)(void *)list->ai_addr)->sin_port));
	freeaddrinfo(list);
	printf("%s\n", conc_getaddrinfo("127.0.0.one", "80", &hints, &list) == EAI_NONAME ? "no such name" : "?");
}

int main(void)
{
	int file = mkstemp(name), again;
	task(void) parts[10];

	for (int i = 0; i < SIZE; i++) text[i] = (char)(i * 31 >> 3);
	for (int i = 0; i < 10; i++) parts[i] = spawn write_part(file, i);
	for (int i = 0; i < 10; i++) join(parts[i]);
	printf("%d\n", conc_fsync(file));
	for (int i = 0; i < 10; i++) parts[i] = spawn read_part(file, i);
	for (int i = 0; i < 10; i++) join(parts[i]);
	printf("%d %ld\n", memcmp(text, back, SIZE), conc_pread(file, back, 10, SIZE));
	again = conc_open(name, O_RDWR | O_APPEND | O_CLOEXEC, 0);
	printf("%ld ", conc_read(again, back, 10));
	printf("%ld ", conc_write(again, "more", 4));
	printf("%ld\n", (long)lseek(again, 0, SEEK_END));
	close(again);
	if (ftruncate(file, SIZE) != 0) return 1;
	send_whole_file(file, SOCK_NONBLOCK);
	send_whole_file(file, 0);
	unlink(name);
	printf("%d\n", conc_open(name, O_RDONLY, 0));
	look_up();
#ifdef BACKEND
	return strcmp(conc_io_backend(), BACKEND) != 0;
#else
	return strcmp(conc_io_backend(), "pool") && strcmp(conc_io_backend(), "io_uring");
#endif
}
