// SPDX-License-Identifier: MIT
// flags: -Werror
// Functions that cannot be called on a reserved object, and calls that are not asynchronous.
#include "misuse.h"
#include <stdio.h>

void variadic(stack *s, const char *format, ...);
int variadic_query(const stack *s, ...);
void unknown();
void set(stack *s, int *values, int n);
void take(stack *s, struct view { int *first; } view);
void link(stack *s, node *n);
void name(stack *s, const char *name);
void both(stack *s, stack *t, int n);

void f(separate stack *s, separate stack *t, int *values, const char *text, char buffer[8])
{
	struct view view = {values};
	separate (s, t) {
		variadic(s, "%d", 1);
		variadic_query(s, 1);
		printf("%p", s);
		unknown(s, 1);
		undeclared(s);
		unknown(s->head);
		variadic(s->other, "");
		set(s, values, 2);
		set(s, &values[1], 2);
		set(s, NULL, 2);
		take(s, view);
		name(s, text);
		name(s, "text");
		name(s, buffer);
		both(s, t, 1);
		link(s, s->head);
		link(s, t->head);
		link(t, find(s, 1));
	}
}
