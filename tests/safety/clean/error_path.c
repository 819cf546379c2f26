// SPDX-License-Identifier: MIT
// class: life
// On an error a function cancels its worker, joins it, and clears its table then.
#include <conc.h>
#include <stdio.h>
#include <string.h>

struct table { int entries[16]; };
static struct table t = { { 1, 2, 3 } };

static void search(const struct table *in, int *found)
{
	for (int i = 0; i < 16 && !conc_cancelled(); i++) {
		*found += in->entries[i] > 1;
		conc_yield();
	}
}

static int run(int *found, bool error)
{
	task(void) worker = spawn search(&t, found);

	if (error)
		conc_cancel(worker);
	join(worker);
	if (error) {
		memset(&t, 0, sizeof t);
		return -1;
	}
	return *found;
}

int main(void)
{
	static int found;
	int status = run(&found, true);

	printf("%d\n", status);
	return status != -1 || found > 2 || t.entries[0];
}
