// SPDX-License-Identifier: MIT
// class: separate
// Two clients change a passive object. Each runs its calls itself, when it has the object to itself.
#include <conc.h>
#include <stdio.h>

typedef struct { int entries[5]; } table;

static void add(table *t, int at) { t->entries[at]++; }
static int get(const table *t, int at) { return t->entries[at]; }

static int fill(separate table *t)
{
	int sum = 0;

	for (int i = 0; i < 10; i++)
		separate (t) {
			add(t, i % 5);
			sum += get(t, i % 5) > 0;
		}
	return sum;
}

int main(void)
{
	separate table *t = new separate table {};
	int last;

	conc_set_passive(t);
	task(int) a = spawn fill(t), b = spawn fill(t);
	int sum = join(a) + join(b);
	separate (t) last = get(t, 4);
	delete t;
	printf("%d %d\n", sum, last);
	return sum != 20 || last != 4;
}
