// SPDX-License-Identifier: MIT
// A thread that computes without blocking does not keep the others from running.
#include <conc.h>
#include <stdio.h>

static _Atomic int stop;

thread spinner { long rounds; };
thread stopper { int n; };

void main(spinner *self)
{
	while (!stop) self->rounds++;
}

void main(stopper *self)
{
	(void)self;
	conc_sleep(5ms);
	stop = 1;
}

int main(void)
{
	spinner s[5] = { { 0 }, { 0 }, { 0 }, { 0 }, { 0 } };
	stopper t = {0};
	join(t);
	puts("stopped");
}
