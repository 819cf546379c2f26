// SPDX-License-Identifier: MIT
// Clients whose condition is false are tried again in the order in which they came; one whose condition
// has come true does not wait for one before it whose condition has not.
#include <conc.h>
#include <stdio.h>

enum { WAITERS = 12 };

typedef struct { int tokens, came, order[WAITERS], served[WAITERS], left; bool here[WAITERS]; } desk;

static bool come(desk *d, int me, int wants)
{
	if (!d->here[me]) {
		d->here[me] = true;
		d->order[d->came++] = me;
	}
	return d->tokens >= wants;
}

static void serve(desk *d, int me, int wants)
{
	d->tokens -= wants;
	d->served[d->left++] = me;
}

static void give(desk *d, int n) { d->tokens += n; }

static void queue_up(separate desk *d, int me, int wants)
{
	separate (d) require (come(d, me, wants)) serve(d, me, wants);
}

// A look by a condition is no call that others are woken by.
static void all_are_here(separate desk *d, int n)
{
	for (int came = 0; came < n; conc_sleep(100us))
		separate (d) came = d->came;
}

int main(void)
{
	// all want one: the order in which they came is the order in which they go
	separate desk *d = new separate desk {};
	int wrong = 0;
	scope {
		for (int i = 0; i < WAITERS; i++) spawn queue_up(d, i, 1);
		all_are_here(d, WAITERS);
		for (int i = 0; i < WAITERS; i++) {
			separate (d) give(d, 1);
			separate (d) require (d->left == i + 1) wrong += d->served[i] != d->order[i];
		}
	}
	// all at once
	separate (d) d->left = d->came = 0;
	scope {
		for (int i = 0; i < WAITERS; i++) separate (d) d->here[i] = false;
		for (int i = 0; i < WAITERS; i++) spawn queue_up(d, i, 1);
		all_are_here(d, WAITERS);
		separate (d) give(d, WAITERS);
	}
	separate (d) {
		for (int i = 0; i < WAITERS; i++) wrong += d->served[i] != d->order[i];
		d->left = d->came = 0;
		for (int i = 0; i < WAITERS; i++) d->here[i] = false;
	}
	// the first wants more than is there
	scope {
		spawn queue_up(d, 0, 5);
		all_are_here(d, 1);
		spawn queue_up(d, 1, 2);
		all_are_here(d, 2);
		spawn queue_up(d, 2, 1);
		all_are_here(d, 3);
		separate (d) give(d, 2);
		separate (d) require (d->left == 1) wrong += d->served[0] != 1;
		separate (d) give(d, 6);
	}
	separate (d) {
		wrong += d->served[1] != 0 || d->served[2] != 2;
		printf("%d served, %d wrong\n", d->left, wrong);
	}
	delete d;
}
