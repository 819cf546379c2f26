// SPDX-License-Identifier: MIT
// mutex (stdout) is a lock of that file.
#include <conc.h>
#include <stdio.h>
#include "race.h"

int x;

static void f(FILE *file)
{
	for (int i = 0; i < 20; i++) {
		mutex (file) x++;
		conc_yield();
	}
}

int main(void)
{
	task(void) t = spawn f(stdout), u = spawn f(ORDERED(stdout) BESIDE(stderr));
	join(t), join(u);
}
