// SPDX-License-Identifier: MIT
// Two clients call functions on one object. Neither waits for the other, and the object's handler carries out foo and
// bar while they compute. Yet the calls of one block come one after the other, with nobody else's between: of all the
// histories that one could think of, two can happen.
#include <conc.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 1000 };

typedef struct { char history[64]; } diary;

static void foo(diary *d) { strcat(d->history, "foo "); }
static void bar(diary *d) { strcat(d->history, "bar "); }

static int baz(diary *d)
{
	strcat(d->history, "baz");
	return (int)strlen(d->history);
}

static long compute(int n) { return n < 2 ? n : compute(n - 1) + compute(n - 2); }

static long first(separate diary *x)
{
	long a;
	separate (x) {
		foo(x);
		a = compute(15);	// meanwhile the handler does foo, if it is our turn
		bar(x);
	}
	return a;
}

static int second(separate diary *x)
{
	int c;
	separate (x) {
		bar(x);
		compute(5);
		c = baz(x);	// there is an answer: this waits until bar has been done
	}
	return c;
}

int main(void)
{
	int seen[2] = { 0 }, other = 0;
	for (int i = 0; i < ROUNDS; i++) {
		separate diary *x = new separate diary {};
		task(long) a = spawn first(x);
		task(int) c = spawn second(x);
		int length = join(c);
		join(a);
		separate (x) {
			if (!strcmp(x->history, "foo bar bar baz") && length == 15) seen[0]++;
			else if (!strcmp(x->history, "bar bazfoo bar ") && length == 7) seen[1]++;
			else other++;
		}
		delete x;
	}
	printf("%d histories, %d of them of a third kind\n", seen[0] + seen[1], other);
}
