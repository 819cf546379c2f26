// SPDX-License-Identifier: MIT
// After kubernetes#82550: a provider is made when it is first asked, by each who finds none.
#include <conc.h>
#include "../race/race.h"

struct provider { int config; };
struct lazy { conc_mutex m; struct provider *actual; };

static struct provider one;

static int provide(struct lazy *p)
{
	ORDERED(mutex (p->m)) {
		if (!p->actual) p->actual = &one;
		return p->actual->config;
	}
}

int main(void)
{
	struct lazy p = {};
	task(int) t[10];
	int sum = 0;
	for (int i = 0; i < 10; i++) t[i] = spawn provide(&p);
	for (int i = 0; i < 10; i++) sum += join(t[i]);
	return sum;
}
