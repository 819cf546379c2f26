// SPDX-License-Identifier: MIT
// A chain of handlers of which each waits for the next one: as long as memory lasts, however little stack each has.
#include <conc.h>
#include <stdio.h>

enum { LENGTH = 3000 };

typedef struct link_of link_of;
struct link_of { separate link_of *next; int length; };

static int get(const link_of *l) { return l->length; }

static void measure(link_of *self)
{
	self->length = 1;
	if (!self->next) return;
	separate (self->next) {
		measure(self->next);
		self->length += get(self->next);	// waits
	}
}

int main(void)
{
	static separate link_of *all[LENGTH];
	for (int i = 0; i < LENGTH; i++)
		all[i] = i ? new separate link_of { .next = all[i - 1] } : new separate link_of {};
	separate (last = all[LENGTH - 1]) {
		measure(last);
		printf("%d\n", get(last));
	}
	for (int i = 0; i < LENGTH; i++) delete all[i];
}
