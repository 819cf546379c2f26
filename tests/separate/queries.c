// SPDX-License-Identifier: MIT
// flags: -Wno-conc-pointer-argument
// What has an answer, takes a pointer, or touches the object's memory waits until the calls before it
// have been carried out, and is then done by the client itself.
#include <conc.h>
#include <stdio.h>
#include <string.h>

struct pair { int a, b; };
struct item { struct item *next; int value; };
typedef struct table table;
struct table {
	int n, array[5];
	struct item *head, items[3];
	struct { int x, y; } in;
	char name[16];
	int (*answer)(const table *, int);
	void (*act)(table *, int);
	struct pair pair;
};

static void add(table *t, int n) { t->n += n; }
static int get(const table *t) { return t->n; }
static int times(const table *t, int n) { return t->n * n; }
static struct pair both(const table *t) { return (struct pair){ t->n, t->in.x }; }
static void read_into(const table *t, int *to) { *to = t->n; }
static void add_from(table *t, const int *from, int n) { while (n--) t->n += *from++; }
static void sum_of(int *to, const table *t, const table *u) { *to = t->n + u->n; }
static double mean(int n, const table *t) { return (double)t->n / n; }
static struct item *find(table *t, int value)
{
	struct item *i = t->head;
	while (i && i->value != value) i = i->next;
	return i;
}
static int value_of(const struct item *i) { return i->value; }
static void set_value(struct item *i, int value) { i->value = value; }
static int *place(table *t, int i) { return &t->array[i]; }
static void set_up(table *t)
{
	t->head = &t->items[0];
	for (int i = 0; i < 3; i++) t->items[i] = (struct item){ i < 2 ? &t->items[i + 1] : NULL, i * 10 };
	t->answer = times;
	t->act = add;
	strcpy(t->name, "table");
}
static int swap(table *t, table *u)
{
	int n = t->n;
	t->n = u->n;
	u->n = n;
	return n;
}

int main(void)
{
	separate table *t = new separate table { .n = 1, .in = { 3, 4 } }, *u = new separate table { .n = 1000 };
	int n = 0, m, values[] = { 1, 2, 3 };
	separate (t, u) {
		set_up(t);
		add(t, 4);
		printf("%d %d %d %d\n", get(t), times(t, get(t)), both(t).a, both(t).b);
		add(t, 1), read_into(t, &n), add(t, 1);
		add_from(t, values, 3);
		sum_of(&m, t, u);
		printf("%d %d %d %g\n", n, get(t), m, mean(2, t));
		// its members
		t->n = 5;
		t->in.x++;
		(*t).in.y *= 10;
		t->array[2] = t->in.y + t->n;
		++t->array[2];
		add(t, 100);
		printf("%d %d %d %d\n", t->n, t->in.x, t->in.y, t->array[2]);
		// what a pointer through it points to
		printf("%d %d %d\n", t->head->next->value, find(t, 20)->value, find(t, 7) == NULL);
		set_value(t->head->next, 11);	// logged, too
		set_value(find(t, 20), 21);
		printf("%d %d %d\n", value_of(t->head->next), value_of(&t->items[2]), t->items[0].next == &t->items[1]);
		*place(t, 3) = 33;
		place(t, 2)[2] = 44;
		printf("%d %d %s\n", t->array[3], *(t->array + 4), strcmp(t->name, "table") ? "?" : "table");
		// function pointers
		add(t, 1);
		t->act(t, 2);
		printf("%d\n", t->answer(t, 2));
		int (*f)(const table *) = get;
		void (*g)(table *, int) = add;
		g(t, f(t));
		(add)(t, 1);
		printf("%d %d\n", f(t), (get)(t));
		// all of it
		n = swap(t, u);
		printf("%d %d %d\n", n, get(t), get(u));
		struct pair copy = both(t);
		t->pair = copy;
		t->pair.b++;
		*u = (table){ .n = t->pair.a + 1, .pair = t->pair };
		copy = u->pair;
		printf("%d %d %d\n", copy.a, copy.b, u->n);
		if (get(t) && !u->in.x) n = t->n > u->n ? get(t) : get(u);
		for (m = 0; m < 3 && get(t); m++) t->n -= 1;
		while (get(u) > 990) add(u, -1);
		printf("%d %d %d\n", n, get(t), get(u));
		printf("%zu %zu\n", sizeof *t / sizeof *u, sizeof t->array / sizeof t->array[0]);
	}
	delete t;
	delete u;
}
