// SPDX-License-Identifier: MIT
// flags: -Werror=conc-scalable
// Channels and futures that are members of the actor, in scalable behaviours: each replica has others.
#include <conc.h>

struct pair { channel(int) in, *out; };
actor words { channel(int) in, *out, many[2]; future(int) first, *last; struct pair pair, *pairs; conc_mutex m; };
message line { int n; };
message done { };

scalable receive (words *self, line *m)
{
	channel(int) local = { 1 };
	self->in << m->n;
	m->n << self->in;
	&self->in << 1;
	self->many[m->n & 1] << 1;
	if (self->pair.in << m->n) m->n << (self->first);
	(*self).first << 2;
	waituntil (m->n << self->in) { } or waituntil (self->first) { }
	self->out << m->n;
	m->n << self->last;
	self->pairs->in << 1, self->pair.out << 2, self->pairs[0].in << 3;
	local << 3;
	if (!conc_is_replica(self)) self->in << 3;
}

receive (words *self, done *m) { self->in << 4; (void)m; }
export (words *self, words *replica) { replica->out = self->out, self->in << 4; }
import (words *self, words *replica) { int n; n << replica->in; self->in << n; }
