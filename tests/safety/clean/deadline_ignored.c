// SPDX-License-Identifier: MIT
// class: order
// Main waits for an answer, but not longer than a moment. If it is late, main goes on without, and reads it at the end.
#include <conc.h>
#include <stdio.h>

static long answer;

static void compute(future(bool) *done, channel(int) *start)
{
	conc_receive(start);
	for (int i = 0; i < 7; i++)
		answer += 6;
	*done << true;
}

int main(void)
{
	future(bool) done = {};
	channel(int) start = { 1 };
	task(void) t = spawn compute(&done, &start);
	long seen = 0;

	waituntil (done) seen = answer;
	or waituntil (timeout(1ms)) {}
	start << 1;
	join(t);
	printf("%ld, then %ld\n", seen, answer);
	return seen != 0 || answer != 42;
}
