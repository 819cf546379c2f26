// SPDX-License-Identifier: MIT
// blocking nests, and stands inside and around mutex.
#include <conc.h>
#include <stdio.h>
#include <unistd.h>

static conc_mutex m;
static int n;

thread worker { int id; };

void main(worker *self)
{
	mutex (m) blocking { usleep(1000); n += self->id; }
	blocking {
		blocking { usleep(100); }
	}
}

int main(void)
{
	{
		worker w[4] = { { 1 }, { 2 }, { 3 }, { 4 } };
	}
	printf("%d\n", n);
}
