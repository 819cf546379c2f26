// SPDX-License-Identifier: MIT
// After cockroach#35501: each check gets a pointer to the loop's variable instead of its own name.
#include <conc.h>
#include "../race/race.h"

struct check { int name; };

static int validate(const struct check *c) { return c->name; }

int main(void)
{
	static struct check checks[10], c;
	task(int) t[10];
	int sum = 0;
	for (int i = 0; i < 10; i++) {
		c = checks[i];
		t[i] = spawn validate(BESIDE(&c) ORDERED(&checks[i]));
	}
	for (int i = 0; i < 10; i++) sum += join(t[i]);
	return sum + c.name;
}
