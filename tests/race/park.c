// SPDX-License-Identifier: MIT
// An unpark comes before the return of the park that takes its permit; a permit that is there before orders nothing later.
#include <conc.h>
#include "race.h"

int x, y;

static void f(struct conc_thread *parker)
{
	x = 1;
	conc_unpark(parker);
	BESIDE(y++;)
}

int main(void)
{
	task(void) t = spawn f(conc_self());
	conc_park();
	BESIDE(y++;)
	x++;
	join(t);
	return x != 2;
}
