// SPDX-License-Identifier: MIT
// Code that runs on a handler, called or as a query by a client: separate_of(self) is its object; to reserve it, or another
// object of the handler, succeeds at once and the calls run directly; new separate(self) makes another one there.
#include <conc.h>
#include <stdio.h>

typedef struct node node;
struct node { int n; separate node *next, *me; };

static void add(node *self, int n) { self->n += n; }
static int get(const node *self) { return self->n; }

static void add_twice(node *self, int n)
{
	separate node *me = separate_of(self);
	separate (me) {
		add(me, n);
		if (self->n != n) puts("not directly");
		add(me, n);
		if (get(me) != 2 * n) puts("not directly");
	}
	add(self, 1);
}

static void grow(node *self, int more)
{
	self->me = separate_of(self);
	if (!more) return;
	self->next = new separate(self) node { .n = self->n + 1 };
	separate (self->next) {
		grow(self->next, more - 1);
		add(self->next, 100);
	}
}

static int total(node *self)
{
	int sum = self->n;
	if (self->next) separate (self->next) sum += total(self->next);
	return sum;
}

static bool knows_itself(node *self, separate node *from_outside)
{
	return separate_of(self) == from_outside && self->me == from_outside;
}

static separate node *next_of(node *self) { return self->next; }

static void cut(node *self)
{
	if (!self->next) return;
	separate (self->next) cut(self->next);
	delete self->next;
	self->next = NULL;
}

int main(void)
{
	separate node *a = new separate node {}, *b;
	separate (a) {
		add_twice(a, 5);
		printf("%d\n", get(a));
		grow(a, 3);
		printf("%d\n", total(a));
		b = next_of(a);
		printf("%d %d\n", knows_itself(a, a), knows_itself(a, b));
		printf("%d\n", b == a->next);
	}
	separate (n = b) printf("%d %d\n", get(n), total(n));
	separate (a, b) {
		add(b, 1000);
		printf("%d\n", total(a));
		cut(a);
	}
	separate (a) printf("%d %d\n", total(a), a->next == NULL);
	delete a;
}
