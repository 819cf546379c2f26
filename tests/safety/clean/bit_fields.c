// SPDX-License-Identifier: MIT
// class: shared
// Two flags of a connection are members of their own, each with its lock. A bit-field of zero bits would part them, too.
#include <conc.h>
#include <stdio.h>

static struct connection {
	conc_mutex read_lock, write_lock;
	unsigned readable : 1;
	unsigned : 0;
	unsigned writable : 1;
} c;

static void reader(void)
{
	for (int i = 0; i < 20; i++)
		mutex (c.read_lock) c.readable = !c.readable;
}

static void writer(void)
{
	for (int i = 0; i < 21; i++)
		mutex (c.write_lock) c.writable = !c.writable;
}

int main(void)
{
	{
		task(void) r = spawn reader(), w = spawn writer();
	}
	printf("%d %d\n", c.readable, c.writable);
	return c.readable || !c.writable;
}
