// SPDX-License-Identifier: MIT
// class: lock
// A gate of the program is a lock by impl lock for. Its two functions keep the threads apart by a conc_mutex.
#include <conc.h>
#include <stdio.h>

struct gate { conc_mutex inner; int passed; };

static void gate_close(struct gate *g)
{
	conc_mutex_lock(&g->inner);
	g->passed++;
}

static void gate_open(struct gate *g)
{
	conc_mutex_unlock(&g->inner);
}

impl lock for struct gate { .lock = gate_close, .unlock = gate_open };

static struct gate bridge;
static int load, cars;

static void cross(int weight)
{
	for (int i = 0; i < 10; i++)
		mutex (bridge) {
			load += weight;
			cars++;
			load -= weight;
		}
}

int main(void)
{
	{
		task(void) cars_go = spawn cross(1), lorries_go = spawn cross(20);
	}
	printf("%d crossed, %d on the bridge\n", cars, load);
	return bridge.passed != 20 || cars != 20 || load;
}
