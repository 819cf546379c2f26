// SPDX-License-Identifier: MIT
// flags: -Wno-conc-scalable
// What may be a replica does not leave the behaviour.
#include <conc.h>

actor words;
struct node { struct node *next; words *owner; };
struct holder { words *who; int n; };
message line { const char *text; words *from; };
message done { words *which; };
actor words {
	struct node head, *first;
	words *me;
	int counts[4];
	struct { int sum; } inner;
	line last;
};
thread worker { words *w; };

static words *kept;
static int *count;
static int *counts[2];
static struct holder holder;
static channel(words *) found;
static channel(struct holder) holders;

words *identity(words *w);
void look(words *w, int *counts);
void hold(struct holder h, struct holder *p);
void main(worker *self) { (void)self; }
int get(words *w);
receive (words *self, done *m) { kept = self, self->me = m->which; }

scalable receive (words *self, line *m)
{
	static words *last;
	words *automatic = self, **pointer = &automatic, *list[2] = { self, automatic };
	struct holder local = { self, 1 };
	kept = self;
	last = (self);
	*pointer = self;
	holder.who = self;
	m->from = self;
	self->me = self;
	self->head.owner = self;
	kept = 1 ? m->from : (words *)self;
	kept = ({ m->from = 0; self; });
	count = &self->counts[1];
	count = self->counts;
	counts[0] = self->counts + 1, counts[1] = &(*self).inner.sum;
	self->head.next = &self->head;
	self->first->next = &self->head;
	found << self;
	holders << (struct holder){ self, 2 };
	holder = (struct holder){ self, 3 };
	kept | (done){ self };
	kept | (line){ "x", self } | &self->last;
	done one = { self }, two = { .which = self };
	kept | one | two | new done { self };
	*self | one;
	self | one;
	if (conc_try_send(self, one) || conc_try_send(kept, &self->last)) return;
	list[0] = self, local.who = self, automatic = self;
	spawn look(self, 0);
	task(int) t = spawn get(self);
	worker *w = new worker { self };
	struct holder *h = new struct holder { self, 1 };
	struct conc_scaling_statistics statistics;
	conc_supervise(self, kept, 0);
	conc_mailbox_limit(self, 0);
	conc_scaling_actor(self, 0);
	conc_scaling_statistics(self, &statistics);
	(void)separate_of(self);
	delete self;
	delete (self);
	(void)w, (void)h, (void)m, (void)last, (void)join(t);
	waituntil (found << self) { } or waituntil (last << found) { }
	conc_flush(&found, self);
	found << identity(self);
	look(self, &self->counts[2]), hold((struct holder){ self, 1 }, &(struct holder){ self, 1 });
	if (conc_is_replica(self)) return;
}

export (words *self, words *replica)
{
	kept = self;
	self->me = replica;
	replica->me = self;
	replica->first = &self->head;
	replica->head.next = &replica->head;
}

import (words *self, words *replica)
{
	self->first = &replica->head;
	self->head.next = replica->first;
	delete replica;
	replica | (done){ kept };
	kept = replica;
}
