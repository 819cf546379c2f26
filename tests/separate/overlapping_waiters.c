// SPDX-License-Identifier: MIT
// Many clients wait for conditions over handlers that they share in part, while tokens wander between these by calls of clients
// and of handlers. No token is lost, and nobody waits for ever: there is always one somewhere.
//     overlapping_waiters [SEED [ROUNDS]]
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { HANDLERS = 4, CLIENTS = 10, TOKENS = 2 };

typedef struct { int tokens; } cell;

static void give(cell *c, int n) { c->tokens += n; }
static void take(cell *c) { c->tokens--; }

static void forward(cell *c, separate cell *to)
{
	if (c->tokens == 0) return;
	c->tokens--;
	separate (to) give(to, 1);
}

static int client(separate cell **h, unsigned seed, int rounds)
{
	int moved = 0;
	for (int i = 0; i < rounds; i++) {
		separate cell *a = h[rand_r(&seed) % HANDLERS], *b = h[rand_r(&seed) % HANDLERS], *c = h[rand_r(&seed) % HANDLERS];
		switch (rand_r(&seed) % 4) {
		case 0:
			separate (a, b) require (a->tokens + b->tokens > 1) {
				if (a->tokens > 0) take(a), give(b, 1);
				else take(b), give(a, 1);
				moved++;
			}
			break;
		case 1:
			separate (a) require (a->tokens > 0) {
				take(a);
				moved++;
				give(a, 1);
			}
			break;
		case 2:
			separate (c, b, a) require (a->tokens > 0 || b->tokens > 0 || c->tokens > 0) {
				forward(a, b);
				moved++;
			}
			break;
		default:
			separate (a) forward(a, b);
			moved++;
		}
	}
	return moved;
}

// Now and then it waits for an answer: its calls would fill the mailboxes in a schedule that runs it more often than the handlers.
static void stir(separate cell **h, bool *on, unsigned seed)
{
	for (int i = 1; __atomic_load_n(on, __ATOMIC_RELAXED); i++) {
		separate (a = h[rand_r(&seed) % HANDLERS], b = h[rand_r(&seed) % HANDLERS]) {
			forward(a, b);
			if (i % 16 == 0 && a->tokens < 0) abort();
		}
		conc_yield();
	}
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
	int rounds = argc > 2 ? atoi(argv[2]) : 50, moved = 0, tokens = 0;
	separate cell *h[HANDLERS];
	bool on = true;
	for (int i = 0; i < HANDLERS; i++) h[i] = new separate cell { TOKENS };
	task(int) t[CLIENTS];
	task(void) s = spawn stir(h, &on, seed);
	for (int i = 0; i < CLIENTS; i++) t[i] = spawn client(h, seed * 100 + (unsigned)i, rounds);
	for (int i = 0; i < CLIENTS; i++) moved += join(t[i]);
	__atomic_store_n(&on, false, __ATOMIC_RELAXED);
	join(s);
	while (tokens != HANDLERS * TOKENS) {	// those on their way arrive
		tokens = 0;
		separate (a = h[0], b = h[1], c = h[2], d = h[3]) tokens = a->tokens + b->tokens + c->tokens + d->tokens;
	}
	printf("%d of %d moved, %d tokens\n", moved, CLIENTS * rounds, tokens);
	for (int i = 0; i < HANDLERS; i++) delete h[i];
}
