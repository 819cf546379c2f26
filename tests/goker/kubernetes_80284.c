// SPDX-License-Identifier: MIT
// After kubernetes#80284: two clients of one authenticator set what is to be done on rotation.
#include <conc.h>
#include "../race/race.h"

struct authenticator { conc_mutex m; void (*on_rotate)(void); };

static void close_all(void) {}

static void update(struct authenticator *a)
{
	ORDERED(mutex (a->m)) a->on_rotate = close_all;
}

int main(void)
{
	struct authenticator a = {};
	task(void) t = spawn update(&a), u = spawn update(&a);
	join(t), join(u);
	return a.on_rotate == NULL;
}
