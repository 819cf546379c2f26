// SPDX-License-Identifier: MIT
// Savina's Philosophers: N philosophers, R rounds each; an arbitrator has the forks. Whoever is denied asks again.
//     philosophers [R [N]]
#include <conc.h>
#include <stdio.h>
#include "size.h"

actor arbitrator;
actor philosopher { arbitrator *asks; int seat; long left, meals, denials; };
actor arbitrator { bool *taken; int seats, present; long meals; };

message start {};
message hungry { philosopher *who; int seat; };
message eat {};
message denied {};
message done { int seat; };
message leaving {};

receive (arbitrator *self, hungry *m);
receive (arbitrator *self, done *m);
receive (arbitrator *self, leaving *m);

static void ask(philosopher *self) { self->asks | (hungry){ self, self->seat }; }

receive (philosopher *self, start *m)
{
	(void)m;
	ask(self);
}

receive (philosopher *self, denied *m)
{
	(void)m;
	self->denials++;
	ask(self);
}

receive (philosopher *self, eat *m)
{
	(void)m;
	self->meals++;
	self->asks | (done){ self->seat };
	if (--self->left) {
		ask(self);
		return Nodelete;
	}
	self->asks | (leaving){};
	return Finished;
}

receive (arbitrator *self, hungry *m)
{
	bool *left = &self->taken[m->seat], *right = &self->taken[(m->seat + 1) % self->seats];
	if (*left || *right) {
		m->who | (denied){};
		return Nodelete;
	}
	*left = *right = true;
	m->who | (eat){};
}

receive (arbitrator *self, done *m)
{
	bool *left = &self->taken[m->seat], *right = &self->taken[(m->seat + 1) % self->seats];
	conc_test_assert(*left && *right);
	*left = *right = false;
	self->meals++;
}

receive (arbitrator *self, leaving *m)
{
	(void)m;
	if (--self->present == 0) return Finished;
}

int main(int argc, char **argv)
{
	long rounds = size_of_run(argc, argv, 1, 200, 4);
	int n = (int)size_of_run(argc, argv, 2, 20, 3);
	bool taken[n];
	for (int i = 0; i < n; i++) taken[i] = false;
	arbitrator a = { taken, n, n };
	philosopher p[n];
	conc_actors_start(NULL);
	for (int i = 0; i < n; i++) p[i].asks = &a, p[i].seat = i, p[i].left = rounds;
	for (int i = 0; i < n; i++) p[i] | (start){};
	conc_actors_wait();
	conc_actors_stop();
	for (int i = 0; i < n; i++) conc_test_assert(p[i].meals == rounds && !taken[i]);
	conc_test_assert(a.meals == n * rounds);
	puts("ok");
}
