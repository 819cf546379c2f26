// SPDX-License-Identifier: MIT
// Variables that all replicas write, and what may be written.
#include <conc.h>

struct table { int n[4]; struct { long sum; } part; };
actor words { long sum; conc_mutex lock; struct { conc_mutex lock; } in; conc_mutex *common; };
message line { int n; conc_mutex *lock; };
message done { };

static int lines, shared[4];
struct table table;
static _Atomic(long) atomic;
static _Atomic int counts[4];
static _Thread_local int own;
static conc_mutex m;
static int *pointer = shared;

scalable receive (words *self, line *l)
{
	static int calls;
	static _Atomic(int) atomic_calls;
	int local = conc_is_replica(self), locals[2] = { 0 };
	struct table here = { 0 };
	lines++;
	--calls;
	shared[l->n & 3] += 2;
	(table).part.sum = table.n[1] = 3;
	pointer = &lines;
	atomic += 1, atomic_calls++, counts[1]++, own++;
	local++, locals[1]++, here.part.sum = 1;
	l->n = 5;
	pointer[0] = 4; // what it points to is not known
	mutex (m) lines = 4;
	mutex (self->lock) lines = 4;
	mutex (&self->in.lock) { lines = 4; mutex (m) lines = 5; }
	mutex (self->lock, m) lines = 4;
	mutex (l->lock) lines = 4;
	mutex (self->common) lines = 4;
	self->sum += l->n + local + locals[0] + here.n[0];
}

receive (words *self, done *d) { lines = (int)self->sum, (void)d; }
export (words *self, words *replica) { lines += self->sum == replica->sum; }
import (words *self, words *replica)
{
	self->sum += replica->sum, replica->sum = 0, lines += 1;
	if (!conc_is_replica(self)) lines = 2;
}

void broken(void) { Delete; }
