// SPDX-License-Identifier: MIT
// Who comes second sees what the initialiser did.
#include <conc.h>
#include <pthread.h>
#include "race.h"

int x, y;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void init(void) { x = 1; }

static int f(void)
{
	pthread_once(&once, init);
	BESIDE(y++;)
	return x;
}

int main(void)
{
	task(int) t = spawn f(), u = spawn f();
	return join(t) + join(u) != 2;
}
