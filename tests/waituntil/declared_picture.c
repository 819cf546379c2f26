#include <conc.h>

void server(channel(int) *in, channel(void *) *stop, bool *more)
{
	for (int n = 0;;)
		waituntil (<< stop) return;
		or waituntil (*more = int request << in) { n += request; }
		or when (n > 0) waituntil (const char *name << (channel(const char *) *)0) { (void)name; }
}
