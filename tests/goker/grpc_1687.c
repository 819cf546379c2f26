// SPDX-License-Identifier: MIT
// After grpc#1687: the end of a stream closes the channel to which the next writer sends.
// Stops with: send on a closed channel
#include <conc.h>
#include "../race/race.h"

struct transport { future(int) closed; channel(int) writes; };

static void write_to(struct transport *t)
{
	waituntil (t->closed) return;
	or else {}
	waituntil (t->writes << 1) {}
	or waituntil (t->closed) {}
}

static void write_status(struct transport *t)
{
	write_to(t);
	BESIDE(conc_close(&t->writes);)
	ORDERED(t->closed << 1;)
}

static void handle(struct transport *t)
{
	write_status(t);
	write_to(t);
}

static int run_stream(struct transport *t)
{
	int sum = 0, got;
	for (bool open = true; open;) {
		waituntil (open = got << t->writes) sum += open ? got : 0;
		or waituntil (t->closed) open = false;
	}
	return sum;
}

int main(void)
{
	static struct transport t;
	task(void) handler = spawn handle(&t);
	int sum = run_stream(&t);
	join(handler);
	return sum > 2;
}
