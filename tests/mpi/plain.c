// flags: -fconc-mpi -Wno-unused-parameter
// SPDX-License-Identifier: MIT
// Plain data of all sorts travels as it is: the actor there, the messages, the state back.
#include <string.h>
#include "remote.h"

enum colour { RED, GREEN, BLUE };

struct pair {
	short key;
	double weight;
};

actor table {
	char label[5];
	long counts[3];
	struct pair pairs[20];
	struct {
		union {
			unsigned long bits;
			float number;
		};
		bool any;
	} inner;
	unsigned char last;
};

message put {
	enum colour colour;
	struct pair pair;
	unsigned bit : 6;
	char text[3][4];
};
message tick {};
message show { int number; };

scalable receive (table *self, put *m)
{
	work(150000);
	if (strcmp(self->label, "abcd") || strcmp(m->text[2], "xyz")) abort();
	self->counts[m->colour]++;
	self->pairs[m->pair.key].weight += m->pair.weight;
	self->inner.bits |= 1ul << m->bit;
	self->inner.any = true;
}

scalable receive (table *self, tick *m)
{
	self->last++;
}

receive (table *self, show *m)
{
	double sum = 0;

	for (int i = 0; i < 20; i++) sum += self->pairs[i].weight * (i + 1);
	printf("%d: %s %ld %ld %ld, %.2f, %lx %d, %d\n", m->number, self->label, self->counts[RED], self->counts[GREEN],
	       self->counts[BLUE], sum, self->inner.bits, self->inner.any, self->last);
}

export (table *self, table *replica)
{
	strcpy(replica->label, self->label);
}

import (table *self, table *replica)
{
	for (int i = 0; i < 3; i++) self->counts[i] += replica->counts[i];
	for (int i = 0; i < 20; i++) self->pairs[i].weight += replica->pairs[i].weight;
	self->inner.bits |= replica->inner.bits;
	self->inner.any |= replica->inner.any;
	self->last += replica->last;
	memset(replica->counts, 0, sizeof replica->counts);
	memset(replica->pairs, 0, sizeof replica->pairs);
	replica->last = 0;
}

int main(void)
{
	table t = {.label = "abcd"};

	conc_actors_start(&split_always);
	for (int round = 0; round < 8; round++) {
		for (int i = 0; i < 300; i++) {
			t | (put){.colour = i % 3, .pair = {i % 20, 0.25 * (i % 7)}, .bit = i % 64,
			          .text = {"", "", "xyz"}};
			if (i % 5 == 0) t | (tick){};
		}
		t | (show){round};
	}
	stop_and_count();
	expect_remote();
	return 7;
}
