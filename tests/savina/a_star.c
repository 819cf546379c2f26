// SPDX-License-Identifier: MIT
// Savina's A*: a master keeps the open list, workers look at the neighbours of the cells that they are handed; the grid has
// a cost in each cell. The path found is a shortest one, also when workers answer out of order.
//     a_star [SIDE [WORKERS]]
#include <conc.h>
#include <limits.h>
#include <stdio.h>
#include "size.h"

struct grid { int side; unsigned char *cost; };

actor master;
message expand { int cell; long so_far; };
message expanded { int worker, count, cells[4]; long so_far[4]; };
actor worker { const struct grid *grid; master *to; int number; };
actor master {
	const struct grid *grid;
	worker *workers;
	int count, *idle, idles;	// numbers of workers that have nothing to do
	struct entry { long estimate, so_far; int cell; } *open;	// a heap
	long opened, room, *best;
};

static int neighbours(const struct grid *g, int cell, int at[4])
{
	int x = cell % g->side, y = cell / g->side, n = 0;
	if (x > 0) at[n++] = cell - 1;
	if (y > 0) at[n++] = cell - g->side;
	if (x < g->side - 1) at[n++] = cell + 1;
	if (y < g->side - 1) at[n++] = cell + g->side;
	return n;
}

// At least so much is left to the last cell.
static long estimate(const struct grid *g, int cell)
{
	return 2 * g->side - 2 - cell % g->side - cell / g->side;
}

receive (master *self, expanded *m);

receive (worker *self, expand *m)
{
	expanded e = { .worker = self->number };
	e.count = neighbours(self->grid, m->cell, e.cells);
	for (int i = 0; i < e.count; i++) e.so_far[i] = m->so_far + self->grid->cost[e.cells[i]];
	*self->to | e;
}

static void open_cell(master *self, int cell, long so_far)
{
	if (so_far >= self->best[cell]) return;
	self->best[cell] = so_far;
	struct entry e = { so_far + estimate(self->grid, cell), so_far, cell };
	if (self->opened == self->room) self->open = realloc(self->open, (size_t)(self->room = 2 * self->room + 16) * sizeof e);
	long at = self->opened++;
	for (; at > 0 && self->open[(at - 1) / 2].estimate > e.estimate; at = (at - 1) / 2)
		self->open[at] = self->open[(at - 1) / 2];
	self->open[at] = e;
}

static struct entry take_cell(master *self)
{
	struct entry least = self->open[0], last = self->open[--self->opened];
	long at = 0;
	for (long child; (child = 2 * at + 1) < self->opened; at = child) {
		if (child + 1 < self->opened && self->open[child + 1].estimate < self->open[child].estimate) child++;
		if (self->open[child].estimate >= last.estimate) break;
		self->open[at] = self->open[child];
	}
	self->open[at] = last;
	return least;
}

static void hand_out(master *self)
{
	const long *goal = &self->best[self->grid->side * self->grid->side - 1];
	while (self->opened && self->idles) {
		struct entry e = take_cell(self);
		if (e.so_far > self->best[e.cell] || e.estimate >= *goal) continue;
		self->workers[self->idle[--self->idles]] | (expand){ e.cell, e.so_far };
	}
}

receive (master *self, expanded *m)
{
	for (int i = 0; i < m->count; i++) open_cell(self, m->cells[i], m->so_far[i]);
	self->idle[self->idles++] = m->worker;
	hand_out(self);
	if (self->idles < self->count) return Nodelete;
	for (int i = 0; i < self->count; i++) self->workers[i] | finished_message;
	return Finished;
}

// The same by sweeps over the grid until nothing changes any more.
static long shortest(const struct grid *g, long *best)
{
	int cells = g->side * g->side, at[4];
	for (int i = 0; i < cells; i++) best[i] = i ? LONG_MAX / 2 : 0;
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = 0; i < cells; i++) {
			for (int k = neighbours(g, i, at) - 1; k >= 0; k--) {
				if (best[at[k]] + g->cost[i] >= best[i]) continue;
				best[i] = best[at[k]] + g->cost[i];
				changed = true;
			}
		}
	}
	return best[cells - 1];
}

int main(int argc, char **argv)
{
	int side = (int)size_of_run(argc, argv, 1, 40, 4), workers = (int)size_of_run(argc, argv, 2, 6, 2), cells = side * side;
	unsigned row = 5;
	struct grid g = { side, malloc((size_t)cells) };
	for (int i = 0; i < cells; i++) g.cost[i] = (unsigned char)(1 + next_random(&row) % 9);
	long best[cells], check[cells];
	for (int i = 0; i < cells; i++) best[i] = LONG_MAX;
	worker w[workers];
	int idle[workers];
	master m = { .grid = &g, .workers = w, .count = workers, .idle = idle, .best = best };
	for (int i = 0; i < workers; i++) w[i].grid = &g, w[i].to = &m, w[i].number = idle[m.idles++] = i;
	m.idles--;
	conc_actors_start(NULL);
	m | (expanded){ .worker = workers - 1, .count = 1 };	// the first cell, as if a worker had found it
	conc_actors_wait();
	conc_actors_stop();
	conc_test_assert(best[cells - 1] == shortest(&g, check));
	puts("ok");
	free(m.open), free(g.cost);
}
