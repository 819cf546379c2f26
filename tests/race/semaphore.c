// SPDX-License-Identifier: MIT
// Who takes a unit sees what was done before the posts, and not what is done after.
#include <conc.h>
#include "race.h"

int x;
static conc_semaphore s;

static void f(void)
{
	ORDERED(x = 1;)
	conc_semaphore_post(&s);
	BESIDE(x = 1;)
}

int main(void)
{
	task(void) t = spawn f();
	conc_semaphore_wait(&s);
	x = 2;
	join(t);
}
