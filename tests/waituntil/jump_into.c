// SPDX-License-Identifier: MIT
#include <conc.h>
#include <setjmp.h>
int f(conc_mutex *m, conc_mutex *n, int x, jmp_buf b);
int f(conc_mutex *m, conc_mutex *n, int x, jmp_buf b)
{
	void *target = &&out;
	switch (x) {
		waituntil (m) {
	case 1:
			x++;
		}
		or waituntil (n) { x = 2; }
	}
	goto inside;
	waituntil (m) {
	inside:
		if (x) goto out;
		goto *target;
	} and waituntil (n) {
		goto inside;
	} or else {
		longjmp(b, 1);
	}
	waituntil (m) goto next; or waituntil (n) next: x++;
out:
	return x;
}
