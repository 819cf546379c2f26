// SPDX-License-Identifier: MIT
// class: publish
// A state of three values tells whether initialisation has begun and whether it is finished. The others wait for the end.
#include <conc.h>
#include <stdatomic.h>
#include <stdio.h>

enum { FRESH, BEGUN, FINISHED };
static atomic_int state;
static int sines[8];

static void init_once(void)
{
	int was = FRESH;

	if (atomic_compare_exchange_strong(&state, &was, BEGUN)) {
		for (int i = 0; i < 8; i++)
			sines[i] = i * i - 7 * i;
		atomic_store(&state, FINISHED);
	}
	while (atomic_load(&state) != FINISHED)
		conc_yield();
}

static int use(void)
{
	init_once();
	return sines[3];
}

int main(void)
{
	task(int) a = spawn use(), b = spawn use();
	int sum = join(a) + join(b);

	printf("%d\n", sum);
	return sum != -24;
}
