// SPDX-License-Identifier: MIT
// Macros inside constructs: operands, bodies, initialisers, arguments, counts.
#include <conc.h>
#include <stdio.h>

#define COUNT 3
#define THE_LOCK(i) locks[(i)]
#define BODY { total += COUNT; }
#define INITIAL { 5, COUNT }
#define FOR(i, n) for (int i = 0; i < (n); i++)

monitor account { long balance; int kind; };
static conc_mutex locks[COUNT];
static int total;

static int add(int a, int b) { return a + b; }

int main(void)
{
	FOR (i, COUNT) mutex (THE_LOCK(i)) BODY
	account a = INITIAL;
	account *v = new account[COUNT] { INITIAL, { COUNT } };
	task(int) t = spawn add(COUNT, COUNT);
	mutex (THE_LOCK(0), THE_LOCK(1), a)
		printf("%d %ld %d %ld %ld\n", total, a.balance, a.kind, v[0].balance, v[1].balance);
	printf("%d\n", join(t));
	delete v;
}
