// SPDX-License-Identifier: MIT
#include <conc.h>
typedef struct stack { int n; } stack;
typedef struct pair { separate stack *left, *right; } pair;
void move(stack *from, stack *to, int n);
int pop(stack *s);
void link_to(stack *s, separate stack *other);
void f(separate stack *s, separate stack *t, pair *p);
void f(separate stack *s, separate stack *t, pair *p)
{
	spawn separate (s, t) move(s, t, 2);
	spawn separate (p->left, b = p->right)
		move(p->left, b, s == t ? 1 : 2);
	if (s != t) spawn separate (s) link_to(s, t);
	else spawn separate (s, t) link_to(t, s);
	task(int) u = spawn separate (s) pop(s), v = spawn separate (b = p->left) pop(b);
	scope {
		for (int i = 0; i < 3; i++) spawn separate (s) pop(s);
	}
	join(u);
	separate (s) spawn separate (s, t) move(t, s, join(v));
}
