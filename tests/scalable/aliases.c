// SPDX-License-Identifier: MIT
// flags: -Wno-conc-scalable
// What may be a replica is followed through variables that do not change.
#include <conc.h>

struct node { struct node *next; };
actor words { struct node head; int counts[4]; words *next; int *cursor; };
message line { int n; };
message done { words *which; };

receive (words *self, done *m);

static words *kept;
static int *count;
static channel(words *) found;

scalable receive (words *self, line *m)
{
	words *same = self, *const again = (words *)same, *changed = self, *taken = self, *received = self;
	words *maybe = m->n ? self : kept, *other = self->next, **pointer = &taken;
	int *first = self->counts, n = self->counts[0], *moved = self->counts;
	struct node *head = &same->head;
	kept = same;
	kept = again;
	kept = maybe;
	changed = kept;
	kept = changed;
	kept = taken;
	received << found;
	kept = received;
	kept = other;
	count = first;
	count = moved++;
	count = &again->counts[1];
	same | (done){ again };
	other | (done){ other };
	head->next = head;
	self->head.next = head;
	self->cursor = first;
	other->cursor = first;
	for (struct node *at = &self->head; at; at = at->next) m->n++;
	{
		words *same = kept;
		kept = same;
	}
	n++;
	(void)pointer;
	delete again;
}

export (words *self, words *replica)
{
	words *blank = replica;
	self->next = blank;
	blank->next = self->next;
}
import (words *self, words *replica) { (void)self, (void)replica; }
