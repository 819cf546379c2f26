// SPDX-License-Identifier: MIT
// The calls of one block are carried out in their order, none of another client's between, in whichever
// way the client goes about it: calls alone, with queries, with writes, a long time after one another.
#include <conc.h>
#include <stdio.h>

enum { CLIENTS = 6, BLOCKS = 40, CALLS = 9 };

typedef struct { int client, next, blocks, wrong, direct; } ledger;

static void enter(ledger *l, int client)
{
	l->wrong += l->next != 0;
	l->client = client;
	l->next = 1;
}

static void step(ledger *l, int client, int number)
{
	l->wrong += l->client != client || l->next != number;
	l->next = number + 1;
}

static void leave(ledger *l, int client)
{
	l->wrong += l->client != client || l->next != CALLS + 1;
	l->next = 0;
	l->blocks++;
}

static int who(const ledger *l) { return l->client; }

static int client(separate ledger *l, int me, int way)
{
	int wrong = 0;
	for (int b = 0; b < BLOCKS; b++) {
		separate (l) {
			enter(l, me);
			for (int i = 1; i <= CALLS; i++) {
				step(l, me, i);
				if (way == 1) wrong += who(l) != me;
				if (way == 2 && i == CALLS / 2) wrong += l->next != i + 1;
				if (way == 3) conc_yield();
				if (way == 4 && i == 3) l->direct = me, wrong += l->direct != me;
				if (way == 5 && b == 0 && i == 5) conc_sleep(1ms);
			}
			leave(l, me);
		}
		if (b % 4 == way % 4) conc_yield();
	}
	return wrong;
}

int main(void)
{
	separate ledger *l = new separate ledger {};
	task(int) t[CLIENTS];
	int wrong = 0;
	for (int i = 0; i < CLIENTS; i++) t[i] = spawn client(l, i + 1, i);
	for (int i = 0; i < CLIENTS; i++) wrong += join(t[i]);
	separate (l) printf("%d blocks, %d wrong, %d seen by clients\n", l->blocks, l->wrong, wrong);
	delete l;
}
