// SPDX-License-Identifier: MIT
// Sort numbers by sleeping: a user thread for each number that wakes when its turn has come.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

thread sleeper { int n; };

void main(sleeper *self)
{
	conc_sleep(self->n * 100ms);
	mutex (stdout) printf("%d\n", self->n);
}

int main(int argc, char **argv)
{
	sleeper *sleepers[argc];
	for (int i = 1; i < argc; i++)
		sleepers[i] = new sleeper { atoi(argv[i]) };
	for (int i = 1; i < argc; i++)
		delete sleepers[i];
}
