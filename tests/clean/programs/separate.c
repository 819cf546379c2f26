/* SPDX-License-Identifier: MIT */
/* separate and require. */
#include <conc.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct { int items[8], n; unsigned low : 3; double part; } stack;
typedef struct node node;
struct node { int value; separate node *next; separate stack *on; };
struct wide { long a[6]; };
struct line { channel(int) c; int n; };
enum colour { RED, GREEN };
monitor account { long balance; };

static void push(stack *s, int item) { s->items[s->n++ & 7] = item; }
static int pop(stack *s) { return s->items[--s->n & 7]; }
static int count(const stack *s) { return s->n; }
static void clear(stack *s) { s->n = 0; }
static void many(stack *s, char a, short b, unsigned char c, bool d, float e, struct wide f, enum colour g, long double h)
{
	s->part = a + b + c + d + (double)e + (double)f.a[0] + (double)g + (double)h;
}
static void add_to(const stack *s, separate stack *other) { separate (other) push(other, s->n); }
static bool transfer(stack *from, stack *to, int n)
{
	if (from->n < n) return false;
	from->n -= n;
	to->n += n;
	return true;
}
static void grow(node *self, int more)
{
	if (!more) return;
	self->next = new separate(self) node { .value = self->value * 2 };
	separate (self->next) grow(self->next, more - 1);
}
static int sum(node *self)
{
	int n = self->value;
	if (self->next)
		separate (self->next) n += sum(self->next);
	return n;
}
static void produce(separate stack *s, int n)
{
	for (int i = 0; i < n; i++)
		separate (s) require (count(s) < 8) push(s, i);
}
static void deposit(account *a, long n) { mutex (a) a->balance += n; }
static separate stack *same(separate stack *s) { return s; }

static int forms(int n)
{
	separate stack *s = new separate stack {}, *t = new separate stack { .n = 1 }, *u = new separate(s) stack { .n = 2 };
	separate stack *list[2] = { s, t };
	separate account *a = new separate account { 5 };
	separate struct line *l = new separate struct line { { 2 }, 3 };
	struct { separate stack *inner; } holder = { t };
	struct wide w = { { 1 } };
	task(void) p = spawn produce(s, 4);
	int x = 0;
	bool ok;
	separate (s) push(s, 1);
	separate (s) { push(s, 2); x = count(s); s->low = 3; x += s->items[0]; }
	separate (s) require (count(s) > 3) x += pop(s);
	separate (s) require (count(s) > 0 && s->low == 3) { clear(s); }
	separate (s, t) { push(s, x); push(t, count(s)); ok = transfer(s, t, 1); }
	separate (t) many(t, 'a', 2, 3, true, 0.5f, w, GREEN, 1);
	separate (t) { add_to(t, s); x += (int)t->part; }
	separate (s, t, u) require (count(u) >= 0) { x += count(s) + count(t) + count(u); }
	separate (me = same(s)) { push(me, 1); x += count(me); }
	separate (one = list[1]) { push(one, 4); }
	separate (holder.inner) x += count(holder.inner);
	separate (s) { separate (t) { push(t, count(s)); push(s, 4); } }
	separate (a) { deposit(a, 5); x += (int)a->balance; }
	separate (l) l->n++;
	for (int i = 0; i < n; i++) {
		separate (s) {
			if (i == 1) continue;
			if (count(s) > 100) break;
			if (i > 8) return x;
			push(s, i);
		}
	}
	while (n-- > 0) separate (t) if (count(t) > 3) break;
	if (ok) separate (s) x++;
	else separate (t) x--;
	conc_set_passive(s);
	separate (s) x += pop(s);
	conc_set_active(s);
	if (conc_is_passive(s)) x++;
	join(p);
	delete s;
	delete t;
	delete u;
	delete a;
	delete l;
	return x;
}

int main(void)
{
	separate node *first = new separate node { .value = 1 };
	int n = 0;
	separate (first) {
		grow(first, 3);
		n = sum(first);
	}
	delete first;
	n += forms(3);
	printf("%d\n", n);
	return 0;
}
