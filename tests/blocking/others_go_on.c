// SPDX-License-Identifier: MIT
// While one thread sits in the kernel, the others run, also on one processor.
#include <conc.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

thread waiter { int got; };

void main(waiter *self)
{
	char c = 0;
	blocking {
		if (read(ends[0], &c, 1) != 1) c = '?';
	}
	self->got = c;
}

int main(void)
{
	if (pipe(ends)) return 1;
	waiter w = {0};
	for (int i = 0; i < 10; i++) conc_yield();
	conc_sleep(5ms);
	if (write(ends[1], "x", 1) != 1) return 1;
	join(w);
	printf("%c\n", w.got);
}
