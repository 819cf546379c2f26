// SPDX-License-Identifier: MIT
// Time orders nothing: neither yields nor sleeps, nor that two threads share a processor.
#include <conc.h>
#include "race.h"

int x;

static void f(void) { x = 1; }

int main(void)
{
	task(void) t = spawn f();
	conc_yield();
	conc_sleep(20ms);
	conc_yield();
	ORDERED(join(t);)
	x = 2;
	BESIDE(join(t);)
}
