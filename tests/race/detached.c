// SPDX-License-Identifier: MIT
// The end of a detached thread orders nothing: what tells that it is over does.
#include <conc.h>
#include "race.h"

int x;
static conc_semaphore over;

static void f(void)
{
	ORDERED(x = 1;)
	conc_semaphore_post(&over);
	BESIDE(x = 1;)
}

int main(void)
{
	spawn f();
	conc_semaphore_wait(&over);
	conc_sleep(1ms);
	x = 2;
	conc_sleep(20ms);
}
