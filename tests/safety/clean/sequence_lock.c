// SPDX-License-Identifier: MIT
// class: publish
// A writer makes a version odd, changes two numbers, and makes it even. Versions and numbers are atomic.
#include <conc.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_uint version;
static atomic_int a, b;

static void move(int n)
{
	version++;
	a -= n;
	b += n;
	version++;
}

static int sum(void)
{
	for (;;) {
		unsigned before = version;
		int s = a + b;
		if (before % 2 == 0 && version == before)
			return s;
		conc_yield();
	}
}

int main(void)
{
	task(void) writer = spawn move(3);
	int s = sum();

	join(writer);
	printf("%d\n", s);
	return s != 0;
}
