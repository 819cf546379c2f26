// SPDX-License-Identifier: MIT
// class: guarded
// A monitor's members are used without the lock before the threads start and after they have been joined. Nobody else
// can use them then.
#include <conc.h>
#include <stdio.h>

monitor tally { int votes[3], total; };
static tally t;

static void vote(tally * mutex to, int party)
{
	to->votes[party]++;
	to->total++;
}

static void poll(int from)
{
	for (int i = from; i < from + 6; i++)
		vote(&t, i % 3);
}

int main(void)
{
	for (int i = 0; i < 3; i++)
		t.votes[i] = 10;
	t.total = 30;
	{
		task(void) north = spawn poll(0), south = spawn poll(1);
	}
	printf("%d %d %d of %d\n", t.votes[0], t.votes[1], t.votes[2], t.total);
	return t.total != 42 || t.votes[0] != 14;
}
