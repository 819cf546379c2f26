// SPDX-License-Identifier: MIT
// class: guarded
// A waituntil takes a monitor's lock, and its block looks at the member. The guard is the thread's own.
#include <conc.h>
#include <stdio.h>

monitor shelf { int books; };
static shelf s;

static int bring(int n)
{
	int refused = 0;

	for (int carried = n; carried > 0; carried--) {
		when (refused < n) waituntil (s) {
			if (s.books < 10)
				s.books++;
			else
				refused++;
		}
	}
	return refused;
}

int main(void)
{
	task(int) one = spawn bring(8), two = spawn bring(8);
	int refused = join(one) + join(two);

	printf("%d books, %d refused\n", s.books, refused);
	return refused != 6;
}
