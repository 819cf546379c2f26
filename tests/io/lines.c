// SPDX-License-Identifier: MIT
/* A server of lines and its clients: one that is quick, one that sends byte by byte, one that is too slow, one that
 * sends no end of a line, one that sends a block. */
#include <conc.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[5][2];
static const char *const texts[5] = {
	"add 1 2\nadd 30 4\r\n\nquit\n", "add 5 6\nadd 7 8", "add 1", "add 1234567890123456789012345678901234567890 1\n",
	"block 12\none\ntwo\nfouradd 2 2\n",
};

static void client(int i)
{
	const char *text = texts[i];
	size_t size = strlen(text);

	if (i == 1 || i == 4)
		for (size_t k = 0; k < size; k++) {
			conc_write(ends[i][1], text + k, 1);
			if (k % 4 == 0) conc_sleep(1ms);
		}
	else
		conc_write(ends[i][1], text, size);
	if (i != 2) shutdown(ends[i][1], SHUT_WR);
}

static bool answer(conc_input *in, const char *line, char *out)
{
	char block[20];
	int a, b;

	out += strlen(out);
	if (sscanf(line, "add %d %d", &a, &b) == 2) sprintf(out, " %d", a + b);
	else if (sscanf(line, "block %d", &a) != 1) sprintf(out, " <%s>", line);
	else if (conc_read_exactly(in, block, 12) == a && !memcmp(block, "one\ntwo\nfour", 12)) strcpy(out, " good");
	return strcmp(line, "quit") != 0;
}

static char *serve(int i)
{
	char buffer[32], *line, *out = calloc(1, 200);
	conc_duration limit = i == 2 ? 20ms : 1h;
	conc_input in;
	bool open = true;

	conc_input_init(&in, ends[i][0], buffer, sizeof buffer);
	while (open && conc_read_line_for(&in, &line, limit) >= 0) open = answer(&in, line, out);
	if (open) sprintf(out + strlen(out), ", %s", strerror(errno));
	close(ends[i][0]);
	return out;
}

int main(void)
{
	task(char *) t[5];

	for (int i = 0; i < 5; i++) {
		socketpair(AF_UNIX, SOCK_STREAM, 0, ends[i]);
		t[i] = spawn serve(i);
		spawn client(i);
	}
	for (int i = 0; i < 5; i++) {
		char *out = join(t[i]);
		printf("%d:%s\n", i, out);
		free(out);
		close(ends[i][1]);
	}
	return 0;
}
