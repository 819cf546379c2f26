// SPDX-License-Identifier: MIT
// Reservations in the dialect's other statements and those in reservations; parameters of both kinds; all of it left at once.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;
monitor account { long balance; };

static account bank = { 0 };
static channel(int) ch = { 4 };

static void add(cell *c, int n) { c->n += n; }
static int get(const cell *c) { return c->n; }

static long both(account * mutex a, separate cell *c, int n)
{
	separate (c) {
		add(c, n);
		a->balance += n;
		if (n > 1) return a->balance + get(c);
		mutex (a) return a->balance;
	}
}

static int all(separate cell *c, int way)
{
	mutex (bank) separate (c) {
		waituntil (timeout(1us)) {
			scope {
				add(c, 1);
				blocking {
					separate (c) {
						if (way == 0) return get(c);
						if (way == 1) goto out;
						add(c, 1);
					}
				}
				spawn both(&bank, c, 1);
				way = -way;
				goto done;
			}
		}
	out:
		return 100 * get(c);
	}
done:
	return way;
}

int main(void)
{
	separate cell *c = new separate cell {};
	printf("%ld ", both(&bank, c, 1));
	printf("%ld\n", both(&bank, c, 2));
	separate (c) c->n = 0;
	printf("%d\n", all(c, 0));
	printf("%d\n", all(c, 1));
	separate (c) {
		int x;
		waituntil (x << ch) puts("empty");
		or waituntil (ch << get(c)) add(c, 10);
		waituntil (x << ch) add(c, x);
		or waituntil (timeout(1s)) puts("not reached");
		spawn both(&bank, c, 5);	// its turn comes after this block
		printf("%d\n", get(c));
		goto out;
	}
out:
	separate (c) require (get(c) == 19) printf("%d\n", get(c));
	delete c;
}
