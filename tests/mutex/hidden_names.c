// SPDX-License-Identifier: MIT
// flags: -Wno-shadow -Wno-pedantic
// Operands, types and operations of locks whose names mean something else in the block.
#include <conc.h>
#include <stdio.h>

monitor account { int balance; };
struct spin { int n; };
static void acquire(struct spin *s) { s->n++; }
static void release(struct spin *s) { s->n += 10; }
impl lock for struct spin { .lock = acquire, .unlock = release };
static account a, b;

static int of_impl(void)
{
	int acquire = 1, release = 2;
	struct spin s = { 0 };
	struct spin *p = &s;
	{
		struct spin { double n; } other = { 4 };
		mutex (p) acquire += release + (int)other.n;
	}
	return acquire + s.n;
}

static int of_kind(void)
{
	int account = 3;
	struct account x = { 1 };
	mutex (x) account += x.balance;
	return account * account;
}

static int of_local(void)
{
	struct account { conc_mutex l; int v; } x = { .v = 2 };
	conc_spin_lock a = {0};
	mutex (x.l) x.v++;
	mutex (a, b) x.v += b.balance;
	for (int i = 0; i < 2; i++)
		mutex (x.l) {
			__label__ out;
			if (i) goto out;
			x.v += 10;
		out:
			x.v++;
		}
	return x.v;
}

int main(void)
{
	mutex (a) a.balance = 1;
	b.balance = 5;
	printf("%d %d %d\n", of_impl(), of_kind(), of_local());
}
