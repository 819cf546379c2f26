// SPDX-License-Identifier: MIT
// A writer of a monitor sees all, a reader the writers: two readers are not ordered.
#include <conc.h>
#include "race.h"

int x, y;
monitor pair { int z; };
static pair p;

static void look(pair * mutex(read) q)
{
	BESIDE(y++;)
	if (x < q->z) return;
}

static void reader(void)
{
	for (int i = 0; i < 50; i++) {
		look(&p);
		conc_yield();
	}
}

static void change(pair * mutex q) { x++, y++, q->z--; }

static void writer(void)
{
	for (int i = 0; i < 50; i++) {
		change(&p);
		conc_yield();
	}
}

int main(void)
{
	BESIDE(if (conc_now() == 0)) spawn writer();
	task(void) t = spawn reader(), u = spawn reader();
	join(t), join(u);
	change(&p);
}
