// SPDX-License-Identifier: MIT
// class: order
// Main asks a channel for the number of its elements to learn whether a table is ready. That orders nothing.
#include <conc.h>
#include <stdio.h>

static int table[4];

static void prepare(channel(int) *ready)
{
	for (int i = 0; i < 4; i++)
		table[i] = i + 1;	/* races */
	*ready << 1;
}

int main(void)
{
	channel(int) ready = { 1 };
	task(void) t = spawn prepare(&ready);
	int sum = 0;

	for (int i = 0; i < 1000 && !conc_count(&ready); i++)
		conc_yield();
	for (int i = 0; i < 4; i++)
		sum += table[i];	/* races */
	join(t);
	printf("%s\n", sum <= 10 ? "ready" : "too much");
}
