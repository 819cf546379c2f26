// SPDX-License-Identifier: MIT
// k-means: which CLUSTERS centres lie best in a cloud of points? In each round every point goes to its nearest centre, which is
// scalable, and each centre then goes to the middle of its points, which is an ordinary message. export gives a replica the
// centres of the round; import brings its sums. Points are not sent, only where some of them are. All numbers are whole, so
// that sums are the same in whatever order they are made.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 20000, CLUSTERS = 5, PIECE = 250, SIDE = 10000 };

struct point { long x, y; };
struct cluster { struct point centre, sum; long points; };

actor kmeans { struct cluster cluster[CLUSTERS]; };
message assign { const struct point *points; int n; };
message move { future(long) *moved; };	// by how much, all together

static long squared(long n) { return n * n; }

scalable receive (kmeans *self, assign *m)
{
	for (const struct point *p = m->points; p < m->points + m->n; p++) {
		struct cluster *nearest = NULL;
		long best = 0;
		for (struct cluster *c = self->cluster; c < self->cluster + CLUSTERS; c++) {
			long far = squared(p->x - c->centre.x) + squared(p->y - c->centre.y);
			if (!nearest || far < best) nearest = c, best = far;
		}
		nearest->sum.x += p->x, nearest->sum.y += p->y;
		nearest->points++;
	}
}

receive (kmeans *self, move *m)
{
	long moved = 0;
	for (struct cluster *c = self->cluster; c < self->cluster + CLUSTERS; c++) {
		struct point old = c->centre;
		if (c->points) c->centre = (struct point){ c->sum.x / c->points, c->sum.y / c->points };
		moved += labs(c->centre.x - old.x) + labs(c->centre.y - old.y);
		c->sum = (struct point){ 0, 0 }, c->points = 0;
	}
	*m->moved << moved;
}

export (kmeans *self, kmeans *replica)
{
	for (int i = 0; i < CLUSTERS; i++) replica->cluster[i].centre = self->cluster[i].centre;
}

import (kmeans *self, kmeans *replica)
{
	for (int i = 0; i < CLUSTERS; i++) {
		struct cluster *to = &self->cluster[i], *from = &replica->cluster[i];
		to->sum.x += from->sum.x, to->sum.y += from->sum.y;
		to->points += from->points;
		from->sum = (struct point){ 0, 0 }, from->points = 0;
	}
}

// Five heaps of points, which the search does not know.
static void scatter(struct point *points)
{
	const struct point heaps[CLUSTERS] = { { 2000, 2000 }, { 8000, 2500 }, { 5000, 5000 }, { 1500, 8000 }, { 8500, 8500 } };
	unsigned random = 7;
	for (int i = 0; i < POINTS; i++) {
		points[i] = heaps[i % CLUSTERS];
		for (int j = 0; j < 4; j++) {
			random = random * 1103515245 + 12345;
			*(j % 2 ? &points[i].y : &points[i].x) += (long)(random / 65536 % 2000) - 1000;
		}
	}
}

int main(void)
{
	static struct point points[POINTS];
	kmeans k = {};
	long moved = 1;
	int rounds = 0;
	scatter(points);
	for (int i = 0; i < CLUSTERS; i++) k.cluster[i].centre = points[i * i];
	conc_actors_start(NULL);
	for (; moved; rounds++) {
		for (int i = 0; i < POINTS; i += PIECE) k | (assign){ points + i, PIECE };
		future(long) told = {};
		k | (move){ &told };
		moved << told;
	}
	conc_actors_stop();
	printf("%d rounds\n", rounds);
	for (int i = 0; i < CLUSTERS; i++) printf("%5ld %5ld\n", k.cluster[i].centre.x, k.cluster[i].centre.y);
}
