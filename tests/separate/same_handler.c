// SPDX-License-Identifier: MIT
// Several objects on one handler: calls on any of them are carried out one after the other in their
// order; a block that reserves one has them all; the handler ends with the last of them.
#include <conc.h>
#include <stdio.h>

enum { OBJECTS = 5, CLIENTS = 4, ROUNDS = 50 };

typedef struct { int n, of_client, seen; } counter;
typedef struct { separate counter *with; int wrong; } watcher;

static void add(counter *c, int client)
{
	c->n++;
	c->of_client = client;
}

static int get(const counter *c) { return c->n; }

static void compare(watcher *w, separate counter *c, int client)
{
	separate (c) w->wrong += c->of_client != client;
}

static void client(separate counter **all, separate watcher *w, int me)
{
	for (int i = 0; i < ROUNDS; i++)
		separate (first = all[i % OBJECTS], second = all[(i + me) % OBJECTS], w) {
			add(first, me);
			compare(w, first, me);	// after that, and before anybody else's
			add(second, me);
			compare(w, second, me);
		}
}

int main(void)
{
	separate counter *all[OBJECTS] = { new separate counter {} };
	for (int i = 1; i < OBJECTS; i++) all[i] = new separate(all[i - 1]) counter { .seen = i };
	separate watcher *w = new separate(all[2]) watcher { .with = all[0] };
	scope {
		for (int i = 0; i < CLIENTS; i++) spawn client(all, w, i);
	}
	int sum = 0;
	separate (w) printf("%d wrong, %d\n", w->wrong, w->with == all[0]);
	for (int i = 0; i < OBJECTS; i++) {
		separate (c = all[i]) sum += get(c);
		delete all[i];	// the others stay
	}
	separate (w) w->wrong++;
	delete w;
	printf("%d\n", sum);
}
