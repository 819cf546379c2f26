// SPDX-License-Identifier: MIT
#include <conc.h>

monitor account { long balance; };
static account a, b;
static conc_condition c;

static void pay(account * mutex x)
{
	conc_wait(&c, x);
}

static void settle(account * mutex x)
{
	conc_signal_block(&c, x);
}

int main(void)
{
	task(void) t = spawn pay(&a);
	while (!conc_waiting(&c)) conc_yield();
	settle(&b);
	join(t);
}
