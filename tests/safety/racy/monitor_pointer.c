// SPDX-License-Identifier: MIT
// class: guarded
// A function returns the address of a monitor's member. Two players of a team count through it after the lock is free.
#include <conc.h>
#include <stdio.h>

monitor board { int goals[2]; };
static board b;

static int *goals_of(board * mutex x, int team)
{
	return &x->goals[team];
}

static void play(int team)
{
	int *mine = goals_of(&b, team);

	for (int i = 0; i < 10; i++) {
		++*mine;	/* races */
		conc_yield();
	}
}

int main(void)
{
	{
		task(void) one = spawn play(1), two = spawn play(1);
	}
	printf("%s\n", b.goals[1] <= 20 ? "over" : "too many");
}
