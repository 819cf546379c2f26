// SPDX-License-Identifier: MIT
// A block that reserves is entered at its head, and not left by what releases nothing.
#include "misuse.h"
#include <setjmp.h>

static jmp_buf there;

void f(separate stack *s, int n)
{
	static void *labels[] = {&&out};
	goto in;
	separate (s) {
	in:
		push(s, 1);
		goto in;
	}
	switch (n) {
		separate (s) {
		case 1:
			push(s, 1);
			break;
		default:
			continue_here:
			push(s, 2);
		}
	}
	separate (s) goto continue_here;
	separate (s) { goto *labels[0]; }
	separate (s) longjmp(there, 1);
	separate (s) asm goto("" : : : : out);
	separate (s) goto out;
out:
	return;
}
