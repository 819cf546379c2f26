// SPDX-License-Identifier: MIT
// goto and case cannot jump into a mutex statement, and computed goto cannot leave one.
#include <conc.h>

static conc_mutex m;

int f(int n)
{
	void *out = &&end;
	switch (n) {
	case 0:
		mutex (m) {
		case 1:
			n++;
		}
	}
	goto inside;
	mutex (m) {
	inside:
		n--;
		goto *out;
	}
end:
	return n;
}
