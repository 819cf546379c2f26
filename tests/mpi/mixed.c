// flags: -fconc-mpi -Wno-unused-parameter
// SPDX-License-Identifier: MIT
// Random scalable and ordinary messages to several actors of two types at once, under all policies and
// intervals, against what a sequential program knows: each ordinary message sees all before it, and
// nothing else. An ordinary message changes what replicas begin with.
#include <string.h>
#include "remote.h"

enum { CELLS = 16, ACTORS = 3, STEPS = 1500 };

struct cells { unsigned long value[CELLS]; };

actor adder {
	struct cells cells;
	unsigned long factor; // of what is added; replicas get it
};
actor finder {
	unsigned long least, greatest, seen;
};

message add { int cell; unsigned long value; };
message scale { unsigned long factor; };
message check { struct cells cells; int step; };
message look { unsigned long value; };
message found { unsigned long least, greatest, seen; int step; };

static int wrong;

scalable receive (adder *self, add *m)
{
	work(m->value % 200000);
	self->cells.value[m->cell] += m->value * self->factor;
}

receive (adder *self, scale *m)
{
	self->factor = m->factor;
}

receive (adder *self, check *m)
{
	if (!memcmp(&self->cells, &m->cells, sizeof m->cells)) return;
	printf("adder: not equal in step %d\n", m->step);
	wrong++;
}

export (adder *self, adder *replica)
{
	replica->factor = self->factor;
}

import (adder *self, adder *replica)
{
	for (int i = 0; i < CELLS; i++) self->cells.value[i] += replica->cells.value[i];
	replica->cells = (struct cells){{0}};
}

scalable receive (finder *self, look *m)
{
	work(m->value % 200000);
	if (!self->seen || m->value < self->least) self->least = m->value;
	if (!self->seen || m->value > self->greatest) self->greatest = m->value;
	self->seen++;
}

receive (finder *self, found *m)
{
	if (self->seen == m->seen && self->least == m->least && self->greatest == m->greatest) return;
	printf("finder: not equal in step %d\n", m->step);
	wrong++;
}

export (finder *self, finder *replica)
{
}

import (finder *self, finder *replica)
{
	if (replica->seen && (!self->seen || replica->least < self->least)) self->least = replica->least;
	if (replica->seen && (!self->seen || replica->greatest > self->greatest)) self->greatest = replica->greatest;
	self->seen += replica->seen;
	replica->least = replica->greatest = replica->seen = 0;
}

static unsigned next_random(unsigned long *state)
{
	*state = *state * 6364136223846793005ul + 1442695040888963407ul;
	return *state >> 33;
}

static void step(adder *a, adder *model, int n, unsigned long *random)
{
	unsigned what = next_random(random) % 200;
	add m = {.cell = next_random(random) % CELLS, .value = next_random(random)};

	if (what == 0) {
		model->factor = m.value;
		a | (scale){m.value};
	} else if (what == 1) {
		a | (check){model->cells, n};
	} else {
		model->cells.value[m.cell] += m.value * model->factor;
		if (what % 4) {
			a | m;
			return;
		}
		add *made = new add{m.cell, m.value};

		conc_set_disposition(made, Delete);
		a | made;
	}
}

static void seek(finder *f, finder *model, int n, unsigned long *random)
{
	unsigned long value = next_random(random);

	if (value % 200 == 0) {
		f | (found){model->least, model->greatest, model->seen, n};
		return;
	}
	if (!model->seen || value < model->least) model->least = value;
	if (!model->seen || value > model->greatest) model->greatest = value;
	model->seen++;
	f | (look){value};
}

static void run(const struct conc_actors_config *config, unsigned long seed)
{
	adder adders[ACTORS] = {0}, models[ACTORS] = {0};
	finder f = {0}, model = {0};

	for (int i = 0; i < ACTORS; i++) adders[i].factor = models[i].factor = 1;
	conc_actors_start(config);
	for (int n = 0; n < STEPS; n++) {
		int which = next_random(&seed) % (ACTORS + 1);

		if (which == ACTORS) seek(&f, &model, n, &seed);
		else step(&adders[which], &models[which], n, &seed);
	}
	for (int i = 0; i < ACTORS; i++) adders[i] | (check){models[i].cells, STEPS};
	f | (found){model.least, model.greatest, model.seen, STEPS};
	stop_and_count();
}

int main(int count, char **arguments)
{
	unsigned long seed = count > 1 ? strtoul(arguments[1], NULL, 0) : 1;
	struct conc_actors_config config = split_always;

	run(&config, seed);
	config.scaling.interval = 300us;
	run(&config, seed + 1);
	config.scaling = (struct conc_scaling){.policy = CONC_SCALING_AGGRESSIVE, .linger = 1ms, .remote = 1};
	run(&config, seed + 2);
	expect_remote();
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
