// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
// flavours: concc gcc asan tsan schedules (clang has no nested functions)
// Functions of the C library on a reserved object and its members; nested functions that reserve, and that are called.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
typedef struct { int n, v[10]; double d; char name[20]; void *mem; } cell;

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void add(cell *c, int n) { c->n += n; }
static void fill(cell *c)
{
	 for (int i = 0; i < 10; i++) c->v[i] = 10 - i;
	strcpy(c->name, "hello");
	c->d = 2;
	c->mem = calloc(1, 10);
}


static int nested(separate cell *c)
{
	int local = 3;
	void add_local(cell *to, int n) { to->n += n * local; }
	int inner(separate cell *to)
	{
		separate (to) {
			add(to, local);
			add_local(to, 2);
			return to->n;
		}
	}
	int r = inner(c);
	separate (c) r += inner(c);
	return r;
}

int main(void)
{
	separate cell *c = new separate cell {};
	char text[30];
	int mine[10];
	separate (c) {
		fill(c);
		qsort(c->v, 10, sizeof *c->v, compare);
		memcpy(mine, c->v, sizeof mine);
		printf("%d %d %zu %g\n", mine[0], mine[9], strlen(c->name), sqrt(c->d));
		snprintf(text, sizeof text, "%s", c->name);
		printf("%s %c %s\n", text, c->name[1], c->name);
		strcpy(c->name, "other");
		if (strcmp("other", c->name)) puts("?");
		c->n = atoi("5");
		memset(c, 0, sizeof c->n);
		free(c->mem);
		add(c, (int)c->d);
		printf("%d\n", abs(c->n) + (int)fabs(c->d));
	}
	printf("%d\n", nested(c));
	delete c;
}
