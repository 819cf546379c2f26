// SPDX-License-Identifier: MIT
// What a call on a passive handler makes with new separate(self) belongs to that handler; new separate alone makes a handler,
// as anywhere. Plain data that the call makes are the handler's, too.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct record record;
struct record { int n; struct record *next; };
typedef struct { int n; } item;
typedef struct { separate item *same, *own; record *records; } package;

static void fill(package *p)
{
	p->same = new separate(p) item { 1 };
	p->own = new separate item { 2 };
	for (int i = 0; i < 3; i++) {
		record *r = calloc(1, sizeof *r);
		*r = (record){ i, p->records };
		p->records = r;
	}
}

static int sum(const package *p)
{
	int n = 0;
	for (record *r = p->records; r; r = r->next) n = n * 10 + r->n;
	return n;
}

static void empty(package *p)
{
	for (record *r = p->records, *next; r; r = next) next = r->next, free(r);
	delete p->same;
	delete p->own;
}

static int get(const item *i) { return i->n; }
static void set(item *i, int n) { i->n = n; }

int main(void)
{
	separate package *p = new separate package {};
	separate item *same, *own;
	conc_set_passive(p);
	separate (p) {
		fill(p);
		same = p->same;
		own = p->own;
		printf("%d\n", sum(p));
		separate (same, own) {	// to reserve what is on the handler that is held succeeds at once
			set(same, 3);
			set(own, 4);
			printf("%d %d\n", get(same), get(own));
		}
	}
	printf("%d %d\n", conc_is_passive(same), conc_is_passive(own));
	conc_set_active(p);
	printf("%d\n", conc_is_passive(same));
	separate (p) empty(p);
	delete p;
}
