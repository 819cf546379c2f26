// SPDX-License-Identifier: MIT
// A spawn whose value is not used is let go wherever it stands: the scope around it waits for it.
#include <conc.h>
#include <stdio.h>

static _Atomic int n;
static int none;

static void later(int k)
{
	conc_sleep(1ms);
	n += k;
}

static int yes(void) { return ++n; }

int main(void)
{
	scope {
		spawn later(1), spawn later(2);
		(void)spawn later(4);
		(spawn later(8));
		for (spawn later(16); n < 0; spawn later(32)) ;
		none ? (void)0 : (void)spawn later(64);
		none ? spawn later(128) : spawn later(256);
		(void)(yes(), spawn later(512));
		(void)__extension__({ spawn later(1024); });
		task(void) t = __extension__({ spawn later(2048); });
	}
	printf("%d\n", n);
	(void)spawn yes();
	spawn yes(), spawn yes();
	while (n < 1 + 2 + 4 + 8 + 16 + 64 + 256 + 512 + 1024 + 2048 + 4) conc_yield();
	printf("%d\n", n);
}
