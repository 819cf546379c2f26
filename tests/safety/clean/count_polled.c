// SPDX-License-Identifier: MIT
// class: order
// Main tries to receive from a channel to learn whether a table is ready. A receive comes after the send.
#include <conc.h>
#include <stdio.h>

static int table[4];

static void prepare(channel(int) *ready)
{
	for (int i = 0; i < 4; i++)
		table[i] = i + 1;
	*ready << 1;
}

int main(void)
{
	channel(int) ready = { 1 };
	task(void) t = spawn prepare(&ready);
	int sum = 0, got;

	while (!conc_try_receive(&ready, &got))
		conc_yield();
	for (int i = 0; i < 4; i++)
		sum += table[i];
	join(t);
	printf("%d\n", sum);
	return sum != 10;
}
