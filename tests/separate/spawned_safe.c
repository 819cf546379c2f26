// SPDX-License-Identifier: MIT
// flags: -fconc-safe
// What a spawned call reserves is handed to nobody: it may be used and deleted afterwards.
#include <conc.h>
#include <stdio.h>

struct account { long balance; };

static void move(struct account *from, struct account *to, long n) { from->balance -= n; to->balance += n; }
static long sum(const struct account *a, const struct account *b) { return a->balance + b->balance; }
static long balance(const struct account *a) { return a->balance; }

int main(void)
{
	separate struct account *a = new separate struct account { 10 }, *b = new separate struct account { 0 };
	spawn separate (a, b) move(a, b, 3);
	scope { spawn separate (x = a) move(x, x, 2); }
	task(long) t = spawn separate (a, b) sum(a, b);
	separate (a) printf("%ld\n", balance(a));
	separate (b) b->balance = 20;
	printf("%ld\n", join(t));
	delete a;
	delete b;
}
