// SPDX-License-Identifier: MIT
// A kernel thread that is started while a thread with a rounding mode of its own runs does not inherit it.
#include <conc.h>
#include <fenv.h>
#include <stdio.h>

static int child(void)
{
	int wrong = 0;
	for (int i = 0; i < 20; i++) {
		uint64_t until = conc_now() + 50000;
		while (conc_now() < until)
			;
		wrong += fegetround() != FE_TONEAREST;
		conc_yield();
	}
	return wrong;
}

int main(void)
{
	enum { N = 16 };
	int wrong = 0;
	fesetround(FE_UPWARD);
	conc_processors(8);
	task(int) t[N];
	for (int i = 0; i < N; i++) t[i] = spawn child();
	for (int i = 0; i < 5; i++) conc_sleep(1ms);
	for (int i = 0; i < N; i++) wrong += join(t[i]);
	printf("%d wrong, %s\n", wrong, fegetround() == FE_UPWARD ? "kept" : "lost");
}
