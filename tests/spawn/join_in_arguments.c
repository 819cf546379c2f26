// SPDX-License-Identifier: MIT
// Joins, spawns and tasks that move, in the arguments of a spawn.
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>

#define AWAIT(t) ({ __typeof__(join(t)) value = join(t); value; })

struct pair { task(int) first, second; };

static int twice(int n) { return 2 * n; }
static int finish(task(int) t) { return join(t); }

int main(void)
{
	task(int) t = spawn twice(1), u = spawn twice(join(t));
	printf("%d ", join(u));
	task(int) v[] = { spawn twice(join(u)), spawn twice(AWAIT(u) + join(t)) };
	printf("%d %d ", join(v[0]), join(v[1]));
	struct pair p = { spawn twice(join(v[0])), .second = spawn twice(join(spawn twice(join(v[1])))) };
	printf("%d %d ", join(p.first), join(p.second));
	t = spawn twice(join(t));
	printf("%d ", join(t));
	u = spawn finish(t);
	printf("%d %d\n", join(spawn finish(u)), join(spawn twice(join(spawn finish(p.first)))));
	spawn twice(join(v[0]));
}
