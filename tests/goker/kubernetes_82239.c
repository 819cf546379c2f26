// SPDX-License-Identifier: MIT
// After kubernetes#82239: a test annotates a volume of which a controller makes copies.
#include <conc.h>
#include "../race/race.h"

struct volume { int annotations[2]; };
struct controller { struct volume *listed; };

static struct volume copy(const struct volume *v) { return *v; }

static int run(struct controller *c, future(int) *stop)
{
	int sum = 0;
	for (;;) {
		struct volume mine = copy(c->listed);
		sum += mine.annotations[0] == 3;
		waituntil (*stop) return sum;
		or waituntil (timeout(100us)) {}
	}
}

int main(void)
{
	static struct volume volumes[2];
	static struct controller c = { volumes };
	future(int) stop = {};
	volumes[1] = copy(volumes);
	task(int) controller = spawn run(&c, &stop);
	volumes[BESIDE(0) ORDERED(1)].annotations[0] = 2;
	stop << 1;
	return join(controller);
}
