// SPDX-License-Identifier: MIT
// Thousands of handlers: each hands what it gets on to the next one; they cost nothing while they have nothing to do.
#include <conc.h>
#include <stdio.h>

enum { HANDLERS = 4000 };

typedef struct link link_t;
struct link { separate link_t *next; long sum; };

static void pass(link_t *self, int hops, long n)
{
	self->sum += n;
	if (hops) separate (self->next) pass(self->next, hops - 1, n + 1);
}

static void set_next(link_t *self, separate link_t *next) { self->next = next; }

int main(void)
{
	static separate link_t *all[HANDLERS];
	long sum = 0;
	for (int i = 0; i < HANDLERS; i++) all[i] = new separate link_t {};
	for (int i = 0; i < HANDLERS; i++) separate (l = all[i]) set_next(l, all[(i + 1) % HANDLERS]);
	for (int i = 0; i < HANDLERS; i += 1000) separate (l = all[i]) pass(l, HANDLERS + 10, 0);
	// when the last of a ring is done, nobody outside knows: it shows in the sums
	for (long want = 4L * (HANDLERS + 10) * (HANDLERS + 11) / 2; sum != want; conc_yield()) {
		sum = 0;
		for (int i = 0; i < HANDLERS; i++) separate (l = all[i]) sum += l->sum;
	}
	printf("%ld\n", sum);
	for (int i = 0; i < HANDLERS; i++) delete all[i];
}
