// SPDX-License-Identifier: MIT
// conc_processors asks and sets; threads go on whatever their number.
#include <conc.h>
#include <stdio.h>

thread worker { long sum; };

void main(worker *self)
{
	for (int i = 0; i < 100; i++) {
		self->sum += i;
		conc_yield();
	}
}

int main(void)
{
	unsigned before = conc_processors(0);
	printf("%d\n", before >= 1 && before <= 4);
	for (unsigned n = 1; n <= 4; n++) {
		unsigned got = conc_processors(n);
		worker w[10] = {0};
		long sum = 0;
		for (int i = 0; i < 10; i++) {
			join(w[i]);
			sum += w[i].sum;
		}
		printf("%d %ld\n", got == n, sum);
	}
}
