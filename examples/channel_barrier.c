// SPDX-License-Identifier: MIT
// A barrier made of two channels, and its shutdown: threads that are in it when it is closed leave it
// with false. No flag, no sentinel value: after the C∀ thesis, figure 5.2.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4 };

struct gate { channel(int) enter, leave; };

static void gate_init(struct gate *g)
{
	conc_channel_init(&g->enter, THREADS);
	conc_channel_init(&g->leave, THREADS);
	for (int ticket = 0; ticket < THREADS; ticket++) g->enter << ticket;
}

// The last to come lets the others out, the last to go lets the next ones in.
static bool gate_wait(struct gate *g)
{
	int ticket;
	if (!(ticket << g->enter)) return false;
	if (ticket == THREADS - 1) {
		for (int i = 0; i < THREADS - 1; i++)
			if (!(g->leave << i)) return false;
		return true;
	}
	if (!(ticket << g->leave)) return false;
	if (ticket == THREADS - 2)
		for (int i = 0; i < THREADS; i++)
			if (!(g->enter << i)) return false;
	return true;
}

static void gate_close(struct gate *g)
{
	conc_shutdown(&g->enter);
	conc_shutdown(&g->leave);
}

thread runner { struct gate *gate; long rounds; };

void main(runner *self)
{
	while (gate_wait(self->gate)) self->rounds++;
}

int main(int argc, char **argv)
{
	conc_duration time = argc > 1 ? atoi(argv[1]) * 1ms : 20ms;
	struct gate gate = { {0}, {0} };
	gate_init(&gate);
	runner r[THREADS] = { {&gate}, {&gate}, {&gate}, {&gate} };
	conc_sleep(time);
	gate_close(&gate);
	long least = -1, most = 0;
	for (int i = 0; i < THREADS; i++) {
		join(r[i]);
		if (least < 0 || r[i].rounds < least) least = r[i].rounds;
		if (r[i].rounds > most) most = r[i].rounds;
	}
	printf("no thread is more than a round ahead: %s\n", most - least <= 1 ? "true" : "false");
}
