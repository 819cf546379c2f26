// SPDX-License-Identifier: MIT
// What _Generic yields points into the object, too: strchr is a macro with it in C23.
#include "misuse.h"

int *pick(int *p);
const int *const_pick(const int *p);
#define generic_pick(p) _Generic((p), const int *: const_pick(p), default: pick(p))
#define same_const(p) _Generic(0 ? (p) : (void *)1, const void *: (const int *)(pick(p)), default: pick(p))

void f(separate stack *s)
{
	separate (s) {
		int *n = generic_pick(s->values);
		n = same_const(s->values);
		n = _Generic(s->values, int *: s->values);
		int k = _Generic(s->values, int *: 1);
		(void)n, (void)k;
	}
}
