// SPDX-License-Identifier: MIT
// Address, sizeof, offsetof and pointer arithmetic are C's.
#include <conc.h>
#include <stddef.h>
#include <stdio.h>

monitor account { long balance; int kind; };

int main(void)
{
	account table[4] = {0}, *p = table, *end = table + 4;
	printf("%zu %zu\n", offsetof(account, balance), offsetof(account, kind) / sizeof(long));
	printf("%d\n", sizeof table == 4 * sizeof *p && sizeof(account) >= sizeof(long) + sizeof(int));
	for (; p < end; p++) p->kind = (int)(p - table);
	printf("%d %d\n", table[3].kind, (int)(end - table));
	struct account *tag = &table[2];
	printf("%d\n", tag->kind);
}
