#line 1 "calls_picture.c"
/* A call in a clause, in the emitted C. */
#include <conc.h>

long wait(int fd, char *buffer, int *list)
{
	long n = 0;
	{ struct conc_abi_io conc_io_1_0 = {0}; long conc_value_1_0; struct conc_abi_io conc_io_1_1 = {0}; long conc_value_1_1; CONC_WAITUNTIL(1, 2); conc_again_1: CONC_ON_IO(1, 0, 1, read, (fd, buffer, 10)) { n = conc_value_1_0; { return n; } }
	else CONC_ON_IO(1, 1, n, accept, (*list, (void *)0, 0, 0)) { int c = (int)conc_value_1_1; { return c; } } else { CONC_CHOOSE(1); goto conc_again_1; } }
	{ struct conc_abi_io conc_io_2_0 = {0}; long conc_value_2_0; struct conc_abi_io conc_io_2_1 = {0}; long conc_value_2_1; CONC_WRITTEN(n); CONC_WAITUNTIL_AND(2, 2); conc_again_2: CONC_ON_IO(2, 0, 1, write, (fd, buffer, 10)) { n = conc_value_2_0; { n++; } }
	else CONC_ON_IO(2, 1, 1, send, (list[1], buffer, 10, 0)) { long sent = conc_value_2_1; { n += sent; } } if (CONC_NEXT_UNTIL(2, CONC_RAN(2, 0) && CONC_RAN(2, 1))) goto conc_again_2; }
	return n;
}

long wait_for_a_line(conc_input *in, char **line)
{
	{ struct conc_abi_io conc_io_3_0 = {0}; long conc_value_3_0; CONC_WAITUNTIL(3, 1); conc_again_3: CONC_ON_IO(3, 0, 1, read_line, (in, line)) { long n = conc_value_3_0; { return n; } }
	else CONC_ON_ELSE(3, 1) { return -1; } else { CONC_CHOOSE(3); goto conc_again_3; } }
}
