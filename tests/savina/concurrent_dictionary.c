// SPDX-License-Identifier: MIT
// Savina's ConcDict: workers read and write one dictionary, which is an actor. A writer tells; a reader asks, by a future,
// in its behaviour, and so waits there. What one has written last is what it reads; a key's value never goes back.
//     concurrent_dictionary [M [WORKERS]]
#include <conc.h>
#include <stdio.h>
#include "size.h"

enum { KEYS = 64, WRITES_PERCENT = 20 };

actor dictionary { long values[KEYS]; long reads, writes; };
message store { int key; long value; };
message load { int key; future(long) *value; };

receive (dictionary *self, store *m)
{
	conc_test_assert(self->values[m->key] < m->value);
	self->values[m->key] = m->value;
	self->writes++;
}

receive (dictionary *self, load *m)
{
	*m->value << self->values[m->key];
	self->reads++;
}

actor worker { dictionary *of; unsigned row; int number, workers; long left, last, seen[KEYS]; };
message step {};

static void write_own_key(worker *self)
{
	*self->of | (store){ self->number, ++self->last };
}

static void read_any_key(worker *self)
{
	int key = next_random(&self->row) % self->workers;
	future(long) reply = {};
	long value;
	*self->of | (load){ key, &reply };
	value << reply;
	conc_test_assert(value >= self->seen[key]);
	conc_test_assert(key != self->number || value == self->last);
	self->seen[key] = value;
}

receive (worker *self, step *m)
{
	if (next_random(&self->row) % 100 < WRITES_PERCENT) write_own_key(self);
	else read_any_key(self);
	if (--self->left == 0) return Finished;
	self | m;
}

int main(int argc, char **argv)
{
	long steps = size_of_run(argc, argv, 1, 500, 10);
	int workers = (int)size_of_run(argc, argv, 2, 20, 4);
	conc_test_assert(workers <= KEYS);
	dictionary d = {};
	worker *w = new worker[workers] {};
	conc_actors_start(NULL);
	for (int i = 0; i < workers; i++) {
		w[i].of = &d, w[i].number = i, w[i].workers = workers;
		w[i].row = (unsigned)i, w[i].left = steps;
		w[i] | (step){};
	}
	conc_actors_stop();
	conc_test_assert(d.reads + d.writes == steps * workers);
	for (int i = 0; i < workers; i++) conc_test_assert(d.values[i] == w[i].last);
	puts("ok");
	delete w;
}
