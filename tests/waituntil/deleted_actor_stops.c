/* SPDX-License-Identifier: MIT */
/* A wait for the end of an actor whose memory is gone: CONC_DEBUG=1 keeps it for a while. */
#include <conc.h>

actor counter { long n; };

int main(void)
{
	conc_actors_start(NULL);
	counter *p = new counter { 1 };
	delete p;
	waituntil (p) { }
}
