// SPDX-License-Identifier: MIT
// After kubernetes#70892: workers for one node each replace the lists of results of all nodes.
#include <conc.h>
#include "../race/race.h"

enum { NODES = 2, PRIORITIES = 3 };
static int results[PRIORITIES][NODES];
static conc_barrier each_has_a_piece = { NODES };

static void process(int node)
{
	for (int i = 0; i < PRIORITIES; i++) results[i][BESIDE(node / NODES) ORDERED(node)] = 7;
}

static void work(channel(int) *pieces)
{
	for (int piece; piece << *pieces;) {
		conc_barrier_wait(&each_has_a_piece);
		process(piece);
	}
}

int main(void)
{
	channel(int) pieces = { NODES };
	for (int i = 0; i < NODES; i++) pieces << i;
	conc_close(&pieces);
	task(void) t = spawn work(&pieces), u = spawn work(&pieces);
	join(t), join(u);
	return results[0][0] != 7;
}
