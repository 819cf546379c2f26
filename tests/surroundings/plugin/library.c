// SPDX-License-Identifier: MIT
#include <conc.h>

static int adds(int n)
{
	channel(int) c = { 2 };
	int sum = 0, v;
	for (int i = 0; i < n; i++) {
		conc_try_send(&c, i);
		if (conc_try_receive(&c, &v)) sum += v;
		conc_yield();
	}
	return sum;
}

int sum(int n)
{
	task(int) a = spawn adds(n), b = spawn adds(n);
	return join(a) + join(b);
}
