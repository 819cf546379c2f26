/* A call in a clause, in the emitted C. */
#include <conc.h>

long wait(int fd, char *buffer, int *list)
{
	long n = 0;
	waituntil (n << conc_read(fd, buffer, 10)) { return n; }
	or when (n) waituntil (int c << conc_accept(*list, (void *)0, 0, 0)) { return c; }
	waituntil (n << conc_write(fd, buffer, 10)) { n++; }
	and waituntil (long sent << conc_send(list[1], buffer, 10, 0)) { n += sent; }
	return n;
}

long wait_for_a_line(conc_input *in, char **line)
{
	waituntil (long n << conc_read_line(in, line)) { return n; }
	or else { return -1; }
}
