// Several are reserved in one step: whoever finds such a block before its own on one handler finds it before its
// next one on the other, too. each_of uses blocks of one call, queries_of longer ones.
#include <conc.h>
#include <stdio.h>

enum { ROUNDS = 40, CLIENTS = 3 };
typedef struct cell { int count; int place[CLIENTS][ROUNDS]; } cell;
static void put(cell *self, int client, int round) { self->place[client][round] = self->count++; }
static void both_of(separate cell *x, separate cell *y)
{
	for (int i = 0; i < ROUNDS; i++)
		separate (x, y) { put(x, 0, i); put(y, 0, i); }
}
static void each_of(separate cell *x, separate cell *y)
{
	for (int i = 0; i < ROUNDS; i++) {
		separate (x) put(x, 1, i);
		separate (y) put(y, 1, i);
	}
}
static void queries_of(separate cell *x, separate cell *y)
{
	for (int i = 0; i < ROUNDS; i++) {
		separate (x) {
			put(x, 2, i);
			separate (y) { put(y, 2, i); (void)y->count; }
		}
	}
}
static int between(const cell *x, const cell *y, int client)
{
	int found = 0;
	for (int i = 0; i < ROUNDS; i++)
		for (int j = 0; j < ROUNDS; j++)
			found += x->place[0][i] < x->place[client][j] && y->place[0][i] > y->place[client][j];
	return found;
}
int main(void)
{
	separate cell *x = new separate cell {}, *y = new separate cell {};
	{
		task(void) a = spawn both_of(y, x), b = spawn each_of(x, y), c = spawn queries_of(x, y);
	}
	separate (x, y) {
		for (int client = 1; client < CLIENTS; client++)
			printf("client %d: %d blocks came between\n", client, between(x, y, client));
	}
	delete x;
	delete y;
}
