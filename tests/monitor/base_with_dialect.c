// SPDX-License-Identifier: MIT
// What a base's members hold is lowered where they come again, too.
#include <conc.h>
#include <stdio.h>

static long twice(int n) { return 2L * n; }

monitor base {
	task(long) t;
	struct point {
		int x,
		    y;
	} p;
	char room[10ns];
};
monitor derived { inline base; int z; };

int main(void)
{
	derived *d = new derived {};
	mutex (d) {
		d->t = spawn twice(21);
		d->p = (struct point){1, 2};
	}
	printf("%ld %d %zu\n", join(d->t), d->p.y, sizeof d->room);
	delete d;
}
