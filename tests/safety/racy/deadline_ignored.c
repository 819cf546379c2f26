// SPDX-License-Identifier: MIT
// class: order
// Main waits for an answer, but not longer than a moment. It reads the answer in either case.
#include <conc.h>
#include <stdio.h>

static long answer;

static void compute(future(bool) *done, channel(int) *start)
{
	conc_receive(start);
	for (int i = 0; i < 7; i++)
		answer += 6;	/* races */
	*done << true;
}

int main(void)
{
	future(bool) done = {};
	channel(int) start = { 1 };
	task(void) t = spawn compute(&done, &start);
	bool in_time = true;

	waituntil (done) {}
	or waituntil (timeout(1ms)) in_time = false;
	start << 1;
	long seen = answer;	/* races */
	join(t);
	printf("%s\n", in_time || seen <= 42 ? "answered" : "wrong");
}
