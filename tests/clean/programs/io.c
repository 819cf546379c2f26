/* SPDX-License-Identifier: MIT */
/* Input and output: every function that has a limit, with and without, lines and blocks. */
#include <conc.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2];

static void both_ways(void)
{
	char text[8] = "text";
	struct iovec parts[2] = {{text, 2}, {text + 2, 2}};
	struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};

	conc_write(ends[1], text, 4);
	conc_read(ends[0], text, 4);
	conc_write_for(ends[1], text, 4, 1ms);
	conc_read_for(ends[0], text, 4, 1ms);
	conc_writev_for(ends[1], parts, 2, 1ms);
	conc_readv_for(ends[0], parts, 2, 1ms);
	conc_send_for(ends[1], text, 4, 0, 1ms);
	conc_recv_for(ends[0], text, 4, MSG_WAITALL, 1ms);
	conc_sendto(ends[1], text, 4, 0, NULL, 0);
	conc_recvfrom(ends[0], text, 4, 0, NULL, NULL);
	conc_sendto_for(ends[1], text, 4, 0, NULL, 0, 1ms);
	conc_recvfrom_for(ends[0], text, 4, 0, NULL, NULL, 1ms);
	conc_sendmsg_for(ends[1], &message, 0, 1ms);
	conc_recvmsg_for(ends[0], &message, 0, 1ms);
}

static long lines(void)
{
	char buffer[16], block[4], *line;
	conc_input in;
	long sum = 0, n;

	conc_input_init(&in, ends[0], buffer, sizeof buffer);
	while ((n = conc_read_line(&in, &line)) > 0) sum += n + line[0];
	sum += conc_read_exactly(&in, block, sizeof block);
	sum += conc_read_exactly_for(&in, block, sizeof block, 1ms);
	return sum + conc_read_line_for(&in, &line, 1ms);
}

static void files(const char *name)
{
	int file = conc_open(name, O_RDONLY | O_CLOEXEC, 0), through[2];
	int64_t offset = 0;

	if (pipe(through)) return;
	conc_sendfile(ends[1], file, &offset, 4);
	conc_sendfile_for(ends[1], file, &offset, 4, 1ms);
	conc_splice(file, &offset, through[1], NULL, 4, 0);
	conc_splice_for(through[0], NULL, ends[1], NULL, 4, SPLICE_F_NONBLOCK, 1ms);
	close(file);
	close(through[0]);
	close(through[1]);
}

static int clauses(void)
{
	char buffer[8], *line;
	conc_input in;
	int n = 0;
	long got = 0;

	waituntil (got << conc_write(ends[1], "clause", 6)) { n++; }
	or when (n) waituntil (long sent << conc_send(ends[1], "clause", 6, 0)) { n += sent > 0; }
	waituntil (long was << conc_read(ends[0], buffer, 3)) { n += was > 0; }
	and waituntil (got << conc_recv(ends[0], buffer, 3, 0)) { n += got > 0; }
	waituntil (int s << conc_accept(ends[0], NULL, NULL, SOCK_CLOEXEC)) { n += s; }
	or else { n++; }
	conc_input_init(&in, ends[0], buffer, sizeof buffer);
	waituntil (long length << conc_read_line(&in, &line)) { n += length > 0 && in.conc_newline; }
	or else { n++; }
	return n;
}

int main(int count, char **words)
{
	struct addrinfo *list = NULL;
	int result;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 1;
	both_ways();
	printf("%d\n", clauses() > 0);
	files(words[0]);
	shutdown(ends[1], SHUT_WR);
	printf("%d\n", lines() > 0);
	result = conc_accept_for(ends[0], NULL, NULL, 0, 1ms) + conc_connect_for(ends[0], NULL, 0, 1ms);
	if (count < 0) result += conc_getaddrinfo_for("localhost", "80", NULL, &list, 1ms);
	if (list) freeaddrinfo(list);
	close(ends[0]);
	close(ends[1]);
	return result == 0;
}
