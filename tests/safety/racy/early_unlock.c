// SPDX-License-Identifier: MIT
// class: lock
// Locking by hand: the branch for an error unlocks, and then writes the error down.
#include <conc.h>
#include <stdio.h>

struct parser { conc_mutex lock; int lines, errors; };
static struct parser p;

static void parse(struct parser *x, int value)
{
	conc_mutex_lock(&x->lock);
	x->lines++;
	if (value % 3 == 0) {
		conc_mutex_unlock(&x->lock);
		x->errors++;	/* races */
		return;
	}
	conc_mutex_unlock(&x->lock);
}

static void parse_all(int from)
{
	for (int i = from; i <= from + 9; i++)
		parse(&p, i);
}

int main(void)
{
	{
		task(void) one = spawn parse_all(0), two = spawn parse_all(9);
	}
	printf("%d lines, %d errors\n", p.lines, p.errors);
}
