// SPDX-License-Identifier: MIT
// flavours: concc gcc clang aarch64
// A signal handler cannot wait for a handler.
#include <conc.h>
#include <signal.h>
#include <stdio.h>

typedef struct { int n; } cell;

static separate cell *c;

static void slow(cell *s)
{
	conc_sleep(5ms);
	s->n++;
}

static void on_signal(int number)
{
	(void)number;
	separate (c) {
		slow(c);
		if (c->n) puts("not reached");
	}
}

int main(void)
{
	c = new separate cell {};
	signal(SIGUSR1, on_signal);
	raise(SIGUSR1);
	puts("not reached");
}
