// SPDX-License-Identifier: MIT
// Packages of data go through the stages of a pipeline. Each stage is an object on a handler of its own, and so is each
// package, so that stages can work on different packages at the same time; a stage requires that the one before it is done
// with a package. Whether a package's handler is active or passive changes neither the stages nor the result: in a passive
// one they read and write in place, and nothing is handed over.
#include <conc.h>
#include <stdio.h>

enum { STAGES = 3, PACKAGES = 40, LENGTH = 64 };

typedef struct { long data[LENGTH]; int done; } package;
typedef struct { int position; long touched; } stage;

static long item(const package *p, int i) { return p->data[i]; }
static void put(package *p, long value, int i) { p->data[i] = value; }
static bool is_processed(const package *p, int position) { return p->done == position; }
static void set_processed(package *p, int position) { p->done = position; }

static void process(stage *self, separate package *p)
{
	separate (p) require (is_processed(p, self->position - 1)) {
		long before = 0;
		for (int i = 0; i < LENGTH; i++) {
			long here = item(p, i);
			put(p, self->position == 2 ? here + before : here * 3 - 1, i);
			before = here;
			self->touched++;
		}
		set_processed(p, self->position);
	}
}

static unsigned long total(const package *p)
{
	unsigned long sum = 0;
	for (int i = 0; i < LENGTH; i++) sum = sum * 31 + (unsigned long)p->data[i];
	return sum;
}

static void run(const char *what, bool passive)
{
	separate stage *stages[STAGES];
	separate package *packages[PACKAGES];
	for (int s = 0; s < STAGES; s++) stages[s] = new separate stage { .position = s + 1 };
	for (int i = 0; i < PACKAGES; i++) {
		separate package *p = packages[i] = new separate package { .data = { i, i * i, -i } };
		if (passive) conc_set_passive(p);	// the line that makes the difference
		for (int s = STAGES; s-- > 0;)	// in whichever order they are asked
			separate (to = stages[s]) process(to, p);
	}
	unsigned long sum = 0;
	for (int i = 0; i < PACKAGES; i++)
		separate (p = packages[i]) require (is_processed(p, STAGES)) sum += total(p) * (unsigned long)(i + 1);
	long touched = 0;
	for (int s = 0; s < STAGES; s++)
		separate (from = stages[s]) touched += from->touched;
	printf("%s: %ld steps, check sum %lx\n", what, touched, sum);
	for (int i = 0; i < PACKAGES; i++) delete packages[i];
	for (int s = 0; s < STAGES; s++) delete stages[s];
}

int main(void)
{
	run("active", false);
	run("passive", true);
}
