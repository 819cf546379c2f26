// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic -Wno-gnu
// Positional, designated, partial, empty and absent initialisers; static, automatic, in
// arrays, in structs, from calloc.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

monitor account { long balance; int kind; };
struct bank { int id; account main_account, others[2]; };

static account global;
static account table[3] = { { 1 }, { 2, 5 }, { .kind = 6 } };

static long sum(account * mutex a)
{
	return a->balance * 10 + a->kind;
}

int main(void)
{
	account a = { 7, 8 }, b = { 9 }, c = { .kind = 3 }, d = {}, e;
	struct bank bank = { 4, { 5, 6 }, { { 7 } } };
	account *heap = calloc(1, sizeof *heap);
	static account local = { 2, 1 };
	printf("%ld %ld %ld %ld %ld\n", sum(&a), sum(&b), sum(&c), sum(&d), sum(&e));
	printf("%ld %ld %ld %ld\n", sum(&global), sum(&table[0]), sum(&table[1]), sum(&table[2]));
	printf("%ld %ld %ld %ld %ld\n", sum(&bank.main_account), sum(bank.others), sum(bank.others + 1), sum(heap), sum(&local));
	free(heap);
}
