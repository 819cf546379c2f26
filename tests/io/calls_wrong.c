/* Calls in clauses that cannot be. */
#include <conc.h>

void wrong(int fd, char *buffer, long *list, bool ok, conc_input *in)
{
	const long fixed = 0;
	waituntil (list[0] << conc_read(fd, buffer, 10)) { }
	waituntil (ok = int n << conc_read(fd, buffer, 10)) { }
	waituntil (int n << conc_read(fd, buffer)) { }
	waituntil (int n << conc_fsync(fd)) { }
	waituntil (int n << conc_read_line(in)) { }
	waituntil (fixed << conc_read(fd, buffer, 10)) { }
	waituntil (conc_read(fd, buffer, 10)) { }
}
