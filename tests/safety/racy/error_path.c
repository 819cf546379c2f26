// SPDX-License-Identifier: MIT
// class: life
// On an error a function clears its table and returns. The worker that it started is joined at the end of the block,
// after that.
#include <conc.h>
#include <stdio.h>

struct table { int entries[16]; };
static struct table t = { { 1, 2, 3 } };

static void search(const struct table *in, int *found)
{
	for (int i = 0; i < 16; i++) {
		*found += in->entries[i] > 1;	/* races */
		conc_yield();
	}
}

static int run(int *found, bool error)
{
	task(void) worker = spawn search(&t, found);

	if (error) {
		for (int i = 0; i < 16; i++)
			t.entries[i] = 0;	/* races */
		return -1;
	}
	join(worker);
	return *found;
}

int main(void)
{
	static int found;

	printf("%d\n", run(&found, true));
}
