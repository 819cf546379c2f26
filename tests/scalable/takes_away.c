// SPDX-License-Identifier: MIT
// export takes half of what the actor has, import brings back what is left: tickets, each of which is sold once, by whichever
// replica. Also with incremental imports, where export runs between replicas.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { TICKETS = 3000 };

struct ticket { struct ticket *next; int number; };
actor office { struct ticket *free; struct ticket *sold; long refused; };
message sell {};
message check {};

static void move(struct ticket **to, struct ticket **from)
{
	for (struct ticket *t; (t = *from); *to = t) *from = t->next, t->next = *to;
}

scalable receive (office *self, sell *m)
{
	struct ticket *t = self->free;
	if (!t) {
		self->refused++;
		return;
	}
	self->free = t->next;
	t->next = self->sold;
	self->sold = t;
}

receive (office *self, check *m)
{
	static int seen[TICKETS];
	int free = 0, sold = 0, wrong = 0;
	for (struct ticket *t = self->free; t; t = t->next) free++, seen[t->number]++;
	for (struct ticket *t = self->sold; t; t = t->next) sold++, seen[t->number]++;
	for (int i = 0; i < TICKETS; i++) wrong += seen[i] != 1, seen[i] = 0;
	printf("%d tickets, %d wrong; %ld sold or refused\n", free + sold, wrong, sold + self->refused);
}

export (office *self, office *replica)
{
	struct ticket **half = &self->free;
	for (struct ticket *t = self->free; t && t->next; t = t->next->next) half = &(*half)->next;
	replica->free = *half;
	*half = NULL;
}

import (office *self, office *replica)
{
	move(&self->free, &replica->free);
	move(&self->sold, &replica->sold);
	self->refused += replica->refused;
	replica->refused = 0;
}

destroy (office *self)
{
	for (struct ticket *t; (t = self->free); free(t)) self->free = t->next;
	for (struct ticket *t; (t = self->sold); free(t)) self->sold = t->next;
}

int main(void)
{
	struct conc_scaling rules[] = {
		{ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 4 },
		{ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 5, .interval = 5us, .fan = 2 },
	};
	for (int r = 0; r < 2; r++) {
		office o = {};
		for (int i = 0; i < TICKETS; i++) {
			struct ticket *t = malloc(sizeof *t);
			*t = (struct ticket){ o.free, i };
			o.free = t;
		}
		conc_scaling_actor(&o, &rules[r]);
		conc_actors_start(NULL);
		for (int i = 0; i < 2000; i++) {
			o | (sell){};
			if (i % 400 == 399) o | (check){};
		}
		conc_actors_stop();
	}
}
