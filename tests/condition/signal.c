// SPDX-License-Identifier: MIT
// Two threads hand a turn to each other by two conditions of one monitor.
#include <conc.h>
#include <stdio.h>

monitor table { int turn, rounds; conc_condition changed[2]; };
thread player { table *t; int me; };

static void play(table * mutex t, int me)
{
	while (t->turn != me) conc_wait(&t->changed[me], t);
	if (t->rounds < 6) printf("%s\n", me ? "pong" : "ping");
	t->rounds++;
	t->turn = !me;
	conc_signal(&t->changed[!me]);
}

void main(player *self)
{
	for (int i = 0; i < 1000; i++) play(self->t, self->me);
}

int main(void)
{
	table t = {0};
	{
		player p[2] = { { &t, 1 }, { &t, 0 } };
	}
	printf("%d\n", t.rounds);
}
