// SPDX-License-Identifier: MIT
// separate takes pointers, not what they point to.
#include <conc.h>

struct stack { int n; };
static void push(struct stack *s, int k) { s->n += k; }

void f(separate struct stack *ann, separate struct stack **list)
{
	separate (*ann) push(ann, 1);
	separate (&ann) push(ann, 1);
	separate (*list) push(*list, 1);
}
