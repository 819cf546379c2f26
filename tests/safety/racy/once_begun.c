// SPDX-License-Identifier: MIT
// class: publish
// An atomic exchange chooses who initialises. The others see that it has begun, and take it for finished.
#include <conc.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_flag begun = ATOMIC_FLAG_INIT;
static int sines[8];

static void init_once(void)
{
	if (!atomic_flag_test_and_set(&begun))
		for (int i = 0; i < 8; i++)
			sines[i] = i * i - 7 * i;	/* races */
}

static int use(void)
{
	init_once();
	return sines[3];	/* races */
}

int main(void)
{
	task(int) a = spawn use(), b = spawn use();

	printf("%s\n", join(a) + join(b) <= 0 ? "used" : "wrong");
}
