// SPDX-License-Identifier: MIT
// An arrival that runs out, or whose thread is cancelled, is taken back: it does not count for those who come later.
#include <conc.h>
#include <errno.h>
#include <stdio.h>

static conc_barrier three = { 3 };

static int arrive(conc_duration d)
{
	return conc_barrier_wait_for(&three, d);
}

int main(void)
{
	printf("%d", arrive(1ms) == -ETIMEDOUT);
	printf("%d", arrive(0) == -ETIMEDOUT);
	task(int) late = spawn arrive(5ms);
	printf("%d", join(late) == -ETIMEDOUT);

	task(int) t = spawn arrive(1h);
	conc_cancel(t);
	printf("%d\n", join(t) == -ECANCELED);

	task(int) a = spawn arrive(1h), b = spawn arrive(1h), c = spawn arrive(1h);
	int sum = join(a) + join(b) + join(c);
	printf("%d the last\n", sum);
}
