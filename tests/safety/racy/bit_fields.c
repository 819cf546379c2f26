// SPDX-License-Identifier: MIT
// class: shared
// Two flags of a connection share a word. Each thread changes its own flag, and writes the other one, too.
// Each flag has a lock of its own, but the word has none.
#include <conc.h>
#include <stdio.h>

static struct connection {
	conc_mutex read_lock, write_lock;
	unsigned readable : 1, writable : 1;
} c;

static void reader(void)
{
	for (int i = 0; i < 20; i++)
		mutex (c.read_lock) c.readable = !c.readable;	/* races */
}

static void writer(void)
{
	for (int i = 0; i < 20; i++)
		mutex (c.write_lock) c.writable = !c.writable;	/* races */
}

int main(void)
{
	{
		task(void) r = spawn reader(), w = spawn writer();
	}
	printf("%d\n", c.readable + c.writable <= 2);
}
