// SPDX-License-Identifier: MIT
// A buffer that signals only when it was empty: with two consumers that wait, two elements that
// come at once wake one of them, and the other waits for ever.
#include <conc.h>

enum { ITEMS = 2 };

static conc_mutex m;
static conc_condition filled;
static int waiting_items;

static void put(void)
{
	mutex (m) {
		if (waiting_items++ == 0) conc_signal(&filled);
	}
}

static void get(void)
{
	mutex (m) {
		while (waiting_items == 0) conc_wait(&filled, &m);
		waiting_items--;
	}
}

thread consumer {};
void main(consumer *self) { (void)self; get(); }

int main(void)
{
	consumer c[ITEMS];

	for (int i = 0; i < ITEMS; i++) put();
}
