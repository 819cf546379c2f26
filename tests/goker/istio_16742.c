// SPDX-License-Identifier: MIT
// After istio#16742: labels of a connection are changed under a lock, and read without it.
#include <conc.h>
#include "../race/race.h"

struct proxy { int labels; };

static conc_rw_lock lock;
static struct proxy *connection;

static int stream(struct proxy *p)
{
	mutex (lock) connection = p;
	ORDERED(mutex (conc_reading(&lock)))
	return p->labels;
}

static void update(void)
{
	for (bool found = false; !found; conc_yield()) {
		BESIDE(mutex (conc_reading(&lock))) ORDERED(mutex (lock)) {
			found = connection != NULL;
			if (found) connection->labels = 1;
		}
	}
}

int main(void)
{
	struct proxy p = {};
	task(int) t = spawn stream(&p);
	task(void) u = spawn update();
	join(u);
	return join(t) > 1;
}
